//! Opening a repository: reading, unpacking, analysing, in steps that let other work go first.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::core::{Engine, no_repository, storage_problem};
use super::job::{JobEnd, JobSlot};
use super::ports::Attachment;
use super::protocol::{Event, OpenProgress, OpenStage, Problem, RepositoryLists};
use super::repository::OpenRepository;
use super::share::{Share, Stage};
use super::slice::Slice;
use super::storage::{LastOpen, Origin};
use super::views;
use crate::domain::chunks::SelectionSpec;
use crate::domain::python::StripMode;
use crate::domain::repository::{Ahead, Analyser, Limits, Repository, Step, Unpacker};

/// Memory that an engine without a repository may hold on to.
const SWOLLEN_BYTES: u64 = 96 << 20;
/// Address of the sample repository, below the site's own.
const SAMPLE_PATH: &str = "sample/greenhouse.tar.gz";

/// What there is to know of a repository that is being opened.
struct Opening<'n> {
    /// Name of the archive or folder.
    name: &'n str,
    origin: Origin,
    /// Its archive, where it is to be kept for the next visit.
    archive: Option<Vec<u8>>,
    /// How much is to be stripped; as the user chose before where nothing is given.
    mode: Option<StripMode>,
    began_ms: u64,
    /// What was met of it while it was unpacked, and who helps.
    ahead: Ahead,
    share: Share,
}

impl Engine {
    pub(super) async fn open_archive(
        self: &Rc<Self>,
        name: String,
        attachments: Vec<Rc<dyn Attachment>>,
    ) -> Result<(), Problem> {
        self.open_job(&name, async {
            self.report_opening(&name, OpenStage::Reading, 0.0, 0);
            let Some(file) = attachments.first() else { return Err(nothing_given()) };
            let bytes = file.read().await.map_err(|error| unreadable(&name, &error.to_string()))?;
            self.unpack_and_analyse(&name, bytes, Origin::Archive, true).await
        })
        .await
    }

    pub(super) async fn open_folder(
        self: &Rc<Self>,
        name: String,
        paths: Vec<String>,
        attachments: Vec<Rc<dyn Attachment>>,
    ) -> Result<(), Problem> {
        self.open_job(&name, async {
            let total = paths.len().max(1);
            let limits = Limits::default();
            let mut files = Vec::with_capacity(paths.len());
            let mut bytes_read = 0_u64;
            for (at, (path, file)) in paths.into_iter().zip(&attachments).enumerate() {
                if at % 50 == 0 {
                    self.report_opening(&name, OpenStage::Reading, at as f64 / total as f64, at);
                }
                let bytes = file.read().await.map_err(|error| unreadable(&path, &error.to_string()))?;
                bytes_read += bytes.len() as u64;
                if bytes_read > limits.total_bytes || at >= limits.entries {
                    return Err(too_large());
                }
                files.push((path, bytes));
            }
            if files.is_empty() {
                return Err(nothing_given());
            }
            // Kept as an archive, so that a reload opens it again by the same way.
            let archive = pack(&files);
            let began_ms = self.ports.clock.now_ms();
            let repository = Repository::from_files(&name, files);
            let opening = Opening {
                name: &name,
                origin: Origin::Folder,
                archive: Some(archive),
                mode: None,
                began_ms,
                ahead: Ahead::default(),
                share: self.share(),
            };
            self.analyse(Arc::new(repository), opening).await
        })
        .await
    }

    pub(super) async fn open_sample(self: &Rc<Self>) -> Result<(), Problem> {
        let name = "greenhouse.tar.gz".to_owned();
        self.open_job(&name, async {
            self.report_opening(&name, OpenStage::Reading, 0.0, 0);
            let bytes = self.ports.transport.read_asset(SAMPLE_PATH).await.map_err(|error| Problem {
                message: "The sample repository could not be loaded from this site.".into(),
                advice: "Check the connection and try again, or open a repository of your own.".into(),
                details: error.to_string(),
            })?;
            self.unpack_and_analyse(&name, bytes, Origin::Sample, true).await
        })
        .await
    }

    /// Opens again what was open before the page was loaded.
    pub(super) async fn reopen(self: &Rc<Self>) -> Result<(), Problem> {
        let last = self.storage.last_open().await.map_err(storage_problem)?;
        // The user may be quicker than the storage.
        if self.was_touched.get() {
            return Ok(());
        }
        let Some((last, archive)) = last else {
            self.emit(Event::Closed);
            return Ok(());
        };
        self.open_job(&last.name, self.unpack_and_analyse(&last.name, archive, last.origin, false)).await
    }

    pub(super) async fn close_repository(&self) -> Result<(), Problem> {
        self.was_touched.set(true);
        self.stop_work();
        *self.repository.borrow_mut() = None;
        self.tasks.borrow_mut().clear();
        self.dropped.borrow_mut().clear();
        self.emit(Event::Closed);
        self.report_tasks();
        let deleted = self.storage.delete_last_open().await.map_err(storage_problem);
        self.give_back_memory();
        deleted
    }

    /// Stops all that works on the open repository, which is about to be another one, or none.
    fn stop_work(&self) {
        [&self.inspecting, &self.generating, &self.running].into_iter().for_each(JobSlot::stop);
    }

    /// Asks to be started anew where that gives much memory back and loses nothing: no repository is open and no
    /// work is under way. The page has the keys, and gives them to the next engine.
    pub(super) fn give_back_memory(&self) {
        let is_swollen = self.ports.memory.peak_bytes().is_some_and(|peak| peak > SWOLLEN_BYTES);
        let is_busy =
            [&self.opening, &self.inspecting, &self.generating, &self.running].iter().any(|job| job.is_busy());
        if is_swollen && !is_busy && self.repository.borrow().is_none() {
            self.emit(Event::Swollen);
        }
    }

    pub(super) fn read_file(&self, path: &str) -> Result<(), Problem> {
        let open = self.opened()?;
        let view = views::file_view(&open, path).ok_or_else(|| Problem {
            message: format!("The repository has no file {path}."),
            advice: "Choose another file of the list.".into(),
            details: String::new(),
        })?;
        let mut view = view;
        for part in std::mem::take(&mut view.texts).into_parts() {
            self.emit(Event::FilePart(part));
        }
        self.emit(Event::File(Box::new(view)));
        Ok(())
    }

    pub(super) fn read_chunk(&self, id: &str) -> Result<(), Problem> {
        let open = self.opened()?;
        let chunk = open.analysis.chunks.iter().find(|chunk| chunk.id == id).ok_or_else(|| Problem {
            message: "The repository has no such documentation chunk.".into(),
            advice: "Choose another chunk of the list.".into(),
            details: id.to_owned(),
        })?;
        self.emit(Event::Chunk(Box::new(views::chunk_view(chunk))));
        Ok(())
    }

    pub(super) async fn set_selection(&self, spec: SelectionSpec) -> Result<(), Problem> {
        let open = self.opened()?;
        open.select(spec.clone());
        self.emit(Event::Selection(views::selection_view(&open)));
        self.report_tasks();
        self.storage.put_selection(&open.repository.archive_sha256, &spec).await.map_err(storage_problem)
    }

    pub(super) fn opened(&self) -> Result<Rc<OpenRepository>, Problem> {
        self.repository.borrow().clone().ok_or_else(no_repository)
    }

    /// Does the work as the one opening job, and tells the page where it fails or is stopped.
    async fn open_job(
        self: &Rc<Self>,
        name: &str,
        work: impl Future<Output = Result<(), Problem>>,
    ) -> Result<(), Problem> {
        self.was_touched.set(true);
        let result = RefCell::new(Ok(()));
        let end = self.opening.run(async { *result.borrow_mut() = work.await }).await;
        match end {
            JobEnd::Done => {
                if let Err(problem) = result.into_inner() {
                    self.emit(Event::OpenFailed(problem));
                }
                Ok(())
            }
            JobEnd::Stopped => {
                self.emit(Event::OpenFailed(Problem {
                    message: format!("Opening {name} was cancelled."),
                    advice: "Open it again, or another repository.".into(),
                    details: String::new(),
                }));
                Ok(())
            }
            JobEnd::Busy => Err(Problem {
                message: "Another repository is being opened.".into(),
                advice: "Wait until it is done, or cancel it.".into(),
                details: String::new(),
            }),
        }
    }

    async fn unpack_and_analyse(
        self: &Rc<Self>,
        name: &str,
        bytes: Vec<u8>,
        origin: Origin,
        is_new: bool,
    ) -> Result<(), Problem> {
        let (mut ahead, mut share) = (Ahead::default(), self.share());
        share.get_ready(bytes.len());
        let archive = is_new.then(|| bytes.clone());
        let failed = |error: crate::domain::repository::ArchiveError| {
            let text = error.to_string();
            // The archive errors say in one sentence what happened and what to do.
            let (message, advice) = text.split_once("; ").unwrap_or((&text, "pick another archive."));
            Problem {
                message: format!("{name} could not be opened: {}.", message.trim_end_matches('.')),
                advice: capitalised(advice),
                details: String::new(),
            }
        };
        let began_ms = self.ports.clock.now_ms();
        let digest = self.ports.digest.sha256(&bytes);
        let mut unpacker = Unpacker::new(name, bytes, Limits::default()).map_err(failed)?;
        if digest.is_some() {
            unpacker = unpacker.hashed_elsewhere();
        }
        let mut slice = Slice::new(&*self.ports.clock);
        self.report_opening(name, OpenStage::Unpacking, 0.0, 0);
        while let Step::Entry { progress } = unpacker.step().map_err(failed)? {
            if let Some((path, content)) = unpacker.arrived() {
                ahead.meet(path, content);
            }
            if slice.is_over() {
                let fraction = progress.consumed_bytes as f64 / progress.total_bytes.max(1) as f64;
                self.report_opening(name, OpenStage::Unpacking, fraction, progress.entries);
                slice.pause().await;
                share.tend(ahead.load(), Stage::Unpacking);
            }
        }
        let unpacked = unpacker.finish_as(match digest {
            Some(digest) => digest.await,
            None => None,
        });
        let repository = match origin {
            Origin::Folder => Repository { name: name.to_owned(), ..unpacked.identified_by_content() },
            Origin::Archive | Origin::Sample => unpacked,
        };
        let opening = Opening { name, origin, archive, mode: None, began_ms, ahead, share };
        self.analyse(Arc::new(repository), opening).await
    }

    async fn analyse(
        self: &Rc<Self>,
        repository: Arc<Repository>,
        Opening { name, origin, archive, mode, began_ms, ahead, share }: Opening<'_>,
    ) -> Result<(), Problem> {
        if !repository.files.keys().any(|path| path.ends_with(".py")) {
            return Err(Problem {
                message: format!("{name} holds no Python file."),
                advice: "The benchmark works on Python repositories; open one that has .py files.".into(),
                details: format!("{} files, {} entries left out", repository.files.len(), repository.left_out.len()),
            });
        }
        if mode.is_none() {
            self.emit_parts(RepositoryLists { files: views::pending_files(&repository), ..RepositoryLists::default() });
            self.emit(Event::Listed);
        }
        let mode = match mode {
            Some(mode) => mode,
            None => self.storage.strip_mode(&repository.archive_sha256).await.map_err(storage_problem)?,
        };
        let analysis = self.shared_analysis(name, Analyser::after(ahead, &repository, mode), share).await;
        let sha256 = repository.archive_sha256.clone();
        let selection = self.storage.selection(&sha256).await.map_err(storage_problem)?;
        let tasks = self.storage.tasks(&sha256).await.map_err(storage_problem)?;
        let dropped = self.storage.dropped(&sha256).await.map_err(storage_problem)?;
        self.stop_work();
        let open = Rc::new(OpenRepository::new(repository, analysis, origin == Origin::Sample, selection));
        *self.repository.borrow_mut() = Some(open.clone());
        *self.tasks.borrow_mut() = tasks.into_iter().map(|task| (task.id.clone(), task)).collect();
        *self.dropped.borrow_mut() = dropped.into_iter().map(|making| (making.spec().task_id(), making)).collect();
        let mut view = views::repository_view(&open, self.ports.memory.peak_bytes());
        view.opened_in_ms = self.ports.clock.now_ms().saturating_sub(began_ms);
        self.emit_parts(std::mem::take(&mut view.lists));
        self.emit(Event::Opened(Box::new(view)));
        self.report_tasks();
        if let Some(archive) = archive {
            let last = LastOpen { name: name.to_owned(), origin };
            // Not being able to keep it is no failure of opening it.
            if let Err(error) = self.storage.put_last_open(&last, archive).await {
                self.emit(Event::Problem(Problem {
                    message: format!("{name} is open, but could not be kept for the next visit."),
                    ..storage_problem(error)
                }));
            }
        }
        self.report_storage().await;
        Ok(())
    }

    pub(super) async fn set_strip_mode(self: &Rc<Self>, mode: StripMode) -> Result<(), Problem> {
        let open = self.opened()?;
        if self.generating.is_busy() || self.running.is_busy() {
            return Err(Problem {
                message: "The code-only repository is in use by a generation or a run.".into(),
                advice: "Pause or cancel it first.".into(),
                details: String::new(),
            });
        }
        let (repository, sha256) = (open.repository.clone(), open.repository.archive_sha256.clone());
        let origin = if open.is_sample { Origin::Sample } else { Origin::Archive };
        drop(open);
        let name = repository.name.clone();
        self.open_job(&name, async {
            self.storage.put_strip_mode(&sha256, mode).await.map_err(storage_problem)?;
            let began_ms = self.ports.clock.now_ms();
            let (archive, mode) = (None, Some(mode));
            let (ahead, share) = (Ahead::default(), self.share());
            let opening = Opening { name: &name, origin, archive, mode, began_ms, ahead, share };
            self.analyse(repository, opening).await
        })
        .await
    }

    fn emit_parts(&self, lists: RepositoryLists) {
        for part in lists.into_parts() {
            self.emit(Event::Part(part));
        }
    }

    pub(super) fn report_opening(&self, name: &str, stage: OpenStage, fraction: f64, files: usize) {
        self.emit(Event::Opening(OpenProgress { name: name.to_owned(), stage, fraction, files }));
    }
}

/// An uncompressed tar of the files. A path that tar can't hold is left out, as it would be on opening.
pub(super) fn pack(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        // Writing into memory fails only for a path that tar can't hold.
        let _ = builder.append_data(&mut header, path.trim_start_matches('/'), bytes.as_slice());
    }
    builder.into_inner().unwrap_or_default()
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn nothing_given() -> Problem {
    Problem {
        message: "No file was given.".into(),
        advice: "Drop a .zip or .tar archive (also .tar.gz, .tar.bz2 or .tar.xz), or a folder.".into(),
        details: String::new(),
    }
}

fn too_large() -> Problem {
    Problem {
        message: "The folder is too large to be worked on in the browser.".into(),
        advice: "Pick a smaller folder; leave out virtual environments, data and build results.".into(),
        details: String::new(),
    }
}

fn unreadable(name: &str, details: &str) -> Problem {
    Problem {
        message: format!("{name} could not be read from disk."),
        advice: "Check that the file is still there and may be read, then pick it again.".into(),
        details: details.to_owned(),
    }
}
