#!/usr/bin/env bash
# Installs numpy and scipy, from which scripts/make_stats_expected.py makes what tests/stats.rs expects and beside which
# benches/stats.rs is timed, into a virtual environment of their own. Does nothing where they are present.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/versions.sh
mkdir -p "$CQB_TOOLS"
exec 9>"$CQB_TOOLS/.lock-numpy" && flock 9 # two checkouts never install at once

wanted="numpy==$NUMPY_VERSION scipy==$SCIPY_VERSION"
there="$CQB_TOOLS/numpy/versions"
[ "$(cat "$there" 2>/dev/null)" != "$wanted" ] || exit 0

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  echo "Python's venv is missing: install it (on Debian, python3-venv)." >&2
  exit 1
fi
echo "» installing numpy and scipy (about a minute, once)"
rm -rf "$CQB_TOOLS/numpy"
python3 -m venv "$CQB_TOOLS/numpy"
# shellcheck disable=SC2086 # one word each
"$CQB_TOOLS/numpy/bin/python" -m pip install --quiet --disable-pip-version-check $wanted
echo "$wanted" >"$there"
