//! The browser behind the engine's ports, and what else the page needs of it.

mod browser;
pub mod download;
mod fetch;
mod indexed_db;
mod message;
pub mod published;
pub mod second_parser;
pub mod theme;
pub mod worker;
pub mod worker_client;
