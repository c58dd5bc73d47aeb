//! Signing in at a provider by OAuth with PKCE: the way there, and the code that comes back in the address.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use web_sys::UrlSearchParams;

use super::crypto::pkce;

/// Key of the tab's own storage, where the secret waits for the code.
const PENDING: &str = "code-qa-bench.sign-in";

/// A sign-in that came back with its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// Identifier of the provider.
    pub provider: String,
    /// The code.
    pub code: String,
    /// The secret whose hash went ahead.
    pub verifier: String,
}

#[derive(Serialize, Deserialize)]
struct Pending {
    provider: String,
    verifier: String,
}

/// Leaves for the provider's sign-in page; the provider sends the user back to this address.
///
/// # Errors
/// Where the browser has no cryptography here, or stores nothing.
pub async fn leave(provider: &str, base_url: &str) -> Result<(), JsValue> {
    let window = web_sys::window().ok_or_else(|| JsValue::from_str("no window"))?;
    let (verifier, challenge) = pkce().await?;
    let storage = window.session_storage()?.ok_or_else(|| JsValue::from_str("no storage"))?;
    let pending = Pending { provider: provider.to_owned(), verifier };
    storage.set_item(PENDING, &serde_json::to_string(&pending).unwrap_or_default())?;
    let location = window.location();
    let back = format!("{}{}", location.origin()?, location.pathname()?);
    let query = UrlSearchParams::new()?;
    query.append("callback_url", &back);
    query.append("code_challenge", &challenge);
    query.append("code_challenge_method", "S256");
    let page = base_url.trim_end_matches('/').trim_end_matches("/api/v1");
    location.assign(&format!("{page}/auth?{}", String::from(query.to_string())))
}

/// The sign-in that this page was opened by, if it was; the code leaves the address.
pub fn returned() -> Option<Returned> {
    let window = web_sys::window()?;
    let location = window.location();
    let query = UrlSearchParams::new_with_str(&location.search().ok()?).ok()?;
    let code = query.get("code")?;
    let storage = window.session_storage().ok().flatten()?;
    let pending: Pending = serde_json::from_str(&storage.get_item(PENDING).ok().flatten()?).ok()?;
    // Removing it can't fail where reading it did not.
    let _ = storage.remove_item(PENDING);
    if let (Ok(history), Ok(path)) = (window.history(), location.pathname()) {
        // At worst the used code stays in the address.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
    Some(Returned { provider: pending.provider, code, verifier: pending.verifier })
}
