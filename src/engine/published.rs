//! Runs that the site itself shows, from static files beside it: fetched when they are looked at, never stored.

use std::rc::Rc;

use super::core::{Engine, storage_problem};
use super::files::write_problem;
use super::protocol::{Event, Problem};
use super::run::no_run;
use super::slice::Slice;
use crate::domain::files::bundle::{self, Bundle};
use crate::domain::files::publish::{
    Conversations, Folder, INDEX_PATH, Index, PUBLISHED_PREFIX, conversations_path, run_path,
};
use crate::domain::files::{Limits, is_id};
use crate::domain::run::{Sample, SampleKey};

impl Engine {
    /// Tells the page which runs the site shows.
    pub(super) async fn report_published(&self) {
        self.emit(Event::PublishedRuns(self.index().await.map(|index| index.runs)));
    }

    /// A published run, without its conversations.
    pub(super) async fn published(&self, name: &str) -> Result<Rc<Bundle>, Problem> {
        if let Some(known) = self.published.borrow().get(name) {
            return Ok(known.clone());
        }
        if !is_id(name) {
            return Err(no_run());
        }
        let path = run_path(name);
        let bytes = self.asset(&path).await?;
        let broken = |details: String| Problem {
            message: format!("The published run ({path}) can't be read."),
            advice: "Reload the page, in case it is an old one; else it was damaged when it was put there.".into(),
            details,
        };
        let reading = bundle::read(&bytes, &Limits::default()).map_err(|error| broken(error.to_string()))?;
        if let Some(problem) = reading.problems.found.first() {
            self.emit(Event::Problem(broken(problem.to_string())));
        }
        let bundle = Rc::new(reading.value);
        self.published.borrow_mut().insert(name.to_owned(), bundle.clone());
        Ok(bundle)
    }

    /// A sample of a published run, whole.
    pub(super) async fn published_sample(&self, bundle: &Bundle, key: &SampleKey) -> Result<Sample, Problem> {
        let known = bundle.samples.iter().find(|sample| sample.key == *key).cloned();
        let mut sample = known.unwrap_or_else(|| Sample::pending(key.clone()));
        if !sample.state.has_ended() {
            return Ok(sample);
        }
        let path = conversations_path(&bundle.run, key).ok_or_else(no_run)?;
        let bytes = self.asset(&path).await?;
        let said: Conversations = serde_json::from_slice(&bytes).map_err(|error| Problem {
            message: format!("What was said in this sample ({path}) can't be read."),
            advice: "Its answer and its score are shown all the same.".into(),
            details: error.to_string(),
        })?;
        (sample.transcript, sample.judging) = (said.agent, said.judge);
        Ok(sample)
    }

    /// Saves a run as the folder of a site, with those that the site shows already in its index.
    pub(super) async fn publish(&self, id: &str, title: &str) -> Result<(), Problem> {
        let run = self.runs.borrow().get(id).cloned().ok_or_else(no_run)?;
        let index = self.index().await?;
        let tasks = self.storage.run_tasks(id).await.map_err(storage_problem)?;
        let samples = self.storage.samples(id).await.map_err(storage_problem)?;
        let heads: Vec<Sample> = samples.iter().map(Sample::without_conversations).collect();
        let mut folder = Folder::new(&run, &tasks, &heads, index, title).map_err(write_problem)?;
        let mut slice = Slice::new(&*self.ports.clock);
        for sample in samples.into_iter().filter(|sample| sample.state.has_ended()) {
            let sample = self.storage.whole(id, sample).await.map_err(storage_problem)?;
            folder.add_conversations(sample).map_err(write_problem)?;
            if slice.is_over() {
                slice.pause().await;
            }
        }
        let archive = folder.finish().map_err(write_problem)?;
        self.ports.events.save_file(&format!("published-{id}.zip"), archive);
        Ok(())
    }

    async fn index(&self) -> Result<Index, Problem> {
        let bytes = self.asset(INDEX_PATH).await?;
        serde_json::from_slice(&bytes).map_err(|error| Problem {
            message: format!("The list of published runs ({INDEX_PATH}) can't be read."),
            advice: "Reload the page. Everything else works without it.".into(),
            details: error.to_string(),
        })
    }

    async fn asset(&self, path: &str) -> Result<Vec<u8>, Problem> {
        self.ports.transport.read_asset(path).await.map_err(|error| Problem {
            message: format!("A file of this site ({path}) could not be loaded."),
            advice: "Check the connection and reload the page.".into(),
            details: error.to_string(),
        })
    }
}

/// The name of a published run, where the identifier is one's.
pub(super) fn published_name(id: &str) -> Option<&str> {
    id.strip_prefix(PUBLISHED_PREFIX)
}
