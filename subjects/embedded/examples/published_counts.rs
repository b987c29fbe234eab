//! Runs every published figure and prints the table of `docs/published-counts.md`:
//! `cargo xtask figures`. It takes some minutes.

use pikse_subjects::published::{Row, rows};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "# Published counts, and ours\n\n\
         `cargo xtask figures` runs every row and writes this file. `cargo xtask test` checks the small rows,\n\
         `cargo xtask test --large` all of them.\n\n\
         The documents:\n\n\
         - **000**: J. H. Siddiqui, D. Marinov, S. Khurshid, *Lightweight Data-flow Analysis for Execution-driven\n\
         \x20 Constraint Solving*.\n\
         - **001**: J. H. Siddiqui, *Improving Systematic Constraint-driven Analysis Using Incremental and Parallel\n\
         \x20 Techniques*, dissertation, University of Texas at Austin, 2012.\n\
         - **002**: N. Dini, C. Yelen, Z. Alrmaih, A. Kulkarni, S. Khurshid, *Korat-API: A Framework to Enhance\n\
         \x20 Korat to Better Support Testing and Reliability Techniques*.\n\
         - **003**: B. Elkarablieh, D. Marinov, S. Khurshid, *Efficient Solving of Structural Constraints*, ISSTA 2008.\n\n\
         The columns:\n\n\
         - **valid**: valid structures.\n\
         - **explored**: runs of the predicate without multi-value comparisons.\n\
         - **inits**: field initializations, by re-execution and with checkpoints.\n\
         - **multi**: runs of the predicate with multi-value comparisons: ours, and the document's in parentheses.\n\
         - **printed**: the document's figure if it differs from ours, and the reason.\n\n\
         The reasons:\n\n\
         - **another predicate**: the document does not print the predicate. The structures and bounds are the\n\
         \x20 same, because the *valid* counts are equal; our predicate rejects earlier. For the red-black tree of\n\
         \x20 document 000, we tried about 600,000 variants of the read order without a match.\n\
         - **another order of reads**: likewise, with a difference of a few percent.\n\
         - **a misprint**: the figure contradicts other figures of the same table, or an independent count.\n\n\
         For two subjects of document 003 (heap array, disjoint sets), one line of the table has *valid* and\n\
         *explored* for exactly n elements, but *inits* for up to n elements. Here they are two rows.\n\n\
         Tables 3 and 4 of document 002 are reproduced exactly, with every order and percentage; see\n\
         `subjects/embedded/tests`. Its example in section 2.2 explores 19 candidates by conjunction and 2 with\n\
         restrictions by cell, as printed. With restrictions by path it explores 1, because `header.next == header`\n\
         contradicts the condition, and Pikse detects this from the path.\n"
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
