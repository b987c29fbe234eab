//! Compiles the models to bitcode: all of them for the symbolic machine, and some for native
//! programs. Tests of this crate find LLVM where `pikse-llvm` found it.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=libc");
    println!("cargo::rustc-check-cfg=cfg(pikse_models)");
    if let Ok(folder) = std::env::var("DEP_PIKSE_LLVM_FOLDER") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
    // Paths that join in a model need no fork, so the models are optimised. But tables and vectors
    // would turn comparisons into larger expressions. Level 2 would merge functions with equal
    // bodies.
    let optimised = ["-Copt-level=1", "-Cjump-tables=no", "-Cno-vectorize-loops"];
    compile("libc/lib.rs", "models.bc", &[&optimised[..], &["-Cno-vectorize-slp"]].concat());
    // Code that is instrumented later must read memory just as its source does.
    compile("libc/native.rs", "native.bc", &["-Copt-level=1", "-Cno-prepopulate-passes"]);
}

fn compile(source: &str, output: &str, flags: &[&str]) {
    let variable = |name| std::env::var(name).expect("cargo sets it for build scripts");
    let output = PathBuf::from(variable("OUT_DIR")).join(output);
    let status = Command::new(variable("RUSTC"))
        .args(["--edition=2024", "--crate-type=lib", "--crate-name=pikse_libc"])
        .args(["--cfg=pikse_models", "-Cpanic=abort", "-Ccodegen-units=1"])
        // As in a release build, without checks that could panic.
        .args(["-Cdebug-assertions=off", "-Coverflow-checks=off"])
        .args(flags)
        .arg(format!("--emit=llvm-bc={}", output.display()))
        .arg(Path::new(source))
        .status();
    assert!(status.is_ok_and(|status| status.success()), "rustc cannot compile {source}");
}
