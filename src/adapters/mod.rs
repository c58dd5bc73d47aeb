//! The browser behind the engine's ports.

pub mod published;
pub mod theme;
pub mod worker;
