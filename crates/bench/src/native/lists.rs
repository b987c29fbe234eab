//! A hundred lists of 701 to 800 nodes (document 003, Table 2).

use pikse_front::Request;
use pikse_native::Strategy;
use pikse_search::Statistics;

use super::subject::{How, Native, in_workspace};
use super::table::{Promise, Table, pair, text};

/// The document's figures for them, with re-execution and with checkpoints.
const PUBLISHED: Statistics = Statistics {
    explored: 321_201,
    valid: 100,
    inits_reexecution: 171_629_202,
    inits_checkpoint: 322_802,
};

/// A predicate over such lists.
struct Lists {
    what: &'static str,
    file: &'static str,
    root: &'static str,
    /// The values of the field `size`.
    size: &'static str,
    multi_value: bool,
    /// Whether the number of candidates is exactly the document's.
    is_published: bool,
    rounds: usize,
    promise: Promise,
}

const LISTS: [Lists; 3] = [
    // Of the hundred values of `size`, the comparison at the end skips all but one.
    Lists {
        what: "lists of 701-800, `HashSet` in Rust: re-execution, checkpoints",
        file: "subjects/rust/singly_linked_list.rs",
        root: "SinglyLinkedList",
        size: "701..800",
        multi_value: true,
        is_published: true,
        rounds: 1,
        promise: Promise::AtLeast(100.0),
    },
    // The only way to have a single value of `size`, as the document's figures imply, and a
    // hundred structures.
    Lists {
        what: "the same, a lean hash set of nodes in C",
        file: "crates/bench/src/native/long_lists.c",
        root: "list",
        size: "701",
        multi_value: false,
        is_published: true,
        rounds: 7,
        promise: Promise::Nothing,
    },
    Lists {
        what: "the same, no set in C: walks in a circle until it meets a mark",
        file: "subjects/c/singly_linked_list.c",
        root: "list",
        size: "701..800",
        multi_value: true,
        is_published: false,
        rounds: 3,
        promise: Promise::Nothing,
    },
];

pub(super) fn measure(table: &mut Table) {
    for lists in &LISTS {
        let [reexecute, checkpoint] =
            [Strategy::Reexecute, Strategy::Checkpoint].map(|strategy| lists.compile(strategy));
        let found = checkpoint.count();
        assert!(found.valid == 100 && (!lists.is_published || found == PUBLISHED), "{found:?}");
        let times = pair(lists.rounds, || reexecute.count(), || checkpoint.count());
        let (beside, ours) = (text(times.beside), text(times.ours));
        table.row(lists.what, beside, ours, (1.0 / times.ratio, " times"), lists.promise);
    }
}

impl Lists {
    fn compile(&self, strategy: Strategy) -> Native {
        let range = format!("{}.size={}", self.root, self.size);
        let ranges = vec![range.parse().expect("a range")];
        let request = Request { size: 800, ranges, ..Request::default() };
        let how = How { strategy, multi_value: self.multi_value };
        Native::compile(&in_workspace(self.file), self.root, request, how)
    }
}
