//! Test suites of published crates, in the machine: a harness of libtest is a whole program with all of
//! `std`.
//!
//! The crates are those that this workspace is built with anyway, so that nothing has to be fetched.
//! A test that should panic ends the program in the machine, where panics do not unwind; such tests are
//! skipped, by name.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use super::support::{Run, in_machine, natively};

/// Where a crate begins.
const LIBRARY: &str = "src/lib.rs";
const INSTRUCTIONS: u64 = 2_000_000_000;

/// A test suite.
struct Suite {
    package: &'static str,
    features: &'static [&'static str],
    /// The file: [`LIBRARY`] for the tests inside of the crate.
    root: &'static str,
    /// Tests that should panic, and those that need what the machine has not.
    skip: &'static [&'static str],
    /// At least so many tests are run.
    tests: usize,
}

/// Some quick ones.
const SOME: &[Suite] = &[
    Suite {
        package: "semver",
        features: &["std"],
        root: "tests/test_version_req.rs",
        skip: &[],
        tests: 10,
    },
    Suite { package: "itoa", features: &[], root: "tests/test.rs", skip: &[], tests: 10 },
];

const MORE: &[Suite] = &[
    Suite {
        package: "semver",
        features: &["std"],
        root: "tests/test_version.rs",
        skip: &[],
        tests: 10,
    },
    Suite {
        package: "semver",
        features: &["std"],
        root: "tests/test_identifier.rs",
        skip: &[],
        tests: 3,
    },
    Suite { package: "strsim", features: &[], root: LIBRARY, skip: &[], tests: 40 },
    Suite { package: "heck", features: &[], root: LIBRARY, skip: &[], tests: 50 },
    Suite { package: "shlex", features: &["std"], root: LIBRARY, skip: &[], tests: 5 },
];

/// libtest runs each test in a thread of its own, or, where there are no threads, itself.
const NO_THREADS: &str = "define i32 @pthread_create(ptr %a, ptr %b, ptr %c, ptr %d) {
  ret i32 11 ; EAGAIN
}
";

/// A package of those that this workspace is built with, as Cargo describes it.
fn package(name: &str) -> &'static serde_json::Value {
    static METADATA: OnceLock<serde_json::Value> = OnceLock::new();
    let metadata = METADATA.get_or_init(|| {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let output = Command::new(cargo)
            .args(["metadata", "--format-version=1", "--locked"])
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    });
    let packages = metadata["packages"].as_array().expect("a list of packages");
    packages.iter().find(|one| one["name"] == name).expect(name)
}

/// Runs rustc, the one that built this test.
fn rustc(suite: &Suite, root: &str, flags: &[&str], outputs: &[(&str, &Path)]) {
    let package = package(suite.package);
    let text = |key: &str| package[key].as_str().expect(key);
    let folder = Path::new(text("manifest_path")).parent().expect("a folder");
    let mut rustc = Command::new("rustc");
    rustc.args(["-g", "--cap-lints=allow", "--edition", text("edition")]);
    for feature in suite.features {
        rustc.args(["--cfg", &format!("feature=\"{feature}\"")]);
    }
    rustc.args(flags).arg(folder.join(root));
    for (kind, file) in outputs {
        rustc.arg(format!("--emit={kind}={}", file.display()));
    }
    let output = rustc.output().expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn run(suite: &Suite) {
    let name = format!("{}, {}", suite.package, suite.root);
    let folder = tempfile::tempdir().expect("a folder");
    let within = |name: &str| folder.path().join(name);
    let (module, program, threads) = (within("tests.bc"), within("tests"), within("threads.ll"));
    std::fs::write(&threads, NO_THREADS).expect("a file");
    let library = within(&format!("lib{}.rlib", suite.package));
    let found = format!("--extern={}={}", suite.package, library.display());
    let mut flags = vec!["--test", "--crate-name=tests", "-C", "symbol-mangling-version=v0"];
    if suite.root != LIBRARY {
        let flags_of_library = ["--crate-type=rlib", "--crate-name", suite.package];
        rustc(suite, LIBRARY, &flags_of_library, &[("link", &library)]);
        flags.push(&found);
    }
    rustc(suite, suite.root, &flags, &[("link", &program)]);
    // The whole program as one module, which nobody links.
    flags.extend(["-C", "lto=fat", "-C", "codegen-units=1", "-C", "no-prepopulate-passes"]);
    flags.extend(["-C", "linker-plugin-lto", "-C", "linker=true"]);
    rustc(suite, suite.root, &flags, &[("llvm-bc", &module), ("link", &within("nothing"))]);
    let mut arguments = vec!["--test-threads=1"];
    arguments.extend(suite.skip.iter().flat_map(|name| ["--skip", name]));
    let expected = natively(&program, &arguments, 60).expect("it ends");
    let found = in_machine(&[&module, &threads], &arguments, INSTRUCTIONS);
    let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
    let found = without_time(&found.unwrap_or_else(|| panic!("{name}: too many instructions")));
    assert_eq!(found, without_time(&expected), "{name}");
    assert_eq!(found.code, 0, "{name}: {}", found.output);
    let passed = found.output.lines().filter(|line| line.ends_with("... ok")).count();
    assert!(passed >= suite.tests, "{name}: {passed} tests");
}

/// What libtest says of the time is another each time.
fn without_time(run: &Run) -> Run {
    let lines = run.output.lines();
    let lines = lines.map(|line| line.split("; finished in").next().unwrap_or(line));
    Run { output: lines.collect::<Vec<_>>().join("\n"), ..run.clone() }
}

#[test]
fn tests_of_published_crates_pass() {
    SOME.iter().for_each(run);
}

#[test]
#[ignore = "takes minutes: cargo xtask test --large"]
fn tests_of_more_published_crates_pass() {
    MORE.iter().for_each(run);
}
