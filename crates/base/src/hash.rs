//! Hashes. [`Fnv`] is for hashes that are saved or printed; [`SmallHasher`] is for maps.

use std::hash::{BuildHasherDefault, Hasher};

/// FNV-1a with 64 bits: a hash of bytes that is the same in every run and every version of
/// Rust. Saved files and reports contain such hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// The hash of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Fnv::default();
        hash.feed(bytes);
        hash.finish()
    }

    /// The hash of texts with an `end` after each, so that `["ab", "c"]` is not `["a", "bc"]`.
    #[must_use]
    pub fn of_texts(texts: &[&str], end: u8) -> u64 {
        let mut hash = Fnv::default();
        for text in texts {
            hash.feed(text.as_bytes());
            hash.feed(&[end]);
        }
        hash.finish()
    }

    /// Adds more bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all bytes so far.
    #[must_use]
    pub fn finish(self) -> u64 {
        self.0
    }
}

/// Makes hashers for a map whose keys are a few small numbers or addresses.
pub type SmallHash = BuildHasherDefault<SmallHasher>;

/// A fast hash of a few numbers. It does not resist keys that are chosen to collide.
#[derive(Clone, Copy, Debug, Default)]
pub struct SmallHasher(u64);

impl Hasher for SmallHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    /// One multiplication spreads the bits: addresses differ in their middle bits.
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    /// The expected values are the published ones.
    #[test]
    fn known_texts_have_known_hashes() {
        assert_eq!(Fnv::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv::of(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn texts_are_kept_apart() {
        assert_eq!(Fnv::of_texts(&["ab", "c"], 0), Fnv::of(b"ab\0c\0"));
        assert_ne!(Fnv::of_texts(&["ab", "c"], 0), Fnv::of_texts(&["a", "bc"], 0));
    }
}
