//! Deletes learned clauses that are of little use.

use super::{BINARY, Cdcl, NO_REASON};
use crate::proof::Kind;

impl Cdcl {
    /// Deletes the worse half of the learned clauses. Only facts are assigned at this point.
    pub(super) fn forget(&mut self) {
        self.learned.sort_by_key(|learned| (learned.levels, std::cmp::Reverse(learned.clause)));
        let half = self.learned.len() / 2;
        let mut gone: Vec<u32> = self.learned[half..]
            .iter()
            .filter(|learned| learned.levels > 2)
            .map(|learned| learned.clause)
            .collect();
        gone.sort_unstable();
        self.log_forgotten(&gone);
        self.learned.retain(|learned| gone.binary_search(&learned.clause).is_err());
        // The remaining clauses move together.
        let mut moved: Vec<(u32, u32)> = Vec::new();
        let mut arena = Vec::with_capacity(self.arena.len());
        let mut place = 0;
        while place < self.arena.len() {
            let length = self.arena[place] as usize;
            if gone.binary_search(&(place as u32)).is_err() {
                moved.push((place as u32, arena.len() as u32));
                arena.extend_from_slice(&self.arena[place..=place + length]);
            }
            place += length + 1;
        }
        let place_of = |old: u32| {
            let at = moved.binary_search_by_key(&(old & !BINARY), |&(from, _)| from).ok()?;
            Some(moved[at].1 | old & BINARY)
        };
        for list in &mut self.watches {
            list.retain_mut(|watch| match place_of(watch.clause) {
                Some(new) => {
                    watch.clause = new;
                    true
                }
                None => false,
            });
        }
        for learned in &mut self.learned {
            learned.clause = place_of(learned.clause).unwrap_or(learned.clause);
        }
        for &literal in &self.trail {
            self.reason[literal.variable() as usize] = NO_REASON;
        }
        self.arena = arena;
        self.room += self.room / 10;
    }

    fn log_forgotten(&mut self, gone: &[u32]) {
        let Some(mut proof) = self.proof.take() else { return };
        // A fact may have a deleted clause as its reason, so it becomes a clause. Literals without
        // a reason are clauses already.
        for &literal in &self.trail {
            if self.reason[literal.variable() as usize] != NO_REASON {
                proof.push(Kind::Learned, [literal]);
            }
        }
        for &clause in gone {
            proof.push(Kind::Deleted, self.literals(clause));
        }
        self.proof = Some(proof);
    }
}
