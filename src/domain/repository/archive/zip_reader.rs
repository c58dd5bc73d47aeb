//! Zip archives, entry by entry.

use std::io::{Cursor, Read};
use std::sync::Arc;

use zip::ZipArchive;
use zip::result::ZipError;

use super::limits::{Limits, Meter};
use super::{ArchiveError, Entry, LeaveOutReason};

/// Bytes unpacked between two looks at the limits.
const PIECE_BYTES: u64 = 256 << 10;

/// Reads the entries in the order of the central directory.
pub(super) struct ZipReader {
    archive: ZipArchive<Cursor<Arc<[u8]>>>,
    next: usize,
    /// The archive's own view of its bytes can't be reached, so they are shared.
    bytes: Arc<[u8]>,
}

impl ZipReader {
    pub(super) fn new(bytes: Vec<u8>, limits: &Limits) -> Result<Self, ArchiveError> {
        let bytes: Arc<[u8]> = bytes.into();
        let archive = ZipArchive::new(Cursor::new(bytes.clone())).map_err(|e| match e {
            ZipError::Io(e) => e.into(),
            // Without the directory at its end, a zip archive can't be told from a cut one.
            ZipError::InvalidArchive(_) => ArchiveError::Truncated,
            other => ArchiveError::corrupt(other.to_string()),
        })?;
        if archive.len() > limits.entries {
            return Err(ArchiveError::TooManyEntries { limit: limits.entries });
        }
        Ok(Self { archive, next: 0, bytes })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn next(&mut self, meter: &mut Meter) -> Result<Entry, ArchiveError> {
        let index = self.next;
        if index >= self.archive.len() {
            return Ok(Entry::End);
        }
        self.next += 1;
        meter.entry()?;
        let (path, skip, compressed) = {
            let entry = self.archive.by_index_raw(index).map_err(corrupt)?;
            let path = entry.name().map_or_else(|_| entry.name_raw().to_vec(), |n| n.replace('\\', "/").into_bytes());
            let skip = if entry.is_dir() {
                Some(None)
            } else if entry.encrypted() {
                Some(Some(LeaveOutReason::Encrypted))
            } else if entry.is_symlink() {
                Some(Some(LeaveOutReason::Link))
            } else if entry.unix_mode().is_some_and(|mode| !matches!(mode & 0o170_000, 0 | 0o100_000)) {
                Some(Some(LeaveOutReason::Special))
            } else if entry.size() > meter.file_limit() {
                Some(Some(LeaveOutReason::TooLarge))
            } else {
                None
            };
            (path, skip, entry.compressed_size())
        };
        match skip {
            Some(None) => return Ok(Entry::Folder),
            Some(Some(reason)) => return Ok(Entry::LeftOut { path, reason }),
            None => {}
        }
        let consumed = meter.progress().consumed_bytes + compressed;
        let mut entry = match self.archive.by_index(index) {
            Ok(entry) => entry,
            Err(ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_)) => {
                return Ok(Entry::LeftOut { path, reason: LeaveOutReason::UnsupportedCompression });
            }
            Err(error) => return Err(corrupt(error)),
        };
        let mut content = Vec::new();
        loop {
            let read = (&mut entry).take(PIECE_BYTES).read_to_end(&mut content)?;
            meter.unpacked(read as u64, consumed)?;
            if read == 0 {
                return Ok(Entry::File { path, content });
            }
            if content.len() as u64 > meter.file_limit() {
                return Ok(Entry::LeftOut { path, reason: LeaveOutReason::TooLarge });
            }
        }
    }
}

fn corrupt(error: ZipError) -> ArchiveError {
    match error {
        ZipError::Io(error) => error.into(),
        other => ArchiveError::corrupt(other.to_string()),
    }
}
