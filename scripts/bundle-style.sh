#!/usr/bin/env bash
# Joins the style sheets, one per component, into the one file that the page loads. Trunk's pre-build hook.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/style
cat style/tokens.css style/base.css style/frame/*.css style/components/*.css style/pages/*.css > target/style/app.css.new
# Left alone where nothing changed, so that a watching build comes to rest.
cmp -s target/style/app.css.new target/style/app.css || cp target/style/app.css.new target/style/app.css
rm target/style/app.css.new
