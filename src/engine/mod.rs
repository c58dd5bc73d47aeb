//! Runs the domain's state machines: performs their effects through port traits, retries, limits,
//! stores every step, and tells the page what happened. Lives in a web worker; tested natively.

pub mod job;
pub mod models;
pub mod ports;
pub mod protocol;
