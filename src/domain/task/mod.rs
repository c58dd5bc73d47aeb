//! A task: one question on one repository, with its gold answer and rubric.
//!
//! [`record`] is what is stored, [`brief`] what a model is asked, [`prompts`] the words, [`reply_schema`]
//! the form of the reply, and [`generation`] the state machine that makes a task from a documentation chunk.

pub mod brief;
mod category;
mod funnel;
pub mod generation;
pub mod grounding;
mod origin;
pub mod prompts;
pub mod record;
mod schema;
mod wording;

pub use brief::{Brief, ChunkText, SourceText};
pub use category::{Category, Subtype};
pub use funnel::{Funnel, KindCount, balance};
pub use origin::{CategoryBasis, Dataset, ImportedRow, TaskOrigin};
pub use record::{
    Audit, ChunkOrigin, Claim, ClaimVerdict, DropReason, Dropped, FactCheck, FactVerdict, GenerationStage, Review,
    StageTranscript, TASK_VERSION, Task, TaskSet,
};
pub use schema::reply_schema;
pub use wording::{Author, EarlierWording, Wording, WordingProblem};
