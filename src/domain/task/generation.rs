//! Making a task, answer first, as a state machine without IO (METHOD section 4).
//!
//! A code-derivable task goes through all stages: gold answer (agent with tools) → key files checked →
//! fact check → code-only audit → question (agent with tools). A doc-dependent task goes from the chunk
//! straight to answer and question, without tools and audit.

mod audit;
mod draft;
mod fact_check;
mod question;

use serde::{Deserialize, Serialize};

use super::prompts::PromptSet;
use super::{
    Audit, Author, Brief, Category, ChunkOrigin, ChunkText, ClaimVerdict, DropReason, Dropped, FactCheck, FactVerdict,
    GenerationStage, Review, StageTranscript, Subtype, TASK_VERSION, Task, TaskOrigin, TaskSet,
};
use crate::domain::agent::{Agent, AgentEnd, AgentLimits, AgentStep};
use crate::domain::condition::Condition;
use crate::domain::effect::{Effect, Outcome};
use crate::domain::provider::{ModelRef, Usage};
use draft::GoldDraft;
use question::QuestionDraft;
pub use question::problem as question_problem;

/// How often a reply that is not usable is asked for again, per stage.
const ASK_AGAIN: u32 = 2;
/// A revised answer shorter than this share of the original drops the task.
const LEAST_SHARE_LEFT: f64 = 0.2;

/// What to make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationSpec {
    /// Name of the repository.
    pub repository: String,
    /// SHA-256 of its archive.
    pub archive_sha256: String,
    /// Which set the task will belong to.
    pub set: TaskSet,
    /// Target category.
    pub category: Category,
    /// Target subtype.
    pub subtype: Subtype,
    /// Where the topic comes from.
    pub origin: ChunkOrigin,
    /// The chunk.
    pub chunk: ChunkText,
    /// The generator.
    pub model: ModelRef,
    /// Its limits.
    pub limits: AgentLimits,
    /// The words in force.
    #[serde(default = "PromptSet::none")]
    pub prompts: PromptSet,
}

impl GenerationSpec {
    /// Identifier of the task: set and chunk.
    pub fn task_id(&self) -> String {
        self.set.task_id(&self.origin.id)
    }
}

/// A task in the making.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    spec: GenerationSpec,
    stage: Stage,
    asked_again: u32,
    draft: Option<GoldDraft>,
    fact_check: Option<FactCheck>,
    audit: Option<Audit>,
    transcripts: Vec<StageTranscript>,
    usage: Usage,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Stage {
    Answer { agent: Box<Agent> },
    CheckKeyFiles { agent: Box<Agent>, draft: GoldDraft },
    FactCheck { agent: Box<Agent> },
    ReadKeyFiles,
    Audit { agent: Box<Agent>, cut_files: Vec<String> },
    Question { agent: Box<Agent> },
    Finished { question: QuestionDraft },
    Dropped(Dropped),
}

impl Generation {
    /// Begins a task.
    pub fn new(spec: GenerationSpec) -> Self {
        let GenerationSpec { repository, category, subtype, chunk, .. } = spec.clone();
        let brief = match spec.set {
            TaskSet::CodeDerivable => Brief::GoldAnswer { repository, chunk, category, subtype },
            TaskSet::DocDependent => Brief::DocumentAnswer { repository, chunk, category, subtype },
        };
        let has_tools = spec.set == TaskSet::CodeDerivable;
        let agent = new_agent(&spec, brief, has_tools);
        Self {
            spec,
            stage: Stage::Answer { agent },
            asked_again: 0,
            draft: None,
            fact_check: None,
            audit: None,
            transcripts: Vec::new(),
            usage: Usage::default(),
        }
    }

    /// What it makes.
    pub fn spec(&self) -> &GenerationSpec {
        &self.spec
    }

    /// What to do next. Asking twice gives the same answer.
    pub fn next(&self) -> Effect {
        match &self.stage {
            Stage::Answer { agent }
            | Stage::FactCheck { agent }
            | Stage::Audit { agent, .. }
            | Stage::Question { agent } => match agent.next() {
                AgentStep::CallModel(request) => Effect::CallModel(request),
                AgentStep::RunTools(calls) => Effect::RunTools { condition: Condition::Documented, calls },
                AgentStep::End(_) => Effect::Done, // never stored: `resume` moves on at once
            },
            Stage::CheckKeyFiles { draft, .. } => Effect::CheckPaths(draft.key_files.clone()),
            Stage::ReadKeyFiles => Effect::ReadCodeOnly(self.key_files()),
            Stage::Finished { .. } | Stage::Dropped(_) => Effect::Done,
        }
    }

    /// Takes what came of the last effect. An outcome that doesn't fit the effect is ignored.
    pub fn resume(&mut self, outcome: Outcome) {
        if let Outcome::CallFailed(failure) = &outcome {
            return self.drop_task(DropReason::CallFailed { message: failure.summary() });
        }
        match (&mut self.stage, outcome) {
            (Stage::CheckKeyFiles { agent, draft }, Outcome::Paths(checks)) => {
                let mut agent = agent.clone();
                match draft.clone().with_checked_files(&checks) {
                    Ok(draft) => self.on_draft(&agent, draft),
                    Err(problem) => {
                        if self.may_ask_again(&problem) {
                            agent.ask_again(problem);
                            self.stage = Stage::Answer { agent };
                        }
                    }
                }
            }
            (Stage::ReadKeyFiles, Outcome::CodeOnly(files)) => self.begin_audit(files),
            (
                Stage::Answer { agent }
                | Stage::FactCheck { agent }
                | Stage::Audit { agent, .. }
                | Stage::Question { agent },
                outcome,
            ) => {
                match outcome {
                    Outcome::Replied(reply) => {
                        self.usage += reply.usage;
                        agent.on_reply(reply);
                    }
                    Outcome::ToolResults(results) => agent.on_tool_results(results),
                    _ => return,
                }
                if let AgentStep::End(end) = agent.next() {
                    self.on_end(end);
                }
            }
            _ => {}
        }
    }

    /// The stage that is being worked on, and what is done in it.
    pub fn progress(&self) -> (GenerationStage, String) {
        match &self.stage {
            Stage::Answer { agent } => (GenerationStage::Answer, agent.step_label()),
            Stage::CheckKeyFiles { .. } => (GenerationStage::Answer, "checking key files".into()),
            Stage::FactCheck { agent } => (GenerationStage::FactCheck, agent.step_label()),
            Stage::ReadKeyFiles => (GenerationStage::Audit, "reading key files".into()),
            Stage::Audit { agent, .. } => (GenerationStage::Audit, agent.step_label()),
            Stage::Question { agent } => (GenerationStage::Question, agent.step_label()),
            Stage::Finished { .. } => (GenerationStage::Question, "finished".into()),
            Stage::Dropped(dropped) => (dropped.stage, "dropped".into()),
        }
    }

    /// Whether a gold answer has been found.
    pub fn has_answer(&self) -> bool {
        self.draft.is_some()
    }

    /// The fact check's verdict so far.
    pub fn fact_verdict(&self) -> Option<FactVerdict> {
        self.fact_check.as_ref().map(|check| check.verdict)
    }

    /// Whether the audit is done and left enough.
    pub fn is_audited(&self) -> bool {
        self.audit.is_some() && !matches!(&self.stage, Stage::Dropped(d) if d.stage == GenerationStage::Audit)
    }

    /// Why there will be no task; nothing while there may be one.
    pub fn dropped(&self) -> Option<&Dropped> {
        match &self.stage {
            Stage::Dropped(dropped) => Some(dropped),
            _ => None,
        }
    }

    /// Tokens used so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The finished task, or why there is none; `None` while it is in the making. `now_ms` is in
    /// milliseconds since 1970.
    pub fn result(&self, now_ms: u64) -> Option<Result<Task, Dropped>> {
        let question = match &self.stage {
            Stage::Finished { question } => question,
            Stage::Dropped(dropped) => return Some(Err(dropped.clone())),
            _ => return None,
        };
        let draft = self.draft.as_ref()?;
        Some(Ok(Task {
            version: TASK_VERSION,
            id: self.spec.task_id(),
            repository: self.spec.repository.clone(),
            archive_sha256: self.spec.archive_sha256.clone(),
            commit: None,
            origin: TaskOrigin::Generated,
            set: self.spec.set,
            category: self.spec.category,
            subtype: Some(self.spec.subtype),
            chunk: Some(self.spec.origin.clone()),
            question: question.question.clone(),
            rubric: question.rubric.clone(),
            answer: draft.answer.clone(),
            key_files: draft.key_files.clone(),
            evidence: draft.evidence.clone(),
            anchors: Vec::new(),
            fact_check: self.fact_check.clone(),
            audit: self.audit.clone(),
            model: Some(self.spec.model.clone()),
            prompts_sha256: Some(self.spec.prompts.sha256()),
            usage: self.usage,
            created_ms: now_ms,
            transcripts: self.transcripts.clone(),
            review: Review::default(),
            author: Author::Origin,
            earlier: Vec::new(),
        }))
    }

    fn on_end(&mut self, end: AgentEnd) {
        let text = match end {
            AgentEnd::Answer { text } => text,
            AgentEnd::Refused => return self.drop_task(DropReason::Refused),
            AgentEnd::CutOff => {
                return self.drop_task(DropReason::Unusable {
                    problem: "the token limit was used up before any text came".into(),
                });
            }
        };
        let outcome = match &self.stage {
            Stage::Answer { .. } => self.on_answer(&text),
            Stage::FactCheck { .. } => self.on_fact_check(&text),
            Stage::Audit { .. } => self.on_audit(&text),
            Stage::Question { .. } => self.on_question(&text),
            _ => Ok(()),
        };
        if let Err(problem) = outcome
            && self.may_ask_again(&problem)
            && let Stage::Answer { agent }
            | Stage::FactCheck { agent }
            | Stage::Audit { agent, .. }
            | Stage::Question { agent } = &mut self.stage
        {
            agent.ask_again(problem);
        }
    }

    fn on_answer(&mut self, text: &str) -> Result<(), String> {
        let draft = GoldDraft::parse(text, self.spec.set)?;
        let Stage::Answer { agent } = &self.stage else { return Ok(()) };
        let agent = agent.clone();
        match self.spec.set {
            TaskSet::CodeDerivable => self.stage = Stage::CheckKeyFiles { agent, draft },
            TaskSet::DocDependent => {
                self.on_draft(&agent, GoldDraft { key_files: vec![self.spec.origin.path.clone()], ..draft });
            }
        }
        Ok(())
    }

    fn on_draft(&mut self, agent: &Agent, draft: GoldDraft) {
        self.keep_transcript(GenerationStage::Answer, agent);
        let answer = draft.answer.clone();
        self.draft = Some(draft);
        match self.spec.set {
            TaskSet::CodeDerivable => {
                let brief = Brief::FactCheck { chunk: self.spec.chunk.clone(), answer };
                self.enter(Stage::FactCheck { agent: new_agent(&self.spec, brief, false) });
            }
            TaskSet::DocDependent => self.begin_question(),
        }
    }

    fn on_fact_check(&mut self, text: &str) -> Result<(), String> {
        let check = fact_check::parse(text)?;
        self.keep_stage_transcript(GenerationStage::FactCheck);
        let is_failed = check.verdict == FactVerdict::Fail;
        let reasons = check.reasons.clone();
        self.fact_check = Some(check);
        if is_failed {
            self.drop_task(DropReason::Contradicted { reasons });
        } else {
            self.enter(Stage::ReadKeyFiles);
        }
        Ok(())
    }

    fn begin_audit(&mut self, files: Vec<(String, Option<String>)>) {
        let texts = audit::within_budget(files, self.spec.limits.context_budget_chars);
        let cut_files = texts.iter().filter(|file| file.is_cut).map(|file| file.path.clone()).collect();
        let brief = Brief::Audit { answer: self.answer(), files: texts };
        self.enter(Stage::Audit { agent: new_agent(&self.spec, brief, false), cut_files });
    }

    fn on_audit(&mut self, text: &str) -> Result<(), String> {
        let Stage::Audit { cut_files, .. } = &self.stage else { return Ok(()) };
        let audit = audit::parse(text, self.answer(), cut_files.clone())?;
        self.keep_stage_transcript(GenerationStage::Audit);
        let (before_chars, after_chars) = (audit.original_answer.chars().count(), audit.revised_answer.chars().count());
        let revised = audit.revised_answer.clone();
        self.audit = Some(audit);
        if after_chars == 0 || (after_chars as f64) < LEAST_SHARE_LEFT * before_chars as f64 {
            self.drop_task(DropReason::MostlyDocumentation { before_chars, after_chars });
            return Ok(());
        }
        if let Some(draft) = &mut self.draft {
            draft.answer = revised;
        }
        self.begin_question();
        Ok(())
    }

    fn begin_question(&mut self) {
        let with_tools = self.spec.set == TaskSet::CodeDerivable;
        let brief = Brief::Question {
            answer: self.answer(),
            evidence: self.audited_evidence(),
            category: self.spec.category,
            subtype: self.spec.subtype,
            with_tools,
        };
        self.enter(Stage::Question { agent: new_agent(&self.spec, brief, with_tools) });
    }

    fn on_question(&mut self, text: &str) -> Result<(), String> {
        let question = QuestionDraft::parse(text)?;
        let mut paths = self.key_files();
        paths.push(self.spec.origin.path.clone());
        question.check_rules(&paths)?;
        self.keep_stage_transcript(GenerationStage::Question);
        self.enter(Stage::Finished { question });
        Ok(())
    }

    /// Drops the task where the bound is reached; says whether to ask again.
    fn may_ask_again(&mut self, problem: &str) -> bool {
        let bound = if matches!(self.stage, Stage::Question { .. }) { 1 } else { ASK_AGAIN };
        if self.asked_again >= bound {
            self.drop_task(DropReason::Unusable { problem: problem.to_owned() });
            return false;
        }
        self.asked_again += 1;
        true
    }

    fn drop_task(&mut self, reason: DropReason) {
        let (stage, _) = self.progress();
        self.stage = Stage::Dropped(Dropped { stage, reason });
    }

    fn enter(&mut self, stage: Stage) {
        self.asked_again = 0;
        self.stage = stage;
    }

    fn keep_stage_transcript(&mut self, stage: GenerationStage) {
        if let Stage::FactCheck { agent } | Stage::Audit { agent, .. } | Stage::Question { agent } = &self.stage {
            let agent = agent.clone();
            self.keep_transcript(stage, &agent);
        }
    }

    fn keep_transcript(&mut self, stage: GenerationStage, agent: &Agent) {
        self.transcripts.push(StageTranscript { stage, transcript: agent.transcript().clone() });
    }

    /// The evidence, unless the audit found claims that only documentation supports: evidence is not audited
    /// claim by claim, and must not bring them back through the rubric.
    fn audited_evidence(&self) -> Vec<String> {
        let is_clean = |audit: &Audit| audit.claims.iter().all(|claim| claim.verdict == ClaimVerdict::Keep);
        match (&self.draft, &self.audit) {
            (Some(draft), None) => draft.evidence.clone(),
            (Some(draft), Some(audit)) if is_clean(audit) => draft.evidence.clone(),
            _ => Vec::new(),
        }
    }

    fn answer(&self) -> String {
        self.draft.as_ref().map(|draft| draft.answer.clone()).unwrap_or_default()
    }

    fn key_files(&self) -> Vec<String> {
        self.draft.as_ref().map(|draft| draft.key_files.clone()).unwrap_or_default()
    }
}

fn new_agent(spec: &GenerationSpec, brief: Brief, has_tools: bool) -> Box<Agent> {
    let words = spec.prompts.prompt(&brief);
    Box::new(Agent::new(brief, words.system, words.user, spec.limits, has_tools))
}
