//! Compiles the models to bitcode: for the symbolic machine, and some for native programs. Tests of this
//! crate find LLVM where `pikse-llvm` found it.
//!
//! Reading the models takes a noticeable part of the time of a short run, so there are two files: one
//! without the modules that few programs need (`cfg(pikse_rest)`), and one with all. `rest.txt` lists the
//! functions that only the second one has.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=libc");
    println!("cargo::rustc-check-cfg=cfg(pikse_models)");
    println!("cargo::rustc-check-cfg=cfg(pikse_rest)");
    if let Ok(folder) = env::var("DEP_PIKSE_LLVM_FOLDER") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
    // Paths that join in a model need no fork, so the models are optimised. But tables and vectors
    // would turn comparisons into larger expressions. Level 2 would merge functions with equal
    // bodies.
    let optimised =
        ["-Copt-level=1", "-Cjump-tables=no", "-Cno-vectorize-loops", "-Cno-vectorize-slp"];
    compile("libc/lib.rs", "models.bc", &optimised);
    compile("libc/lib.rs", "all.bc", &[&optimised[..], &["--cfg=pikse_rest"]].concat());
    // Code that is instrumented later must read memory just as its source does.
    compile("libc/native.rs", "native.bc", &["-Copt-level=1", "-Cno-prepopulate-passes"]);
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    collect(Path::new("libc"), "lib.rs", false, &mut found);
    let [common, rest] = found;
    let only: Vec<&String> = rest.difference(&common).collect();
    let text: String = only.into_iter().map(|name| format!("{name}\n")).collect();
    fs::write(output("rest.txt"), text).expect("the folder can be written to");
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets it for build scripts")
}

fn output(name: &str) -> PathBuf {
    PathBuf::from(variable("OUT_DIR")).join(name)
}

fn compile(source: &str, to: &str, flags: &[&str]) {
    let status = Command::new(variable("RUSTC"))
        .args(["--edition=2024", "--crate-type=lib", "--crate-name=pikse_libc"])
        .args(["--cfg=pikse_models", "-Cpanic=abort", "-Ccodegen-units=1"])
        // As in a release build, without checks that could panic.
        .args(["-Cdebug-assertions=off", "-Coverflow-checks=off"])
        .args(flags)
        .arg(format!("--emit=llvm-bc={}", output(to).display()))
        .arg(Path::new(source))
        .status();
    assert!(status.is_ok_and(|status| status.success()), "rustc cannot compile {source}");
}

/// The names of models in the modules of a file: in common ones, and in those that few programs need.
fn collect(folder: &Path, file: &str, is_rest: bool, found: &mut [BTreeSet<String>; 2]) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let names =
        words.filter(|word| ["pikse_libc_", "pikse_model_"].iter().any(|of| word.starts_with(of)));
    found[usize::from(is_rest)].extend(names.map(str::to_owned));
    let mut is_marked = false;
    for line in text.lines() {
        let module = line.trim_start_matches("pub ").strip_prefix("mod ");
        if let Some(module) = module.and_then(|of| of.strip_suffix(';')) {
            let inside = match file {
                "lib.rs" | "mod.rs" => folder.to_owned(),
                _ => folder.join(file.trim_end_matches(".rs")),
            };
            let own = inside.join(module);
            match own.join("mod.rs").exists() {
                true => collect(&own, "mod.rs", is_rest || is_marked, found),
                false => collect(&inside, &format!("{module}.rs"), is_rest || is_marked, found),
            }
        }
        is_marked = line.starts_with("#[cfg(any(pikse_rest");
    }
}
