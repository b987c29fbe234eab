//! Everything is killed, again and again, and goes on: nothing is lost, and nothing is found twice.
//!
//! Half of the schedules kill runs with `--save` and `--resume`, the others `pikse run` on the parts of a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{command, run_in, subjects};
use crate::explore_parts::essence as of_paths;
use crate::parts::{copy, essence as of_checks};

/// Commands that take about half a second.
fn commands() -> [String; 3] {
    let subject = |name: &str| subjects().join(name).display().to_string();
    let tree = subject("c/search_tree.c");
    [
        format!("count {tree} --size 8 --multi-value off --digest"),
        format!("check {tree} --call bst_add --args x=0..8 --post rep_ok --size 8"),
        format!("explore {} --cflags -DN=16 --tests none", subject("explore/c/branches.c")),
    ]
}

/// What is the same, whoever searches, and however often.
fn essence(run: &Value) -> Value {
    match () {
        () if run["checks"].is_array() => of_checks(run).into(),
        () if run["valid"].is_null() => of_paths(run),
        () => {
            let keys = ["valid", "explored", "digest", "complete", "failures"];
            keys.map(|key| run[key].clone()).to_vec().into()
        }
    }
}

/// The runs that are killed: a folder with the parts of each command, and what each finds undisturbed.
struct Subjects {
    folder: tempfile::TempDir,
    expected: Vec<Value>,
}

impl Subjects {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path();
        let mut expected = Vec::new();
        for (number, words) in commands().iter().enumerate() {
            let whole = run_in(at, &format!("{words} --json"));
            assert_eq!(whole.code, 0, "{whole:?}");
            expected.push(essence(&whole.whole_json()));
            let split = run_in(at, &format!("split {words} --parts 2 --out {number}"));
            assert_eq!(split.code, 0, "{split:?}");
        }
        Subjects { folder, expected }
    }

    /// One schedule. Gives the number of kills.
    fn check(&self, seed: u64) -> u32 {
        let kind = (seed % 3) as usize;
        let away = tempfile::tempdir().expect("a folder");
        let at = away.path();
        let mut chaos = Chaos { random: seed * 2 + 1, kills: 0 };
        let run = match seed / 3 % 2 {
            0 => {
                copy(&self.folder.path().join(kind.to_string()), &at.join("p"));
                chaos.until_done(at, seed, &|| "run p/001 --jobs 2 --json".to_owned());
                chaos.until_done(at, seed, &|| "run p/002 --jobs 2 --json".to_owned());
                run_in(at, "merge p --json").whole_json()
            }
            _ => {
                let words = &commands()[kind];
                let saved = at.join("s");
                chaos.until_done(at, seed, &|| {
                    let resume = if saved.exists() { "--resume s" } else { "" };
                    format!("{words} --jobs 2 --json --save s {resume}")
                })
            }
        };
        assert_eq!(essence(&run), self.expected[kind], "seed {seed}, {} kills", chaos.kills);
        // A killed coordinator takes its workers along.
        let begun = Instant::now();
        while !left_over(at).is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(20), "seed {seed}: {:?}", left_over(at));
            std::thread::sleep(Duration::from_millis(20));
        }
        chaos.kills
    }
}

/// Kills.
struct Chaos {
    random: u64,
    kills: u32,
}

/// The processes that a process has started.
fn children(pid: u32) -> Vec<i32> {
    let file = format!("/proc/{pid}/task/{pid}/children");
    let text = fs::read_to_string(file).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

impl Chaos {
    fn below(&mut self, limit: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % limit
    }

    fn kill(&mut self, pid: i32) {
        let _ = Command::new("kill").args(["-9", &pid.to_string()]).stderr(Stdio::null()).status();
        self.kills += 1;
    }

    /// Runs a command, and kills its workers and itself at random, until it comes to its end.
    fn until_done(&mut self, at: &Path, seed: u64, words: &dyn Fn() -> String) -> Value {
        let mut said = String::new();
        for round in 0..200 {
            let mut child = command(at)
                .args(words().split_whitespace())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("it starts");
            // Ever later, so that it comes to its end on a busy machine, too.
            let last = Duration::from_millis(100 + self.below(900) + round * 150);
            let (begun, mut next) = (Instant::now(), Duration::from_millis(self.below(400)));
            while begun.elapsed() < last && child.try_wait().expect("it is ours").is_none() {
                if begun.elapsed() >= next {
                    next += Duration::from_millis(30 + self.below(400));
                    let workers = children(child.id());
                    if !workers.is_empty() {
                        let victim = workers[self.below(workers.len() as u64) as usize];
                        self.kill(victim);
                    }
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            if child.try_wait().expect("it is ours").is_none() {
                self.kill(child.id() as i32);
            }
            let output = child.wait_with_output().expect("it ends");
            if let Ok(run) = serde_json::from_slice::<Value>(&output.stdout) {
                return run;
            }
            said = String::from_utf8_lossy(&output.stderr).into_owned();
        }
        panic!("seed {seed}: it never ends: {said}");
    }
}

/// The processes that work in a folder.
fn left_over(at: &Path) -> Vec<PathBuf> {
    let processes = fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.path());
    let works_there = |process: &PathBuf| {
        fs::read_link(process.join("cwd")).is_ok_and(|folder| folder.starts_with(at))
    };
    processes.filter(works_there).collect()
}

#[test]
fn killed_runs_lose_nothing() {
    let subjects = Subjects::new();
    // On a fast machine, many runs end before they are killed.
    let (mut kills, mut seeds) = (0, 0..60);
    while kills < 9
        && let Some(seed) = seeds.next()
    {
        kills += subjects.check(seed);
    }
    assert!(kills >= 9, "{kills} kills in {} runs", seeds.start);
}

#[test]
#[ignore = "takes long: cargo xtask test --large"]
fn killed_runs_lose_nothing_200_times() {
    let subjects = Subjects::new();
    let kills: u32 = (100..300).map(|seed| subjects.check(seed)).sum();
    println!("{kills} kills in 200 schedules");
    assert!(kills > 200, "{kills} kills");
}
