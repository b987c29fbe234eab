//! Links the LLVM that the Rust toolchain ships.
//!
//! Every rustup toolchain has `lib/libLLVM.so.<version>` in its sysroot, with the whole C
//! interface. Linking that library needs no installed LLVM, and it always reads the bitcode of this
//! toolchain's rustc.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The version that the bindings (`inkwell`'s feature) are for.
const MAJOR: &str = "22";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let sysroot = Command::new(rustc).args(["--print", "sysroot"]).output();
    let sysroot = sysroot.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let sysroot = sysroot.unwrap_or_default();
    // A folder can select another toolchain through rustup, with another bitcode version.
    println!("cargo::rustc-env=PIKSE_RUSTC={sysroot}/bin/rustc");
    let folder = format!("{sysroot}/lib");
    let Some(library) = library_in(Path::new(&folder)) else {
        return stop(&format!("there is no libLLVM.so.{MAJOR}.* in {folder}"));
    };
    println!("cargo::rerun-if-changed={folder}/{library}");
    println!("cargo::rustc-link-search=native={folder}");
    println!("cargo::rustc-link-lib=dylib:+verbatim={library}");
    // For this crate's own tests; a program that uses it does the same with
    // `DEP_PIKSE_LLVM_FOLDER` in its build.rs.
    println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    println!("cargo::metadata=folder={folder}");
}

fn library_in(folder: &Path) -> Option<String> {
    let names =
        fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let wanted = format!("libLLVM.so.{MAJOR}.");
    names.into_iter().find(|name| name.starts_with(&wanted))
}

fn stop(why: &str) {
    println!(
        "cargo::error={why}: Pikse needs the LLVM of Rust 1.95. \
         Run `rustup toolchain install 1.95.0` and build in this folder, which asks for it"
    );
}
