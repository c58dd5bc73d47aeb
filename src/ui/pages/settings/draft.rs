//! What is entered about a provider before it is saved.

use crate::domain::provider::{
    AGENT, CUSTOM, ModelSettings, Preset, ProviderConfig, ProviderKind, Remote, WireForm, is_address,
};

/// A provider as it is being entered.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The provider that is being changed; none for a new one.
    pub id: Option<String>,
    /// Name for people.
    pub label: String,
    /// Its key; empty where it stays as it is.
    pub key: String,
    /// Names of models, separated by commas or line ends.
    pub models: String,
    /// Everything else.
    pub remote: Remote,
    known: Vec<ModelSettings>,
}

impl Default for Draft {
    fn default() -> Self {
        Self::of_preset(CUSTOM)
    }
}

impl Draft {
    /// A new provider of a preset.
    pub fn of_preset(preset: &str) -> Self {
        Self {
            id: None,
            label: String::new(),
            key: String::new(),
            models: String::new(),
            remote: Remote::of(Preset::of(preset)),
            known: Vec::new(),
        }
    }

    /// An existing provider, to be changed.
    pub fn of(provider: &ProviderConfig) -> Self {
        let names: Vec<&str> = provider.models.iter().map(|model| model.name.as_str()).collect();
        Self {
            id: Some(provider.id.clone()),
            label: provider.label.clone(),
            key: String::new(),
            models: names.join(", "),
            remote: provider.remote().cloned().unwrap_or_default(),
            known: provider.models.clone(),
        }
    }

    /// Whether it is an agent of the user's, and no provider of models.
    pub fn is_agent(&self) -> bool {
        self.remote.preset == AGENT
    }

    /// What is missing, one sentence; `None` where it can be saved.
    pub fn problem(&self) -> Option<&'static str> {
        let is_custom = self.remote.preset == CUSTOM;
        if !is_address(self.remote.base_url.trim()) {
            return Some("The base URL starts with http:// or https://, such as http://127.0.0.1:8080/v1.");
        }
        // Other providers tell their models once they are saved with a key.
        (is_custom && self.model_names().is_empty()).then_some("Name at least one model.")
    }

    /// The form that the endpoint speaks, by its name among the choices.
    pub fn set_form(&mut self, form: &str) {
        if let Some(form) = WireForm::ALL.into_iter().find(|known| known.label() == form) {
            self.remote.form = form;
        }
    }

    /// The provider as entered. `taken` are the identifiers of the others.
    pub fn provider(&self, taken: &[String]) -> ProviderConfig {
        let mut remote = self.remote.clone();
        remote.base_url = remote.base_url.trim().to_owned();
        // Paths are put behind it, but for an agent's, which is called as it is: a slash more or less is another one.
        if !self.is_agent() {
            remote.base_url.truncate(remote.base_url.trim_end_matches('/').len());
        }
        let preset = Preset::of(&remote.preset);
        let label = match self.label.trim() {
            "" if preset.id == CUSTOM => remote.base_url.clone(),
            "" => preset.label.to_owned(),
            label => label.to_owned(),
        };
        let settings = |name: &&str| {
            let known = self.known.iter().find(|model| model.name == *name).cloned();
            known.unwrap_or_else(|| ModelSettings::named(*name))
        };
        ProviderConfig {
            id: self.id.clone().unwrap_or_else(|| identifier(&label, taken)),
            label,
            models: self.model_names().iter().map(settings).collect(),
            kind: if self.is_agent() { ProviderKind::Agent(remote) } else { ProviderKind::Remote(remote) },
        }
    }

    fn model_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.models.split([',', '\n']).map(str::trim).filter(|name| !name.is_empty()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// Letters and digits of the label, made unique.
fn identifier(label: &str, taken: &[String]) -> String {
    let plain: String = label.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let plain = plain.trim_matches('-').to_owned();
    let free = |id: &String| !taken.contains(id);
    if !plain.is_empty() && free(&plain) {
        return plain;
    }
    (2..).map(|n| format!("{plain}-{n}")).find(free).unwrap_or(plain)
}
