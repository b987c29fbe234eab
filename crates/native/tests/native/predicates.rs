//! What is refused as a predicate, and how a program is used. What predicates find is
//! in `sources.rs`.

use crate::subject::Subject;
use pikse_front::Request;
use pikse_native::Strategy;

#[test]
fn a_function_that_is_no_predicate_is_refused() {
    let error = Subject::compile("c/search_tree.c", "rep_okay", Strategy::Auto);
    let error = error.err().expect("there is none");
    assert!(error.to_string().contains("`rep_okay`; there are rep_ok"), "{error}");
}

#[test]
fn a_program_is_searched_at_one_size_after_another() {
    let subject = Subject::compile("c/search_tree.c", "rep_ok", Strategy::Auto);
    let subject = subject.unwrap_or_else(|error| panic!("{error}"));
    let count =
        |size| subject.count(&Request { root: "bst".to_owned(), size, ..Request::default() }, &[]);
    let (small, large) = (count(2), count(3));
    assert!(small.valid < large.valid, "{small:?}, {large:?}");
    assert_eq!((count(2), count(3)), (small, large));
}
