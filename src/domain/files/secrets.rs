//! A check that keys are nowhere in what is about to leave the browser.

use memchr::memmem;
use thiserror::Error;

/// A secret was found. Which one is told by its place in the list: its text is in no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("A key is in the file, in line {line}: the file was not made. A provider or an agent has repeated the key.")]
pub struct SecretFound {
    /// Which of the secrets, from 0.
    pub secret: usize,
    /// The line, from 1.
    pub line: u32,
}

/// Checks that none of the secrets is in a file, as it is or as JSON writes it. Empty ones are nowhere.
///
/// # Errors
/// The first [`SecretFound`].
pub fn forbids_secrets(bytes: &[u8], secrets: &[&str]) -> Result<(), SecretFound> {
    for (secret, text) in secrets.iter().enumerate().map(|(secret, text)| (secret, text.trim())) {
        if text.is_empty() {
            continue;
        }
        let quoted = serde_json::Value::from(text).to_string();
        // Twice quoted where JSON is within JSON, such as the arguments of a tool call.
        let twice = serde_json::Value::from(quoted.as_str()).to_string();
        let forms = [text, quoted.trim_matches('"'), twice.trim_matches(['"', '\\'])];
        if let Some(at) = forms.iter().find_map(|form| memmem::find(bytes, form.as_bytes())) {
            let before = memchr::memchr_iter(b'\n', &bytes[..at]).count();
            return Err(SecretFound { secret, line: u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1) });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, secrets: &[&str], expected: Option<(usize, u32)>) {
        let got = forbids_secrets(text.as_bytes(), secrets).err().map(|found| (found.secret, found.line));
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn secrets_are_found_in_every_form() {
        check("a\nkey sk-1 b", &["", " ", "sk-0", "sk-1"], Some((3, 2)));
        check("a\nkey sk-1 b", &["", " ", "sk-0"], None);
        let secret = "s\"k\\1é";
        let once = serde_json::json!({"a": secret}).to_string();
        let twice = serde_json::json!({"arguments": once}).to_string();
        check(&once, &[secret], Some((0, 1)));
        check(&twice, &[secret], Some((0, 1)));
        check("", &[secret], None);
    }
}
