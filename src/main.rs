//! The page: mounts the app and nothing else.

#[cfg(target_arch = "wasm32")]
fn main() {
    code_qa_bench::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This is the browser app: build and serve it with `make serve`.");
}
