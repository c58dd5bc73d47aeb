//! What the page asks of the engine.

use serde::{Deserialize, Serialize};

use super::{Export, ImportRequest};
use crate::domain::agent::AgentLimits;
use crate::domain::chunks::SelectionSpec;
use crate::domain::condition::Condition;
use crate::domain::provider::{ModelRef, ProviderConfig};
use crate::domain::python::StripMode;
use crate::domain::results::{Filter, Settings};
use crate::domain::run::{Amendment, Budget, SampleKey};
use crate::domain::task::Review;
use crate::domain::task::prompts::PromptEdits;

/// A request of the page. Each is answered by one or more events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// First message: the engine restores what is stored and answers with everything it knows.
    Hello {
        /// [`super::PROTOCOL_VERSION`] of the page.
        version: u32,
    },
    /// Opens an archive. Attachment: the file.
    OpenArchive {
        /// Its file name.
        name: String,
    },
    /// Opens a picked or dropped folder. Attachments: its files, in the order of `paths`.
    OpenFolder {
        /// Name of the folder.
        name: String,
        /// Path of each file in it.
        paths: Vec<String>,
    },
    /// Opens the sample repository that ships with the site.
    OpenSample,
    /// Opens the sample repository, makes tasks and runs them, all on the offline baseline.
    RunDemo,
    /// Stops opening.
    CancelOpen,
    /// Closes the repository. Tasks and runs stay stored.
    CloseRepository,
    /// Asks for one file, original and code-only.
    ReadFile {
        /// Path in the repository.
        path: String,
    },
    /// Asks for one documentation chunk.
    ReadChunk {
        /// Its identifier.
        id: String,
    },
    /// Changes which chunks are selected.
    SetSelection {
        /// The rules.
        spec: SelectionSpec,
    },
    /// Changes how much the code-only repository loses, and strips it anew.
    SetStripMode {
        /// How much.
        mode: StripMode,
    },
    /// Looks for natural language that the code-only repository still holds.
    FindLeaks,
    /// Checks what stripping did, and writes the certificate.
    Certify,
    /// Packs the code-only repository with its certificate, for the user to keep.
    ExportCodeOnly,
    /// Stops looking, checking or packing.
    CancelInspection,
    /// Makes tasks from the selected chunks.
    Generate(GenerateRequest),
    /// Stops generation; finished tasks stay.
    CancelGeneration,
    /// Asks for one task with its transcript.
    ReadTask {
        /// Its identifier.
        id: String,
    },
    /// Records what a person decided on a task.
    ReviewTask {
        /// Its identifier.
        id: String,
        /// The decision.
        review: Review,
    },
    /// Deletes all tasks of the repository.
    DeleteTasks,
    /// Asks what a run would take.
    PlanRun(RunRequest),
    /// Makes a run and starts it.
    StartRun(RunRequest),
    /// Pauses the running run: calls in flight are aborted, and made again on resume.
    PauseRun,
    /// Goes on with a run that was paused, blocked or interrupted.
    ResumeRun {
        /// Its identifier.
        run: String,
    },
    /// Changes the cap at which a run pauses by itself.
    SetBudget {
        /// The run's identifier.
        run: String,
        /// The cap.
        budget: Budget,
    },
    /// Changes a run that stands still, and goes on with it.
    AmendRun {
        /// The run's identifier.
        run: String,
        /// The change.
        amendment: Amendment,
    },
    /// Gives a run up: samples that have not ended become *cancelled*.
    CancelRun {
        /// Its identifier.
        run: String,
    },
    /// Deletes a run with its samples.
    DeleteRun {
        /// Its identifier.
        run: String,
    },
    /// Asks for figures and sample list of a run.
    ReadResults {
        /// Its identifier.
        run: String,
        /// Which samples count.
        filter: Filter,
        /// How they are counted.
        settings: Settings,
    },
    /// Asks for one sample with its transcript.
    ReadSample {
        /// The run.
        run: String,
        /// The sample.
        key: SampleKey,
    },
    /// Writes a file for the user to keep.
    Export(Export),
    /// Takes files in: tasks, answers, runs, or a published data set, told apart by what they hold. Several runs of
    /// one specification become one. Attachments: the files.
    Import(ImportRequest),
    /// Puts texts of the user's in the place of the default prompts. What has begun goes on with its own.
    SetPrompts {
        /// All that differ from the defaults.
        prompts: PromptEdits,
    },
    /// Asks with which words a run was begun.
    ReadRunPrompts {
        /// Its identifier.
        run: String,
    },
    /// Adds or changes a provider.
    SaveProvider {
        /// The provider.
        provider: ProviderConfig,
    },
    /// Removes a provider and forgets its key.
    DeleteProvider {
        /// Its identifier.
        id: String,
    },
    /// Sets a provider's key, kept in memory only. An empty key forgets it.
    SetKey {
        /// The provider.
        provider: String,
        /// The key.
        key: String,
    },
    /// Asks a provider which models it has.
    ListModels {
        /// Identifier of the provider.
        provider: String,
    },
    /// Finds out whether a provider can be used, and if not, why not.
    Diagnose {
        /// Identifier of the provider.
        provider: String,
        /// The model to ask; the provider's first where none.
        model: Option<String>,
    },
    /// Exchanges the code that a sign-in at the provider gave for a key (OAuth with PKCE).
    SignIn {
        /// Identifier of the provider.
        provider: String,
        /// The code.
        code: String,
        /// The secret whose hash went with the request for the code.
        verifier: String,
    },
    /// Deletes everything that is stored in this browser.
    DeleteEverything,
}

/// What to generate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerateRequest {
    /// The generator.
    pub model: ModelRef,
    /// Code-derivable tasks at most: the first so many of the selected chunks.
    pub code_derivable: usize,
    /// Doc-dependent tasks at most.
    pub doc_dependent: usize,
    /// Limits of the generator's agent.
    pub limits: AgentLimits,
}

/// What to run: all accepted and unreviewed tasks of the repository.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRequest {
    /// The models under test; at least one.
    pub models: Vec<ModelRef>,
    /// The conditions; at least one.
    pub conditions: Vec<Condition>,
    /// Repetitions; at least 1.
    pub epochs: u32,
    /// The judge.
    pub judge: ModelRef,
    /// The cap at which the run pauses by itself.
    #[serde(default)]
    pub budget: Budget,
    /// Limits of the agent.
    pub limits: AgentLimits,
}
