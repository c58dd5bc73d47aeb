//! Anthropic's Messages form.

mod reply;
mod request;
pub mod stream;

pub use reply::read;
pub use request::{call, list_models};
