//! Whole programs with a bug that is known: natively, and found in the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::{
    Argument, Counts, Subject, begin, compile, explore, folder, native, subjects,
};
use pikse_env::{Input, Plan};
use pikse_vm::{ErrorKind, Options, Verdict};

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

/// What came of a program in the machine.
#[derive(Debug, Default)]
struct Ran {
    counts: Counts,
    /// Kinds, lines and messages of errors, with the inputs.
    errors: BTreeMap<(ErrorKind, u32, String), BTreeSet<String>>,
    /// What was written to the standard output of paths that ended well, and why others were cut.
    told: BTreeSet<String>,
}

/// Runs a program on some standard input.
fn run(subject: &Subject, stdin: Input) -> Ran {
    let plan = Plan { stdin, ..Plan::new("program") }.encode();
    let length = Argument::Number(plan.len() as u64);
    let mut machine = subject.machine(Options::default());
    let entry = subject.entry("pikse_env_main");
    let first = begin(&mut machine, entry, &[Argument::Bytes(plan), length]);
    let mut ran = Ran::default();
    for path in explore(&mut machine, first) {
        ran.counts.add(&path.verdict);
        let output = path.state.output();
        let bytes = output.iter().filter(|output| output.descriptor == 1).flat_map(|output| {
            output.bytes().map(|byte| byte.concrete().map_or(b'?', |byte| byte as u8))
        });
        let text = String::from_utf8_lossy(&bytes.collect::<Vec<_>>()).into_owned();
        match &path.verdict {
            Verdict::Finished(_) => ran.told.extend([text]),
            Verdict::Cut(cut, _) => ran.told.extend([cut.to_string()]),
            Verdict::Rejected | Verdict::Killed(..) | Verdict::Blocked(..) => {}
            Verdict::Error(failure) => {
                let mut lines = failure.stack.iter().map(|place| {
                    let location = &subject.program.locations[place.location.index()];
                    (&subject.program.files[location.file.index()], location.line)
                });
                let own = lines.find(|(file, _)| file.contains("subjects/explore"));
                let line = own.map_or(0, |(_, line)| line);
                let inputs = path.inputs(&machine).into_iter().flat_map(|(_, bytes)| bytes);
                let input = String::from_utf8_lossy(&inputs.collect::<Vec<_>>()).into_owned();
                let error = (failure.kind, line, failure.message.clone());
                ran.errors.entry(error).or_default().insert(input);
            }
        }
    }
    ran
}

/// The line of a file with the comment `the bug`.
fn bug(file: &Path) -> u32 {
    let text = std::fs::read_to_string(file).expect("a file");
    let line = text.lines().position(|line| line.ends_with("// the bug"));
    line.expect("the bug") as u32 + 1
}

/// With a text the program does what it does natively; with symbols it finds the bug.
#[test]
fn accounts_in_the_machine() {
    let file = subjects().join("rust/accounts.rs");
    let subject = compile(&file, "main", &[]);
    let ran = run(&subject, Input::Bytes(b"a=3;b=4;a>b".to_vec()));
    assert_eq!(ran.told, BTreeSet::from(["[0, 7]\n".to_owned()]));
    let ran = run(&subject, Input::Symbolic(7));
    let error = (ErrorKind::Panic, bug(&file), "RefCell already borrowed".to_owned());
    let inputs = ["a=0;a>a", "b=0;b>b", "c=0;c>c"].map(str::to_owned);
    assert_eq!(ran.errors, BTreeMap::from([(error, BTreeSet::from(inputs))]));
    assert_eq!(ran.counts, Counts { finished: 513, failed: 3, ..Counts::default() });
}

#[test]
fn word_count_in_the_machine() {
    let file = subjects().join("cpp/word_count.cpp");
    let subject = compile(&file, "main", &[]);
    let ran = run(&subject, Input::Bytes(b"one two-one".to_vec()));
    assert_eq!(ran.told, BTreeSet::from(["1\n".to_owned()]));
    let ran = run(&subject, Input::Symbolic(5));
    let error = (
        ErrorKind::Exception,
        bug(&file),
        "uncaught exception of type `std::out_of_range`".to_owned(),
    );
    assert_eq!(ran.errors, BTreeMap::from([(error, BTreeSet::from(["a-a=a".to_owned()]))]));
    // How many paths end well is libc++'s business.
    assert_eq!((ran.counts.failed, ran.counts.cut), (1, 0));
}
