//! What harnesses ask for: preferred inputs, objects at fixed addresses, paths that do not split.

use pikse_expr::Expr;
use pikse_ir::LocId;
use pikse_solver::Side as Answer;

use super::{Machine, Step};
use crate::memory::{Found, Kind, LARGEST, Object};
use crate::state::{Fixed, NoteKind, State};
use crate::value::Value;
use crate::verdict::{Cut, ErrorKind};

impl Machine<'_> {
    /// Prefers inputs for which a condition holds, where the path allows it.
    pub(super) fn prefer(&mut self, state: &mut State, value: Value, width: u32) {
        let value = value.expr(&mut self.exprs, width);
        let condition = self.exprs.is_nonzero(value);
        if condition != Expr::TRUE && condition != Expr::FALSE {
            state.preferred.push(condition);
        }
    }

    /// Gives the path the preferred input. The path condition stays as it is.
    pub(super) fn settle_preferred(&mut self, state: &mut State) -> Step<()> {
        if state.preferred.is_empty() || state.panicking.is_some() {
            return Ok(());
        }
        self.awake(state)?;
        let wishes: Vec<Expr> = state.preferred.to_vec().into_iter().copied().collect();
        let mut path = state.path.clone();
        for wish in wishes {
            if let Answer::Possible(narrower) = self.solver.assume(&mut self.exprs, &path, wish) {
                path = narrower;
            }
        }
        if let Some(model) = path.model().cloned() {
            state.path = state.path.assume(&mut self.exprs, Expr::TRUE, Some(model));
        }
        Ok(())
    }

    /// Makes memory at an address valid: of zeros, as long as the path runs.
    pub(super) fn fix(&mut self, state: &mut State, address: u64, size: u64) -> Step<()> {
        let end = address.checked_add(size).filter(|_| address != 0 && size <= LARGEST);
        let overlaps = state
            .fixed
            .iter()
            .any(|fixed| address < fixed.address + fixed.size && fixed.address < address + size);
        let is_taken = overlaps
            || matches!(
                state.memory.find(state.memory.place(address).0),
                Found::Object | Found::Freed(_)
            );
        if end.is_none() || is_taken {
            let message = format!("an object of {size} bytes cannot be at address {address:#x}");
            return Err(self.error(state, ErrorKind::Harness, message));
        }
        let object = Object::of_bytes(Kind::World, &[], size, LocId(0));
        let Some(number) = state.memory.add(object) else {
            return Err(self.cut(state, Cut::Memory));
        };
        state.fixed.push(Fixed { address, size, number });
        Ok(())
    }

    /// The object at a fixed address that holds some bytes, and their offset in it.
    pub(super) fn fixed(&self, state: &State, address: u64, count: u64) -> Option<(u32, u64)> {
        let holds = |fixed: &&Fixed| {
            let offset = address.wrapping_sub(fixed.address);
            offset.checked_add(count).is_some_and(|end| end <= fixed.size)
        };
        let found = state.fixed.iter().find(holds)?;
        Some((found.number, address - found.address))
    }

    /// The size of the object that begins at an address; all ones if none does, and one less if it is
    /// symbolic.
    pub(super) fn whole(&self, state: &State, address: u64) -> u64 {
        let (number, offset) = state.memory.place(address);
        match state.memory.object(number) {
            // AddressSanitizer has put several variables into one object.
            Some(object) if self.has_shadow && object.kind != Kind::Heap => u64::MAX - 1,
            Some(object) if offset == 0 && object.length().is_some() => u64::MAX - 1,
            Some(object) if offset == 0 => object.size(),
            _ => match state.fixed.iter().find(|fixed| fixed.address == address) {
                Some(fixed) => fixed.size,
                None => u64::MAX,
            },
        }
    }

    /// Notes that a path does not split where it could.
    pub(super) fn note_unsplit(&self, state: &mut State) {
        let text = "klee_set_forking(0): one side of a branch was explored";
        self.note(state, NoteKind::Model, text);
    }
}
