//! Memory that nobody reaches any more.
//!
//! When the program ends, what it has allocated and not freed is lost unless a global leads to it, by
//! way of other memory. Every eight bytes that hold the address of an object count as a pointer to it.

use std::collections::BTreeSet;

use super::Machine;
use crate::memory::{Kind, place_of};
use crate::state::State;
use crate::verdict::{ErrorKind, Verdict};

impl Machine<'_> {
    /// The error, if something is lost.
    pub(super) fn leak(&mut self, state: &State) -> Option<Verdict> {
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
                let address = match object.number(word * 8, 8) {
                    Some(address) => address,
                    // A symbolic pointer has some value.
                    None => {
                        let expr = self.word(state, number, word * 8, 8);
                        self.example(state, expr).unwrap_or(0) as u64
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
        let message = format!("{} bytes{place} are lost{rest}", object.size());
        Some(self.error(state, ErrorKind::Leak, message))
    }
}
