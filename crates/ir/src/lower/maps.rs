//! Maps from LLVM objects, by address.

use std::collections::HashMap;

use pikse_base::SmallHash;

/// A map whose keys are addresses, or pairs of small numbers.
pub(super) type PointerMap<V, K = usize> = HashMap<K, V, SmallHash>;
