//! The facts of one function body: what it calls, raises, returns, handles, tests and assigns.

use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_stmt};
use ruff_python_ast::{ExceptHandler, Expr, Stmt};
use ruff_text_size::Ranged;

use super::Symbol;
use crate::domain::python::parse::Module;

const SHORT_CHARS: usize = 80;
const MAX_CONDITIONS: usize = 8;

/// Facts gathered from a body, without those of definitions within it.
pub(super) struct Facts<'m, 'a> {
    module: &'m Module<'a>,
    calls: Vec<String>,
    raises: Vec<String>,
    returns: Vec<String>,
    yields: bool,
    handles: Vec<String>,
    conditions: Vec<String>,
    assigns: Vec<String>,
}

impl<'m, 'a> Facts<'m, 'a> {
    pub(super) fn of(module: &'m Module<'a>, body: &[Stmt]) -> Self {
        let mut facts = Self {
            module,
            calls: Vec::new(),
            raises: Vec::new(),
            returns: Vec::new(),
            yields: false,
            handles: Vec::new(),
            conditions: Vec::new(),
            assigns: Vec::new(),
        };
        body.iter().for_each(|statement| facts.visit_stmt(statement));
        facts
    }

    pub(super) fn into_symbol(self, symbol: &mut Symbol) {
        symbol.calls = self.calls;
        symbol.raises = self.raises;
        symbol.returns = self.returns;
        symbol.yields = self.yields;
        symbol.handles = self.handles;
        symbol.conditions = self.conditions;
        symbol.assigns = self.assigns;
    }

    fn condition(&mut self, test: &Expr) {
        if self.conditions.len() < MAX_CONDITIONS {
            let text = short(self.module, test);
            add(&mut self.conditions, text);
        }
    }

    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Attribute(_) => {
                if let Some(name) = dotted(target).filter(|n| n.starts_with("self.")) {
                    add(&mut self.assigns, name);
                }
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|t| self.target(t)),
            _ => {}
        }
    }
}

impl<'n> Visitor<'n> for Facts<'_, '_> {
    fn visit_stmt(&mut self, statement: &'n Stmt) {
        match statement {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => return,
            Stmt::Raise(raise) => {
                let exception = match raise.exc.as_deref() {
                    Some(Expr::Call(call)) => Some(&*call.func),
                    other => other,
                };
                if let Some(name) = exception.and_then(dotted) {
                    add(&mut self.raises, name);
                }
            }
            Stmt::Return(s) => {
                if let Some(value) = &s.value {
                    let text = short(self.module, &**value);
                    add(&mut self.returns, text);
                }
            }
            Stmt::If(s) => {
                self.condition(&s.test);
                s.elif_else_clauses.iter().filter_map(|c| c.test.as_ref()).for_each(|test| self.condition(test));
            }
            Stmt::While(s) => self.condition(&s.test),
            Stmt::Assign(s) => s.targets.iter().for_each(|t| self.target(t)),
            Stmt::AnnAssign(s) => self.target(&s.target),
            Stmt::AugAssign(s) => self.target(&s.target),
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_except_handler(&mut self, handler: &'n ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        match inner.type_.as_deref() {
            Some(Expr::Tuple(tuple)) => {
                for part in &tuple.elts {
                    add(&mut self.handles, short(self.module, part));
                }
            }
            Some(one) => add(&mut self.handles, short(self.module, one)),
            None => {}
        }
        walk_except_handler(self, handler);
    }

    fn visit_expr(&mut self, expr: &'n Expr) {
        match expr {
            Expr::Call(call) => {
                if let Some(name) = dotted(&call.func) {
                    add(&mut self.calls, name);
                }
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => self.yields = true,
            Expr::Lambda(_) => return,
            _ => {}
        }
        walk_expr(self, expr);
    }
}

/// `a.b.c` of names and attributes; calls in between are written `a().b`.
fn dotted(expr: &Expr) -> Option<String> {
    let mut parts = Vec::new();
    let mut at = expr;
    loop {
        match at {
            Expr::Name(name) => {
                parts.push(name.id.to_string());
                parts.reverse();
                return Some(parts.join("."));
            }
            Expr::Attribute(attribute) => {
                parts.push(attribute.attr.to_string());
                at = &attribute.value;
            }
            Expr::Call(call) if matches!(&*call.func, Expr::Name(_)) => {
                let Expr::Name(name) = &*call.func else { return None };
                parts.push(format!("{}()", name.id));
                parts.reverse();
                return Some(parts.join("."));
            }
            _ => return None,
        }
    }
}

/// The source of a node on one line, cut at 80 characters.
pub(super) fn short(module: &Module, node: &impl Ranged) -> String {
    let mut text = module.source(node).split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((at, _)) = text.char_indices().nth(SHORT_CHARS - 1).filter(|_| text.chars().count() > SHORT_CHARS) {
        text.truncate(at);
        text.push('…');
    }
    text
}

/// Adds a name once.
fn add(names: &mut Vec<String>, name: String) {
    if !name.is_empty() && !names.contains(&name) {
        names.push(name);
    }
}

pub(super) fn add_all(names: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    more.into_iter().for_each(|name| add(names, name));
}

/// Calls `f` with each body of a compound statement that is no definition.
pub(super) fn for_each_body<'a>(statement: &'a Stmt, f: &mut impl FnMut(&'a [Stmt])) {
    match statement {
        Stmt::If(s) => {
            f(&s.body);
            s.elif_else_clauses.iter().for_each(|clause| f(&clause.body));
        }
        Stmt::For(s) => [&s.body, &s.orelse].into_iter().for_each(|b| f(b)),
        Stmt::While(s) => [&s.body, &s.orelse].into_iter().for_each(|b| f(b)),
        Stmt::With(s) => f(&s.body),
        Stmt::Match(s) => s.cases.iter().for_each(|case| f(&case.body)),
        Stmt::Try(s) => {
            f(&s.body);
            s.handlers.iter().for_each(|ExceptHandler::ExceptHandler(handler)| f(&handler.body));
            [&s.orelse, &s.finalbody].into_iter().for_each(|b| f(b));
        }
        _ => {}
    }
}
