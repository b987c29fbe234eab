//! Compiles the functions that take the place of the C library's to bitcode. Tests of this
//! crate find LLVM where `pikse-llvm` found it.

use std::path::PathBuf;
use std::process::Command;

const LIBC: &str = "rt/libc.rs";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={LIBC}");
    if let Ok(folder) = std::env::var("DEP_PIKSE_LLVM_FOLDER") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
    let variable = |name| std::env::var(name).expect("cargo sets it for build scripts");
    let output = PathBuf::from(variable("OUT_DIR")).join("libc.bc");
    let status = Command::new(variable("RUSTC"))
        .args(["--edition=2024", "--crate-type=lib", "--crate-name=pikse_libc"])
        .args(["-C", "panic=abort", "-C", "codegen-units=1", "-C", "no-prepopulate-passes"])
        // As in a release build, without checks that could panic.
        .args(["-C", "opt-level=1", "-C", "debug-assertions=off", "-C", "overflow-checks=off"])
        .arg(format!("--emit=llvm-bc={}", output.display()))
        .arg(LIBC)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "rustc cannot compile {LIBC}");
}
