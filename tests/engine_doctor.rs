//! The connection doctor, lists of models, and signing in, against a scripted network.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers outside of test functions too

mod support;

use std::rc::Rc;

use code_qa_bench::domain::provider::{Method, Trouble};
use code_qa_bench::engine::ports::{HttpReply, HttpRequest, TransportError};
use code_qa_bench::engine::protocol::{Command, DoctorReport, Event};
use support::scripted::{KEY, bench, fail};
use support::{Bench, chat_calls, chat_text, ok};

fn ask(respond: impl Fn(&HttpRequest) -> Result<HttpReply, TransportError> + 'static) -> DoctorReport {
    let bench = bench(Rc::default(), 0);
    *bench.transport.responder.borrow_mut() = Box::new(respond);
    report(&bench)
}

fn report(bench: &Bench) -> DoctorReport {
    bench.run(Command::Diagnose { provider: "p1".into(), model: None });
    bench.last(|e| if let Event::Diagnosis(report) = e { Some((**report).clone()) } else { None }).unwrap()
}

/// A server that lists two models and answers calls by `call`.
fn listing(
    request: &HttpRequest,
    call: fn() -> Result<HttpReply, TransportError>,
) -> Result<HttpReply, TransportError> {
    match request.wire.method {
        Method::Get => ok(r#"{"data":[{"id":"scripted-2","max_model_len":8192},{"id":"another"}]}"#.into()),
        Method::Post => call(),
    }
}

#[test]
fn a_model_that_calls_tools_is_well() {
    let report = ask(|request| listing(request, || ok(chat_calls(&[("a", "list_directory", "{\"path\":\"\"}")]))));
    assert_eq!(report.diagnosis.trouble, None);
    assert!(report.took_ms.is_some());
    let silent = ask(|request| listing(request, || ok(chat_text("Certainly."))));
    assert_eq!(silent.diagnosis.trouble, None);
    assert!(silent.diagnosis.message.contains("did not call the tool"), "{}", silent.diagnosis.message);
}

#[test]
fn what_is_wrong_is_told_apart() {
    let unknown = ask(|request| listing(request, || fail(404, r#"{"error":{"message":"no such model"}}"#)));
    assert_eq!(unknown.diagnosis.trouble, Some(Trouble::UnknownModel));
    assert!(unknown.diagnosis.remedy.contains("scripted-2"), "{}", unknown.diagnosis.remedy);
    assert_eq!(ask(|_| fail(401, "{}")).diagnosis.trouble, Some(Trouble::KeyRefused));
    let quota = ask(|_| fail(429, r#"{"error":{"code":"insufficient_quota"}}"#));
    assert_eq!(quota.diagnosis.trouble, Some(Trouble::NoQuota));

    let bench = bench(Rc::default(), 0);
    let refuse = |_: &HttpRequest| Err(TransportError::Unreachable("Failed to fetch".into()));
    *bench.transport.responder.borrow_mut() = Box::new(refuse);
    assert_eq!(report(&bench).diagnosis.trouble, Some(Trouble::ServerNotThere));
    bench.transport.answers.set(true);
    assert_eq!(report(&bench).diagnosis.trouble, Some(Trouble::CorsRefused));
    bench.run(Command::SetKey { provider: "p1".into(), key: String::new() });
    *bench.transport.responder.borrow_mut() = Box::new(|_| fail(401, "{}"));
    assert_eq!(report(&bench).diagnosis.trouble, Some(Trouble::KeyMissing));
}

#[test]
fn models_are_listed_with_what_the_server_says_of_them() {
    let bench = bench(Rc::default(), 0);
    *bench.transport.responder.borrow_mut() = Box::new(|request| listing(request, || fail(500, "")));
    bench.run(Command::ListModels { provider: "p1".into() });
    let models =
        bench.last(|e| if let Event::ModelList { models, .. } = e { Some(models.clone()) } else { None }).unwrap();
    let models = models.unwrap();
    assert_eq!(models.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(), ["another", "scripted-2"]);
    assert_eq!(models[1].context_tokens, Some(8192));
}

#[test]
fn a_sign_in_gives_its_key_to_the_page_once() {
    let bench = bench(Rc::default(), 0);
    *bench.transport.responder.borrow_mut() = Box::new(|request| {
        assert!(request.wire.url.ends_with("/auth/keys") && !request.wire.url.contains("code"));
        assert!(request.wire.headers.iter().all(|(_, value)| !value.contains(KEY)));
        if request.wire.body.contains("\"good\"") { ok(r#"{"key":"sk-new"}"#.into()) } else { fail(403, "{}") }
    });
    let sign_in = |code: &str| Command::SignIn { provider: "p1".into(), code: code.into(), verifier: "v".into() };
    let last =
        |bench: &Bench| bench.last(|e| if let Event::SignedIn { key, .. } = e { Some(key.clone()) } else { None });
    bench.run(sign_in("good"));
    assert_eq!(last(&bench), Some(Ok("sk-new".into())));
    bench.run(sign_in("used"));
    assert!(last(&bench).unwrap().is_err());
}
