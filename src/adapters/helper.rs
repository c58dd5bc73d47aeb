//! A helper of the engine: another instance of the engine's own program in a worker of its own, seen from the engine's
//! worker, and its own end of the port.
//!
//! The program is handed over as it is compiled, so that nothing is loaded twice. Requests and answers are buffers that
//! change hands and are not copied.

use std::cell::{RefCell, RefMut};
use std::collections::VecDeque;
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use js_sys::{Array, ArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, ErrorEvent, Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::browser::{scope, words};
use super::message::{MODULE, note};
use crate::domain::repository;
use crate::engine::ports::{Helper, HelperError};

/// The worker's name, by which the program knows its role.
pub const NAME: &str = "helper";

/// What comes of a request.
type Answer = Result<Vec<u8>, HelperError>;

/// Those who wait for an answer, in the order of their requests.
type Waiting = Rc<RefCell<VecDeque<oneshot::Sender<Answer>>>>;

/// The worker, while it is there.
#[derive(Default)]
pub struct HelperWorker(RefCell<Option<Running>>);

struct Running {
    worker: Worker,
    waiting: Waiting,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Helper for HelperWorker {
    fn get_ready(&self) {
        // Where it can't be started, that is said when it is asked.
        let _ = self.running();
    }

    fn look_into(&self, request: Vec<u8>) -> LocalBoxFuture<'static, Answer> {
        match self.ask(&request) {
            Ok(answer) => {
                answer.map(|answer| answer.unwrap_or_else(|_| Err(HelperError("it was let go".into())))).boxed_local()
            }
            Err(error) => futures::future::ready(Err(HelperError(words(&error)))).boxed_local(),
        }
    }

    fn dismiss(&self) {
        self.0.borrow_mut().take();
    }
}

impl HelperWorker {
    /// The worker, started unless it is there.
    fn running(&self) -> Result<RefMut<'_, Running>, JsValue> {
        let mut running = self.0.borrow_mut();
        if running.is_none() {
            *running = Some(Running::start()?);
        }
        RefMut::filter_map(running, Option::as_mut).map_err(|_| JsValue::UNDEFINED)
    }

    fn ask(&self, request: &[u8]) -> Result<oneshot::Receiver<Answer>, JsValue> {
        let running = self.running()?;
        let buffer = Uint8Array::from(request).buffer();
        running.worker.post_message_with_transfer(&buffer, &Array::of1(&buffer))?;
        let (sender, receiver) = oneshot::channel();
        running.waiting.borrow_mut().push_back(sender);
        Ok(receiver)
    }
}

impl Running {
    fn start() -> Result<Self, JsValue> {
        if scope().navigator().hardware_concurrency() < 2.0 {
            return Err("there is one processor only".into());
        }
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(NAME);
        // The same version of the site as this worker's own.
        let worker = Worker::new_with_options(&format!("helper-boot.js{}", scope().location().search()), &options)?;
        let waiting = Waiting::default();
        let heard = waiting.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            match event.data().dyn_into::<ArrayBuffer>() {
                Ok(buffer) => {
                    if let Some(sender) = heard.borrow_mut().pop_front() {
                        // Nobody waits where the opening was cancelled.
                        let _ = sender.send(Ok(Uint8Array::new(&buffer).to_vec()));
                    }
                }
                Err(_) => give_up(&heard, "its files can't be loaded"),
            }
        });
        let failed = waiting.clone();
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default();
            let details = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            give_up(&failed, if details.is_empty() { "its script can't be loaded" } else { &details });
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let running = Self { worker, waiting, _on_message: on_message, _on_error: on_error };
        running.worker.post_message(&note(MODULE, &wasm_bindgen::module()))?;
        Ok(running)
    }
}

/// Tells all who wait that no answer comes.
fn give_up(waiting: &Waiting, why: &str) {
    for sender in waiting.take() {
        let _ = sender.send(Err(HelperError(why.to_owned())));
    }
}

/// Makes this worker a helper: each request is answered.
pub fn serve(scope: DedicatedWorkerGlobalScope) {
    let port = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let request = Uint8Array::new(&event.data()).to_vec();
        // What is no request gets an empty answer, which is none.
        let answer = repository::look_into(&request).unwrap_or_default();
        let buffer = Uint8Array::from(answer.as_slice()).buffer();
        // A buffer of one's own can always be handed over.
        let _ = port.post_message_with_transfer(&buffer, &Array::of1(&buffer));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}
