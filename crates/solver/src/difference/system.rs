//! Bounds on the differences of integers, closed under addition.
//!
//! `bound(i, j)` is the maximum of `x_i - x_j`. Index 0 is the constant 0, so `bound(i, 0)` is the
//! maximum of `x_i` and `-bound(0, i)` its minimum. The table is always closed: no sum of two
//! bounds is tighter than the bound it implies. So every value within its own bounds extends to a
//! solution of the differences.

use super::domain::Domain;

/// `x_left - x_right` is not this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Apart {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) value: i128,
}

/// The constraints have no solution.
#[derive(Debug)]
pub(super) struct Contradiction;

/// How often bounds are tightened by excluded values.
const ROUNDS: u32 = 50;

/// Integers with bounds on their differences.
#[derive(Clone, Debug)]
pub(super) struct System {
    size: usize,
    table: Vec<i128>,
}

impl System {
    /// One integer for each pair of bounds; indices start at 1.
    pub(super) fn new(bounds: &[(i128, i128)]) -> Self {
        let size = bounds.len() + 1;
        let mut table = vec![0; size * size];
        let low = |i: usize| if i == 0 { 0 } else { bounds[i - 1].0 };
        let high = |i: usize| if i == 0 { 0 } else { bounds[i - 1].1 };
        for i in 0..size {
            for j in 0..size {
                if i != j {
                    table[i * size + j] = high(i) - low(j);
                }
            }
        }
        Self { size, table }
    }

    pub(super) fn bound(&self, i: usize, j: usize) -> i128 {
        self.table[i * self.size + j]
    }

    pub(super) fn low(&self, i: usize) -> i128 {
        -self.bound(0, i)
    }

    pub(super) fn high(&self, i: usize) -> i128 {
        self.bound(i, 0)
    }

    /// Adds `x_i - x_j <= most`.
    pub(super) fn limit(&mut self, i: usize, j: usize, most: i128) -> Result<(), Contradiction> {
        if self.bound(i, j) <= most {
            return Ok(());
        }
        if most + self.bound(j, i) < 0 {
            return Err(Contradiction);
        }
        let size = self.size;
        for a in 0..size {
            let to = self.table[a * size + i] + most;
            // If the path from `a` to `j` gets no tighter, no path from `a` does.
            if to >= self.table[a * size + j] {
                continue;
            }
            for b in 0..size {
                let through = to + self.table[j * size + b];
                let now = &mut self.table[a * size + b];
                *now = (*now).min(through);
            }
        }
        Ok(())
    }

    /// Adds bounds on one integer.
    pub(super) fn within(&mut self, i: usize, low: i128, high: i128) -> Result<(), Contradiction> {
        self.limit(i, 0, high)?;
        self.limit(0, i, -low)
    }

    /// Tightens bounds that are excluded values, until nothing changes. It may stop early, which
    /// leaves bounds wider than possible.
    pub(super) fn tighten(
        &mut self,
        domains: &[Domain],
        apart: &[Apart],
    ) -> Result<(), Contradiction> {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (k, domain) in domains.iter().enumerate() {
                let i = k + 1;
                let low = domain.at_least(self.low(i)).ok_or(Contradiction)?;
                let high = domain.at_most(self.high(i)).ok_or(Contradiction)?;
                if low > self.low(i) || high < self.high(i) {
                    self.within(i, low, high)?;
                    changed = true;
                }
            }
            for pair in apart {
                if self.bound(pair.left, pair.right) == pair.value {
                    self.limit(pair.left, pair.right, pair.value - 1)?;
                    changed = true;
                }
                if self.bound(pair.right, pair.left) == -pair.value {
                    self.limit(pair.right, pair.left, -pair.value - 1)?;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// Values for all integers, if a greedy choice finds some.
    pub(super) fn solution(mut self, domains: &[Domain], apart: &[Apart]) -> Option<Vec<i128>> {
        let mut values = Vec::with_capacity(domains.len());
        for (k, domain) in domains.iter().enumerate() {
            let i = k + 1;
            // Small numbers make readable tests.
            let wanted = 0.clamp(self.low(i), self.high(i));
            let (low, high) = (self.low(i), self.high(i));
            let above = |value| domain.at_least(value).filter(|&up| up <= high);
            let below = |value| domain.at_most(value).filter(|&down| down >= low);
            let (mut up, mut down) = (above(wanted), below(wanted));
            let value = loop {
                let value = match (up, down) {
                    (Some(u), Some(d)) if u - wanted <= wanted - d => u,
                    (_, Some(d)) => d,
                    (Some(u), None) => u,
                    (None, None) => return None,
                };
                let excluded = apart.iter().any(|pair| {
                    let fixed = |j: usize| values.get(j.wrapping_sub(1)).copied();
                    if pair.left == i {
                        fixed(pair.right).is_some_and(|other| value - other == pair.value)
                    } else if pair.right == i {
                        fixed(pair.left).is_some_and(|other| other - value == pair.value)
                    } else {
                        false
                    }
                });
                if !excluded {
                    break value;
                }
                if up == Some(value) {
                    up = above(value + 1);
                }
                if down == Some(value) {
                    down = below(value - 1);
                }
            };
            self.within(i, value, value).ok()?;
            self.tighten(domains, apart).ok()?;
            values.push(value);
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_and_cycles() {
        let mut system = System::new(&[(0, 10), (0, 10), (0, 10)]);
        // x1 < x2 < x3.
        system.limit(1, 2, -1).unwrap();
        system.limit(2, 3, -1).unwrap();
        assert_eq!((system.low(1), system.high(1)), (0, 8));
        assert_eq!((system.low(3), system.high(3)), (2, 10));
        assert_eq!(system.bound(1, 3), -2);
        assert!(system.clone().limit(3, 1, 1).is_err());
        let mut tight = system.clone();
        tight.limit(3, 1, 2).unwrap();
        let domains = [Domain::new(0, 10), Domain::new(0, 10), Domain::new(0, 10)];
        let apart = [Apart { left: 3, right: 1, value: 2 }];
        assert!(tight.tighten(&domains, &apart).is_err());
        let values = system.solution(&domains, &apart).unwrap();
        assert_eq!(values, [0, 1, 3]);
    }
}
