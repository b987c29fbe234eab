//! The published figures that take minutes: `cargo xtask test --large`.

mod figures;

use pikse_subjects::published::rows;

#[test]
fn every_large_figure_is_reproduced() {
    let differences = figures::differences(rows().into_iter().filter(|row| row.large));
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
