//! The pages and their addresses.

use leptos_router::NavigateOptions;

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The papers' figures: the landing page.
    Published,
    /// What is loaded.
    Repository,
    /// Questions made from it.
    Tasks,
    /// Running models on them.
    Evaluate,
    /// What came of it.
    Results,
    /// Providers, keys, storage.
    Settings,
}

impl Page {
    /// All pages, in the order of the rail.
    pub const ALL: [Self; 6] =
        [Self::Published, Self::Repository, Self::Tasks, Self::Evaluate, Self::Results, Self::Settings];

    /// Its address.
    pub fn path(self) -> &'static str {
        match self {
            Self::Published => "/",
            Self::Repository => "/repository",
            Self::Tasks => "/tasks",
            Self::Evaluate => "/evaluate",
            Self::Results => "/results",
            Self::Settings => "/settings",
        }
    }

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Published => "Published",
            Self::Repository => "Repository",
            Self::Tasks => "Tasks",
            Self::Evaluate => "Evaluate",
            Self::Results => "Results",
            Self::Settings => "Settings",
        }
    }

    /// Its name in identifiers.
    pub fn id(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Repository => "repository",
            Self::Tasks => "tasks",
            Self::Evaluate => "evaluate",
            Self::Results => "results",
            Self::Settings => "settings",
        }
    }
}

/// Navigation within a page: where the reader is scrolled to stays.
pub fn in_place() -> NavigateOptions {
    NavigateOptions { scroll: false, ..NavigateOptions::default() }
}
