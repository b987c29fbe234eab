//! `pikse explore` on bitcode that a compiler of the user's has made: of every version of clang that is
//! here, with and without optimisation.

use std::path::Path;
use std::process::Command;

use crate::common::{Ended, command, subjects};

/// A subject in `subjects/explore/c`, the flags for it, the arguments of `pikse explore`, and the number
/// of its paths.
type Subject = (&'static str, &'static str, &'static [&'static str], u64);

const SUBJECTS: &[Subject] = &[
    ("mid.c", "-g", &["--entry", "mid"], 6),
    ("mid.c", "-g0", &["--entry", "mid"], 6),
    ("abs.c", "-g", &["--entry", "abs"], 2),
    ("is_bitonic.c", "-g", &["--entry", "is_bitonic", "--arg", "a=int[4]"], 27),
    ("sorted_list.c", "-g", &[], 45),
    ("regex.c", "-DN=3", &[], 347),
];

/// The versions of clang that are said to be read, without those that Debian does not have.
const VERSIONS: [u32; 4] = [14, 15, 16, 19];

/// Compiles a subject and explores the bitcode; then every test is run natively.
fn explored(folder: &Path, clang: u32, level: u32, (file, flags, arguments, _): &Subject) -> Ended {
    let include = subjects().join("../include");
    let compiled = Command::new(format!("clang-{clang}"))
        .args(["-c", "-emit-llvm", &format!("-O{level}"), flags, "-o", "subject.bc", "-I"])
        .arg(include)
        .arg(subjects().join("explore/c").join(file))
        .current_dir(folder)
        .status()
        .expect("cargo xtask test --large installs it");
    assert!(compiled.success(), "clang-{clang} {file}");
    let ended: Ended = command(folder)
        .args(["explore", "subject.bc", "--json"])
        .args(*arguments)
        .output()
        .expect("it starts")
        .into();
    let what = format!("clang-{clang} -O{level} {file} {flags}");
    assert_eq!(ended.code, 0, "{what}: {ended:?}");
    let told = ended.json();
    assert_eq!(told["complete"], true, "{what}: {told}");
    let tests = told["folder"].as_str().expect("a folder");
    let replayed: Ended =
        command(folder).args(["replay", tests]).output().expect("it starts").into();
    assert_eq!(replayed.code, 0, "{what}: {replayed:?}");
    ended
}

fn every_level(clang: u32, subjects: &[Subject]) {
    for level in 0..=2 {
        for subject in subjects {
            let folder = tempfile::tempdir().expect("a folder");
            let ended = explored(folder.path(), clang, level, subject);
            let what = format!("clang-{clang} -O{level} {subject:?}: {ended:?}");
            let paths = ended.json()["paths"].as_u64().expect("a number");
            // What was optimised may have fewer paths, and that is told.
            match level {
                0 => assert_eq!(paths, subject.3, "{what}"),
                _ => assert!((1..=subject.3).contains(&paths), "{what}"),
            }
            let notes = ended.json()["notes"].to_string();
            assert_eq!(notes.contains("the bitcode is optimised"), level > 0, "{what}");
        }
    }
}

#[test]
fn optimised_bitcode_is_explored_and_told_of() {
    every_level(19, &SUBJECTS[..2]);
}

#[test]
#[ignore = "needs other versions of clang: cargo xtask test --large"]
fn every_version_of_clang_is_read() {
    for clang in VERSIONS {
        every_level(clang, SUBJECTS);
    }
}
