//! One sample of a log as one of ours.

use serde_json::Value;
use thiserror::Error;

use super::Header;
use super::messages::{judging, resolved, text_of, transcript};
use super::record::{AxesRecord, SampleRecord, ScoreRecord};
use super::time::milliseconds;
use crate::domain::files::checks::{is_id, short};
use crate::domain::files::inspect_ai::dataset::Metadata;
use crate::domain::files::inspect_ai::task_sha256;
use crate::domain::json::sentence;
use crate::domain::json::without_thinking;
use crate::domain::judge::Verdict;
use crate::domain::provider::Usage;
use crate::domain::run::{CUT_OFF, Sample, SampleKey, SampleState, Unscored};
use crate::domain::task::{Author, Review, TASK_VERSION, Task, TaskOrigin};

/// The scorer of the project, whose score counts.
const SCORER: &str = "judge";
/// Characters of an error's text that are kept.
const ERROR_CHARS: usize = 2_000;

/// Why a sample is left out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SampleProblem {
    /// Not JSON, or not of the form of a sample.
    #[error("it is no sample of inspect_ai ({0}); left out")]
    Malformed(String),
    /// Question, gold answer, rubric or place are not those of the project.
    #[error("task {0} is not of the project, or was changed after it was made; left out")]
    OtherTask(String),
    /// An epoch that the log doesn't have.
    #[error("epoch {found} is not from 1 to {epochs}; left out")]
    Epoch {
        /// The epoch.
        found: u32,
        /// Epochs of the log.
        epochs: u32,
    },
    /// The same task and epoch twice.
    #[error("it is there already; left out")]
    Duplicate,
    /// Somebody took it out of the evaluation.
    #[error("it was invalidated in inspect_ai; left out")]
    Invalidated,
    /// The score isn't that of the project's judge.
    #[error("its score is none that the judge of this project gives ({0}); left out")]
    Score(String),
    /// Numbers of tokens that can't be.
    #[error("it used more tokens than can be; left out")]
    Usage,
}

/// A sample's task and the sample.
pub fn read(bytes: &[u8], header: &Header) -> Result<(Task, Sample), SampleProblem> {
    let record: SampleRecord<'_> =
        serde_json::from_slice(bytes).map_err(|error| SampleProblem::Malformed(sentence(&error)))?;
    let task = task_of(&record, header)?;
    if record.invalidation.is_some() {
        return Err(SampleProblem::Invalidated);
    }
    if !(1..=header.epochs).contains(&record.epoch) {
        return Err(SampleProblem::Epoch { found: record.epoch, epochs: header.epochs });
    }
    let mut sample = Sample::pending(SampleKey {
        task: task.id.clone(),
        condition: header.condition,
        model: header.model.clone(),
        epoch: record.epoch - 1,
    });
    let score = score_of(&record)?;
    sample.state = state(&record, score.as_ref())?;
    sample.transcript = transcript(&record);
    if let Some(score) = &score {
        sample.judging = judging(&score.metadata.judging, &record.attachments);
    }
    sample.judge_usage = record.role_usage.get(SCORER).copied().map(Usage::from).unwrap_or_default();
    for usage in record.model_usage.values() {
        let usage = Usage::from(*usage);
        if !usage.is_plausible() {
            return Err(SampleProblem::Usage);
        }
        sample.usage += usage;
    }
    sample.usage -= sample.judge_usage; // models count both, roles the judge alone
    if !sample.usage.is_plausible() || !sample.judge_usage.is_plausible() {
        return Err(SampleProblem::Usage);
    }
    sample.ended_ms = Some(record.completed_at.as_deref().and_then(milliseconds).unwrap_or(header.created_ms));
    sample.settle();
    Ok((task, sample))
}

fn task_of(record: &SampleRecord<'_>, header: &Header) -> Result<Task, SampleProblem> {
    let id = match &record.id {
        Value::String(id) => id.clone(),
        other => other.to_string(),
    };
    let other_task = || SampleProblem::OtherTask(short(&id));
    let metadata: Metadata = serde_json::from_value(record.metadata.clone()).map_err(|_| other_task())?;
    let target = match &record.target {
        Value::Array(all) => all.first().cloned().unwrap_or_default(),
        one => one.clone(),
    };
    let task = Task {
        version: TASK_VERSION,
        id: id.clone(),
        repository: metadata.repository,
        archive_sha256: header.project.spec.archive_sha256.clone(),
        commit: None,
        origin: TaskOrigin::Generated,
        set: metadata.set,
        category: metadata.category,
        subtype: metadata.subtype,
        chunk: None,
        question: text_of(&record.input, &record.attachments),
        rubric: metadata.rubric,
        answer: text_of(&target, &record.attachments),
        key_files: Vec::new(),
        evidence: Vec::new(),
        anchors: Vec::new(),
        fact_check: None,
        audit: None,
        model: None,
        prompts_sha256: None,
        usage: Usage::default(),
        created_ms: header.created_ms,
        transcripts: Vec::new(),
        review: Review::Unreviewed,
        author: Author::Origin,
        earlier: Vec::new(),
    };
    let is_of_project = is_id(&id) && header.project.tasks.get(&id) == Some(&task_sha256(&task));
    if is_of_project { Ok(task) } else { Err(other_task()) }
}

fn score_of(record: &SampleRecord<'_>) -> Result<Option<ScoreRecord>, SampleProblem> {
    let Some(score) = record.scores.as_ref().and_then(|scores| scores.get(SCORER)) else { return Ok(None) };
    let score = serde_json::from_value(score.clone()).map_err(|error| SampleProblem::Score(sentence(&error)))?;
    Ok(Some(score))
}

fn state(record: &SampleRecord<'_>, score: Option<&ScoreRecord>) -> Result<SampleState, SampleProblem> {
    let failed = |message: String| Ok(SampleState::Failed { message });
    if let Some(error) = &record.error {
        let message: String = error.message.chars().take(ERROR_CHARS).collect();
        return failed(format!("inspect_ai reports an error: {message}"));
    }
    let stopped = || match &record.limit {
        Some(limit) => {
            let most = limit.limit.map(|most| format!(" of {most}")).unwrap_or_default();
            format!("inspect_ai stopped it at its {} limit{most}.", limit.kind)
        }
        None => "The agent was stopped before it had answered.".into(),
    };
    let Some(score) = score else {
        let answer = without_thinking(&record.output.completion).trim();
        if record.limit.is_some() || answer.is_empty() {
            return failed(stopped());
        }
        let message = "the log has no score for this answer".into();
        return Ok(SampleState::Unscored { answer: answer.into(), reason: Unscored::JudgeFailed { message } });
    };
    let answer = resolved(score.answer.as_deref().unwrap_or_default(), &record.attachments);
    let notes = &score.metadata;
    match (notes.end.as_str(), notes.verdict) {
        ("refused", _) => Ok(SampleState::Refused),
        ("cut_off", _) => failed(CUT_OFF.into()),
        ("stopped", _) => failed(stopped()),
        ("answer", Some(axes)) => Ok(SampleState::Scored { answer, verdict: verdict(axes, score, record)? }),
        ("answer", None) => {
            let problem = resolved(&notes.problem, &record.attachments);
            let reason = match notes.why.as_str() {
                "invalid_verdict" => Unscored::InvalidVerdict { problem },
                "judge_refused" => Unscored::JudgeRefused,
                "judge_failed" => Unscored::JudgeFailed { message: problem.chars().take(ERROR_CHARS).collect() },
                _ => return Err(SampleProblem::Score("it says neither a verdict nor why there is none".into())),
            };
            Ok(SampleState::Unscored { answer, reason })
        }
        _ => Err(SampleProblem::Score("it doesn't say how the agent ended".into())),
    }
}

fn verdict(axes: AxesRecord, score: &ScoreRecord, record: &SampleRecord<'_>) -> Result<Verdict, SampleProblem> {
    let AxesRecord { accuracy, completeness, specificity } = axes;
    let explanation = resolved(score.explanation.as_deref().unwrap_or_default(), &record.attachments);
    let verdict = Verdict { accuracy, completeness, specificity, explanation };
    if ![accuracy, completeness, specificity].iter().all(|axis| (0.0..=5.0).contains(axis)) {
        return Err(SampleProblem::Score("an axis is not from 0 to 5".into()));
    }
    match score.value {
        Some(value) if (value - verdict.score()).abs() < 1e-6 => Ok(verdict),
        _ => Err(SampleProblem::Score("it is not the sum of its axes; was it edited?".into())),
    }
}
