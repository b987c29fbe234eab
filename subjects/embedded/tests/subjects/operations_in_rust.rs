//! The operations of the sources in Rust, without and with the seeded defects, on every input of
//! a small size, by brute force: a plain program a subject, with a module for the source and one
//! for each defect.
//!
//! `in_rust/candidates` makes the candidates of a subject by a row of choices, and
//! `in_rust/driver.rs` goes through all rows. It shares no code with the engine.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pikse_subjects::brute_force::{Candidates, Driver};
use pikse_subjects::checks::{Check, checks};
use pikse_subjects::defects::{Defect, defects};
use tempfile::TempDir;

/// The name of the module that has no defect.
const CORRECT: &str = "correct";

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/in_rust")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn in_rust() -> Vec<Check> {
    checks().into_iter().filter(|check| check.file.starts_with("rust/")).collect()
}

fn defects_of(file: &str) -> Vec<Defect> {
    let defects = defects().expect("every defect is well formed");
    defects.into_iter().filter(|defect| defect.file == file).collect()
}

/// The names of the parameters of a method, and whether it returns something.
fn parameters(text: &str, name: &str) -> (Vec<String>, bool) {
    let (_, rest) = text.split_once(&format!("pub fn {name}(")).expect("the method is there");
    let (head, _) = rest.split_once('{').expect("it has a body");
    let (list, result) = head.split_once(')').expect("the list ends");
    let name = |parameter: &str| {
        let name = parameter.split(':').next().unwrap_or_default().trim();
        name.trim_start_matches(['&']).trim_start_matches("mut ").to_owned()
    };
    let names = list.split(',').map(name).filter(|name| !name.is_empty()).collect();
    (names, result.contains("->"))
}

/// A function that runs a check on a candidate.
fn function(check: &Check, text: &str) -> String {
    let (of_call, has_result) = parameters(text, check.call);
    let structures: Vec<&str> = of_call
        .iter()
        .map(String::as_str)
        .filter(|name| ["self", "other"].contains(name))
        .collect();
    let root = check.root;
    // How a parameter is passed on: the structures by reference, the others by value.
    let passed = |name: &str, is_mutable: bool| match name {
        "self" | "other" if is_mutable => format!("&mut the_{name}"),
        "self" | "other" => format!("&the_{name}"),
        "old" => "&old_self".to_owned(),
        name if name.starts_with("old_") => format!("&{name}"),
        name => name.to_owned(),
    };
    let applied = |name: &str, is_mutable: bool| {
        let (names, _) = parameters(text, name);
        let names: Vec<String> = names.iter().map(|name| passed(name, is_mutable)).collect();
        format!("{root}::{name}({})", names.join(", "))
    };
    let mut body = String::new();
    for name in &structures {
        writeln!(body, "let mut the_{name} = ManuallyDrop::new(candidate(choices, n));").unwrap();
    }
    for argument in check.arguments {
        let (name, range) = argument.split_once('=').expect("an argument has a range");
        let (first, last) = range.split_once("..").expect("a range has two ends");
        writeln!(body, "let {name} = choices.range({first}, {last}) as _;").unwrap();
    }
    writeln!(body, "choices.objects += {};", structures.len()).unwrap();
    let drop_all = |prefix: &str| -> String {
        let one = |name: &&str| {
            format!(
                "// SAFETY: It is dropped once.\nunsafe {{ ManuallyDrop::drop(&mut {prefix}_{name}) }};\n"
            )
        };
        structures.iter().map(one).collect()
    };
    let pre = match check.pre {
        Some(pre) => applied(pre, false),
        None => {
            let ok = |name: &&str| format!("the_{name}.rep_ok()");
            structures.iter().map(ok).collect::<Vec<_>>().join(" && ")
        }
    };
    writeln!(body, "if !({pre}) {{\n{}return Outcome::NoInput;\n}}", drop_all("the")).unwrap();
    writeln!(body, "choices.rewind();").unwrap();
    for name in &structures {
        writeln!(body, "let mut old_{name} = ManuallyDrop::new(candidate(choices, n));").unwrap();
    }
    for _ in check.arguments {
        writeln!(body, "choices.range(0, 0);").unwrap();
    }
    writeln!(body, "choices.objects += {};", structures.len()).unwrap();
    let result = if has_result { "let result = " } else { "" };
    writeln!(body, "{result}{};", applied(check.call, true)).unwrap();
    for post in check.post {
        let fails = format!("return Outcome::Failed({post:?});");
        writeln!(body, "if !{} {{\n{fails}\n}}", applied(post, false)).unwrap();
    }
    writeln!(body, "{}{}Outcome::Passed", drop_all("the"), drop_all("old")).unwrap();
    let call = check.call;
    format!("pub fn check_{call}(choices: &mut Choices, n: i64) -> Outcome {{\n{body}\n}}\n")
}

/// A program that runs a check of a module: its arguments are the module, the call and the size.
struct Program {
    folder: TempDir,
}

/// What a program has found.
#[derive(Debug)]
struct Found {
    inputs: u64,
    /// The kind of each failure, and how many objects its input has.
    failures: Vec<(u32, String)>,
    /// Whether the program came to its end.
    has_ended: bool,
}

impl Program {
    fn new(file: &str) -> Program {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
        let text = read(&path);
        let subject = path.file_stem().expect("it has a name").to_string_lossy();
        let candidates = read(&here().join(format!("candidates/{subject}.rs")));
        let checks: Vec<Check> = in_rust().into_iter().filter(|c| c.file == file).collect();
        let functions: String = checks.iter().map(|check| function(check, &text)).collect();
        let mut modules = vec![(CORRECT.to_owned(), text.clone())];
        for defect in defects_of(file) {
            let text = defect.apply(&text).expect("the defect is an edit of the source");
            modules.push((defect.name, text));
        }
        let mut program = String::from("#![allow(warnings)]\nmod driver;\n");
        let mut arms = String::new();
        for (module, text) in &modules {
            writeln!(
                program,
                "mod {module} {{\n{text}\nuse std::mem::ManuallyDrop;\n\
                 use crate::driver::{{Choices, Outcome}};\n{candidates}\n{functions}}}"
            )
            .unwrap();
            for Check { call, .. } in &checks {
                let run = format!("driver::run(|choices| {module}::check_{call}(choices, n))");
                writeln!(arms, "({module:?}, {call:?}) => {run},").unwrap();
            }
        }
        writeln!(
            program,
            "fn main() {{\nlet arguments: Vec<String> = std::env::args().collect();\n\
             let n = arguments[3].parse().unwrap();\n\
             match (arguments[1].as_str(), arguments[2].as_str()) {{\n{arms}_ => panic!(),\n}}\n}}"
        )
        .unwrap();
        let folder = tempfile::tempdir().expect("a folder can be made");
        let main = folder.path().join("main.rs");
        fs::write(&main, program).expect("the program can be written");
        fs::copy(here().join("driver.rs"), folder.path().join("driver.rs")).expect("it is there");
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition", "2024", "-C", "opt-level=1", "-C", "debug-assertions=yes"]);
        rustc.arg(&main).arg("-o").arg(folder.path().join("main"));
        assert!(rustc.status().expect("rustc starts").success(), "{file} with its defects");
        Program { folder }
    }

    fn run(&self, module: &str, call: &str, size: u32) -> Found {
        let mut command = Command::new(self.folder.path().join("main"));
        let output = command.args([module, call, &size.to_string()]).output();
        let output = output.expect("the program starts");
        let text = String::from_utf8_lossy(&output.stdout);
        let failure = |line: &str| {
            let (objects, kind) = line.strip_prefix("fails ")?.split_once(' ')?;
            Some((objects.parse().ok()?, kind.to_owned()))
        };
        let inputs = text.lines().find_map(|line| line.strip_prefix("inputs ")?.parse().ok());
        Found {
            inputs: inputs.unwrap_or_default(),
            failures: text.lines().filter_map(failure).collect(),
            has_ended: output.status.success(),
        }
    }
}

/// The defect in C that has the same name and is in the same subject.
fn namesake(defect: &Defect) -> Option<Defect> {
    let subject = match defect.check()?.subject() {
        "search_tree" => "search_tree_without_parents",
        "search_tree_with_parents" => "search_tree",
        subject => subject,
    };
    let in_c = defects_of(&format!("c/{subject}.c"));
    in_c.into_iter().find(|other| other.name == defect.name)
}

/// How many objects the smallest failing input of a defect in C has.
fn objects_in_c(defect: &Defect) -> u32 {
    let check = defect.check().expect("it names an operation");
    let driver = Driver::new(&check, Some(defect)).expect("the defect compiles");
    let found = driver.run(defect.size, Candidates::Plain).expect("the program runs");
    found.smallest().expect("an input fails").0
}

/// Every operation passes, and every defect says the least size that shows it. The smallest
/// failing input of a defect is as large as that of its namesake in C.
/// In four parts, so that they run side by side.
#[test]
fn operations_pass_and_defects_are_seen_from_their_size_on() {
    every_fourth(0);
}

#[test]
fn more_operations_pass_and_defects_are_seen_from_their_size_on() {
    every_fourth(1);
}

#[test]
#[ignore = "a minute: part of `cargo xtask test --large`"]
fn a_third_part_of_operations_passes_and_defects_are_seen_from_their_size_on() {
    every_fourth(2);
}

#[test]
#[ignore = "a minute: part of `cargo xtask test --large`"]
fn the_other_operations_pass_and_defects_are_seen_from_their_size_on() {
    every_fourth(3);
}

fn every_fourth(first: usize) {
    let mut files: Vec<&str> = in_rust().iter().map(|check| check.file).collect();
    files.dedup();
    for file in files.into_iter().skip(first).step_by(4) {
        let program = Program::new(file);
        for check in in_rust().iter().filter(|check| check.file == file) {
            let found = program.run(CORRECT, check.call, check.size);
            assert!(found.has_ended && found.inputs > 0, "{found:?} of {check:?}");
            assert_eq!(found.failures, [], "{check:?}");
        }
        for defect in defects_of(file) {
            for size in defect.size.saturating_sub(1).max(1)..=defect.size {
                let found = program.run(&defect.name, &defect.call, size);
                let is_seen = !found.has_ended || !found.failures.is_empty();
                assert_eq!(is_seen, size == defect.size, "{found:?} at {size} of {defect:?}");
                let objects = found.failures.iter().map(|(objects, _)| *objects).min();
                if let (Some(objects), Some(namesake)) = (objects, namesake(&defect)) {
                    assert_eq!(objects, objects_in_c(&namesake), "{defect:?}");
                }
            }
        }
    }
}
