//! Finding out whether a model can be used.

use super::core::Engine;
use super::generate::{blocked_problem, unknown_model};
use super::protocol::{ConnectionReport, Event, Problem};
use crate::domain::condition::Condition;
use crate::domain::provider::{FailureKind, Message, ModelRef, ModelRequest};
use crate::domain::task::Brief;

impl Engine {
    /// Makes one small call.
    pub(super) async fn test_model(&self, model: ModelRef) -> Result<(), Problem> {
        if self.models.find(&model).is_none() {
            return Err(unknown_model(&model));
        }
        let text = "Reply with the word ready.".to_owned();
        let request = ModelRequest {
            brief: Brief::Answer {
                repository: String::new(),
                question: text.clone(),
                condition: Condition::ClosedBook,
            },
            messages: vec![Message::User { text }],
            offers_tools: false,
            schema: None,
            max_tokens: 64,
        };
        let began_ms = self.ports.clock.now_ms();
        let outcome = match self.models.call_once(&model, &request).await {
            Ok(reply) => Ok((reply.turn.text, self.ports.clock.now_ms().saturating_sub(began_ms))),
            Err(failure) => Err(if failure.kind == FailureKind::Rejected {
                Problem {
                    advice: "The model was reached but refused the test; see what it says.".into(),
                    ..blocked_problem(&failure)
                }
            } else {
                blocked_problem(&failure)
            }),
        };
        self.emit(Event::Connection(ConnectionReport { model, outcome }));
        self.emit(Event::Hosts(self.models.hosts()));
        Ok(())
    }
}
