//! Just enough of Rust's grammar: tokens without comments and literals, test code cut out, and the paths
//! that a file names.

use std::str::CharIndices;

/// A token and its line, 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// A path that a file names, `use` trees taken apart, such as `["crate", "engine", "Engine"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub path: Vec<String>,
    pub line: usize,
}

/// The tokens of a text that are neither comments nor literals: words, `::`, and single signs.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = literal(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        let is_token = piece == "::" || piece.chars().all(|c| c.is_alphanumeric() || c == '_') || length == 1;
        if is_token && !first.is_whitespace() {
            found.push(Token { text: piece.into(), line });
        }
        line += piece.matches('\n').count();
        rest = after;
    }
    found
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += 1;
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string or character literal at the start; a lifetime's tick counts as one.
fn literal(text: &str) -> Option<usize> {
    let body = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - body.len();
    if prefix > 1 {
        return None;
    }
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let end = format!("\"{}", "#".repeat(hashes));
        let inner = raw[hashes..].strip_prefix('"')?;
        return Some(prefix + 1 + hashes + 1 + inner.find(&end)? + end.len());
    }
    if let Some(inner) = body.strip_prefix('"') {
        return Some(prefix + 1 + closing(inner.char_indices(), '"')?);
    }
    let inner = body.strip_prefix('\'')?;
    let mut chars = inner.chars();
    let (first, second) = (chars.next()?, chars.next());
    let is_char = first == '\\' || second == Some('\'');
    Some(prefix + 1 + if is_char { closing(inner.char_indices(), '\'')? } else { 0 })
}

/// The place after the closing sign, escapes passed over.
fn closing(mut chars: CharIndices<'_>, sign: char) -> Option<usize> {
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == sign {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// The tokens without the items that are marked `#[cfg(test)]`.
pub fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_mark = MARK.iter().enumerate().all(|(i, text)| tokens.get(at + i).is_some_and(|t| t.text == *text));
        if is_mark {
            at = item_end(&tokens, at + MARK.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// The place after an item: its semicolon, or the brace that closes it.
fn item_end(tokens: &[Token], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" if depth == 1 => return at + 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// All paths of two parts or more, and every `use`.
pub fn named(tokens: &[Token]) -> Vec<Named> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].text == "use" {
            at = tree(tokens, at + 1, &[], &mut found);
        } else if is_word(&tokens[at]) && tokens.get(at + 1).is_some_and(|next| next.text == "::") {
            let (path, end) = path(tokens, at);
            found.push(Named { line: tokens[at].line, path });
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

/// Reads words joined by `::`; ends after the last word or after a `::` that no word follows.
fn path(tokens: &[Token], mut at: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    while tokens.get(at).is_some_and(is_word) {
        path.push(tokens[at].text.clone());
        at += 1;
        if tokens.get(at).is_none_or(|token| token.text != "::") {
            break;
        }
        at += 1;
    }
    (path, at)
}

/// Reads a tree of a `use`, and gives the place after it.
fn tree(tokens: &[Token], at: usize, before: &[String], found: &mut Vec<Named>) -> usize {
    let (own, mut at) = path(tokens, at);
    // The line of the last part: in a broken `use` that is where the culprit stands.
    let line = tokens.get(at.saturating_sub(1)).map_or(0, |token| token.line);
    let path = [before, &own].concat();
    match tokens.get(at).map(|token| token.text.as_str()) {
        Some("{") => {
            at += 1;
            while at < tokens.len() && tokens[at].text != "}" {
                at = tree(tokens, at, &path, found);
                if tokens.get(at).is_some_and(|token| token.text == ",") {
                    at += 1;
                }
            }
            return at + 1;
        }
        Some("*") => at += 1,
        Some("as") => at += 2,
        Some("," | "}" | ";") | None => {}
        // A sign that no `use` has: pass over it, so that every tree ends.
        Some(_) => return at + 1,
    }
    found.push(Named { path, line });
    at
}

fn is_word(token: &Token) -> bool {
    token.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
