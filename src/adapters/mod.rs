//! The browser behind the engine's ports.

mod browser;
mod fetch;
mod indexed_db;
mod message;
pub mod worker;
pub mod worker_client;
