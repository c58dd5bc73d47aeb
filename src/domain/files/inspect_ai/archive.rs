//! The project as an archive, packed step by step.

use std::io::{Cursor, Write};

use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use super::{Project, Prompts, dataset};
use crate::domain::files::WriteError;
use crate::domain::repository::Repository;
use crate::domain::repository::view::RepositoryView;
use crate::domain::task::Task;

/// The project's own files, with their names in it.
const FILES: [(&str, &str); 8] = [
    ("README.md", include_str!("project/README.md")),
    ("requirements.txt", include_str!("project/requirements.txt")),
    ("code_qa_bench.py", include_str!("project/code_qa_bench.py")),
    ("code_qa/__init__.py", include_str!("project/code_qa/__init__.py")),
    ("code_qa/agent.py", include_str!("project/code_qa/agent.py")),
    ("code_qa/judge.py", include_str!("project/code_qa/judge.py")),
    ("code_qa/project.py", include_str!("project/code_qa/project.py")),
    ("code_qa/repository.py", include_str!("project/code_qa/repository.py")),
];

/// Why there is no archive.
#[derive(Debug, Error)]
pub enum ProjectError {
    /// See [`WriteError`].
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The archive can't be written.
    #[error("The archive can't be written: {0}.")]
    Zip(#[from] zip::result::ZipError),
}

impl From<std::io::Error> for ProjectError {
    fn from(error: std::io::Error) -> Self {
        Self::Zip(error.into())
    }
}

/// Packs a project into a zip archive, one file of the repository per step. The same run and repository give the same
/// bytes.
pub struct ProjectArchive<'v> {
    folder: String,
    views: [&'v RepositoryView; 2],
    /// The files that are left: which view, and the path.
    left: std::vec::IntoIter<(usize, String)>,
    writer: ZipWriter<Cursor<Vec<u8>>>,
}

impl<'v> ProjectArchive<'v> {
    /// Begins with everything but the repository. `views` are what the tools see under the conditions that have any.
    ///
    /// # Errors
    /// Where the archive can't be written. So below.
    pub fn new(
        project: &Project,
        prompts: &Prompts,
        tasks: &[Task],
        views: [&'v RepositoryView; 2],
    ) -> Result<Self, ProjectError> {
        let paths = views.iter().enumerate().flat_map(|(at, view)| view.paths().map(move |path| (at, path.to_owned())));
        let left = paths.collect::<Vec<_>>().into_iter();
        let folder = format!("{}-inspect-ai", plain(&project.spec.repository));
        let mut archive = Self { folder, views, left, writer: ZipWriter::new(Cursor::new(Vec::new())) };
        for (name, text) in FILES {
            archive.add(name, text.as_bytes())?;
        }
        archive.add("run.json", project.text().as_bytes())?;
        archive.add("prompts.json", prompts.text().as_bytes())?;
        archive.add("dataset.jsonl", dataset::write(tasks)?.as_bytes())?;
        Ok(archive)
    }

    /// Packs the next file of the repository; false where all are packed.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn step(&mut self, repository: &Repository) -> Result<bool, ProjectError> {
        let Some((at, path)) = self.left.next() else { return Ok(false) };
        let view = self.views[at];
        let name = format!("repository/{}/{path}", view.condition().id());
        // As the tools show it: decoded, without a byte order mark. What they can't show stays what it is.
        match (view.text(&path), repository.files.get(&path)) {
            (Some(text), _) => self.add(&name, text.as_bytes())?,
            (None, Some(content)) => self.add(&name, content.bytes())?,
            (None, None) => {}
        }
        Ok(true)
    }

    /// The archive's bytes.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn finish(self) -> Result<Vec<u8>, ProjectError> {
        Ok(self.writer.finish()?.into_inner())
    }

    fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), ProjectError> {
        let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
        self.writer.start_file(format!("{}/{path}", self.folder), options)?;
        self.writer.write_all(bytes)?;
        Ok(())
    }
}

/// A name that can be that of a folder, and stand in a command as it is.
fn plain(name: &str) -> String {
    let one = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' };
    name.trim_start_matches(['.', '-']).chars().map(one).collect()
}
