//! A hundred lists of 701 to 800 nodes (document 003, Table 2).

use std::path::Path;

use pikse_native::{Request, Strategy};
use pikse_search::Statistics;

use super::subject::{How, Native, in_workspace};
use super::table::{Promise, Table, pair, text};

/// What the document has for them, in both ways.
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
    rounds: usize,
    promise: Promise,
}

const LISTS: [Lists; 3] = [
    Lists {
        what: "lists of 701-800, a hash set of visited nodes in C: re-execution, checkpoints",
        file: "crates/bench/src/native/long_lists.c",
        root: "list",
        rounds: 5,
        promise: Promise::AtLeast(100.0),
    },
    Lists {
        what: "the same, a `HashSet` in Rust",
        file: "subjects/rust/singly_linked_list.rs",
        root: "SinglyLinkedList",
        rounds: 1,
        promise: Promise::Nothing,
    },
    Lists {
        what: "the same in C without a set, walking in circles until a mark is met",
        file: "subjects/c/singly_linked_list.c",
        root: "list",
        rounds: 3,
        promise: Promise::Nothing,
    },
];

pub(super) fn measure(table: &mut Table) {
    for lists in &LISTS {
        let [reexecute, checkpoint] = [Strategy::Reexecute, Strategy::Checkpoint]
            .map(|strategy| lists.compile(How { strategy, multi_value: true }));
        assert_eq!(checkpoint.count(), PUBLISHED, "{}", lists.what);
        let times = pair(lists.rounds, || reexecute.count(), || checkpoint.count());
        let (beside, ours) = (text(times.beside), text(times.ours));
        table.row(lists.what, beside, ours, (1.0 / times.ratio, " times"), lists.promise);
    }
}

impl Lists {
    /// With the size as a field of 100 values, of which the comparison at the end strikes
    /// out all but one, the candidates are the document's to the last.
    fn compile(&self, how: How) -> Native {
        let range = format!("{}.size=701..800", self.root);
        let ranges = vec![range.parse().expect("a range")];
        let request = Request { size: 800, ranges, ..Request::default() };
        let file = in_workspace(self.file);
        Native::compile(Path::new(&file), self.root, request, how)
    }
}
