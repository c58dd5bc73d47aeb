//! Prompts of the question and its rubric.

use super::template::Placeholder;
use super::{Prompt, PromptSet, Template, bullets};
use crate::domain::task::{Category, Subtype};

pub static TEMPLATES: &[&Template] = &[&FROM_CODE, &FROM_DOCUMENTS, &USER, &WHAT, &WHY, &WHERE, &HOW];

static FROM_CODE: Template = template!(
    "question.code_derivable",
    Generation,
    "Question on code: instructions",
    "Tells the generator to write question and rubric of a code-derivable task; it may use the tools.",
    [],
    ["question", "rubric"]
);
static FROM_DOCUMENTS: Template = template!(
    "question.doc_dependent",
    Generation,
    "Question on documentation: instructions",
    "Tells the generator to write question and rubric of a doc-dependent task; it has no tools.",
    [],
    ["question", "rubric"]
);
static USER: Template = template!(
    "question.user",
    Generation,
    "Question: the answer",
    "Gives the generator the gold answer that the question is to ask for.",
    [
        Placeholder::must("answer", "the gold answer, after its audit"),
        Placeholder::may("evidence", "the facts behind it, a line each, with its line end"),
        Placeholder::may("category", "the kind of question: what, why, where or how"),
        Placeholder::may("subtype", "the kind within the category"),
        Placeholder::may("guidance", "the text for that kind of question")
    ],
    []
);
static WHAT: Template = template!(
    "question.what",
    Generation,
    "Question: what",
    "Stands for {guidance} where the question is to ask what something is.",
    [],
    []
);
static WHY: Template = template!(
    "question.why",
    Generation,
    "Question: why",
    "Stands for {guidance} where the question is to ask why something is so.",
    [],
    []
);
static WHERE: Template = template!(
    "question.where",
    Generation,
    "Question: where",
    "Stands for {guidance} where the question is to ask where something happens.",
    [],
    []
);
static HOW: Template = template!(
    "question.how",
    Generation,
    "Question: how",
    "Stands for {guidance} where the question is to ask how something works.",
    [],
    []
);

pub fn question(
    set: &PromptSet,
    answer: &str,
    evidence: &[String],
    category: Category,
    subtype: Subtype,
    with_tools: bool,
) -> Prompt {
    let guidance = match category {
        Category::What => &WHAT,
        Category::Why => &WHY,
        Category::Where => &WHERE,
        Category::How => &HOW,
    };
    let values = [
        ("answer", answer),
        ("evidence", &bullets(evidence)),
        ("category", category.id()),
        ("subtype", subtype.id()),
        ("guidance", set.text(guidance)),
    ];
    set.fill(if with_tools { &FROM_CODE } else { &FROM_DOCUMENTS }, &USER, &values)
}
