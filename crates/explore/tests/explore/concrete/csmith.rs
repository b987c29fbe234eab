//! Random C programs by csmith: all of the language, and no undefined behaviour, but for floating-point
//! numbers that become integers which they do not fit into. Each prints a checksum of its global variables
//! at the end.

use std::path::Path;
use std::process::{Command, Stdio};

use super::support::{in_machine, natively};

/// Some programs run for ever.
const SECONDS: u32 = 2;
const INSTRUCTIONS: u64 = 50_000_000;

/// What csmith is asked for, in turns.
const KINDS: &[&[&str]] = &[
    &[],
    &["--float"],
    &["--max-funcs", "20", "--max-block-depth", "3", "--inline-function"],
    &["--no-volatiles", "--max-pointer-depth", "4", "--max-struct-fields", "20"],
];

/// Compares as many programs as are asked for, at each level of optimisation. `PIKSE_SEEDS=FIRST..END` asks
/// for `END - FIRST` programs, from another seed on.
fn compare(wanted: usize) {
    let (first, wanted) = match std::env::var("PIKSE_SEEDS") {
        Err(_) => (1, wanted),
        Ok(text) => {
            let (first, end) = text.split_once("..").expect("PIKSE_SEEDS=FIRST..END");
            let number = |text: &str| text.parse::<usize>().expect("a number");
            (number(first), number(end) - number(first))
        }
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (mut compared, mut skipped) = (0, 0);
    let mut differences = Vec::new();
    for seed in first.. {
        if compared == wanted {
            break;
        }
        let source = folder.path().join("program.c");
        let kind = KINDS[seed % KINDS.len()];
        let written = Command::new("csmith")
            .args(["--seed", &seed.to_string(), "--concise", "--output"])
            .arg(&source)
            .args(kind)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .status();
        assert!(written.expect("csmith is installed").success(), "csmith, seed {seed}");
        let mut is_skipped = false;
        for level in ["-O0", "-O2"] {
            match run(&source, folder.path(), level) {
                Ok(Some(())) => {}
                Ok(None) => is_skipped = true,
                Err(_) if is_undefined(&source, folder.path()) => is_skipped = true,
                Err(difference) => {
                    differences.push(format!("seed {seed} {kind:?} {level}: {difference}"));
                }
            }
        }
        match is_skipped {
            true => skipped += 1,
            false => compared += 1,
        }
        assert!(skipped <= wanted / 2 + 10, "{skipped} programs were too long or undefined");
    }
    println!("{compared} programs compared at 2 levels, {skipped} skipped");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Compares one program. Nothing if it is too long.
fn run(source: &Path, folder: &Path, level: &str) -> Result<Option<()>, String> {
    let module = folder.join("program.bc");
    let program = folder.join("program");
    // The executable is made of the very module that the machine runs.
    clang(&["-w", "-g", level, "-I/usr/include/csmith", "-emit-llvm", "-c"], source, &module)?;
    clang(&["-w", level], &module, &program)?;
    let Some(expected) = natively(&program, &[], SECONDS) else { return Ok(None) };
    let Some(found) = in_machine(&[&module], &[], INSTRUCTIONS)? else { return Ok(None) };
    match found == expected {
        true => Ok(Some(())),
        false => Err(format!("{found:?} in the machine, {expected:?} natively")),
    }
}

/// Whether a program has no meaning that could be compared: it does not end without optimisation (a loop without
/// effects that never ends may be removed), the compiler gives it two meanings, or a float becomes an integer
/// that cannot hold it (csmith does not avoid that). The sanitizer traps, which needs no library of its own.
fn is_undefined(source: &Path, folder: &Path) -> bool {
    let program = folder.join("program");
    let built_with = |flags: &[&str]| {
        let flags = [&["-w", "-I/usr/include/csmith"], flags].concat();
        clang(&flags, source, &program).expect("it compiles");
        natively(&program, &[], SECONDS)
    };
    let Some(plain) = built_with(&["-O0"]) else { return true };
    let trapping = ["-O0", "-fsanitize=float-cast-overflow", "-fsanitize-trap=all"];
    built_with(&["-O2"]).as_ref() != Some(&plain) || built_with(&trapping).as_ref() != Some(&plain)
}

fn clang(flags: &[&str], input: &Path, output: &Path) -> Result<(), String> {
    let clang = Command::new("clang-19").args(flags).arg("-o").arg(output).arg(input).output();
    let clang = clang.map_err(|error| error.to_string())?;
    match clang.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&clang.stderr).into_owned()),
    }
}

#[test]
fn random_programs_do_the_same_as_natively() {
    compare(25);
}

#[test]
#[ignore = "takes minutes: cargo xtask test --large"]
fn many_random_programs_do_the_same_as_natively() {
    compare(300);
}
