//! Known inputs to begin with.

use std::path::Path;

use crate::hostile::{self, *};

/// Archives of each kind and many cases, each of a few kilobytes.
pub fn archives() -> Vec<Vec<u8>> {
    let tar = plain_tar();
    let mut all = vec![
        gzip(&tar),
        bzip2(&tar),
        xz(&tar),
        plain_zip(),
        zip64(),
        lying_zip64(),
        descriptor_zip(true),
        overlapping_zip(3, 1),
        symlink_loop(),
        symlink_loop_zip(),
        greedy_xz(),
        old_sparse(),
        pax_sparse(),
        entries_zip(10),
        [gzip(b""), gzip(&tar)].concat(),
        zip(&[stored_entry(b"a/b.py", b"x\n"), zip_entry(b"../c.py", b"y\n")]),
        hostile::Tar::new().entry(tar::EntryType::GNULongName, b"././@LongLink", &[b'n'; 200]).file("x", b"1").end(),
    ];
    all.push(tar);
    all
}

/// Sources: the sample repository, the tricky cases, and declared encodings.
pub fn sources() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    python_files(&root.join("public/sample"), &mut all);
    let tricky = std::fs::read_to_string(root.join("tests/fixtures/tricky.jsonl")).expect("the fixture is there");
    for line in tricky.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case a line");
        all.push(case["input"].as_str().unwrap_or_default().as_bytes().to_vec());
    }
    for encoding in
        ["latin-1", "utf-8-sig", "cp1252", "iso-8859-15", "koi8-r", "shift_jis", "euc-kr", "gb18030", "big5"]
    {
        all.push(format!("# coding: {encoding}\nx = 'ab'  # c\n").into_bytes());
    }
    all
}

fn python_files(folder: &Path, all: &mut Vec<Vec<u8>>) {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder is there").filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            python_files(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "py") {
            all.push(std::fs::read(&path).expect("the file can be read"));
        }
    }
}
