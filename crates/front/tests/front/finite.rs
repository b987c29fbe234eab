//! `#[derive(pikse::Finite)]` in a Rust file, and in a package.

use std::fs;
use std::path::Path;

use pikse_front::bounds::infer;
use pikse_front::{
    EntryError, Package, RUST_FINITIZE, Request, RustEntry, finitization, package_entry,
};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};

/// A list whose bounds stand in its types.
const LIST: &str = "
    use std::cell::Cell;

    #[derive(pikse::Finite)]
    #[finite(objects = n + 1)]
    pub struct Node<T> {
        #[finite(non_null)]
        next: Option<Box<Node<T>>>,
        #[finite(1..n)]
        data: Cell<T>,
        #[finite([9, n])]
        key: u8,
    }

    #[derive(pikse::Finite)]
    pub struct List {
        first: Option<Box<Node<i32>>>,
        #[finite(n)]
        size: usize,
    }

    impl List {
        pub fn rep_ok(&self) -> bool { self.first.is_none() && self.size == 0 }
        fn hidden(&self) -> bool { self.size == 0 }
    }
";
const BOUNDS: &str = "List.first: null or Node; List.size: 3; Node.next: Node; \
                      Node.data: 1..=2; Node.key: 9, 3; 5 objects";

fn compile<'ctx>(
    context: &'ctx Context,
    text: &str,
    of: &str,
    function: &str,
) -> Result<Program<'ctx>, EntryError> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("list.rs");
    fs::write(&path, text).expect("the file can be written");
    RustEntry::new(&path, of, function).compile(context, &Options::default())
}

/// The space that the program's own bounds give, for size 3.
fn space(program: &Program<'_>, root: &str) -> String {
    let types = Types::of(program).expect("it has debug information");
    let asked = finitization(program, RUST_FINITIZE, 3, &types);
    let mut request = Request { root: root.to_owned(), size: 3, ..Request::default() };
    asked.unwrap_or_else(|error| panic!("{error}")).apply(&mut request);
    let bounds = infer(&types, &request).unwrap_or_else(|error| panic!("{error}"));
    let space = &bounds.space;
    let mut fields: Vec<String> = space
        .field_ids()
        .map(|field| {
            let cell = space.cells().iter().find(|cell| cell.field == field);
            let domain = space.domain(cell.expect("a field has a cell").domain);
            format!("{}: {}", space.field_name(field), space.domain_text(domain))
        })
        .collect();
    // The compiler may order the fields of a struct as it likes.
    fields.sort_by_key(|field| BOUNDS.find(field.as_str()));
    format!("{}; {} objects", fields.join("; "), space.objects().len())
}

#[test]
fn a_file_gives_its_own_bounds() {
    let context = Context::create();
    let program = compile(&context, LIST, "List", "rep_ok").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(space(&program, "List"), BOUNDS);
    // A predicate that only its symbol leads to.
    let inside = format!("pub mod inside {{ {LIST} }}");
    let program = compile(&context, &inside, "inside::List", "hidden");
    assert_eq!(space(&program.unwrap_or_else(|e| panic!("{e}")), "List"), BOUNDS);
}

#[test]
fn a_type_without_bounds_asks_for_nothing() {
    let context = Context::create();
    let text = "// See pikse::Finite.\nstruct One { x: i32 }\n\
                impl One { fn ok(&self) -> bool { self.x == 1 } }";
    let program = compile(&context, text, "One", "ok").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(space(&program, "One"), "One.x: 0..=3; 1 objects");
}

#[test]
fn what_is_wrong_is_said() {
    for (attribute, words) in [
        ("#[finite(1..)]", ["a range has two ends", "list.rs:3:"]),
        ("#[finite]", ["write `#[finite(1..=n)]`", "list.rs:3:"]),
        ("#[finite(objects = 3)]", ["is for a struct", "list.rs:3:"]),
        ("#[finite(m)]", ["cannot find value `m`", "list.rs:3:"]),
        ("#[finite(\"x\")]", ["expected `i64`, found `&str`", "3 | #[finite(\"x\")] x"]),
    ] {
        let text = format!(
            "#[derive(pikse::Finite)]\nstruct One {{\n{attribute} x: i32 }}\nfn ok(one: &One) -> bool {{ one.x == 1 }}"
        );
        let context = Context::create();
        let error = compile(&context, &text, "One", "ok").expect_err("it is no bound");
        let said = error.to_string();
        for word in words {
            assert!(said.contains(word), "`{word}` is not in: {said}");
        }
    }
    let union = "#[derive(pikse::Finite)] union One { x: i32 } fn ok(_: &One) -> bool { true }";
    let context = Context::create();
    let error = compile(&context, union, "One", "ok").expect_err("it is no struct");
    assert!(error.to_string().contains("only for structs and enums"), "{error}");
}

/// A bound that panics is no bound.
#[test]
fn a_panic_is_an_error() {
    let text = "#[derive(pikse::Finite)]\nstruct One { #[finite(1 / (n - 3))] x: i32 }\n\
                fn ok(one: &One) -> bool { one.x == 1 }";
    let context = Context::create();
    let program = compile(&context, text, "One", "ok").unwrap_or_else(|e| panic!("{e}"));
    let types = Types::of(&program).expect("it has debug information");
    let error = finitization(&program, RUST_FINITIZE, 3, &types).expect_err("it panics");
    let said = error.to_string();
    assert!(said.contains("panicked") && said.contains("divide by zero"), "{said}");
}

/// The package depends on a `pikse` that holds no more than bounds.
#[test]
fn a_package_gives_its_own_bounds() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    let manifest = |name: &str, rest: &str| {
        let package = "version = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
        write(
            &format!("{name}/Cargo.toml"),
            &format!("[package]\nname = \"{name}\"\n{package}{rest}"),
        );
    };
    let source = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
        fs::read_to_string(path).expect("it can be read")
    };
    manifest("pikse-macros", "[lib]\nproc-macro = true\n");
    for file in ["lib", "check", "domain", "finite", "property", "tokens"] {
        let text = source(&format!("macros/src/{file}.rs"));
        write(&format!("pikse-macros/src/{file}.rs"), &text);
    }
    manifest("pikse", "[dependencies]\npikse-macros = { path = \"../pikse-macros\" }\n");
    write("pikse/src/finite.rs", &source("pikse/src/finite.rs"));
    let root =
        "pub mod finite;\npub use finite::{Finite, Finitizer};\npub use pikse_macros::Finite;";
    write("pikse/src/lib.rs", root);
    manifest("lists", "[dependencies]\npikse = { path = \"../pikse\" }\n");
    write("lists/src/lib.rs", LIST);
    let package = Package { path: folder.path().join("lists"), ..Package::default() };
    let context = Context::create();
    let program = package_entry(&context, &package, "List", "rep_ok", &Options::default());
    assert_eq!(space(&program.unwrap_or_else(|e| panic!("{e}")), "List"), BOUNDS);
}
