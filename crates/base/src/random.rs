//! Pseudo-random numbers from a seed (SplitMix64): the same seed gives the same numbers in
//! every run, and neighbouring seeds give unrelated ones. Not for secrets.

/// A generator. Every random choice of a test or a strategy comes from its seed.
/// `Random(seed)` is the generator of a seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "a generator has no end")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number in `0..end`; `end` must be greater than 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// The index of one of `count` elements.
    pub fn index(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }

    /// True once in `times`, on average.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of some elements.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())].clone()
    }
}

/// Mixes the bits of a word, so that the result looks random.
#[must_use]
pub fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The expected values are the published ones.
    #[test]
    fn a_seed_gives_known_numbers() {
        let mut random = Random(1_234_567);
        let numbers = [(); 3].map(|()| random.next());
        let known =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(numbers, known);
    }

    #[test]
    fn numbers_are_below_their_end() {
        let mut random = Random(7);
        let mut seen = [0; 5];
        (0..1000).for_each(|_| seen[random.index(5)] += 1);
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
        assert_eq!(random.pick(&[3]), 3);
        assert!((0..100).any(|_| random.once_in(10)));
    }
}
