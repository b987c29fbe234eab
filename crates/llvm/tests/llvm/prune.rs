//! Functions replaced and dropped, and promises taken back.

use std::fs;

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};

const TEXT: &str = "
define i32 @entry(ptr noalias readonly %p) memory(argmem: read) {
  %x = call i32 @helper(ptr noalias readonly %p)
  %bad = icmp eq i32 %x, 0
  br i1 %bad, label %stop, label %done
stop:
  call void @way_out(ptr %p, i64 7)
  unreachable
done:
  ret i32 %x
}
define internal i32 @helper(ptr readonly %p) {
  %x = load i32, ptr %p
  ret i32 %x
}
define void @way_out(ptr %what, i64 %more) noreturn {
  call void @machinery()
  unreachable
}
define internal void @machinery() {
  ret void
}
define noalias ptr @tell(ptr %what) {
  ret ptr null
}
define void @unused() {
  ret void
}
";

fn program(context: &Context) -> Program<'_> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("program.ll");
    fs::write(&path, TEXT).expect("the file can be written");
    Program::compile(context, &[path], &Options::default()).expect("it is read")
}

fn names(program: &Program<'_>) -> Vec<String> {
    let mut names: Vec<String> =
        program.defined().map(|f| f.get_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_nobody_needs_is_dropped() {
    let context = Context::create();
    let program = program(&context);
    let copy = program.copy();
    program.keep(&["entry"]).expect("it can be pruned");
    assert_eq!(names(&program), ["entry", "helper", "machinery", "way_out"]);
    assert_eq!(names(&copy).len(), 6, "a copy is a program of its own");
    copy.keep(&["tell", "unused", "nothing"]).expect("it can be pruned");
    assert_eq!(names(&copy), ["tell", "unused"]);
}

#[test]
fn a_replaced_body_needs_nothing_any_more() {
    let context = Context::create();
    let program = program(&context);
    let function = |name| program.module().get_function(name).expect("it is there");
    program.replace_body(function("way_out"), function("tell")).expect("the arguments fit");
    let error = program.replace_body(function("tell"), function("way_out"));
    assert!(error.is_err_and(|error| {
        error.to_string().contains("`tell` does not have the expected arguments")
    }));
    program.keep(&["entry"]).expect("it can be pruned");
    assert_eq!(names(&program), ["entry", "helper", "tell", "way_out.replaced"]);
}

#[test]
fn promises_are_taken_back() {
    let context = Context::create();
    let program = program(&context);
    program.forget_promises();
    let text = program.module().print_to_string().to_string();
    for promise in ["readonly", "noalias readonly", "argmem"] {
        assert!(!text.contains(promise), "`{promise}` is in: {text}");
    }
    // What a function returns may still be new memory.
    assert!(text.contains("define noalias ptr @tell"), "{text}");
}
