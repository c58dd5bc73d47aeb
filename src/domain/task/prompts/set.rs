//! The texts that are in force, and those that the user has changed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::template::{Template, fill};
use super::{Prompt, PromptStage, template, templates};

/// Version of the stored form of [`PromptEdits`].
pub const PROMPTS_VERSION: u32 = 1;

/// The hash that earlier builds gave to the very words that are the defaults now.
const FORMER_SHA256: &str = "3d1aeec90db7aec458fb411362b146d54c187362edf07f1da0b67b587f2f46b9";

/// All texts as they are in force, by identifier of their templates: what a run keeps for as long as it lives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PromptSet(BTreeMap<String, String>);

impl Default for PromptSet {
    /// As they are unless the user changes them.
    fn default() -> Self {
        Self(templates().map(|template| (template.id.to_owned(), template.default_text().to_owned())).collect())
    }
}

impl PromptSet {
    /// No texts: of a record that has kept their hash alone.
    pub fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// The set that has this hash: this one, or the defaults. None where the texts are not known any more.
    pub fn known_as(&self, sha256: &str) -> Option<Self> {
        if self.sha256() == sha256 {
            return Some(self.clone());
        }
        let standard = Self::default();
        (sha256 == FORMER_SHA256 || standard.sha256() == sha256).then_some(standard)
    }

    /// The text in the place of a template; the default where it has none.
    pub fn text<'a>(&'a self, template: &'a Template) -> &'a str {
        self.0.get(template.id).map_or(template.default_text(), String::as_str)
    }

    /// The templates whose texts are not the defaults.
    pub fn changed(&self) -> impl Iterator<Item = &'static Template> {
        templates().filter(|template| self.text(template) != template.default_text())
    }

    /// SHA-256, in hexadecimal, over all texts with their identifiers: two runs with equal hashes asked with equal
    /// words.
    pub fn sha256(&self) -> String {
        let mut hasher = Sha256::new();
        for part in self.0.iter().flat_map(|(id, text)| [id, text]) {
            hasher.update(part.as_bytes());
            hasher.update([0]);
        }
        hex(&hasher.finalize())
    }

    /// Two texts of this set with their gaps filled, as far as they are placeholders of theirs.
    pub(super) fn fill(&self, system: &Template, user: &Template, values: &[(&str, &str)]) -> Prompt {
        let filled = |template: &Template| {
            let is_of = |name: &str| template.placeholders.iter().any(|known| known.name == name);
            let values: Vec<(&str, &str)> = values.iter().copied().filter(|(name, _)| is_of(name)).collect();
            fill(self.text(template), &values)
        };
        Prompt { system: filled(system), user: filled(user) }
    }
}

/// SHA-256 of one text, in hexadecimal.
pub fn text_sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The texts that the user has changed. What isn't in it is as the defaults are, also where these change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptEdits {
    /// [`PROMPTS_VERSION`].
    pub version: u32,
    texts: BTreeMap<String, String>,
}

impl Default for PromptEdits {
    fn default() -> Self {
        Self { version: PROMPTS_VERSION, texts: BTreeMap::new() }
    }
}

impl PromptEdits {
    /// The text that the user has put in the place of a template.
    pub fn text(&self, template: &Template) -> Option<&str> {
        self.texts.get(template.id).map(String::as_str)
    }

    /// Puts a text in the place of a template; the default's takes it out. Line ends become those of the defaults.
    pub fn set(&mut self, template: &Template, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text == template.default_text() {
            self.texts.remove(template.id);
        } else {
            self.texts.insert(template.id.to_owned(), text);
        }
    }

    /// Goes back to a template's own text.
    pub fn reset(&mut self, template: &Template) {
        self.texts.remove(template.id);
    }

    /// Templates of these stages whose texts differ from the defaults.
    pub fn changed(&self, stages: &[PromptStage]) -> usize {
        let is_changed = |template: &&Template| self.text(template).is_some_and(|text| text != template.default_text());
        templates().filter(|template| stages.contains(&template.stage)).filter(is_changed).count()
    }

    /// All texts as they are in force. One that can't be used is passed over, and so is one without a template.
    pub fn in_force(&self) -> PromptSet {
        let mut set = PromptSet::default();
        set.0.extend(self.usable().texts);
        set
    }

    /// Edits that can't be used, or have no template in this build: identifier, and why.
    pub fn unusable(&self) -> Vec<(String, String)> {
        let why = |(id, text): (&String, &String)| {
            let problem = match template(id) {
                None => "there is no prompt of this name".to_owned(),
                Some(template) => template.check(text).into_iter().find(|problem| problem.is_fatal())?.to_string(),
            };
            Some((id.clone(), problem))
        };
        self.texts.iter().filter_map(why).collect()
    }

    /// The edits that can be used.
    pub fn usable(&self) -> Self {
        let mut usable = Self::default();
        for (id, text) in &self.texts {
            if let Some(template) = template(id).filter(|template| template.is_usable(text)) {
                usable.set(template, text);
            }
        }
        usable
    }
}
