#!/usr/bin/env bash
# Installs inspect_ai, which evaluates the projects that tests/inspect_ai exports, into a virtual environment of its
# own. Does nothing where it is present.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/versions.sh
mkdir -p "$CQB_TOOLS"
exec 9>"$CQB_TOOLS/.lock-inspect" && flock 9 # two checkouts never install at once

wanted="inspect_ai==$INSPECT_AI_VERSION"
there="$CQB_TOOLS/inspect/versions"
[ "$(cat "$there" 2>/dev/null)" != "$wanted" ] || exit 0

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  echo "Python's venv is missing: install it (on Debian, python3-venv)." >&2
  exit 1
fi
echo "» installing inspect_ai (about a minute, once)"
rm -rf "$CQB_TOOLS/inspect"
python3 -m venv "$CQB_TOOLS/inspect"
"$CQB_TOOLS/inspect/bin/python" -m pip install --quiet --disable-pip-version-check "$wanted"
echo "$wanted" >"$there"
