//! The form of the messages between page and worker: an object with one key that says what it is.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

/// Key of a command or event, as JSON text.
pub const MESSAGE: &str = "message";
/// Key of the files beside a command.
pub const FILES: &str = "files";
/// Key of the worker's first message: it listens.
pub const READY: &str = "ready";

/// Key of the compiled program that a helper runs.
pub const MODULE: &str = "module";
/// Key of a file that the worker gives the user, as a Blob.
pub const SAVE: &str = "save";
/// Key of its name.
pub const NAME: &str = "name";

/// An object with one entry.
pub fn note(key: &str, value: &JsValue) -> JsValue {
    let object = Object::new();
    // Setting a key of a fresh plain object can't fail.
    let _ = Reflect::set(&object, &key.into(), value);
    object.into()
}
