//! Files that wait to be looked into, here or by a helper, and what was found in them.
//!
//! Whoever is free takes the next file, so nobody waits. Where nothing is left, what was lent is done here too, and the
//! first finding counts: a helper that is slow, stuck or dead costs time, and never the result.

use std::collections::VecDeque;

use super::finding::{Finding, Kind, Raw};
use super::parcel::{self, Asked};
use crate::domain::python::StripMode;
use crate::domain::repository::Content;
use crate::domain::repository::doc_files::file_name;

/// Files and where each stands.
#[derive(Debug, Default)]
pub struct Workload {
    mode: StripMode,
    files: Vec<File>,
    waiting: VecDeque<usize>,
    waiting_bytes: usize,
    lent: Vec<usize>,
    found: Vec<usize>,
    /// Number of files whose finding isn't in use yet.
    open: usize,
}

#[derive(Debug)]
struct File {
    kind: Kind,
    path: String,
    content: Content,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting,
    Lent,
    Found(Box<Finding>),
    /// Its finding is in use, or nobody wants one.
    Done,
}

/// Files that were lent.
#[derive(Debug)]
pub struct Batch {
    mode: StripMode,
    files: Vec<usize>,
}

impl Workload {
    pub(super) fn new(mode: StripMode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// Bytes of the files that nobody has begun to look into.
    pub fn waiting_bytes(&self) -> usize {
        self.waiting_bytes
    }

    /// Lends the last of the waiting files: as many as these bytes hold, at least one. The request for
    /// [`super::look_into`] comes with them.
    pub fn lend(&mut self, most_bytes: usize) -> Option<(Batch, Vec<u8>)> {
        let mut batch = Batch { mode: self.mode, files: Vec::new() };
        let mut bytes = 0;
        while let Some(&index) = self.waiting.back() {
            if self.is_waiting(index) {
                bytes += self.files[index].content.len();
                if !batch.files.is_empty() && bytes > most_bytes {
                    break;
                }
                batch.files.push(index);
            }
            self.waiting.pop_back();
        }
        for &index in &batch.files {
            self.waiting_bytes -= self.files[index].content.len();
            self.files[index].state = State::Lent;
        }
        self.lent.extend(&batch.files);
        let asked = |index: &usize| {
            let File { kind, path, content, .. } = &self.files[*index];
            Asked { kind: *kind, name: file_name(path), raw: content.into() }
        };
        match parcel::request(self.mode, batch.files.iter().map(asked).collect()) {
            Some(request) if !batch.files.is_empty() => Some((batch, request)),
            _ => {
                self.receive(&batch, None);
                None
            }
        }
    }

    /// Takes the answer to the request of a batch, where there is one, and says whether it was of use. Files without a
    /// finding wait again.
    pub fn receive(&mut self, batch: &Batch, answer: Option<&[u8]>) -> bool {
        let findings = answer.and_then(parcel::findings).filter(|findings| {
            let fits = |(finding, index): (&Finding, &usize)| finding.fits(self.files[*index].kind);
            findings.len() == batch.files.len() && findings.iter().zip(&batch.files).all(fits)
        });
        let is_of_use = findings.is_some();
        if batch.mode != self.mode {
            return is_of_use;
        }
        let mut findings = findings.into_iter().flatten();
        for &index in &batch.files {
            let finding = findings.next();
            if !matches!(self.files[index].state, State::Lent) {
                continue; // It was done here meanwhile, or nobody wants it any more.
            }
            match finding {
                Some(finding) => {
                    self.files[index].state = State::Found(Box::new(finding));
                    self.found.push(index);
                }
                None => self.wait(index),
            }
        }
        is_of_use
    }

    /// Adds a file, which waits.
    pub(super) fn add(&mut self, kind: Kind, path: String, content: Content) -> usize {
        let index = self.files.len();
        self.files.push(File { kind, path, content, state: State::Done });
        self.open += 1;
        self.wait(index);
        index
    }

    /// Looks into the next file here: the first that waits, else the last that was lent. Nothing where all is found.
    pub(super) fn look(&mut self) -> Option<(usize, Finding)> {
        let index = self.next_waiting().or_else(|| self.next_lent())?;
        let finding = self.find(index);
        self.done(index);
        Some((index, finding))
    }

    /// What a helper has found and nobody has used.
    pub(super) fn found(&mut self) -> Option<(usize, Finding)> {
        while let Some(index) = self.found.pop() {
            let state = &mut self.files[index].state;
            match std::mem::replace(state, State::Done) {
                State::Found(finding) => {
                    self.open -= 1;
                    return Some((index, *finding));
                }
                other => *state = other,
            }
        }
        None
    }

    /// Looks into a file, whatever is known of it.
    pub(super) fn find(&self, index: usize) -> Finding {
        let File { kind, path, content, .. } = &self.files[index];
        Finding::of(*kind, file_name(path), Raw::from(content), self.mode)
    }

    /// Number of files whose finding isn't in use yet.
    pub(super) fn open(&self) -> usize {
        self.open
    }

    pub(super) fn path(&self, index: usize) -> &str {
        &self.files[index].path
    }

    pub(super) fn content(&self, index: usize) -> &Content {
        &self.files[index].content
    }

    /// Gives a file its final path, where it is the one that is meant.
    pub(super) fn settle(&mut self, index: usize, kind: Kind, path: &str, content: &Content) -> bool {
        let file = &mut self.files[index];
        let is_it = file.kind == kind && file.content.is_same(content) && file_name(&file.path) == file_name(path);
        if is_it {
            path.clone_into(&mut file.path);
        }
        is_it
    }

    /// Nobody wants to know any more what is in a file.
    pub(super) fn forget(&mut self, index: usize) {
        match self.files[index].state {
            State::Waiting => self.waiting_bytes -= self.files[index].content.len(),
            State::Lent | State::Found(_) => {}
            State::Done => return,
        }
        self.done(index);
        self.files[index].content = Content::Bytes([].into());
    }

    /// Strips in another way: what was found doesn't count.
    pub(super) fn strip_as(&mut self, mode: StripMode) {
        if self.mode == mode {
            return;
        }
        self.mode = mode;
        for index in 0..self.files.len() {
            if matches!(self.files[index].state, State::Lent | State::Found(_)) {
                self.wait(index);
            }
        }
    }

    fn next_waiting(&mut self) -> Option<usize> {
        while let Some(index) = self.waiting.pop_front() {
            if self.is_waiting(index) {
                self.waiting_bytes -= self.files[index].content.len();
                return Some(index);
            }
        }
        None
    }

    fn next_lent(&mut self) -> Option<usize> {
        while let Some(index) = self.lent.pop() {
            if matches!(self.files[index].state, State::Lent) {
                return Some(index);
            }
        }
        None
    }

    fn is_waiting(&self, index: usize) -> bool {
        matches!(self.files[index].state, State::Waiting)
    }

    fn wait(&mut self, index: usize) {
        self.files[index].state = State::Waiting;
        self.waiting_bytes += self.files[index].content.len();
        self.waiting.push_back(index);
    }

    fn done(&mut self, index: usize) {
        self.files[index].state = State::Done;
        self.open -= 1;
    }
}
