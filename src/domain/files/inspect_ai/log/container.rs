//! The archive that an `.eval` log is: a zip of JSON entries, each packed as zstd, deflated or not at all.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use ruzstd::decoding::StreamingDecoder;
use thiserror::Error;

use super::LogLimits;

/// Why an entry, or the whole archive, can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContainerProblem {
    /// The zip archive is damaged.
    #[error("the archive is damaged ({0})")]
    Damaged(String),
    /// More entries than a log is allowed.
    #[error("the archive has more than {0} entries")]
    TooMany(usize),
    /// The entry isn't there.
    #[error("the archive has no {0}")]
    Missing(String),
    /// Packed in a way that isn't known.
    #[error("it is packed by a method that is not known here ({0})")]
    Method(u16),
    /// The packed data is damaged.
    #[error("its data is damaged ({0})")]
    Data(String),
    /// Larger than an entry may be, or the archive as a whole.
    #[error("it is larger than {0} MiB")]
    TooLarge(u64),
}

struct Place {
    way: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
}

/// An archive with its directory.
pub struct Container {
    archive: ZipSliceArchive<Vec<u8>>,
    /// By name; of entries that share one, the last counts.
    entries: BTreeMap<String, Place>,
    limits: LogLimits,
    unpacked: u64,
}

impl Container {
    pub fn open(bytes: Vec<u8>, limits: LogLimits) -> Result<Self, ContainerProblem> {
        let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
        let mut entries = BTreeMap::new();
        let mut records = archive.entries();
        let mut count = 0;
        while let Some(record) = records.next_entry().map_err(damaged)? {
            count += 1;
            if count > limits.entries {
                return Err(ContainerProblem::TooMany(limits.entries));
            }
            let name = String::from_utf8_lossy(record.file_path().as_bytes()).into_owned();
            entries.insert(name, Place { way: record.wayfinder(), method: record.compression_method() });
        }
        Ok(Self { archive, entries, limits, unpacked: 0 })
    }

    /// Names of the entries, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Unpacks an entry.
    pub fn read(&mut self, name: &str) -> Result<Vec<u8>, ContainerProblem> {
        let place = self.entries.get(name).ok_or_else(|| ContainerProblem::Missing(name.to_owned()))?;
        let entry = self.archive.get_entry(place.way).map_err(damaged)?;
        let (start, end) = entry.compressed_data_range();
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let data = range.and_then(|(start, end)| self.archive.get_ref().get(start..end));
        let data = data.ok_or_else(|| ContainerProblem::Damaged("an entry lies outside of it".into()))?;
        let most = self.limits.entry_bytes.min(self.limits.total_bytes.saturating_sub(self.unpacked));
        let bytes = match place.method {
            CompressionMethod::STORE => bounded(data, most)?,
            CompressionMethod::DEFLATE => bounded(DeflateDecoder::new(data), most)?,
            CompressionMethod::ZSTD => bounded(Frames::of(data), most)?,
            other => return Err(ContainerProblem::Method(other.as_u16())),
        };
        self.unpacked += bytes.len() as u64;
        let stated = entry.claim_verifier();
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        if crc.sum() != stated.crc || bytes.len() as u64 != stated.uncompressed_size {
            return Err(ContainerProblem::Data("another size or checksum than stated".into()));
        }
        Ok(bytes)
    }
}

fn bounded(reader: impl Read, most: u64) -> Result<Vec<u8>, ContainerProblem> {
    let mut bytes = Vec::new();
    let mut reader = reader.take(most.saturating_add(1));
    reader.read_to_end(&mut bytes).map_err(|error| ContainerProblem::Data(error.to_string()))?;
    if bytes.len() as u64 > most { Err(ContainerProblem::TooLarge(most >> 20)) } else { Ok(bytes) }
}

/// Zstd data of any number of frames, one behind the other: inspect_ai begins a new one every 200 MiB.
struct Frames<'a> {
    rest: &'a [u8],
    open: Option<StreamingDecoder<&'a [u8], ruzstd::decoding::FrameDecoder>>,
}

impl<'a> Frames<'a> {
    fn of(rest: &'a [u8]) -> Self {
        Self { rest, open: None }
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let Some(open) = &mut self.open else {
                if self.rest.is_empty() {
                    return Ok(0);
                }
                let decoder = StreamingDecoder::new(self.rest).map_err(std::io::Error::other)?;
                self.open = Some(decoder);
                continue;
            };
            let read = open.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            if let Some(ended) = self.open.take() {
                self.rest = ended.into_parts().0;
            }
        }
    }
}

fn damaged(error: rawzip::Error) -> ContainerProblem {
    ContainerProblem::Damaged(error.to_string())
}

#[cfg(test)]
mod tests {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn unpacked(data: &[u8], most: u64) -> Result<Vec<u8>, ContainerProblem> {
        bounded(Frames::of(data), most)
    }

    #[test]
    fn frames_follow_each_other() {
        let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let two = [frame(&"one ".repeat(1000)), frame("two")].concat();
        assert_eq!(unpacked(&two, 1 << 20), Ok(("one ".repeat(1000) + "two").into_bytes()));
        assert_eq!(unpacked(&two, 100), Err(ContainerProblem::TooLarge(0)));
        assert_eq!(unpacked(b"", 100), Ok(Vec::new()));
        assert!(matches!(unpacked(&two[..two.len() - 2], 1 << 20), Err(ContainerProblem::Data(_))));
        assert!(matches!(unpacked(b"no zstd at all", 1 << 20), Err(ContainerProblem::Data(_))));
    }
}
