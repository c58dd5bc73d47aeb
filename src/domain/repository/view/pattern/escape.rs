//! Escapes and sets, as Python reads them.

use super::parse::{Invalid, Parser};
use super::tree::{Class, Item, Mode, Node};

/// What an escape stands for.
enum Escape {
    Item(Item),
    Node(Node),
}

impl Parser<'_> {
    /// An escape outside of a set; the backslash is read already.
    pub(super) fn escape(&mut self) -> Result<Node, Invalid> {
        let start = self.at - 1;
        let mode = self.mode();
        let Some(c) = self.next() else { return Err(Invalid::new("bad escape (end of pattern)", start)) };
        let ascii = mode.ascii;
        Ok(match c {
            'A' => Node::Start,
            'Z' | 'z' => Node::End,
            'b' => Node::Boundary { negated: false, ascii },
            'B' => Node::Boundary { negated: true, ascii },
            '0' => {
                let digits = self.take_while(2, |c| c.is_digit(8));
                Node::literal(u32::from_str_radix(&digits, 8).unwrap_or(0), mode)
            }
            '1'..='9' => match self.octal_or_group(c, start)? {
                Escape::Item(item) => Node::Set { items: vec![item], negated: false, mode },
                Escape::Node(node) => node,
            },
            c => Node::Set { items: vec![self.common_escape(c, start)?], negated: false, mode },
        })
    }

    fn octal_or_group(&mut self, first: char, start: usize) -> Result<Escape, Invalid> {
        let mut digits = first.to_string();
        if let Some(second) = self.peek().filter(char::is_ascii_digit) {
            self.at += 1;
            digits.push(second);
            let is_octal = first.is_digit(8) && second.is_digit(8);
            if let Some(third) = self.peek().filter(|third| is_octal && third.is_digit(8)) {
                self.at += 1;
                digits.push(third);
                return octal(&digits, start).map(Escape::Item);
            }
        }
        let group = digits.parse().unwrap_or(usize::MAX);
        if group >= self.groups.len() {
            return Err(Invalid::new(format!("invalid group reference {group}"), start + 1));
        }
        self.check_group(group, start)?;
        Ok(Escape::Node(Node::Reference { group, mode: self.mode() }))
    }

    /// An escape within a set.
    fn set_escape(&mut self, start: usize) -> Result<Item, Invalid> {
        match self.next() {
            None => Err(Invalid::new("bad escape (end of pattern)", start)),
            Some('b') => Ok(char_item('\x08')),
            Some(c) if c.is_digit(8) => {
                let more = self.take_while(2, |c| c.is_digit(8));
                octal(&format!("{c}{more}"), start)
            }
            Some(c) => self.common_escape(c, start),
        }
    }

    /// Escapes that mean the same everywhere.
    fn common_escape(&mut self, c: char, start: usize) -> Result<Item, Invalid> {
        let class = |class, negated| Ok(Item::Class { class, negated });
        match c {
            'd' => class(Class::Digit, false),
            'D' => class(Class::Digit, true),
            's' => class(Class::Space, false),
            'S' => class(Class::Space, true),
            'w' => class(Class::Word, false),
            'W' => class(Class::Word, true),
            'a' => Ok(char_item('\x07')),
            'f' => Ok(char_item('\x0c')),
            'n' => Ok(char_item('\n')),
            'r' => Ok(char_item('\r')),
            't' => Ok(char_item('\t')),
            'v' => Ok(char_item('\x0b')),
            'x' => self.hexadecimal(c, 2, start),
            'u' => self.hexadecimal(c, 4, start),
            'U' => self.hexadecimal(c, 8, start),
            'N' => self.named_character(start),
            c if c.is_ascii_alphanumeric() => Err(Invalid::new(format!("bad escape \\{c}"), start)),
            c => Ok(char_item(c)),
        }
    }

    fn hexadecimal(&mut self, kind: char, length: usize, start: usize) -> Result<Item, Invalid> {
        let digits = self.take_while(length, |c| c.is_ascii_hexdigit());
        match u32::from_str_radix(&digits, 16) {
            Ok(code) if digits.len() == length && code <= 0x10_FFFF => Ok(Item::Range(code, code)),
            Ok(_) if digits.len() == length => Err(Invalid::new(format!("bad escape \\{kind}{digits}"), start)),
            _ => Err(Invalid::new(format!("incomplete escape \\{kind}{digits}"), start)),
        }
    }

    fn named_character(&mut self, start: usize) -> Result<Item, Invalid> {
        if self.next() != Some('{') {
            return Err(Invalid::new("missing { behind \\N", start));
        }
        let name = self.until('}', "character name")?;
        let unknown = || Invalid::new(format!("undefined character name '{name}'"), start);
        unicode_names2::character(&name).map(char_item).ok_or_else(unknown)
    }

    /// A set; the opening bracket is read already.
    pub(super) fn set(&mut self) -> Result<Node, Invalid> {
        let start = self.at - 1;
        let unterminated = || Invalid::new("unterminated character set", start);
        let negated = self.eat('^');
        let mut items = Vec::new();
        loop {
            let place = self.at;
            let low = match self.next().ok_or_else(unterminated)? {
                ']' if !items.is_empty() => break,
                '\\' => self.set_escape(place)?,
                c => char_item(c),
            };
            if !self.eat('-') {
                items.push(low);
                continue;
            }
            let high_place = self.at;
            let high = match self.next().ok_or_else(unterminated)? {
                ']' => {
                    items.extend([low, char_item('-')]);
                    break;
                }
                '\\' => self.set_escape(high_place)?,
                c => char_item(c),
            };
            match (low, high) {
                (Item::Range(low, _), Item::Range(high, _)) if low <= high => items.push(Item::Range(low, high)),
                _ => return Err(Invalid::new("bad character range", place)),
            }
        }
        Ok(Node::Set { items, negated, mode: self.mode() })
    }
}

fn char_item(c: char) -> Item {
    Item::Range(c.into(), c.into())
}

fn octal(digits: &str, start: usize) -> Result<Item, Invalid> {
    match u32::from_str_radix(digits, 8) {
        Ok(code) if code <= 0o377 => Ok(Item::Range(code, code)),
        _ => Err(Invalid::new(format!("octal escape value \\{digits} outside of range 0-0o377"), start)),
    }
}

impl Parser<'_> {
    /// The flags in force for a character.
    pub(super) fn mode(&self) -> Mode {
        Mode { ignore_case: self.flags.ignore_case, ascii: self.flags.ascii }
    }
}
