//! Which files count as Python source.

/// True for `.py` modules and `.pyi` stubs (case matters, as it does for the interpreter).
pub fn is_python(path: &str) -> bool {
    path.ends_with(".py") || path.ends_with(".pyi")
}
