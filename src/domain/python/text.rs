//! Python's own idea of text where it differs from Rust's: white space, words, tab stops, file stems.

/// Python's `str.isspace` for one character: Unicode white space and the four information separators.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

/// Python's `\w`: letters, digits and the underscore.
pub fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Python's `str.strip()`.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Length in code points, as Python's `len` counts.
pub fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// `text` with `\r\n` and lone `\r` turned into `\n`.
pub fn universal_newlines(text: &str) -> std::borrow::Cow<'_, str> {
    if memchr::memchr(b'\r', text.as_bytes()).is_some() {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text.into()
    }
}

/// The last component of a path without its last extension; a name of dots and an extension only is kept.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rfind('.') {
        Some(dot) if name[..dot].chars().any(|c| c != '.') => &name[..dot],
        _ => name,
    }
}

/// Tabs replaced by blanks up to the next multiple of eight columns; a line end starts again at column 0.
pub fn expand_tabs(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains('\t') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 64);
    let mut column = 0;
    for c in text.chars() {
        match c {
            '\t' => {
                let blanks = 8 - column % 8;
                out.extend(std::iter::repeat_n(' ', blanks));
                column += blanks;
            }
            '\n' | '\r' => {
                out.push(c);
                column = 0;
            }
            _ => {
                out.push(c);
                column += 1;
            }
        }
    }
    out.into()
}

/// A docstring without the indentation its lines share and without blank lines around it; the first line
/// is apart, as it begins behind the quotes. Only blanks count as indentation, after tabs are expanded.
pub fn clean_docstring(raw: &str) -> String {
    let expanded = expand_tabs(raw);
    let mut lines: Vec<&str> = expanded.split('\n').collect();
    let margin = lines
        .iter()
        .skip(1)
        .filter_map(|line| {
            let content = line.trim_start_matches(' ');
            (!content.is_empty()).then(|| line.len() - content.len())
        })
        .min()
        .unwrap_or(0);
    if let Some((first, rest)) = lines.split_first_mut() {
        *first = first.trim_start_matches(' ');
        for line in rest {
            *line = line.get(margin..).unwrap_or("");
        }
    }
    let blank = |line: &&str| line.is_empty();
    let start = lines.iter().position(|l| !blank(l)).unwrap_or(lines.len());
    let end = lines.iter().rposition(|l| !blank(l)).map_or(start, |i| i + 1);
    lines[start..end].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems() {
        let check = |path, expected| assert_eq!(stem(path), expected, "{path}");
        check("a/b.py", "b");
        check("a/.bashrc", ".bashrc");
        check("README", "README");
        check("x.tar.gz", "x.tar");
        check("a/..rst", "..rst");
        check("foo.", "foo");
    }

    #[test]
    fn cleaned_docstrings() {
        let check = |raw, expected| assert_eq!(clean_docstring(raw), expected, "{raw:?}");
        check("one", "one");
        check("  one\n\n    two\n      three\n    ", "one\n\ntwo\n  three");
        check("\n\n    a\n    b\n\n", "a\nb");
        check("a\n\tb\n        c", "a\nb\nc");
        check("", "");
        check("   \n  ", "  ");
    }

    #[test]
    fn separators_are_blank_for_python() {
        assert_eq!(strip("\x1c a\u{85}\u{3000}\x1f"), "a");
        assert!(!is_space('\u{200b}'));
    }
}
