//! The user's journeys, in a headless Chromium on the built site in `dist/`.
//!
//! Run by `make journeys`, and never by a plain `cargo test`: they need the site and a browser, and fail
//! with a word on what is missing where either is. Screenshots go to `target/screenshots/`.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::panic)] // tests fail by panicking

mod browser;
mod downloads;
mod journey;
mod model;
mod page;
mod records;
#[path = "../support/sdists.rs"]
mod sdists;
mod servers;
mod site;

mod agent;
mod certificate;
mod charts;
mod doctor;
mod earlier_store;
#[path = "../support/example_agent.rs"]
mod example_agent;
mod fault_server;
mod faults;
mod files;
#[path = "../support/hostile/mod.rs"]
mod hostile;
mod hostile_input;
mod inspect;
mod keys;
mod large_run;
mod local_model;
mod long_run;
mod looks;
mod prompts;
mod published;
mod real_repository;
mod reload;
mod responsiveness;
mod sample;
mod scripted_provider;
mod sign_in;
mod tasks;
