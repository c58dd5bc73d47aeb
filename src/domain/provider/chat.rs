//! OpenAI's Chat Completions form, which most other providers and local servers speak too.

mod reply;
mod request;
pub mod stream;

pub use reply::read;
pub use request::{bearer, call, list_models};
