//! Files that the user keeps, by the browser's own way of downloading.

use wasm_bindgen::prelude::*;
use web_sys::{Blob, HtmlAnchorElement, Url};

/// Hands a file to the browser's downloads.
///
/// # Errors
/// Where the browser refuses to make an address for it.
pub fn save(name: &str, content: &Blob) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or_else(|| JsValue::from("no page"))?;
    let address = Url::create_object_url_with_blob(content)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The download has begun with the click, and holds the content itself.
    Url::revoke_object_url(&address)
}

/// Hands a text to the browser's downloads.
///
/// # Errors
/// As [`save`].
pub fn save_text(name: &str, text: &str) -> Result<(), JsValue> {
    save(name, &Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into()))?)
}
