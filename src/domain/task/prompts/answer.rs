//! Prompts of the agent under test, one per condition.

use super::Prompt;
use crate::domain::condition::Condition;

pub const TEMPLATES: &[&str] = &[CLOSED_BOOK, CODE_ONLY, DOCUMENTED, TOOLS];

const CLOSED_BOOK: &str = "\
You answer a question on a Python repository from memory. You have no access to its files and no tools. Answer as \
concretely as you can: name files, functions and classes where you know them.";

const CODE_ONLY: &str = "\
You answer a question on a Python repository. All docstrings, comments and documentation files were removed from it: \
understanding must come from structure, names, control flow and types.";

const DOCUMENTED: &str = "\
You answer a question on a Python repository. Its docstrings, comments and documentation files are there: search the \
documentation first (README, docs, change log), then the code.";

const TOOLS: &str = "\
You have three tools over the repository: read_file, list_directory and search_code. Begin with a tool call, such as \
search_code for a name in the question; never answer from memory. Read the code until you are sure, then answer in \
plain text without a tool call. Name the files, functions and classes that the answer rests on.";

pub fn answer(repository: &str, question: &str, condition: Condition) -> Prompt {
    let system = match condition {
        Condition::ClosedBook => CLOSED_BOOK.to_owned(),
        Condition::CodeOnly => format!("{CODE_ONLY}\n\n{TOOLS}"),
        Condition::Documented => format!("{DOCUMENTED}\n\n{TOOLS}"),
    };
    Prompt { system, user: format!("Repository: {repository}\n\nQuestion: {question}") }
}
