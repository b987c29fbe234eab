//! A property of a subject, its inputs as a search finds them, the verdicts of the engine,
//! and the tests that are written for them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pikse_front::Wanted;
use pikse_front::bounds::{Bounds, Request, infer_input};
use pikse_front::check::{Named, Property, open};
use pikse_llvm::Program;
use pikse_llvm::inkwell::context::Context;
use pikse_native::{Build, Check, CheckBuild, Predicate};
use pikse_report::{Call, Language, Subject, TestCode};
use pikse_search::{Search, Settings, Step};
use pikse_structure::Structure;

/// So many failing inputs, and so many others, have a test.
const MOST: usize = 6;

/// What is tested.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) language: Language,
    pub(crate) text: &'a str,
    /// What is called, or `check NAME`.
    pub(crate) call: &'a str,
    pub(crate) post: &'a [&'a str],
    pub(crate) same_as: Option<&'a str>,
    pub(crate) size: u32,
    pub(crate) ranges: &'a [&'a str],
}

/// What came out.
pub(crate) struct Outcome {
    /// The generated file.
    pub(crate) text: String,
    pub(crate) failing: usize,
    /// The generated file with failing tests alone, and what it is compiled with.
    failures: String,
    flags: Vec<String>,
    /// The user's file, in its folder.
    file: PathBuf,
    folder: tempfile::TempDir,
    /// How inputs failed.
    pub(crate) kinds: BTreeSet<&'static str>,
}

impl Case<'_> {
    /// Every test passes if the engine says that its input does, and otherwise fails.
    #[track_caller]
    pub(crate) fn run(&self) -> Outcome {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join(match self.language {
            Language::C => "subject.c",
            Language::Cpp => "subject.cpp",
            Language::Rust => "subject.rs",
        });
        fs::write(&file, self.text).expect("the file can be written");
        let context = Context::create();
        let wanted = Wanted { files: vec![file.clone()], ..Wanted::default() };
        let check = self.call.strip_prefix("check ");
        let named = Named {
            call: self.call.to_owned(),
            post: self.post.iter().map(|&name| name.to_owned()).collect(),
            same_as: self.same_as.map(str::to_owned),
            ..Named::default()
        };
        let named = check.is_none().then_some(&named);
        let only: Vec<String> = check.into_iter().map(str::to_owned).collect();
        let checked = open(&context, &wanted, named, &only);
        let checked = checked.unwrap_or_else(|error| panic!("{error}")).remove(0);
        let (types, property) = (&*checked.types, &checked.properties[0]);
        let ranges = self.ranges.iter().map(|range| range.parse().expect("a range"));
        let request = Request { size: self.size, ranges: ranges.collect(), ..Request::default() };
        let bounds = infer_input(types, &property.parameters, &request);
        let bounds = bounds.unwrap_or_else(|error| panic!("{error}"));
        let (inputs, finds_leaks) = inputs(&checked.program, property, &bounds);

        let subject = Subject {
            language: self.language,
            file: &file,
            text: self.text,
            module: "subject",
            call: Call::Pointer(String::new()),
        };
        let code = TestCode::for_input(types, &bounds, &subject, property, finds_leaks);
        let code = code.unwrap_or_else(|error| panic!("{error}"));
        let kinds =
            inputs.iter().filter_map(|(_, failure)| failure.as_ref().map(|f| f.0)).collect();
        let (failing, passing): (Vec<_>, Vec<_>) =
            inputs.into_iter().partition(|(_, failure)| failure.is_some());
        let (failing, passing) = (pick(failing), pick(passing));
        let count = failing.len();
        let inputs: Vec<_> = failing.into_iter().chain(passing).collect();
        let tests: Vec<String> = (1..)
            .zip(&inputs)
            .map(|(number, (structure, failure))| {
                let text = failure.as_ref().map_or("", |failure| &failure.1);
                code.test_of_failure(number, structure, text).unwrap_or_else(|e| panic!("{e}"))
            })
            .collect();
        let text = code.prologue() + &tests.concat() + &code.epilogue(tests.len());
        let runs = match self.language {
            Language::Rust => rust_runs(folder.path(), &code, &text, tests.len()),
            _ => self.c_runs(folder.path(), &code, &tests),
        };
        for (number, ((structure, failure), (passed, printed))) in
            (1..).zip(inputs.iter().zip(&runs))
        {
            assert_eq!(
                *passed,
                failure.is_none(),
                "{number}: {failure:?}\n{structure}\n{printed}\n{text}"
            );
        }
        assert!(!inputs.is_empty(), "there are inputs");
        let failures = code.prologue() + &tests[..count].concat() + &code.epilogue(count);
        let flags = code.flags().iter().map(|&flag| flag.to_owned()).collect();
        Outcome { text, failing: count, failures, flags, file, folder, kinds }
    }

    /// The tests of failing inputs fail, and pass as soon as the user's file is mended, with
    /// `right` in place of `wrong`.
    #[track_caller]
    pub(crate) fn mend(&self, wrong: &str, right: &str) {
        assert!(self.text.contains(wrong), "{wrong}");
        let mut outcome = self.run();
        assert!(outcome.failing > 0, "there is a failure");
        let mended = self.text.replace(wrong, right);
        let file = match self.language {
            // The tests are behind the text.
            Language::Rust => {
                outcome.failures = outcome.failures.replace(self.text, &mended);
                "failures.rs"
            }
            Language::C => "failures.c",
            Language::Cpp => "failures.cpp",
        };
        let path = outcome.folder.path().join(file);
        let flags: Vec<&str> = outcome.flags.iter().map(String::as_str).collect();
        let passes = || {
            fs::write(&path, &outcome.failures).expect("the file can be written");
            run(&compile(self.compiler(), &flags, &path), &[])
        };
        if self.language != Language::Rust {
            let (passed, printed) = passes();
            assert!(!passed, "it fails\n{printed}");
            fs::write(&outcome.file, &mended).expect("the file can be written");
        }
        let (passed, printed) = passes();
        assert!(passed, "it is mended\n{printed}\n{}", outcome.failures);
    }

    fn compiler(&self) -> &'static str {
        let known: &[&str] = match self.language {
            Language::C => &["cc", "clang-19", "clang"],
            Language::Cpp => &["c++", "clang++-19", "clang++"],
            Language::Rust => return "rustc",
        };
        known.iter().find(|name| answers(name)).expect("there is a compiler")
    }

    /// Each test by itself, in a program of C or C++: whether it passed, and what it said.
    fn c_runs(&self, folder: &Path, code: &TestCode<'_>, tests: &[String]) -> Vec<(bool, String)> {
        let mut text = code.prologue() + &tests.concat() + "#include <stdlib.h>\n";
        text += "int main(int argc, char **argv)\n{\n    switch (atoi(argv[argc - 1])) {\n";
        let epilogue = code.epilogue(1);
        let call = epilogue.lines().find(|line| line.contains("input_1")).expect("it is called");
        for number in 1..=tests.len() {
            let call = call.replace("input_1", &format!("input_{number}"));
            let _ = writeln!(text, "    case {number}: {} return 0;", call.trim());
        }
        text += "    default: return 99;\n    }\n}\n";
        let (name, standard) = match self.language {
            Language::C => ("tests.c", "-std=c11"),
            _ => ("tests.cpp", "-std=c++17"),
        };
        let file = folder.join(name);
        fs::write(&file, &text).expect("the file can be written");
        // And as users have it.
        let all = folder.join(format!("all_{name}"));
        let whole = code.prologue() + &tests.concat() + &code.epilogue(tests.len());
        fs::write(&all, whole).expect("the file can be written");
        let flags: Vec<&str> =
            [standard, "-g", "-Wall", "-Werror"].into_iter().chain(code.flags().to_vec()).collect();
        let compiler = self.compiler();
        compile(compiler, &flags, &all);
        let program = compile(compiler, &flags, &file);
        (1..=tests.len()).map(|number| run(&program, &[&number.to_string()])).collect()
    }
}

/// Each test by itself, in a program of Rust.
fn rust_runs(folder: &Path, code: &TestCode<'_>, text: &str, count: usize) -> Vec<(bool, String)> {
    let file = folder.join("tests.rs");
    fs::write(&file, text).expect("the file can be written");
    let flags: Vec<&str> =
        ["--edition=2024", "-Dwarnings"].into_iter().chain(code.flags().to_vec()).collect();
    let program = compile("rustc", &flags, &file);
    let name = |number| format!("pikse_inputs::input_{number}");
    (1..=count)
        .map(|number| {
            let (passed, printed) = run(&program, &["--exact", &name(number)]);
            assert!(printed.contains("running 1 test"), "{printed}");
            (passed, printed)
        })
        .collect()
}

/// Inputs, with kind and text of each failure.
type Inputs = Vec<(Structure, Option<(&'static str, String)>)>;

/// The inputs, and whether leaks are failures.
fn inputs(program: &Program<'_>, property: &Property, bounds: &Bounds) -> (Inputs, bool) {
    let pre = pikse_check::compile_pre(program, property, bounds, &Build::default());
    let pre = pre.unwrap_or_else(|error| panic!("{error}"));
    let compiled = pikse_check::compile(program, property, bounds, &CheckBuild::default());
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let predicate = Predicate::load(&pre, bounds).unwrap_or_else(|error| panic!("{error}"));
    let mut check = Check::load(&compiled, bounds).unwrap_or_else(|error| panic!("{error}"));
    let mut search = Search::new(&bounds.space, predicate, Settings::new(&bounds.space));
    let mut found = Vec::new();
    while search.step().expect("the predicate is deterministic") == Step::Solution {
        search.show(|_, choices| check.choose(choices));
        let failure = check.run().err().map(|failed| {
            (failed.broken.kind(), format!("{}: {}\n\nafter \\", property.name, failed.broken))
        });
        found.push((search.structure(), failure));
    }
    (found, compiled.finds_leaks())
}

/// Some, from all over.
fn pick<T>(all: Vec<T>) -> Vec<T> {
    let step = all.len().div_ceil(MOST).max(1);
    all.into_iter().step_by(step).collect()
}

fn answers(name: &str) -> bool {
    let mut version = Command::new(name);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

#[track_caller]
fn compile(compiler: &str, flags: &[&str], file: &Path) -> PathBuf {
    let program = file.with_extension("program");
    let mut command = Command::new(compiler);
    let output = command.args(flags).arg(file).arg("-o").arg(&program).output();
    let output = output.expect("the compiler runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let text = fs::read_to_string(file).unwrap_or_default();
    assert!(output.status.success(), "{compiler}: {errors}\n{text}");
    program
}

fn run(program: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(program).args(arguments).output().expect("the program runs");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&printed).into_owned())
}
