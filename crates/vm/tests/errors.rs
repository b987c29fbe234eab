//! Every kind of error, found at its line. The programs are in `subjects/explore/errors`; the line is
//! marked with a comment `// error: KIND`. Their correct twins have no error.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pikse_vm::{ErrorKind, Options, Verdict};
use support::{Argument, Subject, begin, compile, explore, subjects};

const LANGUAGES: [(&str, &str); 3] = [("c", "c"), ("cpp", "cpp"), ("rust", "rs")];

/// The programs of a folder, in order.
fn programs(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|of| of == ending));
    files.sort();
    files
}

/// Kinds and lines of a text's comments.
fn marks(text: &str) -> BTreeSet<(String, u32)> {
    let lines = text.lines().zip(1..);
    let marked = lines.filter_map(|(line, number)| {
        let (_, kind) = line.split_once("// error: ")?;
        Some((kind.trim().to_owned(), number))
    });
    marked.collect()
}

/// The options that a text asks for.
fn options(text: &str) -> Options {
    let line = text.lines().find_map(|line| line.strip_prefix("// options: "));
    let has = |name: &str| line.is_some_and(|line| line.split(' ').any(|word| word == name));
    Options {
        undefined_behaviour: has("ub"),
        leaks: has("leaks"),
        alignment: has("alignment"),
        depth: 1000,
        ..Options::default()
    }
}

/// The errors of all paths of `entry`, each with the innermost line of the file itself; how many
/// paths ran to their end; and what was cut.
fn found(
    subject: &Subject,
    file: &Path,
    options: Options,
) -> (BTreeSet<(String, u32)>, usize, Vec<String>) {
    let mut machine = subject.machine(options);
    let entry = subject.entry("entry");
    let count = subject.program.functions[entry.index()].params.len();
    let first = begin(&mut machine, entry, &vec![Argument::Symbolic; count]);
    let mut errors = BTreeSet::new();
    let mut cuts = Vec::new();
    let mut finished = 0;
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    for path in explore(&mut machine, first) {
        match path.verdict {
            Verdict::Error(failure) => {
                let lines = failure.stack.iter().map(|place| {
                    let location = &subject.program.locations[place.location.index()];
                    let file = &subject.program.files[location.file.index()];
                    (file.ends_with(&name), location.line)
                });
                let line = lines.clone().find(|&(own, line)| own && line > 0);
                errors.insert((failure.kind.name().to_owned(), line.map_or(0, |(_, line)| line)));
                if line.is_none() {
                    cuts.push(format!("{failure:?}"));
                }
            }
            Verdict::Finished(_) => finished += 1,
            Verdict::Cut(cut, _) => cuts.push(cut.to_string()),
            Verdict::Rejected => {}
        }
    }
    (errors, finished, cuts)
}

#[test]
fn errors_are_found_where_they_are() {
    let mut wrong = Vec::new();
    for (language, ending) in LANGUAGES {
        for folder in ["", "correct"] {
            let folder = subjects().join("errors").join(language).join(folder);
            for file in programs(&folder, ending) {
                let text = std::fs::read_to_string(&file).expect("a file");
                let subject = compile(&file, "entry", &[]);
                let (errors, finished, cuts) = found(&subject, &file, options(&text));
                let name = file.strip_prefix(subjects()).expect("a subject").display();
                if errors != marks(&text) || !cuts.is_empty() || finished == 0 {
                    wrong.push(format!("{name}: {errors:?}, {finished} finished, cut: {cuts:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_has_a_program() {
    let mut kinds = BTreeSet::new();
    for (language, ending) in LANGUAGES {
        for file in programs(&subjects().join("errors").join(language), ending) {
            let marks = marks(&std::fs::read_to_string(&file).expect("a file"));
            assert_eq!(marks.len(), 1, "{} has one error", file.display());
            kinds.extend(marks.into_iter().map(|(kind, _)| kind));
        }
    }
    let all: BTreeSet<String> = ErrorKind::ALL.iter().map(|kind| kind.name().to_owned()).collect();
    assert_eq!(kinds, all);
}
