//! Clock, chance and files, as the browser has them; usable in a window and in a worker.

use async_trait::async_trait;
use futures::future::LocalBoxFuture;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, MessageChannel, WorkerGlobalScope};

use crate::engine::ports::{Attachment, AttachmentError, Clock, Digest, Memory, Random};

/// The worker's global scope.
pub fn scope() -> WorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// A JavaScript error in words.
pub fn words(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => format!("{}: {}", String::from(error.name()), String::from(error.message())),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}

/// The browser's clock and timers.
pub struct BrowserClock;

#[async_trait(?Send)]
impl Clock for BrowserClock {
    fn now_ms(&self) -> u64 {
        js_sys::Date::now() as u64
    }

    async fn sleep(&self, ms: u64) {
        TimeoutFuture::new(u32::try_from(ms).unwrap_or(u32::MAX)).await;
    }

    /// By a message to oneself: a timer would wait four milliseconds, which adds up.
    async fn yield_now(&self) {
        let Ok(channel) = MessageChannel::new() else { return TimeoutFuture::new(0).await };
        let arrived = Promise::new(&mut |resolve, _| channel.port1().set_onmessage(Some(&resolve)));
        if channel.port2().post_message(&JsValue::NULL).is_err() {
            return TimeoutFuture::new(0).await;
        }
        // The promise is never rejected.
        let _ = JsFuture::from(arrived).await;
        channel.port1().close();
    }
}

/// The browser's random numbers.
pub struct BrowserRandom;

impl Random for BrowserRandom {
    fn unit(&self) -> f64 {
        js_sys::Math::random()
    }
}

/// The memory of this WebAssembly instance.
pub struct WasmMemory;

impl Memory for WasmMemory {
    fn peak_bytes(&self) -> Option<u64> {
        let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().dyn_into().ok()?;
        let buffer: js_sys::ArrayBuffer = memory.buffer().dyn_into().ok()?;
        Some(u64::from(buffer.byte_length()))
    }
}

/// The browser's own hashing, which runs on another thread. Pages that came without encryption have none.
pub struct WebCrypto;

impl Digest for WebCrypto {
    fn sha256(&self, bytes: &[u8]) -> Option<LocalBoxFuture<'static, Option<[u8; 32]>>> {
        let subtle = scope().crypto().ok()?.subtle();
        if subtle.is_undefined() {
            return None;
        }
        let promise = subtle.digest_with_str_and_u8_array("SHA-256", bytes).ok()?;
        Some(Box::pin(async move {
            let digest = JsFuture::from(promise).await.ok()?;
            Uint8Array::new(&digest).to_vec().try_into().ok()
        }))
    }
}

/// A file that the user gave.
pub struct FileAttachment(pub File);

#[async_trait(?Send)]
impl Attachment for FileAttachment {
    async fn read(&self) -> Result<Vec<u8>, AttachmentError> {
        let buffer = JsFuture::from(self.0.array_buffer()).await.map_err(|error| AttachmentError(words(&error)))?;
        Ok(Uint8Array::new(&buffer).to_vec())
    }
}
