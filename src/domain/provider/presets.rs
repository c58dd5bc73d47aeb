//! Providers that are known by name: where they are, how they are spoken to, and what is to be done where a
//! browser may not talk to them.

use super::{CallIds, Dialect, ReasoningEcho, WireForm};

/// Identifier of the preset for everything that is not known by name.
pub const CUSTOM: &str = "custom";

/// Identifier of the preset for agents of the user's over HTTP.
pub const AGENT: &str = "agent";

/// A provider that is known by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Stable identifier.
    pub id: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// How it is spoken to.
    pub form: WireForm,
    /// Where it is; empty for the custom one.
    pub base_url: &'static str,
    /// Where its key comes from.
    pub key: KeySource,
    /// Whether it runs on the user's own machine, where tokens cost nothing.
    pub is_local: bool,
    /// What turns CORS on, or what to do where that is in nobody's hands: one sentence.
    pub cors_remedy: &'static str,
    /// The command that does so, with `{origin}` for the page's origin; empty where there is none.
    pub cors_command: &'static str,
    /// What its endpoint differs in.
    peculiarity: Peculiarity,
}

/// Where a key comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// From this page of the provider.
    Page(&'static str),
    /// From this page, or by signing in there: OAuth with PKCE.
    PageOrSignIn(&'static str),
    /// The server usually wants none.
    Optional,
}

#[derive(Clone, Copy, Debug)]
enum Peculiarity {
    None,
    NineLetterIds,
    EchoOnToolTurns,
    EchoAlways,
}

impl Preset {
    /// The preset with this identifier, else the custom one.
    pub fn of(id: &str) -> &'static Self {
        PRESETS.iter().find(|preset| preset.id == id).unwrap_or(&PRESETS[PRESETS.len() - 1])
    }

    /// The dialect that its endpoint speaks, as far as is known before the first call.
    pub fn dialect(&self) -> Dialect {
        match self.peculiarity {
            Peculiarity::None => Dialect::default(),
            Peculiarity::EchoOnToolTurns => Dialect { echo: ReasoningEcho::OnToolTurns, ..Dialect::default() },
            Peculiarity::EchoAlways => Dialect { echo: ReasoningEcho::OnAllTurns, ..Dialect::default() },
            Peculiarity::NineLetterIds => {
                Dialect { call_ids: CallIds::NineAlphanumerics, user_after_tools: false, ..Dialect::default() }
            }
        }
    }
}

const fn hosted(
    id: &'static str,
    label: &'static str,
    form: WireForm,
    base_url: &'static str,
    key_page: &'static str,
) -> Preset {
    Preset {
        id,
        label,
        form,
        base_url,
        key: KeySource::Page(key_page),
        is_local: false,
        cors_remedy: "This provider usually lets browsers in: check the base URL, and switch off extensions and \
                      company proxies that change requests; else use the model through OpenRouter or a gateway of \
                      your own that allows this page.",
        cors_command: "",
        peculiarity: Peculiarity::None,
    }
}

const fn local(
    id: &'static str,
    label: &'static str,
    base_url: &'static str,
    cors_remedy: &'static str,
    cors_command: &'static str,
) -> Preset {
    Preset {
        id,
        label,
        form: WireForm::ChatCompletions,
        base_url,
        key: KeySource::Optional,
        is_local: true,
        cors_remedy,
        cors_command,
        peculiarity: Peculiarity::None,
    }
}

/// Said of providers that do not let browsers in.
const NO_BROWSERS: &str = "This provider may not let browsers in at all: use its models through OpenRouter, or through a \
                           gateway of your own that sends Access-Control-Allow-Origin for this page.";

/// All presets, in the order in which they are offered; the custom one is last.
pub static PRESETS: [Preset; 14] = [
    hosted(
        "openai",
        "OpenAI",
        WireForm::Responses,
        "https://api.openai.com/v1",
        "https://platform.openai.com/api-keys",
    ),
    hosted(
        "anthropic",
        "Anthropic",
        WireForm::Anthropic,
        "https://api.anthropic.com",
        "https://platform.claude.com/settings/keys",
    ),
    hosted(
        "google",
        "Google",
        WireForm::Gemini,
        "https://generativelanguage.googleapis.com",
        "https://aistudio.google.com/apikey",
    ),
    Preset {
        cors_remedy: NO_BROWSERS,
        peculiarity: Peculiarity::EchoOnToolTurns,
        ..hosted(
            "deepseek",
            "DeepSeek",
            WireForm::ChatCompletions,
            "https://api.deepseek.com",
            "https://platform.deepseek.com/api_keys",
        )
    },
    Preset {
        cors_remedy: NO_BROWSERS,
        peculiarity: Peculiarity::EchoAlways,
        ..hosted(
            "moonshot",
            "Moonshot",
            WireForm::ChatCompletions,
            "https://api.moonshot.ai/v1",
            "https://platform.moonshot.ai/console/api-keys",
        )
    },
    Preset {
        key: KeySource::PageOrSignIn("https://openrouter.ai/settings/keys"),
        ..hosted(
            "openrouter",
            "OpenRouter",
            WireForm::ChatCompletions,
            "https://openrouter.ai/api/v1",
            "https://openrouter.ai/settings/keys",
        )
    },
    Preset {
        peculiarity: Peculiarity::NineLetterIds,
        ..hosted(
            "mistral",
            "Mistral",
            WireForm::ChatCompletions,
            "https://api.mistral.ai/v1",
            "https://console.mistral.ai/api-keys",
        )
    },
    hosted("xai", "xAI", WireForm::Responses, "https://api.x.ai/v1", "https://console.x.ai"),
    local(
        "ollama",
        "Ollama",
        "http://localhost:11434/v1",
        "Ollama lets only pages of this machine in: start it with this page's origin allowed.",
        "OLLAMA_ORIGINS={origin} ollama serve",
    ),
    local(
        "lmstudio",
        "LM Studio",
        "http://localhost:1234/v1",
        "LM Studio's server keeps CORS off: start it with CORS on (or tick Enable CORS in its Developer tab).",
        "lms server start --cors",
    ),
    local(
        "llamacpp",
        "llama.cpp",
        "http://localhost:8080/v1",
        "llama-server lets every page in: a proxy before it, or another server on this port, does not.",
        "llama-server -m MODEL.gguf --jinja --port 8080",
    ),
    local(
        "vllm",
        "vLLM",
        "http://localhost:8000/v1",
        "vLLM lets every page in unless it was started with other allowed origins: allow this one.",
        "vllm serve MODEL --allowed-origins '[\"{origin}\"]'",
    ),
    Preset {
        id: AGENT,
        label: "Agent over HTTP",
        form: WireForm::ChatCompletions,
        base_url: "http://localhost:8765/",
        key: KeySource::Optional,
        is_local: false,
        cors_remedy: "Your server must answer with Access-Control-Allow-Origin for this page, also to the OPTIONS request \
                      that goes before (allowed headers: authorization, content-type), as the example server does.",
        cors_command: "",
        peculiarity: Peculiarity::None,
    },
    Preset {
        id: CUSTOM,
        label: "Another endpoint",
        form: WireForm::ChatCompletions,
        base_url: "",
        key: KeySource::Optional,
        is_local: false,
        cors_remedy: "The server must answer with Access-Control-Allow-Origin for this page, also to the OPTIONS \
                      request that goes before (allowed headers: authorization, content-type).",
        cors_command: "",
        peculiarity: Peculiarity::None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_unique_and_unknown_ones_are_custom() {
        for preset in &PRESETS {
            assert_eq!(PRESETS.iter().filter(|other| other.id == preset.id).count(), 1, "{}", preset.id);
            assert_eq!(Preset::of(preset.id).label, preset.label);
        }
        assert_eq!(Preset::of("gone").id, CUSTOM);
    }

    #[test]
    fn local_servers_name_a_command() {
        for preset in PRESETS.iter().filter(|preset| preset.is_local) {
            assert!(!preset.cors_command.is_empty() && preset.base_url.starts_with("http://localhost:"));
        }
    }

    #[test]
    fn mistral_wants_identifiers_of_nine() {
        assert_eq!(Preset::of("mistral").dialect().call_ids, CallIds::NineAlphanumerics);
    }
}
