//! Real compilers on real files.

use std::fs;
use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Error, Options, Program};

fn subject(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path)
}

/// A file in a folder of the test's own.
fn file(name: &str, text: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    (folder, path)
}

#[track_caller]
fn refused(path: &Path, words: &[&str]) -> Error {
    let context = Context::create();
    let error = Program::compile(&context, &[path], &Options::default());
    let error = error.expect_err("it is no program");
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
    error
}

#[test]
fn a_c_file_becomes_a_module() {
    let context = Context::create();
    let sources = [subject("c/search_tree.c")];
    let program = Program::compile(&context, &sources, &Options::default()).expect("it compiles");
    assert!(program.module().get_function("rep_ok").is_some_and(|f| f.count_basic_blocks() > 3));
    // The operations allocate; the predicate calls nothing.
    let mut external: Vec<String> =
        program.external().map(|f| f.get_name().to_string_lossy().into_owned()).collect();
    external.sort();
    assert_eq!(external, ["free", "malloc"]);
}

/// With libc++ the containers are in the module: what stays outside is allocation,
/// exceptions, and how they end a program.
#[test]
fn a_cpp_file_brings_its_containers() {
    let context = Context::create();
    let sources = [subject("cpp/search_tree.cpp")];
    let program = Program::compile(&context, &sources, &Options::default()).expect("it compiles");
    let names: Vec<String> =
        program.defined().map(|f| f.get_name().to_string_lossy().into_owned()).collect();
    assert!(names.iter().any(|name| name == "_ZN3BST5repOkEv"), "{names:?}");
    assert!(names.iter().any(|name| name.contains("__tree")), "{names:?}");
    let external: Vec<String> =
        program.external().map(|f| f.get_name().to_string_lossy().into_owned()).collect();
    assert!(external.len() <= 16, "{external:?}");
    assert!(external.iter().all(|name| !name.contains("tree")), "{external:?}");
}

#[test]
fn a_rust_program_brings_its_standard_library() {
    let main = format!(
        "#[path = {:?}] mod search_tree;\n\
         fn main() {{ let t = search_tree::Bst {{ root: None, size: 0 }}; assert!(t.rep_ok()); }}",
        subject("rust/search_tree.rs")
    );
    let (_folder, path) = file("main.rs", main.as_bytes());
    let context = Context::create();
    let program = Program::compile(&context, &[path], &Options::default()).expect("it compiles");
    assert!(program.defined().any(|f| f.get_name().to_string_lossy().contains("rep_ok")));
    assert!(program.defined().count() > 100);
    let mangled = |name: &str| name.starts_with("_ZN") || name.starts_with("_R");
    let outside: Vec<String> = program
        .external()
        .map(|f| f.get_name().to_string_lossy().into_owned())
        .filter(|name| mangled(name))
        .collect();
    assert!(outside.is_empty(), "Rust functions are outside: {outside:?}");
}

#[test]
fn several_files_become_one_module() {
    let (_one, caller) = file("caller.c", b"int twice(int); int four(void) { return twice(2); }");
    let (_two, callee) = file("callee.c", b"int twice(int x) { return x + x; }");
    let context = Context::create();
    let program =
        Program::compile(&context, &[&caller, &callee], &Options::default()).expect("they compile");
    assert_eq!((program.defined().count(), program.external().count()), (2, 0));
    let error = Program::compile(&context, &[&callee, &callee], &Options::default());
    let text = error.expect_err("it is defined twice").to_string();
    assert!(text.contains("cannot be linked") && text.contains("twice"), "{text}");
}

#[test]
fn flags_are_passed_on() {
    let (_folder, path) = file("flag.c", b"#ifndef FOUR\n#error no four\n#endif\nint f;");
    refused(&path, &["no four"]);
    let options = Options { cflags: vec!["-DFOUR".to_owned()], ..Options::default() };
    Program::compile(&Context::create(), &[path], &options).expect("it compiles");
}

#[test]
fn llvm_files_are_read_as_they_are() {
    let text = "define i32 @four() {\n  ret i32 4\n}\n";
    let (_folder, path) = file("four.ll", text.as_bytes());
    let context = Context::create();
    let program = Program::compile(&context, &[&path], &Options::default()).expect("it is read");
    let bitcode = path.with_extension("bc");
    assert!(program.module().write_bitcode_to_path(&bitcode));
    let again = Program::compile(&context, &[bitcode], &Options::default()).expect("it is read");
    assert!(again.module().get_function("four").is_some());
}

/// LLVM's reader crashes on some of them.
#[test]
fn damaged_bitcode_is_refused_or_read() {
    let text = b"struct s { int a; struct s *b; };\n\
        int f(struct s *s, int x) { for (; s; s = s->b) x += s->a > 2 ? x : 1; return x; }";
    let (_folder, path) = file("whole.c", text);
    let context = Context::create();
    let program = Program::compile(&context, &[&path], &Options::default()).expect("it compiles");
    let bitcode = path.with_extension("bc");
    assert!(program.module().write_bitcode_to_path(&bitcode));
    let whole = std::fs::read(&bitcode).expect("just written");
    let mut counts = [0, 0, 0];
    for part in 0..120 {
        let mut damaged = whole.clone();
        let bit = part * whole.len() * 8 / 120 + part % 7;
        damaged[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&bitcode, damaged).expect("it can be written");
        match Program::compile(&Context::create(), &[&bitcode], &Options::default()) {
            Ok(_) => counts[0] += 1,
            Err(Error::BadModule { message, .. }) => {
                counts[1 + usize::from(message.contains("LLVM crashed"))] += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn what_is_wrong_is_said() {
    refused(Path::new("nowhere.c"), &["`nowhere.c` cannot be read", "No such file"]);
    let (_a, path) = file("page.html", b"<html>");
    refused(&path, &["page.html", "unknown extension"]);
    let (_b, path) = file("broken.c", b"int f( { return 1; }");
    refused(&path, &["broken.c` does not compile", "error:", "broken.c:1:"]);
    let (_c, path) = file("broken.rs", b"fn main() { let x: i32 = \"\"; }");
    refused(&path, &["does not compile", "mismatched types"]);
    let (_d, path) = file("broken.bc", b"BC\xc0\xdenonsense");
    assert!(matches!(refused(&path, &["not a valid LLVM module"]), Error::BadModule { .. }));
    let (_e, path) = file("broken.ll", b"define i32 @f() {\n  ret i64 4\n}\n");
    refused(&path, &["not a valid LLVM module"]);
    let none: [&Path; 0] = [];
    let context = Context::create();
    let error = Program::compile(&context, &none, &Options::default());
    assert!(matches!(error, Err(Error::NoSource)));
}

/// Damaged bitcode is a program or an error, soon: LLVM may crash on it, loop for ever, or take all
/// memory.
#[test]
fn random_damage_is_an_error_and_not_a_crash() {
    let clang = std::env::var("PIKSE_CLANG").unwrap_or_else(|_| "clang-19".to_owned());
    let text = b"struct p { int a; struct p *n; };\n\
        int f(struct p *q) { int r = 0; while (q) { r += q->a; q = q->n; } return r; }\n";
    let (folder, source) = file("f.c", text);
    let whole = folder.path().join("f.bc");
    let mut command = std::process::Command::new(clang);
    command.args(["-g", "-c", "-emit-llvm"]).arg(&source).arg("-o").arg(&whole);
    assert!(command.status().expect("clang runs").success());
    let whole = fs::read(&whole).expect("it was written");
    let mut seed = 1u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..60 {
        let mut bytes = whole.clone();
        for _ in 0..1 + next(8) {
            let at = next(bytes.len());
            bytes[at] = next(256) as u8;
        }
        let (_folder, path) = file("damaged.bc", &bytes);
        let begun = std::time::Instant::now();
        let context = Context::create();
        let _ = Program::compile(&context, &[&path], &Options::default());
        assert!(begun.elapsed().as_secs() < 100, "it takes too long");
    }
}
