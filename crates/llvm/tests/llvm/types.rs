//! Types from debug information, as three languages lay them out.

use std::fs;
use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::types::{Access, Field, Flavour, Kind, TypeId};
use pikse_llvm::{Options, Program, Types};

fn types_of(path: &Path, options: &Options) -> Types {
    let context = Context::create();
    let program = Program::compile(&context, &[path], options).expect("it compiles");
    Types::of(&program).expect("it has debug information")
}

fn types_in(name: &str, text: &str) -> Types {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    types_of(&path, &Options::default())
}

fn subject(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path)
}

/// A struct's fields as text: `left at 0: *node`.
fn show(types: &Types, name: &str) -> Vec<String> {
    let found = types.structs_named(name);
    let [id] = found[..] else { panic!("{} structs {name}", found.len()) };
    let Kind::Struct { fields } = &types.get(id).kind else { unreachable!("it is a struct") };
    fields
        .iter()
        .map(|field| {
            let bits = if field.is_bit_field { " (bits)" } else { "" };
            format!("{} at {}: {}{bits}", field.name, field.offset, describe(types, field.of))
        })
        .collect()
}

fn describe(types: &Types, id: TypeId) -> String {
    let of = types.get(id);
    let last = of.name.rsplit("::").next().unwrap_or_default();
    match &of.kind {
        Kind::Int { signed } => format!("{}{}", if *signed { "i" } else { "u" }, of.size * 8),
        Kind::Bool => "bool".to_owned(),
        Kind::Enum { variants } => {
            let names: Vec<String> = variants.iter().map(|(n, v)| format!("{n}={v}")).collect();
            format!("enum({})", names.join(" "))
        }
        Kind::Pointer(pointer) => {
            let to = pointer.to.map_or("void".to_owned(), |to| types.get(to).name.clone());
            let to = to.rsplit("::").next().unwrap_or_default().to_owned();
            format!("{}{to}", if pointer.nullable { "*" } else { "&" })
        }
        Kind::Struct { .. } => last.to_owned(),
        Kind::Array { of, length, .. } => format!("[{}; {length}]", describe(types, *of)),
        Kind::Tagged { variants, .. } => {
            let names: Vec<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
            format!("tagged({})", names.join(" "))
        }
        Kind::Union { fields } => format!("union of {}", fields.len()),
        Kind::Float => "float".to_owned(),
        Kind::Unknown(why) => format!("unknown: {why}"),
    }
}

#[test]
fn the_c_search_tree() {
    let types = types_of(&subject("c/search_tree.c"), &Options::default());
    assert_eq!(
        show(&types, "node"),
        ["left at 0: *node", "right at 8: *node", "parent at 16: *node", "data at 24: i32"]
    );
    assert_eq!(show(&types, "bst"), ["root at 0: *node", "size at 8: i32"]);
}

#[test]
fn the_cpp_search_tree() {
    let types = types_of(&subject("cpp/search_tree.cpp"), &Options::default());
    assert_eq!(show(&types, "BST"), ["root at 0: *Node", "size at 8: i32"]);
    assert_eq!(
        show(&types, "BST::Node"),
        ["left at 0: *Node", "right at 8: *Node", "parent at 16: *Node", "data at 24: i32"]
    );
}

#[test]
fn rust_pointers_are_pointers() {
    let types = types_in(
        "main.rs",
        "use std::ptr::NonNull; use std::rc::Rc;\n\
         #[derive(Clone, Copy, PartialEq)] pub enum Color { Red, Black }\n\
         pub struct Node { owned: Option<Box<Node>>, sure: Box<u16>, shared: Option<Rc<u8>>,\n\
             raw: *mut Node, ptr: Option<NonNull<Node>>, borrowed: &'static i64, color: Color,\n\
             flag: bool, keys: [i32; 3], maybe: Option<u32> }\n\
         #[inline(never)] fn look(node: &Node) -> bool {\n\
             node.owned.is_some() && *node.sure > 3 && node.shared.is_some() && node.raw.is_null()\n\
             && node.ptr.is_some() && *node.borrowed > 4 && node.color == Color::Red && node.flag\n\
             && node.keys[2] > 1 && node.maybe.is_some() }\n\
         fn main() { let node = Node { owned: None, sure: Box::new(3), shared: None,\n\
             raw: std::ptr::null_mut(), ptr: None, borrowed: &7, color: Color::Black, flag: true,\n\
             keys: [0; 3], maybe: None }; std::process::exit(look(&node) as i32) }",
    );
    let mut fields = show(&types, "main::Node");
    fields.sort();
    let without_offsets: Vec<String> = fields
        .iter()
        .map(|field| {
            let (name, rest) = field.split_once(" at ").expect("a field has a place");
            format!("{name}: {}", rest.split_once(": ").expect("a field has a type").1)
        })
        .collect();
    assert_eq!(
        without_offsets,
        [
            "borrowed: &i64",
            "color: enum(Red=0 Black=1)",
            "flag: bool",
            "keys: [i32; 3]",
            "maybe: tagged(None Some)",
            "owned: *Node",
            "ptr: *Node",
            "raw: *Node",
            "shared: *u8",
            "sure: &u16",
        ]
    );
}

#[test]
fn what_c_can_do_in_a_struct() {
    let types = types_in(
        "all.c",
        "typedef unsigned char byte; enum color { RED = -1, BLACK = 4 };\n\
         struct inner { short s; const volatile long l; };\n\
         typedef struct { byte b; _Bool flag; enum color c; struct inner nested[2][3];\n\
             int bits : 3; double d; union { int i; float f; } u; void *any;\n\
             int (*call)(int); struct hidden *opaque; } all;\n\
         struct holder { all *a; }; struct holder h;",
    );
    let holder = show(&types, "holder");
    assert_eq!(holder.len(), 1);
    let Kind::Struct { fields } = &types.get(types.structs_named("holder")[0]).kind else {
        unreachable!("it is a struct")
    };
    let Kind::Pointer(pointer) = types.get(fields[0].of).kind else {
        panic!("a pointer is a pointer")
    };
    assert!(pointer.nullable && pointer.flavour == Flavour::Plain, "{pointer:?}");
    let all = pointer.to.expect("it points to something");
    assert_eq!((types.get(all).name.as_str(), types.get(all).is_typedef), ("all", true));
    let Kind::Struct { fields } = &types.get(all).kind else { panic!("it points to a struct") };
    let shown: Vec<String> = fields
        .iter()
        .map(|field| format!("{}: {}", field.name, describe(&types, field.of)))
        .collect();
    assert_eq!(
        shown,
        [
            "b: u8",
            "flag: bool",
            "c: enum(RED=-1 BLACK=4)",
            "nested: [inner; 6]",
            "bits: i32",
            "d: float",
            "u: union of 2",
            "any: *void",
            "call: *",
            "opaque: *void",
        ]
    );
    assert!(fields[4].is_bit_field && !fields[0].is_bit_field);
    let Kind::Array { dimensions, .. } = &types.get(fields[3].of).kind else {
        panic!("it is an array")
    };
    assert_eq!(dimensions[..], [2, 3]);
    assert_eq!(show(&types, "inner"), ["s at 0: i16", "l at 8: i64"]);
    let inner = fields_of(&types, "inner");
    assert!(!inner[0].is_const && inner[1].is_const);
}

fn fields_of<'a>(types: &'a Types, name: &str) -> &'a [Field] {
    let found = types.structs_named(name);
    let [id] = found[..] else { panic!("{} structs {name}", found.len()) };
    let Kind::Struct { fields } = &types.get(id).kind else { unreachable!("it is a struct") };
    fields
}

/// What a field points to, how, and how far before the value.
#[track_caller]
fn check_pointers(types: &Types, name: &str, expected: &[(&str, &str, Flavour, bool, i64, u64)]) {
    let fields = fields_of(types, name);
    assert_eq!(fields.len(), expected.len());
    for &(field, to, flavour, in_option, null, before) in expected {
        let of = fields.iter().find(|of| of.name == field).expect("the field is there").of;
        let Kind::Pointer(pointer) = types.get(of).kind else {
            panic!("`{field}` is {:?}", types.get(of))
        };
        let found = types.get(pointer.to.expect("it points to something")).name.clone();
        assert!(found.ends_with(to), "`{field}` points to {found}");
        let shown = (pointer.flavour, pointer.in_option, pointer.null(), pointer.before);
        assert_eq!(shown, (flavour, in_option, null, before), "{field}");
        let never_null = matches!(
            flavour,
            Flavour::Reference
                | Flavour::Ref
                | Flavour::RefMut
                | Flavour::NonNull
                | Flavour::Box
                | Flavour::Rc
                | Flavour::Arc
        );
        assert_eq!(pointer.nullable, in_option || !never_null, "{field}");
    }
}

#[test]
fn rust_pointers_have_a_flavour() {
    let types = types_in(
        "main.rs",
        "use std::{cell::RefCell, ptr::NonNull, rc::{self, Rc}, sync::{self, Arc}};\n\
         #[repr(align(32))] pub struct Wide(u8);\n\
         pub struct All { boxed: Box<All>, maybe: Option<Box<All>>, rc: Rc<All>,\n\
             cell: Option<Rc<RefCell<All>>>, arc: Arc<All>, weak: rc::Weak<All>,\n\
             up: Option<rc::Weak<All>>, far: sync::Weak<All>, non_null: NonNull<All>,\n\
             shared: Option<&'static All>, unique: &'static mut All, from: *const All,\n\
             to: *mut All, wide: Rc<Wide> }\n\
         #[inline(never)] fn look(all: &All) -> bool {\n\
             all.maybe.is_some() && all.cell.is_some() && all.weak.upgrade().is_some()\n\
             && all.up.is_some() && all.far.upgrade().is_some() && all.shared.is_some()\n\
             && all.wide.0 > 1 && all.rc.boxed.to.is_null() && all.arc.from.is_null() }\n\
         fn main() { let f: fn(&All) -> bool = look; std::process::exit(f as usize as i32) }",
    );
    check_pointers(
        &types,
        "All",
        &[
            ("boxed", "All", Flavour::Box, false, 0, 0),
            ("maybe", "All", Flavour::Box, true, 0, 0),
            ("rc", "All", Flavour::Rc, false, 0, 16),
            ("cell", "RefCell<main::All>", Flavour::Rc, true, 0, 16),
            ("arc", "All", Flavour::Arc, false, 0, 16),
            ("weak", "All", Flavour::RcWeak, false, -1, 16),
            ("up", "All", Flavour::RcWeak, true, 0, 16),
            ("far", "All", Flavour::ArcWeak, false, -1, 16),
            ("non_null", "All", Flavour::NonNull, false, 0, 0),
            ("shared", "All", Flavour::Ref, true, 0, 0),
            ("unique", "All", Flavour::RefMut, false, 0, 0),
            ("from", "All", Flavour::Const, false, 0, 0),
            ("to", "All", Flavour::Mut, false, 0, 0),
            ("wide", "Wide", Flavour::Rc, false, 0, 32),
        ],
    );
    let cell = types.structs_named("RefCell")[0];
    let Kind::Struct { fields } = &types.get(cell).kind else { unreachable!("it is a struct") };
    let shown: Vec<(&str, Option<i64>)> =
        fields.iter().map(|field| (field.name.as_str(), field.constant)).collect();
    assert_eq!(shown, [("borrow", Some(0)), ("", None)]);
    assert_eq!(types.get(types.guarded(cell)).name, "main::All");
}

#[test]
fn cpp_pointers_have_a_flavour() {
    let types = types_in(
        "all.cpp",
        "#include <array>\n#include <memory>\n\
         struct All { std::unique_ptr<All> one; std::shared_ptr<All> some; All &other;\n\
             const All *plain; };\n\
         struct Odd { std::weak_ptr<All> weak; std::unique_ptr<All[]> many;\n\
             std::unique_ptr<All, void (*)(All *)> deleted; };\n\
         struct Rows { std::array<int, 3> keys; };\n\
         class Hidden { explicit Hidden(int); int mine; protected: int ours; public: int all; struct In { int x; } in; };\n\
         bool f(All *a, Odd *o, Rows *r, Hidden *h) {\n\
             return a->one && a->some && o->weak.lock() && o->many && o->deleted && r->keys[0]\n\
                 && h->all; }",
    );
    check_pointers(
        &types,
        "All",
        &[
            ("one", "All", Flavour::UniquePtr, false, 0, 0),
            ("some", "All", Flavour::SharedPtr, false, 0, 0),
            ("other", "All", Flavour::Reference, false, 0, 0),
            ("plain", "All", Flavour::Plain, false, 0, 0),
        ],
    );
    let odd = fields_of(&types, "Odd");
    assert!(matches!(types.get(odd[0].of).kind, Kind::Struct { .. }), "a weak pointer is two");
    let Kind::Pointer(many) = types.get(odd[1].of).kind else { panic!("it is a pointer") };
    assert_eq!((many.flavour, many.to), (Flavour::UniquePtr, Some(types.structs_named("All")[0])));
    assert!(matches!(types.get(odd[2].of).kind, Kind::Struct { .. }), "its deleter has a state");
    let keys = types.get(fields_of(&types, "Rows")[0].of);
    let Kind::Struct { fields } = &keys.kind else { panic!("{keys:?}") };
    assert_eq!(
        (fields[0].name.as_str(), describe(&types, fields[0].of).as_str()),
        ("", "[i32; 3]")
    );
    let access: Vec<Access> =
        fields_of(&types, "Hidden").iter().map(|field| field.access).collect();
    let expected = [Access::Private, Access::Restricted, Access::Public, Access::Public];
    assert_eq!(access, expected);
}

#[test]
fn copies_of_a_header_are_one_type() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("the file can be written");
        path
    };
    write("node.h", "struct node { struct node *next; int data; };");
    let one = write("one.c", "#include \"node.h\"\nstruct node *first;");
    let two = write("two.c", "#include \"node.h\"\nint get(struct node *n) { return n->data; }");
    let context = Context::create();
    let program =
        Program::compile(&context, &[one, two], &Options::default()).expect("they compile");
    let types = Types::of(&program).expect("it has debug information");
    assert_eq!(types.structs_named("node").len(), 1);
    assert!(types.struct_names().contains(&"node"));
}

/// Methods have type arguments of their own, and so have types inside of a type.
#[test]
fn type_arguments_are_those_of_the_type_itself() {
    let text = "template <class A, class B> struct Both {\n\
                    A a; B b;\n\
                    template <class C> void set(C c) { a = c; }\n\
                    template <class D> struct Inner; Inner<long> *inner;\n\
                };\n\
                struct Own { Both<int, bool> both; };\n\
                void f(Own *own) { own->both.set(short(1)); own->both.set<char>(2); }\n";
    let types = types_in("own.cpp", text);
    let both = types.get(types.structs_named("Both<int, bool>")[0]);
    let names: Vec<&str> = both.arguments.iter().map(|&of| types.get(of).name.as_str()).collect();
    assert_eq!(names, ["int", "bool"]);
}

#[test]
fn a_program_without_debug_information_says_so() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("bare.ll");
    fs::write(&path, "define i32 @f() {\n  ret i32 4\n}\n").expect("the file can be written");
    let context = Context::create();
    let program = Program::compile(&context, &[path], &Options::default()).expect("it is read");
    let error = Types::of(&program).expect_err("it has none").to_string();
    assert!(error.contains("debug information"), "{error}");
}
