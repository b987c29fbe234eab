//! Runs every published figure and prints the table of `docs/published-counts.md`:
//! `cargo xtask figures`. It takes some minutes.

use pikse_subjects::published::{Row, rows};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "# Published counts, and ours\n\n\
         Made by `cargo xtask figures`, which runs every row; `cargo xtask test` checks the small\n\
         rows, `cargo xtask test --large` all. *explored* counts executions of the predicate without\n\
         multi-value comparisons, *inits* field initializations by re-execution and with checkpoints,\n\
         *multi* executions with multi-value comparisons (ours, and the document's in parentheses).\n\
         A figure in the last column is what the document prints where it differs from ours, and why:\n\n\
         - **another predicate**: the document does not give the predicate's text. The structures and\n\
         \x20 bounds are the same, as the equal *valid* counts show; ours rejects earlier. Some 600,000\n\
         \x20 variants of read orders were tried for the red-black tree of document 000 without a match.\n\
         - **another order of reads**: likewise, with a difference of a few percent.\n\
         - **a misprint**: the other figures of the same table, or an independent count, contradict it.\n\n\
         Two subjects of document 003 (heap array, disjoint sets) have *valid* and *explored* for\n\
         exactly n elements but *inits* for up to n elements in one line of the table; here they are\n\
         two rows.\n\n\
         Document 002's Tables 3 and 4 come out exactly, every order and percentage; they are in\n\
         `subjects/embedded/tests`. Its example of section 2.2 explores 19 candidates by conjunction and 2\n\
         with restrictions by cell, as printed, and 1 with restrictions by path: `header.next == header`\n\
         contradicts the condition, and a path knows it.\n"
    );
    println!("| subject | published in | n | valid | explored | inits | multi | printed |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |");
    for row in rows() {
        println!("{}", line(&row)?);
    }
    Ok(())
}

fn line(row: &Row) -> Result<String, Box<dyn std::error::Error>> {
    let found = (row.problem)(row.size).multi_value(false).count()?;
    let inits = match row.inits {
        None => String::new(),
        Some(_) => format!("{} / {}", found.inits_reexecution, found.inits_checkpoint),
    };
    let multi = match row.multi_value {
        None => String::new(),
        Some(document) => {
            format!("{} ({document})", (row.problem)(row.size).count()?.explored)
        }
    };
    let (subject, source, size) = (row.subject, row.source, row.size);
    let printed = row.printed.unwrap_or("");
    let (valid, explored) = (found.valid, found.explored);
    Ok(format!(
        "| {subject} | {source} | {size} | {valid} | {explored} | {inits} | {multi} | {printed} |"
    ))
}
