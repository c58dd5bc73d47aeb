//! Prompt of the question and its rubric.

use super::{Prompt, bullets};
use crate::domain::task::{Category, Subtype};

pub const TEMPLATES: &[&str] = &[SYSTEM, FROM_CODE, FROM_DOCUMENTS, WITH_TOOLS, WHAT, WHY, WHERE, HOW];

const SYSTEM: &str = "\
You write questions for a benchmark on understanding code. They sound like a developer asking a colleague: short, \
natural, curious.

Rules:
- one sentence of about 25 words at most
- no file paths, no folder names, no line numbers
- no academic phrasing (\"provide a comprehensive analysis\", \"describe in detail\", \"trace through\", \"for each step\")
{ground}

Reply with one JSON object: {\"question\": \"…\", \"rubric\": [\"point\", …]}
The rubric has three points or more: what a full answer must say, each checkable by itself.";

const FROM_CODE: &str =
    "- answerable by reading source code from which docstrings, comments and documentation were removed";
const FROM_DOCUMENTS: &str = "- answerable by reading the project's documentation";

const WITH_TOOLS: &str = "You may use read_file, list_directory and search_code to re-check details.";

const WHAT: &str = "Ask about structure, a definition or relationships, as in: What parts make up the cache?";
const WHY: &str = "Ask about rationale, purpose or a decision, as in: Why are query results loaded lazily?";
const WHERE: &str = "Ask about a place, data flow or an identifier, as in: Where does request routing happen?";
const HOW: &str = "Ask about implementation, an algorithm or operation, as in: How are template variables resolved?";

pub fn question(answer: &str, evidence: &[String], category: Category, subtype: Subtype, with_tools: bool) -> Prompt {
    let guidance = match category {
        Category::What => WHAT,
        Category::Why => WHY,
        Category::Where => WHERE,
        Category::How => HOW,
    };
    let user = format!(
        "The correct answer:\n--- answer ---\n{answer}\n--- end answer ---\n\nEvidence behind it:\n{}\nWrite the \
         question that this answers.\nType: {} ({})\n{guidance}",
        bullets(evidence),
        category.id(),
        subtype.id(),
    );
    let ground = if with_tools { FROM_CODE } else { FROM_DOCUMENTS };
    let mut system = SYSTEM.replace("{ground}", ground);
    if with_tools {
        system = format!("{system}\n{WITH_TOOLS}");
    }
    Prompt { system, user }
}
