//! The pages, one folder each; `shared` holds what several of them show.

pub mod evaluate;
pub mod published;
pub mod repository;
pub mod results;
pub mod settings;
mod shared;
pub mod tasks;
