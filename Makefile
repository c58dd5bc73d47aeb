# The commands of this project. `make` lists them. Each may be run again at any time: what is there stays.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Tools of the pinned versions come first on PATH.
TOOLS := source scripts/versions.sh

# Port of `make serve`.
PORT ?= 8080
# Arguments for the tests' own runner, such as T=published.
T ?=

# The files and folders of tests/ that hold tests, but for the journeys. `make quick` leaves out the slow ones, and
# runs the oracle on three small projects.
TESTS := $(notdir $(basename $(wildcard tests/*.rs)) $(patsubst %/main.rs,%,$(wildcard tests/*/main.rs)))
SLOW := oracle engine_faults inspect_ai hostile_memory hostile_sources strip_mutations strip_properties
EVERYDAY := $(filter-out journeys $(SLOW),$(TESTS))

# Everything that the site is made of. Folders count too, so that a deleted file is noticed.
SOURCES := $(shell find src style public -not -name '*.swp') Cargo.toml Cargo.lock Trunk.toml index.html \
	scripts/versions.sh scripts/bundle-style.sh scripts/hash-worker.sh scripts/pack-sample.sh

.NOTPARALLEL:
.PHONY: help serve build check quick test native journeys local-model bench bench-browser fuzz clean rust build-tools test-tools sdists sdks inspect

help: ## Lists these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

serve: build ## Builds the app and serves it on 127.0.0.1 (PORT=8080)
	@node scripts/serve.mjs dist $(PORT)

build: dist/index.html ## Builds the release site into dist/

dist/index.html: $(SOURCES) | build-tools
	@echo "» building the site into dist/ (about four minutes the first time)"
	@mkdir -p target && touch target/build-began
	@$(TOOLS); env -u NO_COLOR trunk build --release
	@touch -r target/build-began $@ # what was changed during the build is newer

check: rust ## Format, lints for host and wasm32, pinned versions
	@echo "» checking versions, format and lints"
	@scripts/check-versions.sh
	@cargo fmt --all --check
	@cargo clippy --quiet --all-targets --test journeys -- -D warnings
	@cargo clippy --quiet --lib --bins --target wasm32-unknown-unknown -- -D warnings

quick: rust sdists sdks ## The everyday native tests, in under two minutes (T=part of a name)
	@echo "» everyday tests, without $(SLOW)"
	@cargo test --quiet --lib $(addprefix --test ,$(EVERYDAY)) $(T)
	@cargo test --quiet --test oracle -- $(or $(T),pytest seaborn xarray)

native: sdks inspect
	@echo "» native tests"
	@cargo test --quiet $(T)

test: test-tools rust sdists sdks inspect check native build ## All tests, in Chromium too; installs what they need
	@$(MAKE) --no-print-directory journeys

journeys: build test-tools sdists ## The user's journeys in headless Chromium (T=part of a name)
	@echo "» journeys in Chromium on dist/"
	@RUST_BACKTRACE=0 cargo test --test journeys -- --test-threads=2 $(or $(T),--skip responsiveness)
	@# What is timed runs alone.
	@$(if $(T),,RUST_BACKTRACE=0 cargo test --test journeys -- --test-threads=1 responsiveness)

local-model: build test-tools ## A real model answers with tools, by hand (BASE_URL=http://127.0.0.1:8080/v1)
	@BASE_URL=$(or $(BASE_URL),http://127.0.0.1:8080/v1) cargo test --test journeys -- --ignored --nocapture local_model

bench: rust sdists ## Benchmarks of unpacking, stripping, selecting, searching and statistics
	@cargo bench --bench repository
	@cargo bench --bench search
	@scripts/install-numpy.sh
	@cargo bench --bench stats

bench-browser: build test-tools sdists ## Opening in Chromium beside native code and CPython (REFERENCE=folder)
	@cargo bench --bench browser

fuzz: rust ## Fuzzes archive reading and stripping, guided by coverage (SECONDS=60 for each)
	@scripts/fuzz.sh $(or $(SECONDS),60)

clean: ## Deletes what was built; installed tools and downloads stay
	rm -rf target dist

rust:
	@scripts/install-rust.sh

build-tools: rust
	@scripts/install-build-tools.sh

test-tools:
	@scripts/install-test-tools.sh
	@scripts/install-fault-servers.sh

sdks:
	@scripts/install-sdks.sh

inspect:
	@scripts/install-inspect.sh

sdists:
	@echo "» source distributions of ten projects"
	@python3 scripts/fetch_sdists.py
