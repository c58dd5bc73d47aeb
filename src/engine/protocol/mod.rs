//! What the page and the engine say to each other: one enum of commands, one of events, and the view
//! models that they carry. Pure data, versioned; messages cross the worker's port as JSON, bulk bytes
//! as attachments beside it.

mod command;
mod event;
mod file;
mod files;
mod repository;
mod run;
mod settings;
mod task;

pub use command::{Command, GenerateRequest, RemakeRequest, RunRequest};
pub use event::{Event, Problem};
pub use file::{FilePart, FileTexts, FileView, SideText};
pub use files::{Export, ImportReport, ImportRequest};
pub(in crate::engine) use repository::pieces;
pub use repository::{
    ChunkRow, ChunkView, FileRow, FileStatus, InspectionKind, InspectionProgress, OpenProgress, OpenStage, RemovedRow,
    RepositoryLists, RepositoryPart, RepositoryView, SelectionView, UnparseableRow,
};
pub use run::{
    ConditionProgress, ErrorCount, InFlight, ModelPace, RunOutline, RunProgress, RunRow, SampleRow, SampleView,
};
pub use settings::{DoctorReport, HostContact, SettingsView, StorageView};
pub use task::{
    DroppedRow, GenerationProgress, GroundingView, InMaking, TaskChanges, TaskRow, TasksView, WordOp, WordRun,
};

/// Version of the protocol. Page and worker of different versions refuse to talk.
pub const PROTOCOL_VERSION: u32 = 7;
