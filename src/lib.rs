//! Code-QA-Bench tells apart whether a model answers a question on a repository because it read the
//! code, read the documentation, or remembers the repository.
//!
//! Where to start reading: [`domain`] says what the benchmark is, without a browser, network or clock;
//! its modules follow the path of the data: [`domain::repository`] → [`domain::python`] →
//! [`domain::chunks`] → [`domain::task`] → [`domain::agent`] → [`domain::judge`] → [`domain::stats`].
//! `engine` performs the effects that the domain's state machines ask for, through port traits;
//! `adapters` is the browser behind those ports; `ui` is the page.
//!
//! Direction of dependency: `domain` ← `chart`, `engine` ← `adapters` ← `ui/app.rs`. The test
//! `tests/architecture.rs` reads the sources and fails on a forbidden import.

#[cfg(target_arch = "wasm32")]
pub mod adapters;
pub mod chart;
pub mod domain;
pub mod engine;
#[cfg(target_arch = "wasm32")]
pub mod ui;
