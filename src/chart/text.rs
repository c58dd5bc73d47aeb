//! How wide a text is, about, and how it is broken into lines. Estimated high, so that what fits here fits
//! in any system font.

/// Width of `text` at a font size, in the same unit as the size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| advance(c) * size).sum()
}

fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.32,
        'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | ' ' | '\u{a0}' | '-' | '/' => 0.40,
        'm' | 'w' | 'M' | 'W' | '…' | '%' | '@' | '—' => 0.95,
        'A'..='Z' => 0.72,
        c if (c as u32) > 0x2E7F => 1.05,
        c if (c as u32) > 0x2FF => 0.8,
        _ => 0.60,
    }
}

/// The text, cut with an ellipsis where it is wider than `room`.
pub(super) fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut cut: String = text.to_owned();
    while !cut.is_empty() && width(&cut, size) + width("…", size) > room {
        cut.pop();
    }
    cut.trim_end().to_owned() + "…"
}

/// The text in at most `most` lines of `room`, broken where words may be and within a word only where it
/// is longer than a line; what is left over is cut.
pub(super) fn wrap(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines = break_lines(text, size, room);
    if lines.len() > most.max(1) {
        let rest: String = lines.split_off(most.max(1) - 1).concat();
        lines.push(fit(rest.trim(), size, room));
    }
    lines.iter().map(|line| fit(line.trim(), size, room)).collect()
}

/// As [`wrap`], or `None` where a word would be broken or something would be cut.
pub(super) fn wrap_whole(text: &str, size: f64, room: f64, most: usize) -> Option<Vec<String>> {
    let breaks_no_word = pieces(text).all(|piece| width(piece.trim_end(), size) <= room);
    let lines = break_lines(text, size, room);
    (breaks_no_word && lines.len() <= most).then(|| lines.iter().map(|line| line.trim().to_owned()).collect())
}

fn break_lines(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let fits = |line: &str, more: &str| width((line.to_owned() + more).trim(), size) <= room;
        let last = lines.last().map_or("", String::as_str);
        if !last.is_empty() && !fits(last, piece) {
            lines.push(String::new());
        }
        for c in piece.chars() {
            let last = lines.last().map_or("", String::as_str);
            if !last.is_empty() && !fits(last, c.encode_utf8(&mut [0; 4])) {
                lines.push(String::new());
            }
            if let Some(last) = lines.last_mut() {
                last.push(c);
            }
        }
    }
    lines
}

/// The text in the pieces that stay on one line: after a space, hyphen, slash or underscore there may be
/// another.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([' ', '-', '/', '_'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(fit("seaborn", 13.0, 200.0), "seaborn");
        let cut = fit("DeepSeek-R1-Distill-Qwen-1.5B", 13.0, 100.0);
        assert!(cut.starts_with("DeepSeek") && cut.ends_with('…') && width(&cut, 13.0) <= 100.0, "{cut}");
    }

    #[test]
    fn lines_break_between_words() {
        let check = |text: &str, room: f64, most: usize, expected: &[&str]| {
            let lines = wrap(text, 10.0, room, most);
            assert_eq!(lines, expected);
            assert!(lines.iter().all(|line| width(line, 10.0) <= room), "{lines:?}");
        };
        check("openai/gpt-5.1-codex-mini", 70.0, 3, &["openai/gpt-", "5.1-codex-", "mini"]);
        check("openai/gpt-5.1-codex-mini", 70.0, 2, &["openai/gpt-", "5.1-codex-…"]);
        check("Dampfschifffahrt", 50.0, 3, &["Dampfsc", "hifffahrt"]);
        check("", 50.0, 3, &[""]);
        check("eins zwei", 500.0, 3, &["eins zwei"]);
    }

    #[test]
    fn whole_words_or_nothing() {
        assert_eq!(wrap_whole("closed-book", 12.0, 60.0, 2), Some(vec!["closed-".into(), "book".into()]));
        assert_eq!(wrap_whole("documented", 12.0, 40.0, 4), None);
        assert_eq!(wrap_whole("a-b-c-d", 12.0, 14.0, 2), None);
    }
}
