//! Programs that use the models, in the symbolic machine and natively: both write the same and end
//! with the same code. And what models do with symbols.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pikse_env::{Argument, Input, Plan};
use pikse_explore::{Ended, Explorer, Limits, Opened, Order, Wanted, Watch, begin, open, strategy};
use pikse_expr::Evaluator;
use pikse_ir::FuncId;
use pikse_llvm::inkwell::context::Context;
use pikse_vm::{Machine, Options, Value, Verdict};

/// What came of a path: the verdict, and what was written.
#[derive(Debug, PartialEq, Eq, Clone)]
struct Seen {
    verdict: String,
    output: String,
}

/// Every path of a program.
fn explored(file: &Path, plan: Plan) -> Vec<Seen> {
    let context = Context::create();
    let wanted = Wanted {
        files: vec![file.to_owned()],
        entry: None,
        arguments: Vec::new(),
        plan,
        options: pikse_llvm::Options::default(),
    };
    let opened: Opened<'_> = open(&context, &wanted).expect("it can be opened");
    let mut machine = Machine::new(&opened.ir, Options::default()).expect("it can be run");
    for (at, own) in opened.own.iter().enumerate() {
        if !own {
            machine.do_not_trace(FuncId::at(at));
        }
    }
    let first = begin(&mut machine, opened.function, &opened.entry.arguments);
    let order = strategy(&[Order::of("dfs").expect("an order")], 0);
    let mut all = All(Vec::new());
    Explorer::new(&mut machine, order, Limits::default()).run(first, &mut all);
    all.0
}

struct All(Vec<Seen>);

impl Watch for All {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        let model = path.state.path().model().expect("values of the path");
        let exprs = machine.exprs();
        let mut evaluator = Evaluator::new();
        let mut byte = |value: &Value| match value {
            Value::Concrete(bits) => *bits as u8,
            Value::Symbolic(expr) => evaluator.eval(exprs, model, *expr) as u8,
        };
        let written = path.state.output().into_iter().filter(|output| output.descriptor == 1);
        let output: Vec<u8> =
            written.flat_map(|output| output.bytes.iter()).map(&mut byte).collect();
        let verdict = match path.verdict {
            Verdict::Finished(code) => format!("exit {}", code.unwrap_or(-1)),
            Verdict::Rejected => "rejected".to_owned(),
            Verdict::Error(failure) => format!("{}: {}", failure.kind.name(), failure.message),
            Verdict::Cut(cut, _) => cut.to_string(),
        };
        self.0.push(Seen { verdict, output: String::from_utf8_lossy(&output).into_owned() });
        true
    }
}

/// What the program does natively.
fn native(file: &Path, arguments: &[&str], input: &str) -> Seen {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let program = folder.path().join("program");
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let mut compiler = match ending {
        "rs" => Command::new(pikse_llvm::rust::rustc()),
        ending => Command::new(clang(ending)),
    };
    match ending {
        "rs" => compiler.args(["--edition=2024", "-Cpanic=abort"]),
        "cpp" => compiler.args(["-std=c++17", "-stdlib=libc++"]),
        _ => compiler.arg("-D_GNU_SOURCE"),
    };
    let status = compiler.arg("-o").arg(&program).arg(file).status().expect("a compiler");
    assert!(status.success(), "{} compiles", file.display());
    let mut child = Command::new(&program)
        .args(arguments)
        .current_dir(folder.path())
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let code = output.status.code().map_or("no code".to_owned(), |code| format!("exit {code}"));
    Seen { verdict: code, output: String::from_utf8_lossy(&output.stdout).into_owned() }
}

/// The newest clang that there is.
fn clang(ending: &str) -> String {
    let name = if ending == "cpp" { "clang++" } else { "clang" };
    let versions = (14..=22).rev().map(|version| format!("{name}-{version}"));
    let is_there = |name: &String| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    versions.chain([name.to_owned()]).find(is_there).expect("a clang")
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/programs")
}

/// A program does the same in both.
fn same(name: &str, arguments: &[&str], input: &str) {
    let file = programs().join(name);
    let mut plan = Plan::new("program");
    plan.arguments.extend(arguments.iter().map(|text| Argument::Text(text.as_bytes().to_vec())));
    plan.stdin = Input::Bytes(input.as_bytes().to_vec());
    let paths = explored(&file, plan);
    let [path] = &paths[..] else { panic!("{name}: {} paths: {paths:?}", paths.len()) };
    let native = native(&file, arguments, input);
    for (at, (ours, theirs)) in path.output.lines().zip(native.output.lines()).enumerate() {
        assert_eq!(ours, theirs, "{name}, line {} of the output", at + 1);
    }
    assert_eq!(*path, native, "{name}");
}

#[test]
fn strings_and_numbers_in_c() {
    same("strings.c", &["12", "-7x"], "");
}

#[test]
fn output_in_c() {
    same("output.c", &[], "");
}

#[test]
fn input_and_files_in_c() {
    same("files.c", &["-a", "x", "-b", "value", "y"], "word 12 2.5 rest\nanother line\nlast");
}

#[test]
fn the_library_of_cpp() {
    same("library.cpp", &["first", "second"], "");
}

#[test]
fn the_library_of_rust() {
    same("library.rs", &["one", "two"], "line one\nb a b\nc\nthe rest\nof it\n");
}

/// The verdicts of a C program with a symbolic input of so many bytes, in order, with how often each
/// came.
fn verdicts(text: &str, bytes: u32) -> Vec<(String, usize)> {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).expect("the file can be written");
    let plan = Plan { stdin: Input::Symbolic(bytes), ..Plan::new("program") };
    let mut counted: Vec<(String, usize)> = Vec::new();
    let mut all: Vec<String> = explored(&file, plan).into_iter().map(|path| path.verdict).collect();
    all.sort();
    for verdict in all {
        match counted.last_mut() {
            Some((last, count)) if *last == verdict => *count += 1,
            _ => counted.push((verdict, 1)),
        }
    }
    counted
}

#[test]
fn what_is_only_shown_does_not_split() {
    for (what, body) in [
        ("a number", "int x; read(0, &x, 4); printf(\"%d %x\\n\", x, x);"),
        ("a text", "char s[5] = {0}; read(0, s, 4); printf(\"%s|%5s\\n\", s, s);"),
        ("a text as it is", "char s[5] = {0}; read(0, s, 4); puts(s); fputs(s, stderr);"),
        ("a character", "int c = getchar(); putchar(c); printf(\"%c\\n\", c);"),
        ("classes of a character", "int c = getchar(); x = isalpha(c) + isdigit(c) + toupper(c);"),
    ] {
        let text = format!(
            "#include <ctype.h>\n#include <stdio.h>\n#include <unistd.h>\nint x;\n\
             #undef isalpha\n#undef isdigit\n#undef toupper\n\
             int main(void) {{ {body} return 0; }}"
        );
        assert_eq!(verdicts(&text, 4), [("exit 0".to_owned(), 1)], "{what}");
    }
}

#[test]
fn what_is_used_is_exact() {
    // The length of a number of one byte is 1, 2 or 3.
    let length = "#include <stdio.h>\nint main(void) {\n\
                  unsigned char c = getchar(); return printf(\"%d\", c); }";
    let one_each =
        |codes: &[&str]| codes.iter().map(|code| (format!("exit {code}"), 1)).collect::<Vec<_>>();
    assert_eq!(verdicts(length, 1), one_each(&["1", "2", "3"]));
    // What a number looks like in memory is what it is.
    let memory = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n\
                  unsigned char c = getchar(); char text[8]; sprintf(text, \"%d\", c);\n\
                  if (atoi(text) != c) abort(); return 0; }";
    assert_eq!(verdicts(memory, 1), [("exit 0".to_owned(), 3)]);
    // A character is a digit, or a space, or something else.
    let number = "#include <stdlib.h>\n#include <unistd.h>\nint main(void) {\n\
                  char text[3] = {0}; read(0, text, 1); int n = atoi(text);\n\
                  return n == 7 ? 7 : 0; }";
    let found = verdicts(number, 1);
    assert!(found.contains(&("exit 7".to_owned(), 1)), "{found:?}");
}

#[test]
fn programs_end_as_they_say() {
    let include = "#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n\
                   #include <stdlib.h>\n#include <klee/klee.h>\n";
    for (body, expected) in [
        ("assert(getchar() != 7);", "assertion: getchar() != 7"),
        ("klee_assert(getchar() != 7);", "assertion: getchar() != 7"),
        ("if (getchar() == 7) abort();", "abort: abort"),
        ("if (getchar() == 7) klee_silent_exit(0);", "rejected"),
        ("klee_assume(getchar() == 7); exit(3);", "exit 3"),
        ("int x = klee_range(3, 5, \"x\"); if (x < 3 || x > 4) abort(); exit(x);", "exit 3"),
    ] {
        let found = verdicts(&format!("{include}int main(void) {{ {body} return 0; }}"), 1);
        assert!(found.iter().any(|(verdict, _)| verdict == expected), "{body}: {found:?}");
    }
    let thread = format!(
        "{include}static void *run(void *p) {{ return p; }}\n\
         int main(void) {{ pthread_t t; return pthread_create(&t, 0, run, 0); }}"
    );
    let found = verdicts(&thread, 1);
    assert!(found[0].0.contains("pthread_create"), "{found:?}");
}
