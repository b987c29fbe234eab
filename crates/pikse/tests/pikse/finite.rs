//! `#[derive(Finite)]`: what attributes ask for.
#![allow(dead_code, reason = "the structs are only described")]

use pikse::{Finite, Finitizer};

/// The requests of a type for size 3, without the path of this module.
fn lines<T: Finite>() -> String {
    let mut finitizer = Finitizer::new(3);
    T::finitize(&mut finitizer);
    finitizer.lines().replace(concat!(module_path!(), "::"), "")
}

#[derive(Finite)]
#[finite(objects = n + 1)]
pub(crate) struct Node {
    #[finite(non_null)]
    pub next: Option<Box<Node>>,
    /// A key.
    #[finite(1..=n)]
    pub(crate) data: i32,
    #[finite(0..n)]
    r#type: u8,
    #[finite([1, n * 2, 9])]
    key: i64,
    other: fn(i32, Vec<i32>) -> Option<i32>,
}

#[derive(Finite)]
struct List {
    first: Option<std::rc::Rc<std::cell::RefCell<Node>>>,
    last: *mut Node,
    #[finite(n)]
    size: usize,
}

#[test]
fn attributes_are_requests() {
    assert_eq!(
        lines::<List>(),
        "objects Node=4\nnon-null Node.next\nrange Node.data=1..3\nrange Node.type=0..2\n\
         values Node.key=1,6,9\nrange List.size=3..3\n"
    );
}

#[derive(Finite)]
#[finite(objects = 2)]
struct Pair<'a, T: Ord + ?Sized, U = i32, const N: usize = 2>
where
    U: Copy,
{
    #[finite(-1..=1)]
    number: i8,
    of: [&'a T; N],
    other: Option<U>,
}

#[derive(Finite)]
struct Tuple(#[finite(4)] pub i32, Node);

#[derive(Finite)]
struct Unit;

#[derive(Finite)]
enum Color {
    Red,
    Black(i32),
}

#[test]
fn every_kind_of_type_is_read() {
    assert_eq!(
        lines::<Pair<'_, str>>(),
        "objects Pair<str>=2\nrange Pair<str>.number=-1..1\n"
            .replace("<str>", &shown_arguments::<Pair<'_, str>>())
    );
    assert!(lines::<Tuple>().starts_with("range Tuple.__0=4..4\nobjects Node=4\n"));
    assert_eq!(lines::<Unit>() + &lines::<Color>(), "");
}

/// The arguments of a type as the compiler shows them.
fn shown_arguments<T>() -> String {
    let name = std::any::type_name::<T>();
    name.find('<').map(|at| name[at..].to_owned()).unwrap_or_default()
}

struct NotFinite;

/// A field of a type that has no bounds of its own is no error.
#[derive(Finite)]
struct Mixed {
    #[finite(n)]
    size: i32,
    rest: Option<Box<NotFinite>>,
}

#[test]
fn fields_need_no_bounds() {
    assert_eq!(lines::<Mixed>(), "range Mixed.size=3..3\n");
}
