use super::*;
use crate::domain::condition::Condition;
use crate::domain::task::{Category, SourceText, Subtype, reply_schema};

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
        let Prompt { system, user } = PromptSet::default().prompt(&brief);
        (name, [system, user])
    };
    let all: std::collections::BTreeMap<String, [String; 2]> = briefs().into_iter().map(words).collect();
    insta::assert_json_snapshot!(all);
}

#[test]
fn templates_are_in_order() {
    let ids: Vec<&str> = templates().map(|template| template.id).collect();
    let unique: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    assert!(templates().map(|template| template.stage).is_sorted());
    for known in templates() {
        assert_eq!(known.check(known.default_text()), [], "{}", known.id);
        assert!(!known.default_text().ends_with('\n') && !known.default_text().contains('\r'), "{}", known.id);
    }
}

/// The keys that a template names are those of the reply's form.
#[test]
fn templates_ask_for_the_keys_of_the_schema() {
    let mut asking = 0;
    for (name, brief) in briefs() {
        let system = PromptSet::default().prompt(&brief).system;
        let template = templates().find(|template| template.default_text() == system);
        let keys = template.map(|template| template.keys.to_vec()).unwrap_or_default();
        let required = reply_schema(&brief).map(|schema| schema.schema["required"].clone());
        assert_eq!(serde_json::json!(keys), required.unwrap_or(serde_json::json!([])), "{name}");
        asking += usize::from(!keys.is_empty());
    }
    assert!(asking > 5);
}

fn edited(id: &str, text: &str) -> PromptEdits {
    let mut edits = PromptEdits::default();
    edits.set(template(id).unwrap(), text);
    edits
}

#[test]
fn an_edit_reaches_the_words_and_the_hash() {
    let set = edited("judge.user", "Q {question}\r\nG {gold_answer} R {rubric} A {answer} {tools}").in_force();
    let (question, gold_answer, answer) = ("{answer}".to_owned(), "{rubric}".to_owned(), "{question}".to_owned());
    let brief = Brief::Judge { question, gold_answer, rubric: vec!["{x}".into()], answer };
    assert_eq!(set.prompt(&brief).user, "Q {answer}\nG {rubric} R - {x}\n A {question} {tools}");
    assert_eq!(set.changed().map(|template| template.id).collect::<Vec<_>>(), ["judge.user"]);
    assert_ne!(set.sha256(), PromptSet::default().sha256());
    let moved = edited("answer.tools", "x").in_force();
    assert_ne!(moved.sha256(), edited("answer.closed_book", "x").in_force().sha256());
}

#[test]
fn the_default_is_no_edit_and_what_is_of_no_use_is_passed_over() {
    let standard = template("answer.user").unwrap().default_text();
    assert_eq!(edited("answer.user", standard), PromptEdits::default());
    let bad = edited("answer.user", "no question");
    assert_eq!(bad.in_force(), PromptSet::default());
    let why = "{question} is missing: put it where that is to stand: the question.";
    assert_eq!(bad.unusable(), [("answer.user".to_owned(), why.to_owned())]);
    let newer: PromptEdits =
        serde_json::from_str(r#"{"version":1,"texts":{"new.one":"x","answer.tools":"y"}}"#).unwrap();
    assert_eq!(newer.unusable(), [("new.one".to_owned(), "there is no prompt of this name".to_owned())]);
    assert_eq!(newer.changed(&PromptStage::ALL), 1);
    assert_eq!(newer.usable(), edited("answer.tools", "y"));
}

#[test]
fn a_set_is_known_by_its_hash() {
    let own = edited("answer.tools", "y").in_force();
    assert_eq!(own.known_as(&own.sha256()), Some(own.clone()));
    let standard = PromptSet::default();
    assert_eq!(PromptSet::none().known_as(&standard.sha256()), Some(standard.clone()));
    assert_eq!(
        PromptSet::none().known_as("3d1aeec90db7aec458fb411362b146d54c187362edf07f1da0b67b587f2f46b9"),
        Some(standard)
    );
    assert_eq!(PromptSet::none().known_as(&own.sha256()), None);
}
