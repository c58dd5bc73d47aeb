//! The browser behind the engine's ports, and what else the page needs of it.

mod browser;
mod crypto;
pub mod download;
mod fetch;
mod helper;
mod indexed_db;
pub mod keyring;
mod message;
pub mod persistence;
pub mod published;
pub mod second_parser;
pub mod sign_in;
mod surroundings;
pub mod theme;
pub mod worker;
pub mod worker_client;
