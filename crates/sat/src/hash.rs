//! A fast hash for small numbers, here and in `crates/solver`.

use std::hash::{BuildHasherDefault, Hasher};

/// Makes the hashers of a map.
pub type SmallHash = BuildHasherDefault<SmallHasher>;

/// A hash of a few numbers. It does not resist numbers that are chosen to collide.
#[derive(Debug, Default)]
pub struct SmallHasher(u64);

impl Hasher for SmallHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u32(number as u32);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u32(number as u32);
    }
}
