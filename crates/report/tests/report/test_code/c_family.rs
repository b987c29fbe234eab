//! Test code in C and C++ compiles with the user's file, and passes for valid
//! structures and for no other.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::common::{
    File, compile, compilers, double_list, sample, search_tree, structures, weighed,
};
use pikse_front::Bounds;
use pikse_report::{Call, Language, ReportError, TestCode};
use pikse_structure::Structure;

fn passes(program: &Path, argument: &str) -> bool {
    let mut run = Command::new(program);
    run.arg(argument).stdout(Stdio::null()).stderr(Stdio::null());
    run.status().expect("the program runs").success()
}

/// Every test by itself passes if the structure is valid, and otherwise fails.
#[track_caller]
fn check(
    language: Language,
    file: &File,
    bounds: &Bounds,
    call: &Call,
    oracle: fn(&Structure) -> bool,
) -> String {
    let (extension, names, strict): (_, &[&'static str], _) = match language {
        Language::C => ("c", &["cc", "clang-19", "clang"], ["-std=c11", "-Wall", "-Werror"]),
        _ => ("cpp", &["g++", "clang++-19", "clang++"], ["-std=c++17", "-Wall", "-Werror"]),
    };
    let subject = file.as_subject(language, call.clone());
    let code = TestCode::new(&file.types, bounds, &subject).unwrap_or_else(|e| panic!("{e}"));
    let sample = sample(structures(bounds), 40, oracle);
    let tests: Vec<String> = (1..)
        .zip(&sample)
        .map(|(number, (structure, _))| code.test(number, structure).expect("it has a test"))
        .collect();
    // A main function that runs the test with a given number.
    let mut chosen = code.prologue() + &tests.concat() + "#include <stdlib.h>\n";
    chosen += "int main(int argc, char **argv)\n{\n    switch (atoi(argv[argc - 1])) {\n";
    for number in 1..=sample.len() {
        let _ = writeln!(chosen, "    case {number}: structure_{number}(); return 0;");
    }
    chosen += "    default: return 99;\n    }\n}\n";
    let valid = sample.iter().filter(|(_, is_valid)| *is_valid).count();
    let all = |count: usize| code.prologue() + &tests[..count].concat() + &code.epilogue(count);
    let write = |name: &str, text: &str| {
        let path = file.folder.path().join(format!("{name}.{extension}"));
        fs::write(&path, text).expect("the file can be written");
        path
    };
    let chosen = write("chosen", &chosen);
    let good = write("good", &all(valid));
    let bad = write("bad", &all(valid + 1));
    for compiler in compilers(names) {
        let flags: Vec<&str> = strict.iter().chain(code.flags()).copied().collect();
        let program = compile(compiler, &flags, &chosen);
        for (number, (structure, is_valid)) in (1..).zip(&sample) {
            let passed = passes(&program, &number.to_string());
            assert_eq!(passed, *is_valid, "{compiler}: {structure}\n{}", tests[number - 1]);
        }
        let strict: Vec<&str> = flags.iter().copied().chain(["-O2"]).collect();
        assert!(passes(&compile(compiler, &strict, &good), ""), "valid structures fail");
        assert!(!passes(&compile(compiler, &strict, &bad), ""), "an invalid structure passes");
    }
    all(valid)
}

fn function(name: &str) -> Call {
    Call::Pointer(name.to_owned())
}

#[test]
fn c_search_trees() {
    let file = File::subject("c/search_tree.c", "");
    let bounds = file.bounds("bst", 2, &["node.data=1..n"]);
    let text = check(Language::C, &file, &bounds, &function("rep_ok"), search_tree);
    let first = "\nstatic void structure_1(void)\n{\n    struct bst bst0 = {.root = NULL, .size = 0};\n    \
                 assert(rep_ok(&bst0));\n}\n";
    assert!(text.contains(first), "{text}");
}

/// Everything that can be in a struct, a typedef for a name, and a `main` of its own.
#[test]
fn c_fields_of_every_kind() {
    let file = File::new(
        "all.c",
        "#define NDEBUG\n#include <assert.h>\n#include <stdbool.h>\n\
         enum color { RED = 5, BLACK = -1 };\n\
         struct point { signed char x, y; };\n\
         typedef struct { const int id; } item;\n\
         typedef struct { enum color c; bool on; struct point at, corner[1][2];\n\
             const unsigned short keys[2]; struct { int deep; };\n\
             item *const first; item *links[2]; } shape;\n\
         static int of(item *i) { return i ? 1 + i->id : 0; }\n\
         static int rep_ok(const shape *s)\n\
         {\n\
             int sum = (s->c == BLACK) + 2 * s->on + 3 * s->at.x + 4 * s->at.y\n\
                 + 5 * s->corner[0][0].x + 6 * s->corner[0][0].y + 7 * s->corner[0][1].x\n\
                 + 8 * s->corner[0][1].y + 9 * s->keys[0] + 10 * s->keys[1] + 11 * s->deep\n\
                 + 12 * of(s->first) + 13 * of(s->links[0]) + 14 * of(s->links[1]);\n\
             return sum % 7 == 0;\n\
         }\n\
         int main(void) { return !rep_ok(0); }\n",
    );
    let ones = ["shape.at.y=1", "shape.corner.0.y=1", "shape.corner.1.x=1", "shape.deep=0..1"];
    let bounds = file.bounds("shape", 1, &ones);
    check(Language::C, &file, &bounds, &function("rep_ok"), weighed);
}

#[test]
fn cpp_search_trees_with_private_fields() {
    let file = File::subject("cpp/search_tree.cpp", "");
    let bounds = file.bounds("BST", 2, &["Node.data=1..n"]);
    let call = Call::Method("repOk".to_owned());
    let text = check(Language::Cpp, &file, &bounds, &call, search_tree);
    assert!(text.starts_with("// Compile with -fno-access-control"), "{text}");
    assert!(text.contains("assert(bst0.repOk());"), "{text}");
}

/// Owners of both kinds, constructors that want arguments and destructors that free.
#[test]
fn cpp_smart_pointers() {
    let file = File::new(
        "lists.cpp",
        "#include <memory>\n#include <set>\n\
         namespace lists {\n\
         struct One {\n\
             std::unique_ptr<One> next; One *prev;\n\
             explicit One(One *prev) : prev(prev) {}\n\
             ~One() { prev = this; }\n\
         };\n\
         template <class Rest> struct Node {\n\
             std::shared_ptr<Node> next; Node *prev;\n\
             explicit Node(Node *prev) : prev(prev) {}\n\
         };\n\
         using Some = Node<std::unique_ptr<int>>;\n\
         template <class Pointer> struct List {\n\
             Pointer head; int size;\n\
             explicit List(int size) : size(size) {}\n\
             ~List() { size = -1; }\n\
         };\n\
         template <class Pointer> bool good(const List<Pointer> &list) {\n\
             std::set<const void *> seen; const void *before = nullptr;\n\
             for (auto *at = list.head.get(); at; at = at->next.get()) {\n\
                 if (!seen.insert(at).second || at->prev != before) return false;\n\
                 before = at;\n\
             }\n\
             return list.size == static_cast<int>(seen.size());\n\
         }\n\
         struct Ones : List<std::unique_ptr<One>> { Ones() : List(0) {} };\n\
         struct Somes : List<std::shared_ptr<Some>> { Somes() : List(0) {} };\n\
         bool ones_ok(const Ones &list) { return good(list); }\n\
         bool somes_ok(const Somes *list) { return good(*list); }\n\
         }\n",
    );
    for (root, call) in [
        ("lists::Ones", Call::Reference("lists::ones_ok".to_owned())),
        ("lists::Somes", function("lists::somes_ok")),
    ] {
        let bounds = file.bounds(root, 2, &[]);
        check(Language::Cpp, &file, &bounds, &call, double_list);
    }
}

/// Scoped and nameless enums, `std::array`, const fields and references.
#[test]
fn cpp_fields_of_every_kind() {
    let file = File::new(
        "all.cpp",
        "#include <array>\n\
         struct Item { int id; };\n\
         class Shape {\n\
         public:\n\
             enum class Color : short { Red = 3, Black = 8 };\n\
         private:\n\
             Color color; enum { Up, Down } way; const bool on; std::array<short, 2> keys;\n\
             int grid[1][2]; Item &item; Item *const links[1];\n\
             static int of(const Item *i) { return i ? 1 + i->id : 0; }\n\
         public:\n\
             explicit Shape(Item &item) : on(true), item(item), links{&item} {}\n\
             bool ok() const {\n\
                 int sum = (color == Color::Black) + 2 * (way == Down) + 3 * on + 4 * keys[0]\n\
                     + 5 * keys[1] + 6 * grid[0][0] + 7 * grid[0][1] + 8 * of(&item)\n\
                     + 9 * of(links[0]);\n\
                 return sum % 7 == 0;\n\
             }\n\
         };\n\
         bool use(const Shape *s) { return s->ok(); }\n",
    );
    let bounds = file.bounds("Shape", 1, &["Shape.grid=0..3"]);
    check(Language::Cpp, &file, &bounds, &Call::Method("ok".to_owned()), weighed);
}

#[test]
fn what_has_no_test_code_is_refused() {
    let file = File::subject("c/search_tree.c", "");
    let bounds = file.bounds("bst", 1, &[]);
    let others = file.bounds("bst", 2, &[]);
    let mut subject = file.as_subject(Language::C, function("rep_ok"));
    let code = TestCode::new(&file.types, &bounds, &subject).expect("it can be tested");
    let other = Structure::of_candidate(&others.space, |_| 0);
    assert_eq!(code.test(1, &other), Err(ReportError::OtherBounds));
    subject.file = Path::new("a\"b.c");
    let error = TestCode::new(&file.types, &bounds, &subject).expect_err("it cannot be included");
    assert!(error.to_string().contains("a\"b.c"), "{error}");
}
