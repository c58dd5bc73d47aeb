#!/usr/bin/env bash
# Runs each fuzz target under libFuzzer for the given number of seconds. The compiler's own coverage pass is
# used, which the stable toolchain has; no sanitizer, since there is no unsafe code of ours to watch.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
targets=${2:-archive source}

cargo test --quiet --test fuzz write_corpus -- --ignored
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
# With a target named, build scripts and macros are built without the flags.
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="$coverage" cargo build --quiet --release --locked --manifest-path tests/fuzz/guided/Cargo.toml \
    --target-dir target/fuzz/build --target "$host"
for target in $targets; do
    mkdir -p "target/fuzz/found/$target" "target/fuzz/grown/$target"
    echo "» $target for $seconds seconds; what fails is left in target/fuzz/found/$target/"
    "target/fuzz/build/$host/release/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="target/fuzz/found/$target/" \
        "target/fuzz/grown/$target" "target/fuzz/corpus/$target" 2>"target/fuzz/$target.log" || failed=1
    grep -E "^stat::|SUMMARY|panicked|Test unit|ERROR" "target/fuzz/$target.log" || true
done
exit "${failed:-0}"
