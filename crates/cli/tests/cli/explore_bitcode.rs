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

/// A program with an error for each of some numbers.
const ADDRESSES: &str = "#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int g[3];
static int *keep;
int main(void)
{
    unsigned k;
    int a[4] = {0}, b[5] = {0};
    klee_make_symbolic(&k, sizeof k, \"k\");
    if (k == 1) a[k + 3] = 1;
    if (k == 2) return g[k + 1];
    if (k == 3) { char *p = malloc(5); p[k + 2] = 1; free(p); return 0; }
    if (k == 4) { char *p = malloc(5); free(p); return p[0]; }
    if (k == 5) { int c = 3; keep = &c; }
    if (k == 5) return *keep;
    if (k == 6) memset(b, 0, 21);
    if (k >= 8 && k < 14) return b[k - 8];
    if (k == 14) { char v[k]; v[0] = 1; return v[k]; }
    return a[2] + b[3];
}
";

/// The kinds and lines of its errors.
const ERRORS: [(&str, u64); 8] = [
    ("out-of-bounds", 11),
    ("out-of-bounds", 12),
    ("out-of-bounds", 13),
    ("use-after-free", 14),
    ("use-after-return", 16),
    ("out-of-bounds", 17),
    ("out-of-bounds", 18),
    ("out-of-bounds", 19),
];

#[test]
fn checks_of_the_address_sanitizer_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("subject.c"), ADDRESSES).expect("it is written");
    let compiled = Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-g", "-fsanitize=address", "subject.c", "-I"])
        .arg(subjects().join("../include"))
        .current_dir(folder.path())
        .status();
    assert!(compiled.is_ok_and(|status| status.success()));
    let ended: Ended = command(folder.path())
        .args(["explore", "subject.bc", "--json"])
        .output()
        .expect("it starts")
        .into();
    let told = ended.json();
    assert!(ended.code == 1 && told["complete"] == true, "{ended:?}");
    let errors = told["errors"].as_array().expect("a list").iter().map(|error| {
        let line = error["places"][0]["line"].as_u64().expect("a line");
        (error["kind"].as_str().expect("a kind"), line)
    });
    let mut errors: Vec<(&str, u64)> = errors.collect();
    errors.sort_by_key(|&(_, line)| line);
    assert_eq!(errors, ERRORS, "{told}");
    let tests = told["folder"].as_str().expect("a folder");
    let replayed: Ended = command(folder.path())
        .args(["replay", tests, "--json"])
        .output()
        .expect("it starts")
        .into();
    assert_eq!(replayed.json()["refuted"], 0, "{replayed:?}");
}
