//! What pages hold of the providers' keys: how they are kept, and ways to change that. Keys themselves are with
//! the composition root and the engine.

use leptos::prelude::*;

/// How keys are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    /// In this page's memory alone.
    #[default]
    Memory,
    /// Until the tab is closed.
    Session,
    /// Sealed under a passphrase in this browser.
    Sealed,
    /// Sealed, and not opened yet.
    Locked,
}

/// Sets keys and decides how they are kept.
#[derive(Clone, Copy)]
pub struct KeysHandle {
    /// How they are kept now.
    pub keeping: Signal<Keeping>,
    /// What went wrong last: one sentence; none once something went well.
    pub problem: Signal<Option<String>>,
    /// Sets the key of a provider; an empty one forgets it.
    pub set: Callback<(String, String)>,
    /// Keeps keys in memory or for the session; other choices need a passphrase.
    pub keep: Callback<Keeping>,
    /// Seals them under a passphrase.
    pub seal: Callback<String>,
    /// Opens the seal.
    pub unlock: Callback<String>,
    /// Forgets every key, wherever it is.
    pub forget_all: Callback<()>,
    /// Leaves for the sign-in page of a provider: its identifier and base URL.
    pub sign_in: Callback<(String, String)>,
}

/// The keys, as provided by the composition root.
pub fn use_keys() -> KeysHandle {
    expect_context()
}
