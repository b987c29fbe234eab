//! The subjects in C and C++ against the published counts.

use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_native::bounds::infer;
use pikse_native::{Compiled, Limits, NativeError, Predicate, RUST_ENTRY, Request, RustEntry, Strategy};
use pikse_search::{Search, Settings, Statistics, Step};
use pikse_subjects::published::{Row, rows};

fn subject(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path)
}

fn count(path: &str, predicate: &str, request: &Request) -> Result<Statistics, NativeError> {
    let context = Context::create();
    let program = Program::compile(&context, &[subject(path)], &Options::default());
    count_of(&program.expect("it compiles"), predicate, request)
}

fn count_of(
    program: &Program<'_>,
    predicate: &str,
    request: &Request,
) -> Result<Statistics, NativeError> {
    let types = Types::of(program).expect("it has debug information");
    let bounds = infer(&types, request).unwrap_or_else(|error| panic!("{error}"));
    let strategy = if std::env::var("REEX").is_ok() { Strategy::Reexecute } else { Strategy::Auto };
    let t = std::time::Instant::now();
    let compiled = Compiled::new(program, predicate, strategy, Limits::default())?;
    let t1 = t.elapsed();
    let predicate = Predicate::load(&compiled, &bounds)?;
    let mut settings = Settings::new(&bounds.space);
    if std::env::var("FAST").is_ok() { settings.strict_runs = 1; }
    let t2 = std::time::Instant::now();
    let mut search = Search::new(&bounds.space, predicate, settings);
    while search.step().expect("the predicate is good") == Step::Solution {}
    eprintln!("compile {t1:?} search {:?} {:?} fallback {:?} failures {:?}", t2.elapsed(), search.statistics(), search.runner().fallback(), search.runner().failures().len());
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

/// Compares with the published rows of up to `largest` nodes.
#[track_caller]
fn check_search_trees(path: &str, predicate: &str, root: &str, node: &str, largest: usize) {
    let mut checked = 0;
    let fits = |row: &Row| row.subject == "search tree" && row.size <= largest;
    for row in rows().into_iter().filter(fits) {
        let found = count(path, predicate, &search_trees(root, node, row.size as u32));
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        let expected = (row.valid, row.explored);
        assert_eq!((Some(found.valid), Some(found.explored)), expected, "{} nodes", row.size);
        checked += 1;
    }
    assert!(checked > 1, "only {checked} sizes are published");
}

#[test]
fn c_search_trees_explore_what_the_document_says() {
    check_search_trees("c/search_tree.c", "rep_ok", "bst", "node", 7);
}

/// With `std::set`, `std::stack` and `std::tuple`, as the document has it.
#[test]
fn cpp_search_trees_explore_what_the_document_says() {
    check_search_trees("cpp/search_tree.cpp", "_ZN3BST5repOkEv", "BST", "Node", 6);
}

/// With `Option<Box<Node>>`, `Vec` and `BTreeSet`.
#[test]
fn rust_search_trees_are_all_found() {
    let file = subject("rust/search_tree.rs");
    let context = Context::create();
    let entry = RustEntry::new(&file, "Bst", "rep_ok");
    let program = entry.compile(&context, &Options::default()).expect("it compiles");
    let found = count_of(&program, RUST_ENTRY, &search_trees("Bst", "Node", 4));
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found.valid, 14, "{found:?}");
}

#[test]
fn a_function_that_is_no_predicate_is_refused() {
    let request = search_trees("bst", "node", 2);
    let error = count("c/search_tree.c", "rep_okay", &request).expect_err("there is none");
    assert!(error.to_string().contains("`rep_okay`; there are rep_ok"), "{error}");
}
