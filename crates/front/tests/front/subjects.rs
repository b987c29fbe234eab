//! From what a user names to a predicate: what is found by itself, and what is said if
//! nothing is.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use pikse_front::{Request, Subject, SubjectError, Wanted};
use pikse_llvm::inkwell::context::Context;

/// Opens `text` as a file with this name.
fn open<'ctx>(
    context: &'ctx Context,
    (file, text): (&str, &str),
    of: Option<&str>,
    predicate: Option<&str>,
) -> Result<Subject<'ctx>, SubjectError> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(file);
    fs::write(&path, text).expect("the file can be written");
    let owned = |name: &str| name.to_owned();
    Subject::open(
        context,
        &Wanted {
            files: vec![path],
            of: of.map(owned),
            predicate: predicate.map(owned),
            ..Wanted::default()
        },
    )
}

/// A file, the type, the predicate; the type and the predicate that are found.
type Case<'a> = (&'a str, &'a str, Option<&'a str>, Option<&'a str>, &'a str);

#[track_caller]
fn finds((file, text, of, predicate, expected): Case<'_>) {
    let context = Context::create();
    let subject = open(&context, (file, text), of, predicate);
    let subject = subject.unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(format!("{} of {}", subject.predicate, subject.root), expected, "{text}");
    let entry = subject.program.module().get_function(&subject.entry);
    assert!(entry.is_some_and(|entry| entry.count_basic_blocks() > 0), "{}", subject.entry);
    let bounds = subject.bounds(Request { size: 2, ..Request::default() }, None);
    bounds.unwrap_or_else(|error| panic!("{text}\n{error}"));
}

const C: &str = "#include <stdbool.h>\nstruct list { struct list *next; int size; };\n";

#[test]
fn c_predicates_are_found() {
    let typedef = "typedef struct { int x; } Point; int rep_ok(const Point *p) { return p->x; }";
    let two = format!(
        "{C} struct set {{ int x; }}; bool rep_ok(struct set *s) {{ return s->x; }}\n\
         bool list_rep_ok(struct list *l) {{ return l->size; }}"
    );
    let unused = format!("{C} static bool repOk(struct list *l) {{ return l->size; }}");
    let any = format!("{C} bool ok(void *l) {{ return ((struct list *)l)->size; }}");
    for case in [
        ("a.c", typedef, None, None, "rep_ok of Point"),
        ("a.c", &*two, None, None, "rep_ok of set"),
        ("a.c", &two, Some("list"), Some("list_rep_ok"), "list_rep_ok of list"),
        ("a.c", &unused, None, None, "repOk of list"),
        ("a.c", &unused, Some("list"), None, "repOk of list"),
        ("a.c", &any, Some("list"), Some("ok"), "ok of list"),
    ] {
        finds(case);
    }
}

#[test]
fn cpp_predicates_are_found() {
    let inside = "#include <set>\nstruct Node { Node *next; };\n\
                  class List { Node *head; public: bool repOk() { std::set<Node *> seen; \
                  for (Node *n = head; n; n = n->next) if (!seen.insert(n).second) return false; \
                  return true; } };";
    let two = "namespace a { struct T { int x; bool repOk() const; }; \
               bool T::repOk() const { return x; } }\n\
               namespace b { struct T { int x; bool repOk() const; }; \
               bool T::repOk() const { return x; } }";
    for case in [
        ("a.cpp", inside, None, None, "List::repOk of List"),
        ("a.cpp", inside, Some("List"), Some("List::repOk"), "List::repOk of List"),
        ("a.cc", two, Some("b::T"), None, "b::T::repOk of b::T"),
        ("a.cc", two, None, Some("a::T::repOk"), "a::T::repOk of a::T"),
        ("a.cc", two, None, Some("_ZNK1a1T5repOkEv"), "a::T::repOk of a::T"),
    ] {
        finds(case);
    }
}

#[test]
fn rust_predicates_are_found() {
    let one = "struct One { x: i32 }\nimpl One { fn rep_ok(&self) -> bool { self.x == 1 } }";
    let inner = "mod tree { pub struct Set { x: i32 }\n\
                 impl Set { fn good(&self) -> bool { self.x == 1 } } }";
    let generic = "struct List<T> { x: T }\n\
                   impl<T: Copy + Into<i64>> List<T> { fn rep_ok(&self) -> bool { self.x.into() > 0 } }";
    for case in [
        ("a.rs", one, None, None, "a::One::rep_ok of a::One"),
        ("a.rs", one, Some("One"), None, "a::One::rep_ok of a::One"),
        ("a.rs", inner, None, Some("good"), "a::tree::Set::good of a::tree::Set"),
        ("a.rs", generic, Some("List<i32>"), None, "List<i32>::rep_ok of a::List<i32>"),
    ] {
        finds(case);
    }
}

#[test]
fn what_is_wrong_is_said() {
    let c = |rest: &str| format!("{C}{rest}");
    let near = c("bool rep_okay(struct list *l) { return l->size; } void other(void) {}");
    let number = c("void rep_ok(struct list *l, int size) { l->size = size; }");
    let list = c("bool rep_ok(struct list *l) { return l->size; } struct other { int x; } o;");
    let rust_two = "pub mod a { pub struct T { x: i32 } impl T { fn rep_ok(&self) -> bool { self.x == 1 } } }\n\
                    pub mod b { pub struct T { x: i32 } impl T { fn rep_ok(&self) -> bool { self.x == 1 } } }";
    let rust_number = "struct One { x: i32 } impl One { fn rep_ok(&self) -> i32 { self.x } }";
    let rust_one = "struct One { x: i32 } impl One { fn rep_ok(&self) -> bool { self.x == 1 } \
                    fn name(&self, all: &[One]) -> &str { \"one\" } }";
    type Bad<'a> = (&'a str, &'a str, Option<&'a str>, Option<&'a str>, &'a [&'a str]);
    let cases: &[Bad<'_>] = &[
        ("a.c", &near, None, None, &["no predicate `rep_ok` or `repOk`", "--predicate: rep_okay"]),
        ("a.c", &number, None, None, &["is `void rep_ok(list *, int)`"]),
        ("a.c", &list, Some("lsit"), None, &["no struct `lsit`; it has list"]),
        ("a.c", &list, Some("other"), None, &["over `list`, not over `other`"]),
        ("a.c", &list, None, Some("nothing"), &["no predicate `nothing`; ", "rep_ok"]),
        ("a.c", "int x;", None, None, &["no predicate `rep_ok`", "no other function"]),
        (
            "a.rs",
            rust_two,
            None,
            None,
            &["several functions are called `rep_ok`", "a::a::T::rep_ok"],
        ),
        ("a.rs", rust_number, None, None, &["i32 a::One::rep_ok(&a::One)"]),
        ("a.rs", rust_one, Some("Oen"), None, &["no struct `Oen`; it has a::One"]),
        ("a.rs", rust_one, Some("One"), Some("good"), &["no predicate `One::good`", "One::rep_ok"]),
        ("a.rs", "fn f( {", None, None, &["does not compile", "a.rs:1:"]),
        ("a.rs", "", None, None, &["no predicate `rep_ok`"]),
        ("a.java", "", None, None, &["has an unknown extension"]),
    ];
    for &(file, text, of, predicate, words) in cases {
        let context = Context::create();
        let error = open(&context, (file, text), of, predicate).expect_err(text);
        let said = error.to_string();
        assert!(words.iter().all(|word| said.contains(word)), "{text}\n{said}");
        assert!(!said.contains("pikse_") && !said.contains("&["), "{said}");
    }
}

#[test]
fn files_that_cannot_be_are_refused() {
    let context = Context::create();
    let error = |files: &[&str]| {
        let files = files.iter().map(PathBuf::from).collect();
        let wanted = Wanted { files, ..Wanted::default() };
        Subject::open(&context, &wanted).expect_err("they are no program").to_string()
    };
    assert!(error(&["nowhere.c"]).contains("`nowhere.c` cannot be read"));
    assert!(error(&["src"]).contains("`src` is a folder"));
    assert!(error(&["src/lib.rs", "src/whole.rs"]).contains("as one file"));
    assert!(error(&[]).contains("no source file"));
}

#[test]
fn a_finitization_in_the_file_is_used() {
    let text = "#include <pikse.h>\n#include <stdbool.h>\n\
                struct list { struct list *next; int size; };\n\
                bool rep_ok(struct list *l) { return l->size; }\n\
                void finitize(struct pikse_finitization *f, int n) {\n\
                pikse_range(f, \"list.size\", 3, 2 * n); }";
    let context = Context::create();
    let subject = open(&context, ("a.c", text), None, None).expect("it is good");
    let bounds = subject.bounds(Request { size: 4, ..Request::default() }, None);
    let space = Arc::clone(&bounds.expect("they are good").space);
    assert!(space.to_string().contains("size 3..=8"), "{space}");
    let none = subject.bounds(Request::default(), Some("nothing")).expect_err("there is none");
    assert!(none.to_string().contains("no finitization function `nothing`"), "{none}");
}
