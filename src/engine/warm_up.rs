//! Work ahead, while nothing is asked for.

use std::io::Write;

use super::core::Engine;
use super::open::pack;
use super::slice::Slice;
use crate::domain::chunks::{SelectionSpec, select};
use crate::domain::python::StripMode;
use crate::domain::repository::{Analyser, Limits, Step, Unpacker};

/// A source as most are.
const SAMPLE: &str = include_str!("warm_up/sample.py");
/// Copies of it in an archive.
const FILES: usize = 40;
/// Work in all, in milliseconds.
const WORK_MS: u64 = 500;
/// Work until the next look for something to do, in milliseconds.
const SLICE_MS: u64 = 8;

impl Engine {
    /// Opens a made-up repository a few times, until half a second has gone or something is asked for.
    ///
    /// Browsers compile a program quickly at first, and its busiest parts better once it has run for a while. By the
    /// time that the user has picked a file, that is done.
    pub async fn warm_up(&self) {
        let Some(archive) = archive() else { return };
        let began_ms = self.ports.clock.now_ms();
        let goes_on = || {
            let is_idle = !self.was_touched.get() && self.repository.borrow().is_none();
            is_idle && self.ports.clock.now_ms().saturating_sub(began_ms) < WORK_MS
        };
        let mut slice = Slice::of(&*self.ports.clock, SLICE_MS);
        while goes_on() {
            let Ok(mut unpacker) = Unpacker::new("", archive.clone(), Limits::default()) else { return };
            while let Ok(Step::Entry { .. }) = unpacker.step() {
                if slice.is_over() {
                    slice.pause().await;
                    if !goes_on() {
                        return;
                    }
                }
            }
            let mut analyser = Analyser::new(&unpacker.finish(), StripMode::Standard);
            while analyser.step().is_some() {
                if slice.is_over() {
                    slice.pause().await;
                    if !goes_on() {
                        return;
                    }
                }
            }
            let analysis = analyser.finish();
            select(&analysis.chunks, &SelectionSpec::standard(analysis.tier));
        }
    }
}

/// The copies, as most archives are made.
fn archive() -> Option<Vec<u8>> {
    let file = |number| (format!("top/folder/source{number}.py"), SAMPLE.as_bytes().to_vec());
    let files: Vec<_> = (0..FILES).map(file).collect();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&pack(&files)).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_a_bit_of_everything() {
        let repository = Unpacker::run("", archive().unwrap_or_default(), Limits::default()).expect("unpacks");
        let analysis = Analyser::run(&repository, StripMode::Standard);
        assert_eq!((analysis.python.len(), analysis.unparseable.len()), (FILES, 0));
        assert!(analysis.removed.docstrings() > 0 && analysis.removed.comments() > 0);
        assert!(analysis.chunks.len() > FILES);
    }
}
