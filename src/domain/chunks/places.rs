//! Places for tasks: one for each chunk that is wanted, with the kind of question that keeps categories balanced. Where
//! a chunk gives no task, or its task is rejected, the next chunk takes the place.

use std::collections::{BTreeMap, BTreeSet};

use super::{Chunk, SelectedChunk, SelectionSpec, rank};
use crate::domain::task::{Category, Review, Subtype, Task, TaskSet};

/// Chunks that are tried for one place beyond the first, so that a generator that fails at everything doesn't go
/// through the whole repository.
const MOST_REPLACEMENTS: u32 = 3;

/// A place that wants a task, and the chunk that is to give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Set of the task.
    pub set: TaskSet,
    /// Category of its question.
    pub category: Category,
    /// Subtype of its question.
    pub subtype: Subtype,
    /// Place of the chunk in the list of all chunks.
    pub chunk: usize,
    /// Chunks that were tried for it before.
    replaced: u32,
}

impl Place {
    /// The place of a task that there is already.
    pub fn of_task(set: TaskSet, category: Category, subtype: Subtype, chunk: usize) -> Self {
        Self { set, category, subtype, chunk, replaced: 0 }
    }

    /// Whether the task is of the kind that is wanted here.
    fn is_of(&self, task: &Task) -> bool {
        (self.set, self.category, Some(self.subtype)) == (task.set, task.category, task.subtype)
    }
}

/// What decides which chunks may take a place.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a> {
    /// All chunks.
    pub chunks: &'a [Chunk],
    /// The rules of selection: excluded chunks never take a place.
    pub spec: &'a SelectionSpec,
    /// The tasks that there are, by identifier.
    pub tasks: &'a BTreeMap<String, Task>,
    /// Identifiers of tasks whose chunks gave none.
    pub given_up: &'a BTreeSet<String>,
}

/// Chunks that are in no place yet.
#[derive(Clone, Debug)]
pub struct Spares<'a> {
    of: Candidates<'a>,
    /// Places of the chunks, best first.
    left: Vec<usize>,
    /// Chunks of each file that are in places of a set.
    used: BTreeMap<(TaskSet, &'a str), usize>,
}

impl<'a> Candidates<'a> {
    /// The places among `wanted` that have no task of their kind yet, in order, each with its chunk; how many have no
    /// chunk left; and the chunks that may take the places of those that give none.
    pub fn places(self, wanted: &[(TaskSet, SelectedChunk)]) -> (Vec<Place>, usize, Spares<'a>) {
        let mut spares = Spares::new(self, wanted);
        let mut open: Vec<(Place, bool)> = Vec::new();
        let mut others: BTreeMap<&str, &Task> =
            self.tasks.iter().filter(|(_, task)| is_live(task)).map(|(id, task)| (id.as_str(), task)).collect();
        for &(set, SelectedChunk { index: chunk, category, subtype }) in wanted {
            let place = Place { set, category, subtype, chunk, replaced: 0 };
            let id = set.task_id(&self.chunks[chunk].id);
            let has_chunk = !self.was_tried(chunk);
            let is_taken = others.get(id.as_str()).is_some_and(|task| place.is_of(task));
            if has_chunk || is_taken {
                spares.count(set, chunk);
            }
            if is_taken {
                others.remove(id.as_str());
            } else {
                open.push((place, has_chunk));
            }
        }
        // Tasks of chunks that took the place of others before; places whose own chunk gave nothing go first.
        for task in others.into_values() {
            let at = open.iter().position(|(place, has_chunk)| !has_chunk && place.is_of(task));
            if let Some(at) = at.or_else(|| open.iter().position(|(place, _)| place.is_of(task))) {
                open.remove(at);
            }
        }
        let mut places = Vec::with_capacity(open.len());
        let mut without = 0;
        for (place, has_chunk) in open {
            match if has_chunk { Some(place.chunk) } else { spares.take(place.set) } {
                Some(chunk) => places.push(Place { chunk, ..place }),
                None => without += 1,
            }
        }
        (places, without, spares)
    }

    /// Whether a task was made of the chunk, for either set, or it was given up.
    fn was_tried(self, chunk: usize) -> bool {
        let ids = TaskSet::ALL.map(|set| set.task_id(&self.chunks[chunk].id));
        ids.iter().any(|id| self.tasks.contains_key(id) || self.given_up.contains(id))
    }
}

impl<'a> Spares<'a> {
    fn new(of: Candidates<'a>, wanted: &[(TaskSet, SelectedChunk)]) -> Self {
        let wanted: BTreeSet<usize> = wanted.iter().map(|(_, chosen)| chosen.index).collect();
        let is_spare = |chunk: &usize| {
            !wanted.contains(chunk) && !of.spec.excluded.contains(&of.chunks[*chunk].id) && !of.was_tried(*chunk)
        };
        Self { of, left: rank(of.chunks).into_iter().filter(is_spare).collect(), used: BTreeMap::new() }
    }

    /// The place with the next chunk, after its own gave no task; none where no chunk is left or enough were tried.
    pub fn replace(&mut self, place: Place) -> Option<Place> {
        if let Some(used) = self.used.get_mut(&(place.set, self.of.chunks[place.chunk].path.as_str())) {
            *used = used.saturating_sub(1);
        }
        if place.replaced >= MOST_REPLACEMENTS {
            return None;
        }
        let chunk = self.take(place.set)?;
        Some(Place { chunk, replaced: place.replaced + 1, ..place })
    }

    fn take(&mut self, set: TaskSet) -> Option<usize> {
        let Candidates { chunks, spec, .. } = self.of;
        let fits = |chunk: &usize| {
            let used = self.used.get(&(set, chunks[*chunk].path.as_str())).copied().unwrap_or_default();
            used < spec.per_file && (set == TaskSet::DocDependent || chunks[*chunk].score >= spec.threshold)
        };
        let chunk = self.left.remove(self.left.iter().position(fits)?);
        self.count(set, chunk);
        Some(chunk)
    }

    fn count(&mut self, set: TaskSet, chunk: usize) {
        *self.used.entry((set, self.of.chunks[chunk].path.as_str())).or_insert(0) += 1;
    }
}

fn is_live(task: &Task) -> bool {
    task.review != Review::Rejected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::chunks::{ChunkSource, select};
    use crate::domain::files::sample_task;

    const SET: TaskSet = TaskSet::CodeDerivable;

    /// Chunks of files `a` to `h`, each with a lower score than the one before.
    fn chunks() -> Vec<Chunk> {
        let chunk = |at: usize| {
            let path = char::from(b'a' + at as u8).to_string();
            Chunk { score: 16.0 - at as f64, ..Chunk::new(ChunkSource::Docstring, &path, "h", 1, "text") }
        };
        (0..8).map(chunk).collect() // scores 16 to 9
    }

    fn task(chunk: &Chunk, turn: usize, review: Review) -> (String, Task) {
        let (category, subtype) = Category::of_turn(turn);
        let id = SET.task_id(&chunk.id);
        let task = Task { id: id.clone(), set: SET, category, subtype: Some(subtype), review, ..sample_task("t") };
        (id, task)
    }

    /// Kind and file of the open places, where the best four chunks are wanted; and how many have no chunk.
    fn check(tasks: &[(usize, usize, Review)], given_up: &[usize], expected: &str) {
        let chunks = chunks();
        let spec = SelectionSpec::standard(4);
        let selected: Vec<_> = select(&chunks, &spec).into_iter().map(|chosen| (SET, chosen)).collect();
        let tasks = tasks.iter().map(|(at, turn, review)| task(&chunks[*at], *turn, review.clone())).collect();
        let given_up = given_up.iter().map(|at| SET.task_id(&chunks[*at].id)).collect();
        let of = Candidates { chunks: &chunks, spec: &spec, tasks: &tasks, given_up: &given_up };
        let (places, without, _) = of.places(&selected);
        let names: Vec<String> =
            places.iter().map(|p| format!("{}:{}", p.category.id(), chunks[p.chunk].path)).collect();
        assert_eq!(format!("{} -{without}", names.join(" ")), expected);
    }

    #[test]
    fn the_next_chunk_takes_the_place_with_its_kind() {
        use Review::{Accepted, Rejected, Unreviewed};
        check(&[], &[], "what:a why:b where:c how:d -0");
        check(&[(0, 0, Unreviewed), (2, 2, Accepted)], &[], "why:b how:d -0");
        check(&[(0, 0, Rejected)], &[2], "what:e why:b where:f how:d -0");
        // `e` took the place of `a` before: its task counts.
        check(&[(0, 0, Rejected), (4, 0, Unreviewed)], &[2], "why:b where:f how:d -0");
        check(&[], &[0, 1, 2, 4, 5, 6], "what:h how:d -2");
        // `b` took the place of `a`: its own is open for another.
        check(&[(1, 0, Unreviewed)], &[0], "why:e where:c how:d -0");
    }

    #[test]
    fn replacing_ends() {
        let chunks = chunks();
        let spec = SelectionSpec { threshold: 10.0, ..SelectionSpec::standard(1) };
        let selected = [(SET, select(&chunks, &spec)[0])];
        let (tasks, given_up) = (BTreeMap::new(), BTreeSet::new());
        let of = Candidates { chunks: &chunks, spec: &spec, tasks: &tasks, given_up: &given_up };
        let (places, _, mut spares) = of.places(&selected);
        let mut place = places[0];
        let mut tried = vec![place.chunk];
        while let Some(next) = spares.replace(place) {
            assert_eq!((next.category, next.subtype), (place.category, place.subtype));
            place = next;
            tried.push(place.chunk);
        }
        assert_eq!(tried, [0, 1, 2, 3], "three more at most");
        let mut others = 0;
        while spares.replace(places[0]).is_some() {
            others += 1;
        }
        assert_eq!(others, 3, "none below the threshold");
    }

    #[test]
    fn a_file_has_two_chunks_at_most() {
        let chunk = |line, score| Chunk { score, ..Chunk::new(ChunkSource::Docstring, "a", "h", line, "text") };
        let chunks = vec![chunk(1, 12.0), chunk(2, 11.0), chunk(3, 10.0)];
        let spec = SelectionSpec::standard(24);
        let selected: Vec<_> = select(&chunks, &spec).into_iter().map(|chosen| (SET, chosen)).collect();
        let (tasks, given_up) = (BTreeMap::new(), BTreeSet::new());
        let of = Candidates { chunks: &chunks, spec: &spec, tasks: &tasks, given_up: &given_up };
        let (places, _, mut spares) = of.places(&selected);
        assert_eq!(places.len(), 2);
        assert_eq!(spares.take(SET), None, "the file has its two");
        assert_eq!(spares.replace(places[1]).map(|place| place.chunk), Some(2), "one of them gave none");
    }
}
