//! The frame of a report for a browser: the page with its style and its programs, and the
//! sources that it shows.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::{Value as Json, json};

const PAGE: &str = include_str!("../assets/report.html");
const STYLE: &str = include_str!("../assets/report.css");
/// What every report's programs build on, and what runs last.
const BASE: [&str; 3] = [
    include_str!("../assets/base.js"),
    include_str!("../assets/source.js"),
    include_str!("../assets/frame.js"),
];

/// A source file with at most this many lines is included as a whole.
const WHOLE_FILE: usize = 3_000;
/// From a longer one, this many lines before and after each place of interest are included.
const CONTEXT: u32 = 12;

/// What differs between reports.
pub(crate) struct Page<'a> {
    /// The title of the window.
    pub(crate) title: &'a str,
    /// The rows of the help that are this report's own.
    pub(crate) keys: &'a str,
    /// Its programs, which run in order, after those that all reports have.
    pub(crate) programs: &'a [&'a str],
    /// The results.
    pub(crate) data: &'a Json,
}

/// The page as text.
pub(crate) fn write(of: &Page<'_>) -> String {
    // Nothing in the data can end the script, or begin a comment in it.
    let data = of.data.to_string().replace('<', "\\u003c");
    let programs = BASE.concat() + &of.programs.concat();
    let parts = [
        ("{{title}}", of.title),
        ("{{css}}", STYLE),
        ("{{keys}}", of.keys),
        ("{{data}}", &data),
        ("{{js}}", &programs),
    ];
    let mut page = String::with_capacity(PAGE.len() + data.len() + programs.len() + STYLE.len());
    let mut rest = PAGE;
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page + rest
}

/// The places of interest in the sources.
#[derive(Default)]
pub(crate) struct Places<'a> {
    lines: BTreeMap<&'a str, Vec<u32>>,
}

impl<'a> Places<'a> {
    /// A file is to be shown, and a line of it; line 0 is none.
    pub(crate) fn add(&mut self, file: &'a str, line: u32) {
        if !file.is_empty() {
            self.lines.entry(file).or_default().extend((line > 0).then_some(line));
        }
    }

    /// The sources: whole if they are short, else around the places of interest. Each is a
    /// list of parts: the number of the first line, and the lines.
    pub(crate) fn files(self, source: &dyn Fn(&str) -> Option<String>) -> BTreeMap<String, Json> {
        let mut files = BTreeMap::new();
        for (file, mut lines) in self.lines {
            lines.sort_unstable();
            lines.dedup();
            if let Some(text) = source(file) {
                files.insert(file.to_owned(), parts(&text, &lines));
            }
        }
        files
    }
}

fn parts(text: &str, interesting: &[u32]) -> Json {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= WHOLE_FILE {
        return json!([[1, lines]]);
    }
    let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
    for &line in interesting {
        let (first, last) = (line.saturating_sub(CONTEXT).max(1), line.saturating_add(CONTEXT));
        match ranges.last_mut() {
            Some(range) if *range.end() + 1 >= first => *range = *range.start()..=last,
            _ => ranges.push(first..=last),
        }
    }
    let parts = ranges.into_iter().filter_map(|range| {
        let last = (*range.end() as usize).min(lines.len());
        Some(json!([range.start(), lines.get(*range.start() as usize - 1..last)?]))
    });
    parts.collect()
}
