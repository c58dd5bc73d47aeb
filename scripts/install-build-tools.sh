#!/usr/bin/env bash
# Installs what `make build` needs beside Rust and Node: the wasm32 target, trunk, wasm-bindgen and
# wasm-opt, at the versions of versions.sh. Does nothing where they are present.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/versions.sh
mkdir -p "$CQB_TOOLS"
exec 9>"$CQB_TOOLS/.lock" && flock 9 # two checkouts never install at once

say() { printf '» %s\n' "$*"; }

if ! rustup target list --installed | grep -qx wasm32-unknown-unknown; then
  say "adding Rust's wasm32 target"
  rustup target add wasm32-unknown-unknown
fi

# Prints the version that a tool reports, or nothing.
version_of() { [ -x "$CQB_TOOLS/bin/$1" ] && "$CQB_TOOLS/bin/$1" --version 2>/dev/null | awk '{print $2}'; return 0; }

if [ "$(version_of wasm-bindgen)" != "$WASM_BINDGEN_VERSION" ]; then
  say "building wasm-bindgen $WASM_BINDGEN_VERSION (about five minutes, once)"
  # Without --locked: the published lock file names a crate version that has been withdrawn.
  CARGO_TARGET_DIR="$CQB_CACHE/target-tools" cargo install --quiet --force --root "$CQB_TOOLS" \
    wasm-bindgen-cli --version "=$WASM_BINDGEN_VERSION" --no-default-features
fi

if [ "$(version_of trunk)" != "$TRUNK_VERSION" ]; then
  say "building trunk $TRUNK_VERSION (about seven minutes, once)"
  # Its own release profile takes three times as long and gains nothing here.
  CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
    CARGO_TARGET_DIR="$CQB_CACHE/target-tools" cargo install --quiet --force --root "$CQB_TOOLS" \
    trunk --version "=$TRUNK_VERSION" --locked --no-default-features
fi
rm -rf "$CQB_CACHE/target-tools"

binaryen="$CQB_TOOLS/npm/node_modules/binaryen/package.json"
if ! grep -qs "\"version\": \"$BINARYEN_VERSION\"" "$binaryen"; then
  say "installing wasm-opt (binaryen $BINARYEN_VERSION)"
  npm install --silent --no-audit --no-fund --prefix "$CQB_TOOLS/npm" "binaryen@$BINARYEN_VERSION"
fi
