//! Ways into Rust files: what can be called, and what is said if it cannot.

use std::fs;
use std::path::Path;
use std::process::Command;

use pikse_front::{EntryError, RUST_ENTRY, RustEntry};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};

/// Compiles `text` as `shapes.rs`, with another file beside it.
fn compile<'ctx>(
    context: &'ctx Context,
    text: &str,
    of: &str,
    function: &str,
    flags: &[&str],
) -> Result<Program<'ctx>, EntryError> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("the file can be written");
    };
    write("shapes.rs", text);
    write(
        "beside.rs",
        "pub struct Far { x: i32 }\nimpl Far { fn ok(&self) -> bool { self.x == 7 } }",
    );
    write("seven.txt", "7");
    let options = Options {
        rustflags: flags.iter().map(|&flag| flag.to_owned()).collect(),
        ..Options::default()
    };
    RustEntry::new(&folder.path().join("shapes.rs"), of, function).compile(context, &options)
}

/// Links the program with a C program that runs the predicate on an object whose
/// first int is `x`, and gives what it prints.
fn run(program: &Program<'_>, x: i32) -> String {
    let host = "#include <stdio.h>\n#include <stdlib.h>\n\
        _Bool pikse_predicate(void *);\n\
        void pikse_panicked(const char *text, size_t length)\n\
        { printf(\"panic: %.*s\", (int)length, text); exit(0); }\n\
        int main(int count, char **words)\n\
        { int object[64] = {atoi(words[1])};\n\
          printf(\"%d\", pikse_predicate(object)); return count - 2; }\n";
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("host.c"), host).expect("the file can be written");
    program.write_object(&at("program.o")).expect("it has an object file");
    let mut linker = Command::new("cc");
    linker.arg("-o").arg(at("run")).arg(at("host.c")).arg(at("program.o"));
    let linked = linker.args(["-lpthread", "-ldl"]).output().expect("there is a linker");
    assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
    let output = Command::new(at("run")).arg(x.to_string()).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The predicate accepts an object that begins with 7, and no other.
#[track_caller]
fn accepts_seven(text: &str, of: &str, function: &str, flags: &[&str]) {
    let context = Context::create();
    let program = compile(&context, text, of, function, flags);
    let program = program.unwrap_or_else(|error| panic!("{of}, {function}: {error}"));
    let found = program.module().get_function(RUST_ENTRY);
    assert!(found.is_some_and(|found| found.count_basic_blocks() > 0), "there is no entry");
    let types = Types::of(&program).expect("it has debug information");
    let plain = of.split('<').next().unwrap_or(of).rsplit("::").next().unwrap_or(of);
    assert_eq!(types.structs_named(plain).len(), 1, "{:?}", types.struct_names());
    assert_eq!((&*run(&program, 7), &*run(&program, 8)), ("1", "0"), "{of}, {function}");
}

#[test]
fn whatever_is_a_predicate_can_be_called() {
    let one = "struct One { x: i32 }\n";
    for (rest, of, function) in [
        ("impl One { fn ok(&self) -> bool { self.x == 7 } }", "One", "ok"),
        ("impl One { pub fn ok(&mut self) -> bool { self.x == 7 } }", "crate::One", "ok"),
        ("fn ok(one: &One) -> bool { one.x == 7 }", "One", "ok"),
        ("fn ok(one: *const One) -> bool { unsafe { (*one).x == 7 } }", "One", "shapes::ok"),
        ("mod checks { pub fn ok(one: &super::One) -> bool { one.x == 7 } }", "One", "checks::ok"),
        (
            "trait Ok { fn ok(&self) -> bool; }\n\
          impl Ok for One { fn ok(&self) -> bool { self.x == 7 } }",
            "One",
            "ok",
        ),
    ] {
        accepts_seven(&format!("{one}{rest}"), of, function, &[]);
    }
}

/// A private method is only in reach of its module, which is not the root of the file.
#[test]
fn private_methods_in_modules_can_be_called() {
    let inner = "mod tree { pub struct Set { x: i32 }\n\
                 impl Set { fn ok(&self) -> bool { self.x == 7 } } }";
    accepts_seven(inner, "tree::Set", "ok", &[]);
    accepts_seven(inner, "Set", "ok", &[]);
    accepts_seven("mod beside;", "beside::Far", "ok", &[]);
    let beside = "mod tree { struct Set { x: i32 }\n\
                  fn ok(set: &Set) -> bool { set.x == 7 } }";
    accepts_seven(beside, "tree::Set", "ok", &[]);
}

#[test]
fn types_have_arguments() {
    let text = "struct List<T> { x: T }\n\
                impl<T: Copy + Into<i64>> List<T> { fn ok(&self) -> bool { self.x.into() == 7 } }";
    accepts_seven(text, "List<i32>", "ok", &[]);
}

#[test]
fn files_are_taken_as_they_are() {
    let text = "//! A file of its own kind.\n#![forbid(unsafe_code)]\n#![deny(warnings)]\n\
                const SEVEN: &str = include_str!(\"seven.txt\");\n\
                pub struct One { x: i32 }\n\
                impl One { pub fn ok(&self) -> bool { SEVEN.parse() == Ok(self.x) } }\n\
                fn main() {} // and no line end";
    accepts_seven(text, "One", "ok", &[]);
    // In 2015 `async` is a name and paths begin at the root.
    let old = "mod async { pub const SEVEN: i32 = 7; }\nuse async::SEVEN;\n\
               struct One { x: i32 }\n\
               impl One { fn ok(&self) -> bool { self.x == SEVEN } }";
    accepts_seven(old, "One", "ok", &["--edition=2015"]);
    accepts_seven(text, "One", "ok", &["--edition", "2021"]);
}

#[test]
fn a_panic_tells_its_text_and_place() {
    let text = "struct One { x: i32 }\nimpl One { fn ok(&self) -> bool {\n\
                assert!(self.x < 8, \"{} is too much\", self.x);\n\
                [1, 2, 3][self.x as usize] == 3 } }";
    let context = Context::create();
    let program = compile(&context, text, "One", "ok", &[]).expect("it compiles");
    assert_eq!(run(&program, 2), "1");
    let told = run(&program, 9);
    assert!(told.starts_with("panic: panicked at ") && told.contains("shapes.rs:3:1"), "{told}");
    assert!(told.ends_with("9 is too much"), "{told}");
    assert!(run(&program, 5).ends_with("the len is 3 but the index is 5"), "{}", run(&program, 5));
    // The printing of backtraces is not in the program.
    let names: Vec<String> =
        program.defined().map(|f| f.get_name().to_string_lossy().into_owned()).collect();
    assert!(names.len() < 150, "{} functions: {names:?}", names.len());
    // In 2018 a text is the panic's value, which cannot be read here.
    let old = "struct One { x: i32 }\nimpl One { fn ok(&self) -> bool { panic!(\"no {}\") } }";
    let program = compile(&context, old, "One", "ok", &["--edition=2018"]).expect("it compiles");
    let told = run(&program, 9);
    assert!(told.contains("shapes.rs:2:35"), "{told}");
}

#[track_caller]
fn refused(text: &str, of: &str, function: &str, words: &[&str]) -> String {
    let context = Context::create();
    let error = compile(&context, text, of, function, &[]).expect_err("it is no predicate");
    let said = error.to_string();
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
    said
}

#[test]
fn what_is_wrong_is_said() {
    let one = "struct One { x: i32 }\nimpl One { fn good(&self) -> bool { self.x == 7 } }\n\
               mod sub { pub struct Two; impl Two { fn fine(&self) -> bool { true } } }\n";
    refused(one, "One", "ok", &["no predicate `One::ok`", "One::good, sub::Two::fine"]);
    refused(one, "Oen", "good", &["no predicate `Oen::good`", "there are One::good"]);
    let said = refused("struct One;", "One", "ok", &["no other function"]);
    assert!(!said.contains("pikse"), "{said}");
    let number = "struct One; impl One { fn ok(&self) -> i32 { 7 } }";
    refused(number, "One", "ok", &["not a predicate over `One`", "`&One`", "expected `bool`"]);
    let two = "struct One; fn ok(a: &One, b: i32) -> bool { true }";
    refused(two, "One", "ok", &["not a predicate over `One`", "takes 2 arguments"]);
    let twice = "mod a { pub struct One; impl One { fn ok(&self) -> bool { true } } }\n\
                 mod b { pub struct One; impl One { fn ok(&self) -> bool { true } } }";
    refused(twice, "One", "ok", &["several", "a::One::ok", "b::One::ok"]);
}

#[test]
fn errors_in_the_file_are_what_rustc_says() {
    let wrong = "struct One { x: i32 }\nimpl One { fn ok(&self) -> bool { self.y } }";
    let said = refused(wrong, "One", "ok", &["shapes.rs:2:", "E0609", "no field `y`"]);
    assert!(!said.contains("pikse"), "{said}");
    let open = "struct One { x: i32 }\nimpl One { fn ok(&self) -> bool { true }";
    let said = refused(open, "One", "ok", &["shapes.rs:2:", "unclosed delimiter"]);
    assert!(!said.contains("pikse"), "{said}");
    let missing = RustEntry::new(Path::new("nowhere.rs"), "One", "ok");
    let context = Context::create();
    let error = missing.compile(&context, &Options::default());
    let said = error.expect_err("there is no file").to_string();
    assert!(said.contains("`nowhere.rs` cannot be read"), "{said}");
}
