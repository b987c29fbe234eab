//! Seeded defects from end to end: the check finds each, with its smallest input, and its regression
//! test compiles, fails on the defect and passes without it. The result is the table of
//! `docs/defects.md`.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use pikse_subjects::defects::{Defect, defects};

use crate::common::{command, subjects};

/// Every so many-th defect is tried: they take a few seconds each.
const STEP: usize = 5;

/// A row of the table.
struct Row {
    /// What became of the regression test.
    test: String,
    kind: String,
    inputs: u64,
    failed: u64,
    objects: u64,
}

/// Runs the check of a defect in a folder, and its regression test with and without the defect.
fn find(defect: &Defect, folder: &Path) -> Result<Row, String> {
    let check = defect.check().ok_or("it has no check")?;
    let sound = std::fs::read_to_string(subjects().join(check.file)).map_err(|e| e.to_string())?;
    let wrong = defect.apply(&sound).map_err(|error| error.to_string())?;
    let name = check.file.rsplit('/').next().unwrap_or_default();
    let source = folder.join(name);
    std::fs::write(&source, wrong).map_err(|error| error.to_string())?;
    let mut run = command(folder);
    run.args(["check", name, "--call", check.call, "--type", check.root, "--json"]);
    run.args(["--size", &defect.size.to_string(), "--time-limit", "200ms"]);
    run.args(check.arguments.iter().flat_map(|argument| ["--args", argument]));
    run.args(check.pre.iter().flat_map(|pre| ["--pre", pre]));
    run.args(check.post.iter().flat_map(|post| ["--post", post]));
    run.args(check.options);
    let output = run.output().map_err(|error| error.to_string())?;
    if output.status.code() != Some(1) {
        return Err(format!("it is not found: {output:?}"));
    }
    let json: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let check = &json["checks"][0];
    let failure = &check["failures"][0];
    let number = |value: &serde_json::Value| value.as_u64().unwrap_or(0);
    let tested = match failure["test"].as_str() {
        None => {
            let notes = check["notes"].as_array().into_iter().flatten();
            let mut why = notes.filter_map(|note| note.as_str()?.split_once("test: "));
            format!("none: {}", why.next().ok_or("it has no regression test")?.1)
        }
        Some(test) => {
            if runs_well(folder, test)? {
                return Err("its regression test passes with the defect".to_owned());
            }
            std::fs::write(&source, sound).map_err(|error| error.to_string())?;
            if !runs_well(folder, test)? {
                return Err("its regression test fails without the defect".to_owned());
            }
            "fails, then passes".to_owned()
        }
    };
    Ok(Row {
        test: tested,
        kind: failure["kind"].as_str().unwrap_or_default().to_owned(),
        inputs: number(&check["inputs"]),
        failed: number(&check["failed"]),
        objects: number(&failure["objects"]),
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

fn check(defects: impl Iterator<Item = Defect>) -> (usize, String, Vec<String>) {
    let (mut rows, mut count, mut wrong) = (String::new(), 0, Vec::new());
    for defect in defects {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let Defect { file, name, size, .. } = &defect;
        match find(&defect, folder.path()) {
            Ok(Row { test, kind, inputs, failed, objects }) => {
                count += usize::from(test == "fails, then passes");
                let _ = writeln!(
                    rows,
                    "| `{file}` | {name} | {size} | {kind} | {failed} of {inputs} | {objects} | {test} |"
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
    let all = defects().expect("they can be read");
    for folder in ["c/", "cpp/", "rust/"] {
        let first = all.iter().find(|defect| defect.file.starts_with(folder)).cloned();
        let (count, _, wrong) = check(first.into_iter());
        assert_eq!((count, wrong), (1, Vec::new()), "{folder}");
    }
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn seeded_defects_are_found_and_become_tests() {
    let all = defects().expect("they can be read");
    let (count, rows, wrong) = check(all.into_iter().step_by(STEP));
    let head = "| source | defect | size | failure | inputs that fail | objects of the smallest | \
                regression test |\n| --- | --- | ---: | --- | --- | ---: | --- |\n";
    println!("{head}{rows}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 60, "{count} defects");
    let page = subjects().join("../docs/defects.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    assert!(page.contains(&rows), "docs/defects.md has another table; the new one is above");
}
