//! Runs programs natively.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A clang, as the compiler of the project looks for it.
fn clang(name: &str) -> PathBuf {
    let answers = |program: &str| {
        let mut version = Command::new(program);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    if name == "clang"
        && let Ok(wanted) = std::env::var("PIKSE_CLANG")
    {
        return wanted.into();
    }
    let versioned = (14..=22).rev().map(|version| format!("{name}-{version}"));
    let found = versioned.chain([name.to_owned()]).find(|name| answers(name));
    found.expect("clang is installed").into()
}

/// Compiles a program in C, C++ or Rust; the executable is in the folder.
pub fn build(file: &Path, folder: &Path, flags: &[&str]) -> PathBuf {
    let program = folder.join("program");
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    let mut compiler = match ending {
        "rs" => {
            let mut rustc = Command::new(pikse_llvm::rust::rustc());
            rustc.args(["--edition=2024", "-C", "debug-assertions"]);
            rustc
        }
        "cpp" => {
            let mut clang = Command::new(clang("clang++"));
            clang.args(["-std=c++17", "-stdlib=libc++"]);
            clang
        }
        _ => {
            std::fs::write(folder.join("pikse.h"), super::HEADER).expect("the header");
            let mut clang = Command::new(clang("clang"));
            clang.arg("-idirafter").arg(folder);
            clang
        }
    };
    let output = compiler.args(flags).arg(file).arg("-o").arg(&program).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// Runs a program with some standard input.
pub fn run(program: &Path, input: &[u8]) -> Output {
    use std::io::Write;
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    child.stdin.take().expect("its input").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}
