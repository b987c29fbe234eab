//! The command and its tests find LLVM in `../lib` beside the program, as in the archive of `cargo
//! xtask dist`, or where `pikse-llvm` found it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Ok(folder) = std::env::var("DEP_PIKSE_LLVM_FOLDER") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/../lib:{folder}");
    }
}
