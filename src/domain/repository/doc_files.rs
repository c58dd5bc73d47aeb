//! Which files are documentation, so that the code-only repository does without them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::domain::python::{StripMode, is_python};

/// Why a file counts as documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocReason {
    /// It is in a folder named `.git`.
    GitFolder,
    /// It is in a folder named `doc` or `docs` that is no Python package.
    DocsFolder,
    /// Its name starts with README.
    Readme,
    /// Its name starts with CHANGELOG.
    Changelog,
    /// Its name starts with CONTRIBUTING.
    Contributing,
    /// Its name ends in `.md` or `.rst`.
    Markup,
    /// Prose of another kind; removed by the strict strip only.
    Prose,
}

impl DocReason {
    /// The reason in a few words.
    pub fn label(self) -> &'static str {
        match self {
            Self::GitFolder => "in a .git folder",
            Self::DocsFolder => "in a documentation folder",
            Self::Readme => "a README",
            Self::Changelog => "a changelog",
            Self::Contributing => "a contribution guide",
            Self::Markup => "a .md or .rst file",
            Self::Prose => "prose of another kind (strict)",
        }
    }
}

/// The documentation folders of one repository.
#[derive(Clone, Debug, Default)]
pub struct DocRules {
    folders: BTreeSet<String>,
    mode: StripMode,
}

impl DocRules {
    /// Finds the folders named `doc` or `docs`, at any depth and in any case, that hold no `__init__.py`.
    pub fn new<'p>(paths: impl Iterator<Item = &'p str> + Clone, mode: StripMode) -> Self {
        let packages: BTreeSet<&str> = paths.clone().filter_map(|p| p.strip_suffix("/__init__.py")).collect();
        let mut folders = BTreeSet::new();
        for path in paths {
            for folder in folders_of(path) {
                let name = folder.rsplit('/').next().unwrap_or(folder);
                let named = name.eq_ignore_ascii_case("doc") || name.eq_ignore_ascii_case("docs");
                if named && !packages.contains(folder) && !folders.contains(folder) {
                    folders.insert(folder.to_owned());
                }
            }
        }
        Self { folders, mode }
    }

    /// True where the file is in a documentation folder.
    pub fn in_docs_folder(&self, path: &str) -> bool {
        !self.folders.is_empty() && folders_of(path).any(|folder| self.folders.contains(folder))
    }

    /// Why the file is documentation; `None` where it is code or data.
    pub fn reason(&self, path: &str) -> Option<DocReason> {
        if in_git_folder(path) {
            return Some(DocReason::GitFolder);
        }
        if self.in_docs_folder(path) {
            return Some(DocReason::DocsFolder);
        }
        if is_python(path) {
            return None;
        }
        let name = file_name(path).to_lowercase();
        let starts = [
            ("readme", DocReason::Readme),
            ("changelog", DocReason::Changelog),
            ("contributing", DocReason::Contributing),
        ];
        let by_start = starts.into_iter().find(|(start, _)| name.starts_with(start)).map(|(_, reason)| reason);
        let is_markup = name.ends_with(".md") || name.ends_with(".rst");
        let is_prose = self.mode == StripMode::Strict && is_prose(path);
        by_start.or(is_markup.then_some(DocReason::Markup)).or(is_prose.then_some(DocReason::Prose))
    }
}

/// Whether a file that the standard rules keep is mostly prose, by its name: text, notebooks, pages. Lists
/// that only tools read are not.
pub fn is_prose(path: &str) -> bool {
    const ENDINGS: [&str; 8] = [".txt", ".ipynb", ".html", ".htm", ".adoc", ".asciidoc", ".org", ".textile"];
    const LISTS: [&str; 9] = [
        "requirements",
        "constraints",
        "cmakelists.",
        "top_level.",
        "entry_points.",
        "sources.",
        "dependency_links.",
        "requires.",
        "robots.",
    ];
    let name = file_name(path).to_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending)) && !LISTS.iter().any(|list| name.starts_with(list))
}

/// True for what the version control system keeps.
pub(super) fn in_git_folder(path: &str) -> bool {
    folders_of(path).any(|folder| folder == ".git" || folder.ends_with("/.git"))
}

/// The last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// All folders around a file, outermost first.
fn folders_of(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons() {
        let paths = [
            "doc/a.py",
            "pkg/DOCS/x.png",
            "pkg/docs2/a",
            "lib/docs/__init__.py",
            "lib/docs/a.py",
            "docs",
            "README",
            "a/ReadMe.txt",
            "readme.py",
            "CHANGELOG_2",
            "contributing.md",
            "x.MD",
            "x.rst.txt",
            ".git/HEAD",
            "sub/.git/x.py",
            ".github/a.yml",
            "lib/docs/inner/doc/x",
        ];
        let rules = DocRules::new(paths.into_iter(), StripMode::Standard);
        let found: Vec<_> = paths.iter().map(|p| rules.reason(p)).collect();
        use DocReason::*;
        assert_eq!(
            found,
            [
                Some(DocsFolder),
                Some(DocsFolder),
                None,
                None,
                None,
                None,
                Some(Readme),
                Some(Readme),
                None,
                Some(Changelog),
                Some(Contributing),
                Some(Markup),
                None,
                Some(GitFolder),
                Some(GitFolder),
                None,
                Some(DocsFolder),
            ]
        );
    }
}
