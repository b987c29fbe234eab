//! KLEE's options: what each becomes here.
//!
//! Both `-name` and `--name` are accepted, and values as `-name=value` or, for options that always have
//! one, as the next word. The first word that is no option is the program; the rest are its arguments.

use std::path::PathBuf;
use std::time::Duration;

use pikse_explore::Order;

/// What the options say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) output_dir: Option<PathBuf>,
    pub(crate) time: Option<Duration>,
    /// Bytes.
    pub(crate) memory: Option<u64>,
    pub(crate) instructions: Option<u64>,
    pub(crate) paths: Option<u64>,
    pub(crate) tests: Option<u64>,
    pub(crate) solver_time: Option<Duration>,
    pub(crate) orders: Vec<Order>,
    pub(crate) emit_all_errors: bool,
    pub(crate) exit_on_error: bool,
    /// The endings of the errors at which to stop.
    pub(crate) exit_on_types: Vec<&'static str>,
    pub(crate) undefined: bool,
    pub(crate) smt2: bool,
    pub(crate) no_output: bool,
    pub(crate) posix: bool,
    pub(crate) entry: Option<String>,
    pub(crate) libraries: Vec<PathBuf>,
    pub(crate) env_file: Option<PathBuf>,
    pub(crate) replays: Vec<PathBuf>,
    /// What is done differently, or not at all.
    pub(crate) notes: Vec<String>,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
}

/// What an option has after its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Nothing, or `=true`, `=false`, `=1`, `=0`.
    Flag,
    /// A value, after `=` or as the next word.
    Value,
}

/// What an option becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes {
    /// Something here; see `Settings::set`.
    Mapped,
    /// Nothing, because it does not change results; the reason.
    Ignored(&'static str),
    /// An error; what to use instead.
    Refused(&'static str),
}

use Becomes::{Ignored, Mapped, Refused};
use Takes::{Flag, Value};

const OWN_SOLVER: &str = "Pikse has its own solver";
const NO_FILE: &str = "no such file is written";
const OWN_MODELS: &str = "Pikse has its own models of the C library";
const ADDRESSES: &str = "addresses are always the same in every run";
const STATISTICS: &str = "no such statistics are kept";
const AS_IT_IS: &str = "the program runs as it is";
const SYMBOLIC: &str = "symbolic memory has no such limit";
const UNDECIDED: &str = "a query that is not decided ends its path";
const WARNINGS: &str = "Pikse has other warnings";
const NO_SEEDS: &str = "Pikse does not use seeds; remove it";
const NO_STATIC: &str = "use `pikse explore` with --max-paths or --loop-limit";

/// The options. A name that ends with `*` stands for all that begin so.
const OPTIONS: &[(&str, Takes, Becomes)] = &[
    ("output-dir", Value, Mapped),
    ("max-time", Value, Mapped),
    ("max-memory", Value, Mapped),
    ("max-memory-inhibit", Flag, Ignored("the exploration stops at the limit of memory")),
    ("max-forks", Value, Mapped),
    ("max-depth", Value, Mapped),
    ("max-instructions", Value, Mapped),
    ("stop-after-n-instructions", Value, Mapped),
    ("max-tests", Value, Mapped),
    ("stop-after-n-tests", Value, Mapped),
    ("max-static-*", Value, Refused(NO_STATIC)),
    ("max-stack-frames", Value, Ignored("recursion is limited to 10,000 calls")),
    ("max-solver-time", Value, Mapped),
    ("max-core-solver-time", Value, Mapped),
    ("search", Value, Mapped),
    ("use-batching-search", Flag, Ignored("the order of paths does not change results")),
    ("batch-*", Value, Ignored("the order of paths does not change results")),
    ("use-iterative-deepening-*", Value, Ignored("the order of paths does not change results")),
    ("use-merge", Flag, Ignored("paths are never merged")),
    ("only-output-states-covering-new", Flag, Mapped),
    ("emit-all-errors", Flag, Mapped),
    ("emit-all-errors-in-same-path", Flag, Refused("a path ends at its first error; remove it")),
    ("exit-on-error", Flag, Mapped),
    ("exit-on-error-type", Value, Mapped),
    ("libc", Value, Mapped),
    ("uclibc", Flag, Ignored(OWN_MODELS)),
    ("libcxx", Flag, Ignored(OWN_MODELS)),
    ("libcxxabi", Flag, Ignored(OWN_MODELS)),
    ("posix-runtime", Flag, Mapped),
    ("ubsan-runtime", Flag, Ignored(OWN_MODELS)),
    ("optimize", Flag, Ignored(AS_IT_IS)),
    ("optimize-aggressive", Flag, Ignored(AS_IT_IS)),
    ("optimize-array", Value, Ignored(OWN_SOLVER)),
    ("disable-inlining", Flag, Ignored(AS_IT_IS)),
    ("disable-verify", Flag, Ignored("modules are always verified")),
    ("disable-internalize", Flag, Ignored(AS_IT_IS)),
    ("strip-debug", Flag, Ignored(AS_IT_IS)),
    ("strip-all", Flag, Ignored(AS_IT_IS)),
    ("switch-type", Value, Ignored(AS_IT_IS)),
    ("write-kqueries", Flag, Refused("use --write-smt2s")),
    ("write-pcs", Flag, Refused("use --write-smt2s")),
    ("write-cvcs", Flag, Refused("use --write-smt2s")),
    ("write-smt2s", Flag, Mapped),
    ("write-ktests", Flag, Mapped),
    ("write-cov", Flag, Ignored(NO_FILE)),
    ("write-test-info", Flag, Ignored(NO_FILE)),
    ("write-paths", Flag, Ignored(NO_FILE)),
    ("write-sym-paths", Flag, Ignored(NO_FILE)),
    ("write-exec-tree", Flag, Ignored(NO_FILE)),
    ("write-xml-tests", Flag, Ignored(NO_FILE)),
    ("use-query-log", Value, Ignored(NO_FILE)),
    ("no-output", Flag, Mapped),
    ("check-overflow", Flag, Mapped),
    ("check-overshift", Flag, Mapped),
    ("check-div-zero", Flag, Mapped),
    ("solver-backend", Value, Ignored(OWN_SOLVER)),
    ("use-forked-solver", Flag, Ignored(OWN_SOLVER)),
    ("use-cache", Flag, Ignored(OWN_SOLVER)),
    ("use-cex-cache", Flag, Ignored(OWN_SOLVER)),
    ("use-branch-cache", Flag, Ignored(OWN_SOLVER)),
    ("use-fast-cex-solver", Flag, Ignored(OWN_SOLVER)),
    ("use-independent-solver", Flag, Ignored(OWN_SOLVER)),
    ("use-assignment-validating-solver", Flag, Ignored(OWN_SOLVER)),
    ("use-construct-hash-*", Flag, Ignored(OWN_SOLVER)),
    ("cex-cache-*", Flag, Ignored(OWN_SOLVER)),
    ("debug-*", Flag, Ignored("Pikse has a log of its own: PIKSE_LOG")),
    ("z3-*", Value, Ignored(OWN_SOLVER)),
    ("stp-*", Value, Ignored(OWN_SOLVER)),
    ("simplify-sym-indices", Flag, Ignored(OWN_SOLVER)),
    ("rewrite-equalities", Value, Ignored(OWN_SOLVER)),
    ("equality-substitution", Flag, Ignored(OWN_SOLVER)),
    ("const-array-opt", Flag, Ignored(OWN_SOLVER)),
    ("entry-point", Value, Mapped),
    ("allocate-determ*", Flag, Ignored(ADDRESSES)),
    ("kdalloc*", Value, Ignored(ADDRESSES)),
    (
        "return-null-on-zero-malloc",
        Flag,
        Refused("malloc(0) returns an address, as in glibc; remove it"),
    ),
    ("redzone-space", Value, Ignored(ADDRESSES)),
    ("run-in-dir", Value, Ignored("files are in memory; name them with --sym-files")),
    ("env-file", Value, Mapped),
    ("environ", Value, Mapped),
    ("link-llvm-lib", Value, Mapped),
    ("seed-file", Value, Refused(NO_SEEDS)),
    ("seed-dir", Value, Refused(NO_SEEDS)),
    ("seed-time", Value, Refused(NO_SEEDS)),
    ("only-seed", Flag, Refused(NO_SEEDS)),
    ("only-replay-seeds", Flag, Refused(NO_SEEDS)),
    ("named-seed-matching", Flag, Refused(NO_SEEDS)),
    ("allow-seed-*", Flag, Refused(NO_SEEDS)),
    ("zero-seed-extension", Flag, Refused(NO_SEEDS)),
    ("replay-ktest-file", Value, Mapped),
    ("replay-ktest-dir", Value, Mapped),
    ("replay-path", Value, Refused("use `pikse replay` with the .json file of a test")),
    ("warnings-only-to-file", Flag, Ignored(WARNINGS)),
    ("warn-all-external-symbols", Flag, Ignored(WARNINGS)),
    ("all-external-warnings", Flag, Ignored(WARNINGS)),
    ("suppress-external-warnings", Flag, Ignored(WARNINGS)),
    ("external-call-warnings", Value, Ignored(WARNINGS)),
    ("external-calls", Value, Ignored("a call of a function without a model ends its path")),
    (
        "allow-external-sym-calls",
        Flag,
        Ignored("a call of a function without a model ends its path"),
    ),
    ("watchdog", Flag, Ignored("--max-time is enough")),
    ("dump-states-on-halt", Value, Ignored("tests are written for paths that ended")),
    ("silent-klee-assume", Flag, Ignored("a false assumption always rejects its path")),
    ("readable-posix-inputs", Flag, Ignored("the values of tests do not change results")),
    ("output-source", Flag, Ignored("assembly.ll is always written")),
    ("output-module", Flag, Ignored("assembly.ll is always written")),
    ("output-stats", Flag, Ignored(STATISTICS)),
    ("output-istats", Flag, Ignored(STATISTICS)),
    ("stats-*", Value, Ignored(STATISTICS)),
    ("istats-*", Value, Ignored(STATISTICS)),
    ("track-instruction-time", Flag, Ignored(STATISTICS)),
    ("use-call-paths", Flag, Ignored(STATISTICS)),
    ("rng-initial-seed", Value, Ignored("the order of paths does not change results")),
    ("compress-*", Flag, Ignored(NO_FILE)),
    ("max-sym-array-size", Value, Ignored(SYMBOLIC)),
    ("use-visitor-hash", Flag, Ignored(OWN_SOLVER)),
    ("solver-optimize-divides", Flag, Ignored(OWN_SOLVER)),
    ("ignore-solver-failures", Flag, Ignored(UNDECIDED)),
    ("min-query-time-to-log", Value, Ignored(NO_FILE)),
    ("log-*", Flag, Ignored(NO_FILE)),
    ("delete-dead-loops", Flag, Ignored(AS_IT_IS)),
    ("klee-call-optimisation", Flag, Ignored(AS_IT_IS)),
];

/// An option that is not understood.
type Mistake = String;

/// Reads the words of a command line.
pub(crate) fn read(words: &[String]) -> Result<Settings, Mistake> {
    let mut settings = Settings::default();
    let mut words = words.iter().cloned();
    while let Some(word) = words.next() {
        let Some(rest) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            settings.program = PathBuf::from(word);
            settings.arguments = words.collect();
            return Ok(settings);
        };
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        let (name, value) = match rest.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (rest, None),
        };
        let Some((_, takes, becomes)) = OPTIONS.iter().find(|(known, ..)| is_it(known, name))
        else {
            return Err(format!("{word}: unknown option; docs/klee.md lists the known ones"));
        };
        let value = match (takes, value) {
            (_, Some(value)) => value,
            (Flag, None) => "true".to_owned(),
            (Value, None) => words.next().ok_or_else(|| format!("{word}: the value is missing"))?,
        };
        match becomes {
            Refused(instead) => return Err(format!("{word} is not supported: {instead}")),
            // `-optimize=false` asks for nothing.
            Ignored(_) if *takes == Flag && truth(&value) == Some(false) => {}
            Ignored(why) => settings.notes.push(format!("{word} has no effect: {why}")),
            Mapped => settings.set(name, &value).map_err(|why| format!("{word}: {why}"))?,
        }
    }
    Err("name a program: pikse klee [OPTIONS] FILE.bc [ARGUMENTS]".to_owned())
}

fn is_it(known: &str, name: &str) -> bool {
    match known.strip_suffix('*') {
        Some(begin) => name.starts_with(begin),
        None => known == name,
    }
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" | "1" | "TRUE" | "True" => Some(true),
        "false" | "0" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

/// A limit, for which 0 is none.
fn limit(text: &str) -> Result<Option<u64>, String> {
    number(text).map(|number| (number > 0).then_some(number))
}

/// A time: `30`, `30s`, `1h10min`, `500ms`.
fn time(text: &str) -> Result<Option<Duration>, String> {
    let bad = || format!("`{text}` is not a time; write 30s, 10min or 2h");
    if let Ok(seconds) = text.parse::<f64>() {
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| bad())?;
        return Ok((!time.is_zero()).then_some(time));
    }
    let mut total = Duration::ZERO;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(bad)?;
        let count: u64 = rest[..digits].parse().map_err(|_| bad())?;
        rest = &rest[digits..];
        let end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        total += match &rest[..end] {
            "h" => Duration::from_secs(count.saturating_mul(3_600)),
            "min" => Duration::from_secs(count.saturating_mul(60)),
            "s" => Duration::from_secs(count),
            "ms" => Duration::from_millis(count),
            "us" => Duration::from_micros(count),
            "ns" => Duration::from_nanos(count),
            _ => return Err(bad()),
        };
        rest = &rest[end..];
    }
    Ok((!total.is_zero()).then_some(total))
}

impl Settings {
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is_on = || truth(value).ok_or_else(|| format!("`{value}` is neither true nor false"));
        match name {
            "output-dir" => self.output_dir = Some(value.into()),
            "max-time" => self.time = time(value)?,
            "max-memory" => self.memory = limit(value)?.map(|megabytes| megabytes << 20),
            "max-instructions" | "stop-after-n-instructions" => self.instructions = limit(value)?,
            "max-forks" => {
                // KLEE writes -1 for no limit.
                if value != "-1" && value != "4294967295" {
                    let forks = number(value)?;
                    self.paths = Some(forks + 1);
                    self.notes.push(format!("-max-forks={forks} stops after {} paths", forks + 1));
                }
            }
            "max-depth" => {
                if limit(value)?.is_some() {
                    return Err("there is no limit of this kind; use `pikse explore` with \
                                --loop-limit or --path-instructions"
                        .to_owned());
                }
            }
            "max-tests" | "stop-after-n-tests" => self.tests = limit(value)?,
            "max-solver-time" | "max-core-solver-time" => self.solver_time = time(value)?,
            "search" => {
                let order = self.order(value)?;
                self.orders.push(order);
            }
            "only-output-states-covering-new" => {
                if is_on()? {
                    let note =
                        "-only-output-states-covering-new has no effect: all tests are written";
                    self.notes.push(note.to_owned());
                }
            }
            "emit-all-errors" => self.emit_all_errors = is_on()?,
            "exit-on-error" => self.exit_on_error = is_on()?,
            "exit-on-error-type" => {
                let ending = super::errors::ending_of_type(value)
                    .ok_or_else(|| format!("`{value}` is not a type of error"))?;
                self.exit_on_types.push(ending);
            }
            "libc" => match value {
                "none" | "klee" | "uclibc" | "freestanding" => {
                    self.notes.push(format!("-libc={value} has no effect: {OWN_MODELS}"));
                }
                _ => return Err(format!("`{value}` is not a C library")),
            },
            "posix-runtime" => self.posix = is_on()?,
            "write-smt2s" => self.smt2 = is_on()?,
            "write-ktests" => self.no_output |= !is_on()?,
            "no-output" => self.no_output = is_on()?,
            "check-overflow" => self.undefined = is_on()?,
            "check-overshift" => {
                if is_on()? {
                    let note = "-check-overshift has no effect; -check-overflow reports overflow and \
                                shifts by too many bits";
                    self.notes.push(note.to_owned());
                }
            }
            "check-div-zero" => {
                if !is_on()? {
                    return Err("division by zero is always an error; remove it".to_owned());
                }
            }
            "entry-point" => self.entry = (value != "main").then(|| value.to_owned()),
            "env-file" | "environ" => self.env_file = Some(value.into()),
            "link-llvm-lib" => self.libraries.push(value.into()),
            "replay-ktest-file" => self.replays.push(value.into()),
            "replay-ktest-dir" => self.replays.push(value.into()),
            _ => return Err("unknown option".to_owned()),
        }
        Ok(())
    }

    /// The order of a searcher's name.
    fn order(&mut self, name: &str) -> Result<Order, String> {
        let order = match name {
            "dfs" => Order::DepthFirst,
            "bfs" => Order::BreadthFirst,
            "random-path" => Order::RandomPath,
            "nurs:covnew" => Order::CoveringNew,
            "nurs:md2u" => {
                self.notes.push("-search=nurs:md2u runs as nurs:covnew".to_owned());
                Order::CoveringNew
            }
            "random-state" | "nurs:depth" | "nurs:rp" | "nurs:icnt" | "nurs:cpicnt" | "nurs:qc" => {
                self.notes.push(format!("-search={name} runs as random-path"));
                Order::RandomPath
            }
            _ => return Err(format!("`{name}` is not a searcher")),
        };
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Result<Settings, Mistake> {
        read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_have_all_forms_of_klee() {
        let settings = of("-max-time=1min30s --max-memory 100 --search=dfs -search bfs \
                           --emit-all-errors --exit-on-error-type=Ptr a.bc --max-time=3 x")
        .expect("it is right");
        assert_eq!(settings.time, Some(Duration::from_secs(90)));
        assert_eq!(settings.memory, Some(100 << 20));
        assert_eq!(settings.orders, [Order::DepthFirst, Order::BreadthFirst]);
        assert!(settings.emit_all_errors);
        assert_eq!(settings.exit_on_types, ["ptr"]);
        assert_eq!(settings.program, PathBuf::from("a.bc"));
        assert_eq!(settings.arguments, ["--max-time=3", "x"]);
    }

    #[test]
    fn the_documentation_has_every_option() {
        let text = include_str!("../../../../docs/klee.md");
        for (name, ..) in OPTIONS {
            assert!(text.contains(&format!("| `--{name}` |")), "docs/klee.md omits {name}");
        }
    }

    #[test]
    fn what_has_no_effect_is_noted() {
        for line in ["-optimize a.bc", "--solver-backend=z3 a.bc", "-libc=uclibc a.bc"] {
            assert_eq!(of(line).expect(line).notes.len(), 1, "{line}");
        }
        assert!(of("-optimize=false -max-depth=0 a.bc").expect("fine").notes.is_empty());
    }

    #[test]
    fn what_would_change_the_meaning_is_refused() {
        for line in [
            "-max-depth=5 a.bc",
            "-write-kqueries a.bc",
            "-seed-file=x a.bc",
            "-no-such-option a.bc",
            "-max-time=soon a.bc",
            "-search=best a.bc",
            "-exit-on-error",
            "-max-time",
            "",
        ] {
            assert!(of(line).is_err(), "{line}");
        }
    }
}
