use super::*;

fn failed(kind: FailureKind) -> CallFailure {
    CallFailure { kind, message: "It failed.".into(), details: "they say".into(), retry_after_ms: None }
}

/// A page on https, online, with a key, whose call to a hosted provider failed in this way.
fn findings(kind: FailureKind) -> Findings {
    Findings {
        base_url: "https://api.example.org/v1".into(),
        model: "gpt-5-mini".into(),
        origin: "https://bench.example".into(),
        is_online: true,
        local_access: LocalAccess::Unknown,
        clock_skew_ms: Some(0),
        has_key: true,
        listing: Some(Err(failed(kind))),
        answers_unread: Some(false),
        call: Some(Err(failed(kind))),
        is_agent: false,
    }
}

fn check(preset: &str, findings: Findings, expected: Trouble, in_words: &str) {
    let diagnosis = diagnose(Preset::of(preset), &findings);
    assert_eq!(diagnosis.trouble, Some(expected));
    let said = format!("{}\n{}\n{}", diagnosis.message, diagnosis.remedy, diagnosis.command);
    assert!(said.contains(in_words), "{said}");
    assert_eq!(diagnosis.checks.iter().filter(|check| check.outcome == CheckOutcome::Failed).count(), 1);
}

#[test]
fn what_the_provider_says() {
    check("openai", findings(FailureKind::KeyRefused), Trouble::KeyRefused, "platform.openai.com/api-keys");
    let without_key = Findings { has_key: false, ..findings(FailureKind::KeyRefused) };
    check("anthropic", without_key, Trouble::KeyMissing, "platform.claude.com");
    check("google", findings(FailureKind::NoQuota), Trouble::NoQuota, "credit");
    let listing = Some(Ok(vec!["gpt-5-mini-2025".into(), "whisper".into()]));
    let unknown = Findings { listing, ..findings(FailureKind::NotFound) };
    check("openai", unknown, Trouble::UnknownModel, "Did you mean gpt-5-mini-2025?");
    check("openai", findings(FailureKind::Rejected), Trouble::Refused, "setting");
    check("openai", findings(FailureKind::ServerTrouble), Trouble::Passing, "again");
}

#[test]
fn what_looks_the_same_to_a_page() {
    let gone = findings(FailureKind::Unreachable);
    check("custom", gone.clone(), Trouble::ServerNotThere, "typing errors");
    check("custom", Findings { answers_unread: Some(true), ..gone.clone() }, Trouble::CorsRefused, "Allow-Origin");
    check("custom", Findings { is_online: false, ..gone.clone() }, Trouble::Offline, "network");
    check("openai", Findings { clock_skew_ms: Some(7_200_000), ..gone.clone() }, Trouble::ClockWrong, "120 minutes");
    let plain = Findings { base_url: "http://192.168.1.5:8000/v1".into(), ..gone.clone() };
    check("vllm", plain.clone(), Trouble::MixedContent, "https");
    let plain_page = Findings { origin: "http://10.0.0.1".into(), local_access: LocalAccess::Denied, ..plain };
    check("vllm", plain_page, Trouble::LocalAccessRefused, "site settings");
}

#[test]
fn local_servers_come_with_the_command() {
    let local = Findings { base_url: "http://localhost:11434/v1".into(), ..findings(FailureKind::Unreachable) };
    check("ollama", local.clone(), Trouble::ServerNotThere, "OLLAMA_ORIGINS=https://bench.example ollama serve");
    let cors = Findings { answers_unread: Some(true), ..local.clone() };
    check("lmstudio", cors, Trouble::CorsRefused, "lms server start --cors");
    let denied = Findings { local_access: LocalAccess::Denied, ..local.clone() };
    check("ollama", denied, Trouble::LocalAccessRefused, "allow access to the local network");
    // A browser without a network still reaches this machine.
    check("ollama", Findings { is_online: false, ..local }, Trouble::ServerNotThere, "Start Ollama");
}

#[test]
fn a_model_that_answers_is_well_even_where_the_list_is_not_given() {
    let well = Findings { call: Some(Ok(true)), ..findings(FailureKind::NotFound) };
    let diagnosis = diagnose(Preset::of("custom"), &well);
    assert_eq!(diagnosis.trouble, None);
    assert!(diagnosis.checks.iter().all(|check| check.outcome == CheckOutcome::Passed), "{:?}", diagnosis.checks);
    let without_tools = diagnose(Preset::of("custom"), &Findings { call: Some(Ok(false)), ..well });
    assert_eq!(without_tools.checks.last().map(|check| check.outcome), Some(CheckOutcome::Doubtful));
    assert!(without_tools.remedy.contains("tool calls"));
}

#[test]
fn addresses() {
    for (url, is_one, is_local) in [
        ("https://api.example.org/v1", true, false),
        ("http://127.0.0.1:8080/v1", true, true),
        ("http://[::1]:8080", true, true),
        ("http://user@localhost:1/", true, true),
        ("localhost:8080", false, true),
        ("http://", false, false),
        ("http://a b", false, false),
    ] {
        assert_eq!((is_address(url), is_loopback(url)), (is_one, is_local), "{url}");
    }
}

#[test]
fn agents_are_asked_for_their_list_alone() {
    let agent = |listing| Findings {
        base_url: "http://localhost:8765/".into(),
        model: "grep".into(),
        listing: Some(listing),
        call: None,
        is_agent: true,
        ..findings(FailureKind::Rejected)
    };
    let listed = |names: &[&str]| agent(Ok(names.iter().map(|name| (*name).to_owned()).collect()));
    let well = diagnose(Preset::of("agent"), &listed(&["grep", "other"]));
    assert_eq!((well.trouble, well.checks.len()), (None, 5));
    assert!(
        well.message.contains("has the agent grep") && well.checks.iter().all(|c| c.outcome == CheckOutcome::Passed)
    );
    check("agent", listed(&["grep-2"]), Trouble::UnknownModel, "knows no agent \"grep\"");
    check("agent", listed(&["grep-2"]), Trouble::UnknownModel, "grep-2");
    check("agent", agent(Err(failed(FailureKind::Rejected))), Trouble::Refused, "does not speak the protocol");
    check("agent", agent(Err(failed(FailureKind::BrokenReply))), Trouble::Refused, "does not speak the protocol");
    check("agent", agent(Err(failed(FailureKind::KeyRefused))), Trouble::KeyRefused, "refused the key");
    let unread = Findings { answers_unread: Some(true), ..agent(Err(failed(FailureKind::Unreachable))) };
    check("agent", unread, Trouble::CorsRefused, "as the example server does");
}
