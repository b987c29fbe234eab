//! Deletes learned clauses that are of little use.

use super::{BINARY, Cdcl, NO_REASON};
use crate::lit::Lit;
use crate::proof::Kind;

impl Cdcl {
    /// Deletes the worse half of the learned clauses, except for the reasons of literals above level
    /// 0. Facts need no reason.
    pub(super) fn forget(&mut self) {
        self.learned.sort_by_key(|learned| (learned.levels, std::cmp::Reverse(learned.clause)));
        let half = self.learned.len() / 2;
        let mut reasons: Vec<u32> =
            self.trail.iter().map(|&literal| self.reason_of(literal)).collect();
        reasons.sort_unstable();
        let mut gone: Vec<u32> = self.learned[half..]
            .iter()
            .filter(|learned| learned.levels > 2)
            .map(|learned| learned.clause)
            .filter(|clause| reasons.binary_search(clause).is_err())
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
        for at in 0..self.trail.len() {
            let literal = self.trail[at];
            self.reason[literal.variable() as usize] = match self.reason_of(literal) {
                NO_REASON => NO_REASON,
                old => place_of(old).unwrap_or(NO_REASON),
            };
        }
        self.arena = arena;
        self.room += self.room / 10;
    }

    /// Why a literal holds, if it is above level 0.
    fn reason_of(&self, literal: Lit) -> u32 {
        let variable = literal.variable() as usize;
        if self.level[variable] == 0 { NO_REASON } else { self.reason[variable] }
    }

    fn log_forgotten(&mut self, gone: &[u32]) {
        let Some(mut proof) = self.proof.take() else { return };
        // A fact may have a deleted clause as its reason, so it becomes a clause. Literals without
        // a reason are clauses already.
        for &literal in &self.trail {
            let variable = literal.variable() as usize;
            if self.level[variable] == 0 && self.reason[variable] != NO_REASON {
                proof.push(Kind::Learned, [literal]);
            }
        }
        for &clause in gone {
            proof.push(Kind::Deleted, self.literals(clause));
        }
        self.proof = Some(proof);
    }
}
