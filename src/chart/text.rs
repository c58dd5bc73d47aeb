//! How wide a text is, about. Estimated high, so that what fits here fits in any system font.

/// Width of `text` at a font size, in the same unit as the size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| advance(c) * size).sum()
}

fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.32,
        'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | ' ' | '-' | '/' => 0.40,
        'm' | 'w' | 'M' | 'W' | '…' => 0.95,
        'A'..='Z' => 0.72,
        c if (c as u32) > 0x2E7F => 1.05,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(fit("seaborn", 13.0, 200.0), "seaborn");
        let cut = fit("DeepSeek-R1-Distill-Qwen-1.5B", 13.0, 100.0);
        assert!(cut.starts_with("DeepSeek") && cut.ends_with('…') && width(&cut, 13.0) <= 100.0, "{cut}");
    }
}
