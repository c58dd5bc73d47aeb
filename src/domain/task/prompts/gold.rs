//! Prompts of the gold answer, its fact check and its audit.

use super::template::Placeholder;
use super::{Prompt, PromptSet, Template, chunk_block};
use crate::domain::task::{Category, ChunkText, SourceText, Subtype};

pub static TEMPLATES: &[&Template] = &[
    &WITH_TOOLS,
    &WITH_TOOLS_USER,
    &WHAT,
    &WHY,
    &WHERE,
    &HOW,
    &FROM_DOCUMENT,
    &FROM_DOCUMENT_USER,
    &FACT_CHECK,
    &FACT_CHECK_USER,
    &AUDIT,
    &AUDIT_USER,
];

const REPOSITORY: Placeholder = Placeholder::may("repository", "the repository's name");
const CHUNK: Placeholder = Placeholder::must("chunk", "the documentation chunk, with its file and heading");
const CATEGORY: Placeholder = Placeholder::may("category", "the kind of question: what, why, where or how");
const SUBTYPE: Placeholder = Placeholder::may("subtype", "the kind within the category");
const GUIDANCE: Placeholder = Placeholder::may("guidance", "the text for that kind of question");
const ANSWER: Placeholder = Placeholder::must("answer", "the gold answer");
const FILES: Placeholder = Placeholder::must("files", "the key files as the code-only repository has them");

static WITH_TOOLS: Template = template!(
    "gold_answer.system",
    Generation,
    "Gold answer: instructions",
    "Tells the generator how to explore the documented repository and write the gold answer of a code-derivable task.",
    [],
    ["answer", "key_files", "code_evidence"]
);
static WITH_TOOLS_USER: Template = template!(
    "gold_answer.user",
    Generation,
    "Gold answer: the chunk",
    "Gives the generator the documentation chunk that names the topic.",
    [REPOSITORY, CHUNK, CATEGORY, SUBTYPE, GUIDANCE],
    []
);
static WHAT: Template = template!(
    "gold_answer.what",
    Generation,
    "Gold answer: what",
    "Stands for {guidance} where the question is to ask what something is.",
    [],
    []
);
static WHY: Template = template!(
    "gold_answer.why",
    Generation,
    "Gold answer: why",
    "Stands for {guidance} where the question is to ask why something is so.",
    [],
    []
);
static WHERE: Template = template!(
    "gold_answer.where",
    Generation,
    "Gold answer: where",
    "Stands for {guidance} where the question is to ask where something happens.",
    [],
    []
);
static HOW: Template = template!(
    "gold_answer.how",
    Generation,
    "Gold answer: how",
    "Stands for {guidance} where the question is to ask how something works.",
    [],
    []
);
static FROM_DOCUMENT: Template = template!(
    "document_answer.system",
    Generation,
    "Answer from documentation: instructions",
    "Tells the generator to write the gold answer of a doc-dependent task from its chunk alone.",
    [],
    ["answer", "code_evidence"]
);
static FROM_DOCUMENT_USER: Template = template!(
    "document_answer.user",
    Generation,
    "Answer from documentation: the chunk",
    "Gives the generator the documentation chunk that answers the question.",
    [REPOSITORY, CHUNK, CATEGORY, SUBTYPE],
    []
);
static FACT_CHECK: Template = template!(
    "fact_check.system",
    Generation,
    "Fact check: instructions",
    "Tells the generator to hold a gold answer against its chunk.",
    [],
    ["verdict", "reasons"]
);
static FACT_CHECK_USER: Template = template!(
    "fact_check.user",
    Generation,
    "Fact check: chunk and answer",
    "Gives the two that are held against each other.",
    [CHUNK, ANSWER],
    []
);
static AUDIT: Template = template!(
    "audit.system",
    Generation,
    "Audit: instructions",
    "Tells the generator to find the claims of a gold answer that only documentation supports.",
    [],
    ["claims", "revised_answer", "doc_leakage_fraction", "summary"]
);
static AUDIT_USER: Template = template!(
    "audit.user",
    Generation,
    "Audit: answer and files",
    "Gives the answer and the stripped files that have to support it.",
    [ANSWER, FILES],
    []
);

pub fn with_tools(
    set: &PromptSet,
    repository: &str,
    chunk: &ChunkText,
    category: Category,
    subtype: Subtype,
) -> Prompt {
    let guidance = match category {
        Category::What => &WHAT,
        Category::Why => &WHY,
        Category::Where => &WHERE,
        Category::How => &HOW,
    };
    let values = [
        ("repository", repository),
        ("chunk", &chunk_block(chunk)),
        ("category", category.id()),
        ("subtype", subtype.id()),
        ("guidance", set.text(guidance)),
    ];
    set.fill(&WITH_TOOLS, &WITH_TOOLS_USER, &values)
}

pub fn from_document(
    set: &PromptSet,
    repository: &str,
    chunk: &ChunkText,
    category: Category,
    subtype: Subtype,
) -> Prompt {
    let values = [
        ("repository", repository),
        ("chunk", &chunk_block(chunk)),
        ("category", category.id()),
        ("subtype", subtype.id()),
    ];
    set.fill(&FROM_DOCUMENT, &FROM_DOCUMENT_USER, &values)
}

pub fn fact_check(set: &PromptSet, chunk: &ChunkText, answer: &str) -> Prompt {
    set.fill(&FACT_CHECK, &FACT_CHECK_USER, &[("chunk", &chunk_block(chunk)), ("answer", answer)])
}

pub fn audit(set: &PromptSet, answer: &str, files: &[SourceText]) -> Prompt {
    let block = |file: &SourceText| {
        let note = if file.is_cut { "\n[the rest of this file was cut to save room]" } else { "" };
        format!("\n--- {} ---\n{}{note}\n--- end {} ---\n", file.path, file.text, file.path)
    };
    let files: String = files.iter().map(block).collect();
    set.fill(&AUDIT, &AUDIT_USER, &[("answer", answer), ("files", &files)])
}
