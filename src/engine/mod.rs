//! Runs the domain's state machines: performs their effects through port traits, retries, limits,
//! stores every step, and tells the page what happened. Lives in a web worker; tested natively.

mod core;
mod demo;
mod drive;
mod files;
mod generate;
mod grounding;
mod inspect;
pub mod job;
pub mod models;
pub mod open;
mod plan;
pub mod ports;
mod probe;
mod prompts;
pub mod protocol;
mod published;
pub mod repository;
mod run;
mod share;
mod slice;
mod storage;
mod tasks;
mod text;
mod tools;
mod views;
mod warm_up;

pub use core::Engine;
