//! Files to look into and what was found in them, as bytes: between two workers.
//!
//! In the form of postcard, a small binary format for serde. A source goes one way only: what comes back are the places
//! of the cuts.

use serde::{Deserialize, Serialize};

use super::finding::{Finding, Kind, Raw};
use crate::domain::python::StripMode;

/// Files to look into.
#[derive(Serialize, Deserialize)]
struct Request<'r> {
    mode: StripMode,
    #[serde(borrow)]
    files: Vec<Asked<'r>>,
}

/// One of them.
#[derive(Serialize, Deserialize)]
pub(super) struct Asked<'r> {
    pub(super) kind: Kind,
    /// The last part of its path.
    pub(super) name: &'r str,
    #[serde(borrow)]
    pub(super) raw: Raw<'r>,
}

/// A request as bytes; nothing where it can't be written.
pub(super) fn request(mode: StripMode, files: Vec<Asked<'_>>) -> Option<Vec<u8>> {
    postcard::to_stdvec(&Request { mode, files }).ok()
}

/// Looks into the files of a request: all that a helper does. Nothing where it is no request.
pub fn look_into(request: &[u8]) -> Option<Vec<u8>> {
    let Request { mode, files } = postcard::from_bytes(request).ok()?;
    let find = |file: &Asked| Finding::of(file.kind, file.name, file.raw, mode);
    let findings: Vec<Finding> = files.iter().map(find).collect();
    postcard::to_stdvec(&findings).ok()
}

/// The findings of an answer, in the order of the files asked about; nothing where it is no answer.
pub(super) fn findings(answer: &[u8]) -> Option<Vec<Finding>> {
    postcard::from_bytes(answer).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: Kind, name: &str, raw: Raw<'_>) {
        let there = request(StripMode::Strict, vec![Asked { kind, name, raw }]).expect("is written");
        let back = findings(&look_into(&there).expect("is a request")).expect("is an answer");
        assert_eq!(back, [Finding::of(kind, name, raw, StripMode::Strict)]);
    }

    #[test]
    fn findings_come_back_as_they_are() {
        use crate::domain::chunks::ChunkSource::{DocFile, Readme};
        check(Kind::Python, "a.py", Raw::Text("\u{feff}'''A, `b`.'''\nclass C:  # é\n    'C'\n"));
        check(Kind::Python, "a.py", Raw::Bytes(b"# coding: latin-1\n'''\xe9'''\nx = 1\n"));
        check(Kind::Python, "a.py", Raw::Bytes(b"'''\xe9'''\n"));
        check(Kind::Python, "a.py", Raw::Text("def f(:\n"));
        check(Kind::Python, "a.py", Raw::Text(""));
        check(Kind::Document(Readme), "README", Raw::Text("T\n===\nIt returns.\n"));
        check(Kind::Document(DocFile), "a.md", Raw::Bytes(b"# T\n\xe9\n"));
        check(Kind::Document(DocFile), "a.txt", Raw::Bytes(b"\0"));
    }

    #[test]
    fn what_is_damaged_is_noticed() {
        assert_eq!(look_into(b"\xff\xff"), None);
        assert_eq!(findings(b"\x01\x07"), None);
    }
}
