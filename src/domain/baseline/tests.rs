use serde_json::Value;

use super::*;
use crate::domain::condition::Condition;
use crate::domain::judge::parse_verdict;
use crate::domain::provider::{Message, ToolResult};
use crate::domain::task::{Category, ChunkText, SourceText, Subtype};

fn json_of(brief: Brief) -> Value {
    serde_json::from_str(&reply(&request(brief, Vec::new(), false)).turn.text).unwrap()
}

fn request(brief: Brief, messages: Vec<Message>, offers_tools: bool) -> ModelRequest {
    ModelRequest { brief, messages, offers_tools, schema: None, max_tokens: 100, is_raised: false }
}

fn judge(answer: &str) -> f64 {
    judge_by(answer, vec!["poll corrects the value".into(), "the last good value is kept".into()])
}

fn judge_by(answer: &str, rubric: Vec<String>) -> f64 {
    let brief = Brief::Judge {
        question: "q".into(),
        gold_answer: "`SensorHub.poll` calls `correct` and falls back to `last_good`.".into(),
        rubric,
        answer: answer.into(),
    };
    parse_verdict(&reply(&request(brief, Vec::new(), false)).turn.text).unwrap().score()
}

#[test]
fn the_judge_rewards_overlap_and_not_length() {
    let full = "`SensorHub.poll` calls `correct`; the last good value is kept in `last_good`, else poll corrects it.";
    let padded = format!("{full} {}", "`alpha_beta` and `gamma_delta` and `eps_zeta` matter. ".repeat(9));
    assert!(judge(full) > 0.8, "{}", judge(full));
    assert!(judge(&padded) < judge(full));
    assert!(judge("Something about sensors.") < 0.2);
}

#[test]
fn without_a_rubric_the_gold_answer_is_what_a_full_answer_covers() {
    assert_eq!(judge_by("`SensorHub.poll` calls `correct` and falls back to `last_good`.", Vec::new()), 1.0);
    assert!(judge_by("Something about sensors.", Vec::new()) < 0.2);
}

#[test]
fn the_audit_keeps_code_and_removes_prose() {
    let audit = json_of(Brief::Audit {
        answer:
            "`poll` calls `correct`.\nGardeners love quiet evenings outside.\n`poll` uses `correct` and `magic_thing`."
                .into(),
        files: vec![SourceText { path: "a.py".into(), text: "def poll():\n    correct()\n".into(), is_cut: false }],
    });
    let verdicts: Vec<&str> =
        audit["claims"].as_array().unwrap().iter().map(|claim| claim["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["keep", "remove", "rewrite"]);
    assert_eq!(audit["revised_answer"], "`poll` calls `correct`.\n`poll`, `correct` belong together.");
    let fraction = audit["doc_leakage_fraction"].as_f64().unwrap();
    assert!((0.3..0.9).contains(&fraction), "{fraction}");
}

#[test]
fn the_question_is_on_what_the_answer_speaks_of_most() {
    let question = json_of(Brief::Question {
        answer: "`Hub` in `a/b.py` is a class.\n`Hub` defines `poll`.\n`poll` calls `correct`.".into(),
        evidence: Vec::new(),
        category: Category::How,
        subtype: Subtype::SystemDesign,
        with_tools: true,
    });
    assert_eq!(question["question"], "How does `Hub` work step by step, and how are special cases handled?");
    assert_eq!(question["rubric"].as_array().unwrap().len(), 3);
}

#[test]
fn closed_book_it_repeats_the_question_only() {
    let brief = Brief::Answer {
        repository: "r".into(),
        question: "How does `poll` work?".into(),
        condition: Condition::ClosedBook,
    };
    let reply = reply(&request(brief, Vec::new(), false));
    assert_eq!(reply.turn.text, "Without access to the repository nothing can be found; the question names `poll`.");
}

#[test]
fn it_searches_first_and_reads_what_fits() {
    let brief = Brief::Answer {
        repository: "r".into(),
        question: "How does `poll` work?".into(),
        condition: Condition::CodeOnly,
    };
    let first = reply(&request(brief.clone(), Vec::new(), true));
    assert!(first.turn.calls.iter().all(|call| call.name == "search_code"));
    let mut messages = vec![Message::Assistant(first.turn.clone())];
    messages.extend(first.turn.calls.iter().map(|call| {
        let content = "pkg/hub.py:40:     def poll(self):\npkg/other.py:3: x = poll".to_owned();
        Message::Tool(ToolResult { call_id: call.id.clone(), name: call.name.clone(), content, is_error: false })
    }));
    let second = reply(&request(brief, messages, true));
    let arguments: Vec<Value> =
        second.turn.calls.iter().map(|call| serde_json::from_str(&call.arguments).unwrap()).collect();
    assert!(arguments.iter().any(|a| a["path"] == "pkg/hub.py" && a["start_line"] == 1 && a["end_line"] == 280));
}

#[test]
fn a_document_answer_is_made_of_the_chunks_sentences() {
    let chunk = ChunkText {
        source: "doc_file".into(),
        path: "docs/a.md".into(),
        heading: "Vents".into(),
        content:
            "Vents open when `warm_polls` is three in a row. It is hot.\nSingle cold polls reset the count of polls."
                .into(),
    };
    let answer = json_of(Brief::DocumentAnswer {
        repository: "r".into(),
        chunk,
        category: Category::Why,
        subtype: Subtype::DesignRationale,
    });
    let lines: Vec<&str> = answer["answer"].as_str().unwrap().lines().collect();
    assert_eq!(
        lines,
        ["Vents open when `warm_polls` is three in a row.", "Single cold polls reset the count of polls."]
    );
}
