use super::*;
use crate::domain::condition::Condition;
use crate::domain::task::{Category, SourceText, Subtype};

/// Every brief in every form that has words of its own. The texts have braces, as code and answers do.
fn briefs() -> Vec<(String, Brief)> {
    let repository = || "demo {question}".to_owned();
    let chunk = || ChunkText {
        source: "docstring".into(),
        path: "demo/{path}.py".into(),
        heading: "Cache {}".into(),
        content: "Keeps {answer}.\n\n{{ twice }}".into(),
    };
    let answer = || "It returns {\"rubric\": {rubric}}.".to_owned();
    let mut all = Vec::new();
    for category in [Category::What, Category::Why, Category::Where, Category::How] {
        let subtype = Subtype::DesignRationale;
        let (repository, chunk, id) = (repository(), chunk(), category.id());
        all.push((format!("gold answer, {id}"), Brief::GoldAnswer { repository, chunk, category, subtype }));
        for (with_tools, evidence) in [(true, vec!["one {x}".to_owned(), "two".to_owned()]), (false, Vec::new())] {
            let brief = Brief::Question { answer: answer(), evidence, category, subtype, with_tools };
            all.push((format!("question, {id}, tools {with_tools}"), brief));
        }
    }
    let (category, subtype) = (Category::How, Subtype::SystemDesign);
    let brief = Brief::DocumentAnswer { repository: repository(), chunk: chunk(), category, subtype };
    all.push(("document answer".into(), brief));
    all.push(("fact check".into(), Brief::FactCheck { chunk: chunk(), answer: answer() }));
    let file = |path: &str, is_cut| SourceText { path: path.into(), text: "x = {'answer': 1}".into(), is_cut };
    let brief = Brief::Audit { answer: answer(), files: vec![file("a.py", false), file("b.py", true)] };
    all.push(("audit".into(), brief));
    all.push(("audit without files".into(), Brief::Audit { answer: answer(), files: Vec::new() }));
    for condition in Condition::ALL {
        let brief = Brief::Answer { repository: repository(), question: "What is {tools}?".into(), condition };
        all.push((format!("answer, {}", condition.id()), brief));
    }
    for rubric in [Vec::new(), vec!["names {answer}".to_owned(), "says why".to_owned()]] {
        let (name, question) = (format!("judge, {} points", rubric.len()), "What is {tools}?".into());
        all.push((name, Brief::Judge { question, gold_answer: answer(), rubric, answer: answer() }));
    }
    all
}

/// What models are asked, to the byte. A change of the words is a change of the benchmark: it is seen here.
#[test]
fn the_words_are_these() {
    let words = |(name, brief): (String, Brief)| {
        let Prompt { system, user } = prompt(&brief);
        (name, [system, user])
    };
    let all: std::collections::BTreeMap<String, [String; 2]> = briefs().into_iter().map(words).collect();
    insta::assert_json_snapshot!(all);
}
