//! Tar archives over any reader, entry by entry.
//!
//! The tar crate's own iterator borrows its archive, so it can't be kept between steps; what is used of
//! the crate are its headers and extended attributes, and the walk over the blocks is here.

use std::io::Read;

use tar::{EntryType, Header, PaxExtensions};

use super::limits::Meter;
use super::{ArchiveError, Entry, LeaveOutReason};

const BLOCK: usize = 512;
/// Bytes read between two looks at the limits.
const PIECE_BYTES: u64 = 256 << 10;
/// The longest name or set of attributes that an entry may have.
const MAX_EXTENSION_BYTES: u64 = 1 << 20;

/// True where the first block is a tar header, or the end mark of an empty archive.
pub(super) fn looks_like_tar(bytes: &[u8]) -> bool {
    bytes.get(..BLOCK).is_some_and(|block| is_blank(block) || checksum_fits(block))
}

fn is_blank(block: &[u8]) -> bool {
    block.iter().all(|byte| *byte == 0)
}

fn checksum_fits(block: &[u8]) -> bool {
    let sum = |signed: bool| -> i64 {
        let value = |byte: &u8| if signed { i64::from(*byte as i8) } else { i64::from(*byte) };
        block.iter().enumerate().map(|(i, byte)| if (148..156).contains(&i) { 32 } else { value(byte) }).sum()
    };
    let stated = Header::from_byte_slice(block).cksum().map(i64::from);
    stated.is_ok_and(|stated| stated == sum(false) || stated == sum(true))
}

/// Attributes of the next entry, from the entries before it.
#[derive(Default)]
struct Extended {
    path: Option<Vec<u8>>,
    size: Option<u64>,
}

/// Reads the entries in their order.
pub(super) struct TarReader<R> {
    inner: R,
    /// True behind the end mark: what follows is read only to check its integrity.
    ended: bool,
}

impl<R: Read> TarReader<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, ended: false }
    }

    pub(super) fn inner(&self) -> &R {
        &self.inner
    }

    /// The next entry. `position` tells how much of the archive has been read.
    pub(super) fn next(&mut self, meter: &mut Meter, position: impl Fn(&R) -> u64) -> Result<Entry, ArchiveError> {
        if self.ended {
            return self.drain(meter, position);
        }
        let mut extended = Extended::default();
        loop {
            let Some(block) = self.block()? else {
                self.ended = true;
                return Ok(Entry::LeftOut { path: Vec::new(), reason: LeaveOutReason::NoEndMark });
            };
            if is_blank(&block) {
                self.ended = true;
                return self.drain(meter, position);
            }
            if !checksum_fits(&block) {
                return Err(ArchiveError::corrupt("a header's checksum is wrong"));
            }
            let header = Header::from_byte_slice(&block);
            let size = header.entry_size()?;
            meter.entry()?;
            match header.entry_type() {
                EntryType::XHeader => {
                    let data = self.extension(size)?;
                    extended.read_pax(&data);
                }
                EntryType::GNULongName => {
                    let mut data = self.extension(size)?;
                    data.truncate(data.iter().position(|b| *b == 0).unwrap_or(data.len()));
                    extended.path = Some(data);
                }
                EntryType::XGlobalHeader | EntryType::GNULongLink => {
                    self.extension(size)?;
                }
                kind => {
                    let path = extended.path.unwrap_or_else(|| header.path_bytes().into_owned());
                    return self.entry(kind, path, extended.size.unwrap_or(size), meter, position);
                }
            }
        }
    }

    fn entry(
        &mut self,
        kind: EntryType,
        path: Vec<u8>,
        size: u64,
        meter: &mut Meter,
        position: impl Fn(&R) -> u64,
    ) -> Result<Entry, ArchiveError> {
        let reason = match kind {
            EntryType::Directory => return self.skip(size, meter, position).map(|()| Entry::Folder),
            EntryType::Regular if path.ends_with(b"/") => {
                return self.skip(size, meter, position).map(|()| Entry::Folder);
            }
            EntryType::Regular | EntryType::Continuous => {
                (size > meter.file_limit()).then_some(LeaveOutReason::TooLarge)
            }
            EntryType::Symlink => return Ok(Entry::LeftOut { path, reason: LeaveOutReason::Link }),
            // A hard link has no data of its own, whatever size it states.
            EntryType::Link => return Ok(Entry::LeftOut { path, reason: LeaveOutReason::Link }),
            _ => Some(LeaveOutReason::Special),
        };
        if let Some(reason) = reason {
            self.skip(size, meter, position)?;
            return Ok(Entry::LeftOut { path, reason });
        }
        let mut content = Vec::new();
        self.data(size, meter, position, |piece| content.extend_from_slice(piece))?;
        Ok(Entry::File { path, content })
    }

    fn skip(&mut self, size: u64, meter: &mut Meter, position: impl Fn(&R) -> u64) -> Result<(), ArchiveError> {
        self.data(size, meter, position, |_| {})
    }

    /// Reads the data of an entry with its padding, piece by piece.
    fn data(
        &mut self,
        size: u64,
        meter: &mut Meter,
        position: impl Fn(&R) -> u64,
        mut take: impl FnMut(&[u8]),
    ) -> Result<(), ArchiveError> {
        let mut left = size;
        let mut piece = Vec::new();
        while left > 0 {
            piece.clear();
            let wanted = left.min(PIECE_BYTES);
            let read = (&mut self.inner).take(wanted).read_to_end(&mut piece)? as u64;
            if read < wanted {
                return Err(ArchiveError::Truncated);
            }
            meter.unpacked(read, position(&self.inner))?;
            take(&piece);
            left -= read;
        }
        self.padding(size)
    }

    fn padding(&mut self, size: u64) -> Result<(), ArchiveError> {
        let padding = (BLOCK - (size % BLOCK as u64) as usize) % BLOCK;
        Ok(self.inner.read_exact(&mut [0; BLOCK][..padding])?)
    }

    /// The data of an entry that describes the next one.
    fn extension(&mut self, size: u64) -> Result<Vec<u8>, ArchiveError> {
        if size > MAX_EXTENSION_BYTES {
            return Err(ArchiveError::corrupt("an entry's attributes are too long"));
        }
        let mut data = Vec::new();
        (&mut self.inner).take(size).read_to_end(&mut data)?;
        if (data.len() as u64) < size {
            return Err(ArchiveError::Truncated);
        }
        self.padding(size)?;
        Ok(data)
    }

    /// The next block, or `None` at the end of the data.
    fn block(&mut self) -> Result<Option<[u8; BLOCK]>, ArchiveError> {
        let mut block = [0; BLOCK];
        let mut filled = 0;
        while filled < BLOCK {
            match self.inner.read(&mut block[filled..])? {
                0 if filled == 0 => return Ok(None),
                0 => return Err(ArchiveError::Truncated),
                read => filled += read,
            }
        }
        Ok(Some(block))
    }

    /// Reads what follows the end mark, so that a cut or damaged compressed stream is noticed.
    fn drain(&mut self, meter: &mut Meter, position: impl Fn(&R) -> u64) -> Result<Entry, ArchiveError> {
        loop {
            let mut piece = Vec::new();
            match (&mut self.inner).take(PIECE_BYTES).read_to_end(&mut piece) {
                Ok(0) => return Ok(Entry::End),
                Ok(read) => meter.unpacked(read as u64, position(&self.inner))?,
                // Bytes behind a complete compressed stream that aren't another one: padding.
                Err(e) if e.kind() == std::io::ErrorKind::InvalidInput && e.to_string().contains("header") => {
                    return Ok(Entry::End);
                }
                Err(e) => return Err(e.into()),
            }
        }
    }
}

impl Extended {
    fn read_pax(&mut self, data: &[u8]) {
        for extension in PaxExtensions::new(data).flatten() {
            match extension.key_bytes() {
                b"path" => self.path = Some(extension.value_bytes().to_vec()),
                b"size" => self.size = extension.value().ok().and_then(|v| v.parse().ok()),
                _ => {}
            }
        }
    }
}
