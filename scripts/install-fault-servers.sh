#!/usr/bin/env bash
# Installs two independent servers of the providers' wire forms, against which tests/journeys/fault_server.rs walks:
# llmock (Python) and aimock (Node). Does nothing where they are present.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/versions.sh
mkdir -p "$CQB_TOOLS"
exec 9>"$CQB_TOOLS/.lock-fault-servers" && flock 9 # two checkouts never install at once

wanted="llmock==$LLMOCK_VERSION uvicorn==$UVICORN_VERSION aimock@$AIMOCK_VERSION"
there="$CQB_TOOLS/fault-servers/versions"
[ "$(cat "$there" 2>/dev/null)" != "$wanted" ] || exit 0

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  echo "Python's venv is missing: install it (on Debian, python3-venv)." >&2
  exit 1
fi
echo "» installing the servers llmock and aimock (under a minute, once)"
rm -rf "$CQB_TOOLS/fault-servers"
python3 -m venv "$CQB_TOOLS/fault-servers"
"$CQB_TOOLS/fault-servers/bin/python" -m pip install --quiet --disable-pip-version-check \
  "llmock==$LLMOCK_VERSION" "uvicorn==$UVICORN_VERSION"
npm install --silent --no-fund --no-audit --no-save --prefix "$CQB_TOOLS/fault-servers" \
  "@copilotkit/aimock@$AIMOCK_VERSION"
echo "$wanted" >"$there"
