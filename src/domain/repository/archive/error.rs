//! Why an archive can't be unpacked.

/// Each message is a sentence for the user, with what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The file is of another kind.
    #[error(
        "This file is not a .zip, .tar, .tar.gz, .tar.bz2 or .tar.xz archive{hint}; pick one of these, or the folder itself."
    )]
    NotAnArchive {
        /// What it looks like instead, if that is known.
        hint: &'static str,
    },
    /// Compressed, but no archive.
    #[error(
        "This file is compressed, but what is inside is not a .tar archive{hint}; pick an archive of the repository."
    )]
    NotATarInside {
        /// What it looks like instead, if that is known.
        hint: &'static str,
    },
    /// The file ends too early.
    #[error("The archive ends in the middle, probably because a download was cut off; fetch it again.")]
    Truncated,
    /// The content contradicts itself.
    #[error("The archive is damaged ({detail}); fetch or pack it again.")]
    Corrupt {
        /// What was found, for a report.
        detail: String,
    },
    /// Too many entries.
    #[error("The archive has more than {limit} entries; pack only the repository's own files.")]
    TooManyEntries {
        /// The limit.
        limit: usize,
    },
    /// Too many bytes.
    #[error("The archive unpacks to more than {limit_mib} MiB; leave out data files and pack it again.")]
    TooLarge {
        /// The limit in MiB.
        limit_mib: u64,
    },
    /// Unpacks to absurdly more than it holds.
    #[error(
        "The archive unpacks to more than {ratio} times its size, as archives made to exhaust memory do; pack the repository's own files."
    )]
    Bomb {
        /// The limit.
        ratio: u64,
    },
    /// Several entries share their bytes.
    #[error(
        "The archive gives the same bytes to several files, as archives made to exhaust memory do; pack the repository's own files."
    )]
    Overlapping,
    /// Takes too much memory to decompress.
    #[error(
        "The archive needs a dictionary of more than {limit_mib} MiB to be decompressed; pack it again with xz -9 or less."
    )]
    DictionaryTooLarge {
        /// The limit in MiB.
        limit_mib: u32,
    },
    /// Nothing in it.
    #[error("The archive holds no files that can be used; check that it is the right one.")]
    Empty,
}

impl ArchiveError {
    pub(super) fn not_an_archive(bytes: &[u8]) -> Self {
        Self::NotAnArchive { hint: hint(bytes) }
    }

    pub(super) fn not_a_tar_inside(bytes: &[u8]) -> Self {
        Self::NotATarInside { hint: hint(bytes) }
    }

    pub(super) fn corrupt(detail: impl Into<String>) -> Self {
        Self::Corrupt { detail: detail.into() }
    }
}

/// What the bytes look like.
fn hint(bytes: &[u8]) -> &'static str {
    let known: [(&[u8], &str); 9] = [
        (b"\x1f\x8b", " (it is compressed with gzip again)"),
        (b"BZh", " (it is compressed with bzip2)"),
        (b"\xfd7zXZ", " (it is compressed with xz)"),
        (b"\x28\xb5\x2f\xfd", " (it is compressed with zstd)"),
        (b"7z\xbc\xaf", " (it is a 7z archive)"),
        (b"Rar!", " (it is a RAR archive)"),
        (b"PK\x03\x04", " (it is a zip archive)"),
        (b"PK\x07\x08", " (it is a part of a zip archive)"),
        (b"<", " (it looks like a web page)"),
    ];
    known.into_iter().find(|(magic, _)| bytes.starts_with(magic)).map_or("", |(_, hint)| hint)
}

impl From<std::io::Error> for ArchiveError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::corrupt(error.to_string()),
        }
    }
}
