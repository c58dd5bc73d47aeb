//! Tar archives, piece by piece.
//!
//! The tar crate's own iterator borrows its archive and reads an entry to its end, so it can't be kept
//! between steps; what is used of the crate are its headers, and the walk over the blocks is here. So are
//! the pax attributes, since the crate ends their values at a line end and stops at the first odd one.

use tar::{EntryType, Header};

use super::limits::Meter;
use super::pax::{self, Pax};
use super::source::{Piece, Source};
use super::{ArchiveError, Content, Entry, Growing, LeaveOutReason};

const BLOCK: usize = 512;
/// Where a block of a sparse file's map tells that another one follows.
const SPARSE_MORE: usize = 504;
/// Bytes decompressed at once.
const PIECE_BYTES: usize = 64 << 10;
/// Pieces in a step.
const PIECES: usize = 4;
/// The longest name or set of attributes that an entry may have.
const MAX_EXTENSION_BYTES: u64 = 1 << 20;

/// True where the first block is a tar header, or the end mark of an empty archive.
pub(super) fn looks_like_tar(bytes: &[u8]) -> bool {
    bytes.get(..BLOCK).is_some_and(|block| is_blank(block) || checksum_fits(block))
}

fn is_blank(block: &[u8]) -> bool {
    block.iter().all(|byte| *byte == 0)
}

/// The sum of the block's bytes is stated in it. Some old writers took bytes for signed.
fn checksum_fits(block: &[u8]) -> bool {
    let of = |bytes: &[u8]| -> u32 { bytes.iter().map(|byte| u32::from(*byte)).sum() };
    let negative = |bytes: &[u8]| bytes.iter().filter(|byte| **byte >= 0x80).count() as u32;
    let (before, behind) = (&block[..148], &block[156..]);
    // The field itself counts as blanks.
    let sum = of(before) + of(behind) + 8 * u32::from(b' ');
    let signed = || sum.wrapping_sub(256 * (negative(before) + negative(behind)));
    Header::from_byte_slice(block).cksum().is_ok_and(|stated| stated == sum || stated == signed())
}

/// What the bytes are that come next.
enum Wanted {
    Header,
    Extension(EntryType),
    File {
        path: Vec<u8>,
    },
    Skipped(Entry),
    /// A part of the map of a GNU sparse file, which stands before its data.
    SparseMap {
        entry: Entry,
        size: u64,
    },
    /// All behind the end mark: read only to check its integrity.
    Rest,
}

/// Reads the entries in their order.
pub(super) struct TarReader {
    source: Source,
    wanted: Wanted,
    /// How many bytes of what is wanted are still to come, and how many of padding behind them.
    left: u64,
    padding: u64,
    content: Growing,
    /// The content of a file that stood in one piece.
    whole: Option<Content>,
    /// Attributes of the next entry, from the entries before it.
    extended: Pax,
    piece: Vec<u8>,
    unread: std::ops::Range<usize>,
    is_first: bool,
}

impl TarReader {
    pub(super) fn new(source: Source) -> Self {
        Self {
            source,
            wanted: Wanted::Header,
            left: BLOCK as u64,
            padding: 0,
            content: Growing::default(),
            whole: None,
            extended: Pax::default(),
            piece: vec![0; PIECE_BYTES],
            unread: 0..0,
            is_first: true,
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.source.bytes()
    }

    /// The next entry, or [`Entry::Pending`] after a bounded amount of work.
    pub(super) fn next(&mut self, meter: &mut Meter) -> Result<Entry, ArchiveError> {
        for _ in 0..PIECES {
            if self.unread.is_empty() {
                match self.source.read(&mut self.piece)? {
                    Piece::End => return self.end(),
                    Piece::Bytes(length) => {
                        meter.unpacked(length as u64, self.source.position())?;
                        self.unread = 0..length;
                    }
                }
            }
            while !self.unread.is_empty() {
                self.take();
                if self.left == 0
                    && self.padding == 0
                    && let Some(entry) = self.complete(meter)?
                {
                    return Ok(entry);
                }
            }
        }
        Ok(Entry::Pending)
    }

    /// Moves what is there of the wanted bytes.
    fn take(&mut self) {
        let unread = &self.piece[self.unread.clone()];
        let data = unread.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let is_whole = data as u64 == self.left && self.content.bytes().is_empty();
        match self.wanted {
            Wanted::Skipped(_) | Wanted::Rest => {}
            Wanted::File { .. } if is_whole && data > 0 => self.whole = Some(Content::from(&unread[..data])),
            _ => self.content.push(&unread[..data]),
        }
        let padding = (unread.len() - data).min(self.padding as usize);
        self.left -= data as u64;
        if self.left == 0 {
            self.padding -= padding as u64;
            self.unread.start += data + padding;
        } else {
            self.unread.start += data;
        }
    }

    /// The end of the data.
    fn end(&mut self) -> Result<Entry, ArchiveError> {
        match self.wanted {
            Wanted::Rest => Ok(Entry::End),
            Wanted::Header if self.is_first && self.source.is_compressed() => {
                Err(ArchiveError::not_a_tar_inside(self.content.bytes()))
            }
            Wanted::Header if self.content.bytes().is_empty() && self.extended.is_empty() => {
                self.wanted = Wanted::Rest;
                Ok(Entry::LeftOut { path: Vec::new(), reason: LeaveOutReason::NoEndMark })
            }
            _ => Err(ArchiveError::Truncated),
        }
    }

    /// All wanted bytes are there.
    fn complete(&mut self, meter: &mut Meter) -> Result<Option<Entry>, ArchiveError> {
        let content = std::mem::take(&mut self.content).into_bytes();
        match std::mem::replace(&mut self.wanted, Wanted::Header) {
            Wanted::Header => self.header(&content, meter),
            Wanted::Extension(kind) => {
                self.extend(kind, content)?;
                self.want(Wanted::Header, BLOCK as u64)?;
                Ok(None)
            }
            Wanted::File { path } => {
                self.want(Wanted::Header, BLOCK as u64)?;
                let content = self.whole.take().unwrap_or_else(|| content.into());
                Ok(Some(Entry::File { path, content }))
            }
            Wanted::Skipped(entry) => {
                self.want(Wanted::Header, BLOCK as u64)?;
                Ok(Some(entry))
            }
            Wanted::SparseMap { entry, size } => self.sparse(entry, size, content.get(SPARSE_MORE) == Some(&1)),
            Wanted::Rest => {
                self.rest();
                Ok(None)
            }
        }
    }

    fn rest(&mut self) {
        (self.wanted, self.left) = (Wanted::Rest, u64::MAX);
    }

    fn want(&mut self, wanted: Wanted, size: u64) -> Result<(), ArchiveError> {
        let stated = i64::try_from(size).map_err(|_| ArchiveError::corrupt("an entry states an impossible size"))?;
        self.wanted = wanted;
        self.left = size;
        self.padding = (BLOCK as u64 - size % BLOCK as u64) % BLOCK as u64;
        self.content = Growing::of_size(stated.unsigned_abs());
        Ok(())
    }

    fn header(&mut self, block: &[u8], meter: &mut Meter) -> Result<Option<Entry>, ArchiveError> {
        if is_blank(block) {
            self.rest();
            return Ok(None);
        }
        if !checksum_fits(block) {
            return Err(if self.is_first {
                ArchiveError::not_a_tar_inside(block)
            } else {
                ArchiveError::corrupt("a header's checksum is wrong")
            });
        }
        self.is_first = false;
        meter.entry()?;
        let header = Header::from_byte_slice(block);
        let size = size(header)?;
        let kind = header.entry_type();
        if is_extension(kind) {
            if size > MAX_EXTENSION_BYTES {
                return Err(ArchiveError::corrupt("an entry's attributes are too long"));
            }
            self.want(Wanted::Extension(kind), size)?;
            return self.without_data(meter);
        }
        let extended = std::mem::take(&mut self.extended);
        let path = extended.path.unwrap_or_else(|| header.path_bytes().into_owned());
        let size = extended.size.unwrap_or(size);
        let left_out = |reason| Wanted::Skipped(Entry::LeftOut { path: path.clone(), reason });
        let (wanted, size) = match kind {
            EntryType::Directory => (Wanted::Skipped(Entry::Folder), size),
            EntryType::Regular if path.ends_with(b"/") => (Wanted::Skipped(Entry::Folder), size),
            // A link has no data of its own, whatever size it states.
            EntryType::Symlink | EntryType::Link => (left_out(LeaveOutReason::Link), 0),
            EntryType::Regular | EntryType::Continuous if extended.is_sparse => {
                (left_out(LeaveOutReason::Special), size)
            }
            EntryType::Regular | EntryType::Continuous if size > meter.file_limit() => {
                (left_out(LeaveOutReason::TooLarge), size)
            }
            EntryType::Regular | EntryType::Continuous => (Wanted::File { path }, size),
            _ => (left_out(LeaveOutReason::Special), size),
        };
        if kind == EntryType::GNUSparse && header.as_gnu().is_some_and(|gnu| gnu.is_extended()) {
            let path = header.path_bytes().into_owned();
            return self.sparse(Entry::LeftOut { path, reason: LeaveOutReason::Special }, size, true);
        }
        self.want(wanted, size)?;
        self.without_data(meter)
    }

    /// Goes on to the next part of a sparse file's map, or to its data.
    fn sparse(&mut self, entry: Entry, size: u64, has_more: bool) -> Result<Option<Entry>, ArchiveError> {
        if has_more {
            self.want(Wanted::SparseMap { entry, size }, BLOCK as u64)?;
        } else {
            self.want(Wanted::Skipped(entry), size)?;
        }
        Ok(None)
    }

    /// An entry without data is complete at once, even if nothing follows.
    fn without_data(&mut self, meter: &mut Meter) -> Result<Option<Entry>, ArchiveError> {
        if self.left == 0 { self.complete(meter) } else { Ok(None) }
    }

    /// Takes the data of an entry that describes the next one.
    fn extend(&mut self, kind: EntryType, mut data: Vec<u8>) -> Result<(), ArchiveError> {
        match kind {
            EntryType::GNULongName => {
                data.truncate(data.iter().position(|b| *b == 0).unwrap_or(data.len()));
                self.extended.path = Some(data);
            }
            EntryType::XHeader => self.extended.read(&data)?,
            EntryType::XGlobalHeader => pax::check_global(&data)?,
            _ => {}
        }
        Ok(())
    }
}

fn is_extension(kind: EntryType) -> bool {
    matches!(kind, EntryType::XHeader | EntryType::XGlobalHeader | EntryType::GNULongName | EntryType::GNULongLink)
}

fn size(header: &Header) -> Result<u64, ArchiveError> {
    let field = header.as_old().size;
    // Binary numbers begin with 0x80, negative ones with 0xff; only the last eight bytes are ever in use.
    if field[0] & 0x80 != 0 && (field[0] != 0x80 || field[1..4] != [0; 3]) {
        return Err(ArchiveError::corrupt("an entry states an impossible size"));
    }
    Ok(header.entry_size()?)
}
