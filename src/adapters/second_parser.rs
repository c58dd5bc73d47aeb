//! The second parser's worker, seen from the engine's worker, and its own end of the port.
//!
//! It is a worker of its own because it is seldom needed, large, and may overflow its stack on a source that
//! the first parser takes: then it alone is lost.

use std::cell::RefCell;
use std::rc::Rc;

use async_trait::async_trait;
use futures::channel::oneshot;
use js_sys::Reflect;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, ErrorEvent, Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::browser::{scope, words};
use super::message::{MESSAGE, READY, note};
use crate::domain::python::{SecondOpinion, StripMode, second_opinion};
use crate::domain::repository::Pair;
use crate::engine::ports::{SecondParser, SecondParserError};

/// Sources to compare.
#[derive(Serialize, Deserialize)]
struct Request {
    mode: StripMode,
    /// Original and stripped.
    pairs: Vec<(String, String)>,
}

/// What the worker says, or what it died of.
type Answer = Result<Vec<SecondOpinion>, String>;

const STOPPED: &str = "it was stopped";

/// The worker, started when it is first asked.
#[derive(Default)]
pub struct SecondParserWorker(RefCell<Option<Running>>);

struct Running {
    worker: Worker,
    waiting: Rc<RefCell<Option<oneshot::Sender<Answer>>>>,
    ready: RefCell<Option<oneshot::Receiver<Answer>>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

#[async_trait(?Send)]
impl SecondParser for SecondParserWorker {
    async fn compare(&self, pairs: &[Pair], mode: StripMode) -> Result<Vec<SecondOpinion>, SecondParserError> {
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        self.be_ready().await?;
        if let Ok(opinions) = self.ask(pairs, mode).await {
            return Ok(opinions);
        }
        // A source was too much for it: the sources are asked for one by one, each lost at most alone.
        let mut opinions = Vec::with_capacity(pairs.len());
        for pair in pairs {
            self.be_ready().await?;
            let alone = self.ask(std::slice::from_ref(pair), mode).await;
            opinions.extend(alone.unwrap_or_else(|died| vec![SecondOpinion::NotCovered(died)]));
        }
        Ok(opinions)
    }

    fn dismiss(&self) {
        self.0.borrow_mut().take();
    }
}

impl SecondParserWorker {
    /// Starts the worker, unless it is there.
    async fn be_ready(&self) -> Result<(), SecondParserError> {
        let ready = {
            let mut running = self.0.borrow_mut();
            if running.is_none() {
                *running = Some(Running::start().map_err(|error| SecondParserError(words(&error)))?);
            }
            running.as_ref().and_then(|running| running.ready.borrow_mut().take())
        };
        let Some(ready) = ready else { return Ok(()) };
        ready.await.unwrap_or_else(|_| Err(STOPPED.into())).map(drop).map_err(|died| {
            self.dismiss();
            SecondParserError(died)
        })
    }

    async fn ask(&self, pairs: &[Pair], mode: StripMode) -> Answer {
        let pairs = pairs.iter().map(|pair| (pair.original.to_string(), pair.stripped.to_string())).collect();
        let text = serde_json::to_string(&Request { mode, pairs }).map_err(|error| error.to_string())?;
        let (sender, receiver) = oneshot::channel();
        {
            let running = self.0.borrow();
            let running = running.as_ref().ok_or(STOPPED)?;
            *running.waiting.borrow_mut() = Some(sender);
            let posted = running.worker.post_message(&note(MESSAGE, &text.into()));
            posted.map_err(|error| words(&error))?;
        }
        let answer = receiver.await.unwrap_or_else(|_| Err(STOPPED.into()));
        if answer.is_err() {
            self.dismiss();
        }
        answer
    }
}

impl Running {
    fn start() -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        // The same version of the site as this worker's own.
        let location = scope().location();
        let worker = Worker::new_with_options(&format!("second-parser-boot.js{}", location.search()), &options)?;
        let (sender, ready) = oneshot::channel();
        let waiting = Rc::new(RefCell::new(Some(sender)));
        let tell = |waiting: &Rc<RefCell<Option<oneshot::Sender<Answer>>>>, answer: Answer| {
            if let Some(sender) = waiting.borrow_mut().take() {
                // Nobody waits where the inspection was cancelled.
                let _ = sender.send(answer);
            }
        };
        let heard = waiting.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let part = |key: &str| Reflect::get(&event.data(), &key.into()).unwrap_or_default();
            let answer = match part(MESSAGE).as_string() {
                Some(text) => serde_json::from_str(&text).map_err(|error| error.to_string()),
                None => Ok(Vec::new()),
            };
            tell(&heard, answer);
        });
        let failed = waiting.clone();
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            let details = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            event.prevent_default();
            tell(&failed, Err(if details.is_empty() { "its files can't be loaded".into() } else { details }));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let ready = RefCell::new(Some(ready));
        Ok(Self { worker, waiting, ready, _on_message: on_message, _on_error: on_error })
    }
}

/// Starts the second parser in this worker and says that it is ready for messages.
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = scope().unchecked_into();
    let port = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = Reflect::get(&event.data(), &MESSAGE.into()).unwrap_or_default().as_string().unwrap_or_default();
        let Ok(request) = serde_json::from_str::<Request>(&text) else { return };
        let opinion = |(original, stripped): &(String, String)| second_opinion(original, stripped, request.mode);
        let opinions: Vec<SecondOpinion> = request.pairs.iter().map(opinion).collect();
        // Plain data is serialised, and a string can be cloned.
        let text = serde_json::to_string(&opinions).unwrap_or_default();
        let _ = port.post_message(&note(MESSAGE, &text.into()));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    let _ = scope.post_message(&note(READY, &JsValue::TRUE));
}
