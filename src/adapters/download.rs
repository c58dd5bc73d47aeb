//! Files that the user keeps, by the browser's own way of downloading.

use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, HtmlAnchorElement, Url};

/// How long a file can be taken after it was handed over, in milliseconds.
const RELEASE_MS: u32 = 60_000;

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
    // Some browsers take the content a while after the click.
    spawn_local(async move {
        TimeoutFuture::new(RELEASE_MS).await;
        // Fails for no address that was made above.
        let _ = Url::revoke_object_url(&address);
    });
    Ok(())
}

/// Hands a text to the browser's downloads.
///
/// # Errors
/// As [`save`].
pub fn save_text(name: &str, text: &str) -> Result<(), JsValue> {
    save(name, &Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into()))?)
}
