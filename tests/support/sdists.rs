//! The source distributions that `scripts/fetch_sdists.py` keeps in the cache.

use std::path::PathBuf;

/// The path of a source distribution; fails with a word on how to fetch it where it is missing.
pub fn sdist(file: &str) -> PathBuf {
    let cache = std::env::var_os("CQB_CACHE").filter(|cache| !cache.is_empty()).map(PathBuf::from);
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/code-qa-bench");
    let path = cache.unwrap_or_else(home).join("sdists").join(file);
    assert!(path.is_file(), "{} is missing: fetch it with `python3 scripts/fetch_sdists.py`", path.display());
    path
}
