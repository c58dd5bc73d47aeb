//! The second parser's worker: answers what an independent parser says of stripped sources, and nothing else.

#[cfg(target_arch = "wasm32")]
fn main() {
    code_qa_bench::adapters::second_parser::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This is a worker of the browser app: build and serve it with `make serve`.");
}
