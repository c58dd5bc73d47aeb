//! The papers' figures, fetched from the site itself.

use gloo_net::http::Request;
use serde::de::DeserializeOwned;

use crate::domain::published::Published;
use crate::engine::protocol::Problem;

/// Fetches both files.
///
/// # Errors
/// What happened to which file, and what to do.
pub async fn load() -> Result<Published, Problem> {
    Ok(Published {
        code_qa: file("published/code-qa-bench.json").await?,
        mcq: file("published/swe-qa-mcq.json").await?,
    })
}

async fn file<T: DeserializeOwned>(path: &str) -> Result<T, Problem> {
    let failed = |details: String| Problem {
        message: format!("The published figures ({path}) could not be loaded."),
        advice: "Reload the page. Everything else works without them.".into(),
        details,
    };
    let response = Request::get(&address(path)).send().await.map_err(|error| failed(error.to_string()))?;
    if !response.ok() {
        return Err(failed(format!("the server answered {}", response.status())));
    }
    let text = response.text().await.map_err(|error| failed(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| failed(error.to_string()))
}

/// The address of a file of the site, wherever the site stands and whatever page is open.
fn address(path: &str) -> String {
    let base = web_sys::window().and_then(|w| w.document()).and_then(|d| d.base_uri().ok().flatten());
    base.and_then(|base| web_sys::Url::new_with_base(path, &base).ok()).map_or_else(|| path.into(), |url| url.href())
}
