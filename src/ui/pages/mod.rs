//! The pages, one folder each.

pub mod published;
