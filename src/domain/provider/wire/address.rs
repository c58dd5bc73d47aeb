//! Addresses below what a user has entered.

/// The address of a call. `base_url` may have or lack a trailing slash, the version, and the path of a call
/// itself (one of `tails`); a query stays behind the path.
pub fn address(base_url: &str, version: Option<&str>, tails: &[&str], path: &str) -> String {
    let base = base_url.trim().split('#').next().unwrap_or_default();
    let (base, query) = base.split_once('?').unwrap_or((base, ""));
    let mut base = base.trim_end_matches('/');
    for tail in tails {
        base = base.strip_suffix(tail).unwrap_or(base).trim_end_matches('/');
    }
    let mut address = base.to_owned();
    if let Some(version) = version.filter(|_| !ends_with_version(base)) {
        address = format!("{address}/{version}");
    }
    address += path;
    if !query.is_empty() {
        address.push(if path.contains('?') { '&' } else { '?' });
        address += query;
    }
    address
}

/// `/v1`, `/v1beta` and the like.
fn ends_with_version(base: &str) -> bool {
    let last = base.rsplit('/').next().unwrap_or_default();
    last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// A model's name within a path. Slashes stay.
pub fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base_url: &str, version: Option<&str>, expected: &str) {
        assert_eq!(address(base_url, version, &["/messages", "/models"], "/messages"), expected);
    }

    #[test]
    fn addresses() {
        check("http://h:1/v1", None, "http://h:1/v1/messages");
        check(" http://h:1/v1// ", None, "http://h:1/v1/messages");
        check("https://a.com", Some("v1"), "https://a.com/v1/messages");
        check("https://a.com/", Some("v1"), "https://a.com/v1/messages");
        check("https://a.com/v1/", Some("v1"), "https://a.com/v1/messages");
        check("https://a.com/v1/messages/", Some("v1"), "https://a.com/v1/messages");
        check("https://a.com/v1/models", Some("v1"), "https://a.com/v1/messages");
        check("https://a.com/proxy/anthropic", Some("v1"), "https://a.com/proxy/anthropic/v1/messages");
        check("https://a.com/v1beta", Some("v1"), "https://a.com/v1beta/messages");
        check("https://a.com/vault", Some("v1"), "https://a.com/vault/v1/messages");
        check("https://a.com/v1?api-version=3#x", Some("v1"), "https://a.com/v1/messages?api-version=3");
    }

    #[test]
    fn names_in_paths() {
        assert_eq!(escaped("gemini-2.5-pro"), "gemini-2.5-pro");
        assert_eq!(escaped("a b?c#d/é"), "a%20b%3Fc%23d/%C3%A9");
    }
}
