//! What must hold for any bytes.

use std::collections::BTreeMap;

use code_qa_bench::domain::python::{Module, StripMode, decode, highlight, outline, strip, verify};
use code_qa_bench::domain::repository::{ArchiveError, Content, LeftOut, Limits, Step, Unpacker};

/// Small, so that an input is done in milliseconds.
const LIMITS: Limits =
    Limits { total_bytes: 4 << 20, entries: 500, file_bytes: 1 << 20, ratio: 200, ratio_free_bytes: 2 << 20 };
const MOST_STEPS: usize = 100_000;

type Outcome = (BTreeMap<String, Content>, Vec<LeftOut>, Option<ArchiveError>);

/// Unpacking ends, stays within its limits, gives safe paths, and does the same each time.
pub fn archive(data: &[u8]) {
    check_archive(data);
    if let Some(repaired) = with_checksums(data) {
        check_archive(&repaired);
    }
}

fn check_archive(data: &[u8]) {
    let outcome = unpack(data);
    assert!(outcome == unpack(data), "another outcome the second time");
    let (files, left_out, error) = outcome;
    assert!(files.len() + left_out.len() <= LIMITS.entries + 1);
    assert!(files.values().map(|content| content.len() as u64).sum::<u64>() <= LIMITS.total_bytes);
    for (path, content) in &files {
        assert!(content.len() as u64 <= LIMITS.file_bytes, "{path} is too large");
        assert!(path.split('/').all(|part| !["", ".", ".."].contains(&part)) && !path.contains('\0'), "{path:?}");
    }
    if let Some(error) = error {
        let text = error.to_string();
        assert!(text.contains("; ") && text.ends_with('.'), "{text:?} tells not what to do");
    }
}

fn unpack(data: &[u8]) -> Outcome {
    let mut unpacker = match Unpacker::new("x", data.to_vec(), LIMITS) {
        Ok(unpacker) => unpacker,
        Err(error) => return (BTreeMap::new(), Vec::new(), Some(error)),
    };
    for _ in 0..MOST_STEPS {
        let step = unpacker.step();
        if let Ok(Step::Entry { .. }) = step {
            continue;
        }
        let repository = unpacker.finish();
        return (repository.files, repository.left_out, step.err());
    }
    panic!("no end after {MOST_STEPS} steps");
}

/// A tar archive with the checksums of its headers put right, since no mutation hits upon them.
fn with_checksums(data: &[u8]) -> Option<Vec<u8>> {
    (data.len() >= 512 && data.get(257..262)? == b"ustar").then_some(())?;
    let mut data = data.to_vec();
    for block in data.chunks_exact_mut(512).filter(|block| block[257..262] == *b"ustar") {
        let mut header = tar::Header::new_old();
        header.as_mut_bytes().copy_from_slice(block);
        header.set_cksum();
        block.copy_from_slice(header.as_bytes());
    }
    Some(data)
}

/// Decoding and parsing end in a text or a problem; a stripped source has the same program, and stripping
/// it again changes nothing.
pub fn source(data: &[u8]) {
    let Ok(text) = decode(data) else { return };
    for span in highlight(&text) {
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "a span out of the text");
    }
    let _ = outline(&text);
    let Ok(module) = Module::parse(&text) else { return };
    let _ = module.docstring_chunks("a.py");
    [StripMode::Standard, StripMode::Strict].into_iter().for_each(|mode| check_stripped(&text, &module, mode));
}

fn check_stripped(text: &str, module: &Module, mode: StripMode) {
    let stripped = module.strip(mode);
    let mut at = 0;
    for cut in &stripped.cuts {
        assert!(cut.start >= at && cut.end >= cut.start, "cuts out of order");
        at = cut.end;
    }
    assert!(verify(text, &stripped.text, mode), "another program: {text:?} became {:?}", stripped.text);
    match strip(&stripped.text, mode) {
        Ok(again) => assert!(again.text == stripped.text, "not stable: {text:?} became {:?}", stripped.text),
        Err(problem) => panic!("{text:?} became {:?}, which doesn't parse: {problem}", stripped.text),
    }
}
