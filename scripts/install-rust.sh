#!/usr/bin/env bash
# Installs the toolchain of rust-toolchain.toml with its wasm32 target, rustfmt and clippy, also where
# rustup's automatic installs are off. Does nothing where they are present.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v rustup >/dev/null || { echo "Rust is missing: install it with rustup (https://rustup.rs)" >&2; exit 1; }

if ! targets=$(rustup target list --installed 2>/dev/null); then
  channel=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
  echo "» installing Rust $channel"
  rustup toolchain install "$channel" --profile minimal
  targets=$(rustup target list --installed)
fi
if ! grep -qx wasm32-unknown-unknown <<<"$targets"; then
  echo "» adding Rust's wasm32 target"
  rustup target add wasm32-unknown-unknown
fi
components=$(rustup component list --installed)
for component in rustfmt clippy; do
  grep -q "^$component" <<<"$components" || { echo "» adding $component"; rustup component add "$component"; }
done
