#!/usr/bin/env bash
# Packs the sample repository into the archive that the page opens; the same bytes from the same files.
# Trunk's pre-build hook.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/sample
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --exclude=__pycache__ -C public/sample -cf - greenhouse |
  gzip -n -9 > target/sample/greenhouse.tar.gz
