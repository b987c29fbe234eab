//! What search trees need of their keys.

/// Whether each key is larger than the one before.
pub fn ascend(keys: &[i32]) -> bool {
    keys.is_sorted_by(|a, b| a < b)
}
