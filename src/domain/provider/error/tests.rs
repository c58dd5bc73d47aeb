use super::*;

#[track_caller]
fn check(status: u16, body: &str, kind: FailureKind, wait: Option<u64>) {
    let failure = classify(status, body);
    assert_eq!((failure.kind, failure.retry_after_ms), (kind, wait), "{status} {body}\n{failure:?}");
}

#[test]
fn statuses_and_words() {
    use FailureKind::*;
    check(401, r#"{"error":{"message":"bad key"}}"#, KeyRefused, None);
    check(429, r#"{"error":{"message":"Rate limit, try again in 1.5s."}}"#, RateLimited, Some(1500));
    check(429, r#"{"error":{"message":"try again in 20ms"}}"#, RateLimited, Some(20));
    check(429, r#"{"error":{"code":"insufficient_quota"}}"#, NoQuota, None);
    let low_tier =
        r#"{"error":{"message":"Limit 3 requests per min. Please try again in 20s. Add a payment method: billing"}}"#;
    check(429, low_tier, RateLimited, Some(20_000));
    check(429, r#"{"message":"Requests rate limit exceeded"}"#, RateLimited, None);
    check(
        429,
        r#"{"error":{"message":"Rate limit reached: tokens per day (TPD). Please try again in 14m24s"}}"#,
        NoQuota,
        Some(864_000),
    );
    check(429, r#"{"error":{"message":"Rate limit exceeded: free-models-per-day"}}"#, NoQuota, None);
    check(402, r#"{"error":{"message":"Insufficient Balance"}}"#, NoQuota, None);
    check(
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}"#,
        NoQuota,
        None,
    );
    check(403, r#"{"error":{"message":"Key limit exceeded (total limit)","code":403}}"#, NoQuota, None);
    check(
        403,
        r#"{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported"}}"#,
        KeyRefused,
        None,
    );
    check(
        400,
        r#"{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}"#,
        KeyRefused,
        None,
    );
    check(403, r#"{"type":"error","error":{"type":"permission_error","message":"no access"}}"#, KeyRefused, None);
    check(
        400,
        r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}"#,
        KeyRefused,
        None,
    );
    check(400, r#"[{"error":{"message":"bad temperature"}}]"#, Rejected, None);
    check(422, "nope", Rejected, None);
    check(422, r#"{"detail":[{"loc":["body","x"],"msg":"extra fields not permitted"}]}"#, Rejected, None);
    for status in [408, 409, 500, 502, 503, 504, 529] {
        check(status, "", ServerTrouble, None);
    }
    check(529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, ServerTrouble, None);
    check(404, r#"{"error":"model 'x' not found"}"#, NotFound, None);
    check(
        400,
        r#"{"error":{"message":"The model `x` does not exist or you do not have access to it."}}"#,
        NotFound,
        None,
    );
    check(400, r#"{"error":{"message":"x/y is not a valid model ID","code":400}}"#, NotFound, None);
    check(400, r#"{"error":{"code":"model_not_found","message":"no"}}"#, NotFound, None);
    check(400, r#"{"error":{"message":"tool x does not exist"}}"#, Rejected, None);
    check(
        500,
        r#"{"error":{"code":500,"message":"Failed to parse tool call arguments as JSON: …","type":"server_error"}}"#,
        Rejected,
        None,
    );
}

#[test]
fn conversations_that_are_too_long() {
    let check = |status, message: &str| {
        check(status, &format!("{{\"error\":{{\"message\":\"{message}\"}}}}"), FailureKind::TooLong, None);
    };
    check(400, "This model's maximum context length is 8192 tokens.");
    check(400, "the request exceeds the available context size, try increasing it");
    check(500, "the request exceeds the available context size");
    check(400, "prompt is too long: 208310 tokens > 200000 maximum");
    check(400, "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000");
    check(400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).");
    check(400, "This model's maximum prompt length is 131072 but the request contains 200000 tokens.");
    check(413, "Request too large");
}

#[test]
fn quotas_of_gemini() {
    let check = |quota: &str, kind| {
        let body = format!(
            r#"[{{"error":{{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED",
            "details":[{{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{{"quotaId":"{quota}"}}]}},
            {{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"17s"}}]}}}}]"#
        );
        check(429, &body, kind, Some(17_000));
    };
    check("GenerateRequestsPerDayPerProjectPerModel-FreeTier", FailureKind::NoQuota);
    check("GenerateContentInputTokensPerModelPerMinute-FreeTier", FailureKind::RateLimited);
    check("Some", FailureKind::RateLimited);
}

#[track_caller]
fn check_words(body: &str, expected: &str) {
    assert_eq!(classify(500, body).details, expected, "{body}");
}

#[test]
fn words() {
    check_words(r#"{"error":{"message":"m","type":"t","code":"c","param":null}}"#, "m · t · c");
    check_words(r#"{"error":"plain"}"#, "plain");
    check_words(r#"{"object":"error","message":"m","type":"t"}"#, "m · t");
    check_words(r#"{"message":"m"}"#, "m");
    check_words(r#"{"detail":"Not Found"}"#, "Not Found");
    check_words(r#"{"detail":[{"msg":"no"}]}"#, r#"[{"msg":"no"}]"#);
    check_words(
        r#"{"error":{"message":"Provider returned error","code":502,"metadata":{"raw":"upstream"}}}"#,
        "Provider returned error · upstream",
    );
    check_words(r#"{"other":1}"#, r#"{"other":1}"#);
    check_words("text", "text");
    check_words("<html><head><title>502 Bad Gateway</title></head>", "an HTML page, not JSON: 502 Bad Gateway");
    check_words("<!DOCTYPE html><p>…", "an HTML page, not JSON");
    assert_eq!(classify(500, &"x".repeat(9999)).details.chars().count(), 601);
}

#[track_caller]
fn check_reported(error: &str, kind: FailureKind) {
    let value: Value = serde_json::from_str(error).unwrap();
    assert_eq!(reported(&value, &format!("{{\"error\":{error}}}")).kind, kind, "{error}");
}

#[test]
fn errors_on_http_200() {
    check_reported(r#"{"code":429,"message":"slow"}"#, FailureKind::RateLimited);
    check_reported(r#"{"type":"overloaded_error","message":"Overloaded"}"#, FailureKind::ServerTrouble);
    check_reported(r#"{"type":"invalid_request_error","message":"prompt is too long"}"#, FailureKind::TooLong);
    check_reported(r#"{"type":"authentication_error","message":"x"}"#, FailureKind::KeyRefused);
    check_reported(r#"{"code":"rate_limit_exceeded","message":"x"}"#, FailureKind::RateLimited);
    check_reported(r#"{"code":"server_error","message":"x"}"#, FailureKind::ServerTrouble);
    check_reported(r#"{"code":"invalid_prompt","message":"x"}"#, FailureKind::Rejected);
    check_reported(r#"{"code":200,"message":"x"}"#, FailureKind::ServerTrouble);
    check_reported(r#""boom""#, FailureKind::ServerTrouble);
}
