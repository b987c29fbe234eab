//! Whole programs, and programs in C++ and Rust, replayed as the command opens them.

use std::path::{Path, PathBuf};

use pikse_env::{Argument, Input, Plan};
use pikse_explore::replay::{Replayed, Start};
use pikse_explore::{Test, Wanted, open};
use pikse_llvm::inkwell::context::Context;
use pikse_vm::Options;

use super::support::Subject;

/// Explores a text, and replays every path.
fn replay_all(name: &str, text: &str, entry: Option<&str>, plan: &Plan) -> Vec<(Test, Replayed)> {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join(name);
    std::fs::write(&file, text).expect("a file");
    replay_file(&file, entry, &[], plan, &Options::default())
}

/// Explores a file, and replays every path.
fn replay_file(
    file: &Path,
    entry: Option<&str>,
    arguments: &[&str],
    plan: &Plan,
    options: &Options,
) -> Vec<(Test, Replayed)> {
    replay(&wanted(file, entry, arguments, plan), options)
}

/// A file, as the command line says what to explore.
pub(crate) fn wanted(file: &Path, entry: Option<&str>, arguments: &[&str], plan: &Plan) -> Wanted {
    Wanted {
        files: vec![file.to_owned()],
        bin: None,
        entry: entry.map(str::to_owned),
        invariant: None,
        arguments: arguments.iter().map(|&text| text.to_owned()).collect(),
        pre: Vec::new(),
        structures: pikse_explore::Structures::default(),
        plan: plan.clone(),
        targets: Vec::new(),
        options: pikse_llvm::Options {
            // As `pikse.h` has it, whether it does already or not: the same twice is no error.
            cflags: vec!["-Dpikse_assert(...)=PIKSE_ASSERT(__VA_ARGS__)".to_owned()],
            ..pikse_llvm::Options::default()
        },
    }
}

/// Explores, and replays every path.
pub(crate) fn replay(wanted: &Wanted, options: &Options) -> Vec<(Test, Replayed)> {
    let context = Context::create();
    let (subject, start) = subject(&context, wanted);
    subject.replay_all(&start, options.clone())
}

/// A program as the command opens it.
pub(crate) fn subject<'ctx>(context: &'ctx Context, wanted: &Wanted) -> (Subject<'ctx>, Start) {
    let opened = open(context, wanted).expect("it can be opened");
    let start = Start::of(wanted, &opened);
    let traced = opened.own.clone();
    (Subject { module: opened.user, lowered: opened.ir, traced }, start)
}

pub(crate) fn subjects(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/explore").join(folder)
}

pub(crate) fn confirm(replayed: &[(Test, Replayed)]) {
    for (test, replayed) in replayed {
        let errors = String::from_utf8_lossy(&replayed.errors);
        assert!(replayed.is_confirmed(), "{replayed}\n{test:?}\n{errors}");
    }
}

fn count(replayed: &[(Test, Replayed)], verdict: &str) -> usize {
    replayed.iter().filter(|(test, _)| test.verdict.name() == verdict).count()
}

#[test]
fn arguments_input_and_files_are_the_same() {
    let text = r#"
        #include <stdio.h>
        #include <string.h>
        int main(int argc, char **argv) {
            char line[8] = "";
            FILE *file = fopen("A", "r");
            printf("%d %s\n", argc, argv[0]);
            if (argc > 1 && strcmp(argv[1], "-v") == 0) puts("verbose");
            if (argc > 2) printf("[%s]", argv[2]);
            if (!fgets(line, sizeof line, stdin)) return 1;
            if (line[0] == 'q') return 2;
            int c = fgetc(file);
            if (c == '#') { puts("comment"); return 3; }
            if (fgetc(stdin) != EOF) return 4;
            return 0;
        }"#;
    let mut plan = Plan::new("subject").with_symbolic_files(1, 1);
    plan.arguments.push(Argument::Symbolic(2));
    plan.arguments.push(Argument::SymbolicMany { least: 0, most: 1, length: 1 });
    plan.stdin = Input::Symbolic(2);
    let replayed = replay_all("subject.c", text, None, &plan);
    confirm(&replayed);
    assert!(replayed.len() > 30, "{}", replayed.len());
    assert!(replayed.iter().any(|(test, _)| test.exit_code == Some(3)));
}

#[test]
fn exceptions_are_the_same() {
    let text = r#"
        extern "C" void pikse_symbolic(void *, unsigned long, const char *);
        struct Odd {};
        static int half(int x) {
            if (x % 2) throw Odd();
            if (x == 4) throw 4;
            return x / 2;
        }
        int main() {
            int x;
            pikse_symbolic(&x, sizeof x, "x");
            if (x < 3 || x > 6) return 0;
            try { return half(x); } catch (int) { return 9; }
        }"#;
    let replayed = replay_all("subject.cpp", text, None, &Plan::new("subject"));
    confirm(&replayed);
    assert!(count(&replayed, "exception") > 0 && count(&replayed, "finished") > 0);
}

#[test]
fn rust_functions_take_the_same_paths() {
    let text = "
        pub fn mid(x: i32, y: i32, z: i32) -> i32 {
            if x < y { if y < z { y } else if x < z { z } else { x } }
            else if x < z { x } else if y < z { z } else { y }
        }
        pub fn third(x: u8) -> i32 {
            let list: Vec<i32> = (0..3).collect();
            list[usize::from(x)]
        }";
    let plan = Plan::new("subject");
    let replayed = replay_all("subject.rs", text, Some("mid"), &plan);
    confirm(&replayed);
    assert_eq!(replayed.len(), 6);
    let replayed = replay_all("subject.rs", text, Some("third"), &plan);
    confirm(&replayed);
    assert!(count(&replayed, "panic") + count(&replayed, "abort") > 0);
}

#[test]
fn rust_programs_take_the_same_paths() {
    let text = r#"
        use std::collections::HashMap;
        fn main() {
            let mut line = String::new();
            std::io::stdin().read_line(&mut line).expect("text");
            let mut seen: HashMap<char, usize> = HashMap::new();
            for c in line.chars() { *seen.entry(c).or_default() += 1; }
            if seen.get(&'x') == Some(&2) { panic!("two of them"); }
            println!("{}", seen.len());
        }"#;
    let mut plan = Plan::new("subject");
    plan.stdin = Input::Bytes(b"axbx".to_vec());
    let replayed = replay_all("subject.rs", text, None, &plan);
    confirm(&replayed);
    assert_eq!(count(&replayed, "panic") + count(&replayed, "abort"), 1);
}

#[test]
fn published_paths_are_confirmed() {
    let plan = Plan::new("subject");
    for (file, entry, arguments, paths) in [
        ("c/mid.c", "mid", &[][..], 6),
        ("rust/mid.rs", "mid", &[], 6),
        ("c/is_bitonic.c", "is_bitonic", &["a=int[4]"], 27),
        ("rust/is_bitonic.rs", "is_bitonic", &["a=int[4]"], 27),
    ] {
        let file = subjects(file);
        let replayed = replay_file(&file, Some(entry), arguments, &plan, &Options::default());
        confirm(&replayed);
        assert_eq!(replayed.len(), paths, "{}", file.display());
    }
}

/// Native runs of programs with one error each follow the machine's path at least up to the error.
#[test]
fn errors_of_every_kind_are_on_the_same_path() {
    let folders = ["errors/c", "errors/c/correct", "errors/cpp", "errors/cpp/correct"];
    let seen: usize = folders.into_iter().map(folder_of_errors).sum();
    assert!(seen > 50, "{seen}");
}

/// Replays the programs of a folder, and says how many paths they have.
pub(crate) fn folder_of_errors(folder: &str) -> usize {
    let plan = Plan::new("subject");
    let (mut seen, mut wrong) = (0, Vec::new());
    let files = std::fs::read_dir(subjects(folder)).expect("the folder is there");
    for file in files.map(|file| file.expect("a file").path()) {
        if file.is_dir() {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a text");
        let words = text.lines().find_map(|line| line.split_once("// options: "));
        let says = |word| words.is_some_and(|(_, words)| words.split(' ').any(|one| one == word));
        let options = Options {
            undefined_behaviour: says("ub"),
            leaks: says("leaks"),
            alignment: says("alignment"),
            ..Options::default()
        };
        for (test, replayed) in replay_file(&file, Some("entry"), &[], &plan, &options) {
            seen += 1;
            let ended = ["finished", "rejected", "assertion", "abort", "reached-error"];
            let is_right = match ended.contains(&test.verdict.name()) {
                true => replayed.is_confirmed(),
                false => replayed.same_path == Some(true) && !replayed.is_refuted(),
            };
            if !is_right {
                wrong.push(format!("{}: {replayed}\n{test:?}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    seen
}
