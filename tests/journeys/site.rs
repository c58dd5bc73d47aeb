//! The built site on a free port, as a static host with a fall-back to index.html would serve it.

use std::path::{Path, PathBuf};

use axum::Router;
use tokio::net::TcpListener;
use tower_http::services::{ServeDir, ServeFile};

/// The address of a server of `dist/`, which lives as long as the test's runtime.
pub async fn serve() -> String {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
    let index: PathBuf = dist.join("index.html");
    assert!(index.is_file(), "{} is missing: build the site with `make build`", index.display());
    listen(Router::new().fallback_service(ServeDir::new(dist).fallback(ServeFile::new(index)))).await
}

/// Serves a router on a free port of this machine; gives its address, without a slash at the end.
pub async fn listen(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("the port's address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}
