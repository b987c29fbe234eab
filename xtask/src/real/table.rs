//! The results as text.

use std::fmt::Write as _;

use super::run::Row;

/// One program, for the terminal.
pub(super) fn line(row: &Row) -> String {
    if let Some(failure) = &row.failure {
        return format!("{:<12} no result: {failure}", row.name);
    }
    let mut line = format!(
        "{:<12} {:>6} paths  {:<8}  {:>5.1} %  {:>6.1} M/s",
        row.name,
        row.paths,
        if row.complete { "complete" } else { "" },
        percent(row),
        speed(row),
    );
    for error in &row.errors {
        let _ = write!(line, "\n             error: {error}");
    }
    for (end, paths) in row.ends.iter().filter(|(end, _)| is_unmodelled(end)) {
        let _ = write!(line, "\n             {end} ({paths})");
    }
    line
}

/// Lines of the program's own sources that ran, in percent.
fn percent(row: &Row) -> f64 {
    if row.lines == 0 { 0.0 } else { 100.0 * row.ran as f64 / row.lines as f64 }
}

/// Instructions a second, in millions.
fn speed(row: &Row) -> f64 {
    if row.seconds > 0.0 { row.instructions as f64 / row.seconds / 1e6 } else { 0.0 }
}

/// Whether a path ended because something has no model.
fn is_unmodelled(end: &str) -> bool {
    end.starts_with("unsupported")
}

/// All programs in a few lines.
pub(super) fn summary(rows: &[Row]) -> String {
    let count = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    let measured: Vec<f64> = rows.iter().filter(|row| row.lines > 0).map(percent).collect();
    let mean = measured.iter().sum::<f64>() / measured.len().max(1) as f64;
    format!(
        "{} programs: {} gave a result, {} of them met something without a model, {} are complete, \
         {} have errors; mean line coverage {mean:.1} %",
        rows.len(),
        count(|row| row.failure.is_none()),
        count(|row| row.ends.iter().any(|(end, _)| is_unmodelled(end))),
        count(|row| row.complete),
        count(|row| !row.errors.is_empty()),
    )
}

/// All programs as a page.
pub(super) fn document(title: &str, about: &str, rows: &[Row]) -> String {
    let mut text = format!(
        "# {title}\n\n{about}\n\n{}\n\n\
         | program | paths | complete | lines | M instructions/s | errors | what ended paths |\n\
         | --- | ---: | --- | ---: | ---: | --- | --- |\n",
        summary(rows),
    );
    for row in rows {
        let ends = row.failure.clone().unwrap_or_else(|| ends(row));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.1} % | {:.1} | {} | {} |",
            name(row),
            row.paths,
            if row.complete { "yes" } else { "no" },
            percent(row),
            speed(row),
            row.errors.join("; ").replace('|', "\\|"),
            ends.replace('|', "\\|"),
        );
    }
    text
}

/// The lines that ran, a column for each way to explore the same programs, and the mean of each.
pub(super) fn beside(title: &str, about: &str, columns: &[(String, Vec<Row>)]) -> String {
    let mut text = format!("# {title}\n\n{about}\n\n| program |");
    columns.iter().for_each(|(name, _)| text.push_str(&format!(" {name} |")));
    text.push_str("\n| --- |");
    columns.iter().for_each(|_| text.push_str(" ---: |"));
    let programs = columns.first().map_or(0, |(_, rows)| rows.len());
    for at in 0..programs {
        let _ = write!(text, "\n| {} |", columns[0].1[at].name);
        columns
            .iter()
            .for_each(|(_, rows)| text.push_str(&format!(" {:.1} % |", percent(&rows[at]))));
    }
    text.push_str("\n| mean |");
    for (_, rows) in columns {
        let mean = rows.iter().map(percent).sum::<f64>() / programs.max(1) as f64;
        let _ = write!(text, " {mean:.1} % |");
    }
    text.push('\n');
    text
}

/// What ended paths. The same at several places is named once, with the first place.
fn ends(row: &Row) -> String {
    let kind = |end: &str| end.rsplit_once(" at ").map_or(end, |(kind, _)| kind).to_owned();
    let mut seen: Vec<String> = Vec::new();
    let mut texts = Vec::new();
    for (end, paths) in &row.ends {
        if seen.contains(&kind(end)) {
            continue;
        }
        seen.push(kind(end));
        let same = row.ends.iter().filter(|(other, _)| kind(other) == kind(end)).count() - 1;
        let more = match same {
            0 => String::new(),
            1 => " and at another place".to_owned(),
            more => format!(" and at {more} other places"),
        };
        // Where the sources are says nothing.
        let end = end.replace("target/real/sources/", "");
        texts.push(format!("{end}{more} ({paths})"));
    }
    texts.join("; ")
}

/// The name of a program, its version and its input.
fn name(row: &Row) -> String {
    let mut text = row.name.clone();
    if !row.version.is_empty() {
        let _ = write!(text, " {}", row.version);
    }
    if !row.input.is_empty() {
        let _ = write!(text, ": {}", row.input);
    }
    text
}
