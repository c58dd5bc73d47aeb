//! Prompts of the agent under test, one per condition.

use super::template::Placeholder;
use super::{Prompt, PromptSet, Template};
use crate::domain::condition::Condition;

pub static TEMPLATES: &[&Template] = &[&CLOSED_BOOK, &CODE_ONLY, &DOCUMENTED, &TOOLS, &USER];

const WITH_TOOLS: Placeholder =
    Placeholder::may("tools", "the text on tools, the same under all conditions that have them");

static CLOSED_BOOK: Template = template!(
    "answer.closed_book",
    Answering,
    "Closed book: instructions",
    "Tells the agent to answer from memory, without files and tools.",
    [],
    []
);
static CODE_ONLY: Template = template!(
    "answer.code_only",
    Answering,
    "Code only: instructions",
    "Tells the agent that documentation was removed from the repository.",
    [WITH_TOOLS],
    []
);
static DOCUMENTED: Template = template!(
    "answer.documented",
    Answering,
    "Documented: instructions",
    "Tells the agent that the repository has its documentation.",
    [WITH_TOOLS],
    []
);
static TOOLS: Template = template!(
    "answer.tools",
    Answering,
    "Tools",
    "Stands for {tools} in the instructions: how the tools are to be used, and what an answer is.",
    [],
    []
);
static USER: Template = template!(
    "answer.user",
    Answering,
    "The question",
    "Asks the agent, under every condition.",
    [Placeholder::may("repository", "the repository's name"), Placeholder::must("question", "the question")],
    []
);

pub fn answer(set: &PromptSet, repository: &str, question: &str, condition: Condition) -> Prompt {
    let system = match condition {
        Condition::ClosedBook => &CLOSED_BOOK,
        Condition::CodeOnly => &CODE_ONLY,
        Condition::Documented => &DOCUMENTED,
    };
    let values = [("repository", repository), ("question", question), ("tools", set.text(&TOOLS))];
    set.fill(system, &USER, &values)
}
