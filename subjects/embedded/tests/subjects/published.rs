//! The published figures that run in seconds.

use pikse_subjects::published::rows;

use crate::figures;

#[test]
fn every_figure_is_reproduced() {
    let differences = figures::differences(rows().into_iter().filter(|row| !row.large));
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
