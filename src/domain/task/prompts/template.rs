//! A text with gaps, and how the gaps are filled.

use thiserror::Error;

/// Characters of a text at most.
pub const MOST_CHARS: usize = 20_000;

/// One text that models are asked with. The user may change it.
#[derive(Debug)]
pub struct Template {
    /// Stable identifier, which is the name of its file too.
    pub id: &'static str,
    /// The part of the work that it belongs to.
    pub stage: PromptStage,
    /// What it is, for people.
    pub title: &'static str,
    /// What it is for: one sentence.
    pub purpose: &'static str,
    /// What is put into it.
    pub placeholders: &'static [Placeholder],
    /// Keys of the JSON object that it has to ask for.
    pub keys: &'static [&'static str],
    /// Its file, with the line end that files end with.
    pub(super) file: &'static str,
}

/// The part of the work that a template belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PromptStage {
    /// Making tasks.
    Generation,
    /// Answering under a condition.
    Answering,
    /// Judging answers.
    Judging,
}

impl PromptStage {
    /// All stages, in order.
    pub const ALL: [Self; 3] = [Self::Generation, Self::Answering, Self::Judging];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Generation => "Generation",
            Self::Answering => "Answering",
            Self::Judging => "Judging",
        }
    }
}

/// A gap in a template, written as its name in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// Its name: small letters and underscores.
    pub name: &'static str,
    /// What is put there.
    pub meaning: &'static str,
    /// Whether a text without it is of no use.
    pub is_required: bool,
}

impl Placeholder {
    pub(super) const fn must(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, is_required: true }
    }

    pub(super) const fn may(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, is_required: false }
    }
}

/// What is wrong with a text in the place of a template's own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextProblem {
    /// Nothing in it.
    #[error("It is empty: write something, or go back to the default.")]
    Empty,
    /// Longer than [`MOST_CHARS`].
    #[error("It has {chars} characters, and {MOST_CHARS} are the most: shorten it.")]
    TooLong {
        /// Its length.
        chars: usize,
    },
    /// A placeholder without which it is of no use.
    #[error("{{{name}}} is missing: put it where that is to stand: {meaning}.")]
    Missing {
        /// The placeholder.
        name: &'static str,
        /// What is put there.
        meaning: &'static str,
    },
    /// A word in braces that is no placeholder of the template.
    #[error("{{{name}}} is no placeholder of this text: it is sent as it stands.")]
    Unknown {
        /// The word.
        name: String,
    },
    /// A key that the reply is read by isn't asked for.
    #[error("It doesn't name the key \"{key}\": a reply without it can't be used, and costs another call.")]
    Key {
        /// The key.
        key: &'static str,
    },
}

impl TextProblem {
    /// Whether a text with this problem can't be used at all; else it is a warning.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Empty | Self::TooLong { .. } | Self::Missing { .. })
    }
}

impl Template {
    /// Its text, unless the user has changed it.
    pub fn default_text(&self) -> &'static str {
        self.file.strip_suffix('\n').unwrap_or(self.file)
    }

    /// What is wrong with a text in its place; fatal problems first.
    pub fn check(&self, text: &str) -> Vec<TextProblem> {
        if text.trim().is_empty() {
            return vec![TextProblem::Empty];
        }
        let mut problems = Vec::new();
        let chars = text.chars().count();
        if chars > MOST_CHARS {
            problems.push(TextProblem::TooLong { chars });
        }
        let mut named: Vec<&str> = pieces(text).filter_map(|piece| piece.name()).collect();
        let missing = self.placeholders.iter().filter(|known| known.is_required && !named.contains(&known.name));
        problems.extend(missing.map(|known| TextProblem::Missing { name: known.name, meaning: known.meaning }));
        named.sort_unstable();
        named.dedup();
        let unknown = named.into_iter().filter(|name| !self.placeholders.iter().any(|known| known.name == *name));
        problems.extend(unknown.map(|name| TextProblem::Unknown { name: name.to_owned() }));
        let is_named = |key: &&&str| [format!("\"{key}\""), format!("`{key}`")].iter().any(|form| text.contains(form));
        let keys = self.keys.iter().filter(|key| !is_named(key));
        problems.extend(keys.map(|key| TextProblem::Key { key }));
        problems
    }

    /// Whether a text can take its place.
    pub fn is_usable(&self, text: &str) -> bool {
        !self.check(text).iter().any(TextProblem::is_fatal)
    }
}

/// A text with its gaps filled, each once: what is put in is never looked at again, whatever braces it has. A gap
/// without a value stays as it is.
pub(super) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>());
    for piece in pieces(text) {
        let value = piece.name().and_then(|name| values.iter().find(|(of, _)| *of == name));
        filled.push_str(value.map_or(piece.text(), |(_, value)| value));
    }
    filled
}

/// A piece of a template's text.
enum Piece<'a> {
    Words(&'a str),
    /// A name in braces, braces included.
    Gap(&'a str),
}

impl<'a> Piece<'a> {
    fn text(&self) -> &'a str {
        match self {
            Self::Words(text) | Self::Gap(text) => text,
        }
    }

    fn name(&self) -> Option<&'a str> {
        match self {
            Self::Words(_) => None,
            Self::Gap(text) => Some(text.trim_matches(['{', '}'])),
        }
    }
}

/// Cuts a text at its gaps. A brace that begins no name of small letters is a brace, as in JSON.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (piece, after) = match gap(rest) {
            _ if rest.is_empty() => return None,
            Some(end) => (Piece::Gap(&rest[..end]), end),
            None => {
                let next = rest.char_indices().skip(1).find(|(at, _)| gap(&rest[*at..]).is_some());
                let end = next.map_or(rest.len(), |(at, _)| at);
                (Piece::Words(&rest[..end]), end)
            }
        };
        rest = &rest[after..];
        Some(piece)
    })
}

/// Where the gap ends with which a text begins.
fn gap(text: &str) -> Option<usize> {
    let name = text.strip_prefix('{')?;
    let length = name.bytes().take_while(|byte| byte.is_ascii_lowercase() || *byte == b'_').count();
    (length > 0 && name[length..].starts_with('}')).then_some(length + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filled(text: &str, expected: &str) {
        assert_eq!(fill(text, &[("a", "{b}"), ("b", "{a}{c}"), ("long_name", "x")]), expected, "{text}");
    }

    #[test]
    fn gaps_are_filled_once() {
        filled("", "");
        filled("a", "a");
        filled("{a}{b}{a}", "{b}{a}{c}{b}");
        filled("{{a}} {\"a\": \"…\"} {long_name}", "{{b}} {\"a\": \"…\"} x");
        filled("{c} {A} {a b} {a {b", "{c} {A} {a b} {a {b");
        filled("é{a}é{", "é{b}é{");
    }

    proptest! {
        #[test]
        fn what_is_put_in_comes_out_as_it_is(value in "\\PC*", before in "[^{}]*", after in "[^{}]*") {
            let got = fill(&format!("{before}{{a}}{after}"), &[("a", &value), ("b", "no")]);
            prop_assert_eq!(got, format!("{before}{value}{after}"));
        }

        #[test]
        fn pieces_are_the_whole_text(text in "[{}a-c_ é\n\"]*") {
            let all: String = pieces(&text).map(|piece| piece.text()).collect();
            prop_assert_eq!(all, text);
        }
    }

    static TEMPLATE: Template = Template {
        id: "t",
        stage: PromptStage::Judging,
        title: "t",
        purpose: "t",
        placeholders: &[Placeholder::must("answer", "the answer"), Placeholder::may("tools", "the tools")],
        keys: &["score"],
        file: "{answer} \"score\"\n",
    };

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = TEMPLATE.check(text).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn texts_are_checked() {
        let missing = "{answer} is missing: put it where that is to stand: the answer.";
        let unknown = "{anser} is no placeholder of this text: it is sent as it stands.";
        let key = "It doesn't name the key \"score\": a reply without it can't be used, and costs another call.";
        check(TEMPLATE.default_text(), &[]);
        check("{answer} {tools} `score` {\"x\": 1}", &[]);
        check(" \n", &["It is empty: write something, or go back to the default."]);
        check("{anser} {anser} score", &[missing, unknown, key]);
        let long = format!("{{answer}} \"score\" {}", "x".repeat(MOST_CHARS));
        check(&long, &["It has 20017 characters, and 20000 are the most: shorten it."]);
        assert!(TEMPLATE.is_usable("{answer} {anser}") && !TEMPLATE.is_usable("{anser}") && !TEMPLATE.is_usable(&long));
    }
}
