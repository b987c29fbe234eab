//! Whole programs with a bug that is known: natively, and found in the machine.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use pikse_env::{Input, Plan};
use pikse_vm::{ErrorKind, Options, Verdict};
use support::{Argument, Counts, Subject, begin, compile, explore_with, folder, native, subjects};

/// What a program prints and how it ends, natively.
fn natively(file: &str, rows: &[(&str, &str, Option<i32>)]) {
    let folder = folder();
    let program = native::build(&subjects().join(file), &folder, &[]);
    for &(input, output, code) in rows {
        let run = native::run(&program, input.as_bytes());
        assert_eq!(String::from_utf8_lossy(&run.stdout), output, "{file} on {input:?}");
        assert_eq!(run.status.code(), code, "{file} on {input:?}");
    }
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

/// Without a code the program was stopped by a signal.
#[test]
fn word_count_natively() {
    let rows = [
        ("a b a", "2\n", Some(0)),
        ("one two-one", "1\n", Some(0)),
        ("a=a", "1\n", Some(0)),
        ("a-b=b", "1\n", Some(0)),
        ("a-a=a", "", None),
    ];
    natively("cpp/word_count.cpp", &rows);
}

#[test]
fn accounts_natively() {
    let rows = [
        ("a=3;b=4;a>b", "[0, 7]\n", Some(0)),
        ("a=3;b", "nonsense at byte 4\n", Some(1)),
        ("a=1;a=2", "there is an account `assets` already\n", Some(1)),
        ("b>c", "there is no account `bank`\n", Some(1)),
        ("a=0;a>a", "", Some(101)),
    ];
    natively("rust/accounts.rs", &rows);
}

/// Runs a program on some bytes of standard input; the errors, each with an input that has it.
fn run(subject: &Subject, stdin: Input) -> (Counts, BTreeMap<(ErrorKind, u32), Vec<u8>>) {
    let plan = Plan { stdin, ..Plan::new("program") }.encode();
    let length = Argument::Number(plan.len() as u64);
    let mut machine = subject.machine(Options::default());
    let entry = subject.entry("pikse_env_main");
    let first = begin(&mut machine, entry, &[Argument::Bytes(plan), length]);
    let mut counts = Counts::default();
    let mut ended = Vec::new();
    explore_with(&mut machine, first, |path| {
        counts.add(&path.verdict);
        match path.verdict {
            Verdict::Error(_) => ended.push(path),
            Verdict::Cut(cut, _) => println!("cut: {cut}"),
            _ => {}
        }
    });
    let mut errors = BTreeMap::new();
    for path in ended {
        let inputs = path.inputs(&machine).into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>();
        let Verdict::Error(failure) = path.verdict else { continue };
        println!("{:?} {} {:?}", failure.kind, failure.message, inputs);
        let own = failure.stack.iter().map(|place| {
            let location = &subject.program.locations[place.location.index()];
            (Path::new(&subject.program.files[location.file.index()]), location.line)
        });
        let line = own.clone().find(|(file, _)| file.starts_with(subjects()) || file.to_string_lossy().contains("subjects/explore"));
        errors.entry((failure.kind, line.map_or(0, |(_, line)| line))).or_insert(inputs.concat());
    }
    (counts, errors)
}

#[test]
fn accounts_in_the_machine() {
    let file = subjects().join("rust/accounts.rs");
    let subject = compile(&file, "main", &[]);
    for text in ["a=3;b=4;a>b", "a=0;a>a", "a=1;a=2"] {
        println!("{text}: {:?}", run(&subject, Input::Bytes(text.into())));
    }
    println!("{:?}", run(&subject, Input::Symbolic(3)));
    let start = std::time::Instant::now();
    println!("{:?}", run(&subject, Input::Symbolic(7)));
    println!("{:?}", start.elapsed());
}

#[test]
fn word_count_in_the_machine() {
    let file = subjects().join("cpp/word_count.cpp");
    let subject = compile(&file, "main", &[]);
    for text in ["a b a", "a-a=a"] {
        println!("{text}: {:?}", run(&subject, Input::Bytes(text.into())));
    }
    println!("{:?}", run(&subject, Input::Symbolic(3)));
}
