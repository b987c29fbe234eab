//! The feature programs in `subjects/features`: each is explored by the command, and every test of
//! every path runs natively. Comments in a program say what must be found; `subjects/features/README.md`
//! describes them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Ended, command, subjects};
use serde_json::Value as Json;

/// What the comments of a program say.
#[derive(Debug, Default)]
struct Expected {
    options: Vec<String>,
    others: Vec<String>,
    /// Kinds and lines.
    errors: BTreeSet<(String, u64)>,
    incomplete: Option<String>,
    exit: BTreeSet<i64>,
    paths: Option<u64>,
    is_replayed: bool,
}

impl Expected {
    fn of(text: &str) -> Self {
        let mut expected = Expected { is_replayed: true, ..Expected::default() };
        for (line, number) in text.lines().zip(1..) {
            let Some(comment) = comment(line) else { continue };
            let Some((key, value)) = comment.split_once(':') else { continue };
            let value = value.trim();
            let mut words = value.split_whitespace().map(str::to_owned);
            match key.trim() {
                "explore" => expected.options.extend(words),
                "with" => expected.others.extend(words),
                "error" => {
                    expected.errors.insert((value.to_owned(), number));
                }
                "incomplete" => expected.incomplete = Some(value.to_owned()),
                "exit" => expected.exit = words.map(|word| number_of(&word)).collect(),
                "paths" => expected.paths = words.next().map(|word| number_of(&word)),
                "not replayed" => expected.is_replayed = false,
                _ => {}
            }
        }
        if expected.exit.is_empty() && expected.errors.is_empty() && expected.incomplete.is_none() {
            expected.exit.insert(0);
        }
        expected
    }
}

/// The comment at the end of a line.
fn comment(line: &str) -> Option<&str> {
    let at = line.find("// ").map(|at| at + 3).or_else(|| line.find("; ").map(|at| at + 2))?;
    Some(&line[at..])
}

fn number_of<T: std::str::FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("`{word}` is not a number"))
}

/// Runs the command with arguments that may contain spaces.
fn run(folder: &Path, arguments: &[&str]) -> Ended {
    command(folder).args(arguments).output().expect("it starts").into()
}

/// The errors of a result: kinds, and the innermost line in the program's own file.
fn errors(result: &Json, file: &str) -> BTreeSet<(String, u64)> {
    let errors = result["errors"].as_array().expect("a list");
    let error = |error: &Json| {
        let places = error["places"].as_array().expect("a list");
        let is_own = |place: &&Json| place["file"].as_str().is_some_and(|of| of.ends_with(file));
        let line = places.iter().find(is_own).and_then(|place| place["line"].as_u64());
        (error["kind"].as_str().expect("a kind").to_owned(), line.unwrap_or(0))
    };
    errors.iter().map(error).collect()
}

/// The exit codes of the tests in a folder.
fn exit_codes(folder: &Path) -> BTreeSet<i64> {
    let tests = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| {
        let path = entry.expect("an entry").path();
        let text = (path.extension()? == "json").then(|| fs::read_to_string(&path))?;
        serde_json::from_str::<Json>(&text.expect("a test")).expect("it is JSON")["exit_code"]
            .as_i64()
    });
    tests.collect()
}

/// Explores and replays a program, and says what differs from its comments.
fn differences(file: &Path) -> String {
    let expected = Expected::of(&fs::read_to_string(file).expect("a program"));
    let out = tempfile::tempdir().expect("a folder");
    let folder = file.parent().expect("a folder");
    let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
    let out_text = out.path().to_str().expect("a path");
    let mut arguments = vec!["explore", name];
    arguments.extend(expected.others.iter().map(String::as_str));
    arguments.extend(["--json", "--out", out_text]);
    arguments.extend(expected.options.iter().map(String::as_str));
    let ended = run(folder, &arguments);
    let mut wrong = String::new();
    let Ok(result) = serde_json::from_str::<Json>(&ended.stdout) else {
        return format!("no result: {ended:?}");
    };
    let found = errors(&result, name);
    if found != expected.errors {
        let _ = write!(wrong, " errors {found:?}, not {:?};", expected.errors);
    }
    let reasons = format!("{}{}", result["incomplete"], result["notes"]);
    match &expected.incomplete {
        None if !result["incomplete"].is_null() => {
            let _ = write!(wrong, " incomplete: {reasons};");
        }
        Some(text) if result["incomplete"].is_null() || !reasons.contains(text.as_str()) => {
            let _ = write!(wrong, " `{text}` is not in {reasons};");
        }
        _ => {}
    }
    let tests = PathBuf::from(folder).join(result["folder"].as_str().unwrap_or("no folder"));
    let exit = exit_codes(&tests);
    if !expected.exit.is_empty() && exit != expected.exit {
        let _ = write!(wrong, " exit codes {exit:?}, not {:?};", expected.exit);
    }
    if expected.paths.is_some_and(|paths| result["paths"] != paths) {
        let _ = write!(wrong, " {} paths, not {:?};", result["paths"], expected.paths);
    }
    if expected.is_replayed && result["tests"] != 0 {
        let replayed = run(folder, &["replay", tests.to_str().expect("a path"), "--json"]);
        let all = serde_json::from_str::<Json>(&replayed.stdout).ok();
        if all.is_none_or(|all| all["refuted"] != 0 || all["not_judged"] != 0) {
            let _ = write!(wrong, " replay: {}{};", replayed.stdout, replayed.stderr);
        }
    }
    wrong
}

/// The programs of a kind, in order.
fn programs(kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(subjects().join("features").join(kind));
    let entries = entries.into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files
}

/// Checks all programs of a kind, or those whose name contains the variable `PIKSE_FEATURE`.
fn check(kind: &str) {
    let wanted = std::env::var("PIKSE_FEATURE").unwrap_or_default();
    let mut wrong = Vec::new();
    for file in programs(kind) {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        if !name.contains(&wanted) {
            continue;
        }
        let differences = differences(&file);
        if !differences.is_empty() {
            wrong.push(format!("{kind}/{name}:{differences}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

macro_rules! kinds {
    ($($kind:ident)*; large: $($large:ident)*) => {
        $(#[test]
        fn $kind() {
            check(stringify!($kind));
        })*

        $(#[test]
        #[ignore = "takes long: cargo xtask test --large"]
        fn $large() {
            check(stringify!($large));
        })*

        #[test]
        fn every_folder_has_its_test() {
            let entries = fs::read_dir(subjects().join("features")).expect("a folder");
            let entries = entries.map(|entry| entry.expect("an entry"));
            let folders = entries.filter(|entry| entry.path().is_dir());
            let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
            let names: BTreeSet<String> = names.collect();
            let tested: BTreeSet<String> = [$(stringify!($kind)),*, $(stringify!($large)),*].map(str::to_owned).into();
            assert!(names.is_subset(&tested), "{names:?}");
        }
    };
}

kinds! {
    calls integers klee memory posix vectors;
    large: assembly exceptions floats library limits panics sanitizers streams threads varargs verifier
}
