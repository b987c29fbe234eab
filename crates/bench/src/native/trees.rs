//! Search trees: checkpoints compared with re-execution and with hand-written checkpoints.

use pikse_native::Strategy;

use super::by_hand;
use super::subject::{How, Native, published};
use super::table::{Promise, Table, each, pair, text};

const REEXECUTE: How = How { strategy: Strategy::Reexecute, multi_value: false };
const CHECKPOINT: How = How { strategy: Strategy::Checkpoint, multi_value: false };
const WITH_MARKS: How = How { strategy: Strategy::Checkpoint, multi_value: true };

/// Search trees of a number of nodes.
fn search_trees(size: usize, how: How) -> Native {
    Native::published(&published("c/search_tree.c", "search tree"), size, how)
}

/// Checks that the hand-written loops explore the right candidates.
pub(super) fn check() {
    // With marks the loop skips the values that the comparisons of the source decide. The
    // engine skips more, so only the number of structures is the same.
    for (size, marked) in [(3, 130), (6, 21_670)] {
        let by_hand = by_hand::search_tree(size);
        for how in [REEXECUTE, CHECKPOINT] {
            let ours = search_trees(size, how).count();
            assert_eq!(by_hand, (ours.explored, ours.valid), "search trees of {size} by hand");
        }
        let ours = search_trees(size, WITH_MARKS).count();
        let (explored, valid) = by_hand::search_tree_with_marks(size);
        assert_eq!((explored, valid), (marked, ours.valid), "search trees of {size} by hand");
        assert!(ours.explored <= explored, "{ours:?}");
    }
}

pub(super) fn measure(table: &mut Table) {
    const SIZE: usize = 10;
    let [reexecute, checkpoint, with_marks] =
        [REEXECUTE, CHECKPOINT, WITH_MARKS].map(|how| search_trees(SIZE, how));

    let explored = checkpoint.count().explored;
    assert_eq!(by_hand::search_tree(SIZE), (explored, 16_796));
    let times = pair(5, || by_hand::search_tree(SIZE), || checkpoint.count());
    table.row(
        "search trees of 10: hand-written loop, checkpoints; per candidate",
        format!("{:.1} ns", each(times.beside, explored)),
        format!("{:.1} ns", each(times.ours, explored)),
        (times.ratio, ""),
        Promise::AtMost(1.5),
    );

    let ours = with_marks.count().explored;
    let (theirs, _) = by_hand::search_tree_with_marks(SIZE);
    let times = pair(5, || by_hand::search_tree_with_marks(SIZE), || with_marks.count());
    table.row(
        "the same with multi-value comparisons; per candidate",
        format!("{:.1} ns", each(times.beside, theirs)),
        format!("{:.1} ns", each(times.ours, ours)),
        (times.ratio * theirs as f64 / ours as f64, ""),
        Promise::Nothing,
    );
    table.row(
        &format!("the same, the whole search ({theirs} and {ours} candidates)"),
        text(times.beside),
        text(times.ours),
        (times.ratio, ""),
        Promise::Nothing,
    );

    let times = pair(3, || reexecute.count(), || checkpoint.count());
    table.row(
        "search trees of 10: re-execution, checkpoints",
        text(times.beside),
        text(times.ours),
        (1.0 / times.ratio, " times"),
        Promise::Nothing,
    );
    let times = pair(3, || reexecute.count(), || with_marks.count());
    table.row(
        "search trees of 10: re-execution, checkpoints with multi-value comparisons",
        text(times.beside),
        text(times.ours),
        (1.0 / times.ratio, " times"),
        Promise::AtLeast(5.0),
    );
}
