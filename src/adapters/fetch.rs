//! Network: requests to providers, and files of the site itself.

use async_trait::async_trait;
use futures::future::{Either, select};
use gloo_net::http::{Request, RequestBuilder, Response};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReadableStreamDefaultReader, RequestCredentials, RequestMode};

use super::browser::{scope, words};
use crate::domain::provider::Method;
use crate::engine::ports::{HttpReply, HttpRequest, Transport, TransportError};

/// Time-out of the site's own files, in milliseconds.
const ASSET_TIMEOUT_MS: u64 = 30_000;
/// How long a server may take to answer at all, in milliseconds.
const ANSWER_TIMEOUT_MS: u64 = 10_000;
/// Bytes of a body at most.
const MOST_BYTES: usize = 32 << 20;
/// A streamed reply may take so many times the time-out, however steadily it comes.
const STREAM_TIMES: u64 = 4;

/// Requests by the browser's fetch. Dropping a future aborts its request.
pub struct FetchTransport;

#[async_trait(?Send)]
impl Transport for FetchTransport {
    async fn send(
        &self,
        request: HttpRequest,
        on_bytes: &mut dyn for<'b> FnMut(&'b [u8]) -> bool,
    ) -> Result<HttpReply, TransportError> {
        let idle_ms = request.idle_timeout_ms;
        let whole_ms = if idle_ms.is_some() { request.timeout_ms * STREAM_TIMES } else { request.timeout_ms };
        within(whole_ms, async |abort| {
            let reply = before(request.timeout_ms, TransportError::TimedOut, async {
                let builder = built(&request, abort);
                let sent = match request.wire.method {
                    Method::Get => builder.send().await,
                    Method::Post => builder.body(request.wire.body.clone()).map_err(unreachable)?.send().await,
                };
                sent.map_err(unreachable)
            })
            .await?;
            let body = read_body(&reply, idle_ms, on_bytes).await?;
            Ok(HttpReply { status: reply.status(), retry_after_ms: retry_after_ms(&reply), body })
        })
        .await
    }

    async fn answers(&self, url: &str) -> bool {
        let asked = within(ANSWER_TIMEOUT_MS, async |abort| {
            // The browser hides this answer, and sends the request without asking for CORS.
            let request = Request::get(url)
                .mode(RequestMode::NoCors)
                .credentials(RequestCredentials::Omit)
                .abort_signal(Some(&abort.signal()));
            request.send().await.map_err(unreachable)
        });
        asked.await.is_ok()
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

/// Only the wire form's own headers: any other can fail the preflight.
fn built(request: &HttpRequest, abort: &AbortOnDrop) -> RequestBuilder {
    let url = &request.wire.url;
    let builder = match request.wire.method {
        Method::Get => Request::get(url),
        Method::Post => Request::post(url),
    };
    let builder = builder.credentials(RequestCredentials::Omit).abort_signal(Some(&abort.signal()));
    request.wire.headers.iter().fold(builder, |builder, (name, value)| builder.header(name, value))
}

/// Reads a body piece by piece, each within the idle time-out where there is one; as much as is wanted.
async fn read_body(
    reply: &Response,
    idle_ms: Option<u64>,
    on_bytes: &mut dyn for<'b> FnMut(&'b [u8]) -> bool,
) -> Result<String, TransportError> {
    let mut whole = Vec::new();
    if let Some(stream) = reply.body() {
        let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
        loop {
            let piece =
                async { JsFuture::from(reader.read()).await.map_err(|error| TransportError::Cut(words(&error))) };
            let piece = match idle_ms {
                Some(idle_ms) => before(idle_ms, TransportError::Stalled, piece).await?,
                None => piece.await?,
            };
            let part = |key: &str| Reflect::get(&piece, &key.into()).unwrap_or_default();
            if part("done").is_truthy() {
                break;
            }
            let bytes = Uint8Array::new(&part("value")).to_vec();
            if whole.len() + bytes.len() > MOST_BYTES {
                return Err(TransportError::Cut(format!("it is larger than {} MiB", MOST_BYTES >> 20)));
            }
            whole.extend_from_slice(&bytes);
            if !on_bytes(&bytes) {
                break;
            }
        }
    }
    Ok(String::from_utf8(whole).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
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
    before(timeout_ms, TransportError::TimedOut, work(&abort)).await
}

/// The work, or this error where it takes too long.
async fn before<T>(
    timeout_ms: u64,
    late: TransportError,
    work: impl Future<Output = Result<T, TransportError>>,
) -> Result<T, TransportError> {
    let timeout = TimeoutFuture::new(u32::try_from(timeout_ms).unwrap_or(u32::MAX));
    match select(Box::pin(work), timeout).await {
        Either::Left((result, _)) => result,
        Either::Right(((), _)) => Err(late),
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
pub fn site_root() -> String {
    let script = scope().location().href();
    let path = script.split(['?', '#']).next().unwrap_or_default();
    path.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default()
}

fn unreachable(error: gloo_net::Error) -> TransportError {
    TransportError::Unreachable(error.to_string())
}
