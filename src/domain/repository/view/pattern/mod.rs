//! Searching the lines of a text for a regular expression in Python's syntax.
//!
//! A pattern is read into a tree as Python's `re` reads it, and written for two engines. An automaton runs
//! over whole texts, in linear time. What it can't express, such as a reference, is written more generally
//! for it, and a backtracking engine has the last word on the lines found.

mod cursor;
mod emit;
mod escape;
mod expand;
mod group;
mod judge;
mod looks;
mod matcher;
mod needle;
mod parse;
mod set;
mod split;
mod tree;
mod unroll;

pub use cursor::Cursor;
pub use judge::Stopped;
pub use matcher::{Found, Pattern};
