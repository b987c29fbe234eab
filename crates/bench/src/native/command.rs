//! The command as users run it: compared with the times of the Java Korat, with the memory of
//! its worker, and the time to the first structure.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::subject::{in_workspace, published};
use super::table::{Promise, Table, text};

const ROUNDS: usize = 3;

/// A search of the Java Korat, measured on one core of a similar, idle machine.
struct Peer {
    what: &'static str,
    file: &'static str,
    subject: &'static str,
    size: u32,
    seconds: f64,
    is_long: bool,
}

const PEER: [Peer; 5] = [
    Peer {
        what: "binary trees of 12",
        file: "c/binary_tree.c",
        subject: "binary tree",
        size: 12,
        seconds: 4.7,
        is_long: false,
    },
    Peer {
        what: "binary trees of 14",
        file: "c/binary_tree.c",
        subject: "binary tree",
        size: 14,
        seconds: 82.0,
        is_long: true,
    },
    Peer {
        what: "search trees of 9 with 10 keys",
        file: "c/search_tree_without_parents.c",
        subject: "search tree, n+1 keys",
        size: 9,
        seconds: 15.0,
        is_long: false,
    },
    Peer {
        what: "red-black trees of 11 with keys 0 to 11",
        file: "c/red_black_tree.c",
        subject: "red-black tree",
        size: 11,
        seconds: 34.0,
        is_long: false,
    },
    Peer {
        what: "heap arrays of 11",
        file: "c/heap_array.c",
        subject: "heap array",
        size: 11,
        seconds: 9.7,
        is_long: false,
    },
];

pub(super) fn measure(table: &mut Table, long: bool) {
    let mut memory = 0.0_f64;
    for peer in PEER.iter().filter(|peer| long || !peer.is_long) {
        let source = published(peer.file, peer.subject);
        let file = format!("subjects/{}", peer.file);
        let size = peer.size.to_string();
        let arguments = [&["count", &file, "--type", source.root], source.options].concat();
        let arguments = [&arguments[..], &["--size", &size, "--jobs", "1", "--json"]].concat();
        let rounds = if peer.is_long { 1 } else { ROUNDS };
        let runs: Vec<Run> = (0..rounds).map(|_| run(&arguments)).collect();
        let best = runs.iter().map(Run::seconds).min_by(f64::total_cmp).unwrap_or(f64::NAN);
        memory = runs.iter().map(|run| run.worker.memory).fold(memory, f64::max);
        table.row(
            &format!("{}: the Java Korat, `pikse count`", peer.what),
            format!("{:.1} s", peer.seconds),
            text(Duration::from_secs_f64(best)),
            (peer.seconds / best, " times"),
            Promise::AtLeast(10.0),
        );
    }
    let what = "peak memory of a worker in these";
    table.row(what, "", "", (memory, " MiB"), Promise::AtMost(50.0));

    let c = ["generate", "subjects/c/search_tree.c", "--type", "bst", "--size", "3", "--first"];
    let rust = ["generate", "subjects/rust/search_tree.rs", "--size", "3", "--first"];
    for (what, arguments, most) in [
        ("from the command to the first structure, C", &c[..], 1.5),
        ("from the command to the first structure, Rust", &rust[..], 6.0),
    ] {
        let arguments = [arguments, &["1"]].concat();
        let best = (0..ROUNDS).map(|_| run(&arguments).wall).min().unwrap_or_default();
        let seconds = (best.as_secs_f64(), " s");
        table.row(what, "", "", seconds, Promise::AtMost(most));
    }
}

/// A run of the command.
struct Run {
    wall: Duration,
    output: String,
    worker: Worker,
}

/// The resources of a worker.
#[derive(Clone, Copy, Default)]
struct Worker {
    /// CPU time in seconds.
    seconds: f64,
    /// Peak memory, in MiB.
    memory: f64,
}

impl Run {
    /// The CPU time of the worker, for a complete search.
    fn seconds(&self) -> f64 {
        let json: Json = serde_json::from_str(&self.output).expect("the command prints JSON");
        assert_eq!(json["complete"], true, "{json}");
        self.worker.seconds
    }
}

/// Runs the command that was built beside this program.
fn run(arguments: &[&str]) -> Run {
    let mut command = Command::new(binary());
    command.args(arguments).current_dir(in_workspace(""));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command.spawn().expect("the command runs");
    let mut worker = Worker::default();
    // The output of these commands fits into a pipe.
    while child.try_wait().expect("the command can be waited for").is_none() {
        worker = worker_of(child.id()).unwrap_or(worker);
        std::thread::sleep(Duration::from_millis(2));
    }
    let wall = begun.elapsed();
    let output = child.wait_with_output().expect("the command can be waited for");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "pikse {}: {errors}", arguments.join(" "));
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    Run { wall, output, worker }
}

/// The resources of the worker of a command so far. Compilers are also children, but the
/// worker is a copy of the command itself.
fn worker_of(command: u32) -> Option<Worker> {
    let read = |path: String| std::fs::read_to_string(path).ok();
    let children = read(format!("/proc/{command}/task/{command}/children"))?;
    children.split_whitespace().find_map(|child| {
        let status = read(format!("/proc/{child}/status"))?;
        let value = |name| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let kilobytes: f64 = value("VmHWM:")?.strip_suffix(" kB")?.parse().ok()?;
        let nanoseconds = read(format!("/proc/{child}/schedstat"))?;
        let nanoseconds: f64 = nanoseconds.split(' ').next()?.parse().ok()?;
        let worker = Worker { seconds: nanoseconds / 1e9, memory: kilobytes / 1024.0 };
        (value("Name:")? == "pikse").then_some(worker)
    })
}

/// The command, which `cargo xtask bench` builds first.
pub(crate) fn binary() -> PathBuf {
    let own = std::env::current_exe().expect("this program has a path");
    let binary = own.with_file_name("pikse");
    assert!(binary.is_file(), "cargo build --release --bin pikse");
    binary
}
