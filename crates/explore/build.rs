//! Compiles what programs under replay call to bitcode. Tests of this crate find LLVM where
//! `pikse-llvm` found it.

use std::path::PathBuf;
use std::process::Command;

const RUNTIME: &str = "rt/replay.rs";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=rt");
    if let Ok(folder) = std::env::var("DEP_PIKSE_LLVM_FOLDER") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
    let variable = |name| std::env::var(name).expect("cargo sets it for build scripts");
    let output = PathBuf::from(variable("OUT_DIR")).join("replay.bc");
    let status = Command::new(variable("RUSTC"))
        .args(["--edition=2024", "--crate-type=lib", "--crate-name=pikse_replay"])
        .args(["-C", "panic=abort", "-C", "codegen-units=1", "-C", "opt-level=2"])
        // As in a release build, without checks that could panic.
        .args(["-C", "debug-assertions=off", "-C", "overflow-checks=off"])
        .arg(format!("--emit=llvm-bc={}", output.display()))
        .arg(RUNTIME)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "rustc cannot compile {RUNTIME}");
}
