//! Memory leaks: heap memory that is no longer reachable.
//!
//! When the program ends, allocated memory that was not freed is a leak unless a global points to it,
//! directly or through other memory. Every eight bytes that hold the address of an object count as a
//! pointer to it.

use std::collections::{BTreeSet, HashSet};

use pikse_expr::{Expr, View};

use super::Machine;
use crate::memory::{Kind, place_of};
use crate::state::State;
use crate::verdict::{ErrorKind, Verdict};

impl Machine<'_> {
    /// The error, if something is lost.
    pub(super) fn leak(&mut self, state: &mut State) -> Option<Verdict> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<u32> = state
            .memory
            .objects()
            .filter(|(_, object)| {
                matches!(object.kind, Kind::Global | Kind::Constant | Kind::World | Kind::Given)
            })
            .map(|(number, _)| number)
            .collect();
        reached.extend(open.iter().copied());
        while let Some(number) = open.pop() {
            let Some(object) = state.memory.object(number) else { continue };
            let words = object.size() / 8;
            for word in 0..words {
                let known = state.memory.object(number).and_then(|of| of.number(word * 8, 8));
                let address = match known {
                    Some(address) => address,
                    None => {
                        let expr = self.word(state, number, word * 8, 8);
                        if !self.may_point(state, expr) {
                            continue;
                        }
                        // A symbolic pointer has some value.
                        self.least(state, expr).map_or(0, |(least, _)| least as u64)
                    }
                };
                let (target, _) = place_of(address);
                if state.memory.object(target).is_some() && reached.insert(target) {
                    open.push(target);
                }
            }
        }
        let lost: Vec<u32> = state
            .memory
            .objects()
            .filter(|(number, object)| object.kind == Kind::Heap && !reached.contains(number))
            .map(|(number, _)| number)
            .collect();
        let first = *lost.first()?;
        let object = state.memory.object(first)?;
        let line = self.program.locations.get(object.made_at.index()).map_or(0, |place| place.line);
        let place = if line > 0 { format!(" allocated at line {line}") } else { String::new() };
        let rest = match lost.len() {
            1 => String::new(),
            count => format!(", and {} more", count - 1),
        };
        let message = format!("{} bytes{place} are not reachable{rest}", object.size());
        Some(self.error(state, ErrorKind::Leak, message))
    }
    /// Whether an expression is made of addresses of objects. Bytes of inputs alone are none.
    fn may_point(&self, state: &State, expr: Expr) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match self.exprs.view(expr) {
                View::Const(value) => {
                    let (number, _) = place_of(value as u64);
                    if state.memory.object(number).is_some() {
                        return true;
                    }
                }
                View::Select { .. } => return true,
                View::Read { .. } => {}
                View::Not(a) | View::Neg(a) | View::Zext(a) | View::Sext(a) => open.push(a),
                View::Extract { of, .. } => open.push(of),
                View::Ite(_, a, b) | View::Binary(_, a, b) => open.extend([a, b]),
                View::Float(op, operands) => open.extend(&operands[..op.arity()]),
            }
        }
        false
    }
}
