//! How a model call can fail, and what each failure means for the run.

use serde::{Deserialize, Serialize};

/// A call that gave no reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallFailure {
    /// What kind of failure.
    pub kind: FailureKind,
    /// One sentence: what happened, to what.
    pub message: String,
    /// What the provider said, shortened; never holds a key.
    #[serde(default)]
    pub details: String,
    /// How long the provider asked us to wait, in milliseconds.
    #[serde(default)]
    pub retry_after_ms: Option<u64>,
}

impl CallFailure {
    /// The sentence, with what the provider said.
    pub fn summary(&self) -> String {
        if self.details.is_empty() {
            self.message.clone()
        } else {
            format!("{} It says: {}", self.message, self.details)
        }
    }
}

/// Kinds of failure, by what they mean for the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// No connection: server not there, CORS refused, network down. A page can't tell these apart.
    Unreachable,
    /// No reply in time.
    TimedOut,
    /// 401 or 403: the key is missing, wrong, or not allowed.
    KeyRefused,
    /// 402, or a 429 that says that the quota is used up.
    NoQuota,
    /// 404: no such model or path.
    NotFound,
    /// 429: too many requests.
    RateLimited,
    /// 5xx, or 408 and 409.
    ServerTrouble,
    /// The conversation does not fit the model's context.
    TooLong,
    /// Any other 4xx: the provider does not accept the request.
    Rejected,
    /// The reply could not be read.
    BrokenReply,
}

impl FailureKind {
    /// Whether the same request may succeed a little later.
    pub fn is_transient(self) -> bool {
        matches!(self, Self::Unreachable | Self::TimedOut | Self::RateLimited | Self::ServerTrouble | Self::BrokenReply)
    }

    /// Whether no other request to this provider will fare better until the user has done something:
    /// the run pauses rather than failing sample after sample.
    pub fn blocks_the_run(self) -> bool {
        !matches!(self, Self::TooLong | Self::Rejected)
    }

    /// What the user can do about it, as one sentence.
    pub fn advice(self) -> &'static str {
        match self {
            Self::Unreachable => {
                "Check that the server runs and that the base URL is right; a server on another origin must allow \
                 requests from this page (CORS)."
            }
            Self::TimedOut => "Raise the time-out of this provider, or lower the number of concurrent requests.",
            Self::KeyRefused => "Enter a valid key for this provider under Settings, one that may use this model.",
            Self::NoQuota => "Add credit or raise the limit at the provider, then resume.",
            Self::NotFound => "Check the model's name and the base URL under Settings.",
            Self::RateLimited => "Wait a little, lower the number of concurrent requests, then resume.",
            Self::ServerTrouble => "Try again later; nothing that was done is lost.",
            Self::TooLong => "Lower the context budget, or choose a model with a larger context.",
            Self::Rejected => "Read what the provider says below; a setting of this model may not suit it.",
            Self::BrokenReply => "Try again; if it stays, the endpoint may speak another form than the one set for it.",
        }
    }

    /// Short name for tables.
    pub fn label(self) -> &'static str {
        match self {
            Self::Unreachable => "server not reachable",
            Self::TimedOut => "timed out",
            Self::KeyRefused => "key refused",
            Self::NoQuota => "no quota",
            Self::NotFound => "model not found",
            Self::RateLimited => "rate limited",
            Self::ServerTrouble => "server trouble",
            Self::TooLong => "too long for the context",
            Self::Rejected => "request rejected",
            Self::BrokenReply => "broken reply",
        }
    }
}
