//! The project's chores: `cargo xtask test`, `cargo xtask bench`, `cargo xtask
//! figures`.

mod requirements;
#[cfg(test)]
mod tidy;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "\
The project's chores.

Usage: cargo xtask <COMMAND>

Commands:
  test [--large]   Everything that has to hold: format, lints, tests, documentation,
                   examples. Installs what the tests need where it is root.
                   --large adds what takes minutes: published figures, every seeded
                   defect, random and real programs, older compilers.
  test --z3        The tests that ask Z3: every answer of the solver, and symbolic
                   floating-point arithmetic.
  bench [--native] [--long]
                   Nanoseconds a candidate, beside hand-written loops in the same run;
                   fails if the native engine breaks a promise. --native leaves the
                   embedded engine out, --long adds searches of more than some seconds.
  figures          Runs every published figure and writes docs/published-counts.md
  help             This text

Example: cargo xtask test";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => test(false),
        ["test", "--large"] => test(true),
        ["test", "--z3"] => test_z3(),
        ["bench", ref options @ ..] => bench(options),
        ["figures"] => figures(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("`{}` is no chore\n\n{HELP}", arguments.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::from(2)
        }
    }
}

fn test(large: bool) -> Result<(), String> {
    requirements::install(if large { requirements::LARGE } else { &[] })?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&[
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        // Not the features that need a solver of the system.
        "--features",
        "pikse-subjects/large",
        "--",
        "-D",
        "warnings",
    ])?;
    let mut passed = cargo_test(&["--quiet", "--workspace"])?;
    // What users run is built for release; both builds have to explore the same.
    cargo(&["run", "--quiet", "--release", "--package", "pikse-bench", "--", "--check"])?;
    cargo(&["run", "--quiet", "--release", "--example", "search_trees"])?;
    run(command("cargo")
        .args(["doc", "--quiet", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    if large {
        passed += cargo_test(&[
            "--release",
            "--package",
            "pikse-subjects",
            "--features",
            "large",
            "--test",
            "subjects",
            "published_large::",
            "--",
            "--nocapture",
        ])?;
        passed += cargo_test(&[
            "--release",
            "--package",
            "pikse-native",
            "--package",
            "pikse-check",
            "--test",
            "native",
            "--test",
            "check",
            "--",
            "--ignored",
        ])?;
        passed += cargo_test(&[
            "--release",
            "--package",
            "pikse-explore",
            "--test",
            "concrete",
            "--test",
            "replay",
            "--",
            "--ignored",
        ])?;
        passed += cargo_test(&["--package", "pikse-cli", "--", "--ignored"])?;
        passed += cargo_test(&[
            "--package",
            "pikse-subjects",
            "--test",
            "subjects",
            "operations::",
            "--",
            "--ignored",
        ])?;
    }
    println!("xtask: everything holds");
    println!("{passed} passed, 0 failed");
    Ok(())
}

fn test_z3() -> Result<(), String> {
    requirements::install(requirements::Z3)?;
    let mut passed = cargo_test(&["--package", "pikse-solver", "--features", "z3"])?;
    passed += cargo_test(&[
        "--package",
        "pikse-explore",
        "--features",
        "z3",
        "--test",
        "z3",
        "--test",
        "replay",
    ])?;
    println!("{passed} passed, 0 failed");
    Ok(())
}

/// Runs tests, shows what they print, and counts those that passed.
fn cargo_test(arguments: &[&str]) -> Result<u64, String> {
    println!("xtask: cargo test {}", arguments.join(" "));
    let mut tests = command("cargo");
    tests.arg("test").args(arguments).stdout(Stdio::piped());
    let mut running = tests.spawn().map_err(|error| format!("cargo does not start: {error}"))?;
    let mut passed = 0;
    for line in running.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let line = line.map_err(|error| format!("cargo's output cannot be read: {error}"))?;
        println!("{line}");
        let summary = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "));
        let count = summary.and_then(|(_, counts)| counts.split(' ').next()?.parse::<u64>().ok());
        passed += count.unwrap_or(0);
    }
    let status = running.wait().map_err(|error| format!("cargo is lost: {error}"))?;
    match (status.success(), passed) {
        (false, _) => Err("tests failed".to_owned()),
        (true, 0) => Err("no test ran".to_owned()),
        (true, passed) => Ok(passed),
    }
}

fn bench(options: &[&str]) -> Result<(), String> {
    // The command is measured too.
    cargo(&["build", "--quiet", "--release", "--package", "pikse-cli"])?;
    let run = ["run", "--quiet", "--release", "--package", "pikse-bench", "--"];
    cargo(&[&run, options].concat())
}

fn figures() -> Result<(), String> {
    let mut make = command("cargo");
    make.args(["run", "--quiet", "--release", "--package", "pikse-subjects"]);
    make.args(["--example", "published_counts"]);
    let output = make.output().map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let path = root().join("docs/published-counts.md");
    std::fs::write(&path, output.stdout)
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    println!("xtask: cargo {}", arguments.join(" "));
    run(command("cargo").args(arguments))
}

fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    let status =
        command.status().map_err(|error| format!("{command:?} does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder in it").to_owned()
}
