//! Regular expressions in Python's syntax → the syntax of the engine used here.

use fancy_regex::{Regex, RegexBuilder};

use super::ToolError;

/// Compiles a pattern so that each match stops after `steps` steps of backtracking.
pub(super) fn compile(pattern: &str, steps: usize) -> Result<Regex, ToolError> {
    RegexBuilder::new(&translate(pattern))
        .backtrack_limit(steps)
        .delegate_size_limit(4 << 20)
        .build()
        .map_err(|error| ToolError::Pattern { detail: error.to_string() })
}

/// Rewrites what Python writes or reads differently; all else stays.
fn translate(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let step = match c {
            '\\' => escape(rest, &mut out),
            '[' => class(rest, &mut out),
            '(' => group(rest, &mut out),
            '{' => repetition(rest, &mut out),
            _ => {
                out.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[step..];
    }
    out
}

/// A backslash and what it escapes.
fn escape(rest: &str, out: &mut String) -> usize {
    let Some(c) = rest[1..].chars().next() else {
        out.push('\\');
        return 1;
    };
    match c {
        'Z' => out.push_str("\\z"),
        // Word boundaries here, plain characters in Python.
        '<' | '>' => out.push(c),
        c if c.is_ascii() || c.is_alphanumeric() => out.extend(['\\', c]),
        c => out.push(c),
    }
    1 + c.len_utf8()
}

/// A character class: brackets and doubled operators within it are plain characters in Python.
fn class(rest: &str, out: &mut String) -> usize {
    let mut at = 1;
    out.push('[');
    if rest[at..].starts_with('^') {
        out.push('^');
        at += 1;
    }
    if rest[at..].starts_with(']') {
        out.push_str("\\]");
        at += 1;
    }
    while let Some(c) = rest[at..].chars().next() {
        match c {
            ']' => {
                out.push(']');
                return at + 1;
            }
            '\\' => at += escape(&rest[at..], out),
            '[' | '&' | '~' => {
                out.extend(['\\', c]);
                at += 1;
            }
            _ => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    at
}

/// The opening of a group.
fn group(rest: &str, out: &mut String) -> usize {
    if let Some(name) = rest.strip_prefix("(?P=").and_then(|r| r.split_once(')')).map(|(name, _)| name) {
        out.push_str(&format!("\\k<{name}>"));
        return "(?P=".len() + name.len() + 1;
    }
    if rest.starts_with("(?#") {
        return rest.find(')').map_or(rest.len(), |end| end + 1);
    }
    // Flags: ASCII, locale and Unicode modes don't exist here.
    if let Some(flags) = rest.strip_prefix("(?") {
        let end = flags.find(|c: char| !(c.is_ascii_alphabetic() || c == '-')).unwrap_or(flags.len());
        let known = flags[..end].chars().all(|c| "aiLmsux-".contains(c));
        if end > 0 && known && flags[end..].starts_with([')', ':']) {
            let kept: String = flags[..end].chars().filter(|c| !"aLu".contains(*c)).collect();
            let only_flags = flags[end..].starts_with(')');
            match (kept.trim_matches('-').is_empty(), only_flags) {
                (true, true) => {}
                (true, false) => out.push_str("(?:"),
                (false, true) => out.push_str(&format!("(?{kept})")),
                (false, false) => out.push_str(&format!("(?{kept}:")),
            }
            return 2 + end + 1;
        }
    }
    out.push('(');
    1
}

/// A brace: a repetition, or in Python a plain character.
fn repetition(rest: &str, out: &mut String) -> usize {
    let inner = rest[1..].split_once('}').map(|(inner, _)| inner);
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    match inner.map(|inner| (inner, inner.split_once(','))) {
        Some((inner, None)) if !inner.is_empty() && digits(inner) => out.push('{'),
        Some((inner, Some(("", most)))) if digits(most) && !most.is_empty() => {
            out.push_str(&format!("{{0,{most}}}"));
            return inner.len() + 2;
        }
        Some((_, Some((least, most)))) if !least.is_empty() && digits(least) && digits(most) => out.push('{'),
        _ => out.push_str("\\{"),
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_syntax() {
        let check = |pattern: &str, text: &str, expected: bool| {
            let regex = compile(pattern, 10_000).unwrap_or_else(|e| panic!("{pattern}: {e}"));
            assert_eq!(regex.is_match(text).expect("within the limit"), expected, "{pattern} → {}", translate(pattern));
        };
        check(r"(?P<q>['\x22])x(?P=q)", "'x'", true);
        check(r"(?P<q>['\x22])x(?P=q)", "'x\"", false);
        check(r"end\Z", "the end", true);
        check(r"[[\]&&]", "[", true);
        check(r"[]a]", "]", true);
        check(r"dict{", "dict{", true);
        check(r"{x}", "{x}", true);
        check(r"a{,2}b", "aab", true);
        check(r"(?i)CLASS", "class", true);
        check(r"(?u)\bx", "x", true);
        check(r"(?a:x)", "x", true);
        check(r"(?#comment)x", "x", true);
        check(r"foo(?!bar)", "foobar", false);
        check(r"(?<=def )\w+", "def x", true);
        check(r"\<b\>", "<b>", true);
        check(r"é+\d{2,}", "éé12", true);
    }

    #[test]
    fn invalid_patterns_say_so() {
        for pattern in ["(", "[", "*a", "(?P<x", "\\"] {
            assert!(matches!(compile(pattern, 100), Err(ToolError::Pattern { .. })), "{pattern}");
        }
    }
}
