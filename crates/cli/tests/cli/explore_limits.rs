//! The limits of `pikse explore` hold, and signals stop it with a result.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Ended, command, run_in};

const COUNTS: &str = "
int main(void) { volatile int x = 0; for (int i = 0; i < 1000; i++) x += i; return 0; }
";

/// Its queries take a SAT solver much longer than any test.
const HARD: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned long x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  unsigned long z = x * y;
  int n = 0;
  for (int i = 0; i < 20; i++) {
    z = z * z % (x | 1) + y;
    if (z == 0x123456789abcdefUL + i) n++;
  }
  return n;
}
"#;

const ENDLESS: &str = "int main(void) { volatile int x = 0; for (;;) x++; }\n";

/// Every iteration leaves a state that waits, and writes to much memory.
const GROWS: &str = r#"
#include <klee/klee.h>
static char memory[1 << 16];
int main(void) {
  for (int i = 0; klee_int("more"); i++) memory[i % sizeof memory]++;
  return 0;
}
"#;

/// The result of an exploration of a program.
fn explored(text: &str, options: &str) -> Ended {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("p.c"), text).expect("a file");
    run_in(folder.path(), &format!("explore p.c --json --tests none {options}"))
}

#[test]
fn limits_on_instructions_are_exact() {
    for limit in [1, 2, 77, 1_000, 70_000] {
        let text = COUNTS.replace("1000", "1000000");
        let ended = explored(&text, &format!("--max-instructions {limit}"));
        assert_eq!((ended.code, &ended.json()["instructions"]), (3, &limit.into()), "{ended:?}");
    }
    let whole = explored(COUNTS, "").json()["instructions"].as_u64().expect("a number");
    for option in ["--path-instructions", "--max-instructions"] {
        assert_eq!(explored(COUNTS, &format!("{option} {whole}")).code, 0);
        assert_eq!(explored(COUNTS, &format!("{option} {}", whole - 1)).code, 3);
    }
}

#[test]
fn the_time_limit_holds_while_the_solver_works() {
    let begun = Instant::now();
    let ended = explored(HARD, "--time 2s");
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.json()["seconds"].as_f64().expect("a number") < 10.0, "{ended:?}");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_memory_limit_holds() {
    let ended = explored(GROWS, "--memory 300M --time 60s");
    let result = ended.json();
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.stdout.contains("memory limit reached"), "{ended:?}");
    assert!(result["peak_mb"].as_f64().expect("a number") < 600.0, "{ended:?}");
}

fn interrupted(folder: &Path, text: &str, signal: &str) -> Ended {
    fs::write(folder.join("p.c"), text).expect("a file");
    let mut command = command(folder);
    command.args(["explore", "p.c", "--json", "--solver-time", "10m"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_secs(3));
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("it runs").success());
    let begun = Instant::now();
    let ended = child.wait_with_output().expect("it ends").into();
    assert!(begun.elapsed() < Duration::from_secs(30), "{ended:?}");
    ended
}

#[test]
fn signals_stop_an_exploration_with_its_result() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, signal) in [(ENDLESS, "-TERM"), (HARD, "-TERM"), (HARD, "-INT")] {
        let ended = interrupted(folder.path(), text, signal);
        assert_eq!(ended.code, 3, "{ended:?}");
        // A busy machine may still compile the program: then there is no result.
        assert!(
            ended.stdout.contains("interrupted") || ended.stderr.contains("interrupted"),
            "{ended:?}"
        );
    }
}
