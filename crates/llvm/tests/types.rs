//! Types from debug information, as three languages lay them out.

use std::fs;
use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::types::{Kind, TypeId};
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
        Kind::Pointer { to, nullable } => {
            let to = to.map_or("void".to_owned(), |to| types.get(to).name.clone());
            let to = to.rsplit("::").next().unwrap_or_default().to_owned();
            format!("{}{to}", if *nullable { "*" } else { "&" })
        }
        Kind::Struct { .. } => last.to_owned(),
        Kind::Array { of, length } => format!("[{}; {length}]", describe(types, *of)),
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
            "maybe: unknown: an enum with data",
            "owned: *Node",
            "ptr: *Node",
            "raw: *Node",
            "shared: *RcInner<u8>",
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
    let Kind::Pointer { to: Some(all), nullable: true } = types.get(fields[0].of).kind else {
        panic!("a pointer is a pointer")
    };
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
            "d: unknown: a floating-point number",
            "u: unknown: a union",
            "any: *void",
            "call: *",
            "opaque: *void",
        ]
    );
    assert!(fields[4].is_bit_field && !fields[0].is_bit_field);
    assert_eq!(show(&types, "inner"), ["s at 0: i16", "l at 8: i64"]);
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
