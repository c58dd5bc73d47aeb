//! The engine worker: starts the engine behind the worker's message port and nothing else.

#[cfg(target_arch = "wasm32")]
fn main() {
    code_qa_bench::adapters::worker::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This is the engine worker of the browser app: build and serve it with `make serve`.");
}
