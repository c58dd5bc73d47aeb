//! Files that the user keeps and brings: tasks, questions and answers, runs, training data, data sets.

mod export;
mod import;
mod kind;
mod runs;
