//! Records of older versions are brought up to date here, and nowhere else.
//!
//! A change that `#[serde(default)]` can't bridge gets a new version and a step in [`Record::steps`].

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use super::bundle::BUNDLE_VERSION;
use super::inspect_ai::PROJECT_VERSION;
use super::questions::QUESTION_VERSION;
use crate::domain::run::{RUN_VERSION, Run, SAMPLE_VERSION, Sample};
use crate::domain::task::prompts::PROMPTS_VERSION;
use crate::domain::task::{TASK_VERSION, Task};

/// A kind of record with a version of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A task.
    Task,
    /// A question that is given to agents run elsewhere.
    Question,
    /// A run, as stored.
    Run,
    /// A sample, as stored.
    Sample,
    /// The head of a run bundle.
    Bundle,
    /// The prompts that a user has changed.
    Prompts,
    /// The run that a project for inspect_ai was made from.
    InspectProject,
}

/// Why a record can't be brought up to date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VersionProblem {
    /// Written by a newer build.
    #[error("\"{format}\" of version {found}, and this build reads up to {current}: reload the page for a newer build")]
    Newer {
        /// The format.
        format: &'static str,
        /// The version found.
        found: u64,
        /// The newest version that can be read.
        current: u32,
    },
    /// No version that ever was.
    #[error("\"{format}\" without a valid version")]
    Unknown {
        /// The format.
        format: &'static str,
    },
}

/// Changes a record of one version into one of the next.
type Step = fn(&mut Map<String, Value>);

impl Record {
    /// The name in files.
    pub fn format(self) -> &'static str {
        match self {
            Self::Task => "code-qa-bench/task",
            Self::Question => "code-qa-bench/question",
            Self::Run => "code-qa-bench/run",
            Self::Sample => "code-qa-bench/sample",
            Self::Bundle => "code-qa-bench/run-bundle",
            Self::Prompts => "code-qa-bench/prompts",
            Self::InspectProject => "code-qa-bench/inspect-project",
        }
    }

    /// The version that is written.
    pub fn version(self) -> u32 {
        match self {
            Self::Task => TASK_VERSION,
            Self::Question => QUESTION_VERSION,
            Self::Run => RUN_VERSION,
            Self::Sample => SAMPLE_VERSION,
            Self::Bundle => BUNDLE_VERSION,
            Self::Prompts => PROMPTS_VERSION,
            Self::InspectProject => PROJECT_VERSION,
        }
    }

    /// The steps from version 1 up, one for each version since.
    fn steps(self) -> &'static [Step] {
        match self {
            Self::Task => &[keep_what_the_audit_left],
            Self::Sample => &[count_the_turns],
            Self::Question | Self::Run | Self::Bundle | Self::Prompts | Self::InspectProject => &[],
        }
    }
}

/// Task 2: tasks can be edited, so the audit says by itself what it left of the answer. Before, that was the answer.
fn keep_what_the_audit_left(task: &mut Map<String, Value>) {
    let answer = task.get("answer").cloned().unwrap_or_default();
    if let Some(Value::Object(audit)) = task.get_mut("audit") {
        audit.insert("revised_answer".into(), answer);
    }
}

/// Sample 2: the turns are known without the conversations.
fn count_the_turns(sample: &mut Map<String, Value>) {
    for (conversation, count) in [("transcript", "agent_turns"), ("judging", "judge_turns")] {
        let is_turn = |entry: &&Value| entry["message"]["role"] == "assistant";
        let entries = sample.get(conversation).and_then(|said| said["entries"].as_array());
        let turns = entries.map_or(0, |entries| entries.iter().filter(is_turn).count());
        sample.insert(count.into(), turns.into());
    }
}

/// A record with a version of its own.
pub trait Versioned: DeserializeOwned {
    /// Its kind.
    const RECORD: Record;

    /// The version that it was read as.
    fn version(&self) -> u32;
}

macro_rules! versioned {
    ($($record:ident),*) => {
        $(impl Versioned for $record {
            const RECORD: Record = Record::$record;

            fn version(&self) -> u32 {
                self.version
            }
        })*
    };
}

versioned!(Task, Run, Sample);

/// Why a record can't be read.
#[derive(Debug, Error)]
pub enum RecordError {
    /// Its version is none that this build knows.
    #[error(transparent)]
    Version(#[from] VersionProblem),
    /// It is no record of its kind.
    #[error(transparent)]
    Form(#[from] serde_json::Error),
}

/// Reads a record of any version.
///
/// # Errors
/// A [`RecordError`] where it is broken, or of a newer build.
pub fn read_record<T: Versioned>(bytes: &[u8]) -> Result<T, RecordError> {
    match serde_json::from_slice::<T>(bytes) {
        // Most are: they are read once, and not by way of a tree of values.
        Ok(record) if record.version() == T::RECORD.version() => Ok(record),
        _ => Ok(serde_json::from_value(migrate(T::RECORD, serde_json::from_slice(bytes)?)?)?),
    }
}

/// Brings a record up to date.
///
/// # Errors
/// A [`VersionProblem`] where it has no version, or one of the future.
pub fn migrate(record: Record, value: Value) -> Result<Value, VersionProblem> {
    by_steps(record.format(), record.steps(), value)
}

fn by_steps(format: &'static str, steps: &[Step], value: Value) -> Result<Value, VersionProblem> {
    let unknown = VersionProblem::Unknown { format };
    let Value::Object(mut object) = value else { return Err(unknown) };
    let Some(found) = object.get("version").and_then(Value::as_u64).filter(|version| *version > 0) else {
        return Err(unknown);
    };
    let current = u32::try_from(steps.len()).unwrap_or(u32::MAX).saturating_add(1);
    if found > u64::from(current) {
        return Err(VersionProblem::Newer { format, found, current });
    }
    for step in steps.iter().skip(usize::try_from(found - 1).unwrap_or(usize::MAX)) {
        step(&mut object);
    }
    object.insert("version".into(), current.into());
    Ok(Value::Object(object))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_version_since_the_first_has_a_step() {
        for record in [
            Record::Task,
            Record::Question,
            Record::Run,
            Record::Sample,
            Record::Bundle,
            Record::Prompts,
            Record::InspectProject,
        ] {
            assert_eq!(record.steps().len() + 1, record.version() as usize, "{}", record.format());
        }
    }

    fn check(value: Value, expected: Result<Value, &str>) {
        fn rename(object: &mut Map<String, Value>) {
            let old = object.shift_remove("name").unwrap_or_default();
            object.insert("label".into(), old);
        }
        fn wrap(object: &mut Map<String, Value>) {
            let old = object.shift_remove("label").unwrap_or_default();
            object.insert("labels".into(), json!([old]));
        }
        let got = by_steps("a/b", &[rename, wrap], value);
        assert_eq!(got.map_err(|problem| problem.to_string()), expected.map_err(str::to_owned));
    }

    #[test]
    fn steps_are_taken_in_order() {
        let current = json!({"version": 3, "labels": ["x"]});
        check(json!({"version": 1, "name": "x"}), Ok(current.clone()));
        check(json!({"version": 2, "label": "x"}), Ok(current.clone()));
        check(current.clone(), Ok(current));
        let newer = "\"a/b\" of version 4, and this build reads up to 3: reload the page for a newer build";
        check(json!({"version": 4}), Err(newer));
        for version in [json!(0), json!(-1), json!("1"), json!(1.5), json!(null)] {
            check(json!({"version": version}), Err("\"a/b\" without a valid version"));
        }
        check(json!([]), Err("\"a/b\" without a valid version"));
    }
}
