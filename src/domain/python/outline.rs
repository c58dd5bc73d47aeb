//! What a source defines, as plain facts: names, lines, parameters, calls, raises, conditions.

mod facts;

use ruff_python_ast::{Expr, ParameterWithDefault, Parameters, Stmt};
use ruff_text_size::Ranged;
use serde::{Deserialize, Serialize};

use super::docstrings;
use super::parse::Module;
use facts::Facts;

/// The imports and definitions of a source, in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// Imported modules and names, dotted: `os.path`, `.base.Model`.
    pub imports: Vec<String>,
    /// Names assigned at module level.
    pub constants: Vec<String>,
    /// Classes, functions and methods, nested ones included.
    pub symbols: Vec<Symbol>,
}

/// What a [`Symbol`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SymbolKind {
    /// A class.
    Class,
    /// A function, also one within a function.
    Function,
    /// A function in the body of a class.
    Method,
}

/// A class, function or method. Lists hold no name twice and keep the source's order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// The name alone.
    pub name: String,
    /// With the names of the classes and functions around it: `Class.method`.
    pub qualified_name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// First line, behind decorators, counted from 1.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Parameter names, with `*` and `**`.
    pub parameters: Vec<String>,
    /// Base classes, as written.
    pub bases: Vec<String>,
    /// Decorators, as written, without `@`.
    pub decorators: Vec<String>,
    /// Dotted names that are called.
    pub calls: Vec<String>,
    /// Exceptions raised, by dotted name.
    pub raises: Vec<String>,
    /// Returned expressions, at most 80 characters each.
    pub returns: Vec<String>,
    /// True for generators.
    pub yields: bool,
    /// Exceptions handled, as written.
    pub handles: Vec<String>,
    /// Conditions of `if`, `elif` and `while`, at most 80 characters each, the first eight.
    pub conditions: Vec<String>,
    /// Attributes of `self` that are assigned (`self.x`), or the names that a class body assigns.
    pub assigns: Vec<String>,
    /// The docstring, cleaned.
    pub docstring: Option<String>,
}

/// The outline of `text`, which may be broken or a window of a file: what can be recognised. Empty where
/// it nests too deeply.
pub fn outline(text: &str) -> Outline {
    let window = dedented(text);
    let Ok(module) = Module::parse_tolerant(&window) else { return Outline::default() };
    let mut outline = Outline::default();
    collect(&module, module.body(), &mut Vec::new(), &mut outline);
    outline
}

/// A window that starts inside a block is moved to the left margin, so that it parses.
fn dedented(text: &str) -> std::borrow::Cow<'_, str> {
    let margin = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let first = text.lines().find(|l| !l.trim().is_empty()).map_or(0, margin);
    if first == 0 {
        return text.into();
    }
    text.split_inclusive('\n').map(|line| &line[margin(line).min(first)..]).collect::<String>().into()
}

/// A name around the present place, and whether it is a class.
type Scope<'a> = (&'a str, bool);

fn collect<'a>(module: &Module, body: &'a [Stmt], scopes: &mut Vec<Scope<'a>>, outline: &mut Outline) {
    for statement in body {
        match statement {
            Stmt::ClassDef(class) => {
                let mut symbol = symbol(module, statement, &class.name, SymbolKind::Class, scopes);
                symbol.bases = class.arguments.iter().flat_map(|a| &a.args).map(|b| facts::short(module, b)).collect();
                symbol.decorators = class.decorator_list.iter().map(|d| facts::short(module, &d.expression)).collect();
                symbol.docstring = docstrings::docstring(&class.body);
                symbol.assigns = assigned_names(&class.body);
                outline.symbols.push(symbol);
                scopes.push((&class.name, true));
                collect(module, &class.body, scopes, outline);
                scopes.pop();
            }
            Stmt::FunctionDef(function) => {
                let method = scopes.last().is_some_and(|(_, class)| *class);
                let kind = if method { SymbolKind::Method } else { SymbolKind::Function };
                let mut symbol = symbol(module, statement, &function.name, kind, scopes);
                symbol.parameters = parameters(&function.parameters);
                symbol.decorators =
                    function.decorator_list.iter().map(|d| facts::short(module, &d.expression)).collect();
                symbol.docstring = docstrings::docstring(&function.body);
                Facts::of(module, &function.body).into_symbol(&mut symbol);
                outline.symbols.push(symbol);
                scopes.push((&function.name, false));
                collect(module, &function.body, scopes, outline);
                scopes.pop();
            }
            Stmt::Import(import) => outline.imports.extend(import.names.iter().map(|alias| alias.name.to_string())),
            Stmt::ImportFrom(import) => {
                let from = format!("{}{}", ".".repeat(import.level as usize), import.module.as_deref().unwrap_or(""));
                let separator = if from.is_empty() || from.ends_with('.') { "" } else { "." };
                outline.imports.extend(import.names.iter().map(|alias| format!("{from}{separator}{}", alias.name)));
            }
            _ => {
                if scopes.is_empty() {
                    facts::add_all(&mut outline.constants, assigned_names(std::slice::from_ref(statement)));
                }
                facts::for_each_body(statement, &mut |body| collect(module, body, scopes, outline));
            }
        }
    }
}

fn symbol(module: &Module, statement: &Stmt, name: &str, kind: SymbolKind, scopes: &[Scope]) -> Symbol {
    let qualified = scopes.iter().map(|(name, _)| *name).chain([name]).collect::<Vec<_>>().join(".");
    Symbol {
        name: name.to_owned(),
        qualified_name: qualified,
        kind,
        line: module.line_behind_decorators(statement),
        end_line: module.line(statement.end().into()),
        parameters: Vec::new(),
        bases: Vec::new(),
        decorators: Vec::new(),
        calls: Vec::new(),
        raises: Vec::new(),
        returns: Vec::new(),
        yields: false,
        handles: Vec::new(),
        conditions: Vec::new(),
        assigns: Vec::new(),
        docstring: None,
    }
}

fn parameters(parameters: &Parameters) -> Vec<String> {
    let name = |p: &ParameterWithDefault| p.parameter.name.to_string();
    let positional = parameters.posonlyargs.iter().chain(&parameters.args).map(name);
    let rest = parameters.vararg.iter().map(|p| format!("*{}", p.name));
    let keywords = parameters.kwonlyargs.iter().map(name);
    positional.chain(rest).chain(keywords).chain(parameters.kwarg.iter().map(|p| format!("**{}", p.name))).collect()
}

/// Plain names that the statements of one body assign.
fn assigned_names(body: &[Stmt]) -> Vec<String> {
    let mut names = Vec::new();
    for statement in body {
        let targets = match statement {
            Stmt::Assign(assign) => assign.targets.iter().collect(),
            Stmt::AnnAssign(assign) => vec![&*assign.target],
            _ => Vec::new(),
        };
        let found = targets.into_iter().filter_map(|t| match t {
            Expr::Name(name) => Some(name.id.to_string()),
            _ => None,
        });
        facts::add_all(&mut names, found);
    }
    names
}

#[cfg(test)]
mod tests;
