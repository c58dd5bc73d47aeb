//! What the benchmark is. Pure: no browser types, no IO, no clock.

pub mod agent;
pub mod baseline;
pub mod chunks;
pub mod condition;
pub mod diff;
pub mod effect;
pub mod files;
pub mod json;
pub mod judge;
pub mod provider;
pub mod published;
pub mod python;
pub mod repository;
pub mod results;
pub mod retrieval;
pub mod run;
pub mod stats;
pub mod table;
pub mod task;
