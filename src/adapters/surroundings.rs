//! What the browser tells the engine's worker of the page's surroundings.

use async_trait::async_trait;
use gloo_net::http::{Method, RequestBuilder};
use js_sys::{Date, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::RequestCache;

use super::browser::scope;
use super::fetch::site_root;
use crate::domain::provider::LocalAccess;
use crate::engine::ports::Surroundings;

/// Names under which browsers know access to this machine and its network, newest first.
const LOCAL_ACCESS: [&str; 3] = ["loopback-network", "local-network", "local-network-access"];

/// The browser around this worker.
pub struct BrowserSurroundings;

#[async_trait(?Send)]
impl Surroundings for BrowserSurroundings {
    fn origin(&self) -> String {
        scope().location().origin()
    }

    fn is_online(&self) -> bool {
        scope().navigator().on_line()
    }

    async fn local_access(&self) -> LocalAccess {
        let mut known = LocalAccess::Unknown;
        for name in LOCAL_ACCESS {
            match permission(name).await.as_deref() {
                Some("denied") => return LocalAccess::Denied,
                Some("granted") => known = LocalAccess::Granted,
                Some("prompt") if known == LocalAccess::Unknown => known = LocalAccess::Prompt,
                _ => {}
            }
        }
        known
    }

    /// From the date that the site's own server sends: it may be a second off, and is hidden from nobody.
    async fn clock_skew_ms(&self) -> Option<i64> {
        let request = RequestBuilder::new(&site_root()).method(Method::HEAD).cache(RequestCache::NoStore);
        let reply = request.send().await.ok()?;
        let server_ms = Date::parse(&reply.headers().get("date")?);
        server_ms.is_finite().then(|| (Date::now() - server_ms) as i64)
    }
}

/// The state of a permission, where the browser knows it. web-sys has no names for those of networks.
async fn permission(name: &str) -> Option<String> {
    let permissions = Reflect::get(&scope().navigator(), &"permissions".into()).ok()?;
    let query: js_sys::Function = Reflect::get(&permissions, &"query".into()).ok()?.dyn_into().ok()?;
    let descriptor = Object::new();
    Reflect::set(&descriptor, &"name".into(), &name.into()).ok()?;
    let asked: Promise = query.call1(&permissions, &descriptor).ok()?.dyn_into().ok()?;
    let status = JsFuture::from(asked).await.ok()?;
    Reflect::get(&status, &"state".into()).ok()?.as_string()
}
