//! From an archive's bytes to the selected chunks, and a search through the code: Django's source
//! distribution, fetched by `scripts/fetch_sdists.py`.

#![allow(clippy::expect_used)] // a benchmark fails by panicking

#[path = "../tests/support/sdists.rs"]
mod sdists;

use std::hint::black_box;
use std::sync::Arc;

use code_qa_bench::domain::chunks::{SelectionSpec, select};
use code_qa_bench::domain::condition::Condition;
use code_qa_bench::domain::python::StripMode;
use code_qa_bench::domain::repository::{Analyser, Analysis, Limits, Repository, RepositoryView, Unpacker};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

const FILE: &str = "django-6.1.3.tar.gz";

fn archive() -> Vec<u8> {
    std::fs::read(sdists::sdist(FILE)).expect("the archive can be read")
}

fn unpack(bytes: Vec<u8>) -> Arc<Repository> {
    Arc::new(Unpacker::run(FILE, bytes, Limits::default()).expect("the archive unpacks"))
}

fn analyse(repository: &Arc<Repository>) -> Arc<Analysis> {
    Arc::new(Analyser::run(repository, StripMode::Standard))
}

fn load(criterion: &mut Criterion) {
    let bytes = archive();
    let repository = unpack(bytes.clone());
    let analysis = analyse(&repository);
    let spec = SelectionSpec::standard(analysis.tier);
    let mut group = criterion.benchmark_group("django");
    group.sample_size(20);
    group.bench_function("unpack", |b| b.iter_batched(|| bytes.clone(), unpack, BatchSize::LargeInput));
    group.bench_function("strip and chunk", |b| b.iter(|| analyse(black_box(&repository))));
    group.bench_function("select", |b| b.iter(|| select(black_box(&analysis.chunks), &spec)));
    group.bench_function("from bytes to selection", |b| {
        let all = |bytes| {
            let analysis = analyse(&unpack(bytes));
            select(&analysis.chunks, &SelectionSpec::standard(analysis.tier))
        };
        b.iter_batched(|| bytes.clone(), all, BatchSize::LargeInput);
    });
    group.finish();
}

fn search(criterion: &mut Criterion) {
    let repository = unpack(archive());
    let analysis = analyse(&repository);
    let mut group = criterion.benchmark_group("search_code");
    for (name, pattern) in [("word", "QuerySet"), ("pattern", r"def \w+_view\(")] {
        for condition in [Condition::CodeOnly, Condition::Documented] {
            let view = RepositoryView::new(repository.clone(), analysis.clone(), condition);
            group.bench_function(format!("{name}, {}", condition.id()), |b| {
                b.iter(|| view.search_code(black_box(pattern), None).expect("a valid pattern"));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, load, search);
criterion_main!(benches);
