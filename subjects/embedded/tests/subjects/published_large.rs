//! The published figures that take minutes: `cargo xtask test --large`.

use pikse_subjects::published::rows;

use crate::{figures, heap_pcs};

#[test]
fn every_large_figure_is_reproduced() {
    let differences = figures::differences(rows().into_iter().filter(|row| row.large));
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Document 002, Table 4: a hundred conditions a subject on structures of ten nodes.
#[test]
fn a_hundred_heap_path_conditions_a_subject() {
    let explored_by_conjunction = [3_233_440, 3_716_300, 7_056_576, 18_305_148];
    for (subject, explored) in heap_pcs::TABLE_4.into_iter().zip(explored_by_conjunction) {
        let solved = heap_pcs::solve_conditions(&subject.of_size(10), 100);
        println!(
            "{}: {} conditions, explored {} by conjunction, {} by restriction on average",
            subject.name, solved.conditions, solved.explored_without, solved.explored_with
        );
        assert_eq!(solved.conditions, 100, "{}", subject.name);
        assert_eq!(solved.explored_without, explored, "{}", subject.name);
        assert!(solved.explored_with * 10 < solved.explored_without, "{}", subject.name);
    }
}
