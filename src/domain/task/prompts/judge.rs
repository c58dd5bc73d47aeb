//! Prompt of the judge. It has no placeholder for model or condition: judging is blind.

use super::template::Placeholder;
use super::{Prompt, PromptSet, Template, bullets};

pub static TEMPLATES: &[&Template] = &[&SYSTEM, &USER, &NO_RUBRIC];

static SYSTEM: Template = template!(
    "judge.system",
    Judging,
    "Judge: instructions",
    "Tells the judge what to score an answer on, from 0 to 5 each.",
    [],
    ["accuracy", "completeness", "specificity", "explanation"]
);
static USER: Template = template!(
    "judge.user",
    Judging,
    "Judge: question, reference and answer",
    "Gives the judge what is to be judged and what it is judged by.",
    [
        Placeholder::must("question", "the question"),
        Placeholder::must("gold_answer", "the gold answer"),
        Placeholder::must("rubric", "the rubric, a point a line, with its line end"),
        Placeholder::must("answer", "the answer that is judged")
    ],
    []
);
static NO_RUBRIC: Template = template!(
    "judge.no_rubric",
    Judging,
    "Judge: no rubric",
    "Stands for {rubric} where an imported task has none.",
    [],
    []
);

pub fn judge(set: &PromptSet, question: &str, gold_answer: &str, rubric: &[String], answer: &str) -> Prompt {
    let points = if rubric.is_empty() { format!("{}\n", set.text(&NO_RUBRIC)) } else { bullets(rubric) };
    let values = [("question", question), ("gold_answer", gold_answer), ("rubric", &points), ("answer", answer)];
    set.fill(&SYSTEM, &USER, &values)
}
