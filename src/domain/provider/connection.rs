//! What a connection that broke down on the way means.

use super::{CallFailure, FailureKind};

/// The reply began, and then nothing came for so long.
pub fn stall_failure(host: &str, idle_ms: u64) -> CallFailure {
    CallFailure {
        kind: FailureKind::TimedOut,
        message: format!("{host} began to reply and then sent nothing for {} seconds.", idle_ms / 1000),
        details: String::new(),
        retry_after_ms: None,
    }
}

/// The connection was lost in the middle of the reply.
pub fn cut_failure(host: &str, details: &str) -> CallFailure {
    CallFailure {
        kind: FailureKind::BrokenReply,
        message: format!("The connection to {host} was lost in the middle of its reply."),
        details: details.to_owned(),
        retry_after_ms: None,
    }
}
