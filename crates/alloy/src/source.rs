//! Source files, places in them, and diagnostics with an excerpt.
//!
//! A [`Span`] is a file and a range of bytes. A [`Diagnostic`] is made by every phase and printed in
//! one way: what is wrong, where, the line with a caret, and help.

use std::fmt::Write as _;

/// A range of bytes of one source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// The number of the file in [`Sources`].
    pub file: u32,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One source file.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The path as the user knows it. Built-in modules have names such as `util/ordering`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// All files of a model.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The files, in order of opening.
    pub files: Vec<SourceFile>,
}

/// A place for people: one-based line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Sources {
    /// The line and column of a byte.
    #[must_use]
    pub fn place(&self, file: u32, at: u32) -> Place {
        let Some(source) = self.files.get(file as usize) else {
            return Place { line: 1, column: 1 };
        };
        let mut at = (at as usize).min(source.text.len());
        while !source.text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &source.text[..at];
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        Place { line, column }
    }

    /// `file:line:column`.
    #[must_use]
    pub fn at(&self, span: Span) -> String {
        let place = self.place(span.file, span.start);
        let name = self.files.get(span.file as usize).map_or("", |f| f.name.as_str());
        format!("{name}:{}:{}", place.line, place.column)
    }

    /// The text of a span.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.files
            .get(span.file as usize)
            .and_then(|f| f.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// The message, the place, the line with a caret, and the help.
    #[must_use]
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{}: {}", self.at(diagnostic.span), diagnostic.message);
        if let Some(source) = self.files.get(diagnostic.span.file as usize) {
            let place = self.place(diagnostic.span.file, diagnostic.span.start);
            if let Some(line) = source.text.lines().nth(place.line - 1) {
                // A line of a machine-made file may be megabytes long: show the part around the place.
                let skip = place.column.saturating_sub(60);
                let shown: String = line
                    .chars()
                    .skip(skip)
                    .take(120)
                    .map(|c| if c.is_control() { ' ' } else { c })
                    .collect();
                let width = (diagnostic.span.end.saturating_sub(diagnostic.span.start)) as usize;
                let room = shown.chars().count().saturating_sub(place.column - 1 - skip);
                let _ = writeln!(out, "  {shown}");
                let _ = writeln!(
                    out,
                    "  {}{}",
                    " ".repeat(place.column - 1 - skip),
                    "^".repeat(width.clamp(1, room.max(1)))
                );
            }
        }
        for help in &diagnostic.help {
            let _ = writeln!(out, "  help: {help}");
        }
        out
    }
}

/// Something wrong in a model, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What the user can do.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic without help.
    pub fn new(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), span, help: Vec::new() }
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }
}

/// The result of every phase.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// An error at a place.
pub(crate) fn fail<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(Box::new(Diagnostic::new(span, message)))
}

/// The known name that is nearest to a wrong one, if any is near.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    known
        .map(|k| (distance(name, k), k))
        .filter(|&(d, k)| d <= limit && k != name)
        .min()
        .map(|(_, k)| k.to_string())
}

/// Edits between two names, where a swap of neighbours is one edit and case counts little.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().take(64).flat_map(char::to_lowercase).collect();
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best =
                (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}
