//! A way into a Cargo package with a dependency and a feature.

use std::fs;
use std::path::{Path, PathBuf};

use pikse_front::bounds::infer;
use pikse_front::{Package, RUST_ENTRY, Request, package_entry};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Types};
use pikse_native::{Build, Compiled, Predicate};
use pikse_search::{Search, Settings, Step};

/// A copy of the packages, in which Cargo may write.
struct Packages(tempfile::TempDir);

impl Packages {
    fn new() -> Packages {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packages");
        let folder = tempfile::tempdir().expect("a folder can be made");
        for package in ["trees", "keys"] {
            let (from, to) = (from.join(package), folder.path().join(package));
            fs::create_dir_all(to.join("src")).expect("a folder can be made");
            fs::copy(from.join("Cargo.toml"), to.join("Cargo.toml")).expect("it can be copied");
            for file in fs::read_dir(from.join("src")).expect("there are sources") {
                let file = file.expect("it can be read").path();
                let name = file.file_name().expect("a file has a name");
                fs::copy(&file, to.join("src").join(name)).expect("it can be copied");
            }
        }
        Packages(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn trees(&self, features: &[&str]) -> Package {
        let features = features.iter().map(|&feature| feature.to_owned()).collect();
        Package { path: self.path("trees"), features, ..Package::default() }
    }
}

/// How many trees with keys from 1 to 3 are valid.
fn count(package: &Package, of: &str, function: &str) -> Result<u64, String> {
    let context = Context::create();
    let program = package_entry(&context, package, of, function, &Options::default());
    let program = program.map_err(|error| error.to_string())?;
    let types = Types::of(&program).expect("it has debug information");
    let range = |text: &str| text.parse().expect("it is well formed");
    let ranges = vec![range("Node.data=1..n")];
    let request = Request { root: "Bst".to_owned(), size: 3, ranges, ..Request::default() };
    let bounds = infer(&types, &request).unwrap_or_else(|error| panic!("{error}"));
    let compiled = Compiled::new(&program, RUST_ENTRY, &Build::default());
    let compiled = compiled.map_err(|error| error.to_string())?;
    let predicate = Predicate::load(&compiled, &bounds);
    let predicate = predicate.map_err(|error| error.to_string())?;
    let mut search = Search::new(&bounds.space, predicate, Settings::new(&bounds.space));
    while search.step().expect("the predicate is good") == Step::Solution {}
    Ok(search.statistics().valid)
}

#[test]
fn the_predicate_of_a_package_is_searched() {
    let packages = Packages::new();
    // One tree of size 0, and for sizes 1 to 3 the choices of keys times the shapes.
    let all = 1 + 3 + 3 * 2 + 5;
    assert_eq!(count(&packages.trees(&[]), "tree::Bst", "rep_ok"), Ok(all));
    // Of the keys only 3 is left.
    assert_eq!(count(&packages.trees(&["threes"]), "tree::Bst", "rep_ok"), Ok(1 + 1));
    // Names as debug information has them, a function beside the type, the manifest.
    assert_eq!(count(&packages.trees(&[]), "little_trees::tree::Bst", "is_empty"), Ok(1));
    let manifest = Package { path: packages.path("trees/Cargo.toml"), ..Package::default() };
    assert_eq!(count(&manifest, "tree::Bst", "tree::is_empty"), Ok(1));
}

#[test]
fn what_is_wrong_is_said() {
    let packages = Packages::new();
    let refused = |package: &Package, of: &str, function: &str, words: &[&str]| {
        let said = count(package, of, function).expect_err("it is no predicate");
        for word in words {
            assert!(said.contains(word), "`{word}` is not in: {said}");
        }
    };
    let trees = packages.trees(&[]);
    refused(&trees, "tree::Bst", "secret", &["`tree::Bst::secret` is private", "E0624"]);
    refused(&trees, "hidden::List", "rep_ok", &["private", "have to be `pub`", "E0603"]);
    refused(&trees, "tree::Bst", "size", &["not a predicate over", "expected `bool`"]);
    let known = ["no predicate `tree::Bst::ok`", "tree::Bst::rep_ok"];
    refused(&trees, "tree::Bst", "ok", &known);
    refused(&packages.trees(&["fours"]), "tree::Bst", "rep_ok", &["fours"]);
    let nowhere = Package { path: packages.path("nowhere"), ..Package::default() };
    refused(&nowhere, "Bst", "rep_ok", &["nowhere", "cannot be read"]);
    let keys = packages.path("keys/src");
    fs::rename(keys.join("lib.rs"), keys.join("main.rs")).expect("it can be renamed");
    let keys = Package { path: packages.path("keys"), ..Package::default() };
    refused(&keys, "Bst", "rep_ok", &["`keys` has no library"]);
    let tree = packages.path("trees/src/tree.rs");
    fs::write(tree, "pub struct Bst;\nfn x() { 1 }\n").expect("it can be written");
    fs::write(packages.path("keys/src/lib.rs"), "").expect("it can be written");
    refused(&trees, "tree::Bst", "rep_ok", &["does not compile", "tree.rs:2:", "E0308"]);
}
