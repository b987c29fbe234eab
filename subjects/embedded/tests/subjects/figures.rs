//! Checks rows of the published tables.

use pikse_subjects::published::Row;

/// Runs every row and gives what differs, all of it, so that one failing test says
/// everything.
pub(crate) fn differences(rows: impl IntoIterator<Item = Row>) -> Vec<String> {
    let mut differences = Vec::new();
    let mut checked = 0;
    for row in rows {
        checked += 1;
        let mut compare = |what: &str, expected: Option<u64>, found: u64| {
            if expected.is_some_and(|expected| expected != found) {
                let expected = expected.unwrap_or_default();
                differences.push(format!(
                    "{} {} ({}): {what} is {found}, should be {expected}",
                    row.subject, row.size, row.source
                ));
            }
        };
        let plain = (row.problem)(row.size).multi_value(false).count().expect("a subject runs");
        compare("valid", row.valid, plain.valid);
        compare("explored", row.explored, plain.explored);
        compare("inits by re-execution", row.inits.map(|(re, _)| re), plain.inits_reexecution);
        compare("inits with checkpoints", row.inits.map(|(_, cp)| cp), plain.inits_checkpoint);
        if let Some(document) = row.multi_value {
            let multi = (row.problem)(row.size).count().expect("a subject runs");
            compare("valid, multi-value", row.valid, multi.valid);
            compare("explored, multi-value", row.multi_value_here, multi.explored);
            if multi.explored > document {
                compare(
                    "explored, multi-value, above the document's",
                    Some(document),
                    multi.explored,
                );
            }
        }
    }
    assert!(checked > 0, "no row was checked");
    differences
}
