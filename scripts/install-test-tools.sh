#!/usr/bin/env bash
# Installs what `make test` needs beside the build's tools: Chromium with its driver and parts of Python, from Debian.
# Does nothing where they are present.
set -euo pipefail

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v chromedriver >/dev/null || missing+=(chromium-driver)
python3 -c 'import pip' 2>/dev/null || missing+=(python3-pip)
python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "Missing: ${missing[*]}. This machine has no apt-get: install chromium, chromedriver, and python3 with pip and venv by hand." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null && sudo -n true 2>/dev/null && as_root=(sudo) || {
    echo "Missing: ${missing[*]}. Install them as root: apt-get install ${missing[*]}" >&2
    exit 1
  }
fi
echo "» installing ${missing[*]} (about a minute, once)"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
