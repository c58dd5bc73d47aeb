//! The code-only repository as an archive that anyone can open.

use std::io::{Cursor, Write};
use std::sync::Arc;

use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use super::{Analysis, Certificate, Repository};

/// Name of the certificate within the archive.
pub const CERTIFICATE_FILE: &str = "CODE-ONLY-CERTIFICATE.json";

/// The archive can't be written.
#[derive(Debug, thiserror::Error)]
#[error("the archive can't be written: {0}")]
pub struct ExportError(#[from] zip::result::ZipError);

impl From<std::io::Error> for ExportError {
    fn from(error: std::io::Error) -> Self {
        Self(error.into())
    }
}

/// Packs the code-only repository and its certificate into a zip archive, one file per step. The same
/// repository gives the same bytes.
pub struct CodeOnlyArchive {
    repository: Arc<Repository>,
    analysis: Arc<Analysis>,
    folder: String,
    paths: std::vec::IntoIter<String>,
    total: usize,
    writer: ZipWriter<Cursor<Vec<u8>>>,
}

impl CodeOnlyArchive {
    /// Begins with the certificate.
    ///
    /// # Errors
    /// Where the archive can't be written.
    pub fn new(
        repository: Arc<Repository>,
        analysis: Arc<Analysis>,
        certificate: &Certificate,
    ) -> Result<Self, ExportError> {
        let paths: Vec<String> = analysis.code_only_paths(&repository).map(str::to_owned).collect();
        let folder = format!("{}-code-only", repository.name);
        let writer = ZipWriter::new(Cursor::new(Vec::new()));
        let mut archive = Self { repository, analysis, folder, total: paths.len(), paths: paths.into_iter(), writer };
        archive.add(CERTIFICATE_FILE, certificate_text(certificate).as_bytes())?;
        Ok(archive)
    }

    /// Files in all.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Files to go.
    pub fn left(&self) -> usize {
        self.paths.len()
    }

    /// Packs the next file; false where all are packed.
    ///
    /// # Errors
    /// Where the archive can't be written.
    pub fn step(&mut self) -> Result<bool, ExportError> {
        let Some(path) = self.paths.next() else { return Ok(false) };
        let (repository, analysis) = (self.repository.clone(), self.analysis.clone());
        if let Some(bytes) = analysis.code_only_bytes(&repository, &path) {
            self.add(&path, bytes)?;
        }
        Ok(true)
    }

    /// The archive's bytes.
    ///
    /// # Errors
    /// Where the archive can't be written.
    pub fn finish(self) -> Result<Vec<u8>, ExportError> {
        Ok(self.writer.finish()?.into_inner())
    }

    fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), ExportError> {
        let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
        self.writer.start_file(format!("{}/{path}", self.folder), options)?;
        self.writer.write_all(bytes)?;
        Ok(())
    }
}

/// A certificate as a file: indented JSON.
pub fn certificate_text(certificate: &Certificate) -> String {
    // Plain data with string keys: serialising can't fail.
    serde_json::to_string_pretty(certificate).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::python::StripMode;
    use crate::domain::repository::{Analyser, Certified, Certifier, Limits, Unpacker};

    #[test]
    fn the_archive_opens_again() {
        let files = vec![
            ("pkg/a.py".to_owned(), b"'''Doc.'''\nx = 1\n".to_vec()),
            ("README".to_owned(), b"Read.".to_vec()),
            ("data.bin".to_owned(), vec![0, 255]),
        ];
        let repository = Arc::new(Repository::from_files("r", files));
        let analysis = Arc::new(Analyser::run(&repository, StripMode::Standard));
        let mut certifier = Certifier::new(repository.clone(), analysis.clone());
        while certifier.step() != Certified::Done {}
        let certificate = certifier.finish(Vec::new());
        let pack = || {
            let mut archive = CodeOnlyArchive::new(repository.clone(), analysis.clone(), &certificate).expect("begins");
            while archive.step().expect("goes on") {}
            archive.finish().expect("ends")
        };
        let bytes = pack();
        assert_eq!(bytes, pack(), "the same bytes every time");
        let again = Unpacker::run("r-code-only.zip", bytes, Limits::default()).expect("opens");
        let found: Vec<_> = again.files.iter().map(|(path, content)| (path.as_str(), content.bytes())).collect();
        assert_eq!(found[0].0, CERTIFICATE_FILE);
        assert_eq!(found[1..], [("data.bin", &[0, 255][..]), ("pkg/a.py", b"x = 1\n")]);
    }
}
