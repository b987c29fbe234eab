//! Functions as the source has them, and other names of structs.

use std::fs;

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::types::{Function, Kind};
use pikse_llvm::{Options, Program, Types};

fn types_in(name: &str, text: &str, rustflags: &[&str]) -> Types {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    let rustflags = rustflags.iter().map(|&flag| flag.to_owned()).collect();
    let options = Options { rustflags, ..Options::default() };
    let context = Context::create();
    let program = Program::compile(&context, &[path], &options).expect("it compiles");
    // A Rust program contains the library, whose functions are ignored here.
    let own: Vec<String> = program
        .defined()
        .map(|function| function.get_name().to_string_lossy().into_owned())
        .filter(|symbol| !symbol.starts_with("_R") || symbol.contains("_6shapes"))
        .collect();
    program.keep(&own.iter().map(String::as_str).collect::<Vec<_>>()).expect("they are there");
    Types::of(&program).expect("it has debug information")
}

fn function<'a>(types: &'a Types, name: &str) -> &'a Function {
    let named = types.functions().iter().find(|function| function.is_called(name));
    named.unwrap_or_else(|| panic!("no {name} in {:#?}", types.functions()))
}

/// `signature; symbol`
fn show(types: &Types, name: &str) -> String {
    let function = function(types, name);
    format!("{}; {}", types.signature(function), function.symbol)
}

#[test]
fn c_functions() {
    let text = "#include <stdbool.h>\n\
                struct list { struct list *next; int size; };\n\
                typedef struct { int x; } Point;\n\
                typedef struct list List;\n\
                bool rep_ok(const List *l) { return l->size == 0; }\n\
                int old_ok(struct list *l) { return l->size; }\n\
                bool any_ok(void *p) { return p; }\n\
                bool point_ok(Point *p) { return p->x; }\n\
                static void insert(struct list **l, int x) { *l = 0; (void)x; }\n\
                struct table { int (*call)(int, long); };\n\
                int calls(struct table *t) { return t->call(1, 2); }\n\
                void user(struct list *l) { insert(&l, 1); }\n";
    let types = types_in("shapes.c", text, &[]);
    for (name, expected) in [
        ("rep_ok", "_Bool rep_ok(list *); rep_ok"),
        ("old_ok", "int old_ok(list *); old_ok"),
        ("any_ok", "_Bool any_ok(void *); any_ok"),
        ("point_ok", "_Bool point_ok(Point *); point_ok"),
        ("insert", "void insert(list **, int); insert"),
        // A function type also has parameters, which belong to no function here.
        ("calls", "int calls(table *); calls"),
        ("user", "void user(list *); user"),
    ] {
        assert_eq!(show(&types, name), expected);
    }
    assert_eq!(types.structs_named("List"), types.structs_named("list"));
    assert_eq!(types.structs_named("Point").len(), 1);
}

#[test]
fn cpp_functions() {
    let text = "namespace trees { class Tree { int size; public: bool repOk() const; \
                static bool ok(const Tree &t); }; \
                bool Tree::repOk() const { return size == 0; } \
                bool Tree::ok(const Tree &t) { return t.size == 1; } \
                namespace { bool hidden(Tree *t) { return t; } } \
                bool user(Tree *t) { return hidden(t); } }\n";
    let types = types_in("shapes.cpp", text, &[]);
    for (name, expected) in [
        ("repOk", "bool trees::Tree::repOk(trees::Tree *); _ZNK5trees4Tree5repOkEv"),
        ("Tree::ok", "bool trees::Tree::ok(trees::Tree *); _ZN5trees4Tree2okERKS0_"),
    ] {
        assert_eq!(show(&types, name), expected);
    }
    assert!(function(&types, "trees::Tree::repOk").is_method);
    assert!(!function(&types, "trees::Tree::ok").is_method);
    assert_eq!(function(&types, "trees::hidden").last_name(), "hidden");
    assert!(!types.functions().iter().any(|function| function.is_called("epOk")));
}

#[test]
fn rust_functions() {
    let text = "pub struct One { x: i32 }\n\
                impl One { pub fn rep_ok(&self) -> bool { self.x == 7 } \
                pub fn add(&mut self, y: i32) { self.x += y } }\n\
                mod sub { pub fn ok(one: &super::One) -> bool { one.x == 8 } }\n\
                trait Check { fn check(&self) -> bool; }\n\
                impl Check for One { fn check(&self) -> bool { self.x == 9 } }\n";
    let flags = ["--crate-type=cdylib", "-C", "link-dead-code", "--cap-lints=allow"];
    let types = types_in("shapes.rs", text, &flags);
    for (name, expected) in [
        ("One::rep_ok", "bool shapes::One::rep_ok(&shapes::One)"),
        ("sub::ok", "bool shapes::sub::ok(&shapes::One)"),
        ("add", "void shapes::One::add(&mut shapes::One, i32)"),
    ] {
        assert_eq!(types.signature(function(&types, name)), expected);
    }
    let one = function(&types, "One::rep_ok").parameters[0].expect("it has a type");
    let Kind::Pointer(pointer) = &types.get(one).kind else { panic!("{:?}", types.get(one)) };
    assert_eq!(pointer.to, types.structs_named("One").first().copied());
    assert!(function(&types, "rep_ok").is_method && !function(&types, "ok").is_method);
}
