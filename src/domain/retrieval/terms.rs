//! Terms of prose and code.

/// Words that say nothing about a topic.
const STOP_WORDS: [&str; 84] = [
    "and", "any", "are", "but", "can", "did", "does", "each", "for", "from", "get", "gets", "give", "given", "had",
    "has", "have", "her", "his", "how", "into", "its", "just", "like", "made", "make", "makes", "may", "more", "most",
    "must", "not", "off", "one", "only", "onto", "other", "our", "out", "over", "own", "per", "same", "set", "she",
    "should", "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "those", "through", "too", "two", "upon", "use", "used", "uses", "using", "via", "was", "way", "were", "what",
    "when", "where", "which", "while", "who", "whose", "why", "will", "with", "would", "you", "your",
];

/// The terms of a text: lower-case words of three letters or more without stop words, identifiers cut at
/// underscores and capitals, a plural's `s` cut off.
pub fn terms(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let lower = words.flat_map(cut_at_capitals).map(str::to_lowercase);
    lower.filter(|word| is_telling(word)).map(|word| singular(&word)).collect()
}

fn is_telling(word: &str) -> bool {
    word.chars().count() >= 3 && STOP_WORDS.binary_search(&word).is_err() && !word.chars().all(|c| c.is_ascii_digit())
}

fn singular(word: &str) -> String {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() >= 3 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// `HTTPServerError` → `HTTP`, `Server`, `Error`.
fn cut_at_capitals(word: &str) -> Vec<&str> {
    let chars: Vec<(usize, char)> = word.char_indices().collect();
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 1..chars.len() {
        let (before, here) = (chars[at - 1].1, chars[at].1);
        let next_is_lower = chars.get(at + 1).is_some_and(|(_, next)| next.is_lowercase());
        if here.is_uppercase()
            && (before.is_lowercase() || before.is_numeric() || (before.is_uppercase() && next_is_lower))
        {
            parts.push(&word[start..chars[at].0]);
            start = chars[at].0;
        }
    }
    if start < word.len() {
        parts.push(&word[start..]);
    }
    parts
}

/// What a text names in code: what stands in backticks, words with an underscore, a dot or a capital
/// inside, and calls. Each once, in order.
pub fn code_references(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        let name = name.trim_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '/'));
        let name = name.strip_suffix("()").unwrap_or(name);
        if name.chars().count() >= 2 && !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    };
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 1 {
            add(part.split('(').next().unwrap_or(part));
        } else {
            part.split_whitespace().filter(|word| looks_like_code(word)).for_each(&mut add);
        }
    }
    found
}

fn looks_like_code(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '(' || c == ')'));
    let inner = word.strip_suffix("()").unwrap_or(word);
    let is_name = !inner.is_empty() && inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '/'));
    let has_capital_inside = inner.chars().skip(1).any(char::is_uppercase) && inner.chars().any(char::is_lowercase);
    is_name
        && (word.ends_with("()")
            || inner.contains('_')
            || inner.trim_end_matches('.').contains('.')
            || has_capital_inside)
}

/// The sentences of a text: a line each, and within a line at a full stop, question mark or exclamation
/// mark before a space and a capital.
pub fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let chars: Vec<(usize, char)> = line.char_indices().collect();
        let mut start = 0;
        for window in chars.windows(3) {
            let [(_, end), (space_at, space), (next_at, next)] = window else { continue };
            if matches!(end, '.' | '?' | '!') && space.is_whitespace() && (next.is_uppercase() || *next == '`') {
                found.push(line[start..*space_at].trim().to_owned());
                start = *next_at;
            }
        }
        found.push(line[start..].trim().to_owned());
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn terms_of_prose_and_code() {
        assert_eq!(
            terms("How does HTTPServer_error2 parse the queries?"),
            ["http", "server", "error2", "parse", "querie"]
        );
        assert_eq!(terms("class 123 status"), ["class", "status"]);
    }

    #[test]
    fn references() {
        let text = "The `Parser.parse(x)` calls read_line, os.path and finish() in pkg/io.py. The end. Nothing";
        assert_eq!(code_references(text), ["Parser.parse", "read_line", "os.path", "finish", "pkg/io.py"]);
    }

    #[test]
    fn sentences_end_at_stops_and_lines() {
        assert_eq!(sentences("It is v1.2 here. `f` runs.\n\nNext one"), ["It is v1.2 here.", "`f` runs.", "Next one"]);
    }
}
