//! Every kind of error, found at its line. The programs are in `subjects/explore/errors`; the line is
//! marked with a comment `// error: KIND`. Their correct twins have no error.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::support::{Argument, Subject, begin, compile, compile_rust, explore, subjects};
use pikse_ir::FuncId;
use pikse_vm::{ErrorKind, Options, Verdict};

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

/// What came of a program: kinds and lines of its errors, how many paths ran to their end, and what
/// should not be.
#[derive(Debug, Default)]
struct Found {
    errors: BTreeSet<(String, u32)>,
    finished: usize,
    failed: usize,
    wrong: Vec<String>,
}

/// Runs all paths of a function. The line of an error is the innermost one that is in the file, of
/// which the program's text is the part from a line on.
fn found(subject: &Subject, entry: FuncId, file: &str, first_line: u32, options: Options) -> Found {
    let mut machine = subject.machine(options);
    let count = subject.program.functions[entry.index()].params.len();
    let first = begin(&mut machine, entry, &vec![Argument::Symbolic; count]);
    let mut found = Found::default();
    for path in explore(&mut machine, first) {
        match path.verdict {
            Verdict::Error(failure) => {
                found.failed += 1;
                let mut lines = failure.stack.iter().map(|place| {
                    let location = &subject.program.locations[place.location.index()];
                    (&subject.program.files[location.file.index()], location.line)
                });
                let line = lines.find(|(of, line)| of.ends_with(file) && *line >= first_line);
                match line {
                    Some((_, line)) => {
                        found
                            .errors
                            .insert((failure.kind.name().to_owned(), line + 1 - first_line));
                    }
                    None => found.wrong.push(format!("{failure:?}")),
                }
            }
            Verdict::Finished(_) => found.finished += 1,
            Verdict::Cut(cut, _) => found.wrong.push(cut.to_string()),
            Verdict::Killed(..) | Verdict::Blocked(..) => found.wrong.push("a signal".to_owned()),
            Verdict::Rejected => {}
        }
    }
    found
}

/// Says what is wrong with what was found in a program.
fn compare(file: &Path, text: &str, found: &Found) -> Option<String> {
    let name = file.strip_prefix(subjects()).expect("a subject").display();
    let as_expected = found.errors == marks(text) && found.wrong.is_empty() && found.finished > 0;
    (!as_expected).then(|| format!("{name}: {found:?}"))
}

/// The programs in a language with errors, then those without.
fn all(language: &str, ending: &str) -> Vec<(PathBuf, String)> {
    let folder = subjects().join("errors").join(language);
    let files = programs(&folder, ending).into_iter();
    let files = files.chain(programs(&folder.join("correct"), ending));
    files.map(|file| (file.clone(), std::fs::read_to_string(file).expect("a file"))).collect()
}

fn check_c_family(language: &str) {
    let mut wrong = Vec::new();
    for (file, text) in all(language, language) {
        let subject = compile(&file, "entry", &[]);
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let found = found(&subject, subject.entry("entry"), &name, 1, options(&text));
        wrong.extend(compare(&file, &text, &found));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors_in_c() {
    check_c_family("c");
}

#[test]
fn errors_in_cpp() {
    check_c_family("cpp");
}

/// All programs are modules of one, because each brings a large library.
#[test]
fn errors_in_rust() {
    let all = all("rust", "rs");
    let (mut text, mut main) = (String::new(), String::new());
    let mut lines = Vec::new();
    for (k, (_, part)) in all.iter().enumerate() {
        lines.push(text.lines().count() as u32 + 2);
        text += &format!("mod program_{k} {{\n{part}}}\n");
        main += &format!("std::hint::black_box(program_{k}::entry as *const ());\n");
    }
    text += &format!("fn main() {{\n{main}}}\n");
    let file = Path::new("all_programs.rs");
    let subject = compile_rust(file, &text, |name| name.ends_with("5entry"));
    let mut wrong = Vec::new();
    for (k, (of, part)) in all.iter().enumerate() {
        let module = format!("program_{k}");
        let symbol = format!("{}{module}5entry", module.len());
        let functions = &subject.program.functions;
        let entry = functions.iter().position(|function| function.name.ends_with(&symbol));
        let entry = FuncId(entry.expect("the entry") as u32);
        let found = found(&subject, entry, "all_programs.rs", lines[k], options(part));
        wrong.extend(compare(of, part, &found));
        // What a panic says of a symbolic number makes no more paths.
        assert!(found.failed <= 1, "{}: {found:?}", of.display());
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
