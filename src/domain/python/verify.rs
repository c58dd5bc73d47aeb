//! The self-check of stripping: both sources are parsed again and their trees compared.

use ruff_python_ast::comparable::ComparableStmt;
use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{AtomicNodeIndex, ExceptHandler, Stmt, StmtPass, Suite};
use ruff_text_size::{Ranged, TextRange};

use super::parse::Module;
use super::strip::{StripMode, docstring_run, is_string};

/// True where `stripped` parses and its tree is that of `original` without docstrings; in the strict mode,
/// without any string statement.
pub fn verify(original: &str, stripped: &str, mode: StripMode) -> bool {
    let (Ok(before), Ok(after)) = (Module::parse(original), Module::parse(stripped)) else { return false };
    if same_tree(&before, &after, mode) {
        return true;
    }
    // The parser keeps comments in the source text of `{x = }` fields; the interpreter doesn't. So the
    // trees are compared again with such comments blanked out of the original.
    let plain = without_comments_in_fields(&before);
    plain != original && Module::parse(&plain).is_ok_and(|plain| same_tree(&plain, &after, mode))
}

fn same_tree(before: &Module, after: &Module, mode: StripMode) -> bool {
    let mut body = before.parsed.suite().clone();
    Remover { mode }.documented(&mut body, false);
    let after = after.body();
    body.len() == after.len() && body.iter().zip(after).all(|(a, b)| ComparableStmt::from(a) == ComparableStmt::from(b))
}

/// Removes string statements from a tree.
struct Remover {
    mode: StripMode,
}

impl Remover {
    /// The body of a module, class or function.
    fn documented(&self, body: &mut Suite, needs_statement: bool) {
        body.drain(..docstring_run(body));
        self.block(body);
        if body.is_empty() && needs_statement {
            body.push(pass());
        }
    }

    /// Any other body.
    fn block(&self, body: &mut Suite) {
        if self.mode == StripMode::Strict && body.iter().any(is_string) {
            body.retain(|statement| !is_string(statement));
            if body.is_empty() {
                body.push(pass());
            }
        }
        body.iter_mut().for_each(|statement| self.within(statement));
    }

    fn within(&self, statement: &mut Stmt) {
        let each = |body: &mut Suite| self.block(body);
        match statement {
            Stmt::FunctionDef(s) => self.documented(&mut s.body, true),
            Stmt::ClassDef(s) => self.documented(&mut s.body, true),
            Stmt::For(s) => [&mut s.body, &mut s.orelse].into_iter().for_each(each),
            Stmt::While(s) => [&mut s.body, &mut s.orelse].into_iter().for_each(each),
            Stmt::If(s) => {
                each(&mut s.body);
                s.elif_else_clauses.iter_mut().for_each(|clause| each(&mut clause.body));
            }
            Stmt::With(s) => each(&mut s.body),
            Stmt::Match(s) => s.cases.iter_mut().for_each(|case| each(&mut case.body)),
            Stmt::Try(s) => {
                [&mut s.body, &mut s.orelse, &mut s.finalbody].into_iter().for_each(each);
                s.handlers.iter_mut().for_each(|ExceptHandler::ExceptHandler(handler)| each(&mut handler.body));
            }
            _ => {}
        }
    }
}

fn pass() -> Stmt {
    Stmt::Pass(StmtPass { range: TextRange::default(), node_index: AtomicNodeIndex::NONE })
}

fn without_comments_in_fields(module: &Module) -> String {
    let (mut depth, mut at, mut out) = (0u32, 0, String::new());
    for token in module.tokens() {
        match token.kind() {
            TokenKind::FStringStart | TokenKind::TStringStart => depth += 1,
            TokenKind::FStringEnd | TokenKind::TStringEnd => depth = depth.saturating_sub(1),
            TokenKind::Comment if depth > 0 => {
                out.push_str(&module.text[at..token.start().to_usize()]);
                at = token.end().to_usize();
            }
            _ => {}
        }
    }
    out.push_str(&module.text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_same_from_changed() {
        let check = |original, stripped, expected| {
            assert_eq!(verify(original, stripped, StripMode::Standard), expected, "{original:?}")
        };
        check("def f():\n    'd'\n", "def f():\n    pass\n", true);
        check("def f():\n    'd'\n    return 1  # c\n", "def f():\n    return 1\n", true);
        check("def f():\n    'd'\n    return 1\n", "def f():\n    return 2\n", false);
        check("x = 'd'\n", "x = \n", false);
        check("x = f\"{\n  y  # c\n  = }\"\n", "x = f\"{\n  y  \n  = }\"\n", true);
    }
}
