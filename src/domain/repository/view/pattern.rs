//! Regular expressions in Python's syntax → the syntax of the engine used here.

use fancy_regex::{Regex, RegexBuilder};

use super::ToolError;

/// Compiles a pattern so that each match stops after `steps` steps of backtracking.
pub(super) fn compile(pattern: &str, steps: usize) -> Result<Regex, ToolError> {
    RegexBuilder::new(&translate(pattern))
        .backtrack_limit(steps)
        .delegate_size_limit(10 << 20)
        .build()
        .map_err(|error| ToolError::Pattern { detail: error.to_string() })
}

/// For a pattern without look-around, references and anchors of the whole text: one that finds a match in
/// a file wherever the pattern matches one of its lines, so that files without any can be passed over.
pub(super) fn file_filter(pattern: &str) -> Option<Regex> {
    if !is_plain(pattern) {
        return None;
    }
    RegexBuilder::new(&format!("(?m){}", translate(pattern))).delegate_size_limit(10 << 20).build().ok()
}

/// True where a match needs no backtracking and doesn't depend on where the text begins and ends.
pub(super) fn is_plain(pattern: &str) -> bool {
    let mut from = 0;
    while let Some(at) = pattern[from..].find(['\\', '(', '+']).map(|at| from + at) {
        let behind = &pattern[at + 1..];
        from = at + 1;
        let plain = match pattern.as_bytes()[at] {
            b'\\' => {
                from += behind.chars().next().map_or(0, char::len_utf8);
                !behind.starts_with(|c: char| c.is_ascii_digit() || "AZzGKkgRX".contains(c))
            }
            b'(' => !behind.starts_with('?') || ["?:", "?i)", "?i:", "?P<"].iter().any(|open| behind.starts_with(open)),
            // A possessive repetition.
            _ => !pattern[..at].ends_with(['+', '*', '?', '}']),
        };
        if !plain {
            return false;
        }
    }
    true
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
    fn plain_patterns() {
        let check = |pattern: &str, expected: bool| assert_eq!(is_plain(pattern), expected, "{pattern}");
        check(r"^class (\w+)\(", true);
        check(r"(?i)(?:a|b)+(?P<x>c)\\1", true);
        check(r"(a)\1", false);
        check(r"a(?=b)", false);
        check(r"a++", false);
        check(r"a\Z", false);
    }

    #[test]
    fn invalid_patterns_say_so() {
        for pattern in ["(", "[", "*a", "(?P<x", "\\"] {
            assert!(matches!(compile(pattern, 100), Err(ToolError::Pattern { .. })), "{pattern}");
        }
    }
}
