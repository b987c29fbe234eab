//! Whole programs, and programs in C++ and Rust, replayed as the command opens them.

use std::path::PathBuf;

use pikse_env::{Argument, Input, Plan};
use pikse_explore::replay::{Replayed, Start, traced};
use pikse_explore::{Test, Wanted, open};
use pikse_llvm::inkwell::context::Context;
use pikse_vm::Options;

use crate::support::Subject;

/// Explores a text, and replays every path.
fn replay_all(name: &str, text: &str, entry: Option<&str>, plan: &Plan) -> Vec<(Test, Replayed)> {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join(name);
    std::fs::write(&file, text).expect("a file");
    let wanted = Wanted {
        files: vec![file],
        entry: entry.map(str::to_owned),
        arguments: Vec::new(),
        plan: plan.clone(),
        options: pikse_llvm::Options::default(),
    };
    let context = Context::create();
    let opened = open(&context, &wanted).expect("it can be opened");
    let start = Start::of(&wanted, &opened);
    let traced = traced(&opened.ir, &opened.own);
    let subject = Subject { module: opened.user, lowered: opened.ir, traced };
    subject.replay_all(&start, Options::default())
}

fn confirm(replayed: &[(Test, Replayed)]) {
    for (test, replayed) in replayed {
        let errors = String::from_utf8_lossy(&replayed.errors);
        assert!(replayed.is_confirmed(), "{replayed}\n{test:?}\n{errors}");
    }
}

fn count(replayed: &[(Test, Replayed)], verdict: &str) -> usize {
    replayed.iter().filter(|(test, _)| test.verdict == verdict).count()
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
    assert!(count(&replayed, "panic") > 0);
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
    assert_eq!(count(&replayed, "panic"), 1);
}
