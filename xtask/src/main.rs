//! The project's tasks: `cargo xtask test`, `cargo xtask bench`, `cargo xtask figures`, `cargo xtask
//! study`, `cargo xtask real`, `cargo xtask dist`.

mod dist;
mod real;
mod requirements;
mod test;
#[cfg(test)]
mod tidy;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
The project's tasks.

Usage: cargo xtask <COMMAND>

Commands:
  test             Checks format, lints, tests, documentation and examples. Installs
                   missing packages, if you are root.
  test --fast      A subset that takes less than two minutes after a build.
  test CRATE       Lints and tests of one crate: `cargo xtask test vm`.
  test --large     All tests, also those that take minutes: published figures, every
                   seeded defect, random and real programs, older compilers.
  test --z3        The tests that use Z3: every answer of the solver, and symbolic
                   floating-point arithmetic.
  test --mpi       The tests that use MPI: ranks on this machine, and on two hosts.
  bench [--native] [--long]
                   Nanoseconds per candidate, compared with hand-written loops in the
                   same run. Fails if the native engine is slower than promised.
                   --native skips the embedded engine, --long adds searches that take
                   more than a few seconds.
  bench --workers  Two workers on this machine, by local processes and by MPI, and ranges
                   one after the other: what it costs to divide a run.
  figures          Runs every published figure and writes docs/published-counts.md
  study            Simulates clusters of up to 4,096 workers on recorded trees, and writes
                   the plots to target/study.html
  real coreutils [--time SECONDS] [--jobs N] [--debug] [TOOL...]
                   Fetches Coreutils 9.1 from Debian, builds every tool to bitcode,
                   explores each and writes the table target/real/coreutils.md.
                   --jobs is how many are explored at once [default: one a core].
                   --pikse FILE takes a command that is built already, --search an order.
  real programs [--time SECONDS] [--jobs N] [--debug] [PROGRAM...]
                   The same for grep, sed, bc, tcpdump, zlib, libpng, sqlite, and for
                   parsers in Rust; the table is target/real/programs.md.
  real searchers [--time SECONDS] [--jobs N] [TOOL...]
                   Compares orders of the search on ten tools of Coreutils, by lines that
                   were reached; the table is target/real/searchers.md.
  dist [--try]     An archive of the command with its library: target/dist/pikse-*.tar.gz.
                   --try runs it in a new Debian root (needs debootstrap and root).
  help             This text

Example: cargo xtask test";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => passed(test::all()),
        ["test", "--fast"] => passed(test::fast()),
        ["test", "--large"] => passed(test::large()),
        ["test", "--z3"] => passed(test::z3()),
        ["test", "--mpi"] => passed(test::mpi()),
        ["test", name] if !name.starts_with('-') => passed(test::of_crate(name)),
        ["bench", ref options @ ..] => bench(options),
        ["figures"] => figures(),
        ["study"] => study(),
        ["real", "coreutils", ref options @ ..] => real::coreutils(options),
        ["real", "programs", ref options @ ..] => real::programs(options),
        ["real", "searchers", ref options @ ..] => real::searchers(options),
        ["dist", ref options @ ..] => dist::dist(options),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("unknown task `{}`\n\n{HELP}", arguments.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the number of tests that passed.
fn passed(tests: Result<u64, String>) -> Result<(), String> {
    let passed = tests?;
    println!("xtask: everything holds");
    println!("{passed} passed, 0 failed");
    Ok(())
}

fn bench(options: &[&str]) -> Result<(), String> {
    // Ranks are measured where there is MPI; the same command also works without.
    let is_there = || run(command("mpirun").arg("--version")).is_ok();
    let mpi = options.contains(&"--workers") && is_there();
    let (feature, more) = if mpi { (" --features mpi", " --mpi") } else { ("", "") };
    // The command is also measured.
    cargo(&format!("build --quiet --release --package pikse-cli{feature}"))?;
    let options = options.join(" ") + more;
    cargo(&format!("run --quiet --release --package pikse-bench -- {options}"))
}

fn figures() -> Result<(), String> {
    let mut make = command("cargo");
    make.args(["run", "--quiet", "--release", "--package", "pikse-subjects"]);
    make.args(["--example", "published_counts"]);
    let output = make.output().map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let path = root().join("docs/published-counts.md");
    std::fs::write(&path, output.stdout)
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Simulates clusters on recorded trees.
fn study() -> Result<(), String> {
    let page = root().join("target/study.html");
    cargo(&format!("run --quiet --release --package pikse-bench -- --study {}", page.display()))?;
    println!("xtask: {}", page.display());
    Ok(())
}

fn cargo(arguments: &str) -> Result<(), String> {
    println!("xtask: cargo {arguments}");
    run(command("cargo").args(arguments.split_whitespace()))
}

fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    let status =
        command.status().map_err(|error| format!("{command:?} does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder in it").to_owned()
}
