//! A helper's share of an analysis: it takes batches of files while the engine unpacks or looks into others itself.

use std::rc::Rc;

use futures::future::{FutureExt, LocalBoxFuture};
use futures::stream::{FuturesUnordered, StreamExt};

use super::core::Engine;
use super::ports::Helper;
use super::protocol::OpenStage;
use super::slice::Slice;
use crate::domain::repository::{Analyser, Analysis, Batch, Workload};

/// Sources, or bytes of an archive, below which no helper is started.
const WORTH_BYTES: usize = 1 << 20;
/// Sources in a batch, at most.
const BATCH_BYTES: usize = 512 << 10;
/// The part of what waits that goes into a batch, so that both sides end together.
const PART: usize = 8;
/// What waits below this is done faster here than it is sent.
const LEAST_BYTES: usize = 64 << 10;
/// Batches that the helper has: the next one is there when one is done.
const UNDER_WAY: usize = 2;
/// Work between two looks at what it has sent, in milliseconds: it must not run out of files.
const SLICE_MS: u64 = 10;

/// Whether all files are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// More come, and the engine has other work than to look into them.
    Unpacking,
    /// These are all, and the engine looks into them too.
    Analysing,
}

/// What a helper does for one analysis. It is let go with this.
pub(super) struct Share {
    helper: Rc<dyn Helper>,
    under_way: FuturesUnordered<LocalBoxFuture<'static, (Batch, Option<Vec<u8>>)>>,
    is_begun: bool,
    is_lost: bool,
}

impl Share {
    pub(super) fn new(helper: Rc<dyn Helper>) -> Self {
        Self { helper, under_way: FuturesUnordered::new(), is_begun: false, is_lost: false }
    }

    /// Has the helper started while an archive of this size is only being read, where it will be worth it.
    pub(super) fn get_ready(&mut self, archive_bytes: usize) {
        if archive_bytes >= WORTH_BYTES {
            self.helper.get_ready();
            self.is_begun = true;
        }
    }

    /// Takes the answers that have come, and sends what the helper has room for. Never waits.
    pub(super) fn tend(&mut self, load: &mut Workload, stage: Stage) {
        while let Some(Some((batch, answer))) = self.under_way.next().now_or_never() {
            if !load.receive(&batch, answer.as_deref()) {
                self.is_lost = true;
            }
        }
        while !self.is_lost && self.under_way.len() < UNDER_WAY {
            let Some(bytes) = self.next_bytes(load.waiting_bytes(), stage) else { return };
            let Some((batch, request)) = load.lend(bytes) else { return };
            let answer = self.helper.look_into(request);
            self.is_begun = true;
            self.under_way.push(async move { (batch, answer.await.ok()) }.boxed_local());
        }
    }

    fn next_bytes(&self, waiting: usize, stage: Stage) -> Option<usize> {
        let least = match stage {
            Stage::Unpacking => BATCH_BYTES,
            Stage::Analysing if self.is_begun => LEAST_BYTES,
            Stage::Analysing => WORTH_BYTES,
        };
        let bytes = match stage {
            Stage::Unpacking => BATCH_BYTES,
            Stage::Analysing => (waiting / PART).min(BATCH_BYTES),
        };
        (waiting >= least).then_some(bytes)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if self.is_begun {
            self.helper.dismiss();
        }
    }
}

impl Engine {
    /// What a helper does for the next analysis.
    pub(super) fn share(&self) -> Share {
        Share::new(self.ports.helper.clone())
    }

    /// Does the analysis, as far as the helper doesn't.
    pub(super) async fn shared_analysis(&self, name: &str, mut analyser: Analyser, mut share: Share) -> Analysis {
        let mut slice = Slice::of(&*self.ports.clock, SLICE_MS);
        let mut since_report = Slice::new(&*self.ports.clock);
        self.report_opening(name, OpenStage::Analysing, 0.0, 0);
        share.tend(analyser.load(), Stage::Analysing);
        while let Some(progress) = analyser.step() {
            if slice.is_over() {
                if since_report.is_over() {
                    let fraction = progress.done as f64 / progress.total.max(1) as f64;
                    self.report_opening(name, OpenStage::Analysing, fraction, progress.done);
                    since_report.restart();
                }
                slice.pause().await;
                share.tend(analyser.load(), Stage::Analysing);
            }
        }
        analyser.finish()
    }
}
