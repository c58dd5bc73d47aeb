//! Documentation chunks from docstrings: the module's, one per top-level class with its methods, one per
//! top-level function.

use ruff_python_ast::{Expr, Stmt};

use super::parse::Module;
use super::text;

/// A docstring, or several of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocstringChunk {
    /// Name of the module, class or function.
    pub heading: String,
    /// Line of the definition, counted from 1.
    pub start_line: u32,
    /// The text: for classes and functions, each docstring under a line that names its owner.
    pub content: String,
}

pub(super) fn of_module(module: &Module, path: &str) -> Vec<DocstringChunk> {
    // The interpreter sees every line end as \n, also inside string literals.
    if memchr::memchr(b'\r', module.text.as_bytes()).is_some() {
        let twin = text::universal_newlines(module.text);
        return match Module::parse(&twin) {
            Ok(twin) => collect(&twin, path),
            Err(_) => Vec::new(),
        };
    }
    collect(module, path)
}

fn collect(module: &Module, path: &str) -> Vec<DocstringChunk> {
    let mut chunks = Vec::new();
    if let Some(content) = docstring(module.body()) {
        chunks.push(DocstringChunk { heading: text::stem(path).to_owned(), start_line: 1, content });
    }
    for statement in module.body() {
        let (heading, content) = match statement {
            Stmt::ClassDef(class) => (&class.name, class_entries(class)),
            Stmt::FunctionDef(function) => (&function.name, function_entry(function)),
            _ => continue,
        };
        if let Some(content) = content {
            let start_line = module.line_behind_decorators(statement);
            chunks.push(DocstringChunk { heading: heading.to_string(), start_line, content });
        }
    }
    chunks
}

fn class_entries(class: &ruff_python_ast::StmtClassDef) -> Option<String> {
    let own = docstring(&class.body).map(|doc| format!("class {}\n{doc}", class.name));
    let methods = class.body.iter().filter_map(|item| match item {
        Stmt::FunctionDef(method) => function_entry(method),
        _ => None,
    });
    let entries: Vec<String> = own.into_iter().chain(methods).collect();
    (!entries.is_empty()).then(|| entries.join("\n\n"))
}

fn function_entry(function: &ruff_python_ast::StmtFunctionDef) -> Option<String> {
    docstring(&function.body).map(|doc| format!("def {}\n{doc}", function.name))
}

/// The cleaned docstring of a body; `None` where there is none or it is blank.
pub(super) fn docstring(body: &[Stmt]) -> Option<String> {
    let Some(Stmt::Expr(statement)) = body.first() else { return None };
    let Expr::StringLiteral(literal) = &*statement.value else { return None };
    let cleaned = text::clean_docstring(literal.value.to_str());
    let stripped = text::strip(&cleaned);
    (!stripped.is_empty()).then(|| stripped.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(&str, u32, &str)]) {
        let chunks = Module::parse(source).expect("parses").docstring_chunks("pkg/mod.py");
        let found: Vec<_> = chunks.iter().map(|c| (c.heading.as_str(), c.start_line, c.content.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn all_three_kinds() {
        check(
            "'''Module.'''\n@dec(\n  1)\n# c\nclass A:\n  '''A.'''\n  def m(self):\n    '''M.'''\n  def n(self): pass\nasync def f():\n  'F.'\n",
            &[("mod", 1, "Module."), ("A", 5, "class A\nA.\n\ndef m\nM."), ("f", 10, "def f\nF.")],
        );
    }

    #[test]
    fn blank_docstrings_are_none() {
        check("def f():\n  '   '\ndef g():\n  f'x'\nclass C:\n  b'x'\n", &[]);
    }

    #[test]
    fn line_ends_in_literals_are_newlines() {
        check("'''a\r\n  b\\rc'''\r\n", &[("mod", 1, "a\nb\rc")]);
    }
}
