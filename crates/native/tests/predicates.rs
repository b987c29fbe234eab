//! The subjects in C and C++ against the published counts.

use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_native::bounds::infer;
use pikse_native::{NativeError, Predicate, RUST_ENTRY, Request, RustEntry};
use pikse_search::{Search, Settings, Statistics, Step};

fn subject(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path)
}

fn count(path: &str, predicate: &str, request: &Request) -> Result<Statistics, NativeError> {
    count_in(&subject(path), &Options::default(), predicate, request)
}

fn count_in(
    path: &Path,
    options: &Options,
    predicate: &str,
    request: &Request,
) -> Result<Statistics, NativeError> {
    let context = Context::create();
    let program = Program::compile(&context, &[path], options).expect("it compiles");
    let types = Types::of(&program).expect("it has debug information");
    let bounds = infer(&types, request).unwrap_or_else(|error| panic!("{error}"));
    let predicate = Predicate::load(&program, predicate, &bounds)?;
    let settings = Settings::new(&bounds.space);
    let mut search = Search::new(&bounds.space, predicate, settings);
    while search.step().expect("the predicate is good") == Step::Solution {}
    Ok(search.statistics())
}

/// Exactly `n` nodes and keys 1 to `n`, as in document 000, Figure 2.
fn search_trees(root: &str, node: &str, n: u32) -> Request {
    let range = |text: String| text.parse().expect("it is well formed");
    Request {
        root: root.to_owned(),
        size: n,
        ranges: vec![range(format!("{root}.size=n")), range(format!("{node}.data=1..n"))],
        ..Request::default()
    }
}

#[test]
fn c_search_trees_explore_what_the_document_says() {
    for (n, valid, explored) in [(3, 5, 238), (6, 132, 49_524), (7, 429, 279_427)] {
        let found = count("c/search_tree.c", "rep_ok", &search_trees("bst", "node", n));
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((found.valid, found.explored), (valid, explored), "{n} nodes");
    }
}

/// With `std::set`, `std::stack` and `std::tuple`, as the document has it.
#[test]
fn cpp_search_trees_explore_what_the_document_says() {
    for (n, valid, explored) in [(3, 5, 238), (6, 132, 49_524)] {
        let found =
            count("cpp/search_tree.cpp", "_ZN3BST5repOkEv", &search_trees("BST", "Node", n));
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((found.valid, found.explored), (valid, explored), "{n} nodes");
    }
}

/// With `Option<Box<Node>>`, `Vec` and `BTreeSet`.
#[test]
fn rust_search_trees_are_all_found() {
    let file = subject("rust/search_tree.rs");
    let entry = RustEntry::new(&file, "Bst", "rep_ok").expect("the file is there");
    let options = RustEntry::options(&Options::default());
    let found = count_in(&entry.path(), &options, RUST_ENTRY, &search_trees("Bst", "Node", 4));
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found.valid, 14, "{found:?}");
}

#[test]
fn a_function_that_is_no_predicate_is_refused() {
    let request = search_trees("bst", "node", 2);
    let error = count("c/search_tree.c", "rep_okay", &request).expect_err("there is none");
    assert!(error.to_string().contains("`rep_okay`; there are rep_ok"), "{error}");
}
