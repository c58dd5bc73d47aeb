//! Limits of unpacking, and the meter that enforces them.

use super::{ArchiveError, Progress};

/// What an archive may grow to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Unpacked bytes in all.
    pub total_bytes: u64,
    /// Number of entries, folders included.
    pub entries: usize,
    /// Bytes of one file; larger ones are left out and reported.
    pub file_bytes: u64,
    /// Unpacked bytes per byte of the archive, once [`Self::ratio_free_bytes`] are unpacked.
    pub ratio: u64,
    /// Unpacked bytes below which no ratio is held against an archive.
    pub ratio_free_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { total_bytes: 1 << 30, entries: 200_000, file_bytes: 64 << 20, ratio: 200, ratio_free_bytes: 32 << 20 }
    }
}

/// Counts what is unpacked and stops at the limits.
pub(super) struct Meter {
    limits: Limits,
    progress: Progress,
}

impl Meter {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, progress: Progress::default() }
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    pub(super) fn file_limit(&self) -> u64 {
        self.limits.file_bytes
    }

    /// Counts an entry.
    pub(super) fn entry(&mut self) -> Result<(), ArchiveError> {
        self.progress.entries += 1;
        if self.progress.entries > self.limits.entries {
            return Err(ArchiveError::TooManyEntries { limit: self.limits.entries });
        }
        Ok(())
    }

    /// Counts unpacked bytes, when this much of the archive has been read.
    pub(super) fn unpacked(&mut self, bytes: u64, consumed: u64) -> Result<(), ArchiveError> {
        self.progress.unpacked_bytes += bytes;
        self.progress.consumed_bytes = self.progress.consumed_bytes.max(consumed);
        let unpacked = self.progress.unpacked_bytes;
        if unpacked > self.limits.total_bytes {
            return Err(ArchiveError::TooLarge { limit_mib: self.limits.total_bytes >> 20 });
        }
        if unpacked > self.limits.ratio_free_bytes && unpacked / self.limits.ratio > self.progress.consumed_bytes {
            return Err(ArchiveError::Bomb { ratio: self.limits.ratio });
        }
        Ok(())
    }
}
