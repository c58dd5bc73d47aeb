//! OpenAI's Chat Completions form, which most other providers and local servers speak too.
//!
//! Everything here is pure: a body is built, a body is read.

mod reply;
mod request;

pub use reply::parse_reply;
pub use request::{call, list_models};
