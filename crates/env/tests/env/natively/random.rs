//! Random numbers that are the same in every run.

use std::ops::{Deref, DerefMut};

/// A generator, with what the models take.
pub(crate) struct Random(pikse_base::Random);

impl Deref for Random {
    type Target = pikse_base::Random;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Random {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(pikse_base::Random(seed))
    }

    /// A number that is small, or large, or near a limit.
    pub(crate) fn number(&mut self) -> u64 {
        let value = self.next() >> self.below(64);
        match self.below(6) {
            0 => self.below(20),
            1 => value.wrapping_neg(),
            2 => u64::MAX >> self.below(64),
            3 => 1 << self.below(64),
            _ => value,
        }
    }

    /// A double: any bits, or one that people write.
    pub(crate) fn double(&mut self) -> f64 {
        match self.below(8) {
            0 => self.pick(&[0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.5, 1.5, 2.5]),
            1 => f64::from_bits(self.next()),
            2 => self.below(1000) as f64 / 8.0,
            3 => {
                self.below(1_000_000) as f64 / 1000.0 * if self.below(2) == 0 { 1.0 } else { -1.0 }
            }
            4 => f64::from_bits(self.next() >> self.below(64)),
            5 => 10f64.powi(self.below(40) as i32 - 20),
            6 => (self.next() as i64 >> self.below(63)) as f64,
            _ => (self.below(2000) as f64 - 1000.0) + 0.5,
        }
    }

    /// A text without a zero, of these characters.
    pub(crate) fn text(&mut self, of: &[u8], longest: u64) -> Vec<u8> {
        (0..self.below(longest + 1)).map(|_| self.pick(of)).collect()
    }
}
