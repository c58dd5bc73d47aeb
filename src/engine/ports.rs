//! What the engine needs of the world. The browser is behind these traits in the app, memory and scripts
//! are in tests.

use std::rc::Rc;

use async_trait::async_trait;
use futures::future::LocalBoxFuture;
use thiserror::Error;

use super::protocol::Event;
use crate::domain::provider::{LocalAccess, WireRequest};
use crate::domain::python::{SecondOpinion, StripMode};
use crate::domain::repository::Pair;

/// All ports together.
#[derive(Clone)]
pub struct Ports {
    /// Network.
    pub transport: Rc<dyn Transport>,
    /// What is around the page.
    pub surroundings: Rc<dyn Surroundings>,
    /// Storage.
    pub store: Rc<dyn Store>,
    /// Time.
    pub clock: Rc<dyn Clock>,
    /// Chance, for back-off only: nothing that is computed depends on it.
    pub random: Rc<dyn Random>,
    /// The page.
    pub events: Rc<dyn EventSink>,
    /// The second parser.
    pub second_parser: Rc<dyn SecondParser>,
    /// The memory that the engine lives in.
    pub memory: Rc<dyn Memory>,
    /// Hashing beside other work.
    pub digest: Rc<dyn Digest>,
    /// Somebody to share the analysis of a repository with.
    pub helper: Rc<dyn Helper>,
}

/// A request of a provider's wire form, with how long it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// The request. Its headers may hold a key: never logged.
    pub wire: WireRequest,
    /// Headers and body must be there within so many milliseconds; of a streamed body, the headers.
    pub timeout_ms: u64,
    /// Where the body is streamed: the longest silence between two pieces, in milliseconds.
    pub idle_timeout_ms: Option<u64>,
}

/// A reply, whatever its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpReply {
    /// Status.
    pub status: u16,
    /// Body as text.
    pub body: String,
    /// Retry-After in milliseconds, where the browser lets us see it.
    pub retry_after_ms: Option<u64>,
}

/// No reply came.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TransportError {
    /// No connection; a page learns no more.
    #[error("{0}")]
    Unreachable(String),
    /// Too late.
    #[error("no reply in time")]
    TimedOut,
    /// The reply began and then nothing came for too long.
    #[error("the reply stopped coming")]
    Stalled,
    /// The connection was lost in the middle of the reply.
    #[error("{0}")]
    Cut(String),
}

/// Network. Dropping a returned future aborts its request.
#[async_trait(?Send)]
pub trait Transport {
    /// Makes a request; `on_bytes` gets the pieces of its body as they come, and says whether it wants more: where
    /// it doesn't, the request is given up, and the reply is what came so far.
    async fn send(
        &self,
        request: HttpRequest,
        on_bytes: &mut dyn for<'b> FnMut(&'b [u8]) -> bool,
    ) -> Result<HttpReply, TransportError>;

    /// Whether anything answers at an address, though its answer can't be read. Sends no key.
    async fn answers(&self, url: &str) -> bool;

    /// Reads a file of the site itself, such as the sample repository.
    async fn read_asset(&self, path: &str) -> Result<Vec<u8>, TransportError>;
}

/// What the browser tells of the page's surroundings.
#[async_trait(?Send)]
pub trait Surroundings {
    /// Origin of the site, such as `https://example.org`.
    fn origin(&self) -> String;

    /// Whether the browser thinks that it has a network.
    fn is_online(&self) -> bool;

    /// What the user decided on access to this machine and the local network.
    async fn local_access(&self) -> LocalAccess;

    /// This computer's clock minus the site's server's, in milliseconds, where that can be found out.
    async fn clock_skew_ms(&self) -> Option<i64>;
}

/// A file that the user gave, not read yet.
#[async_trait(?Send)]
pub trait Attachment {
    /// Its bytes.
    async fn read(&self) -> Result<Vec<u8>, AttachmentError>;
}

/// A file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the browser could not read the file: {0}")]
pub struct AttachmentError(pub String);

/// Tables of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// Providers, selection and what was open last.
    Settings,
    /// Archives, as bytes.
    Archives,
    /// Tasks.
    Tasks,
    /// Runs.
    Runs,
    /// Samples, those that have ended without their conversations.
    Samples,
    /// Conversations of samples that have ended.
    Conversations,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 6] =
        [Self::Settings, Self::Archives, Self::Tasks, Self::Runs, Self::Samples, Self::Conversations];

    /// Its name in the browser's database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Archives => "archives",
            Self::Tasks => "tasks",
            Self::Runs => "runs",
            Self::Samples => "samples",
            Self::Conversations => "conversations",
        }
    }
}

/// Storage failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the browser's storage failed: {0}")]
pub struct StoreError(pub String);

/// How much room there is in the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreUsage {
    /// Bytes used.
    pub used_bytes: Option<u64>,
    /// Bytes that may be used.
    pub quota_bytes: Option<u64>,
    /// Whether the browser promised to keep them.
    pub is_persistent: bool,
}

/// Storage: bytes by table and key. Keys with a common prefix belong together.
#[async_trait(?Send)]
pub trait Store {
    /// The value of a key.
    async fn get(&self, table: Table, key: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// All keys and values whose key begins with `prefix`, in the order of the keys.
    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// Sets a value. Returns when it is durable.
    async fn put(&self, table: Table, key: &str, value: Vec<u8>) -> Result<(), StoreError>;

    /// Deletes every key that begins with `prefix`.
    async fn delete(&self, table: Table, prefix: &str) -> Result<(), StoreError>;

    /// How much room there is, as far as the browser tells.
    async fn usage(&self) -> StoreUsage;
}

/// Time.
#[async_trait(?Send)]
pub trait Clock {
    /// Milliseconds since 1970.
    fn now_ms(&self) -> u64;

    /// Waits.
    async fn sleep(&self, ms: u64);

    /// Lets other work, such as incoming messages, go first.
    async fn yield_now(&self);
}

/// Chance.
pub trait Random {
    /// A number from 0 (inclusive) to 1 (exclusive).
    fn unit(&self) -> f64;
}

/// The memory that the engine lives in.
pub trait Memory {
    /// Bytes that the engine has taken, at most so far: in the browser it never gives any back. Nothing where
    /// that isn't known.
    fn peak_bytes(&self) -> Option<u64>;
}

/// Hashing beside other work, where the platform can: it is a twentieth of opening an archive.
pub trait Digest {
    /// Begins to hash bytes; nothing where the platform can't. The future gives their SHA-256, or nothing where it
    /// failed.
    fn sha256(&self, bytes: &[u8]) -> Option<LocalBoxFuture<'static, Option<[u8; 32]>>>;
}

/// Where events go.
pub trait EventSink {
    /// Sends an event to the page.
    fn emit(&self, event: Event);

    /// Gives the user a file to keep.
    fn save_file(&self, name: &str, content: Vec<u8>);
}

/// The second parser can't be started, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the second parser can't be started: {0}")]
pub struct SecondParserError(pub String);

/// The independent parser behind [`crate::domain::python::second_opinion`]; in the browser a worker of its own,
/// which is started when it is first asked.
#[async_trait(?Send)]
pub trait SecondParser {
    /// What it says of each pair, in their order. A pair that is too much for it is not covered.
    ///
    /// # Errors
    /// Where it can't be started.
    async fn compare(&self, pairs: &[Pair], mode: StripMode) -> Result<Vec<SecondOpinion>, SecondParserError>;

    /// Lets it go; it is started anew when it is next asked.
    fn dismiss(&self);
}

/// There is no helper, or it is gone, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no helper answers: {0}")]
pub struct HelperError(pub String);

/// Somebody who looks into files beside the engine; in the browser a second worker of the engine's own program.
pub trait Helper {
    /// Begins to start it, since it will be asked soon.
    fn get_ready(&self);

    /// Begins to answer a request as [`crate::domain::repository::look_into`] does; starts the helper where it isn't
    /// there. Several may be under way: they are answered in their order.
    fn look_into(&self, request: Vec<u8>) -> LocalBoxFuture<'static, Result<Vec<u8>, HelperError>>;

    /// Lets it go, whatever it is at.
    fn dismiss(&self);
}
