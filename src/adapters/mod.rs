//! The browser behind the engine's ports.

pub mod worker;
