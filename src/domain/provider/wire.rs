//! The way in to the wire forms: requests are built and replies are read here, in any form, without a
//! connection.

pub(super) mod address;
pub(super) mod body;
pub(super) mod ids;
mod listing;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::{broken, classify, reported};
use super::{CallFailure, Dialect, ModelReply, ModelRequest, anthropic, chat, gemini, responses};

/// A way of speaking to a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WireForm {
    /// OpenAI's Chat Completions, which most other providers and local servers speak too.
    #[default]
    ChatCompletions,
    /// OpenAI's Responses.
    Responses,
    /// Anthropic's Messages.
    Anthropic,
    /// Google's generateContent.
    Gemini,
}

impl WireForm {
    /// All forms, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::ChatCompletions, Self::Responses, Self::Anthropic, Self::Gemini];

    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::ChatCompletions => "Chat Completions (OpenAI-compatible)",
            Self::Responses => "OpenAI Responses",
            Self::Anthropic => "Anthropic Messages",
            Self::Gemini => "Gemini generateContent",
        }
    }
}

/// Whom a call goes to, and how.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The form that the endpoint speaks.
    pub form: WireForm,
    /// Address of the endpoint, with or without the version and the call's own path.
    pub base_url: &'a str,
    /// The provider's name of the model.
    pub model: &'a str,
    /// What is known of the endpoint.
    pub dialect: &'a Dialect,
    /// The user's own settings for the body, merged last. They can't change messages, tools or model; a
    /// null takes a setting out.
    pub extra: &'a Map<String, Value>,
    /// Whether the reply is to come piece by piece.
    pub streams: bool,
}

/// HTTP methods in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// To read.
    Get,
    /// To call.
    Post,
}

/// A request as it goes out.
#[derive(Clone, PartialEq, Eq)]
pub struct WireRequest {
    /// The method.
    pub method: Method,
    /// The address; never holds the key.
    pub url: String,
    /// Names in lower case, and values. One of them holds the key.
    pub headers: Vec<(&'static str, String)>,
    /// JSON, or empty for [`Method::Get`].
    pub body: String,
}

impl WireRequest {
    /// A call; `headers` are those that hold the key.
    pub(super) fn post(url: String, mut headers: Vec<(&'static str, String)>, body: &Value) -> Self {
        headers.push(("content-type", "application/json".into()));
        Self { method: Method::Post, url, headers, body: body.to_string() }
    }

    /// A question without a body.
    pub(super) fn get(url: String, headers: Vec<(&'static str, String)>) -> Self {
        Self { method: Method::Get, url, headers, body: String::new() }
    }
}

impl fmt::Debug for WireRequest {
    /// Without the headers' values, since one of them is the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| *name).collect();
        f.debug_struct("WireRequest")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &names)
            .field("body", &self.body)
            .finish()
    }
}

/// A model that a provider lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ListedModel {
    /// The provider's name of the model.
    pub name: String,
    /// Tokens of its context, where the list says so.
    pub context_tokens: Option<u32>,
    /// Tokens of a reply at most, where the list says so.
    pub output_tokens: Option<u32>,
}

/// The request that makes a call.
pub fn call(target: &Target<'_>, request: &ModelRequest, key: Option<&str>) -> WireRequest {
    match target.form {
        WireForm::ChatCompletions => chat::call(target, request, key),
        WireForm::Responses => responses::call(target, request, key),
        WireForm::Anthropic => anthropic::call(target, request, key),
        WireForm::Gemini => gemini::call(target, request, key),
    }
}

/// Reads the reply to [`call`], where it did not come piece by piece.
///
/// # Errors
/// A status other than 2xx, an error inside a 2xx, or a body that is no reply.
pub fn parse_reply(form: WireForm, status: u16, body: &str) -> Result<ModelReply, CallFailure> {
    if !(200..300).contains(&status) {
        return Err(classify(status, body));
    }
    let value: Value = serde_json::from_str(body).map_err(|error| broken(&format!("not JSON: {error}"), body))?;
    read_reply(form, &value, body)
}

/// Reads a reply that may be an error; `body` is shown where it can't be read.
pub(super) fn read_reply(form: WireForm, value: &Value, body: &str) -> Result<ModelReply, CallFailure> {
    if let Some(error) = error_in(value) {
        return Err(reported(error, body));
    }
    match form {
        WireForm::ChatCompletions => chat::read(value, body),
        WireForm::Responses => responses::read(value, body),
        WireForm::Anthropic => anthropic::read(value, body),
        WireForm::Gemini => gemini::read(value, body),
    }
}

/// The error that some endpoints send on HTTP 200, and all of them within a stream.
pub(super) fn error_in(value: &Value) -> Option<&Value> {
    let places = ["/error", "/0/error", "/choices/0/error"];
    let error = places.iter().find_map(|place| value.pointer(place).filter(|error| !error.is_null() && **error != ""));
    error.or_else(|| (value.get("type")? == "error").then_some(value))
}

/// The request for the list of models.
pub fn list_models(form: WireForm, base_url: &str, key: Option<&str>) -> WireRequest {
    match form {
        WireForm::ChatCompletions => chat::list_models(base_url, key),
        WireForm::Responses => responses::list_models(base_url, key),
        WireForm::Anthropic => anthropic::list_models(base_url, key),
        WireForm::Gemini => gemini::list_models(base_url, key),
    }
}

/// Reads the reply to [`list_models`]: sorted by name.
///
/// # Errors
/// A status other than 2xx, or a body that is no list.
pub fn parse_models(form: WireForm, status: u16, body: &str) -> Result<Vec<ListedModel>, CallFailure> {
    listing::parse_models(form, status, body)
}

#[cfg(test)]
mod tests;
