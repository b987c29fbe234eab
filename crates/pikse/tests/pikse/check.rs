//! The tests that `#[pikse::check]` makes: they run the command and tell what it says.
//!
//! A test runs this very program again, with a command that only says what it got.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};
use std::sync::Mutex;

/// Whoever runs the tests may have no `pikse`.
#[pikse::check(size = 3)]
#[ignore = "run by the tests below, with a command of their own"]
fn small(#[finite(0..=6)] x: u8) -> bool {
    x < 7
}

/// The function itself stays.
#[test]
fn a_check_is_a_function() {
    assert!(small(6) && !small(7));
}

/// Runs the test of the check with a script as command; without a script there is none.
fn run(script: Option<&str>) -> Output {
    // A file that is still open in a child of another test cannot be run.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let this = folder.path().join("deps/test");
    fs::create_dir(folder.path().join("deps")).expect("a folder can be made");
    fs::copy(std::env::current_exe().expect("it runs"), &this).expect("it can be copied");
    if let Some(script) = script {
        let path = folder.path().join("pikse");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    let mut command = Command::new(this);
    command.args(["--ignored", "--exact", "check::pikse_check_small", "--show-output"]);
    // Not the one of the user.
    command.env_remove("PIKSE").env("PATH", "/bin:/usr/bin");
    command.output().expect("it runs")
}

#[test]
fn a_test_runs_the_command_for_its_check() {
    let output = run(Some("echo \"got $*\"; echo 1>&2 careful; exit 0"));
    let said = String::from_utf8_lossy(&output.stdout);
    let folder = env!("CARGO_MANIFEST_DIR");
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains(&format!("got check --package {folder} --only small\n")), "{said}");
    assert!(said.contains("careful"), "{said}");
}

#[test]
fn a_check_that_fails_is_a_test_that_fails() {
    for (script, words) in [
        // Much of it, so that pipes are full.
        (
            "seq 100000; seq 100000 1>&2; echo '1 of 7 inputs fail'; exit 1",
            ["the check `small` of pikse::check (", "check.rs): it fails;", "1 of 7 inputs fail"],
        ),
        (
            "echo 'INCOMPLETE small (a.rs:3): 0 inputs'; exit 3",
            ["check.rs): it is incomplete: not every input was tried;", "(a.rs:3)", "above"],
        ),
        (
            "echo 'error: no such check' 1>&2; exit 2",
            ["no such check", "it did not run", "exit status: 2"],
        ),
        ("kill -9 $$", ["the check `small`", "it did not run", "signal: 9"]),
    ] {
        let output = run(Some(script));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success(), "{script}");
        for word in words {
            assert!(said.contains(word), "`{word}` is not in what `{script}` gives");
        }
    }
}

#[test]
fn without_the_command_it_is_said_how_to_get_it() {
    let output = run(None);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success());
    assert!(
        said.contains("the `pikse` command")
            && said.contains("was not found")
            && said.contains("cargo install"),
        "{said}"
    );
}
