//! Samples and tasks for the tests of this folder.

use std::collections::BTreeMap;

use crate::domain::condition::Condition;
use crate::domain::files::sample_task;
use crate::domain::judge::Verdict;
use crate::domain::provider::ModelRef;
use crate::domain::results::{Filter, Outcomes};
use crate::domain::run::{Sample, SampleKey, SampleState};
use crate::domain::task::{Category, Task};

pub fn model(name: &str) -> ModelRef {
    ModelRef { provider: "p".into(), model: name.into() }
}

/// Code-derivable tasks; the category goes round, and two tasks at a time share a file.
pub fn tasks(ids: &[&str]) -> BTreeMap<String, Task> {
    let task = |(i, id): (usize, &&str)| {
        let mut task = sample_task(id);
        let (category, subtype) = Category::of_turn(i);
        (task.category, task.subtype) = (category, Some(subtype));
        task.chunk.iter_mut().for_each(|chunk| chunk.path = format!("pkg/file_{}.py", i / 2));
        (task.id.clone(), task)
    };
    ids.iter().enumerate().map(task).collect()
}

pub fn pending(task: &str, condition: Condition, name: &str, epoch: u32) -> Sample {
    Sample::pending(SampleKey { task: task.into(), condition, model: model(name), epoch })
}

pub fn scored(task: &str, condition: Condition, name: &str, epoch: u32, axes: [f64; 3]) -> Sample {
    let [accuracy, completeness, specificity] = axes;
    let verdict = Verdict { accuracy, completeness, specificity, explanation: String::new() };
    let state = SampleState::Scored { answer: "a".into(), verdict };
    Sample { state, ..pending(task, condition, name, epoch) }
}

/// Two models under three conditions on twelve tasks, with a score that is missing.
pub fn small_run() -> Outcomes {
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let mut samples = Vec::new();
    for (i, task) in ids.iter().enumerate() {
        for (m, name) in ["first", "second"].into_iter().enumerate() {
            for (c, condition) in Condition::ALL.into_iter().enumerate() {
                // Three axes that vary with task, model and condition, and stay within 0 to 5.
                let value = |k: usize| ((i * i + k * 3 + i * m + c * i) % 5 + c.min(1 + m)).min(5) as f64;
                samples.push(match (i, m, c) {
                    (3, 1, 2) => pending(task, condition, name, 0),
                    _ => scored(task, condition, name, 0, [value(0), value(1), value(2)]),
                });
            }
        }
    }
    Outcomes::of(&samples, &tasks(&ids), &Filter::default())
}
