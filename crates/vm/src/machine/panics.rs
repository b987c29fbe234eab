//! Rust's panics.
//!
//! When a model reports that a panic has begun, only its message remains to be built, and that may
//! depend on symbolic values. From there on the state follows the path's model instead of splitting,
//! branches are not part of its trace any more, and the path condition does not change.

use std::rc::Rc;

use pikse_expr::Expr;
use pikse_solver::{Branch, Side as Answer};

use super::Machine;
use crate::state::State;
use crate::verdict::{ErrorKind, Failure, Place, Verdict};

/// A panic on its way.
#[derive(Debug)]
pub(crate) struct Panicking {
    /// Where it began.
    stack: Vec<Place>,
}

impl Machine<'_> {
    /// A panic has begun.
    pub(super) fn panic(&self, state: &mut State) {
        if state.panicking.is_none() {
            state.panicking = Some(Rc::new(Panicking { stack: self.stack(state) }));
        }
    }

    /// The side of a branch that the path's own values take.
    pub(super) fn own_side(&mut self, state: &State, condition: Expr) -> Option<Branch> {
        let model = state.panicking.as_ref().and(state.path.model())?;
        let holds = self.evaluator.holds(&self.exprs, model, condition);
        let here = Answer::Possible(state.path.clone());
        Some(match holds {
            true => Branch { yes: here, no: Answer::Impossible },
            false => Branch { yes: Answer::Impossible, no: here },
        })
    }

    /// The verdict of a state that has ended. After a panic it is always the panic.
    pub(super) fn after_panic(&self, state: &State, verdict: Verdict) -> Verdict {
        let Some(panicking) = &state.panicking else { return verdict };
        let message = match verdict {
            Verdict::Error(failure) => failure.message,
            Verdict::Cut(cut, _) => format!("a panic with an unknown message: {cut}"),
            Verdict::Finished(_) | Verdict::Rejected => "a panic".to_owned(),
            Verdict::Killed(..) | Verdict::Blocked(..) => "a panic".to_owned(),
        };
        let stack = panicking.stack.clone();
        Verdict::Error(Box::new(Failure { kind: ErrorKind::Panic, message, stack }))
    }
}
