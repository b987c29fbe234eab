//! Rust's panics.
//!
//! A panic is known by the function that every panic comes to. From there on the program only says
//! what happened, and that may depend on symbolic values: the state then follows the path's own values
//! instead of splitting, and the path condition stays as it was. What it writes to the standard error
//! is the message.

use std::rc::Rc;

use pikse_expr::Expr;
use pikse_ir::{FuncId, Program};
use pikse_solver::{Branch, Side as Answer};

use super::Machine;
use crate::state::State;
use crate::verdict::{ErrorKind, Failure, Place, Verdict};

/// A part of the name of the function that every panic comes to.
const HANDLER: &str = "rust_begin_unwind";

/// A panic on its way.
#[derive(Debug)]
pub(crate) struct Panicking {
    /// Where it began.
    stack: Vec<Place>,
    /// How much was written before.
    written: usize,
}

/// The function that every panic comes to.
pub(super) fn handler(program: &Program) -> Option<FuncId> {
    let is_handler =
        |function: &pikse_ir::Function| function.body.is_some() && function.name.contains(HANDLER);
    program.functions.iter().position(is_handler).map(FuncId::at)
}

impl Machine<'_> {
    /// A state is about to call a function.
    pub(super) fn may_panic(&self, state: &mut State, function: FuncId) {
        if self.panic_handler == Some(function) && state.panicking.is_none() {
            let (stack, written) = (self.stack(state), state.output.len());
            state.panicking = Some(Rc::new(Panicking { stack, written }));
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

    /// The verdict of a state that has ended. Whatever ended it: after a panic it is the panic.
    pub(super) fn after_panic(&mut self, state: &State, verdict: Verdict) -> Verdict {
        let Some(panicking) = state.panicking.clone() else { return verdict };
        let mut bytes = Vec::new();
        for output in state.output.to_vec().into_iter().skip(panicking.written) {
            if output.descriptor == 2 {
                for &byte in &*output.bytes {
                    let byte = byte.expr(&mut self.exprs, 8);
                    bytes.push(self.example(state, byte).unwrap_or(0) as u8);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let failure = Failure {
            kind: ErrorKind::Panic,
            message: message(&text),
            stack: panicking.stack.clone(),
        };
        Verdict::Error(Box::new(failure))
    }
}

/// What the standard library says of a panic, without who, where, and what to do about it.
fn message(text: &str) -> String {
    let text = text.split_once("panicked at ").map_or(text, |(_, rest)| rest);
    let text = text.split_once(":\n").map_or(text, |(_, rest)| rest);
    let text = text.split_once("\nnote: ").map_or(text, |(said, _)| said);
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn messages_are_what_the_program_said() {
        for (text, expected) in [
            (
                "\nthread 'main' (1) panicked at a/b.rs:5:9:\nthe answer\nnote: run with \
                 `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
                "the answer",
            ),
            ("\nthread 'x' panicked at a.rs:1:1:\ntwo\nlines: 3\n", "two\nlines: 3"),
            ("", ""),
            ("something else", "something else"),
        ] {
            assert_eq!(message(text), expected);
        }
    }
}
