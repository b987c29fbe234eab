//! The order `covnew`: a random state, by weight, as KLEE's searcher `nurs:covnew` has it.
//!
//! The weight of a state is the sum of two squares: the inverse of its distance to code that has not run,
//! and the inverse of the number of instructions since it or its ancestors discovered code. KLEE draws a
//! state for each instruction; here a state runs until it splits.

use std::collections::HashMap;

use pikse_base::Random;

use super::{Id, Sight, Strategy};

/// The distance that counts for a state from which no new code can be reached.
const NOWHERE: f64 = 10_000.0;
/// So many instructions after a discovery a state is still as good as new.
const RECENT: u64 = 1_000;

/// See the page of this module.
pub(super) struct Weighted {
    random: Random,
    all: Vec<Id>,
    places: HashMap<Id, Entry>,
    weights: Sums,
    /// States whose weight has changed since the last choice.
    changed: Vec<Id>,
    /// States that have discovered code since the last choice.
    fresh: Vec<Id>,
    present: Option<Id>,
}

#[derive(Clone, Copy)]
struct Entry {
    at: usize,
    /// The instructions that the state or an ancestor had executed when it discovered code.
    discovered: Option<u64>,
}

impl Weighted {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: Random(seed),
            all: Vec::new(),
            places: HashMap::new(),
            weights: Sums::default(),
            changed: Vec::new(),
            fresh: Vec::new(),
            present: None,
        }
    }

    fn add(&mut self, id: Id, discovered: Option<u64>) {
        self.places.insert(id, Entry { at: self.all.len(), discovered });
        self.all.push(id);
        self.changed.push(id);
    }

    fn weigh(&mut self, sight: &mut dyn Sight) {
        for id in std::mem::take(&mut self.fresh) {
            if let Some(entry) = self.places.get_mut(&id) {
                entry.discovered = Some(sight.instructions(id));
                self.changed.push(id);
            }
        }
        for id in std::mem::take(&mut self.changed) {
            let Some(&Entry { at, discovered }) = self.places.get(&id) else { continue };
            let near = match sight.distance(id) {
                0 => 1.0,
                u32::MAX => 1.0 / NOWHERE,
                distance => 1.0 / f64::from(distance),
            };
            let recent = discovered.map_or(0.0, |then| {
                let since = sight.instructions(id).saturating_sub(then);
                1.0 / since.saturating_sub(RECENT).max(1) as f64
            });
            self.weights.set(at, near * near + recent * recent);
        }
    }
}

impl Strategy for Weighted {
    fn start(&mut self, id: Id) {
        self.add(id, None);
    }

    fn split(&mut self, id: Id, others: &[Id]) {
        let discovered = self.places.get(&id).and_then(|entry| entry.discovered);
        others.iter().for_each(|&other| self.add(other, discovered));
        self.changed.push(id);
        self.present = None;
    }

    fn paused(&mut self, id: Id) {
        self.changed.push(id);
        self.present = None;
    }

    fn end(&mut self, id: Id) {
        self.present = None;
        let Some(Entry { at, .. }) = self.places.remove(&id) else { return };
        self.all.swap_remove(at);
        self.weights.set(at, self.weights.get(self.all.len()));
        self.weights.set(self.all.len(), 0.0);
        if let Some(entry) = self.all.get(at).and_then(|moved| self.places.get_mut(moved)) {
            entry.at = at;
        }
    }

    fn discovered(&mut self, id: Id) {
        self.fresh.push(id);
    }

    fn choose(&mut self, sight: &mut dyn Sight) -> Option<Id> {
        if self.present.is_none() && !self.all.is_empty() {
            self.weigh(sight);
            let part = self.random.next() as f64 / u64::MAX as f64;
            // Sums are rounded, so the place can be one too far.
            let at = self.weights.find(part * self.weights.total()).min(self.all.len() - 1);
            self.present = Some(self.all[at]);
        }
        self.present
    }
}

/// Weights by place, with the sums of a binary tree above them.
#[derive(Default)]
struct Sums {
    /// Node `n` has the children `2n` and `2n + 1`; the second half are the weights.
    nodes: Vec<f64>,
}

impl Sums {
    fn capacity(&self) -> usize {
        self.nodes.len() / 2
    }

    fn total(&self) -> f64 {
        self.nodes.get(1).copied().unwrap_or(0.0)
    }

    fn get(&self, at: usize) -> f64 {
        self.nodes.get(self.capacity() + at).copied().unwrap_or(0.0)
    }

    fn set(&mut self, at: usize, weight: f64) {
        if at >= self.capacity() {
            self.grow(at + 1);
        }
        let mut node = self.capacity() + at;
        self.nodes[node] = weight;
        while node > 1 {
            node /= 2;
            self.nodes[node] = self.nodes[2 * node] + self.nodes[2 * node + 1];
        }
    }

    fn grow(&mut self, needed: usize) {
        let (old, capacity) = (self.capacity(), needed.next_power_of_two().max(16));
        let weights = self.nodes.split_off(old);
        self.nodes = vec![0.0; 2 * capacity];
        self.nodes[capacity..capacity + weights.len()].copy_from_slice(&weights);
        for node in (1..capacity).rev() {
            self.nodes[node] = self.nodes[2 * node] + self.nodes[2 * node + 1];
        }
    }

    /// The place where the sum of the weights up to it exceeds `part`.
    fn find(&self, mut part: f64) -> usize {
        let mut node = 1;
        while node < self.capacity() {
            node *= 2;
            if part >= self.nodes[node] && self.nodes[node + 1] > 0.0 {
                part -= self.nodes[node];
                node += 1;
            }
        }
        node - self.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_as_often_as_their_weight_says() {
        let mut sums = Sums::default();
        let weights = [1.0, 0.0, 3.0, 0.5];
        weights.iter().enumerate().for_each(|(at, &weight)| sums.set(at, weight));
        sums.set(40, 0.5);
        assert_eq!((sums.total(), sums.get(2), sums.get(41)), (5.0, 3.0, 0.0));
        let found: Vec<usize> = (0..10).map(|part| sums.find(f64::from(part) / 2.0)).collect();
        assert_eq!(found, [0, 0, 2, 2, 2, 2, 2, 2, 3, 40]);
    }

    /// States with even numbers are near to new code.
    struct Even;

    impl Sight for Even {
        fn distance(&mut self, id: Id) -> u32 {
            if id.is_multiple_of(2) { 1 } else { 1_000 }
        }

        fn instructions(&mut self, id: Id) -> u64 {
            id
        }
    }

    #[test]
    fn near_states_come_first_and_ended_ones_never() {
        let mut strategy = Weighted::new(7);
        strategy.start(0);
        strategy.split(0, &(1..20).collect::<Vec<Id>>());
        let mut order = Vec::new();
        while let Some(id) = strategy.choose(&mut Even) {
            order.push(id);
            strategy.end(id);
        }
        assert!(order[..10].iter().all(|id| id.is_multiple_of(2)), "{order:?}");
        order.sort_unstable();
        assert_eq!(order, (0..20).collect::<Vec<Id>>());
    }
}
