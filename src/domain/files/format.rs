//! What a line is: each of our lines names its format and version, so that files can be cut, filtered and put
//! together line by line.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::lines::{Line, LineProblem};
use super::migrations::{Record, VersionProblem, migrate};
use crate::domain::json::sentence;

/// A value that could not be written as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("A record can't be written as JSON: {0}.")]
pub struct WriteError(String);

/// Why a line is no record of the format that is read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordProblem {
    /// See [`LineProblem`].
    #[error("{0}")]
    Line(#[from] LineProblem),
    /// It says that it is something else, or nothing.
    #[error("this is {found}, and not of the format {expected}")]
    OtherFormat {
        /// What was expected.
        expected: &'static str,
        /// What it says.
        found: String,
    },
    /// Of a version that can't be read.
    #[error("{0}")]
    Version(#[from] VersionProblem),
}

/// What a line says it is.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Envelope {
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    version: Option<u32>,
}

impl Envelope {
    /// Reads what a line says it is.
    pub fn of(line: &Line<'_>) -> Result<Self, LineProblem> {
        line.parse()
    }

    /// Whether it says that it is such a record.
    pub fn is(&self, record: Record) -> bool {
        self.format.as_deref() == Some(record.format())
    }

    /// The problem of a line that is something else.
    pub fn unexpected(&self, expected: Record) -> RecordProblem {
        let found = match &self.format {
            Some(format) => format!("\"{}\"", format.chars().take(60).collect::<String>()),
            None => "a line that names no format".into(),
        };
        RecordProblem::OtherFormat { expected: expected.format(), found }
    }
}

#[derive(Serialize)]
struct Written<'a, T> {
    format: &'static str,
    #[serde(flatten)]
    record: &'a T,
}

/// A record, which has its version in it, as a line with its line end.
pub(super) fn write_record<T: Serialize>(record: Record, value: &T) -> Result<String, WriteError> {
    write_line(&Written { format: record.format(), record: value })
}

/// A value as a line with its line end.
pub(super) fn write_line<T: Serialize>(value: &T) -> Result<String, WriteError> {
    let mut line = serde_json::to_string(value).map_err(|error| WriteError(sentence(&error)))?;
    line.push('\n');
    Ok(line)
}

/// A record that is a file of its own, for people to read too.
pub(super) fn write_whole<T: Serialize>(record: Record, value: &T) -> Result<String, WriteError> {
    let written = Written { format: record.format(), record: value };
    let mut text = serde_json::to_string_pretty(&written).map_err(|error| WriteError(sentence(&error)))?;
    text.push('\n');
    Ok(text)
}

/// The record of a line, brought up to date where it is of an older version.
pub(super) fn read_record<T: serde::de::DeserializeOwned>(
    record: Record,
    envelope: &Envelope,
    line: &Line<'_>,
) -> Result<T, RecordProblem> {
    if !envelope.is(record) {
        return Err(envelope.unexpected(record));
    }
    if envelope.version == Some(record.version()) {
        return Ok(line.parse()?);
    }
    let value = migrate(record, line.parse()?)?;
    Ok(serde_json::from_value(value).map_err(|error| LineProblem::Malformed(sentence(&error)))?)
}
