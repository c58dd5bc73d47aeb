#!/usr/bin/env bash
# Fails where a version stands in two places and the two differ.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/versions.sh

in_lock=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[",]/, ""); print $3 }' Cargo.lock)
in_trunk() { sed -n "s/^$1 = \"\\(.*\\)\"/\\1/p" Trunk.toml; }
status=0
same() {
  [ "$2" = "$4" ] || { echo "$1 says $2, $3 says $4" >&2; status=1; }
}
same "scripts/versions.sh" "wasm-bindgen $WASM_BINDGEN_VERSION" "Cargo.lock" "wasm-bindgen $in_lock"
same "scripts/versions.sh" "wasm-bindgen $WASM_BINDGEN_VERSION" "Trunk.toml" "wasm-bindgen $(in_trunk wasm_bindgen)"
same "scripts/versions.sh" "binaryen ${BINARYEN_VERSION%%.*}" "Trunk.toml" "binaryen $(in_trunk wasm_opt | sed 's/^version_//')"
requirements=src/domain/files/inspect_ai/project/requirements.txt
same "scripts/versions.sh" "inspect_ai==$INSPECT_AI_VERSION" "$requirements" "$(cat $requirements)"
exit $status
