//! Seeded defects from end to end: the check finds each, with its smallest input, and its regression
//! test compiles, fails on the defect and passes without it. The result is the tables of
//! `docs/defects.md`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use pikse_subjects::defects::{Defect, defects, defects_of_types};

use crate::common::{command, subjects};

/// Every so many-th defect of the structures of the documents is tried: they take a few seconds each.
const STEP: usize = 5;

/// A row of the table.
struct Row {
    /// What became of the regression test.
    test: String,
    kind: String,
    inputs: u64,
    failed: u64,
    /// The smallest input: in a line, or, of the structures of the documents, the number of its objects.
    smallest: String,
}

/// Runs the check of a source that has a defect, or has none.
fn check(defect: &Defect, folder: &Path, text: &str, size: u32) -> Result<(i32, Vec<u8>), String> {
    let name = defect.file.rsplit('/').next().unwrap_or_default();
    std::fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    let mut defect = defect.clone();
    defect.size = size;
    let mut run = command(folder);
    run.args(["check", name, "--json", "--time-limit", "200ms"]);
    run.args(defect.arguments().ok_or("it has no check")?);
    let output = run.output().map_err(|error| error.to_string())?;
    let code = output.status.code().unwrap_or(-1);
    match code {
        2 => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        _ => Ok((code, output.stdout)),
    }
}

/// Runs the check of a defect in a folder, and its regression test with and without the defect. At the
/// size below, the check finds nothing.
fn find(defect: &Defect, folder: &Path) -> Result<Row, String> {
    let sound = subjects().join(&defect.file);
    let sound = std::fs::read_to_string(sound).map_err(|error| error.to_string())?;
    let wrong = defect.apply(&sound).map_err(|error| error.to_string())?;
    let below = defect.size - 1;
    if defect.options.is_some() && below > 0 && check(defect, folder, &wrong, below)?.0 == 1 {
        return Err(format!("it is found at size {below}"));
    }
    let (code, output) = check(defect, folder, &wrong, defect.size)?;
    let json: serde_json::Value =
        serde_json::from_slice(&output).map_err(|error| error.to_string())?;
    let found = &json["checks"][0];
    if code != 1 {
        return Err(format!("it is not found: {found}"));
    }
    let failure = &found["failures"][0];
    let number = |value: &serde_json::Value| value.as_u64().unwrap_or(0);
    let tested = match failure["test"].as_str() {
        None => {
            let notes = found["notes"].as_array().into_iter().flatten();
            let mut why = notes.filter_map(|note| note.as_str()?.split_once("test: "));
            format!("none: {}", why.next().ok_or("it has no regression test")?.1)
        }
        Some(test) => {
            if runs_well(folder, test)? {
                return Err("its regression test passes with the defect".to_owned());
            }
            let name = defect.file.rsplit('/').next().unwrap_or_default();
            std::fs::write(folder.join(name), sound).map_err(|error| error.to_string())?;
            if !runs_well(folder, test)? {
                return Err("its regression test fails without the defect".to_owned());
            }
            "fails, then passes".to_owned()
        }
    };
    let lines = failure["input"].as_str().unwrap_or_default().lines();
    let lines = lines.map(|line| line.trim_start_matches(['└', '├', '─', '│', ' ']));
    Ok(Row {
        test: tested,
        kind: failure["kind"].as_str().unwrap_or_default().to_owned(),
        inputs: number(&found["inputs"]),
        failed: number(&found["failed"]),
        smallest: match defect.options {
            Some(_) => lines.collect::<Vec<_>>().join("; ").replace('|', "\\|"),
            None => number(&failure["objects"]).to_string(),
        },
    })
}

/// Compiles and runs a test by the command that it names itself.
fn runs_well(folder: &Path, test: &str) -> Result<bool, String> {
    let text = std::fs::read_to_string(folder.join(test)).map_err(|error| error.to_string())?;
    let first = text.lines().next().unwrap_or_default();
    let line = first.strip_prefix("// Here: ").ok_or_else(|| format!("no command: {first}"))?;
    let (compile, run) = line.rsplit_once(" && ").ok_or("the command has one part")?;
    let output = |line: &str| {
        let output = Command::new("sh").args(["-c", line]).current_dir(folder).output();
        output.map_err(|error| error.to_string())
    };
    let compiled = output(compile)?;
    if !compiled.status.success() {
        let errors = String::from_utf8_lossy(&compiled.stderr).into_owned();
        return Err(format!("its regression test does not compile: {compile}\n{errors}"));
    }
    Ok(output(&format!("timeout 20 {run}"))?.status.success())
}

fn find_all(defects: impl Iterator<Item = Defect>) -> (usize, String, Vec<String>) {
    let (mut rows, mut count, mut wrong) = (String::new(), 0, Vec::new());
    for defect in defects {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let Defect { file, name, size, .. } = &defect;
        let found = find(&defect, folder.path());
        eprintln!("{file} {name}: {}", found.as_ref().map_or_else(String::as_str, |_| "ok"));
        match found {
            Ok(Row { test, kind, inputs, failed, smallest }) => {
                count += usize::from(test == "fails, then passes");
                let _ = writeln!(
                    rows,
                    "| `{file}` | {name} | {size} | {kind} | {failed} of {inputs} | {smallest} | {test} |"
                );
            }
            Err(why) => wrong.push(format!("{file} {name}: {why}")),
        }
    }
    (count, rows, wrong)
}

/// One defect in each language.
#[test]
fn a_regression_test_fails_with_the_defect_and_passes_without() {
    let (all, types) = (defects(), defects_of_types());
    let all: Vec<Defect> = all.into_iter().chain(types).flatten().collect();
    for start in ["c/", "types/structures.cpp", "types/containers.rs"] {
        let first = all.iter().find(|defect| defect.file.starts_with(start)).cloned();
        let (count, _, wrong) = find_all(first.into_iter());
        assert_eq!((count, wrong), (1, Vec::new()), "{start}");
    }
}

/// All of them, compared with a table of `docs/defects.md`. With `PIKSE_DEFECTS=NAME`, only those whose
/// names begin so, and no table.
fn compare(defects: impl Iterator<Item = Defect>, least: usize) {
    let only = std::env::var("PIKSE_DEFECTS").unwrap_or_default();
    let (count, rows, wrong) = find_all(defects.filter(|defect| defect.name.starts_with(&only)));
    println!("{rows}");
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
    if only.is_empty() {
        assert!(count >= least, "{count} defects");
        let page = subjects().join("../docs/defects.md");
        let page = std::fs::read_to_string(page).expect("the page is there");
        assert!(page.contains(&rows), "docs/defects.md has another table; the new one is above");
    }
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn seeded_defects_are_found_and_become_tests() {
    compare(defects().expect("they can be read").into_iter().step_by(STEP), 60);
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn seeded_defects_of_ordinary_types_are_found_and_become_tests() {
    compare(defects_of_types().expect("they can be read").into_iter(), 60);
}

/// Without the defects, the same checks find nothing.
#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn sound_operations_on_ordinary_types_pass() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for defect in defects_of_types().expect("they can be read") {
        let Defect { file, call, .. } = &defect;
        if seen.insert((file.clone(), defect.arguments())) {
            let text = std::fs::read_to_string(subjects().join(file)).expect("the source is there");
            match check(&defect, folder.path(), &text, defect.size) {
                Ok((0, _)) => {}
                Ok((code, output)) => {
                    let output = String::from_utf8_lossy(&output);
                    wrong.push(format!("{file} {call}: exit code {code}\n{output}"));
                }
                Err(error) => wrong.push(format!("{file} {call}: {error}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
