//! What to make of a chunk.

use super::job::Job;
use crate::domain::chunks::{Chunk, Place};
use crate::domain::task::generation::{Generation, GenerationSpec};
use crate::domain::task::{ChunkOrigin, ChunkText};
use crate::engine::protocol::DroppedRow;
use crate::engine::repository::OpenRepository;

/// What to make at a place.
pub(super) fn spec(open: &OpenRepository, job: &Job, place: &Place) -> GenerationSpec {
    let chunk = &open.analysis.chunks[place.chunk];
    GenerationSpec {
        repository: open.repository.name.clone(),
        archive_sha256: open.repository.archive_sha256.clone(),
        set: place.set,
        category: place.category,
        subtype: place.subtype,
        origin: origin(chunk),
        chunk: ChunkText {
            source: chunk.source.id().into(),
            path: chunk.path.clone(),
            heading: chunk.heading.clone(),
            content: chunk.content.to_string(),
        },
        model: job.request.model.clone(),
        limits: job.request.limits,
        prompts: job.prompts.clone(),
    }
}

fn origin(chunk: &Chunk) -> ChunkOrigin {
    ChunkOrigin {
        id: chunk.id.clone(),
        source: chunk.source.id().into(),
        path: chunk.path.clone(),
        heading: chunk.heading.clone(),
        start_line: chunk.start_line,
        score: chunk.score,
    }
}

/// The chunk's name for people.
pub(super) fn label(chunk: &ChunkText) -> String {
    if chunk.heading.is_empty() { chunk.path.clone() } else { format!("{} · {}", chunk.path, chunk.heading) }
}

/// A chunk that gave no task, for the list.
pub(in crate::engine) fn dropped_row(generation: &Generation) -> Option<DroppedRow> {
    let spec = generation.spec();
    let dropped = generation.dropped()?.clone();
    Some(DroppedRow {
        chunk: label(&spec.chunk),
        set: spec.set,
        category: spec.category,
        subtype: spec.subtype,
        dropped,
    })
}
