//! Tests of this crate find LLVM where `pikse-llvm` found it.

fn main() {
    if let Ok(folder) = std::env::var("DEP_PIKSE_LLVM_FOLDER") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
