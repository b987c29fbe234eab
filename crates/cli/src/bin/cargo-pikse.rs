//! `cargo pikse check`: the `pikse` command as a subcommand of Cargo.
//!
//! `check` gets the package around the current folder. All other arguments are passed to `pikse`
//! unchanged.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let here = std::env::current_dir().unwrap_or_default();
    let program = beside().unwrap_or_else(|| "pikse".into());
    let error = Command::new(&program).args(arguments(&words, &here)).exec();
    // `exec` returns only if it failed.
    eprintln!("cargo-pikse: cannot run `{}`: {error}", program.display());
    eprintln!("install both with `cargo install --path crates/cli` in a clone of Pikse");
    ExitCode::from(2)
}

/// The `pikse` that was installed with this program.
fn beside() -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?.with_file_name("pikse");
    path.is_file().then_some(path)
}

/// The arguments for `pikse`. Cargo passes the name of the subcommand first.
fn arguments(words: &[OsString], here: &Path) -> Vec<OsString> {
    let words = match words {
        [first, rest @ ..] if first == "pikse" => rest,
        words => words,
    };
    let mut arguments = words.to_vec();
    let is_check = words.first().is_some_and(|word| word == "check");
    if is_check && !words.iter().any(|word| is_package(word)) {
        arguments.splice(1..1, ["--package".into(), package(here).into_os_string()]);
    }
    arguments
}

fn is_package(word: &OsStr) -> bool {
    word == "--package" || word.to_string_lossy().starts_with("--package=")
}

/// The folder of the package that contains a folder, as Cargo finds it.
fn package(here: &Path) -> PathBuf {
    let found = here.ancestors().find(|folder| folder.join("Cargo.toml").is_file());
    found.unwrap_or(here).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_is_for_the_package_around() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
        for (words, expected) in [
            ("pikse check", "check --package HERE"),
            ("check --only a", "check --package HERE --only a"),
            ("pikse check --package x", "check --package x"),
            ("pikse check --package=x", "check --package=x"),
            ("pikse generate a.c --size 3", "generate a.c --size 3"),
            ("pikse", ""),
            ("", ""),
        ] {
            let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
            let found = arguments(&words, &crates.join("src/bin"));
            let expected = expected.replace("HERE", &crates.display().to_string());
            let expected: Vec<OsString> = expected.split_whitespace().map(OsString::from).collect();
            assert_eq!(found, expected, "{words:?}");
        }
    }
}
