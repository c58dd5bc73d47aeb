//! Looking up in the code what a task claims.

use std::rc::Rc;

use super::core::Engine;
use super::protocol::{Event, GroundingView};
use super::repository::OpenRepository;
use crate::domain::task::Task;
use crate::domain::task::grounding::{AnchorState, anchors, look_up, names, occurs};

impl Engine {
    /// Notes where the evidence of a new task is in the code.
    pub(super) fn anchored(&self, task: Task, open: &OpenRepository) -> Task {
        Task { anchors: anchors(&task, &open.code_only), ..task }
    }

    /// Tells the page what of a task's evidence and names stands in the code.
    pub(super) async fn report_grounding(&self, task: &Task, open: &Rc<OpenRepository>) {
        let mut view = GroundingView { task: task.id.clone(), ..GroundingView::default() };
        // Tasks of other browsers and of older versions come without: what can be found now is looked at.
        let known = if task.anchors.is_empty() { anchors(task, &open.code_only) } else { task.anchors.clone() };
        for anchor in known {
            self.ports.clock.yield_now().await;
            let state = look_up(&anchor, &open.code_only);
            view.anchors.push((anchor, state));
        }
        for name in names(&task.answer) {
            self.ports.clock.yield_now().await;
            view.names += 1;
            if occurs(&name, &open.code_only) {
                continue;
            }
            if occurs(&name, &open.documented) {
                view.only_documented.push(name);
            } else {
                view.nowhere.push(name);
            }
        }
        view.lost = view.anchors.iter().filter(|(_, state)| *state == AnchorState::Gone).count();
        self.emit(Event::Grounding(Box::new(view)));
    }
}
