//! OpenAI's Responses form. Nothing is stored at the provider: each request carries the whole conversation.

mod reply;
mod request;
pub mod stream;

pub use reply::read;
pub use request::{call, list_models};
