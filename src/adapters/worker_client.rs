//! The page's end of the message port: starts the worker, sends commands, receives events, and starts the
//! worker anew where it dies.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, Event as DomEvent, File, HtmlMetaElement, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::browser::words;
use super::download::save;
use super::message::{FILES, MESSAGE, NAME, READY, SAVE};
use crate::engine::protocol::{Command, Event, PROTOCOL_VERSION, Problem};

/// Deaths of the worker, in a row without a sign of life between, after which it is not started again.
const MOST_DEATHS: u32 = 3;

/// A running worker.
#[derive(Clone)]
pub struct WorkerClient(Rc<Inner>);

struct Inner {
    worker: RefCell<Option<Worker>>,
    is_ready: Cell<bool>,
    deaths: Cell<u32>,
    waiting: RefCell<Vec<(Command, Vec<File>)>>,
    on_event: Box<dyn Fn(Event)>,
}

impl WorkerClient {
    /// Starts the worker and greets it; `on_event` gets everything it says.
    pub fn start(on_event: impl Fn(Event) + 'static) -> Self {
        let client = Self(Rc::new(Inner {
            worker: RefCell::default(),
            is_ready: Cell::new(false),
            deaths: Cell::new(0),
            waiting: RefCell::default(),
            on_event: Box::new(on_event),
        }));
        client.spawn();
        client
    }

    /// Sends a command with its files; kept until the worker is ready.
    pub fn send(&self, command: Command, files: Vec<File>) {
        if !self.0.is_ready.get() {
            self.0.waiting.borrow_mut().push((command, files));
            return;
        }
        let worker = self.0.worker.borrow();
        if let (Some(worker), Ok(message)) = (worker.as_ref(), message(&command, files))
            && let Err(error) = worker.post_message(&message)
        {
            self.report("A message to the engine could not be sent.", &words(&error));
        }
    }

    fn spawn(&self) {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = match Worker::new_with_options(&script_url(), &options) {
            Ok(worker) => worker,
            Err(error) => {
                return (self.0.on_event)(Event::Lost(Problem {
                    message: "The engine could not be started.".into(),
                    advice: "Reload the page; browsers of the last three years can start it.".into(),
                    details: words(&error),
                }));
            }
        };
        let client = self.clone();
        let on_message =
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| client.on_message(&event.data()));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        let client = self.clone();
        let on_error = Closure::<dyn FnMut(DomEvent)>::new(move |event: DomEvent| {
            let details = event.dyn_ref::<web_sys::ErrorEvent>().map(web_sys::ErrorEvent::message).unwrap_or_default();
            client.on_death(&details);
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        on_error.forget();
        *self.0.worker.borrow_mut() = Some(worker);
    }

    fn on_message(&self, data: &JsValue) {
        let part = |key: &str| Reflect::get(data, &key.into()).unwrap_or_default();
        if part(READY).is_truthy() {
            self.0.is_ready.set(true);
            self.send(Command::Hello { version: PROTOCOL_VERSION }, Vec::new());
            for (command, files) in self.0.waiting.take() {
                self.send(command, files);
            }
        } else if let Ok(blob) = part(SAVE).dyn_into::<Blob>() {
            if let Err(error) = save(&part(NAME).as_string().unwrap_or_default(), &blob) {
                self.report("The file could not be handed over for download.", &words(&error));
            }
        } else if let Some(text) = part(MESSAGE).as_string() {
            match serde_json::from_str(&text) {
                Ok(Event::Swollen) => self.restart(),
                Ok(event) => {
                    self.0.deaths.set(0);
                    (self.0.on_event)(event);
                }
                Err(error) => self.report("The page did not understand a message of its engine.", &error.to_string()),
            }
        }
    }

    /// Starts the worker anew: its memory is given back.
    fn restart(&self) {
        self.end();
        self.spawn();
    }

    fn end(&self) {
        if let Some(worker) = self.0.worker.borrow_mut().take() {
            worker.terminate();
        }
        self.0.is_ready.set(false);
    }

    fn on_death(&self, details: &str) {
        self.end();
        self.0.deaths.set(self.0.deaths.get() + 1);
        if self.0.deaths.get() >= MOST_DEATHS {
            return (self.0.on_event)(Event::Lost(Problem {
                message: "The engine stops again and again.".into(),
                advice: "Reload the page; if that doesn't help, try another browser. What was stored is there.".into(),
                details: details.to_owned(),
            }));
        }
        (self.0.on_event)(Event::Problem(Problem {
            message: "The engine stopped and was started again.".into(),
            advice: "What was stored is there, and so are your keys. Resume what was under way.".into(),
            details: details.to_owned(),
        }));
        self.spawn();
    }

    fn report(&self, message: &str, details: &str) {
        (self.0.on_event)(Event::Problem(Problem {
            message: message.to_owned(),
            advice: "Reload the page.".into(),
            details: details.to_owned(),
        }));
    }
}

fn message(command: &Command, files: Vec<File>) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(command).map_err(|error| JsValue::from_str(&error.to_string()))?;
    let object = Object::new();
    Reflect::set(&object, &MESSAGE.into(), &text.into())?;
    if !files.is_empty() {
        Reflect::set(&object, &FILES.into(), &files.into_iter().collect::<Array>())?;
    }
    Ok(object.into())
}

/// The worker's script beside the page, with the version that the page was built with.
fn script_url() -> String {
    let document = web_sys::window().and_then(|window| window.document());
    let meta =
        document.as_ref().and_then(|document| document.query_selector("meta[name=worker-version]").ok().flatten());
    let version = meta.and_then(|meta| meta.dyn_into::<HtmlMetaElement>().ok()).map(|meta| meta.content());
    let base = document.and_then(|document| document.base_uri().ok().flatten()).unwrap_or_default();
    let folder = base.rsplit_once('/').map(|(folder, _)| folder.to_owned()).unwrap_or_default();
    match version.filter(|version| !version.is_empty()) {
        Some(version) => format!("{folder}/worker-boot.js?v={version}"),
        None => format!("{folder}/worker-boot.js"),
    }
}
