//! The page. (In work.)

/// Mounts the app on the document's body.
pub fn mount() {}
