//! `pikse explore` on a Cargo package: which program, and what is refused.

use std::fs;

use crate::common::run_in;

const MANIFEST: &str = "[package]\nname = \"two-programs\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                        [workspace]\n[dependencies]\nbelow = { path = \"below\" }\n";
const BELOW: &str = "[package]\nname = \"below\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
/// The branch is in a dependency.
const LIBRARY: &str = "pub fn is_vowel(c: u8) -> bool { matches!(c, b'a' | b'e') }\n";
const PROGRAM: &str = "unsafe extern \"C\" {\n\
    fn pikse_symbolic(at: *mut u8, length: usize, name: *const std::ffi::c_char);\n}\n\
    fn main() {\n    let mut c = 0u8;\n\
    unsafe { pikse_symbolic(&raw mut c, 1, c\"c\".as_ptr()) };\n\
    if below::is_vowel(c) {\n        assert!(c != b'e');\n    }\n}\n";

fn package(programs: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("Cargo.toml", MANIFEST);
    write("below/Cargo.toml", BELOW);
    write("below/src/lib.rs", LIBRARY);
    for name in programs {
        write(name, PROGRAM);
    }
    folder
}

#[test]
fn a_program_of_a_package_with_its_dependencies() {
    let folder = package(&["src/main.rs"]);
    let ended = run_in(folder.path(), "explore . --json");
    let result = ended.whole_json();
    assert_eq!((ended.code, &result["complete"]), (1, &true.into()), "{ended:?}");
    let errors = result["errors"].as_array().expect("a list");
    let places: Vec<_> = errors.iter().map(|error| (&error["kind"], &error["inputs"])).collect();
    assert_eq!(places.len(), 1, "{result}");
    assert_eq!(errors[0]["kind"], "panic", "{result}");
    let tests = result["folder"].as_str().expect("a folder");
    let replayed = run_in(folder.path(), &format!("replay {tests} --json"));
    assert_eq!(replayed.whole_json()["refuted"], 0, "{replayed:?}");
}

#[test]
fn which_program_is_meant() {
    let folder = package(&["src/bin/one.rs", "src/bin/two.rs"]);
    for (arguments, words) in [
        ("explore .", "has several programs; name one with --bin: one, two"),
        ("explore . --bin three", "has no program `three`; the programs are: one, two"),
        ("explore . --entry main", "is a package: it is explored alone, from `main`"),
        ("explore Cargo.toml src/bin/one.rs", "is a package: it is explored alone"),
        ("explore below", "the package `below` has no program (`src/main.rs`)"),
        ("explore src", "Cargo.toml"),
    ] {
        let ended = run_in(folder.path(), arguments);
        assert_eq!(ended.code, 2, "{arguments}: {ended:?}");
        assert!(ended.stderr.contains(words), "{arguments}: `{words}` is not in {ended:?}");
    }
    let ended = run_in(folder.path(), "explore Cargo.toml --bin two --json");
    assert_eq!(ended.code, 1, "{ended:?}");
}
