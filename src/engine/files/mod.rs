//! Files that the user keeps and brings: tasks, questions and answers, runs, projects and logs of inspect_ai, training data, data sets.

mod export;
mod import;
mod inspect_ai;
mod kind;
mod runs;

pub(super) use export::write_problem;
