//! Everything that opens with a parenthesis.

use super::parse::{Flags, Invalid, Parser};
use super::tree::Node;

impl Parser<'_> {
    /// Flags for the whole pattern, which stand at its start only.
    pub(super) fn global_flags(&mut self) -> Result<(), Invalid> {
        while self.peek() == Some('(') {
            let start = self.at;
            self.at += 1;
            let opens_flags = self.eat('?') && self.peek().is_some_and(|c| "aimsux".contains(c));
            if !opens_flags {
                self.at = start;
                return Ok(());
            }
            let (flags, is_global) = self.inline_flags(start)?;
            if !is_global {
                self.at = start;
                return Ok(());
            }
            self.flags = flags;
            if flags.verbose {
                self.skip_blanks();
            }
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(usize::MAX, |c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c'));
            if self.peek() != Some('#') {
                return;
            }
            self.take_while(usize::MAX, |c| c != '\n');
        }
    }

    /// A group of any kind; `None` for a comment. The opening parenthesis is read already.
    pub(super) fn group(&mut self, start: usize) -> Result<Option<Node>, Invalid> {
        if !self.eat('?') {
            return self.capture(None, start).map(Some);
        }
        let Some(c) = self.peek() else { return Err(Invalid::new("unexpected end of pattern", self.at)) };
        self.at += 1;
        let node = match c {
            'P' => self.python_extension(start)?,
            ':' => self.enclosed(start)?,
            '>' => Node::Atomic(Box::new(self.enclosed(start)?)),
            '#' => {
                self.take_while(usize::MAX, |c| c != ')');
                if !self.eat(')') {
                    return Err(Invalid::new("missing ), unterminated comment", start));
                }
                return Ok(None);
            }
            '=' | '!' => self.look(false, c == '!', start)?,
            '<' => match self.next() {
                Some(c @ ('=' | '!')) => self.look(true, c == '!', start)?,
                Some(c) => {
                    let hint = if c.is_alphabetic() { "; write (?P<name>…) for a named group" } else { "" };
                    return Err(Invalid::new(format!("unknown extension ?<{c}{hint}"), start + 1));
                }
                None => return Err(Invalid::new("unexpected end of pattern", self.at)),
            },
            '(' => self.conditional(start)?,
            c if "aiLmsux-".contains(c) => {
                self.at -= 1;
                let (flags, is_global) = self.inline_flags(start)?;
                if is_global {
                    return Err(Invalid::new("global flags not at the start of the expression", start));
                }
                let outside = std::mem::replace(&mut self.flags, flags);
                let body = self.enclosed(start);
                self.flags = outside;
                body?
            }
            c => return Err(Invalid::new(format!("unknown extension ?{c}"), start + 1)),
        };
        Ok(Some(node))
    }

    /// Alternatives and the closing parenthesis. A group of its own even where it holds one part only, so
    /// that a quantifier behind it finds something to repeat.
    fn enclosed(&mut self, start: usize) -> Result<Node, Invalid> {
        let body = self.alternatives()?;
        self.close(start)?;
        Ok(match body {
            body @ (Node::Start | Node::End | Node::Boundary { .. } | Node::Repeat { .. }) => Node::Concat(vec![body]),
            body => body,
        })
    }

    fn close(&mut self, start: usize) -> Result<(), Invalid> {
        if self.eat(')') { Ok(()) } else { Err(Invalid::new("missing ), unterminated subpattern", start)) }
    }

    fn capture(&mut self, name: Option<String>, start: usize) -> Result<Node, Invalid> {
        let group = self.groups.len();
        self.groups.push(None);
        if let Some(name) = name
            && let Some(before) = self.names.insert(name.clone(), group)
        {
            let message = format!("redefinition of group name '{name}' as group {group}; was group {before}");
            return Err(Invalid::new(message, start));
        }
        let body = self.enclosed(start)?;
        self.groups[group] = Some(body.width(&self.groups));
        Ok(Node::Capture(group, Box::new(body)))
    }

    /// `(?P<name>…)` and `(?P=name)`.
    fn python_extension(&mut self, start: usize) -> Result<Node, Invalid> {
        match self.next() {
            Some('<') => {
                let name = self.until('>', "group name")?;
                check_name(&name, start)?;
                self.capture(Some(name), start)
            }
            Some('=') => {
                let name = self.until(')', "group name")?;
                check_name(&name, start)?;
                let group = self.named(&name, start)?;
                self.check_group(group, start)?;
                Ok(Node::Reference { group, mode: self.mode() })
            }
            Some(c) => Err(Invalid::new(format!("unknown extension ?P{c}"), start + 1)),
            None => Err(Invalid::new("unexpected end of pattern", self.at)),
        }
    }

    fn named(&self, name: &str, start: usize) -> Result<usize, Invalid> {
        let unknown = || Invalid::new(format!("unknown group name '{name}'"), start);
        self.names.get(name).copied().ok_or_else(unknown)
    }

    /// # Errors
    /// Where the group is still open, or belongs to the look-behind around.
    pub(super) fn check_group(&self, group: usize, start: usize) -> Result<(), Invalid> {
        if self.groups.get(group).copied().flatten().is_none() {
            return Err(Invalid::new("cannot refer to an open group", start));
        }
        self.check_behind(group, start)
    }

    fn check_behind(&self, group: usize, start: usize) -> Result<(), Invalid> {
        match self.behind_from {
            Some(_) if self.groups.get(group).copied().flatten().is_none() => {
                Err(Invalid::new("cannot refer to an open group", start))
            }
            Some(first) if group >= first => {
                Err(Invalid::new("cannot refer to group defined in the same lookbehind subpattern", start))
            }
            _ => Ok(()),
        }
    }

    fn look(&mut self, behind: bool, negated: bool, start: usize) -> Result<Node, Invalid> {
        let outside = self.behind_from;
        if behind && outside.is_none() {
            self.behind_from = Some(self.groups.len());
        }
        let body = self.alternatives()?;
        self.behind_from = outside;
        self.close(start)?;
        if behind {
            let (least, most) = body.width(&self.groups);
            if least != most {
                return Err(Invalid::new("look-behind requires fixed-width pattern", start));
            }
        }
        Ok(Node::Look { behind, negated, body: Box::new(body) })
    }

    /// `(?(group)yes|no)`.
    fn conditional(&mut self, start: usize) -> Result<Node, Invalid> {
        let at = self.at;
        let name = self.until(')', "group name")?;
        let group = if is_identifier(&name) {
            self.named(&name, at)?
        } else {
            let bad = || Invalid::new(format!("bad character in group name '{name}'"), at);
            let group = Some(&name).filter(|n| n.bytes().all(|b| b.is_ascii_digit())).and_then(|n| n.parse().ok());
            match group.ok_or_else(bad)? {
                0 => return Err(Invalid::new("bad group number", at)),
                group => group,
            }
        };
        self.conditions.push((group, at));
        self.check_behind(group, at)?;
        let yes = Box::new(self.sequence()?);
        let no = Box::new(if self.eat('|') { self.sequence()? } else { Node::Empty });
        if self.peek() == Some('|') {
            return Err(Invalid::new("conditional backref with more than two branches", self.at));
        }
        self.close(start)?;
        Ok(Node::Conditional { group, yes, no })
    }

    /// Flags up to `)`, for the whole pattern, or to `:`, for a group: what is in force then, and whether
    /// it is for the whole.
    fn inline_flags(&mut self, start: usize) -> Result<(Flags, bool), Invalid> {
        let (mut on, mut off) = (String::new(), String::new());
        let mut turns_off = false;
        loop {
            let c = self.next().ok_or_else(|| Invalid::new("missing -, : or )", self.at))?;
            match c {
                'L' => return Err(Invalid::new("bad inline flags: cannot use 'L' flag with a str pattern", start)),
                'a' | 'u' if turns_off => {
                    return Err(Invalid::new("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", start));
                }
                'a' | 'i' | 'm' | 's' | 'u' | 'x' if turns_off => off.push(c),
                'a' | 'i' | 'm' | 's' | 'u' | 'x' => on.push(c),
                '-' if !turns_off => turns_off = true,
                ')' | ':' if turns_off && off.is_empty() => return Err(Invalid::new("missing flag", self.at - 1)),
                ')' if turns_off => return Err(Invalid::new("missing :", self.at - 1)),
                ')' | ':' => {
                    if on.contains('a') && on.contains('u') {
                        let message = "bad inline flags: flags 'a', 'u' and 'L' are incompatible";
                        return Err(Invalid::new(message, start));
                    }
                    if on.chars().any(|flag| off.contains(flag)) {
                        return Err(Invalid::new("bad inline flags: flag turned on and off", start));
                    }
                    return Ok((self.changed(&on, &off), c == ')'));
                }
                c if c.is_alphabetic() => return Err(Invalid::new("unknown flag", self.at - 1)),
                _ => return Err(Invalid::new("missing -, : or )", self.at - 1)),
            }
        }
    }

    fn changed(&self, on: &str, off: &str) -> Flags {
        let flag = |name: char, before: bool| (before || on.contains(name)) && !off.contains(name);
        let ascii = (self.flags.ascii || on.contains('a')) && !on.contains('u');
        Flags { ignore_case: flag('i', self.flags.ignore_case), ascii, verbose: flag('x', self.flags.verbose) }
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c == '_' || c.is_alphabetic()) && chars.all(|c| c == '_' || c.is_alphanumeric())
}

fn check_name(name: &str, start: usize) -> Result<(), Invalid> {
    let bad = || Invalid::new(format!("bad character in group name '{name}'"), start);
    if is_identifier(name) { Ok(()) } else { Err(bad()) }
}
