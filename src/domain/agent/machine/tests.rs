use super::*;
use crate::domain::condition::Condition;

fn agent(max_turns: u32, has_tools: bool) -> Agent {
    let brief = Brief::Answer { repository: "r".into(), question: "q".into(), condition: Condition::CodeOnly };
    let limits = AgentLimits { max_turns, ..AgentLimits::default() };
    Agent::new(brief, "system".into(), "q".into(), limits, has_tools)
}

fn reply(text: &str, calls: &[(&str, &str, &str)], stop: StopReason) -> ModelReply {
    let calls = calls
        .iter()
        .map(|(id, name, arguments)| ToolCall {
            id: (*id).into(),
            name: (*name).into(),
            arguments: (*arguments).into(),
        })
        .collect();
    ModelReply {
        turn: AssistantTurn { text: text.into(), calls, ..AssistantTurn::default() },
        stop,
        usage: Usage::default(),
        earlier: Vec::new(),
    }
}

fn call(agent: &mut Agent, id: &str, pattern: &str) {
    agent.on_reply(reply("", &[(id, "search_code", &format!("{{\"pattern\":\"{pattern}\"}}"))], StopReason::ToolCalls));
    answer_calls(agent);
}

fn answer_calls(agent: &mut Agent) {
    if let AgentStep::RunTools(calls) = agent.next() {
        let results = calls
            .into_iter()
            .map(|c| ToolResult { call_id: c.id, name: c.name, content: "found".into(), is_error: false })
            .collect();
        agent.on_tool_results(results);
    }
}

fn offers_tools(agent: &Agent) -> bool {
    match agent.next() {
        AgentStep::CallModel(request) => request.offers_tools,
        step => panic!("expected a call, got {step:?}"),
    }
}

#[test]
fn answers_after_parallel_calls() {
    let mut agent = agent(60, true);
    assert!(offers_tools(&agent));
    let calls = [("a", "search_code", r#"{"pattern":"x"}"#), ("b", "nonsense", "{}")];
    agent.on_reply(reply("let me see", &calls, StopReason::End));
    let AgentStep::RunTools(open) = agent.next() else { panic!("expected tools") };
    assert_eq!(open.len(), 2, "decided by the presence of calls, not by the stop reason");
    answer_calls(&mut agent);
    agent.on_reply(reply("<think>hm</think> it is x", &[], StopReason::End));
    assert_eq!(agent.next(), AgentStep::End(AgentEnd::Answer { text: "it is x".into() }));
}

#[test]
fn tools_are_withdrawn_on_the_last_turn() {
    let mut agent = agent(3, true);
    call(&mut agent, "1", "a");
    assert!(offers_tools(&agent));
    call(&mut agent, "2", "b");
    assert!(!offers_tools(&agent));
    agent.on_reply(reply("so be it", &[("3", "search_code", "{}")], StopReason::ToolCalls));
    assert_eq!(agent.next(), AgentStep::End(AgentEnd::Answer { text: "so be it".into() }));
}

#[test]
fn a_call_repeated_four_times_ends_exploration() {
    let mut agent = agent(60, true);
    for id in ["1", "2", "3"] {
        call(&mut agent, id, "same");
    }
    assert!(offers_tools(&agent));
    call(&mut agent, "4", "same");
    assert!(!offers_tools(&agent));
}

#[test]
fn unreadable_arguments_three_turns_in_a_row_end_exploration() {
    let mut agent = agent(60, true);
    for id in ["1", "2", "3"] {
        assert!(offers_tools(&agent));
        agent.on_reply(reply("", &[(id, "search_code", &format!("{{broken {id}"))], StopReason::ToolCalls));
        answer_calls(&mut agent);
    }
    assert!(!offers_tools(&agent));
}

#[test]
fn calls_of_a_cut_turn_are_answered_but_not_run() {
    let mut agent = agent(60, true);
    agent.on_reply(reply("", &[("1", "search_code", r#"{"pattern":"x"}"#)], StopReason::Length));
    assert!(matches!(agent.next(), AgentStep::CallModel(_)));
    let last = agent.transcript().entries.last().map(|e| e.message.clone());
    assert!(matches!(last, Some(Message::Tool(ToolResult { is_error: true, .. }))));
}

#[test]
fn an_empty_reply_is_asked_again_once() {
    let mut agent = agent(60, true);
    agent.on_reply(reply("", &[], StopReason::End));
    assert!(matches!(agent.next(), AgentStep::CallModel(_)));
    agent.on_reply(reply(" ", &[], StopReason::End));
    assert_eq!(agent.next(), AgentStep::End(AgentEnd::Answer { text: String::new() }));
}

#[test]
fn a_reply_cut_before_any_text_is_no_empty_answer() {
    let mut agent = agent(60, true);
    let AgentStep::CallModel(first) = agent.next() else { panic!("a call") };
    agent.on_reply(reply("", &[], StopReason::Length));
    let AgentStep::CallModel(second) = agent.next() else { panic!("a call") };
    assert_eq!((first.bound(100), second.bound(100)), (100, 200), "asked again with more room, once");
    agent.on_reply(reply("", &[], StopReason::Length));
    assert_eq!(agent.next(), AgentStep::End(AgentEnd::CutOff));
}

#[test]
fn a_cut_answer_in_prose_is_an_answer() {
    let mut agent = agent(60, true);
    agent.on_reply(reply("It begins", &[], StopReason::Length));
    assert_eq!(agent.next(), AgentStep::End(AgentEnd::Answer { text: "It begins".into() }));
}

#[test]
fn survives_storage_at_every_step() {
    let mut agent = agent(60, true);
    agent.on_reply(reply("", &[("1", "read_file", "{}")], StopReason::ToolCalls));
    let stored = serde_json::to_string(&agent).unwrap();
    let restored: Agent = serde_json::from_str(&stored).unwrap();
    assert_eq!(restored, agent);
    assert_eq!(restored.next(), agent.next());
}
