//! Maps from what LLVM has at some address.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are addresses, or pairs of small numbers.
pub(super) type PointerMap<V, K = usize> = HashMap<K, V, BuildHasherDefault<PointerHasher>>;

/// Addresses differ in their middle bits; one multiplication spreads them.
#[derive(Default)]
pub(super) struct PointerHasher(u64);

impl Hasher for PointerHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_usize(byte.into());
        }
    }

    fn write_usize(&mut self, value: usize) {
        self.0 = (self.0.rotate_left(5) ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u32(&mut self, value: u32) {
        self.write_usize(value as usize);
    }
}
