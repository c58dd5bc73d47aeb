//! Looking at the code-only repository: what natural language is left in it, whether stripping changed
//! anything else, and packing it for the user.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::core::Engine;
use super::job::JobEnd;
use super::ports::SecondParserError;
use super::protocol::{Event, InspectionKind, InspectionProgress, Problem, pieces};
use super::repository::OpenRepository;
use super::slice::Slice;
use crate::domain::repository::{
    Certificate, Certified, Certifier, CodeOnlyArchive, ExportError, LeakScan, Leaks, Pair,
};

/// Bytes of source that are put before the second parser at a time, so that both parsers are at work.
const BATCH_BYTES: usize = 256 << 10;

impl Engine {
    pub(super) async fn find_leaks(self: &Rc<Self>) -> Result<(), Problem> {
        let open = self.opened()?;
        self.inspection(async {
            let leaks = self.leaks_of(&open).await;
            for part in pieces(leaks.places.clone(), Event::LeakPart) {
                self.emit(part);
            }
            self.emit(Event::Leaks(leaks.counts()));
            Ok(())
        })
        .await
    }

    pub(super) async fn certify(self: &Rc<Self>) -> Result<(), Problem> {
        let open = self.opened()?;
        self.inspection(async {
            let certificate = self.certificate_of(&open).await?;
            self.emit(Event::Certificate(Box::new(certificate)));
            Ok(())
        })
        .await
    }

    pub(super) async fn export_code_only(self: &Rc<Self>) -> Result<(), Problem> {
        let open = self.opened()?;
        self.inspection(async {
            let certificate = self.certificate_of(&open).await?;
            let bytes = self.pack(&open, &certificate).await.map_err(|error| Problem {
                message: "The code-only repository could not be packed.".into(),
                advice: "Try again; if it fails again, reload the page first.".into(),
                details: error.to_string(),
            })?;
            self.emit(Event::Certificate(Box::new(certificate)));
            self.ports.events.save_file(&format!("{}-code-only.zip", open.repository.name), bytes);
            Ok(())
        })
        .await
    }

    /// Does the work as the one inspection.
    async fn inspection(&self, work: impl Future<Output = Result<(), Problem>>) -> Result<(), Problem> {
        let result = RefCell::new(Ok(()));
        let end = self.inspecting.run(async { *result.borrow_mut() = work.await }).await;
        if end == JobEnd::Busy {
            return Err(Problem {
                message: "The repository is being looked at already.".into(),
                advice: "Wait until that is done, or cancel it.".into(),
                details: String::new(),
            });
        }
        self.ports.second_parser.dismiss();
        self.emit(Event::Inspection(None));
        result.into_inner()
    }

    /// The leak report, made once.
    async fn leaks_of(&self, open: &OpenRepository) -> Arc<Leaks> {
        if let Some(leaks) = open.leaks.borrow().clone() {
            return leaks;
        }
        let mut scan = LeakScan::new(open.repository.clone(), open.analysis.clone());
        let mut slice = Slice::new(&*self.ports.clock);
        self.report_inspection(InspectionKind::Leaks, 0, 1);
        while let Some(progress) = scan.step() {
            if slice.is_over() {
                self.report_inspection(InspectionKind::Leaks, progress.done, progress.total);
                slice.pause().await;
            }
        }
        let leaks = Arc::new(scan.finish());
        *open.leaks.borrow_mut() = Some(leaks.clone());
        leaks
    }

    async fn certificate_of(&self, open: &OpenRepository) -> Result<Certificate, Problem> {
        let leaks = self.leaks_of(open).await;
        let mut certifier = Certifier::new(open.repository.clone(), open.analysis.clone());
        let mut slice = Slice::new(&*self.ports.clock);
        self.report_inspection(InspectionKind::Certificate, 0, 1);
        let mut asked: Vec<Pair> = Vec::new();
        loop {
            // This parser works on the next batch while the second one works on the last.
            let next = async {
                let mut batch: Vec<Pair> = Vec::new();
                let mut bytes = 0;
                while bytes < BATCH_BYTES {
                    match certifier.step() {
                        Certified::Source(pair) => {
                            bytes += pair.original.len();
                            batch.push(pair);
                        }
                        Certified::Other => {}
                        Certified::Done => break,
                    }
                    if slice.is_over() {
                        let done = certifier.total() - certifier.left();
                        self.report_inspection(InspectionKind::Certificate, done, certifier.total());
                        slice.pause().await;
                    }
                }
                batch
            };
            let second = self.ports.second_parser.compare(&asked, open.analysis.mode);
            let (opinions, batch) = futures::join!(second, next);
            for (pair, opinion) in std::mem::take(&mut asked).into_iter().zip(opinions.map_err(second_parser_problem)?)
            {
                certifier.second(pair.path, opinion);
            }
            if batch.is_empty() {
                return Ok(certifier.finish(leaks.counts()));
            }
            asked = batch;
        }
    }

    async fn pack(&self, open: &OpenRepository, certificate: &Certificate) -> Result<Vec<u8>, ExportError> {
        let mut archive = CodeOnlyArchive::new(open.repository.clone(), open.analysis.clone(), certificate)?;
        let mut slice = Slice::new(&*self.ports.clock);
        while archive.step()? {
            if slice.is_over() {
                self.report_inspection(InspectionKind::Archive, archive.total() - archive.left(), archive.total());
                slice.pause().await;
            }
        }
        archive.finish()
    }

    fn report_inspection(&self, kind: InspectionKind, done: usize, total: usize) {
        let fraction = done as f64 / total.max(1) as f64;
        self.emit(Event::Inspection(Some(InspectionProgress { kind, fraction })));
    }
}

fn second_parser_problem(error: SecondParserError) -> Problem {
    Problem {
        message: "The second parser could not be asked, so there is no certificate.".into(),
        advice: "Check the connection to this site and try again.".into(),
        details: error.to_string(),
    }
}
