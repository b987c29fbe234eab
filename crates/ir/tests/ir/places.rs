//! Source locations: every instruction has one, through inlined calls.

use std::path::Path;

use crate::common::verified;
use pikse_ir::{FuncId, Inst, LocId, Program};
use pikse_llvm::Options;
use pikse_llvm::inkwell::context::Context;

const SOURCE: &str = "\
static inline __attribute__((always_inline)) int inner(int x) {
    return x / 3;
}
static inline __attribute__((always_inline)) int middle(int x) {
    return inner(x) * 7;
}
int outer(int x) {
    int a = middle(x);
    return middle(a) + 1;
}
";

/// The program of a text after a pass.
fn program(name: &str, text: &str, pass: &str) -> (Program, String) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("the file can be written");
    let context = Context::create();
    let module = pikse_llvm::Program::compile(&context, &[&path], &Options::default());
    let module = module.expect("it compiles");
    module.run_passes(pass).expect("the pass runs");
    (verified(&module, &path), path.to_string_lossy().into_owned())
}

/// A location and its calls, outwards: `function:line`.
fn chain(program: &Program, function: FuncId, place: LocId) -> Vec<String> {
    let mut chain = Vec::new();
    let mut next = Some(place);
    while let Some(place) = next {
        let location = program.locations[place.index()];
        let scope = location.scope.map(|scope| &program.scopes[scope as usize]);
        let name = match scope {
            Some(scope) => &scope.function,
            None => program.functions[function.index()].source_name.as_ref().expect("a name"),
        };
        chain.push(format!("{name}:{}", location.line));
        next = scope.map(|scope| scope.called_at);
    }
    chain
}

#[test]
fn inlined_code_knows_its_calls() {
    let (program, path) = program("inlined.c", SOURCE, "always-inline");
    let outer = program.function("outer").expect("it is there");
    let function = &program.functions[outer.index()];
    assert_eq!(function.source_name.as_deref(), Some("outer"));
    assert_eq!(program.locations[function.location.index()].line, 7);
    let body = function.body.as_ref().expect("it has one");
    let places: Vec<Vec<String>> = body
        .code
        .iter()
        .zip(&body.places)
        .filter(|(inst, _)| matches!(inst, Inst::Binary { .. }))
        .map(|(_, &place)| chain(&program, outer, place))
        .collect();
    let expected: [&[&str]; 5] = [
        &["inner:2", "middle:5", "outer:8"],
        &["middle:5", "outer:8"],
        &["inner:2", "middle:5", "outer:9"],
        &["middle:5", "outer:9"],
        &["outer:9"],
    ];
    assert_eq!(places, expected);
    for &place in &body.places {
        let location = program.locations[place.index()];
        assert_eq!(program.files[location.file.index()], path);
        assert!(location.line > 0);
    }
    let columns: Vec<u32> = body
        .code
        .iter()
        .zip(&body.places)
        .filter(|(inst, _)| matches!(inst, Inst::Return { .. }))
        .map(|(_, place)| program.locations[place.index()].column)
        .collect();
    assert_eq!(columns, [5]);
}

/// Files are absolute, also if the compiler was given a relative name.
#[test]
fn files_are_absolute() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("here.c"), "int f(int x) { return x + 1; }\n").expect("ok");
    let output = folder.path().join("here.bc");
    let mut clang = pikse_llvm::find_clang(pikse_llvm::Language::C).expect("there is a clang");
    clang.current_dir(folder.path()).args(["-g", "-c", "-emit-llvm", "-o", "here.bc"]);
    assert!(clang.arg("./here.c").status().is_ok_and(|status| status.success()), "it compiles");
    let program = crate::common::lowered(&output);
    assert!(program.files.iter().any(|file| file.ends_with("here.c")), "{:?}", program.files);
    for file in program.files.iter().filter(|file| !file.is_empty()) {
        assert!(Path::new(file).is_absolute(), "{file}");
    }
}

#[test]
fn functions_of_rust_have_their_names() {
    let text = "pub struct S; impl S { #[inline(never)] pub fn method(&self, x: u32) -> u32 { x * 3 } }\n\
                fn main() { std::process::exit(S.method(std::env::args().count() as u32) as i32) }\n";
    let (program, path) = program("names.rs", text, "verify");
    let method = program.functions.iter().find(|f| f.source_name.as_deref() == Some("method"));
    let method = method.filter(|function| function.body.is_some()).expect("it is there");
    assert_ne!(method.name, "method");
    let location = program.locations[method.location.index()];
    assert_eq!((program.files[location.file.index()].as_str(), location.line), (&*path, 1));
}

/// A program without debug information has no locations.
#[test]
fn nowhere_is_line_0() {
    let (program, _) = program("plain.ll", "define i32 @f(i32 %a) {\n  ret i32 %a\n}\n", "verify");
    assert_eq!(program.locations.len(), 1);
    assert_eq!(program.functions[0].source_name, None);
    let body = program.functions[0].body.as_ref().expect("it has one");
    assert_eq!(body.places, [LocId(0)]);
}
