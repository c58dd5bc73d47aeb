//! What pages hold of the browser's downloads: a way to hand over a text.

use leptos::prelude::*;

/// Hands files to the user.
#[derive(Clone, Copy)]
pub struct Downloads {
    save: Callback<(String, String)>,
}

impl Downloads {
    /// A handle that saves through `save`: name and text.
    pub fn new(save: Callback<(String, String)>) -> Self {
        Self { save }
    }

    /// Saves a text under a name.
    pub fn save(self, name: String, text: String) {
        self.save.run((name, text));
    }
}

/// The downloads, as provided by the composition root.
pub fn use_downloads() -> Downloads {
    expect_context()
}
