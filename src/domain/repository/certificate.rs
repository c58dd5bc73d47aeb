//! The strip certificate: what was removed from a repository, and the checks that nothing else changed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::folder::ContentDigest;
use super::leaks::LeakCount;
use super::{Analysis, Repository};
use crate::domain::python::{RemovalKind, SecondOpinion, StripMode, nests_little, strip, verify};

/// Version of the certificate's form.
pub const CERTIFICATE_VERSION: u32 = 1;

/// What was done to a repository.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// [`CERTIFICATE_VERSION`] of the writer.
    pub version: u32,
    /// Name of the repository.
    pub repository: String,
    /// SHA-256 of the archive it came in.
    pub archive_sha256: String,
    /// How much was to be removed.
    pub mode: StripMode,
    /// SHA-256 over the paths and contents of the code-only repository, in the form used for folders.
    pub code_only_sha256: String,
    /// Numbers of files.
    pub files: FileCounts,
    /// How many of each kind were removed; kinds of which there were none are there too.
    pub removed: Vec<RemovedCount>,
    /// What was checked.
    pub checks: Checks,
    /// Documentation files, each with the rule that removed it.
    pub documentation: Vec<Listed>,
    /// Python files that don't parse and are left out, each with its error.
    pub unparseable: Vec<Listed>,
    /// Entries of the archive that were left out, each with the reason.
    pub left_out: Vec<Listed>,
    /// Natural language that is left.
    pub leaks: Vec<LeakCount>,
}

/// Numbers of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileCounts {
    /// In the repository.
    pub all: usize,
    /// In the code-only repository.
    pub code_only: usize,
    /// Python sources in the code-only repository.
    pub python: usize,
    /// Of these, those from which something was removed.
    pub stripped: usize,
}

/// How many of a kind were removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedCount {
    /// The kind.
    pub kind: RemovalKind,
    /// How many.
    pub count: u32,
}

/// A path and what there is to say of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The path.
    pub path: String,
    /// Why it is listed.
    pub reason: String,
}

/// What was checked, in numbers of Python sources; those that fail are named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checks {
    /// Sources whose stripped tree equals the original's without docstrings.
    pub same_tree: usize,
    /// Sources for which it doesn't.
    pub other_tree: Vec<String>,
    /// Sources whose trees are too deep to be compared on a worker's stack, and why.
    pub not_compared: Vec<Listed>,
    /// Sources that a second strip leaves as they are.
    pub stable: usize,
    /// Sources that it changes.
    pub unstable: Vec<String>,
    /// Sources on which an independent parser agrees.
    pub agreed: usize,
    /// Sources on which it doesn't.
    pub disagreed: Vec<String>,
    /// Sources that are beyond that parser, and why.
    pub not_covered: Vec<Listed>,
}

impl Checks {
    /// Whether no check failed.
    pub fn all_hold(&self) -> bool {
        self.other_tree.is_empty() && self.unstable.is_empty() && self.disagreed.is_empty()
    }
}

/// A source before and after stripping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its path.
    pub path: String,
    /// The original.
    pub original: Arc<str>,
    /// Without documentation.
    pub stripped: Arc<str>,
}

/// What a step of a [`Certifier`] looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certified {
    /// A Python source, to be put before the second parser.
    Source(Pair),
    /// A file of another kind.
    Other,
    /// Nothing: all files are done.
    Done,
}

/// Writes a certificate, one file per step.
pub struct Certifier {
    repository: Arc<Repository>,
    analysis: Arc<Analysis>,
    paths: std::vec::IntoIter<String>,
    digest: ContentDigest,
    files: FileCounts,
    checks: Checks,
}

impl Certifier {
    /// Nothing is checked yet.
    pub fn new(repository: Arc<Repository>, analysis: Arc<Analysis>) -> Self {
        let paths: Vec<String> = analysis.code_only_paths(&repository).map(str::to_owned).collect();
        let files = FileCounts { all: repository.files.len(), code_only: paths.len(), ..FileCounts::default() };
        let (paths, digest) = (paths.into_iter(), ContentDigest::default());
        Self { repository, analysis, paths, digest, files, checks: Checks::default() }
    }

    /// Files to go.
    pub fn left(&self) -> usize {
        self.paths.len()
    }

    /// Files in all.
    pub fn total(&self) -> usize {
        self.files.code_only
    }

    /// Checks the next file.
    pub fn step(&mut self) -> Certified {
        let Some(path) = self.paths.next() else { return Certified::Done };
        if let Some(bytes) = self.analysis.code_only_bytes(&self.repository, &path) {
            self.digest.add(&path, bytes);
        }
        let file = self.analysis.python.get(&path);
        let Some((file, stripped)) = file.and_then(|f| Some((f, f.stripped.clone().ok()?))) else {
            return Certified::Other;
        };
        let mode = self.analysis.mode;
        self.files.python += 1;
        self.files.stripped += usize::from(!file.removed.is_empty());
        if !nests_little(&file.original) {
            let reason = "it nests too deeply for trees to be compared here".to_owned();
            self.checks.not_compared.push(Listed { path: path.clone(), reason });
        } else if verify(&file.original, &stripped, mode) {
            self.checks.same_tree += 1;
        } else {
            self.checks.other_tree.push(path.clone());
        }
        match strip(&stripped, mode).is_ok_and(|again| again.cuts.is_empty()) {
            true => self.checks.stable += 1,
            false => self.checks.unstable.push(path.clone()),
        }
        Certified::Source(Pair { path, original: file.original.clone(), stripped })
    }

    /// Takes in what the second parser says of a source.
    pub fn second(&mut self, path: String, opinion: SecondOpinion) {
        match opinion {
            SecondOpinion::Agrees => self.checks.agreed += 1,
            SecondOpinion::Differs => self.checks.disagreed.push(path),
            SecondOpinion::NotCovered(reason) => self.checks.not_covered.push(Listed { path, reason }),
        }
    }

    /// The certificate on what was checked.
    pub fn finish(self, leaks: Vec<LeakCount>) -> Certificate {
        let (repository, analysis) = (&self.repository, &self.analysis);
        let listed = |path: &String, reason: String| Listed { path: path.clone(), reason };
        let documentation = analysis.doc_files_removed.iter().map(|(path, why)| listed(path, why.label().into()));
        let unparseable = analysis.unparseable.iter().map(|(path, problem)| listed(path, problem.to_string()));
        let left_out = repository.left_out.iter().map(|left| listed(&left.path, left.reason.to_string()));
        Certificate {
            version: CERTIFICATE_VERSION,
            repository: repository.name.clone(),
            archive_sha256: repository.archive_sha256.clone(),
            mode: analysis.mode,
            code_only_sha256: self.digest.finish(),
            files: self.files,
            removed: RemovalKind::ALL
                .into_iter()
                .map(|kind| RemovedCount { kind, count: analysis.removed.count(kind) })
                .collect(),
            checks: self.checks,
            documentation: documentation.collect(),
            unparseable: unparseable.collect(),
            left_out: left_out.collect(),
            leaks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::python::second_opinion;
    use crate::domain::repository::Analyser;

    #[test]
    fn a_small_repository() {
        let deep = format!("x = {}1\n", "1 + ".repeat(1_000));
        let files = [
            ("pkg/a.py", "'''Doc.'''\nx = 1  # why\n"),
            ("pkg/b.py", "y = 1\n"),
            ("pkg/new.py", "z = t'{y}'\n"),
            ("pkg/bad.py", "def (:\n"),
            ("pkg/deep.py", &deep),
            ("pkg/data.bin", "\0"),
            ("README", "Read."),
        ];
        let files = files.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect();
        let repository = Arc::new(Repository::from_files("r", files));
        let analysis = Arc::new(Analyser::run(&repository, StripMode::Standard));
        let mut certifier = Certifier::new(repository, analysis);
        loop {
            match certifier.step() {
                Certified::Source(pair) => {
                    let opinion = second_opinion(&pair.original, &pair.stripped, StripMode::Standard);
                    certifier.second(pair.path, opinion);
                }
                Certified::Other => {}
                Certified::Done => break,
            }
        }
        let certificate = certifier.finish(Vec::new());
        assert_eq!(certificate.files, FileCounts { all: 7, code_only: 5, python: 4, stripped: 1 });
        assert_eq!((certificate.checks.same_tree, certificate.checks.stable, certificate.checks.agreed), (3, 4, 2));
        assert_eq!(certificate.checks.not_compared[0].path, "pkg/deep.py");
        assert_eq!(certificate.checks.not_covered[1].path, "pkg/new.py");
        assert!(certificate.checks.all_hold());
        assert_eq!(certificate.documentation[0].path, "README");
        assert_eq!(certificate.unparseable[0].path, "pkg/bad.py");
        let removed: u32 = certificate.removed.iter().map(|r| r.count).sum();
        assert_eq!(removed, 2);
    }
}
