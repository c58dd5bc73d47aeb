use super::*;
use crate::domain::condition::Condition;
use crate::domain::provider::Message;
use crate::domain::task::Brief;

const KEY: &str = "very-secret";

#[track_caller]
fn check(form: WireForm, base_url: &str, streams: bool, url: &str, header: (&'static str, &str)) {
    let (dialect, extra) = (Dialect::default(), Map::new());
    let target = Target { form, base_url, model: "m", dialect: &dialect, extra: &extra, streams };
    let brief = Brief::Answer { repository: "r".into(), question: "q".into(), condition: Condition::ClosedBook };
    let messages = vec![Message::User { text: "hello".into() }];
    let request = ModelRequest { brief, messages, offers_tools: false, schema: None, max_tokens: 9, is_raised: false };
    let wire = call(&target, &request, Some(KEY));
    assert_eq!((wire.method, wire.url.as_str()), (Method::Post, url));
    assert!(wire.headers.contains(&(header.0, header.1.to_owned())), "{wire:?}");
    assert!(!wire.url.contains(KEY) && !wire.body.contains(KEY) && !format!("{wire:?}").contains(KEY));
    let allowed = ["content-type", "anthropic-version", "anthropic-dangerous-direct-browser-access", header.0];
    assert!(wire.headers.iter().all(|(name, _)| allowed.contains(name)), "{wire:?}");
    let without = call(&target, &request, None);
    assert!(without.headers.iter().all(|(name, _)| *name != header.0));
}

#[test]
fn addresses_and_headers_of_calls() {
    use WireForm::{Anthropic, ChatCompletions, Gemini, Responses};
    let bearer = ("authorization", "Bearer very-secret");
    check(ChatCompletions, "http://h/v1/", false, "http://h/v1/chat/completions", bearer);
    check(ChatCompletions, "http://h/v1/chat/completions", true, "http://h/v1/chat/completions", bearer);
    check(Responses, "https://api.openai.com/v1", false, "https://api.openai.com/v1/responses", bearer);
    check(Responses, "https://api.openai.com/v1/responses/", false, "https://api.openai.com/v1/responses", bearer);
    let own = ("x-api-key", KEY);
    for base in ["https://api.anthropic.com", "https://api.anthropic.com/v1/", "https://api.anthropic.com/v1/messages"]
    {
        check(Anthropic, base, true, "https://api.anthropic.com/v1/messages", own);
    }
    let own = ("x-goog-api-key", KEY);
    let google = "https://generativelanguage.googleapis.com";
    for base in ["", "/", "/v1beta", "/v1beta/models", "/v1beta/models/x:generateContent"] {
        let base = format!("{google}{base}");
        check(Gemini, &base, false, &format!("{google}/v1beta/models/m:generateContent"), own);
        check(Gemini, &base, true, &format!("{google}/v1beta/models/m:streamGenerateContent?alt=sse"), own);
    }
}

#[test]
fn addresses_of_lists() {
    let check = |form, base_url: &str, url: &str| {
        let wire = list_models(form, base_url, Some(KEY));
        assert_eq!((wire.method, wire.url.as_str(), wire.body.as_str()), (Method::Get, url, ""));
        assert!(wire.headers.iter().any(|(_, value)| value.contains(KEY)));
        assert!(wire.headers.iter().all(|(name, _)| *name != "content-type"), "a list has no body");
    };
    check(WireForm::ChatCompletions, "http://h/v1/chat/completions", "http://h/v1/models");
    check(WireForm::Responses, "http://h/v1/responses", "http://h/v1/models");
    check(WireForm::Anthropic, "https://a.com/v1/messages", "https://a.com/v1/models?limit=1000");
    check(WireForm::Gemini, "https://g.com/", "https://g.com/v1beta/models?pageSize=1000");
}
