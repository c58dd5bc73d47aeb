use super::*;
use crate::domain::provider::Method;

fn question() -> AgentQuestion {
    AgentQuestion {
        task: "code-1".into(),
        condition: Condition::CodeOnly,
        epoch: 2,
        repository: "demo".into(),
        archive_sha256: "aa".into(),
        strip_mode: StripMode::Strict,
        question: "How does it \"poll\"?".into(),
        limits: AgentLimits { max_turns: 5, max_tokens: 100, context_budget_chars: 1000 },
    }
}

#[test]
fn a_question_says_all_that_the_agent_may_know() {
    let settings = json!({"effort": "low"});
    let target = AgentTarget {
        url: " http://h/agents ",
        agent: "grep",
        timeout_ms: 60_000,
        settings: settings.as_object().unwrap(),
    };
    let request = ask(&target, &question(), Some("k"));
    assert_eq!((request.method, request.url.as_str()), (Method::Post, "http://h/agents"));
    assert!(request.headers.contains(&("authorization", "Bearer k".into())));
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let expected = json!({
        "format": "code-qa-bench/agent-question", "version": 1, "agent": "grep",
        "task": "code-1", "condition": "code_only", "epoch": 2,
        "repository": "demo", "archive_sha256": "aa", "code_only": "strict",
        "question": "How does it \"poll\"?",
        "limits": {"max_turns": 5, "max_reply_tokens": 100, "max_context_chars": 1000, "timeout_ms": 60_000},
        "settings": {"effort": "low"}
    });
    assert_eq!(body, expected);
    assert!(ask(&target, &question(), None).headers.iter().all(|(name, _)| *name != "authorization"));
}

#[track_caller]
fn check(body: &Value, expected: (&str, StopReason, Usage, usize)) {
    let reply = read_answer(200, &body.to_string()).unwrap();
    let got = (reply.turn.text.as_str(), reply.stop, reply.usage, reply.earlier.len());
    assert_eq!(got, expected, "{body}");
    assert!(reply.turn.calls.is_empty() && reply.turn.raw.is_none());
}

#[test]
fn answers() {
    let unknown = Usage::UNREPORTED;
    let used = Usage { input_tokens: 10, output_tokens: 2, ..Usage::default() };
    check(&json!({"answer": " It polls. "}), ("It polls.", StopReason::End, unknown, 0));
    check(&json!({"answer": "", "usage": null, "x": 1}), ("", StopReason::End, unknown, 0));
    check(
        &json!({"answer": "a", "usage": {"prompt_tokens": 10, "completion_tokens": 2}}),
        ("a", StopReason::End, used, 0),
    );
    check(&json!({"refused": true}), ("", StopReason::Refusal, unknown, 0));
    check(&json!({"refused": false, "answer": "a", "error": null}), ("a", StopReason::End, unknown, 0));
    let said = json!([{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]);
    check(&json!({"answer": "a", "transcript": said}), ("a", StopReason::End, unknown, 1));
    check(&json!({"answer": "b", "transcript": said}), ("b", StopReason::End, unknown, 2));
}

#[test]
fn what_can_not_be_read_beside_an_answer_costs_no_answer_and_is_said() {
    for (hostile, what) in [
        (json!({"answer": "a", "transcript": "log"}), "transcript can't be read (it is no list"),
        (json!({"answer": "a", "transcript": [{"role": "oracle"}]}), "transcript can't be read (unknown variant"),
        (json!({"answer": "a", "transcript": ["x".repeat(MOST_TRANSCRIPT_CHARS)]}), "4000000 are the most"),
        (json!({"answer": "a", "usage": {"input_tokens": -1, "output_tokens": 0}}), "usage can't be read"),
        (json!({"answer": "a", "usage": {"input_tokens": u64::MAX, "output_tokens": 0}}), "more tokens than can be"),
        (json!({"answer": "a", "usage": []}), "usage can't be read"),
    ] {
        check(&hostile, ("a", StopReason::End, Usage::UNREPORTED, 1));
        let earlier = read_answer(200, &hostile.to_string()).unwrap().earlier;
        assert!(
            matches!(&earlier[0], Message::Tool(note) if note.is_error && note.content.contains(what)),
            "{earlier:?}"
        );
    }
    // Echoes of another provider don't travel on.
    let own = json!({"entries": [{"message": {"role": "assistant", "text": "x", "raw": {"secret": 1}}}]});
    let earlier = read_answer(200, &json!({"answer": "a", "transcript": own}).to_string()).unwrap().earlier;
    assert!(matches!(&earlier[..], [Message::Assistant(turn)] if turn.raw.is_none()), "{earlier:?}");
}

#[track_caller]
fn refused(status: u16, body: &str, kind: FailureKind, message: &str) {
    let failure = read_answer(status, body).unwrap_err();
    assert_eq!((failure.kind, failure.message.contains(message)), (kind, true), "{body}: {failure:?}");
}

#[test]
fn hostile_replies() {
    use FailureKind::{BrokenReply, KeyRefused, RateLimited, Rejected, ServerTrouble};
    refused(200, "<html>", BrokenReply, "not JSON");
    refused(200, "", BrokenReply, "not JSON");
    refused(200, &"[".repeat(100_000), BrokenReply, "not JSON");
    refused(200, "[]", Rejected, "it is no JSON object");
    refused(200, "{}", Rejected, "\"answer\" is missing");
    refused(200, r#"{"answer": 7}"#, Rejected, "\"answer\" is missing");
    refused(200, r#"{"answer": "a", "refused": "no"}"#, Rejected, "\"refused\"");
    refused(200, &json!({"answer": "x".repeat(100_001)}).to_string(), Rejected, "100001 characters");
    refused(200, r#"{"error": {"message": "out of memory"}}"#, ServerTrouble, "sent an error");
    refused(400, r#"{"error": {"message": "I serve code_only alone"}}"#, Rejected, "HTTP 400");
    refused(401, "{}", KeyRefused, "401");
    refused(429, "{}", RateLimited, "slow down");
    refused(500, "", ServerTrouble, "500");
}

#[track_caller]
fn greeted(body: &str, expected: Result<&[&str], &str>) {
    let got = read_greeting(200, body).map(|agents| agents.into_iter().map(|agent| agent.name).collect::<Vec<_>>());
    match expected {
        Ok(names) => assert_eq!(got.unwrap(), names, "{body}"),
        Err(part) => assert!(got.clone().is_err_and(|failure| failure.message.contains(part)), "{body}: {got:?}"),
    }
}

#[test]
fn greetings() {
    let with = |agents: &str| format!(r#"{{"format": "code-qa-bench/agent", "version": 1, "agents": {agents}}}"#);
    greeted(&with(r#"["b", " a ", "b"]"#), Ok(&["a", "b"]));
    greeted(&with("[]"), Ok(&[]));
    greeted(&with("7"), Err("no list of names"));
    greeted(&with(r#"["", "a"]"#), Err("no list of names"));
    greeted(&with(r#"[{"id": "a"}]"#), Err("no list of names"));
    greeted(&with("[]").replace("1", "2"), Err("\"version\" is not 1"));
    greeted(r#"{"data": []}"#, Err("\"format\" is not"));
    greeted("nothing", Err("not JSON"));
}

/// The protocol's page shows the very question above, and an answer and a greeting that are taken.
#[test]
fn the_page_tells_the_protocol() {
    let page = include_str!("../../../../public/agent/README.md");
    let examples: Vec<&str> = page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [asked, answered, greeting] = examples[..] else { panic!("{} examples", examples.len()) };
    let settings = json!({"effort": "low"});
    let settings = settings.as_object().unwrap();
    let target = AgentTarget { url: "http://h", agent: "grep", timeout_ms: 60_000, settings };
    let body: Value = serde_json::from_str(&ask(&target, &question(), None).body).unwrap();
    assert_eq!(serde_json::from_str::<Value>(asked).unwrap(), body);
    let reply = read_answer(200, answered).unwrap();
    assert_eq!((reply.earlier.len(), reply.usage.input_tokens), (3, 900));
    assert_eq!(read_greeting(200, greeting).unwrap()[0].name, "grep");
    for bound in ["100,000 characters", "4,000,000 characters"] {
        assert!(page.contains(bound), "{bound}");
    }
    assert_eq!((MOST_ANSWER_CHARS, MOST_TRANSCRIPT_CHARS), (100_000, 4_000_000));
}
