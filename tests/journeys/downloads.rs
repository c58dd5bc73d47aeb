//! Files that the browser downloads.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::page::Page;

/// The folder into which this browser downloads; `name` tells journeys apart that run at the same time.
pub async fn downloads(page: &Page, name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("journey-downloads-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
    let parameters = json!({"behavior": "allow", "downloadPath": folder});
    page.browser.devtools("Browser.setDownloadBehavior", parameters).await.expect("downloads are allowed");
    folder
}

/// A file of this name, once it is there; it is taken out of the folder.
pub async fn downloaded(page: &Page, folder: &Path, name: &str) -> Vec<u8> {
    let path = folder.join(name);
    let look = async || std::fs::read(&path).ok().filter(|bytes| !bytes.is_empty());
    let bytes = page.until(format!("the download {name}"), Duration::from_secs(30), look).await;
    std::fs::remove_file(path).expect("it can be deleted, to make room for the next of this name");
    bytes
}
