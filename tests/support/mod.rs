//! Ports in memory, for tests of the engine: a store that can be shared between two engines (a reload), a
//! scripted network, a clock that doesn't wait, and a record of the events.

#![allow(clippy::unwrap_used)] // tests fail by panicking
#![allow(dead_code)] // each test binary uses its own part

pub mod example_agent;
pub mod helper;
pub mod scripted;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::rc::Rc;

use async_trait::async_trait;
use code_qa_bench::domain::files::publish::INDEX_PATH;
use code_qa_bench::domain::provider::{LocalAccess, WireRequest};
use code_qa_bench::domain::python::{SecondOpinion, StripMode, second_opinion};
use code_qa_bench::domain::repository::Pair;
use code_qa_bench::domain::run::Sample;
use code_qa_bench::engine::Engine;
use code_qa_bench::engine::ports::{
    Attachment, AttachmentError, Clock, Digest, EventSink, HttpReply, HttpRequest, Memory, Ports, Random, SecondParser,
    SecondParserError, Store, StoreError, StoreUsage, Surroundings, Table, Transport, TransportError,
};
use code_qa_bench::engine::protocol::{Command, Event, FileTexts, RepositoryLists, SampleRow};
use futures::future::LocalBoxFuture;
use helper::NearHelper;

/// A store in memory.
#[derive(Default)]
pub struct MemoryStore {
    pub records: RefCell<BTreeMap<(Table, String), Vec<u8>>>,
    /// After so many further writes every write fails.
    pub writes_left: Cell<Option<u32>>,
    /// How often a read lets other futures go first, once it has its value.
    pub read_yields: Cell<u32>,
}

#[async_trait(?Send)]
impl Store for MemoryStore {
    async fn get(&self, table: Table, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.records.borrow().get(&(table, key.to_owned())).cloned();
        for _ in 0..self.read_yields.get() {
            yield_once().await;
        }
        Ok(value)
    }

    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let records = self.records.borrow();
        let of_prefix = records.iter().filter(|((t, key), _)| *t == table && key.starts_with(prefix));
        Ok(of_prefix.map(|((_, key), value)| (key.clone(), value.clone())).collect())
    }

    async fn put(&self, table: Table, key: &str, value: Vec<u8>) -> Result<(), StoreError> {
        if let Some(left) = self.writes_left.get() {
            if left == 0 {
                return Err(StoreError("full".into()));
            }
            self.writes_left.set(Some(left - 1));
        }
        self.records.borrow_mut().insert((table, key.to_owned()), value);
        Ok(())
    }

    async fn delete(&self, table: Table, prefix: &str) -> Result<(), StoreError> {
        self.records.borrow_mut().retain(|(t, key), _| *t != table || !key.starts_with(prefix));
        Ok(())
    }

    async fn usage(&self) -> StoreUsage {
        let used_bytes = Some(self.records.borrow().values().map(|value| value.len() as u64).sum());
        StoreUsage { used_bytes, quota_bytes: Some(1 << 30), is_persistent: false }
    }
}

impl MemoryStore {
    /// The stored samples of runs whose identifier begins so, whole.
    pub fn samples(&self, run: &str) -> Vec<Sample> {
        let records = self.records.borrow();
        let said = |key: &str, who: &str| {
            let stored = records.get(&(Table::Conversations, format!("{key}/{who}")));
            stored.map(|bytes| serde_json::from_slice(bytes).unwrap()).unwrap_or_default()
        };
        let whole = |((_, key), bytes): (&(Table, String), &Vec<u8>)| {
            let mut sample: Sample = serde_json::from_slice(bytes).unwrap();
            if sample.state.has_ended() {
                (sample.transcript, sample.judging) = (said(key, "agent"), said(key, "judge"));
            }
            sample
        };
        let of_runs = records.iter().filter(|((table, key), _)| *table == Table::Samples && key.starts_with(run));
        of_runs.map(whole).collect()
    }
}

/// What the scripted network does with a request.
pub type Responder = dyn Fn(&HttpRequest) -> Result<HttpReply, TransportError>;

/// A network that answers by a function and remembers what was sent.
pub struct ScriptedTransport {
    pub responder: RefCell<Box<Responder>>,
    pub requests: RefCell<Vec<HttpRequest>>,
    /// Whether something answers where a page may not read it.
    pub answers: Cell<bool>,
    pub sample: Vec<u8>,
    /// Other files of the site, by path.
    pub assets: RefCell<BTreeMap<String, Vec<u8>>>,
}

#[async_trait(?Send)]
impl Transport for ScriptedTransport {
    async fn send(
        &self,
        request: HttpRequest,
        on_bytes: &mut dyn for<'b> FnMut(&'b [u8]) -> bool,
    ) -> Result<HttpReply, TransportError> {
        yield_once().await;
        let reply = (self.responder.borrow())(&request);
        self.requests.borrow_mut().push(request);
        if let Ok(reply) = &reply {
            // As much as is wanted.
            let _ = reply.body.as_bytes().chunks(64).all(on_bytes);
        }
        reply
    }

    async fn answers(&self, _url: &str) -> bool {
        self.answers.get()
    }

    async fn read_asset(&self, path: &str) -> Result<Vec<u8>, TransportError> {
        if path.starts_with("published/") {
            let missing = || TransportError::Unreachable(format!("{path}: HTTP 404"));
            return self.assets.borrow().get(path).cloned().ok_or_else(missing);
        }
        if self.sample.is_empty() {
            return Err(TransportError::Unreachable("no such file".into()));
        }
        Ok(self.sample.clone())
    }
}

/// A clock that moves when it is waited on.
pub struct FastClock {
    pub now_ms: Cell<u64>,
    pub slept_ms: Cell<u64>,
}

#[async_trait(?Send)]
impl Clock for FastClock {
    fn now_ms(&self) -> u64 {
        self.now_ms.set(self.now_ms.get() + 1);
        self.now_ms.get()
    }

    async fn sleep(&self, ms: u64) {
        self.now_ms.set(self.now_ms.get() + ms);
        self.slept_ms.set(self.slept_ms.get() + ms);
        yield_once().await;
    }

    async fn yield_now(&self) {
        yield_once().await;
    }
}

/// Lets other futures go first, once.
pub async fn yield_once() {
    let mut is_second = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut is_second, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

struct Half;

impl Random for Half {
    fn unit(&self) -> f64 {
        0.5
    }
}

/// Something that looks at each event.
pub type Watch = dyn Fn(&Event);

/// A record of events. `watch` may react to one, for instance by asking for a pause.
#[derive(Default)]
pub struct Recorder {
    pub events: RefCell<Vec<Event>>,
    pub watch: RefCell<Option<Box<Watch>>>,
    /// Files given to the user: name and content.
    pub saved: RefCell<Vec<(String, Vec<u8>)>>,
    lists: RefCell<RepositoryLists>,
    texts: RefCell<FileTexts>,
    samples: RefCell<Vec<SampleRow>>,
}

impl EventSink for Recorder {
    fn emit(&self, event: Event) {
        if let Some(watch) = self.watch.borrow().as_ref() {
            watch(&event);
        }
        // Views are recorded with the parts that came before them, as the page puts them together.
        let event = match event {
            Event::Part(part) => return self.lists.borrow_mut().add(part),
            Event::SamplePart(part) => return self.samples.borrow_mut().extend(part),
            Event::Results { run, filter, results, .. } => {
                Event::Results { run, filter, results, samples: self.samples.take() }
            }
            Event::FilePart(part) => return self.texts.borrow_mut().add(part),
            Event::Listed => {
                self.lists.take();
                Event::Listed
            }
            Event::Opened(mut view) => {
                view.lists = self.lists.take();
                Event::Opened(view)
            }
            Event::File(mut view) => {
                view.texts = self.texts.take();
                Event::File(view)
            }
            event => event,
        };
        self.events.borrow_mut().push(event);
    }

    fn save_file(&self, name: &str, content: Vec<u8>) {
        self.saved.borrow_mut().push((name.to_owned(), content));
    }
}

struct Online;

#[async_trait(?Send)]
impl Surroundings for Online {
    fn origin(&self) -> String {
        "https://bench.example".into()
    }

    fn is_online(&self) -> bool {
        true
    }

    async fn local_access(&self) -> LocalAccess {
        LocalAccess::Unknown
    }

    async fn clock_skew_ms(&self) -> Option<i64> {
        Some(0)
    }
}

struct Unknown;

impl Memory for Unknown {
    fn peak_bytes(&self) -> Option<u64> {
        None
    }
}

impl Digest for Unknown {
    fn sha256(&self, _: &[u8]) -> Option<LocalBoxFuture<'static, Option<[u8; 32]>>> {
        None
    }
}

/// The second parser, here.
#[derive(Default)]
pub struct NearParser {
    /// Whether it can't be started.
    pub is_lost: Cell<bool>,
}

#[async_trait(?Send)]
impl SecondParser for NearParser {
    async fn compare(&self, pairs: &[Pair], mode: StripMode) -> Result<Vec<SecondOpinion>, SecondParserError> {
        if self.is_lost.get() {
            return Err(SecondParserError("not in this test".into()));
        }
        Ok(pairs.iter().map(|pair| second_opinion(&pair.original, &pair.stripped, mode)).collect())
    }

    fn dismiss(&self) {}
}

/// An engine with its ports at hand.
pub struct Bench {
    pub engine: Rc<Engine>,
    pub store: Rc<MemoryStore>,
    pub transport: Rc<ScriptedTransport>,
    pub clock: Rc<FastClock>,
    pub recorder: Rc<Recorder>,
    pub second_parser: Rc<NearParser>,
    pub helper: Rc<NearHelper>,
}

impl Bench {
    /// A fresh engine on a fresh store.
    pub fn new() -> Self {
        Self::on(Rc::new(MemoryStore::default()))
    }

    /// A fresh engine on a store with something in it, as after a reload.
    pub fn on(store: Rc<MemoryStore>) -> Self {
        let unreachable = |_: &HttpRequest| Err(TransportError::Unreachable("no network in this test".into()));
        let transport = Rc::new(ScriptedTransport {
            responder: RefCell::new(Box::new(unreachable)),
            requests: RefCell::default(),
            answers: Cell::new(false),
            sample: sample_archive(),
            assets: RefCell::new([(INDEX_PATH.to_owned(), br#"{"version": 1, "runs": []}"#.to_vec())].into()),
        });
        let clock = Rc::new(FastClock { now_ms: Cell::new(1_800_000_000_000), slept_ms: Cell::new(0) });
        let recorder = Rc::new(Recorder::default());
        let second_parser = Rc::new(NearParser::default());
        let helper = Rc::new(NearHelper::default());
        let engine = Engine::new(Ports {
            transport: transport.clone(),
            surroundings: Rc::new(Online),
            store: store.clone(),
            clock: clock.clone(),
            random: Rc::new(Half),
            events: recorder.clone(),
            second_parser: second_parser.clone(),
            memory: Rc::new(Unknown),
            digest: Rc::new(Unknown),
            helper: helper.clone(),
        });
        Self { engine, store, transport, clock, recorder, second_parser, helper }
    }

    /// Handles a command to its end.
    pub fn run(&self, command: Command) {
        futures::executor::block_on(self.engine.handle(command, Vec::new()));
    }

    /// Handles a command with one file beside it.
    pub fn run_with(&self, command: Command, bytes: Vec<u8>) {
        let file: Rc<dyn Attachment> = Rc::new(MemoryFile(bytes));
        futures::executor::block_on(self.engine.handle(command, vec![file]));
    }

    /// Handles a command with several files beside it.
    pub fn run_with_files(&self, command: Command, files: Vec<Vec<u8>>) {
        let files = files.into_iter().map(|bytes| Rc::new(MemoryFile(bytes)) as Rc<dyn Attachment>).collect();
        futures::executor::block_on(self.engine.handle(command, files));
    }

    /// The last event for which `pick` finds something.
    pub fn last<T>(&self, pick: impl Fn(&Event) -> Option<T>) -> Option<T> {
        self.recorder.events.borrow().iter().rev().find_map(pick)
    }

    /// Messages of all problems so far.
    pub fn problems(&self) -> Vec<String> {
        let events = self.recorder.events.borrow();
        let problem = |event: &Event| match event {
            Event::Problem(problem) | Event::OpenFailed(problem) => Some(problem.message.clone()),
            _ => None,
        };
        events.iter().filter_map(problem).collect()
    }
}

/// A file in memory.
pub struct MemoryFile(pub Vec<u8>);

#[async_trait(?Send)]
impl Attachment for MemoryFile {
    async fn read(&self) -> Result<Vec<u8>, AttachmentError> {
        Ok(self.0.clone())
    }
}

/// A Chat Completions reply with a text.
pub fn chat_text(text: &str) -> String {
    serde_json::json!({
        "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5}
    })
    .to_string()
}

/// A Chat Completions reply with tool calls: identifier, name, arguments.
pub fn chat_calls(calls: &[(&str, &str, &str)]) -> String {
    let calls: Vec<_> = calls
        .iter()
        .map(|(id, name, arguments)| {
            serde_json::json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
        })
        .collect();
    serde_json::json!({
        "choices": [{"finish_reason": "tool_calls", "message": {"role": "assistant", "content": null, "tool_calls": calls}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5}
    })
    .to_string()
}

/// The value of a request's header.
pub fn header<'a>(request: &'a WireRequest, name: &str) -> Option<&'a str> {
    request.headers.iter().find(|(of, _)| *of == name).map(|(_, value)| value.as_str())
}

/// A successful reply.
pub fn ok(body: String) -> Result<HttpReply, TransportError> {
    Ok(HttpReply { status: 200, body, retry_after_ms: None })
}

/// The sample repository as the site ships it.
pub fn sample_archive() -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("public/sample/greenhouse");
    let mut builder = tar::Builder::new(Vec::new());
    let mut folders: VecDeque<_> = [root.clone()].into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop_front() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push_back(path) } else { files.push(path) }
        }
    }
    files.sort();
    for path in files {
        let name = Path::new("greenhouse").join(path.strip_prefix(&root).unwrap());
        builder.append_path_with_name(&path, name).unwrap();
    }
    builder.into_inner().unwrap()
}
