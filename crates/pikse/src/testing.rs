//! Runs the `pikse` command, for the tests that `#[pikse::check]` generates.
//!
//! The command builds the package in a separate target folder, so that it does not wait for
//! the lock of the Cargo that runs the tests. This file needs only std: it is also compiled
//! alone, for Rust files that belong to no package.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs the check `name` of a package, or of a file if `manifest_dir` is empty, and shows
/// the output of `pikse`.
///
/// The command is the one that the environment variable `PIKSE` names, or else `pikse` on
/// the `PATH`, or else one in a target folder around the test.
///
/// # Panics
/// If the check fails, if not every input was tried, or if it cannot be run.
pub fn check(manifest_dir: &str, file: &str, module: &str, name: &str) {
    let Some(program) = program() else {
        panic!(
            "the `pikse` command, which runs the check `{name}`, was not found: install it with `cargo \
             install --path crates/cli` in a clone of Pikse, or name it with the environment variable PIKSE"
        );
    };
    let mut pikse = Command::new(&program);
    pikse.arg("check");
    match manifest_dir {
        "" => pikse.arg(file),
        folder => pikse.args(["--package", folder]),
    };
    pikse.args(["--only", name]);
    pikse.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match pikse.spawn() {
        Ok(child) => child,
        Err(error) => panic!("`{}` cannot be run: {error}", program.display()),
    };
    // Both pipes are read at the same time: a full one would block the command.
    let errors = child.stderr.take();
    let errors = std::thread::spawn(move || show(errors, |line| eprintln!("{line}")));
    show(child.stdout.take(), |line| println!("{line}"));
    let has_printed = errors.join().is_ok();
    let ended = match child.wait() {
        Ok(status) if status.success() && has_printed => return,
        Ok(status) => match status.code() {
            Some(1) => "it fails".to_owned(),
            Some(3) => "it is incomplete: not every input was tried".to_owned(),
            _ => format!("it did not run ({status})"),
        },
        Err(error) => format!("it did not run ({error})"),
    };
    panic!("the check `{name}` of {module} ({file}): {ended}; see the output of `pikse` above");
}

/// Prints the output line by line, as it comes.
fn show(from: Option<impl Read>, mut print: impl FnMut(&str)) {
    let Some(from) = from else { return };
    let mut from = BufReader::new(from);
    let mut bytes = Vec::new();
    while from.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
        print(String::from_utf8_lossy(&bytes).trim_end());
        bytes.clear();
    }
}

/// The command.
fn program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("PIKSE").filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    let name = format!("pikse{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(&name));
    let this = std::env::current_exe().ok();
    let around = this.as_deref().into_iter().flat_map(Path::ancestors).skip(1);
    let built = around.flat_map(|folder| {
        ["", "release", "debug"].map(|profile| folder.join(profile).join(&name))
    });
    on_path.chain(built).find(|path| path.is_file())
}
