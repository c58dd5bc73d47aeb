//! OpenAI's Chat Completions form, which most other providers and local servers speak too.
//!
//! Everything here is pure: a body is built, a body is read, a status is classified.

mod error;
mod reply;
mod request;

pub use error::{classify, network_failure, timeout_failure};
pub use reply::parse_reply;
pub use request::{LimitKey, endpoint, request_body};
