//! How many paths programs have: published figures, and those that can be counted by hand.

use std::collections::BTreeSet;

use crate::support::{Argument, Counts, begin, compile, count, explore, subjects};
use pikse_vm::{Options, Stop};

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
    ("c/search_tree.c", "main", &["-DN=6"], &[], 2353, 4756),
    ("c/search_tree_subscripts.c", "main", &["-DN=2"], &[], 14, 9),
    ("c/search_tree_subscripts.c", "main", &["-DN=3"], &[], 49, 35),
    ("c/search_tree_subscripts.c", "main", &["-DN=4"], &[], 175, 133),
    ("c/sorted_list.c", "main", &["-DN=6"], &[], 28, 36),
    ("c/sorted_list.c", "main", &["-DN=8"], &[], 45, 64),
    ("c/expression.c", "main", &["-DN=5"], &[], 3484, 0),
    ("c/regex.c", "main", &["-DN=4"], &[], 1757, 0),
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

/// A parser: a file, a function that takes a text, its other argument, how long the text is, and the
/// bytes that the program tells apart, with one for all the others between two of them.
type Parser = (&'static str, &'static str, Option<&'static str>, u32, &'static [u8]);

const PARSERS: [Parser; 2] = [
    ("c/expression.c", "is_expression", None, 4, b"\0!()*+-/05:az{\x80"),
    ("c/regex.c", "match", Some("hello"), 3, b"\0.[]^$*+?heloz"),
];

/// The branches that are found symbolically are those of the texts made of these bytes.
#[test]
fn paths_of_parsers_are_those_of_their_texts() {
    for (file, entry, other, length, bytes) in PARSERS {
        let subject = compile(&subjects().join(file), entry, &[]);
        let function = subject.entry(entry);
        let arguments = |text: Argument| {
            let other = other.map(|other| Argument::Bytes(format!("{other}\0").into_bytes()));
            [Some(text), other].into_iter().flatten().collect::<Vec<_>>()
        };
        let mut machine = subject.machine(Options::default());
        let first = begin(&mut machine, function, &arguments(Argument::Text(length)));
        let paths = explore(&mut machine, first);
        let symbolic: BTreeSet<u64> = paths.iter().map(|path| path.state.trace()).collect();
        assert_eq!(symbolic.len(), paths.len(), "{file}: no two paths have the same branches");

        let mut plain = BTreeSet::new();
        for number in 0..bytes.len().pow(length) {
            let digits = (0..length).map(|k| number / bytes.len().pow(k) % bytes.len());
            let text: Vec<u8> = digits.map(|digit| bytes[digit]).chain([0]).collect();
            let mut state = begin(&mut machine, function, &arguments(Argument::Bytes(text)));
            let stop = machine.run(&mut state, u64::MAX);
            assert!(matches!(stop, Stop::Ended(..)), "{file}: {stop:?}");
            plain.insert(state.trace());
        }
        assert_eq!(symbolic, plain, "{file}");
    }
}
