//! What the engine has said so far: one store per concern, written by [`State::apply`] and nowhere else.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::files::publish::PublishedRun;
use crate::domain::plan::Plan;
use crate::domain::provider::ListedModel;
use crate::domain::repository::{Certificate, Leak, LeakCount};
use crate::domain::results::{Filter, Results};
use crate::domain::run::RunState;
use crate::domain::task::Task;
use crate::domain::task::prompts::{PromptEdits, PromptSet};
use crate::engine::protocol::{
    ChunkView, DoctorReport, Event, FileRow, FileTexts, FileView, GenerationProgress, GroundingView, HostContact,
    ImportReport, InspectionProgress, OpenProgress, PROTOCOL_VERSION, Problem, RepositoryLists, RepositoryView,
    RunProgress, RunRow, SampleRow, SampleView, SelectionView, SettingsView, StorageView, TaskChanges, TasksView,
};

/// Everything the pages show.
#[derive(Clone, Copy)]
pub struct State {
    /// Whether the engine is there.
    pub link: RwSignal<Link>,
    /// The repository.
    pub repository: RepositoryStore,
    /// Its tasks.
    pub tasks: TasksStore,
    /// Runs and results.
    pub runs: RunsStore,
    /// Settings and what is stored.
    pub settings: SettingsStore,
    /// Problems that belong to no single thing, newest last.
    pub notices: RwSignal<Vec<Notice>>,
}

/// Whether the engine is there.
#[derive(Clone, Debug, PartialEq)]
pub enum Link {
    /// It is being started.
    Starting,
    /// It answers.
    Ready,
    /// It does not, and why.
    Lost(Problem),
}

/// What happens to the repository.
#[derive(Clone, Debug, PartialEq)]
pub enum Activity {
    /// Nothing.
    Idle,
    /// One is being opened.
    Opening(OpenProgress),
    /// The last could not be opened.
    Failed(Problem),
}

/// The repository page's data.
#[derive(Clone, Copy)]
pub struct RepositoryStore {
    /// The open repository.
    pub open: RwSignal<Option<Arc<RepositoryView>>>,
    /// The files of the repository that is being opened, once they are known.
    pub listing: RwSignal<Option<Arc<Vec<FileRow>>>>,
    /// Which chunks are selected.
    pub selection: RwSignal<Option<SelectionView>>,
    /// What is going on.
    pub activity: RwSignal<Activity>,
    /// The file last asked for.
    pub file: RwSignal<Option<Arc<FileView>>>,
    /// The chunk last asked for.
    pub chunk: RwSignal<Option<Arc<ChunkView>>>,
    /// How far looking at it, checking or packing has come.
    pub inspection: RwSignal<Option<InspectionProgress>>,
    /// The leak report, once it was asked for.
    pub leaks: RwSignal<Option<Arc<LeakReport>>>,
    /// The strip certificate, once it was asked for.
    pub certificate: RwSignal<Option<Arc<Certificate>>>,
    /// What has arrived in parts of what is to be shown next.
    parts: StoredValue<Parts>,
}

/// What arrives in parts.
#[derive(Default)]
struct Parts {
    lists: RepositoryLists,
    texts: FileTexts,
    leaks: Vec<Leak>,
    samples: Vec<SampleRow>,
}

/// Natural language that the code-only repository still holds.
#[derive(Clone, Debug, PartialEq)]
pub struct LeakReport {
    /// How much there is of each kind.
    pub counts: Vec<LeakCount>,
    /// All places, by path and line.
    pub places: Vec<Leak>,
}

/// The tasks page's data.
#[derive(Clone, Copy)]
pub struct TasksStore {
    /// All tasks.
    pub view: RwSignal<Arc<TasksView>>,
    /// How generation stands.
    pub generation: RwSignal<Option<GenerationProgress>>,
    /// The last known state of generation, kept after its end for the funnel.
    pub last_generation: RwSignal<Option<GenerationProgress>>,
    /// The task last asked for.
    pub task: RwSignal<Option<Arc<Task>>>,
    /// How its answer has changed.
    pub changes: RwSignal<Option<Arc<TaskChanges>>>,
    /// What the generation that is being planned would take.
    pub plan: RwSignal<Option<Arc<Plan>>>,
    /// What of it stands in the code.
    pub grounding: RwSignal<Option<Arc<GroundingView>>>,
}

/// The evaluate and results pages' data.
#[derive(Clone, Copy)]
pub struct RunsStore {
    /// Runs that the site shows, once they are known.
    pub published: RwSignal<Option<Result<Arc<Vec<PublishedRun>>, Problem>>>,
    /// All runs, newest first.
    pub rows: RwSignal<Arc<Vec<RunRow>>>,
    /// What the run that is being planned would take.
    pub plan: RwSignal<Option<Arc<Plan>>>,
    /// How the active run stands.
    pub progress: RwSignal<Option<Arc<RunProgress>>>,
    /// The results last asked for.
    pub results: RwSignal<Option<Arc<RunResults>>>,
    /// The words of runs, as far as they were asked for.
    pub prompts: RwSignal<BTreeMap<String, RunPrompts>>,
    /// The sample last asked for.
    pub sample: RwSignal<Option<Arc<SampleView>>>,
    /// What came of the files that were brought last.
    pub imported: RwSignal<Option<Arc<ImportReport>>>,
}

/// The words that a run was begun with.
#[derive(Clone, Debug, PartialEq)]
pub struct RunPrompts {
    /// Their hash.
    pub sha256: String,
    /// The texts; none where they are not known any more.
    pub prompts: Option<PromptSet>,
}

/// Figures and samples of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResults {
    /// The run.
    pub run: String,
    /// The filter in force.
    pub filter: Filter,
    /// The figures.
    pub results: Results,
    /// The samples.
    pub samples: Vec<SampleRow>,
}

/// The models that a provider lists, or why it doesn't.
pub type ModelList = Result<Arc<Vec<ListedModel>>, Problem>;

/// The settings page's data.
#[derive(Clone, Copy)]
pub struct SettingsStore {
    /// Providers and keys.
    pub view: RwSignal<SettingsView>,
    /// What the doctor said last, by provider.
    pub doctor: RwSignal<BTreeMap<String, DoctorReport>>,
    /// The models that providers list, by provider, as far as they were asked.
    pub model_lists: RwSignal<BTreeMap<String, ModelList>>,
    /// The provider whose sign-in gave a key, and the key, until it is put away.
    pub signed_in: RwSignal<Option<(String, String)>>,
    /// The prompts that the user has changed.
    pub prompts: RwSignal<PromptEdits>,
    /// Hosts contacted.
    pub hosts: RwSignal<Vec<HostContact>>,
    /// What is stored.
    pub storage: RwSignal<StorageView>,
}

/// A problem shown until it is dismissed.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Tells notices apart.
    pub id: usize,
    /// What it says.
    pub problem: Problem,
}

impl State {
    /// Nothing known yet. Makes signals, so it belongs into the root component.
    pub fn empty() -> Self {
        Self {
            link: RwSignal::new(Link::Starting),
            repository: RepositoryStore {
                open: RwSignal::new(None),
                selection: RwSignal::new(None),
                activity: RwSignal::new(Activity::Idle),
                file: RwSignal::new(None),
                chunk: RwSignal::new(None),
                listing: RwSignal::new(None),
                inspection: RwSignal::new(None),
                leaks: RwSignal::new(None),
                certificate: RwSignal::new(None),
                parts: StoredValue::default(),
            },
            tasks: TasksStore {
                view: RwSignal::new(Arc::default()),
                generation: RwSignal::new(None),
                last_generation: RwSignal::new(None),
                task: RwSignal::new(None),
                changes: RwSignal::new(None),
                plan: RwSignal::new(None),
                grounding: RwSignal::new(None),
            },
            runs: RunsStore {
                published: RwSignal::new(None),
                rows: RwSignal::new(Arc::default()),
                plan: RwSignal::new(None),
                progress: RwSignal::new(None),
                results: RwSignal::new(None),
                sample: RwSignal::new(None),
                prompts: RwSignal::new(BTreeMap::new()),
                imported: RwSignal::new(None),
            },
            settings: SettingsStore {
                view: RwSignal::new(SettingsView::default()),
                doctor: RwSignal::new(BTreeMap::new()),
                model_lists: RwSignal::new(BTreeMap::new()),
                signed_in: RwSignal::new(None),
                prompts: RwSignal::new(PromptEdits::default()),
                hosts: RwSignal::new(Vec::new()),
                storage: RwSignal::new(StorageView::default()),
            },
            notices: RwSignal::new(Vec::new()),
        }
    }

    /// Takes in what the engine says.
    pub fn apply(&self, event: Event) {
        match event {
            Event::Ready { version } => self.ready(version),
            Event::Opening(progress) => self.repository.activity.set(Activity::Opening(progress)),
            Event::OpenFailed(problem) => {
                self.repository.listing.set(None);
                self.repository.activity.set(Activity::Failed(problem));
            }
            Event::Part(part) => self.repository.parts.update_value(|parts| parts.lists.add(part)),
            Event::Listed => {
                let files = self.repository.taken(|parts| &mut parts.lists).files;
                self.repository.listing.set(Some(Arc::new(files)));
            }
            Event::Opened(view) => {
                self.tasks.last_generation.set(None);
                self.tasks.task.set(None);
                self.repository.opened(*view);
            }
            Event::Closed => self.closed(),
            Event::FilePart(part) => self.repository.parts.update_value(|parts| parts.texts.add(part)),
            Event::File(mut view) => {
                view.texts = self.repository.taken(|parts| &mut parts.texts);
                self.repository.file.set(Some(Arc::new(*view)));
            }
            // The adapter starts the engine anew.
            Event::Swollen => {}
            Event::Inspection(progress) => self.repository.inspection.set(progress),
            Event::LeakPart(part) => self.repository.parts.update_value(|parts| parts.leaks.extend(part)),
            Event::Leaks(counts) => {
                let places = self.repository.taken(|parts| &mut parts.leaks);
                self.repository.leaks.set(Some(Arc::new(LeakReport { counts, places })));
            }
            Event::Certificate(certificate) => self.repository.certificate.set(Some(Arc::new(*certificate))),
            Event::Chunk(view) => self.repository.chunk.set(Some(Arc::new(*view))),
            Event::Selection(view) => self.repository.selection.set(Some(view)),
            Event::Tasks(view) => self.tasks.view.set(Arc::new(view)),
            Event::TaskChanges(changes) => self.tasks.changes.set(Some(Arc::new(*changes))),
            Event::Task(task) => self.tasks.task.set(Some(Arc::new(*task))),
            Event::Grounding(view) => self.tasks.grounding.set(Some(Arc::new(*view))),
            Event::Generation(progress) => self.tasks.generation(progress),
            Event::GenerationPlan(plan) => self.tasks.plan.set(Some(Arc::new(*plan))),
            Event::Plan(plan) => self.runs.plan.set(Some(Arc::new(*plan))),
            Event::PublishedRuns(runs) => self.runs.published.set(Some(runs.map(Arc::new))),
            Event::Runs(rows) => self.runs.rows(rows),
            Event::Run(progress) => self.runs.progress(*progress),
            Event::SamplePart(part) => self.repository.parts.update_value(|parts| parts.samples.extend(part)),
            Event::Results { run, filter, results, .. } => {
                let samples = self.repository.taken(|parts| &mut parts.samples);
                self.runs.results.set(Some(Arc::new(RunResults { run, filter, results: *results, samples })));
            }
            Event::Sample(view) => self.runs.sample.set(Some(Arc::new(*view))),
            Event::Imported(report) => self.runs.imported.set(Some(Arc::new(report))),
            Event::Settings(view) => self.settings.view.set(view),
            Event::Prompts(edits) => self.settings.prompts.set(edits),
            Event::RunPrompts { run, sha256, prompts } => {
                self.runs.prompts.update(|all| drop(all.insert(run, RunPrompts { sha256, prompts })));
            }
            Event::ModelList { provider, models } => {
                self.settings.model_lists.update(|all| drop(all.insert(provider, models.map(Arc::new))));
            }
            Event::Diagnosis(report) => {
                self.settings.doctor.update(|all| drop(all.insert(report.provider.clone(), *report)));
            }
            Event::SignedIn { provider, key: Ok(key) } => self.settings.signed_in.set(Some((provider, key))),
            Event::SignedIn { key: Err(problem), .. } => self.notify(problem),
            Event::Hosts(hosts) => self.settings.hosts.set(hosts),
            Event::Storage(view) => self.settings.storage.set(view),
            Event::Lost(problem) => self.link.set(Link::Lost(problem)),
            Event::Problem(problem) => self.notify(problem),
        }
    }

    /// A fresh engine works on nothing, whatever an earlier one was doing.
    fn ready(&self, version: u32) {
        self.repository.end_opening();
        self.repository.listing.set(None);
        self.repository.inspection.set(None);
        self.repository.parts.set_value(Parts::default());
        self.tasks.generation.set(None);
        self.runs.progress.set(None);
        self.link.set(link_of(version));
    }

    /// Shows a problem until it is dismissed.
    pub fn notify(&self, problem: Problem) {
        self.notices.update(|all| {
            let id = all.last().map_or(0, |notice| notice.id + 1);
            all.push(Notice { id, problem });
        });
    }

    /// Dismisses a notice.
    pub fn dismiss(&self, id: usize) {
        self.notices.update(|all| all.retain(|notice| notice.id != id));
    }

    fn closed(&self) {
        self.repository.open.set(None);
        self.repository.forget_looks();
        self.repository.selection.set(None);
        self.repository.end_opening();
        self.repository.file.set(None);
        self.repository.chunk.set(None);
        self.tasks.view.set(Arc::default());
        self.tasks.task.set(None);
        self.tasks.last_generation.set(None);
    }
}

impl RepositoryStore {
    fn opened(&self, mut view: RepositoryView) {
        view.lists = self.taken(|parts| &mut parts.lists);
        self.forget_looks();
        self.listing.set(None);
        self.file.set(None);
        self.chunk.set(None);
        self.selection.set(Some(view.selection.clone()));
        self.open.set(Some(Arc::new(view)));
        self.activity.set(Activity::Idle);
    }
}

impl RepositoryStore {
    /// No repository is being opened any more. Why the last could not be, stays.
    fn end_opening(&self) {
        self.activity.update(|activity| {
            if matches!(activity, Activity::Opening(_)) {
                *activity = Activity::Idle;
            }
        });
    }

    /// Takes out what has arrived in parts.
    fn taken<T: Default>(&self, which: impl FnOnce(&mut Parts) -> &mut T) -> T {
        self.parts.try_update_value(|parts| std::mem::take(which(parts))).unwrap_or_default()
    }

    /// Forgets what was found out about a repository that is no longer there in this form.
    fn forget_looks(&self) {
        self.leaks.set(None);
        self.certificate.set(None);
    }
}

impl TasksStore {
    fn generation(&self, progress: Option<GenerationProgress>) {
        if progress.is_some() {
            self.last_generation.set(progress.clone());
        }
        self.generation.set(progress);
    }
}

impl RunsStore {
    fn rows(&self, rows: Vec<RunRow>) {
        // The progress of a run that was deleted is of no use.
        let is_known = |progress: &RunProgress| rows.iter().any(|row| row.id == progress.run.id);
        if self.progress.with_untracked(|p| p.as_ref().is_some_and(|p| !is_known(p))) {
            self.progress.set(None);
        }
        self.rows.set(Arc::new(rows));
    }

    fn progress(&self, progress: RunProgress) {
        self.rows.update(|rows| {
            let row = progress.run.clone();
            let rows = Arc::make_mut(rows);
            match rows.iter_mut().find(|r| r.id == row.id) {
                Some(known) => *known = row,
                None => rows.insert(0, row),
            }
        });
        self.progress.set(Some(Arc::new(progress)));
    }

    /// Whether a run is being worked on.
    pub fn is_running(&self) -> bool {
        self.progress.with(|p| p.as_ref().is_some_and(|p| p.run.state == RunState::Running))
    }
}

fn link_of(version: u32) -> Link {
    if version == PROTOCOL_VERSION {
        return Link::Ready;
    }
    Link::Lost(Problem {
        message: format!("The engine speaks version {version} of the protocol, the page version {PROTOCOL_VERSION}."),
        advice: "Reload the page, bypassing the cache.".into(),
        details: String::new(),
    })
}

/// The state, as provided by the composition root.
pub fn use_state() -> State {
    expect_context()
}
