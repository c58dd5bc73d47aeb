//! The deterministic half of the benchmark as one JSON document, in the form that the independent
//! reference prints, so that the two can be compared.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::folder::hex;
use super::{Analysis, Repository};
use crate::domain::chunks::{Chunk, SelectionSpec, select};

/// The report on a repository: what is removed, every stripped source, every chunk, the selection.
pub fn report(repository: &Repository, analysis: &Analysis) -> Value {
    let unparseable: Map<String, Value> =
        analysis.unparseable.iter().map(|(path, problem)| (path.clone(), problem.to_string().into())).collect();
    let stripped: Map<String, Value> = analysis
        .python
        .iter()
        .filter(|(path, _)| !analysis.doc_files_removed.contains_key(*path))
        .filter_map(|(path, file)| Some((path.clone(), sha256(file.stripped.as_ref().ok()?).into())))
        .collect();
    let selected: Vec<Value> = select(&analysis.chunks, &SelectionSpec::standard(analysis.tier))
        .iter()
        .map(|selected| {
            let chunk = &analysis.chunks[selected.index];
            json!({
                "source": chunk.source.id(),
                "path": chunk.path,
                "heading": chunk.heading,
                "start_line": chunk.start_line,
                "score": score_value(chunk),
                "category": selected.category.id(),
                "subtype": selected.subtype.id(),
            })
        })
        .collect();
    json!({
        "files": repository.files.len(),
        "py_files": analysis.py_files,
        "tier": analysis.tier,
        "doc_files_removed": analysis.doc_files_removed.keys().collect::<Vec<_>>(),
        "unparseable": unparseable,
        "stripped_sha256": stripped,
        "chunks": analysis.chunks.iter().map(chunk_value).collect::<Vec<_>>(),
        "selected": selected,
    })
}

fn chunk_value(chunk: &Chunk) -> Value {
    json!({
        "source": chunk.source.id(),
        "path": chunk.path,
        "heading": chunk.heading,
        "start_line": chunk.start_line,
        "chars": chunk.chars,
        "sha256": sha256(&chunk.content),
        "score": score_value(chunk),
        "signals": chunk.signals.iter().map(|s| s.id()).collect::<Vec<_>>(),
    })
}

/// A sum of no points is written as an integer, as the reference does.
fn score_value(chunk: &Chunk) -> Value {
    if chunk.signals.is_empty() { 0.into() } else { chunk.score.into() }
}

fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// The report as text: indented by one blank, all but ASCII escaped, a line end behind.
pub fn to_text(report: &Value) -> String {
    let mut out = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, formatter);
    // Writing to memory can't fail, and a `Value` has string keys only.
    let _ = serde::Serialize::serialize(report, &mut serializer);
    let mut text = String::with_capacity(out.len());
    for c in String::from_utf8_lossy(&out).chars() {
        if c.is_ascii() && c != '\x7f' {
            text.push(c);
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_ascii() {
        assert_eq!(to_text(&json!({"é": ["😀"]})), "{\n \"\\u00e9\": [\n  \"\\ud83d\\ude00\"\n ]\n}\n");
    }
}
