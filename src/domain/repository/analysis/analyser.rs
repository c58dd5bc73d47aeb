//! Puts together what is found in each file.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::finding::{Finding, Kind};
use super::workload::Workload;
use super::{Ahead, Analysis, PyFile};
use crate::domain::chunks::{Chunk, ChunkSource, placed};
use crate::domain::python::{self, Cut, ParseProblem, Removals, StripMode, decode_content, is_python};
use crate::domain::repository::doc_files::{DocRules, file_name, in_git_folder};
use crate::domain::repository::{Content, Repository, tier};

/// Files whose path is looked at in one step.
const PATHS: usize = 200;

/// How far an analysis has come, in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisProgress {
    /// Files done.
    pub done: usize,
    /// Files in all.
    pub total: usize,
}

/// Analyses a repository one file per step.
#[derive(Debug)]
pub struct Analyser {
    paths: std::vec::IntoIter<(String, Content)>,
    total: usize,
    rules: DocRules,
    load: Workload,
    /// Files met ahead by their path in the archive, and the folder that those paths begin with.
    met: BTreeMap<String, usize>,
    top_folder: String,
    /// Files with something to find, in the order of their paths, and what each brings.
    order: Vec<usize>,
    parts: BTreeMap<usize, Part>,
    analysis: Analysis,
}

/// What one file brings to the analysis.
#[derive(Debug, Default)]
struct Part {
    python: Option<PyFile>,
    problem: Option<ParseProblem>,
    chunks: Vec<Chunk>,
}

impl Analyser {
    /// Takes the paths only; the work is done by [`Self::step`], and by who borrows files from [`Self::load`].
    pub fn new(repository: &Repository, mode: StripMode) -> Self {
        Self::after(Ahead::new(mode), repository, mode)
    }

    /// The same where some of the files were met before.
    pub fn after(ahead: Ahead, repository: &Repository, mode: StripMode) -> Self {
        let rules = DocRules::new(repository.files.keys().map(String::as_str), mode);
        let paths: Vec<_> = repository.files.iter().map(|(path, raw)| (path.clone(), raw.clone())).collect();
        let py_files = paths.iter().filter(|(path, _)| path.ends_with(".py")).count();
        let analysis = Analysis { py_files, tier: tier(py_files), mode, ..Analysis::default() };
        let (mut load, met) = ahead.into_parts();
        load.strip_as(mode);
        let (top_folder, order, parts) = (repository.top_folder.clone(), Vec::new(), BTreeMap::new());
        Self { total: paths.len(), paths: paths.into_iter(), rules, load, met, top_folder, order, parts, analysis }
    }

    /// Does the next piece of work: looks into a file, or at some paths. `None` where all is done.
    pub fn step(&mut self) -> Option<AnalysisProgress> {
        if self.paths.len() > 0 {
            self.look_at_paths();
        } else {
            let (index, finding) = self.load.found().or_else(|| self.load.look())?;
            let part = self.part(index, finding);
            self.parts.insert(index, part);
        }
        let left = self.paths.len() + self.load.open();
        Some(AnalysisProgress { done: self.total.saturating_sub(left), total: self.total })
    }

    /// The files that wait to be looked into.
    pub fn load(&mut self) -> &mut Workload {
        &mut self.load
    }

    /// The result for the files done so far.
    pub fn finish(mut self) -> Analysis {
        let mut analysis = self.analysis;
        for index in self.order {
            let Some(part) = self.parts.remove(&index) else { continue };
            let path = self.load.path(index);
            analysis.chunks.extend(part.chunks);
            if let Some(problem) = part.problem {
                analysis.unparseable.insert(path.to_owned(), problem);
            }
            if let Some(file) = part.python {
                if !analysis.doc_files_removed.contains_key(path) {
                    analysis.removed.merge(&file.removed);
                }
                analysis.python.insert(path.to_owned(), file);
            }
        }
        analysis
    }

    /// All steps at once.
    pub fn run(repository: &Repository, mode: StripMode) -> Analysis {
        let mut analyser = Self::new(repository, mode);
        while analyser.step().is_some() {}
        analyser.finish()
    }

    fn look_at_paths(&mut self) {
        for (path, content) in self.paths.by_ref().take(PATHS) {
            if let Some(reason) = self.rules.reason(&path) {
                self.analysis.doc_files_removed.insert(path.clone(), reason);
            }
            let Some(kind) = kind(&self.rules, &path) else { continue };
            let met = self.met.remove(&format!("{}{path}", self.top_folder));
            let index = match met {
                Some(index) if self.load.settle(index, kind, &path, &content) => index,
                other => {
                    other.into_iter().for_each(|index| self.load.forget(index));
                    self.load.add(kind, path, content)
                }
            };
            self.order.push(index);
        }
        if self.paths.len() == 0 {
            // Met, and not among the files after all.
            std::mem::take(&mut self.met).into_values().for_each(|index| self.load.forget(index));
        }
    }

    fn part(&self, index: usize, finding: Finding) -> Part {
        let (path, content) = (self.load.path(index), self.load.content(index));
        match finding {
            Finding::Document(drafts) => Part { chunks: placed(path, drafts).collect(), ..Part::default() },
            Finding::Broken(problem) => {
                let broken =
                    |original| PyFile { original, stripped: Err(problem.clone()), removed: Removals::default() };
                Part { python: original(content).map(broken), problem: Some(problem), chunks: Vec::new() }
            }
            Finding::Python { cuts, removed, drafts } => {
                let texts = original(content).and_then(|text| Some((stripped(&text, &cuts)?, text)));
                // Only a helper that went wrong has found what doesn't fit the file.
                let Some((stripped, original)) = texts else { return self.part(index, self.load.find(index)) };
                let drafts = if in_git_folder(path) { Vec::new() } else { drafts };
                let file = PyFile { original, stripped: Ok(stripped), removed };
                Part { python: Some(file), problem: None, chunks: placed(path, drafts).collect() }
            }
        }
    }
}

/// What is to be found in a file, where there is something.
fn kind(rules: &DocRules, path: &str) -> Option<Kind> {
    if is_python(path) {
        return Some(Kind::Python);
    }
    if in_git_folder(path) {
        return None;
    }
    let name = file_name(path).to_lowercase();
    if name.starts_with("readme") {
        return Some(Kind::Document(ChunkSource::Readme));
    }
    let is_prose = [".md", ".markdown", ".rst", ".txt"].iter().any(|ending| name.ends_with(ending));
    (is_prose && rules.in_docs_folder(path)).then_some(Kind::Document(ChunkSource::DocFile))
}

/// The text of a source, where it can be decoded.
fn original(content: &Content) -> Option<Arc<str>> {
    Some(content.share(decode_content(content.bytes(), content.text()).ok()?))
}

/// A source without documentation is held once. Nothing where the cuts are none of its own.
fn stripped(original: &Arc<str>, cuts: &[Cut]) -> Option<Arc<str>> {
    if cuts.is_empty() { Some(original.clone()) } else { python::without(original, cuts) }
}
