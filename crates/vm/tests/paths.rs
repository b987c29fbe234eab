//! How many paths programs have: published figures, and those that can be counted by hand.

mod support;

use support::{Argument, Counts, compile, count, subjects};

use Argument::{Buffer, Symbolic};

/// File, entry, flags, arguments, paths that ran to their end, rejected ones.
type Row = (&'static str, &'static str, &'static [&'static str], &'static [Argument], usize, usize);

/// See the comments in the files for where the numbers come from.
const ROWS: &[Row] = &[
    // Document 001, section 3.1.1.
    ("c/mid.c", "mid", &[], &[Symbolic, Symbolic, Symbolic], 6, 0),
    ("rust/mid.rs", "mid", &[], &[Symbolic, Symbolic, Symbolic], 6, 0),
    // Document 001, section 2.1.1.
    ("c/abs.c", "abs", &[], &[Symbolic], 2, 0),
    ("rust/abs.rs", "abs", &[], &[Symbolic], 2, 0),
    // Document 001, Figure 3.5.
    ("c/is_bitonic.c", "is_bitonic", &[], &[Buffer(16)], 27, 0),
    ("rust/is_bitonic.rs", "is_bitonic", &[], &[Buffer(16)], 27, 0),
    ("c/is_bitonic.c", "is_bitonic", &["-DN=6"], &[Buffer(24)], 243, 0),
    // The other answer asks for nothing that the first has not asked.
    ("c/is_bitonic.c", "both_agree", &[], &[Buffer(16)], 27, 0),
    ("c/search_tree.c", "main", &["-DN=3"], &[], 49, 68),
    ("c/search_tree.c", "main", &["-DN=4"], &[], 175, 292),
    ("c/search_tree_subscripts.c", "main", &["-DN=2"], &[], 14, 8),
    ("c/search_tree_subscripts.c", "main", &["-DN=3"], &[], 49, 34),
    ("c/sorted_list.c", "main", &["-DN=6"], &[], 28, 36),
    ("c/sorted_list.c", "main", &["-DN=8"], &[], 45, 64),
    ("c/branches.c", "main", &["-DN=8"], &[], 256, 0),
    ("c/many_states.c", "main", &["-DN=8"], &[], 256, 0),
    ("c/load.c", "work", &["-DROUNDS=1"], &[], 1, 0),
];

#[test]
fn paths_of_programs() {
    for &(file, entry, flags, arguments, finished, rejected) in ROWS {
        let subject = compile(&subjects().join(file), entry, flags);
        let counts = count(&subject, entry, arguments);
        let expected = Counts { finished, rejected, ..Counts::default() };
        assert_eq!(counts, expected, "{file} {flags:?}");
    }
}
