//! Random predicates in C: every way to search finds the same structures, and those are
//! the ones that the predicate accepts as plain native code.
//!
//! `PIKSE_FUZZ=100` tries so many files of predicates, `PIKSE_FUZZ_SEED=7` begins with
//! that one.

mod known;
mod natively;
mod searches;
mod types;
mod write;

use std::collections::BTreeSet;
use std::fmt::Write;

use pikse_base::Random;
use pikse_front::bounds::infer;
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};
use pikse_native::Limits;

use natively::Library;
use searches::Subject;
use types::Types;
use write::{GLOBALS, HEADER, Writer};

/// So many files are tried if nobody asks for more.
const FILES: u64 = 3;
/// So many predicates are in each.
const PREDICATES: usize = 20;

/// What was tried.
#[derive(Debug, Default)]
struct Tried {
    predicates: usize,
    /// Predicates that accept something.
    accepting: usize,
    /// Predicates that break off on some candidate.
    breaking: usize,
    /// Predicates that were also run natively on every candidate.
    natively: usize,
    explored: u64,
    wrong: usize,
}

fn number(variable: &str, default: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{variable}={text}")))
}

#[test]
fn all_searches_agree() {
    // Not a test of its own: a process has one program loaded at a time.
    known::check();
    let (files, first) = (number("PIKSE_FUZZ", FILES), number("PIKSE_FUZZ_SEED", 1));
    let mut tried = Tried::default();
    let mut problems = String::new();
    for seed in first..first + files {
        for problem in check_file(seed, &mut tried) {
            eprintln!("{problem}");
            problems += &problem;
        }
    }
    eprintln!("{tried:?}");
    assert!(problems.is_empty(), "{} of {} are wrong", tried.wrong, tried.predicates);
    // The test is worth something only if much was accepted, and much was run natively.
    let worth = tried.accepting * 3 > tried.predicates && tried.natively * 4 > tried.predicates;
    assert!(worth || files < FILES, "{tried:?}");
}

fn check_file(seed: u64, tried: &mut Tried) -> Vec<String> {
    let mut random = Random(seed);
    let types = Types::new(&mut random);
    let head = format!("{HEADER}{}{GLOBALS}", types.declarations());
    let mut predicates: Vec<(String, String, bool)> = Vec::new();
    for number in 0..PREDICATES {
        let name = format!("p{number}");
        let (text, wide) = Writer::new(&mut random, &types).predicate(&name);
        predicates.push((name, text, wide));
    }
    let mut source = head.clone();
    predicates.iter().for_each(|(_, text, _)| source += text);
    let folder = tempfile::tempdir().expect("there is a folder");
    let file = folder.path().join("random.c");
    std::fs::write(&file, &source).expect("it is written");
    let flags = ["-w", "-fwrapv", "-fno-strict-aliasing"].map(str::to_owned).to_vec();
    let options = Options { cflags: flags, ..Options::default() };
    let context = Context::create();
    let program = Program::compile(&context, &[&file], &options);
    let program = program.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{source}"));
    let known = pikse_llvm::Types::of(&program).expect("it has debug information");
    let bounds = infer(&known, &types.request);
    let bounds = bounds.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{source}"));
    let library = Library::compile(&file, folder.path());
    let (mut problems, limits) = (Vec::new(), Limits::default());
    for (name, text, wide) in &predicates {
        let subject = Subject { program: &program, name, bounds: &bounds, limits };
        tried.predicates += 1;
        if std::env::var_os("PIKSE_FUZZ").is_some() {
            eprintln!("seed {seed}, `{name}`");
        }
        let wrong = check(subject, *wide, &library, &mut random, tried).err();
        if let Some(wrong) = wrong {
            tried.wrong += 1;
            let mut problem = format!("seed {seed}, `{name}`: {wrong}\n{:?}\n", types.request);
            let _ = writeln!(problem, "{head}{text}");
            problems.push(problem);
        }
    }
    problems
}

fn check(
    subject: Subject<'_, '_>,
    wide: bool,
    library: &Library,
    random: &mut Random,
    tried: &mut Tried,
) -> Result<(), String> {
    let reference = subject.check(random)?;
    tried.explored += reference.statistics.explored;
    tried.accepting += usize::from(reference.statistics.valid > 0);
    if !reference.failures.is_empty() {
        tried.breaking += 1;
        return Ok(());
    }
    let all = &reference.all;
    let Some(accepted) = library.accepted(subject.name, wide, subject.bounds) else {
        return Ok(());
    };
    tried.natively += 1;
    let found: BTreeSet<u128> = all.iter().copied().collect();
    match () {
        () if found.len() != all.len() => {
            Err(format!("{} structures, {} of them different", all.len(), found.len()))
        }
        () if found != accepted => Err(format!(
            "natively {} structures, here {}; {} are not here, {} not natively",
            accepted.len(),
            found.len(),
            accepted.difference(&found).count(),
            found.difference(&accepted).count(),
        )),
        () => Ok(()),
    }
}
