//! The repository that is open, and what was found out about it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::domain::chunks::{SelectedChunk, SelectionSpec, select, select_doc_dependent};
use crate::domain::condition::Condition;
use crate::domain::repository::view::RepositoryView;
use crate::domain::repository::{Analysis, Leaks, Repository};
use crate::domain::task::TaskSet;

/// Doc-dependent tasks that are offered by default (METHOD section 3).
pub const DOC_DEPENDENT_TASKS: usize = 10;
/// A repository that is open.
pub struct OpenRepository {
    /// Its files.
    pub repository: Arc<Repository>,
    /// What is known about them.
    pub analysis: Arc<Analysis>,
    /// What agents see, per condition.
    pub documented: RepositoryView,
    /// The same for the code-only repository.
    pub code_only: RepositoryView,
    /// Whether it is the sample that ships with the site.
    pub is_sample: bool,
    selection: RefCell<SelectionSpec>,
    /// The leak report, once it was asked for.
    pub(super) leaks: RefCell<Option<Arc<Leaks>>>,
}

impl OpenRepository {
    /// A repository as it was found; the selection is the standard one unless another is given.
    pub(super) fn new(
        repository: Arc<Repository>,
        analysis: Analysis,
        is_sample: bool,
        selection: Option<SelectionSpec>,
    ) -> Self {
        let analysis = Arc::new(analysis);
        let selection = selection.unwrap_or_else(|| SelectionSpec::standard(analysis.tier));
        Self {
            documented: RepositoryView::new(repository.clone(), analysis.clone(), Condition::Documented),
            code_only: RepositoryView::new(repository.clone(), analysis.clone(), Condition::CodeOnly),
            repository,
            analysis,
            is_sample,
            selection: RefCell::new(selection),
            leaks: RefCell::default(),
        }
    }

    /// What agents see under a condition; nothing closed-book.
    pub fn view(&self, condition: Condition) -> Option<&RepositoryView> {
        match condition {
            Condition::ClosedBook => None,
            Condition::CodeOnly => Some(&self.code_only),
            Condition::Documented => Some(&self.documented),
        }
    }

    /// The selection rules in force.
    pub fn selection_spec(&self) -> SelectionSpec {
        self.selection.borrow().clone()
    }

    /// Changes the selection rules.
    pub(super) fn select(&self, spec: SelectionSpec) {
        *self.selection.borrow_mut() = spec;
    }

    /// The chunks selected for both sets, code-derivable first.
    pub fn selected(&self) -> Vec<(TaskSet, SelectedChunk)> {
        let spec = self.selection_spec();
        let chunks = &self.analysis.chunks;
        let code = select(chunks, &spec);
        let doc_spec = SelectionSpec { count: DOC_DEPENDENT_TASKS, threshold: f64::NEG_INFINITY, ..spec };
        let doc = select_doc_dependent(chunks, &code, &doc_spec);
        let code = code.into_iter().map(|chosen| (TaskSet::CodeDerivable, chosen));
        code.chain(doc.into_iter().map(|chosen| (TaskSet::DocDependent, chosen))).collect()
    }

    /// Place of a chunk in the list of all chunks.
    pub fn chunk_index(&self, id: &str) -> Option<usize> {
        self.analysis.chunks.iter().position(|chunk| chunk.id == id)
    }

    /// Place of each task in the order of its chunk's selection, by task identifier.
    pub fn task_order(&self) -> BTreeMap<String, usize> {
        let selected = self.selected().into_iter().enumerate();
        selected.map(|(at, (set, chosen))| (set.task_id(&self.analysis.chunks[chosen.index].id), at)).collect()
    }
}
