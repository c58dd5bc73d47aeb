#!/usr/bin/env bash
# Writes a hash of the worker's files into the page, which asks for that version: a new page never meets a
# stale worker. Trunk's post-build hook; without TRUNK_STAGING_DIR it works on dist/.
set -euo pipefail
cd "${TRUNK_STAGING_DIR:-$(dirname "$0")/../dist}"
hash=$(cat worker.js worker_bg.wasm worker-boot.js helper-boot.js second-parser.js second-parser_bg.wasm second-parser-boot.js | sha256sum | cut -c1-16)
sed -i "s|<meta name=\"worker-version\" content=\"[^\"]*\"|<meta name=\"worker-version\" content=\"$hash\"|" index.html
grep -q "worker-version\" content=\"$hash\"" index.html || { echo "index.html has no <meta name=\"worker-version\">" >&2; exit 1; }
