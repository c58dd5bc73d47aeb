//! Natural language that is left in Python and Cython sources.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, FStringPart, Stmt};
use ruff_text_size::Ranged;

use super::parse::Module;
use super::strip::is_string;

/// Length in characters from which a literal may be a text.
pub const LONG_LITERAL_CHARS: usize = 120;
/// Words that a text has at least.
const TEXT_WORDS: usize = 15;
/// Share of a text's characters that are in words, at least.
const TEXT_SHARE: f64 = 0.6;
/// Characters of an excerpt at most.
const EXCERPT_CHARS: usize = 160;

/// A string in a source that is natural language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Whether it is a statement of its own; a value of the program otherwise.
    pub is_statement: bool,
    /// Line, counted from 1.
    pub line: u32,
    /// Length in characters.
    pub chars: usize,
    /// How it begins, on one line.
    pub excerpt: String,
}

impl Passage {
    fn new(is_statement: bool, line: u32, text: &str) -> Self {
        Self { is_statement, line, chars: super::text::length(text), excerpt: excerpt(text) }
    }

    /// A whole file.
    pub fn whole(text: &str) -> Self {
        Self::new(false, 1, text)
    }
}

/// The string statements of a Python source that are no docstrings, and its long literals that are text;
/// in the order of their places.
///
/// Nothing where the source doesn't parse.
pub fn passages(source: &str) -> Vec<Passage> {
    let Ok(module) = Module::parse(source) else { return Vec::new() };
    let mut finder = Finder { module: &module, found: Vec::new() };
    finder.visit_body(module.body());
    finder.found
}

/// The string statements of a Cython source. Its grammar is another one, so they are found by their tokens:
/// a string that is alone in its logical line.
pub fn cython_passages(source: &str) -> Vec<Passage> {
    let Ok(module) = Module::parse_tolerant(source) else { return Vec::new() };
    let tokens: Vec<&Token> =
        module.tokens().iter().filter(|t| !matches!(t.kind(), TokenKind::Indent | TokenKind::Dedent)).collect();
    let ends = |token: Option<&&Token>| {
        token.is_none_or(|t| {
            t.kind().is_any_newline() || matches!(t.kind(), TokenKind::Comment | TokenKind::EndOfFile | TokenKind::Semi)
        })
    };
    let strings = tokens.iter().enumerate().filter(|(at, token)| {
        token.kind() == TokenKind::String
            && ends(at.checked_sub(1).and_then(|i| tokens.get(i)))
            && ends(tokens.get(at + 1))
    });
    strings
        .map(|(_, token)| Passage::new(true, module.line(token.start().into()), inner(module.source(*token))))
        .collect()
}

struct Finder<'m> {
    module: &'m Module<'m>,
    found: Vec<Passage>,
}

impl Finder<'_> {
    fn add(&mut self, is_statement: bool, node: &impl Ranged, text: &str) {
        self.found.push(Passage::new(is_statement, self.module.line(node.start().into()), text));
    }
}

impl<'a> Visitor<'a> for Finder<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Expr(expression) if is_string(statement) => {
                if let Expr::StringLiteral(literal) = &*expression.value {
                    self.add(true, statement, literal.value.to_str());
                }
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::StringLiteral(literal) if is_text(literal.value.to_str()) => {
                self.add(false, expression, literal.value.to_str());
            }
            Expr::FString(literal) => {
                let text: String = literal
                    .value
                    .iter()
                    .flat_map(|part| match part {
                        FStringPart::Literal(literal) => vec![&*literal.value],
                        FStringPart::FString(f) => f.elements.literals().map(|l| &*l.value).collect(),
                    })
                    .collect();
                if is_text(&text) {
                    self.add(false, expression, &text);
                }
                walk_expr(self, expression);
            }
            _ => walk_expr(self, expression),
        }
    }
}

/// Whether a literal is natural language: long, of many words, and little else.
fn is_text(text: &str) -> bool {
    if text.len() < LONG_LITERAL_CHARS {
        return false;
    }
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() * 10 >= word.chars().count() * 8;
    let (mut words, mut in_words, mut chars) = (0_usize, 0_usize, 0_usize);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        chars += length + 1;
        if is_word(word) {
            words += 1;
            in_words += length + 1;
        }
    }
    chars >= LONG_LITERAL_CHARS && words >= TEXT_WORDS && in_words as f64 >= TEXT_SHARE * chars as f64
}

/// The beginning of a text, its white space made single blanks.
fn excerpt(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        if out.chars().count() > EXCERPT_CHARS {
            let end = out.char_indices().nth(EXCERPT_CHARS).map_or(out.len(), |(at, _)| at);
            out.truncate(end);
            out.push('…');
            break;
        }
    }
    out
}

/// What is between the quotes of a string token.
fn inner(token: &str) -> &str {
    let body = token.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    body.trim_matches(|c| c == '"' || c == '\'')
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "Writes the report of the last run into the given folder and keeps what is there already, \
                        so that several runs can be compared with each other later on.";

    #[test]
    fn statements_and_texts() {
        let source = format!(
            "x = 1\n'''Attribute\n   docs.'''\nadd('--out', help='{HELP}')\ny = f'{{x}} {HELP}'\nz = '{}'\n",
            "a1b2 ".repeat(60)
        );
        let found: Vec<_> = passages(&source).into_iter().map(|p| (p.is_statement, p.line, p.chars)).collect();
        assert_eq!(found, [(true, 2, 18), (false, 4, HELP.len()), (false, 5, HELP.len() + 1)]);
        assert_eq!(passages(&source)[0].excerpt, "Attribute docs.");
    }

    #[test]
    fn cython() {
        let source = "cdef class A:\n    \"\"\"Docs.\"\"\"\n    cdef int x\n    def f(self, double[:] y):\n        'More.' # c\n        s = 'value'\n        call('value')\n";
        let found: Vec<_> = cython_passages(source).into_iter().map(|p| (p.line, p.excerpt)).collect();
        assert_eq!(found, [(2, "Docs.".to_owned()), (5, "More.".to_owned())]);
    }
}
