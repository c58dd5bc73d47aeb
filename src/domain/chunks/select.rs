//! Which chunks become tasks.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Chunk;
use crate::domain::task::{Category, Subtype};

/// How chunks are picked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelectionSpec {
    /// How many at most.
    pub count: usize,
    /// The least score. Pinned chunks are taken below it too.
    pub threshold: f64,
    /// How many of one file at most. Pinned chunks count, but are taken beyond it too.
    pub per_file: usize,
    /// Identifiers of chunks that are taken first.
    pub pinned: BTreeSet<String>,
    /// Identifiers of chunks that are never taken.
    pub excluded: BTreeSet<String>,
}

impl SelectionSpec {
    /// The benchmark's own rule: a score of 9 or more, at most two chunks per file.
    pub fn standard(count: usize) -> Self {
        Self { count, threshold: 9.0, per_file: 2, pinned: BTreeSet::new(), excluded: BTreeSet::new() }
    }
}

/// A chunk that is picked, and the kind of question it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelectedChunk {
    /// Place in the list of chunks given.
    pub index: usize,
    /// Category of the question.
    pub category: Category,
    /// Subtype of the question.
    pub subtype: Subtype,
}

/// Places of the chunks, best first. Equal scores come in the order of a hash, so that no folder is
/// favoured.
pub fn rank(chunks: &[Chunk]) -> Vec<usize> {
    let hashes: Vec<u64> = chunks.iter().map(Chunk::stable_hash).collect();
    let mut order: Vec<usize> = (0..chunks.len()).collect();
    order.sort_by(|&a, &b| {
        let (x, y) = (&chunks[a], &chunks[b]);
        let by_score = y.score.total_cmp(&x.score);
        by_score
            .then_with(|| hashes[a].cmp(&hashes[b]))
            .then_with(|| x.path.cmp(&y.path))
            .then_with(|| x.start_line.cmp(&y.start_line))
    });
    order
}

/// Picks chunks for tasks that can be answered from code: pinned ones first, then the best.
pub fn select(chunks: &[Chunk], spec: &SelectionSpec) -> Vec<SelectedChunk> {
    let order = rank(chunks);
    let allowed = |i: &usize| !spec.excluded.contains(&chunks[*i].id);
    let is_pinned = |i: &usize| spec.pinned.contains(&chunks[*i].id);
    let pinned = order.iter().copied().filter(allowed).filter(is_pinned).take(spec.count);
    let mut picked: Vec<usize> = pinned.collect();
    let mut used = BTreeMap::new();
    for &i in &picked {
        *used.entry(chunks[i].path.as_str()).or_insert(0) += 1;
    }
    let best = order
        .iter()
        .copied()
        .take_while(|&i| chunks[i].score >= spec.threshold)
        .filter(|i| allowed(i) && !is_pinned(i));
    fill(chunks, best, spec, &mut used, &mut picked);
    with_categories(picked)
}

/// Picks chunks for tasks that need the documentation: the best that aren't among `taken` (places in the
/// list), whatever their score unless the threshold says so. `per_file` counts these chunks only.
pub fn select_doc_dependent(chunks: &[Chunk], taken: &[SelectedChunk], spec: &SelectionSpec) -> Vec<SelectedChunk> {
    let taken: BTreeSet<usize> = taken.iter().map(|s| s.index).collect();
    let order = rank(chunks);
    let best = order
        .into_iter()
        .take_while(|&i| chunks[i].score >= spec.threshold)
        .filter(|i| !taken.contains(i) && !spec.excluded.contains(&chunks[*i].id));
    let mut picked = Vec::new();
    fill(chunks, best, spec, &mut BTreeMap::new(), &mut picked);
    with_categories(picked)
}

fn fill<'c>(
    chunks: &'c [Chunk],
    best: impl Iterator<Item = usize>,
    spec: &SelectionSpec,
    used: &mut BTreeMap<&'c str, usize>,
    picked: &mut Vec<usize>,
) {
    for i in best {
        if picked.len() >= spec.count {
            break;
        }
        let used = used.entry(chunks[i].path.as_str()).or_insert(0);
        if *used < spec.per_file {
            *used += 1;
            picked.push(i);
        }
    }
}

fn with_categories(picked: Vec<usize>) -> Vec<SelectedChunk> {
    let categorised = |(turn, index)| {
        let (category, subtype) = Category::of_turn(turn);
        SelectedChunk { index, category, subtype }
    };
    picked.into_iter().enumerate().map(categorised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::chunks::ChunkSource;

    fn chunks() -> Vec<Chunk> {
        let chunk =
            |path: &str, line, score| Chunk { score, ..Chunk::new(ChunkSource::Docstring, path, "h", line, "text") };
        vec![chunk("a", 1, 9.0), chunk("a", 2, 10.0), chunk("a", 3, 11.0), chunk("b", 1, 9.0), chunk("c", 1, 8.0)]
    }

    fn check(spec: &SelectionSpec, expected: &[usize]) {
        let picked: Vec<_> = select(&chunks(), spec).iter().map(|s| s.index).collect();
        assert_eq!(picked, expected, "{spec:?}");
    }

    #[test]
    fn best_first_two_per_file() {
        check(&SelectionSpec::standard(24), &[2, 1, 3]);
        check(&SelectionSpec::standard(2), &[2, 1]);
        check(&SelectionSpec { per_file: 1, threshold: 8.0, ..SelectionSpec::standard(24) }, &[2, 3, 4]);
    }

    #[test]
    fn pinned_and_excluded() {
        let ids = |places: &[usize]| places.iter().map(|i| chunks()[*i].id.clone()).collect();
        let spec = SelectionSpec { pinned: ids(&[4, 0]), excluded: ids(&[2]), ..SelectionSpec::standard(24) };
        check(&spec, &[0, 4, 1, 3]);
    }

    #[test]
    fn doc_dependent_chunks_are_others() {
        let chunks = chunks();
        let taken = select(&chunks, &SelectionSpec::standard(2));
        let spec = SelectionSpec { threshold: f64::NEG_INFINITY, ..SelectionSpec::standard(10) };
        let mut picked: Vec<_> = select_doc_dependent(&chunks, &taken, &spec).iter().map(|s| s.index).collect();
        picked.sort_unstable();
        assert_eq!(picked, [0, 3, 4]);
    }
}
