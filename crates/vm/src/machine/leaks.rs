//! Memory leaks: heap memory that is no longer reachable.
//!
//! When the program ends, allocated memory that was not freed is a leak unless a global points to it,
//! directly or through other memory. Every eight bytes that hold the address of an object count as a
//! pointer to it. If the program ends in the middle of functions (`exit`), their local variables also
//! count. A register may hold a value that the program no longer uses, so memory that only a register
//! points to is no leak, but by the rules of the competition it is noted.

use std::collections::{BTreeSet, HashSet};

use pikse_expr::{Expr, View};

use super::Machine;
use crate::memory::Kind;
use crate::state::{Frame, NoteKind, State};
use crate::value::Value;
use crate::verdict::{ErrorKind, Verdict};

impl Machine<'_> {
    /// The error, if something is lost.
    pub(super) fn leak(&mut self, state: &mut State) -> Option<Verdict> {
        if self.options.cleanup {
            let left: Vec<u32> = self.heap(state).collect();
            return self.lost(state, &left, "not freed");
        }
        let is_root =
            |kind| matches!(kind, Kind::Global | Kind::Constant | Kind::World | Kind::Given);
        let objects = state.memory.objects().filter(|(_, object)| is_root(object.kind));
        let mut roots: Vec<u32> = objects.map(|(number, _)| number).collect();
        roots.extend(frames(state).flat_map(|frame| frame.locals.iter().copied()));
        let mut reached = BTreeSet::new();
        self.reach(state, roots, &mut reached);
        let is_lost = |number: &u32| !reached.contains(number);
        self.heap(state).find(is_lost)?;
        let sure = reached.len();
        let values: Vec<Value> =
            frames(state).flat_map(|frame| frame.registers.iter().copied()).collect();
        let held = values.into_iter().filter_map(|value| match value {
            Value::Concrete(address) => Some(state.memory.place(address).0),
            Value::Symbolic(expr)
                if self.exprs.width(expr) == 64 && self.may_point(state, expr) =>
            {
                let least = self.least(state, expr).ok();
                least.map(|(least, _)| state.memory.place(least as u64).0)
            }
            Value::Symbolic(_) => None,
        });
        let held: Vec<u32> = held.collect();
        self.reach(state, held, &mut reached);
        let lost: Vec<u32> = self.heap(state).filter(|number| !reached.contains(number)).collect();
        if lost.is_empty() && reached.len() > sure && self.options.competition {
            let text = "the program ends here, and only an unused value may point to some memory";
            self.note(state, NoteKind::Model, text);
        }
        self.lost(state, &lost, "not reachable")
    }

    /// The heap memory that is allocated. By the rules of the competition, only what the program itself
    /// allocated: its arguments are not.
    fn heap<'s>(&self, state: &'s State) -> impl Iterator<Item = u32> + use<'s> {
        let by_program = self.options.competition;
        let heap = state.memory.objects().filter(move |(_, object)| {
            object.kind == Kind::Heap && !(by_program && object.made_at == pikse_ir::LocId(0))
        });
        heap.map(|(number, _)| number)
    }

    /// Adds the objects that others lead to.
    fn reach(&mut self, state: &mut State, roots: Vec<u32>, reached: &mut BTreeSet<u32>) {
        let mut open: Vec<u32> = roots
            .into_iter()
            .filter(|&number| state.memory.object(number).is_some() && reached.insert(number))
            .collect();
        while let Some(number) = open.pop() {
            let Some(object) = state.memory.object(number) else { continue };
            // In a 32-bit program, an address has 4 bytes, or 8 with zeros in memory of a model.
            let size = if state.memory.is_narrow() { 4 } else { 8 };
            let words = object.words().into_iter();
            let words: Vec<u64> = match size {
                4 => words.flat_map(|word| [word, word + 4]).chain(object.last_half()).collect(),
                _ => words.collect(),
            };
            for word in words {
                let known = state.memory.object(number).and_then(|of| of.number(word, size));
                let address = match known {
                    Some(address) => address,
                    None => {
                        let expr = self.word(state, number, word, size);
                        if !self.may_point(state, expr) {
                            continue;
                        }
                        // A symbolic pointer has some value.
                        self.least(state, expr).map_or(0, |(least, _)| least as u64)
                    }
                };
                let (target, _) = state.memory.place(address);
                if state.memory.object(target).is_some() && reached.insert(target) {
                    open.push(target);
                }
            }
        }
    }

    /// The error of memory that is left in some way.
    fn lost(&mut self, state: &mut State, lost: &[u32], how: &str) -> Option<Verdict> {
        let first = *lost.first()?;
        let object = state.memory.object(first)?;
        let line = self.program.locations.get(object.made_at.index()).map_or(0, |place| place.line);
        let place = if line > 0 { format!(" allocated at line {line}") } else { String::new() };
        let rest = match lost.len() {
            1 => String::new(),
            count => format!(", and {} more", count - 1),
        };
        let size = match object.length() {
            Some(length) => self.example(state, length).ok()? as u64,
            None => object.size(),
        };
        let message = format!("{size} bytes{place} are {how}{rest}");
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
                    let (number, _) = state.memory.place(value as u64);
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

/// The calls in the middle of which the program ends.
fn frames(state: &State) -> impl Iterator<Item = &Frame> {
    std::iter::once(&state.top).chain(state.below.iter())
}
