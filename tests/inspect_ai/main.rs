//! The way to inspect_ai and back, with the inspect_ai of PyPI and its mock model.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod evaluation;
mod machine;
mod project;
#[path = "../support/mod.rs"]
mod support;
mod tools;
mod verdicts;
