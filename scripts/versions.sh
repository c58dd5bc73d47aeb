# Pinned versions of everything that the scripts install. Sourced, never run.
# wasm-bindgen must equal the version in Cargo.lock; `make check` compares the two.
export WASM_BINDGEN_VERSION=0.2.130
export TRUNK_VERSION=0.21.14
export BINARYEN_VERSION=132.0.0
# Request bodies are checked against these SDKs' types; pydantic reads those of google-genai.
export OPENAI_SDK_VERSION=3.57.0
export ANTHROPIC_SDK_VERSION=2.14.0
export GOOGLE_GENAI_VERSION=3.6.1
export PYDANTIC_VERSION=2.14.4
# Of the projects for inspect_ai, whose requirements.txt names it too: `make check` compares the two.
export INSPECT_AI_VERSION=0.3.285
# Statistics are checked against these two.
export NUMPY_VERSION=2.4.6
export SCIPY_VERSION=1.17.1
export LLMOCK_VERSION=0.2.2
export UVICORN_VERSION=0.54.0
export AIMOCK_VERSION=1.43.0

# Tools, source distributions and other downloads live outside the checkout, so that clones share them.
export CQB_CACHE="${CQB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/code-qa-bench}"
export CQB_TOOLS="$CQB_CACHE/tools"
export PATH="$CQB_TOOLS/bin:$CQB_TOOLS/npm/node_modules/.bin:$PATH"
