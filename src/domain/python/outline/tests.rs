use super::*;

const SOURCE: &str = r#"
import os.path
from .base import Model, fields as f
LIMIT: int = 3

@decorator(1)
class A(Base, metaclass=M):
    """Doc."""
    x = 1

    def m(self, a, /, b=1, *args, c, **kw):
        if a > LIMIT and b:
            raise errors.TooBig("x")
        elif c:
            self.total, other = 1, 2
        try:
            value = self.helper(os.path.join(a, b))
        except (KeyError, ValueError) as e:
            raise
        return super().m(value)

    async def g(self):
        def inner():
            call_inner()
        yield 1
"#;

#[test]
fn facts_of_a_class() {
    let outline = outline(SOURCE);
    assert_eq!(outline.imports, ["os.path", ".base.Model", ".base.fields"]);
    assert_eq!(outline.constants, ["LIMIT"]);
    let names: Vec<_> =
        outline.symbols.iter().map(|s| (s.qualified_name.as_str(), s.kind, s.line, s.end_line)).collect();
    use SymbolKind::*;
    assert_eq!(
        names,
        [("A", Class, 7, 25), ("A.m", Method, 11, 20), ("A.g", Method, 22, 25), ("A.g.inner", Function, 23, 24)]
    );
    let a = &outline.symbols[0];
    assert_eq!(
        (&a.bases, &a.decorators, &a.assigns),
        (&vec!["Base".into()], &vec!["decorator(1)".into()], &vec!["x".into()])
    );
    assert_eq!(a.docstring.as_deref(), Some("Doc."));
    let m = &outline.symbols[1];
    assert_eq!(m.parameters, ["self", "a", "b", "*args", "c", "**kw"]);
    assert_eq!(m.calls, ["errors.TooBig", "self.helper", "os.path.join", "super().m", "super"]);
    assert_eq!(m.raises, ["errors.TooBig"]);
    assert_eq!(m.handles, ["KeyError", "ValueError"]);
    assert_eq!(m.conditions, ["a > LIMIT and b", "c"]);
    assert_eq!(m.returns, ["super().m(value)"]);
    assert_eq!(m.assigns, ["self.total"]);
    assert!(outline.symbols[2].yields && outline.symbols[2].calls.is_empty());
}

#[test]
fn windows_and_broken_source() {
    let names = |text| outline(text).symbols.into_iter().map(|s| s.name).collect::<Vec<_>>();
    assert_eq!(names("    def f(self):\n        return 1\n    def g(self):\n        x = (1,\n"), ["f", "g"]);
    assert_eq!(names("def f(:\n    pass\ndef g(): pass\n"), ["f", "g"]);
    assert_eq!(names(&"(".repeat(10_000)), Vec::<String>::new());
}
