//! Zip archives, piece by piece.
//!
//! The directory is read once, up to the limit of entries; what it says of sizes is only ever used to
//! refuse. An entry's data is inflated here, in steps, and held against its stated size and checksum.

use flate2::{Crc, Decompress, FlushDecompress, Status};
use rawzip::{
    CompressionMethod, ErrorKind, ZipArchive, ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipSliceArchive,
};

use super::limits::{Limits, Meter};
use super::{ArchiveError, Entry, Growing, LeaveOutReason};

/// Bytes unpacked in a step.
const PIECE_BYTES: usize = 256 << 10;
/// The id of the extra field that gives a name in UTF-8.
const UNICODE_PATH: u16 = 0x7075;
const DOS_FOLDER: u32 = 0x10;

/// An entry of the directory.
struct Listed {
    path: Vec<u8>,
    kind: Kind,
    place: ZipArchiveEntryWayfinder,
}

#[derive(Clone, Copy)]
enum Kind {
    File { is_deflated: bool },
    Folder,
    LeftOut(LeaveOutReason),
}

/// The file that is being unpacked.
struct Open {
    path: Vec<u8>,
    content: Growing,
    length: u64,
    crc: Crc,
    /// Where its compressed data goes on, and where it ends.
    at: usize,
    end: usize,
    inflate: Option<Box<Decompress>>,
    stated_length: u64,
    stated_crc: u32,
}

/// Reads the entries in the order of the directory.
pub(super) struct ZipReader {
    archive: ZipSliceArchive<Vec<u8>>,
    entries: std::vec::IntoIter<Listed>,
    open: Option<Open>,
    consumed: u64,
}

impl ZipReader {
    pub(super) fn new(bytes: Vec<u8>, limits: &Limits) -> Result<Self, ArchiveError> {
        let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
        let mut entries = Vec::new();
        let mut records = archive.entries();
        while let Some(record) = records.next_entry().map_err(damaged)? {
            if entries.len() == limits.entries {
                return Err(ArchiveError::TooManyEntries { limit: limits.entries });
            }
            entries.push(Listed { path: path(&record), kind: kind(&record, limits), place: record.wayfinder() });
        }
        // Some writers let the number overflow at 65,536.
        if archive.entries_hint() & 0xffff != entries.len() as u64 & 0xffff {
            return Err(ArchiveError::corrupt("its directory holds another number of entries than it states"));
        }
        check_apart(&archive, &entries)?;
        Ok(Self { archive, entries: entries.into_iter(), open: None, consumed: 0 })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.archive.get_ref()
    }

    /// The next entry, or [`Entry::Pending`] after a bounded amount of work.
    pub(super) fn next(&mut self, meter: &mut Meter) -> Result<Entry, ArchiveError> {
        if let Some(open) = &mut self.open {
            let before = open.at;
            let (unpacked, is_complete) = open.step(self.archive.get_ref())?;
            self.consumed += (open.at - before) as u64;
            meter.unpacked(unpacked, self.consumed)?;
            return match self.open.take_if(|_| is_complete) {
                None => Ok(Entry::Pending),
                Some(open) => open.complete(),
            };
        }
        let Some(Listed { path, kind, place }) = self.entries.next() else { return Ok(Entry::End) };
        meter.entry()?;
        let is_deflated = match kind {
            Kind::Folder => return Ok(Entry::Folder),
            Kind::LeftOut(reason) => return Ok(Entry::LeftOut { path, reason }),
            Kind::File { is_deflated } => is_deflated,
        };
        let entry = self.archive.get_entry(place).map_err(damaged)?;
        let (start, end) = entry.compressed_data_range();
        let stated = entry.claim_verifier();
        self.open = Some(Open {
            path,
            content: Growing::of_size(stated.uncompressed_size),
            length: 0,
            crc: Crc::new(),
            at: start as usize,
            end: end as usize,
            inflate: is_deflated.then(|| Box::new(Decompress::new(false))),
            stated_length: stated.uncompressed_size,
            stated_crc: stated.crc,
        });
        Ok(Entry::Pending)
    }
}

impl Open {
    /// Unpacks a piece: how many bytes it has, and whether it was the last.
    fn step(&mut self, archive: &[u8]) -> Result<(u64, bool), ArchiveError> {
        let input = &archive[self.at..self.end];
        let (piece, is_complete) = match &mut self.inflate {
            None => {
                let length = input.len().min(PIECE_BYTES);
                self.at += length;
                (std::borrow::Cow::Borrowed(&input[..length]), self.at == self.end)
            }
            Some(inflate) => {
                let mut piece = Vec::with_capacity(PIECE_BYTES);
                let before = inflate.total_in();
                let input = &input[..input.len().min(PIECE_BYTES)];
                let status = inflate
                    .decompress_vec(input, &mut piece, FlushDecompress::None)
                    .map_err(|e| ArchiveError::corrupt(e.message().unwrap_or("invalid data").to_owned()))?;
                let consumed = (inflate.total_in() - before) as usize;
                self.at += consumed;
                if status != Status::StreamEnd && consumed == 0 && piece.is_empty() {
                    return Err(ArchiveError::corrupt("the data of an entry ends in the middle"));
                }
                (std::borrow::Cow::Owned(piece), status == Status::StreamEnd)
            }
        };
        self.length += piece.len() as u64;
        if self.length > self.stated_length {
            return Err(self.lies());
        }
        self.crc.update(&piece);
        self.content.push(&piece);
        Ok((piece.len() as u64, is_complete))
    }

    fn complete(self) -> Result<Entry, ArchiveError> {
        if self.length != self.stated_length || self.crc.sum() != self.stated_crc {
            return Err(self.lies());
        }
        Ok(Entry::File { path: self.path, content: self.content.into_bytes().into() })
    }

    fn lies(&self) -> ArchiveError {
        let path: String = String::from_utf8_lossy(&self.path).chars().take(200).collect();
        ArchiveError::corrupt(format!("{path} has another size or checksum than stated"))
    }
}

/// The name, in UTF-8 where the archive gives one.
fn path(record: &ZipFileHeaderRecord) -> Vec<u8> {
    let path = record.file_path();
    let raw = path.as_bytes();
    let named = record.extra_fields().find(|(id, _)| id.as_u16() == UNICODE_PATH).and_then(|(_, field)| {
        let (head, name) = field.split_at_checked(5)?;
        let mut crc = Crc::new();
        crc.update(raw);
        (head[0] == 1 && head[1..] == crc.sum().to_le_bytes()).then_some(name)
    });
    named.unwrap_or(raw).iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect()
}

fn kind(record: &ZipFileHeaderRecord, limits: &Limits) -> Kind {
    let host = record.version_made_by().creator_system().as_u8();
    let attributes = record.external_attributes();
    // The type of file as Unix knows it, where the archive was made on Unix or macOS.
    let unix = if matches!(host, 3 | 19) { attributes >> 16 & 0o170_000 } else { 0 };
    let flags = record.flags();
    if record.is_dir() || unix == 0o040_000 || (unix == 0 && attributes & DOS_FOLDER != 0) {
        Kind::Folder
    } else if flags.is_encrypted() || flags.has_strong_encryption() || flags.is_masked() {
        Kind::LeftOut(LeaveOutReason::Encrypted)
    } else if unix == 0o120_000 {
        Kind::LeftOut(LeaveOutReason::Link)
    } else if !matches!(unix, 0 | 0o100_000) {
        Kind::LeftOut(LeaveOutReason::Special)
    } else if record.uncompressed_size_hint() > limits.file_bytes {
        Kind::LeftOut(LeaveOutReason::TooLarge)
    } else {
        match record.compression_method() {
            CompressionMethod::STORE => Kind::File { is_deflated: false },
            CompressionMethod::DEFLATE => Kind::File { is_deflated: true },
            _ => Kind::LeftOut(LeaveOutReason::UnsupportedCompression),
        }
    }
}

/// No two entries share a byte, nor does one share bytes with the directory: otherwise a small archive could
/// hold one large file a hundred thousand times.
fn check_apart(archive: &ZipSliceArchive<Vec<u8>>, entries: &[Listed]) -> Result<(), ArchiveError> {
    let mut places = Vec::with_capacity(entries.len());
    for entry in entries {
        let entry = archive.get_entry(entry.place).map_err(damaged)?;
        let (data, end) = entry.compressed_data_range();
        let header = 30 + entry.local_header().file_path().len() as u64;
        places.push((data.saturating_sub(header), end));
    }
    places.sort_unstable();
    let is_apart = places.windows(2).all(|pair| pair[0].1 <= pair[1].0)
        && places.last().is_none_or(|last| last.1 <= archive.directory_offset());
    if is_apart { Ok(()) } else { Err(ArchiveError::Overlapping) }
}

fn damaged(error: rawzip::Error) -> ArchiveError {
    match error.kind() {
        // Without the directory at its end, a zip archive can't be told from a cut one.
        ErrorKind::MissingEndOfCentralDirectory | ErrorKind::Eof => ArchiveError::Truncated,
        _ => ArchiveError::corrupt(error.to_string()),
    }
}
