//! Paths of archive entries and picked folders → paths of a repository.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::{Content, LeaveOutReason, LeftOut, Repository};

/// The longest path that common systems can hold.
const MAX_PATH_BYTES: usize = 4096;
/// Characters of a path shown for an entry that was left out.
const SHOWN_CHARS: usize = 200;

/// A path as the repository keeps it: relative, no empty or `.` parts.
///
/// # Errors
/// Where the path has `..`, a drive letter or nothing in it, or is too long. A leading `/` is harmless and goes.
pub(super) fn normal_path(path: &str) -> Result<String, LeaveOutReason> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let drive =
        |part: &str| part.len() == 2 && part.ends_with(':') && part.starts_with(|c: char| c.is_ascii_alphabetic());
    let unsafe_part = parts.contains(&"..") || parts.first().is_some_and(|p| drive(p)) || path.contains('\0');
    if path.len() > MAX_PATH_BYTES {
        Err(LeaveOutReason::LongPath)
    } else if parts.is_empty() || unsafe_part {
        Err(LeaveOutReason::UnsafePath)
    } else {
        Ok(parts.join("/"))
    }
}

/// Files by path, while they are gathered.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    files: BTreeMap<String, Content>,
    pub(super) left_out: Vec<LeftOut>,
}

impl Gathered {
    /// Adds a file; a later one of the same path wins.
    pub(super) fn add(&mut self, path: String, content: Content) {
        if self.files.contains_key(&path) {
            self.leave_out(&path, LeaveOutReason::Duplicate);
        }
        self.files.insert(path, content);
    }

    /// The file of a path.
    pub(super) fn get(&self, path: &str) -> Option<&Content> {
        self.files.get(path)
    }

    /// Notes an entry that isn't taken.
    pub(super) fn leave_out(&mut self, path: &str, reason: LeaveOutReason) {
        let shown = match path.char_indices().nth(SHOWN_CHARS) {
            Some((end, _)) => format!("{}…", &path[..end]),
            None => path.to_owned(),
        };
        self.left_out.push(LeftOut { path: shown, reason });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Leaves out files under whose path there are others: no folder on a disk can hold both.
    fn leave_out_folders(&mut self) {
        let is_folder = |path: &String| {
            let inside = format!("{path}/");
            self.files.range(inside.clone()..).next().is_some_and(|(next, _)| next.starts_with(&inside))
        };
        // What is in a folder of that name begins with it, and so does all in between.
        let pairs = self.files.keys().zip(self.files.keys().skip(1));
        let candidates = pairs.filter(|(path, next)| next.starts_with(path.as_str()));
        let folders: Vec<String> = candidates.map(|(path, _)| path).filter(|path| is_folder(path)).cloned().collect();
        for path in folders {
            self.files.remove(&path);
            self.leave_out(&path, LeaveOutReason::FolderOfSameName);
        }
    }

    /// The repository, without the single top folder that all paths may have.
    pub(super) fn finish(mut self, name: String, archive_sha256: String) -> Repository {
        self.leave_out_folders();
        let mut files = self.files;
        let top = files.keys().next().and_then(|p| p.split_once('/')).map(|(top, _)| format!("{top}/"));
        let top_folder = top.filter(|top| files.keys().all(|p| p.starts_with(top))).unwrap_or_default();
        if !top_folder.is_empty() {
            files = files.into_iter().map(|(path, content)| (path[top_folder.len()..].to_owned(), content)).collect();
        }
        Repository { name, archive_sha256, files, top_folder, left_out: self.left_out }
    }
}

impl Repository {
    /// A repository from the files of a picked folder. The same rules for paths hold as for archives, the
    /// single top folder included.
    pub fn from_files(name: &str, files: Vec<(String, Vec<u8>)>) -> Self {
        let mut gathered = Gathered::default();
        for (path, content) in files {
            match normal_path(&path) {
                Ok(path) => gathered.add(path, content.into()),
                Err(reason) => gathered.leave_out(&path, reason),
            }
        }
        gathered.finish(name.to_owned(), String::new()).identified_by_content()
    }

    /// The same repository with the identity that a picked folder has: a digest of its paths and contents,
    /// whatever carried them here.
    pub fn identified_by_content(mut self) -> Self {
        self.archive_sha256 = digest(&self.files);
        self
    }
}

/// SHA-256 over each path, a NUL, the content's length as eight bytes (most significant first) and the content.
fn digest(files: &BTreeMap<String, Content>) -> String {
    let mut digest = ContentDigest::default();
    files.iter().for_each(|(path, content)| digest.add(path, content.bytes()));
    digest.finish()
}

/// The identity of a set of files, fed one by one in the order of their paths.
#[derive(Default)]
pub(super) struct ContentDigest(Sha256);

impl ContentDigest {
    pub(super) fn add(&mut self, path: &str, content: &[u8]) {
        self.0.update(path.as_bytes());
        self.0.update([0]);
        self.0.update((content.len() as u64).to_be_bytes());
        self.0.update(content);
    }

    pub(super) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let check =
            |path: &str, expected: Option<&str>| assert_eq!(normal_path(path).ok().as_deref(), expected, "{path}");
        check("a//./b.py", Some("a/b.py"));
        check("/etc/passwd", Some("etc/passwd"));
        check("a/../b", None);
        check("C:/x", None);
        check("a/c:/x", Some("a/c:/x"));
        check("./", None);
        check("..a/b..", Some("..a/b.."));
        check(&"a".repeat(4_096), Some(&"a".repeat(4_096)));
        check(&"a".repeat(4_097), None);
    }

    #[test]
    fn folders() {
        let check = |paths: &[&str], expected: &[&str]| {
            let files = paths.iter().map(|p| (p.to_string(), Vec::new())).collect();
            let repository = Repository::from_files("x", files);
            assert_eq!(repository.files.keys().collect::<Vec<_>>(), expected);
        };
        check(&["top/a", "top/b/c"], &["a", "b/c"]);
        check(&["top/a", "topper/b"], &["top/a", "topper/b"]);
        check(&["top/a", "b"], &["b", "top/a"]);
        check(&["a"], &["a"]);
        check(&["a", "a-b", "a/b"], &["a-b", "a/b"]);
    }
}
