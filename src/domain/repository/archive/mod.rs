//! Incremental unpacking of zip and of tar, plain or compressed with gzip, bzip2 or xz, with limits that
//! hold while unpacking.

mod error;
mod growing;
mod limits;
mod pax;
mod source;
mod tar_reader;
#[cfg(test)]
mod tests;
mod zip_reader;

use sha2::{Digest, Sha256};

pub use error::ArchiveError;
use growing::Growing;
pub use limits::Limits;
use limits::Meter;
use source::Source;
use tar_reader::TarReader;
use zip_reader::ZipReader;

use super::folder::{Gathered, hex, normal_path};
use super::{Content, LeaveOutReason, Repository};

/// Bytes hashed per step before unpacking starts.
const HASH_STEP_BYTES: usize = 8 << 20;

/// What names of archives end in.
const ENDINGS: [&str; 10] = [".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tbz2", ".tbz", ".tb2", ".txz", ".tar", ".zip"];

/// How far unpacking has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the archive read.
    pub consumed_bytes: u64,
    /// Bytes of the archive.
    pub total_bytes: u64,
    /// Bytes unpacked.
    pub unpacked_bytes: u64,
    /// Entries seen.
    pub entries: usize,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A piece of work; there may be more.
    Entry {
        /// How far it has come.
        progress: Progress,
    },
    /// All is unpacked.
    Done,
}

/// One entry of an archive, as a reader hands it over.
enum Entry {
    File {
        path: Vec<u8>,
        content: Content,
    },
    LeftOut {
        path: Vec<u8>,
        reason: LeaveOutReason,
    },
    Folder,
    /// Work was done, and no entry is complete yet.
    Pending,
    End,
}

enum Reader {
    Zip(Box<ZipReader>),
    Tar(Box<TarReader>),
}

/// Unpacks an archive piece by piece.
pub struct Unpacker {
    name: String,
    reader: Reader,
    meter: Meter,
    gathered: Gathered,
    /// Path of the file that the last step completed.
    arrived: Option<String>,
    hash: Sha256,
    hashed: usize,
    is_hashed_elsewhere: bool,
    is_done: bool,
    total: usize,
}

impl Unpacker {
    /// Recognises the kind of archive by its content; the file name only gives the repository its name.
    ///
    /// # Errors
    /// Where it is no archive that can be read, or the list of its entries is broken.
    pub fn new(file_name: &str, bytes: Vec<u8>, limits: Limits) -> Result<Self, ArchiveError> {
        let total = bytes.len();
        if bytes.is_empty() {
            return Err(ArchiveError::Empty);
        }
        let reader = if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
            Reader::Zip(Box::new(ZipReader::new(bytes, &limits)?))
        } else {
            let source =
                Source::new(bytes, tar_reader::looks_like_tar).map_err(|bytes| ArchiveError::not_an_archive(&bytes))?;
            Reader::Tar(Box::new(TarReader::new(source)))
        };
        Ok(Self {
            name: repository_name(file_name),
            reader,
            meter: Meter::new(limits),
            gathered: Gathered::default(),
            arrived: None,
            hash: Sha256::new(),
            hashed: 0,
            is_hashed_elsewhere: false,
            is_done: false,
            total,
        })
    }

    /// Leaves hashing to somebody else, who gives the result to [`Self::finish_as`].
    pub fn hashed_elsewhere(self) -> Self {
        Self { is_hashed_elsewhere: true, ..self }
    }

    /// Does the next piece of work: hashes a part of the archive, or unpacks a part of an entry. The
    /// work of a step is bounded, whatever the archive says of itself.
    ///
    /// # Errors
    /// Where the archive is broken or exceeds a limit. What was unpacked before can still be had from
    /// [`Self::finish`], but isn't the whole.
    pub fn step(&mut self) -> Result<Step, ArchiveError> {
        self.arrived = None;
        if self.is_done {
            return Ok(Step::Done);
        }
        if self.hashed < self.total && !self.is_hashed_elsewhere {
            self.hash_part();
            return Ok(Step::Entry { progress: self.progress() });
        }
        let entry = match &mut self.reader {
            Reader::Zip(zip) => zip.next(&mut self.meter),
            Reader::Tar(tar) => tar.next(&mut self.meter),
        }?;
        match entry {
            Entry::File { path, content } => self.file(&path, content),
            Entry::LeftOut { path, reason } => self.gathered.leave_out(&String::from_utf8_lossy(&path), reason),
            Entry::Folder | Entry::Pending => {}
            Entry::End => {
                self.is_done = true;
                return if self.gathered.is_empty() { Err(ArchiveError::Empty) } else { Ok(Step::Done) };
            }
        }
        Ok(Step::Entry { progress: self.progress() })
    }

    /// The file that the last step completed, with its path in the archive.
    pub fn arrived(&self) -> Option<(&str, &Content)> {
        let path = self.arrived.as_deref()?;
        self.gathered.get(path).map(|content| (path, content))
    }

    /// The repository as unpacked so far.
    pub fn finish(self) -> Repository {
        self.finish_as(None)
    }

    /// The same with the archive's SHA-256, which is made here where it isn't given.
    pub fn finish_as(mut self, sha256: Option<[u8; 32]>) -> Repository {
        let hash = match sha256 {
            Some(hash) => hex(&hash),
            None => {
                while self.hashed < self.total {
                    self.hash_part();
                }
                hex(&self.hash.finalize())
            }
        };
        self.gathered.finish(self.name, hash)
    }

    /// All steps at once.
    ///
    /// # Errors
    /// As [`Self::new`] and [`Self::step`].
    pub fn run(file_name: &str, bytes: Vec<u8>, limits: Limits) -> Result<Repository, ArchiveError> {
        let mut unpacker = Self::new(file_name, bytes, limits)?;
        while unpacker.step()? != Step::Done {}
        Ok(unpacker.finish())
    }

    fn file(&mut self, path: &[u8], content: Content) {
        let Ok(text) = std::str::from_utf8(path) else {
            return self.gathered.leave_out(&String::from_utf8_lossy(path), LeaveOutReason::UnreadablePath);
        };
        match normal_path(text) {
            Ok(path) if path.starts_with("__MACOSX/") => self.gathered.leave_out(&path, LeaveOutReason::MacMetadata),
            Ok(path) => {
                self.arrived = Some(path.clone());
                self.gathered.add(path, content);
            }
            Err(reason) => self.gathered.leave_out(text, reason),
        }
    }

    fn hash_part(&mut self) {
        let bytes = match &self.reader {
            Reader::Zip(zip) => zip.bytes(),
            Reader::Tar(tar) => tar.bytes(),
        };
        let end = bytes.len().min(self.hashed.saturating_add(HASH_STEP_BYTES));
        self.hash.update(bytes.get(self.hashed..end).unwrap_or(&[]));
        self.hashed = end.max(self.hashed + 1);
    }

    fn progress(&self) -> Progress {
        Progress { total_bytes: self.total as u64, ..self.meter.progress() }
    }
}

/// The file's name without folder and archive ending.
fn repository_name(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let low = name.to_ascii_lowercase();
    let ending = ENDINGS.into_iter().find(|e| low.ends_with(e) && low.len() > e.len());
    name[..name.len() - ending.map_or(0, str::len)].to_owned()
}
