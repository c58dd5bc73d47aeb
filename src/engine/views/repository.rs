//! The repository page.

use crate::domain::chunks::{Chunk, rank};
use crate::domain::repository::Repository;
use crate::engine::protocol::{
    ChunkRow, ChunkView, FileRow, FileStatus, RemovedRow, RepositoryLists, RepositoryView, SelectionView,
    UnparseableRow,
};
use crate::engine::repository::OpenRepository;

/// Everything about a repository but its texts, and but the time that it took.
pub fn repository_view(open: &OpenRepository, engine_peak_bytes: Option<u64>) -> RepositoryView {
    let (repository, analysis) = (&open.repository, &open.analysis);
    let files: Vec<FileRow> = repository
        .files
        .iter()
        .map(|(path, raw)| FileRow { path: path.clone(), bytes: raw.len() as u64, status: file_status(open, path) })
        .collect();
    RepositoryView {
        name: repository.name.clone(),
        is_sample: open.is_sample,
        archive_sha256: repository.archive_sha256.clone(),
        bytes: files.iter().map(|file| file.bytes).sum(),
        py_files: analysis.py_files,
        tier: analysis.tier,
        strip_mode: analysis.mode,
        docstrings_removed: analysis.removed.docstrings() as usize,
        comments_removed: analysis.removed.comments() as usize,
        opened_in_ms: 0,
        engine_peak_bytes,
        selection: selection_view(open),
        lists: RepositoryLists {
            files,
            removed: analysis
                .doc_files_removed
                .iter()
                .map(|(path, reason)| RemovedRow { path: path.clone(), reason: reason.label().into() })
                .collect(),
            unparseable: analysis
                .unparseable
                .iter()
                .map(|(path, problem)| UnparseableRow {
                    path: path.clone(),
                    message: problem.message.clone(),
                    line: (problem.line > 0).then_some(problem.line),
                })
                .collect(),
            left_out: repository
                .left_out
                .iter()
                .map(|left| RemovedRow { path: left.path.clone(), reason: left.reason.to_string() })
                .collect(),
            chunks: rank(&analysis.chunks).into_iter().map(|at| chunk_row(&analysis.chunks[at])).collect(),
        },
    }
}

/// The files that were unpacked, before anything is known of them.
pub fn pending_files(repository: &Repository) -> Vec<FileRow> {
    let files = repository.files.iter();
    files
        .map(|(path, raw)| FileRow { path: path.clone(), bytes: raw.len() as u64, status: FileStatus::Pending })
        .collect()
}

/// What the code-only repository has of a file.
pub fn file_status(open: &OpenRepository, path: &str) -> FileStatus {
    let analysis = &open.analysis;
    if analysis.doc_files_removed.contains_key(path) {
        FileStatus::Removed
    } else if analysis.unparseable.contains_key(path) {
        FileStatus::Unparseable
    } else if analysis.python.get(path).is_some_and(|file| !file.removed.is_empty()) {
        FileStatus::Stripped
    } else {
        FileStatus::Kept
    }
}

/// One chunk in the list.
pub fn chunk_row(chunk: &Chunk) -> ChunkRow {
    ChunkRow {
        id: chunk.id.clone(),
        source: chunk.source,
        path: chunk.path.clone(),
        heading: chunk.heading.clone(),
        start_line: chunk.start_line,
        chars: chunk.chars,
        score: chunk.score,
        signals: chunk.signals.clone(),
    }
}

/// One chunk with its text.
pub fn chunk_view(chunk: &Chunk) -> ChunkView {
    ChunkView { row: chunk_row(chunk), content: chunk.content.to_string() }
}

/// Which chunks are selected.
pub fn selection_view(open: &OpenRepository) -> SelectionView {
    let chosen = open
        .selected()
        .into_iter()
        .map(|(set, chosen)| (open.analysis.chunks[chosen.index].id.clone(), set, chosen.category, chosen.subtype))
        .collect();
    SelectionView { spec: open.selection_spec(), chosen }
}
