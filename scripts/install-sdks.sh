#!/usr/bin/env bash
# Installs the providers' own Python SDKs, against whose types tests/wire_bodies.rs checks request bodies, into a
# virtual environment of their own. Does nothing where they are present.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/versions.sh
mkdir -p "$CQB_TOOLS"
exec 9>"$CQB_TOOLS/.lock-sdks" && flock 9 # two checkouts never install at once

wanted="openai==$OPENAI_SDK_VERSION anthropic==$ANTHROPIC_SDK_VERSION google-genai==$GOOGLE_GENAI_VERSION pydantic==$PYDANTIC_VERSION"
there="$CQB_TOOLS/wire/versions"
[ "$(cat "$there" 2>/dev/null)" != "$wanted" ] || exit 0

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  echo "Python's venv is missing: install it (on Debian, python3-venv)." >&2
  exit 1
fi
echo "» installing the SDKs of OpenAI, Anthropic and Google (about a minute, once)"
rm -rf "$CQB_TOOLS/wire"
python3 -m venv "$CQB_TOOLS/wire"
# shellcheck disable=SC2086 # one word each
"$CQB_TOOLS/wire/bin/python" -m pip install --quiet --disable-pip-version-check $wanted
echo "$wanted" >"$there"
