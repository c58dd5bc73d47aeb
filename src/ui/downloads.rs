//! What pages hold of the browser's downloads: a way to hand over a text or a blob.

use leptos::prelude::*;
use web_sys::Blob;

/// Hands files to the user.
#[derive(Clone, Copy)]
pub struct Downloads {
    save: Callback<(String, Content)>,
}

/// What a file holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// A text.
    Text(String),
    /// What the browser made; none where it could not.
    Made(Option<Blob>),
}

impl Downloads {
    /// A handle that saves through `save`: name and content.
    pub fn new(save: Callback<(String, Content)>) -> Self {
        Self { save }
    }

    /// Saves a text under a name.
    pub fn save(self, name: String, text: String) {
        self.save.run((name, Content::Text(text)));
    }

    /// Saves what the browser made under a name; where it made nothing, the user is told.
    pub fn save_blob(self, name: String, made: Option<Blob>) {
        self.save.run((name, Content::Made(made)));
    }
}

/// The downloads, as provided by the composition root.
pub fn use_downloads() -> Downloads {
    expect_context()
}
