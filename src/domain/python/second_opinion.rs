//! A second, independent parser looks at what stripping did. A parser that checks its own work proves
//! little; two that agree prove much.

use std::convert::Infallible;

use rustpython_ast::fold::Fold;
use rustpython_ast::text_size::TextRange;
use rustpython_ast::{Constant, ExceptHandler, Expr, Stmt, StmtPass, Suite};
use rustpython_parser::Parse;
use serde::{Deserialize, Serialize};

use super::depth;
use super::strip::StripMode;

/// Arms of `elif` that the second parser's tree, which nests them, is given at most.
const MOST_ELIFS: usize = 500;

/// What the second parser says of a stripped source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondOpinion {
    /// The tree is that of the original without its docstrings.
    Agrees,
    /// It is another tree, or none.
    Differs,
    /// The original is beyond this parser, and why: it knows Python up to 3.11 and most of 3.12.
    NotCovered(String),
}

/// Parses both sources with rustpython-parser and compares the trees.
pub fn second_opinion(original: &str, stripped: &str, mode: StripMode) -> SecondOpinion {
    if !depth::is_shallow(original) || original.matches("elif").count() > MOST_ELIFS {
        return SecondOpinion::NotCovered("it nests too deeply for this parser".into());
    }
    let mut before = match Suite::parse(original, "original") {
        Ok(suite) => suite,
        Err(error) => return SecondOpinion::NotCovered(error.error.to_string()),
    };
    let Ok(after) = Suite::parse(stripped, "stripped") else { return SecondOpinion::Differs };
    Remover { mode }.documented(&mut before, false);
    if without_places(before) == without_places(after) { SecondOpinion::Agrees } else { SecondOpinion::Differs }
}

/// Drops from each node where it stands.
struct Unplaced;

impl Fold<TextRange> for Unplaced {
    type TargetU = ();
    type Error = Infallible;
    type UserContext = ();

    fn will_map_user(&mut self, _place: &TextRange) {}

    fn map_user(&mut self, _place: TextRange, (): ()) -> Result<(), Infallible> {
        Ok(())
    }
}

fn without_places(suite: Suite) -> Suite<()> {
    let Ok(suite) = Unplaced.fold(suite);
    suite
}

/// Removes string statements from a tree.
struct Remover {
    mode: StripMode,
}

impl Remover {
    fn documented(&self, body: &mut Suite, needs_statement: bool) {
        let run = body.iter().take_while(|statement| is_string(statement)).count();
        body.drain(..run);
        self.block(body);
        if body.is_empty() && needs_statement {
            body.push(pass());
        }
    }

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
        let handlers = |handlers: &mut Vec<ExceptHandler>| {
            handlers.iter_mut().for_each(|ExceptHandler::ExceptHandler(handler)| self.block(&mut handler.body));
        };
        let each = |bodies: [&mut Suite; 2]| bodies.into_iter().for_each(|body| self.block(body));
        match statement {
            Stmt::FunctionDef(s) => self.documented(&mut s.body, true),
            Stmt::AsyncFunctionDef(s) => self.documented(&mut s.body, true),
            Stmt::ClassDef(s) => self.documented(&mut s.body, true),
            Stmt::For(s) => each([&mut s.body, &mut s.orelse]),
            Stmt::AsyncFor(s) => each([&mut s.body, &mut s.orelse]),
            Stmt::While(s) => each([&mut s.body, &mut s.orelse]),
            Stmt::If(s) => each([&mut s.body, &mut s.orelse]),
            Stmt::With(s) => self.block(&mut s.body),
            Stmt::AsyncWith(s) => self.block(&mut s.body),
            Stmt::Match(s) => s.cases.iter_mut().for_each(|case| self.block(&mut case.body)),
            Stmt::Try(s) => {
                each([&mut s.body, &mut s.orelse]);
                self.block(&mut s.finalbody);
                handlers(&mut s.handlers);
            }
            Stmt::TryStar(s) => {
                each([&mut s.body, &mut s.orelse]);
                self.block(&mut s.finalbody);
                handlers(&mut s.handlers);
            }
            _ => {}
        }
    }
}

fn is_string(statement: &Stmt) -> bool {
    let Stmt::Expr(statement) = statement else { return false };
    matches!(&*statement.value, Expr::Constant(constant) if matches!(constant.value, Constant::Str(_)))
}

fn pass() -> Stmt {
    Stmt::Pass(StmtPass { range: TextRange::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opinions() {
        let check = |original, stripped, mode, expected| {
            assert_eq!(second_opinion(original, stripped, mode), expected, "{original:?}");
        };
        use SecondOpinion::*;
        use StripMode::*;
        check("def f():\n  'd'\n  'e'\n  return 1  # c\n", "def f():\n  return 1\n", Standard, Agrees);
        check("class A:\n  'd'\n", "class A:\n  pass\n", Standard, Agrees);
        check("def f():\n  return 1\n", "def f():\n  return 2\n", Standard, Differs);
        check("x = 1\n", "x = \n", Standard, Differs);
        check("x = 1\n'd'\nif x:\n  's'\n", "x = 1\nif x:\n  pass\n", Strict, Agrees);
        check("x = 1\n'd'\n", "x = 1\n", Standard, Differs);
        assert!(matches!(second_opinion("x = t'{y}'\n", "", Standard), NotCovered(_)));
        assert!(matches!(second_opinion(&format!("x = {}1\n", "-".repeat(1000)), "", Standard), NotCovered(_)));
    }
}
