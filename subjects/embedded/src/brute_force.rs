//! Finds failing inputs by brute force, without the search: with a generated C or C++ program
//! that includes the subject's file.
//!
//! The program makes every candidate within the bounds by a sequence of choices
//! (`brute_force/candidates` defines the choices of each subject), keeps those that the
//! pre-condition accepts, and runs the call and its post-conditions on each in a child
//! process (`brute_force/before.c`, `brute_force/after.c`). It shares no code with the engine.
//! Objects are numbered in the order in which they are met, so that no two inputs differ
//! only in their numbers. Fields that the predicate never reads have one value.
//!
//! The order of its inputs is not that of the search. To compare a failing input with that of
//! `pikse check`, compare how many objects it has.

mod cpp;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::checks::Check;
use crate::defects::{Defect, DefectError};

/// The results of all inputs of a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BruteForce {
    /// The number of inputs.
    pub inputs: u64,
    /// The ways in which inputs failed, in the order in which they were met.
    pub failures: Vec<Failures>,
}

/// The inputs that failed in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failures {
    /// `post NAME` if a post-condition did not hold, `crash`, `abort`, `arithmetic`,
    /// `time-out`, `bad free` (twice, or of what was not allocated), `leak`, `exception`, or
    /// `exit`.
    /// An access to freed memory, or outside of all objects, is a crash.
    pub kind: String,
    /// Their number.
    pub count: u64,
    /// The number of objects of the smallest, in all of its structure arguments, with their
    /// roots.
    pub objects: u32,
}

impl BruteForce {
    /// The number of inputs that failed.
    pub fn failing(&self) -> u64 {
        self.failures.iter().map(|failures| failures.count).sum()
    }

    /// The number of objects of the smallest failing input, and how it failed.
    pub fn smallest(&self) -> Option<(u32, &str)> {
        let smallest = self.failures.iter().min_by_key(|failures| failures.objects)?;
        Some((smallest.objects, &smallest.kind))
    }
}

/// Which candidates are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// A pointer is null or leads to an object that was not met before, if the subject allows no
    /// other, and parent pointers are right.
    Plain,
    /// A pointer is null or leads to any object. There are very many from size 3 on.
    EveryGraph,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum BruteForceError {
    /// A file cannot be read or written, or a program cannot be started.
    Io(PathBuf, io::Error),
    /// The defect does not fit the source.
    Defect(DefectError),
    /// The source has no function of that name whose head can be read.
    NoFunction(String),
    /// The driver did not compile, or it failed, with the output.
    Failed(String),
}

impl fmt::Display for BruteForceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BruteForceError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            BruteForceError::Defect(error) => error.fmt(f),
            BruteForceError::NoFunction(name) => write!(f, "there is no head of `{name}`"),
            BruteForceError::Failed(printed) => write!(f, "the driver failed:\n{printed}"),
        }
    }
}

impl std::error::Error for BruteForceError {}

/// Runs the operation of a check, with a defect or without, on every input of a size.
pub fn brute_force(
    check: &Check,
    defect: Option<&Defect>,
    size: u32,
) -> Result<BruteForce, BruteForceError> {
    Driver::new(check, defect)?.run(size, Candidates::Plain)
}

/// A compiled program that tries all inputs of a check.
#[derive(Debug)]
pub struct Driver {
    folder: TempDir,
}

impl Driver {
    /// Compiles the program of a check, with a defect or without.
    pub fn new(check: &Check, defect: Option<&Defect>) -> Result<Driver, BruteForceError> {
        let text = driver(check, defect)?;
        let no_folder = |error| BruteForceError::Io("a temporary folder".into(), error);
        let driver = Driver { folder: tempfile::tempdir().map_err(no_folder)? };
        let is_cpp = cpp::is_its_language(check);
        let source = driver.folder.path().join(if is_cpp { "driver.cpp" } else { "driver.c" });
        fs::write(&source, text).map_err(|error| BruteForceError::Io(source.clone(), error))?;
        let mut compiler = if is_cpp {
            let mut compiler = Command::new(cpp::compiler(compiler()));
            compiler.arg("-fno-access-control");
            compiler
        } else {
            Command::new(compiler())
        };
        run(compiler.args(["-w", "-o"]).arg(driver.program()).arg(&source))?;
        Ok(driver)
    }

    /// Runs the operation on every input of a size.
    pub fn run(&self, size: u32, candidates: Candidates) -> Result<BruteForce, BruteForceError> {
        let every_graph = u32::from(candidates == Candidates::EveryGraph);
        let mut program = Command::new(self.program());
        let output = run(program.args([size, every_graph].map(|number| number.to_string())))?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        result(&printed).ok_or(BruteForceError::Failed(printed))
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("driver")
    }
}

/// The C compiler: the clang that `PIKSE_CLANG` names, else the first that answers.
pub fn compiler() -> &'static str {
    static COMPILER: OnceLock<String> = OnceLock::new();
    COMPILER.get_or_init(|| {
        let wanted = std::env::var("PIKSE_CLANG").ok();
        let versioned = (14..=22).rev().map(|version| format!("clang-{version}"));
        let mut names = wanted.into_iter().chain(versioned).chain(["clang".to_owned()]);
        let answers = |name: &String| {
            let version = Command::new(name).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        };
        names.find(answers).unwrap_or_else(|| "cc".to_owned())
    })
}

fn run(command: &mut Command) -> Result<Output, BruteForceError> {
    let program = PathBuf::from(command.get_program());
    let output = command.output().map_err(|error| BruteForceError::Io(program, error))?;
    if output.status.success() {
        return Ok(output);
    }
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(BruteForceError::Failed(format!("{}: {printed}", output.status)))
}

/// What the driver printed.
fn result(printed: &str) -> Option<BruteForce> {
    let mut lines = printed.lines();
    let inputs = lines.next()?.strip_prefix("inputs\t")?.parse().ok()?;
    let failures = lines.map(|line| {
        let mut parts = line.strip_prefix("failure\t")?.splitn(3, '\t');
        let count = parts.next()?.parse().ok()?;
        let objects = parts.next()?.parse().ok()?;
        Some(Failures { kind: parts.next()?.to_owned(), count, objects })
    });
    Some(BruteForce { inputs, failures: failures.collect::<Option<_>>()? })
}

/// The driver's text.
fn driver(check: &Check, defect: Option<&Defect>) -> Result<String, BruteForceError> {
    let read =
        |path: PathBuf| fs::read_to_string(&path).map_err(|error| BruteForceError::Io(path, error));
    let subjects = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = read(subjects.join(check.file))?;
    let source = match defect {
        Some(defect) => defect.apply(&source).map_err(BruteForceError::Defect)?,
        None => source,
    };
    let candidate = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/brute_force/candidates");
    let mut candidate = read(candidate.join(check.subject()).with_extension("c"))?;
    if cpp::is_its_language(check) {
        candidate = cpp::candidate(check, &candidate);
    }
    let glue = glue(check, &source)?;
    let before = include_str!("brute_force/before.c");
    let after = include_str!("brute_force/after.c");
    Ok(format!("{before}\n#line 1 \"{}\"\n{source}\n{candidate}\n{glue}\n{after}", check.file))
}

/// A function of the source: what it returns, and types and names of its parameters.
#[derive(Debug, PartialEq, Eq)]
struct Head<'a> {
    returns: &'a str,
    parameters: Vec<(&'a str, &'a str)>,
}

/// The head of a function, which begins its line.
fn head<'a>(source: &'a str, name: &str) -> Result<Head<'a>, BruteForceError> {
    let parse = || {
        let open = format!("{name}(");
        let is_head = |line: &&str| {
            let before = line.split(&open).next().unwrap_or_default();
            line.starts_with(char::is_alphabetic)
                && before.len() < line.len()
                && before.ends_with([' ', '*'])
        };
        let line = source.lines().find(is_head)?;
        let returns = line.split(&open).next()?.trim();
        // Both are parts of the same text.
        let start = line.as_ptr() as usize - source.as_ptr() as usize;
        let rest = &source[start..];
        let parameters = &rest[rest.find('(')? + 1..rest.find(')')?];
        let split = |parameter: &'a str| {
            let parameter = parameter.trim();
            let name = parameter.rfind([' ', '*', '&'])? + 1;
            Some((parameter[..name].trim(), &parameter[name..]))
        };
        let parameters = parameters.split(',').filter(|parameter| !parameter.trim().is_empty());
        let parameters: Option<Vec<_>> = parameters.map(split).collect();
        Some(Head { returns, parameters: parameters? })
    };
    parse().ok_or_else(|| BruteForceError::NoFunction(name.to_owned()))
}

/// The part of the driver that is about one check: its arguments, the call, the
/// post-conditions.
fn glue(check: &Check, source: &str) -> Result<String, BruteForceError> {
    let is_cpp = cpp::is_its_language(check);
    let call = match is_cpp {
        true => cpp::method(check, source, check.call)?,
        false => head(source, check.call)?,
    };
    let is_structure = |&&(of, _): &&(&str, &str)| of.ends_with(['*', '&']);
    let structures = call.parameters.iter().filter(is_structure).map(|&(_, name)| name);
    let structures: Vec<&str> = is_cpp.then_some("this").into_iter().chain(structures).collect();
    let with_arguments = |name: &str| match is_cpp {
        true => cpp::call(check, source, name),
        false => call_in_c(source, name),
    };
    let root = if is_cpp { check.root.to_owned() } else { format!("struct {}", check.root) };
    let mut declared = String::new();
    let mut chosen = String::new();
    let mut copied = String::new();
    let mut marked = String::new();
    for name in &structures {
        let old = if structures.len() == 1 { "old".to_owned() } else { format!("old_{name}") };
        let rep_ok = match is_cpp {
            true => format!("arg_{name}->repOk()"),
            false => format!("rep_ok(arg_{name})"),
        };
        declared += &format!("static {root} *arg_{name}, *arg_{old};\n");
        chosen += &format!("    arg_{name} = candidate(n);\n");
        // A pre-condition implies it; checked here, it rejects most candidates early.
        chosen += &format!("    if (!{rep_ok}) return false;\n");
        copied += &format!("    arg_{old} = ({root} *)copied(arg_{name});\n");
        marked += &format!("    count += mark(block_of((char *)arg_{name}));\n");
    }
    for argument in check.arguments {
        let malformed = || BruteForceError::NoFunction(format!("{}: {argument}", check.call));
        let (name, range) = argument.split_once('=').ok_or_else(malformed)?;
        let (low, high) = range.split_once("..").ok_or_else(malformed)?;
        declared += &format!("static int arg_{name};\n");
        chosen += &format!("    arg_{name} = pick({low}, {high});\n");
    }
    if let Some(pre) = check.pre {
        chosen += &format!("    if (!{}) return false;\n", with_arguments(pre)?);
    }
    let call_text = with_arguments(check.call)?;
    let mut posts = String::new();
    for post in check.post {
        posts += &format!("    if (!{}) fail(\"post {post}\");\n", with_arguments(post)?);
    }
    let has_result = call.returns != "void";
    let body = if is_cpp {
        cpp::body(&copied, &call_text, has_result, &posts)
    } else {
        let result = if has_result { &format!("{} result = ", call.returns) } else { "" };
        format!("{copied}    {result}{call_text};\n{posts}")
    };
    Ok(format!(
        "{declared}\n\
         static bool choose(int n)\n{{\n{chosen}    return true;\n}}\n\n\
         static int mark_arguments(void)\n{{\n    int count = 0;\n{marked}    return count;\n}}\n\n\
         static void run(void)\n{{\n{body}}}\n"
    ))
}

/// The text that calls a function.
fn call_in_c(source: &str, name: &str) -> Result<String, BruteForceError> {
    let argument = |&(_, name): &(&str, &str)| match name {
        "result" => "result".to_owned(),
        _ => format!("arg_{name}"),
    };
    let parameters = head(source, name)?.parameters;
    let arguments: Vec<String> = parameters.iter().map(argument).collect();
    Ok(format!("{name}({})", arguments.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_functions_are_read() {
        let source = "static int f(int a)\n{ g(1); }\nbool g(const struct s *old, struct s *t,\n    \
                      int x)\n{}\n";
        let g = head(source, "g").expect("it is there");
        let parameters = vec![("const struct s *", "old"), ("struct s *", "t"), ("int", "x")];
        assert_eq!(g, Head { returns: "bool", parameters });
        assert_eq!(head(source, "f").expect("it is there").returns, "static int");
        assert!(matches!(head(source, "h"), Err(BruteForceError::NoFunction(_))));
    }

    #[test]
    fn what_a_driver_prints_is_read() {
        let read = result("inputs\t12\nfailure\t3\t4\tpost rep_ok\nfailure\t1\t2\tleak\n");
        let read = read.expect("it is well formed");
        assert_eq!((read.inputs, read.failing()), (12, 4));
        assert_eq!(read.smallest(), Some((2, "leak")));
        assert_eq!(result("inputs\t0\n").expect("it is well formed").smallest(), None);
        assert_eq!(result("inputs\t1\nfailure\t3\n"), None);
    }
}
