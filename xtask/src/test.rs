//! `cargo xtask test`: the groups of tests, and their order.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::{cargo, command, requirements, root, run};

/// The fast subset: crates whose tests take seconds, and of the others the tests that cover most for
/// their time. Each line holds the arguments of `cargo test`.
const FAST: &[&str] = &[
    "--package pikse-work --package pikse-search --package pikse-structure --package pikse-expr \
     --package pikse-sat --package pikse-cluster --package xtask",
    "--package pikse-solver --package pikse-front --package pikse-native --package pikse-check \
     --package pikse-vm --package pikse-report --package pikse-explore --package pikse-ir --lib",
    "--package pikse --test pikse -- library:: bad_input::",
    "--package pikse-vm --test vm -- paths:: lazy::",
    "--package pikse-explore --test explore -- laws::",
    "--package pikse-native --test native -- predicates::",
    "--package pikse-cli --test cli -- options::",
];

/// All checks and tests.
pub(crate) fn all() -> Result<u64, String> {
    requirements::install(&[])?;
    cargo("fmt --all --check")?;
    // Without the features that need Z3.
    cargo(
        "clippy --quiet --workspace --all-targets --features pikse-subjects/large -- -D warnings",
    )?;
    let passed = cargo_test("--quiet --workspace")?;
    // With the profile of the tests, everything but the programs is built already.
    cargo("run --quiet --profile test --package pikse-bench -- --check")?;
    cargo("run --quiet --profile test --example search_trees")?;
    run(command("cargo")
        .args(["doc", "--quiet", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(passed)
}

/// The fast subset: some minutes to build, under two to run.
pub(crate) fn fast() -> Result<u64, String> {
    requirements::install(&[])?;
    FAST.iter().map(|line| cargo_test(&format!("--quiet {line}"))).sum()
}

/// The tests of one crate, by the name of its folder or package.
pub(crate) fn of_crate(name: &str) -> Result<u64, String> {
    let package = package(name)?;
    requirements::install(&[])?;
    cargo(&format!("clippy --quiet --package {package} --all-targets -- -D warnings"))?;
    cargo_test(&format!("--quiet --package {package}"))
}

/// All tests, and those that take minutes.
pub(crate) fn large() -> Result<u64, String> {
    requirements::install(requirements::LARGE)?;
    let mut passed = all()?;
    // Users run release builds: both builds have to explore the same candidates.
    cargo("run --quiet --release --package pikse-bench -- --check")?;
    for line in [
        "--release --package pikse-subjects --features large --test subjects \
         -- --nocapture published_large::",
        "--release --package pikse-native --package pikse-check --test native --test check \
         -- --ignored",
        "--release --package pikse-cluster --lib -- --ignored",
        "--release --package pikse-bench -- --ignored",
        "--package pikse-vm --test vm -- --ignored",
        "--package pikse-ir --test ir -- --ignored",
        "--release --package pikse-explore --test explore -- --ignored",
        "--package pikse-cli -- --ignored",
        "--package pikse-report --test report -- --ignored",
        "--package pikse-subjects --test subjects -- --ignored operations",
    ] {
        passed += cargo_test(line)?;
    }
    Ok(passed)
}

/// The tests that use Z3.
pub(crate) fn z3() -> Result<u64, String> {
    requirements::install(requirements::Z3)?;
    let solver = cargo_test("--package pikse-solver --features z3")?;
    Ok(solver
        + cargo_test("--package pikse-explore --features z3 --test explore -- z3:: replay::")?)
}

/// The tests that use MPI.
pub(crate) fn mpi() -> Result<u64, String> {
    requirements::install(requirements::MPI)?;
    cargo(
        "clippy --quiet --package pikse-cluster --package pikse-cli --features pikse-cli/mpi \
         --all-targets -- -D warnings",
    )?;
    cargo_test("--package pikse-cli --features mpi --test cli -- mpi::")
}

/// The package of a crate.
fn package(name: &str) -> Result<String, String> {
    let short = name.trim_start_matches("crates/").trim_end_matches('/');
    let short = short.strip_prefix("pikse-").unwrap_or(short);
    match short {
        "pikse" | "xtask" => return Ok(short.to_owned()),
        "subjects" | "subjects/embedded" => return Ok("pikse-subjects".to_owned()),
        _ => {}
    }
    if root().join("crates").join(short).join("Cargo.toml").is_file() {
        return Ok(format!("pikse-{short}"));
    }
    let mut known: Vec<String> = std::fs::read_dir(root().join("crates"))
        .map_err(|error| format!("cannot read the folder of crates: {error}"))?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    known.sort();
    Err(format!("there is no crate `{name}`; there are {}, subjects, xtask", known.join(", ")))
}

/// Runs tests, shows their output, and counts those that passed.
fn cargo_test(arguments: &str) -> Result<u64, String> {
    println!("xtask: cargo test {arguments}");
    let mut tests = command("cargo");
    tests.arg("test").args(arguments.split_whitespace()).stdout(Stdio::piped());
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
        (false, _) => Err(format!("tests failed: cargo test {arguments}")),
        (true, 0) => Err(format!("no test ran: cargo test {arguments}")),
        (true, passed) => Ok(passed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_found_by_every_name() {
        for (name, expected) in [
            ("vm", "pikse-vm"),
            ("pikse-vm", "pikse-vm"),
            ("crates/vm/", "pikse-vm"),
            ("pikse", "pikse"),
            ("subjects", "pikse-subjects"),
            ("xtask", "xtask"),
        ] {
            assert_eq!(package(name).as_deref(), Ok(expected));
        }
        let error = package("vmm").expect_err("there is no such crate");
        assert!(error.contains("`vmm`") && error.contains("vm"), "{error}");
    }
}
