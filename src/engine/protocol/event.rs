//! What the engine tells the page.

use serde::{Deserialize, Serialize};

use super::{
    ChunkView, DoctorReport, FilePart, FileView, GenerationProgress, GroundingView, HostContact, ImportReport,
    InspectionProgress, OpenProgress, RepositoryPart, RepositoryView, RunProgress, RunRow, SampleRow, SampleView,
    SelectionView, SettingsView, StorageView, TaskChanges, TasksView,
};
use crate::domain::files::publish::PublishedRun;
use crate::domain::plan::Plan;
use crate::domain::provider::ListedModel;
use crate::domain::repository::{Certificate, Leak, LeakCount};
use crate::domain::results::{Filter, Results};
use crate::domain::task::Task;
use crate::domain::task::prompts::{PromptEdits, PromptSet};

/// Something that happened, with what the page needs to show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum Event {
    /// The engine is there and has restored what was stored.
    Ready {
        /// [`super::PROTOCOL_VERSION`] of the engine.
        version: u32,
    },
    /// A repository is being opened.
    Opening(OpenProgress),
    /// A repository could not be opened, or opening was cancelled. What was open before stays open.
    OpenFailed(Problem),
    /// A piece of the lists of the next [`Self::Listed`] or [`Self::Opened`].
    Part(RepositoryPart),
    /// A repository is unpacked: the files of the parts before are in it.
    Listed,
    /// A repository is open and analysed; its lists are in the parts before.
    Opened(Box<RepositoryView>),
    /// No repository is open.
    Closed,
    /// A piece of the texts of the next [`Self::File`].
    FilePart(FilePart),
    /// The engine has taken much memory that it no longer needs, and has nothing that a fresh one would lack:
    /// only starting it anew gives the memory back.
    Swollen,
    /// The file that was asked for; its texts are in the parts before.
    File(Box<FileView>),
    /// The chunk that was asked for.
    Chunk(Box<ChunkView>),
    /// How far looking, checking or packing has come; `None` once it has ended.
    Inspection(Option<InspectionProgress>),
    /// A piece of the places of the next [`Self::Leaks`].
    LeakPart(Vec<Leak>),
    /// How much natural language is left of each kind; the places are in the parts before.
    Leaks(Vec<LeakCount>),
    /// What stripping did.
    Certificate(Box<Certificate>),
    /// Which chunks are selected now.
    Selection(SelectionView),
    /// All tasks of the repository; sent whenever one is added or changed.
    Tasks(TasksView),
    /// The task that was asked for, with its transcripts.
    Task(Box<Task>),
    /// How the answer of the task that was asked for has changed.
    TaskChanges(Box<TaskChanges>),
    /// What of the task that was asked for stands in the code.
    Grounding(Box<GroundingView>),
    /// How generation stands; `None` once it has ended.
    Generation(Option<GenerationProgress>),
    /// What a generation would take.
    GenerationPlan(Box<Plan>),
    /// What a run would take.
    Plan(Box<Plan>),
    /// The runs that the site shows, or why they aren't known.
    PublishedRuns(Result<Vec<PublishedRun>, Problem>),
    /// All stored runs, newest first.
    Runs(Vec<RunRow>),
    /// How the active run stands.
    Run(Box<RunProgress>),
    /// A piece of the samples of the next [`Self::Results`].
    SamplePart(Vec<SampleRow>),
    /// Figures of a run; its samples are in the parts before.
    Results {
        /// The run.
        run: String,
        /// The filter in force.
        filter: Filter,
        /// The figures.
        results: Box<Results>,
        /// Its samples, in the run's order: empty in the message, filled where its parts are put together.
        samples: Vec<SampleRow>,
    },
    /// The sample that was asked for.
    Sample(Box<SampleView>),
    /// Files were taken in.
    Imported(ImportReport),
    /// Providers, models, and which keys are there.
    Settings(SettingsView),
    /// The prompts that the user has changed.
    Prompts(PromptEdits),
    /// The words that a run was begun with.
    RunPrompts {
        /// The run.
        run: String,
        /// Their hash.
        sha256: String,
        /// The texts; none where they are not known any more.
        prompts: Option<PromptSet>,
    },
    /// The models that a provider lists, or why it doesn't.
    ModelList {
        /// Identifier of the provider.
        provider: String,
        /// The models by name.
        models: Result<Vec<ListedModel>, Problem>,
    },
    /// What the connection doctor says.
    Diagnosis(Box<DoctorReport>),
    /// A sign-in at a provider has ended: with its key, for the page to keep as the user wishes, or without.
    SignedIn {
        /// Identifier of the provider.
        provider: String,
        /// The key. This is the one event that ever holds one.
        key: Result<String, Problem>,
    },
    /// Every host contacted so far.
    Hosts(Vec<HostContact>),
    /// What is stored.
    Storage(StorageView),
    /// The engine is gone for good. Said by the page's end of the port, in its place.
    Lost(Problem),
    /// Something went wrong that belongs to no single thing above.
    Problem(Problem),
}

/// An error for the user: what happened, to what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// What happened, to what: one sentence.
    pub message: String,
    /// What to do next: one sentence.
    pub advice: String,
    /// More, to be unfolded and copied; may be empty.
    #[serde(default)]
    pub details: String,
}
