//! Finding in `generational-arena` 0.2.9: `reserve(0)` breaks the free list.

use generational_arena::Arena;

/// After `reserve`, whatever its argument, insertion works.
#[pikse::check(size = 3)]
fn reserving_is_harmless(#[finite(0..=2)] before: usize, #[finite(0..=2)] additional: usize) {
    let mut arena = Arena::with_capacity(2);
    for value in 0..before {
        arena.insert(value);
    }
    arena.reserve(additional);
    arena.insert(9);
    assert_eq!(arena.len(), before + 1);
}
