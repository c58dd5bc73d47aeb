//! Prompts of the gold answer, its fact check and its audit.

use super::{Prompt, chunk_block};
use crate::domain::task::{Category, ChunkText, SourceText, Subtype};

pub const TEMPLATES: &[&str] =
    &[WITH_TOOLS, WITH_TOOLS_USER, WHAT, WHY, WHERE, HOW, FROM_DOCUMENT, FACT_CHECK, AUDIT, AUDIT_USER];

const WITH_TOOLS: &str = "\
You write the gold-standard answer of a benchmark on understanding code. Other agents will be judged against it, so \
state only facts that can be verified in the source code you have read.

You have three tools over the repository: read_file, list_directory and search_code.

How to work:
1. Find the code that the documentation chunk is about, and read it.
2. Go one level deeper: follow at least one callee, parent class or related module, and read that too.
3. Write down facts that are not in the chunk: names, signatures, control flow, data flow, edge cases.

When you are done exploring, reply with one JSON object and no tool call:
{\"answer\": \"…\", \"key_files\": [\"path/in/repository.py\", …], \"code_evidence\": [\"fact (path, function)\", …]}
`code_evidence` has three items or more; each states one fact you verified and names its file and function.";

const WITH_TOOLS_USER: &str = "The chunk below names the topic; the answer must go beyond it.";

const WHAT: &str = "Read the module's structure, its class hierarchies and its imports; say what the parts are and how they depend on each other.";
const WHY: &str = "Look for code that shows a decision: defensive checks, optimisations, fallbacks, special cases; say what each achieves.";
const WHERE: &str = "Follow the call chain: who calls this, what it calls, and where the data comes from and goes to.";
const HOW: &str = "Read the implementation line by line; say what the algorithm does, which states it goes through and how edge cases are handled.";

const FROM_DOCUMENT: &str = "\
You write the gold-standard answer of a benchmark question that documentation answers. Use only what the \
documentation chunk says. Reply with one JSON object:
{\"answer\": \"…\", \"code_evidence\": [\"…\", …]}
`code_evidence` has three items or more, each a fact that the chunk states.";

const FACT_CHECK: &str = "\
You check a gold answer against the documentation chunk that it started from. The answer may say more than the chunk; \
what matters is whether it contradicts it. Reply with one JSON object:
{\"verdict\": \"pass\" | \"warn\" | \"fail\", \"reasons\": [\"…\", …]}
pass: nothing contradicts the chunk. warn: small imprecision. fail: a clear contradiction.";

const AUDIT: &str = "\
You audit gold answers of a benchmark on understanding code for leakage from documentation. The agents under test see \
source code from which every docstring, comment and documentation file was removed. Find each claim of the answer that \
such code does not support.

For every factual claim decide:
- keep: the code shown supports it (names, hierarchies, imports, control flow, algorithms)
- remove: only documentation says it (rationale, purpose, meaning of parameters)
- rewrite: partly supported; keep the supported part

Reply with one JSON object:
{\"claims\": [{\"claim\": \"…\", \"verdict\": \"keep|remove|rewrite\", \"reason\": \"…\"}, …],
 \"revised_answer\": \"the answer without what was removed, with what was rewritten\",
 \"doc_leakage_fraction\": 0.0 to 1.0, \"summary\": \"one line\"}";

const AUDIT_USER: &str = "Key files, as the agents under test see them:";

pub fn with_tools(repository: &str, chunk: &ChunkText, category: Category, subtype: Subtype) -> Prompt {
    let guidance = match category {
        Category::What => WHAT,
        Category::Why => WHY,
        Category::Where => WHERE,
        Category::How => HOW,
    };
    let user = format!(
        "Repository: {repository}\n{WITH_TOOLS_USER}\n\n{}\n\nTarget question type: {} ({})\n{guidance}",
        chunk_block(chunk),
        category.id(),
        subtype.id(),
    );
    Prompt { system: WITH_TOOLS.into(), user }
}

pub fn from_document(repository: &str, chunk: &ChunkText, category: Category, subtype: Subtype) -> Prompt {
    let user = format!(
        "Repository: {repository}\n\n{}\n\nTarget question type: {} ({})",
        chunk_block(chunk),
        category.id(),
        subtype.id(),
    );
    Prompt { system: FROM_DOCUMENT.into(), user }
}

pub fn fact_check(chunk: &ChunkText, answer: &str) -> Prompt {
    let user = format!("{}\n\n--- answer ---\n{answer}\n--- end answer ---", chunk_block(chunk));
    Prompt { system: FACT_CHECK.into(), user }
}

pub fn audit(answer: &str, files: &[SourceText]) -> Prompt {
    let mut user = format!("--- answer ---\n{answer}\n--- end answer ---\n\n{AUDIT_USER}\n");
    for file in files {
        let note = if file.is_cut { "\n[the rest of this file was cut to save room]" } else { "" };
        user += &format!("\n--- {} ---\n{}{note}\n--- end {} ---\n", file.path, file.text, file.path);
    }
    Prompt { system: AUDIT.into(), user }
}
