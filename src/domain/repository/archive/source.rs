//! The bytes of a tar archive, decompressed piece by piece.
//!
//! The decompressors are driven through buffers rather than as `Read`: so a step ends after a bounded
//! piece of input too, also where that piece gives no output, and can be resumed.

use bzip2::{Decompress as Bunzip, Status as BunzipStatus};
use flate2::{Decompress as Gunzip, FlushDecompress, Status as GunzipStatus};
use lzma_rust2::{Action, Status as XzStatus, XzStream};

use super::ArchiveError;

/// The most bytes read from the archive in one piece.
const INPUT_BYTES: usize = 64 << 10;
/// The largest dictionary of an xz stream, in MiB: that of its highest preset. A header can ask for 4 GiB.
const XZ_DICTIONARY_MIB: u32 = 64;
const XZ_MEMORY_KIB: u32 = (XZ_DICTIONARY_MIB + 8) << 10;
const GZIP_WINDOW_BITS: u8 = 15;

enum Codec {
    Plain,
    Gzip(Box<Gunzip>),
    Bzip2(Box<Bunzip>),
    Xz(Box<XzStream>),
    Ended,
}

/// What was read.
pub(super) enum Piece {
    /// So many bytes; where none, there may still be more.
    Bytes(usize),
    /// There is no more.
    End,
}

/// An archive's bytes behind the compression that they begin with.
pub(super) struct Source {
    bytes: Vec<u8>,
    at: usize,
    codec: Codec,
    is_compressed: bool,
}

impl Source {
    /// # Errors
    /// Gives the bytes back where they are neither compressed nor `is_plain`.
    pub(super) fn new(bytes: Vec<u8>, is_plain: impl Fn(&[u8]) -> bool) -> Result<Self, Vec<u8>> {
        let codec = if bytes.starts_with(b"\x1f\x8b") {
            gunzip()
        } else if is_bzip2(&bytes) {
            bunzip()
        } else if bytes.starts_with(b"\xfd7zXZ\0") {
            Codec::Xz(Box::new(XzStream::new_mem_limit(true, XZ_MEMORY_KIB)))
        } else if is_plain(&bytes) {
            Codec::Plain
        } else {
            return Err(bytes);
        };
        let is_compressed = !matches!(codec, Codec::Plain);
        Ok(Self { bytes, at: 0, codec, is_compressed })
    }

    /// The archive as it was given.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes of the archive have been read.
    pub(super) fn position(&self) -> u64 {
        self.at as u64
    }

    pub(super) fn is_compressed(&self) -> bool {
        self.is_compressed
    }

    /// Fills a part of `out`, from a bounded piece of input.
    pub(super) fn read(&mut self, out: &mut [u8]) -> Result<Piece, ArchiveError> {
        let input = &self.bytes[self.at..self.bytes.len().min(self.at + INPUT_BYTES)];
        let (consumed, produced, ended) = match &mut self.codec {
            Codec::Ended => return Ok(Piece::End),
            Codec::Plain => {
                let length = input.len().min(out.len());
                out[..length].copy_from_slice(&input[..length]);
                (length, length, length == 0)
            }
            Codec::Gzip(decoder) => {
                let before = (decoder.total_in(), decoder.total_out());
                let status = decoder
                    .decompress(input, out, FlushDecompress::None)
                    .map_err(|e| ArchiveError::corrupt(format!("gzip: {}", e.message().unwrap_or("invalid data"))))?;
                let (consumed, produced) = (decoder.total_in() - before.0, decoder.total_out() - before.1);
                (consumed as usize, produced as usize, status == GunzipStatus::StreamEnd)
            }
            Codec::Bzip2(decoder) => {
                let before = (decoder.total_in(), decoder.total_out());
                let status =
                    decoder.decompress(input, out).map_err(|e| ArchiveError::corrupt(format!("bzip2: {e}")))?;
                let (consumed, produced) = (decoder.total_in() - before.0, decoder.total_out() - before.1);
                (consumed as usize, produced as usize, status == BunzipStatus::StreamEnd)
            }
            Codec::Xz(decoder) => {
                let is_last = self.at + input.len() == self.bytes.len();
                let action = if is_last { Action::Finish } else { Action::Run };
                let done = decoder.process(input, out, action).map_err(xz_error)?;
                (done.bytes_consumed, done.bytes_produced, done.status == XzStatus::StreamEnd)
            }
        };
        let stalled = consumed == 0 && produced == 0;
        self.at += consumed;
        if ended {
            self.codec = self.following();
        } else if stalled {
            return Err(ArchiveError::Truncated);
        }
        Ok(Piece::Bytes(produced))
    }

    /// What follows a complete stream: another one, as parallel compressors write them, or padding.
    fn following(&self) -> Codec {
        let rest = &self.bytes[self.at..];
        match self.codec {
            Codec::Gzip(_) if rest.starts_with(b"\x1f\x8b") => gunzip(),
            Codec::Bzip2(_) if is_bzip2(rest) => bunzip(),
            _ => Codec::Ended,
        }
    }
}

fn gunzip() -> Codec {
    Codec::Gzip(Box::new(Gunzip::new_gzip(GZIP_WINDOW_BITS)))
}

fn bunzip() -> Codec {
    Codec::Bzip2(Box::new(Bunzip::new(false)))
}

/// A file's mark and the mark of its first block, or that of an empty file.
fn is_bzip2(bytes: &[u8]) -> bool {
    let block = bytes.get(4..10);
    bytes.starts_with(b"BZh")
        && (block == Some(b"\x31\x41\x59\x26\x53\x59".as_slice())
            || block == Some(b"\x17\x72\x45\x38\x50\x90".as_slice()))
}

fn xz_error(error: std::io::Error) -> ArchiveError {
    match error.kind() {
        std::io::ErrorKind::OutOfMemory => ArchiveError::DictionaryTooLarge { limit_mib: XZ_DICTIONARY_MIB },
        std::io::ErrorKind::UnexpectedEof => ArchiveError::Truncated,
        _ => ArchiveError::corrupt(format!("xz: {error}")),
    }
}
