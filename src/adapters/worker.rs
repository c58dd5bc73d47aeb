//! The worker's end of the message port: starts the engine, hands it commands, sends its events.

use std::rc::Rc;

use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope, File, MessageEvent};

use super::browser::{BrowserClock, BrowserRandom, FileAttachment, WasmMemory, WebCrypto, scope, words};
use super::fetch::FetchTransport;
use super::helper::{self, HelperWorker};
use super::indexed_db::IndexedDb;
use super::message::{FILES, MESSAGE, NAME, READY, SAVE, note};
use super::second_parser::SecondParserWorker;
use super::surroundings::BrowserSurroundings;
use crate::engine::Engine;
use crate::engine::ports::{Attachment, EventSink, Ports};
use crate::engine::protocol::{Command, Event, Problem};

/// Starts the engine in this worker and says that it is ready for messages; or, where an engine started the worker
/// under that name, its helper.
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = scope().unchecked_into();
    if scope.name() == helper::NAME {
        return helper::serve(scope);
    }
    let events = Rc::new(Port(scope.clone()));
    let engine = Engine::new(Ports {
        transport: Rc::new(FetchTransport),
        surroundings: Rc::new(BrowserSurroundings),
        store: Rc::new(IndexedDb::default()),
        clock: Rc::new(BrowserClock),
        random: Rc::new(BrowserRandom),
        events: events.clone(),
        second_parser: Rc::new(SecondParserWorker::default()),
        memory: Rc::new(WasmMemory),
        digest: Rc::new(WebCrypto),
        helper: Rc::new(HelperWorker::default()),
    });
    let on_message =
        Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| match read(&message.data()) {
            Ok((command, attachments)) => {
                let engine = engine.clone();
                let is_start = matches!(command, Command::Hello { .. });
                spawn_local(async move {
                    engine.handle(command, attachments).await;
                    if is_start {
                        engine.warm_up().await;
                    }
                });
            }
            Err(details) => events.emit(Event::Problem(Problem {
                message: "The engine did not understand a message of the page.".into(),
                advice: "Reload the page.".into(),
                details,
            })),
        });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&scope, &note(READY, &JsValue::TRUE));
}

struct Port(DedicatedWorkerGlobalScope);

impl EventSink for Port {
    fn emit(&self, event: Event) {
        // Events are plain data: serialising them can't fail.
        if let Ok(text) = serde_json::to_string(&event) {
            post(&self.0, &note(MESSAGE, &JsValue::from_str(&text)));
        }
    }

    fn save_file(&self, name: &str, content: Vec<u8>) {
        let parts = Array::of1(&Uint8Array::from(content.as_slice()));
        match Blob::new_with_u8_array_sequence(&parts) {
            Ok(blob) => {
                let message = note(SAVE, &blob);
                // Setting a key of a plain object can't fail.
                let _ = Reflect::set(&message, &NAME.into(), &name.into());
                post(&self.0, &message);
            }
            Err(error) => self.emit(Event::Problem(Problem {
                message: format!("{name} could not be made ready for download."),
                advice: "Close other tabs and try again: there may be too little memory.".into(),
                details: words(&error),
            })),
        }
    }
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &JsValue) {
    // Fails only for values that can't be cloned; these are strings.
    let _ = scope.post_message(message);
}

fn read(data: &JsValue) -> Result<(Command, Vec<Rc<dyn Attachment>>), String> {
    let text = Reflect::get(data, &MESSAGE.into()).ok().and_then(|text| text.as_string()).unwrap_or_default();
    let command = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let files = Reflect::get(data, &FILES.into())
        .ok()
        .filter(Array::is_array)
        .map(|files| Array::from(&files))
        .unwrap_or_default();
    let files = files.iter().filter_map(|file| file.dyn_into::<File>().ok());
    Ok((command, files.map(|file| Rc::new(FileAttachment(file)) as Rc<dyn Attachment>).collect()))
}
