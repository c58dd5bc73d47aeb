//! One line of a file of answers.

use serde_json::{Map, Value};

use super::{AnswerProblem, Expected, ImportedAnswer};
use crate::domain::agent::{read_transcript, read_usage};
use crate::domain::files::checks::is_blank;
use crate::domain::provider::{ModelRef, Usage};
use crate::domain::run::SampleKey;

/// Bytes of a model's name at most.
const NAME_BYTES: usize = 200;

/// The answer of a line. `notes` takes what is wrong with an answer that is kept.
pub fn answer(
    mut object: Map<String, Value>,
    expected: &Expected,
    notes: &mut Vec<AnswerProblem>,
) -> Result<ImportedAnswer, AnswerProblem> {
    let task = text(&object, "task")?;
    let archive = expected.archive(task)?;
    if matches!(object.get("archive_sha256"), Some(Value::String(of)) if of != archive) {
        notes.push(AnswerProblem::OtherArchive);
    }
    let key = SampleKey {
        task: task.to_owned(),
        condition: expected.condition(text(&object, "condition")?)?,
        model: model(&object, expected)?,
        epoch: match object.get("epoch") {
            None | Some(Value::Null) => 0,
            Some(epoch) => expected.epoch(epoch.as_u64().ok_or(no("epoch", "number from 0"))?)?,
        },
    };
    let answer = text(&object, "answer")?.trim().to_owned();
    if answer.is_empty() {
        notes.push(AnswerProblem::Empty);
    }
    let usage = read_usage(object.remove("usage")).unwrap_or_else(|problem| {
        notes.push(AnswerProblem::Usage(problem));
        Usage::UNREPORTED
    });
    let transcript = read_transcript(object.remove("transcript")).unwrap_or_else(|problem| {
        notes.push(AnswerProblem::Transcript(problem));
        Default::default()
    });
    Ok(ImportedAnswer { key, answer, transcript, usage })
}

fn text<'a>(object: &'a Map<String, Value>, key: &'static str) -> Result<&'a str, AnswerProblem> {
    object.get(key).and_then(Value::as_str).ok_or(no(key, "text"))
}

fn no(key: &'static str, kind: &'static str) -> AnswerProblem {
    AnswerProblem::Key { key, kind }
}

/// A name, or `{"provider": …, "model": …}` as in our own files.
fn model(object: &Map<String, Value>, expected: &Expected) -> Result<ModelRef, AnswerProblem> {
    let bad = || no("model", "name");
    let is_name = |name: &str| !is_blank(name) && name.len() <= NAME_BYTES && !name.chars().any(char::is_control);
    let (provider, name) = match object.get("model") {
        Some(Value::String(name)) => (None, name.as_str()),
        Some(Value::Object(parts)) => {
            let part = |key| parts.get(key).and_then(Value::as_str).ok_or_else(bad);
            (Some(part("provider")?), part("model")?)
        }
        _ => return Err(bad()),
    };
    if !is_name(name) || !provider.is_none_or(is_name) {
        return Err(bad());
    }
    expected.model(provider, name.trim())
}
