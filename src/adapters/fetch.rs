//! Network: requests to providers, and files of the site itself.

use async_trait::async_trait;
use futures::future::{Either, select};
use gloo_net::http::{Request, Response};
use gloo_timers::future::TimeoutFuture;
use web_sys::AbortController;

use super::browser::scope;
use crate::engine::ports::{HttpReply, HttpRequest, Transport, TransportError};

/// Time-out of the site's own files, in milliseconds.
const ASSET_TIMEOUT_MS: u64 = 30_000;

/// Requests by the browser's fetch. Dropping a future aborts its request.
pub struct FetchTransport;

#[async_trait(?Send)]
impl Transport for FetchTransport {
    async fn post(&self, request: HttpRequest) -> Result<HttpReply, TransportError> {
        within(request.timeout_ms, async |abort| {
            // Only these two headers: any other can fail the preflight.
            let mut builder = Request::post(&request.url)
                .header("content-type", "application/json")
                .credentials(web_sys::RequestCredentials::Omit)
                .abort_signal(Some(&abort.signal()));
            if let Some(bearer) = &request.bearer {
                builder = builder.header("authorization", &format!("Bearer {bearer}"));
            }
            let reply = builder.body(request.body.clone()).map_err(unreachable)?.send().await.map_err(unreachable)?;
            let status = reply.status();
            let retry_after_ms = retry_after_ms(&reply);
            let body = reply.text().await.map_err(unreachable)?;
            Ok(HttpReply { status, body, retry_after_ms })
        })
        .await
    }

    async fn read_asset(&self, path: &str) -> Result<Vec<u8>, TransportError> {
        let url = site_root() + path;
        within(ASSET_TIMEOUT_MS, async |abort| {
            let reply = Request::get(&url).abort_signal(Some(&abort.signal())).send().await.map_err(unreachable)?;
            if !reply.ok() {
                return Err(TransportError::Unreachable(format!("{url}: HTTP {}", reply.status())));
            }
            reply.binary().await.map_err(unreachable)
        })
        .await
    }
}

/// Aborts the request that it belongs to when it is dropped, also halfway.
struct AbortOnDrop(Option<AbortController>);

impl AbortOnDrop {
    fn signal(&self) -> web_sys::AbortSignal {
        match &self.0 {
            Some(controller) => controller.signal(),
            None => web_sys::AbortSignal::timeout_with_u32(u32::MAX),
        }
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

async fn within<T>(
    timeout_ms: u64,
    work: impl AsyncFnOnce(&AbortOnDrop) -> Result<T, TransportError>,
) -> Result<T, TransportError> {
    let abort = AbortOnDrop(AbortController::new().ok());
    let timeout = TimeoutFuture::new(u32::try_from(timeout_ms).unwrap_or(u32::MAX));
    let work = Box::pin(work(&abort));
    match select(work, timeout).await {
        Either::Left((result, _)) => result,
        Either::Right(((), _)) => Err(TransportError::TimedOut),
    }
}

/// Retry-After, where the server lets the page see it: seconds, or a date.
fn retry_after_ms(reply: &Response) -> Option<u64> {
    let value = reply.headers().get("retry-after")?;
    if let Ok(seconds) = value.trim().parse::<f64>() {
        return (seconds >= 0.0).then_some((seconds * 1000.0) as u64);
    }
    let wait = js_sys::Date::parse(&value) - js_sys::Date::now();
    wait.is_finite().then_some(wait.max(0.0) as u64)
}

/// The folder that the worker's script was loaded from, which is the site's root.
fn site_root() -> String {
    let script = scope().location().href();
    let path = script.split(['?', '#']).next().unwrap_or_default();
    path.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default()
}

fn unreachable(error: gloo_net::Error) -> TransportError {
    TransportError::Unreachable(error.to_string())
}
