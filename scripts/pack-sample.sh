#!/usr/bin/env bash
# Packs the sample repository as the archive that the site ships: the same bytes every time. Trunk's
# post-build hook; without TRUNK_STAGING_DIR it works on dist/.
set -euo pipefail
cd "$(dirname "$0")/.."
site="${TRUNK_STAGING_DIR:-dist}"
mkdir -p "$site/sample"
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rw,go=r,a+X --exclude=__pycache__ \
  -C public/sample -cf - greenhouse | gzip -n -9 > "$site/sample/greenhouse.tar.gz"
