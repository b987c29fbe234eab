//! Ranks of MPI: `cargo xtask test --mpi` installs Open MPI and runs these.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Ended, folder, run_in, subjects};
use crate::explore_parts::{LONG, PROGRAM, essence};

/// `mpirun` in a folder.
fn mpirun(at: &Path) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--oversubscribe", "--allow-run-as-root"]).current_dir(at);
    command
}

fn ranks(at: &Path, count: u32, words: &str) -> Ended {
    let mut command = mpirun(at);
    command.args(["-n", &count.to_string(), env!("CARGO_BIN_EXE_pikse")]);
    command.args(words.split_whitespace()).output().expect("it starts").into()
}

fn tree() -> String {
    subjects().join("c/search_tree.c").display().to_string()
}

#[test]
fn any_number_of_ranks_counts_and_generates_the_same() {
    let folder = folder(&[]);
    let at = folder.path();
    let tree = tree();
    let count = format!("count {tree} --size 6 --digest --json");
    let generate = format!("generate {tree} --size 5 --quiet");
    let (whole, all) = (run_in(at, &count).json(), run_in(at, &generate));
    for number in [2, 4, 8] {
        let ended = ranks(at, number, &count);
        assert_eq!(ended.code, 0, "{ended:?}");
        let run = ended.json();
        for key in ["valid", "explored", "digest", "complete"] {
            assert_eq!(run[key], whole[key], "{number} ranks: {key}");
        }
        assert_eq!(run["jobs"], number);
        // In the same order, whoever found them.
        let ended = ranks(at, number, &generate);
        assert!(ended.stdout == all.stdout, "{number} ranks");
    }
    // Two workers for each rank.
    let run = ranks(at, 2, &format!("{count} --jobs 2")).json();
    assert_eq!((&run["jobs"], &run["digest"]), (&4.into(), &whole["digest"]));
}

#[test]
fn any_number_of_ranks_checks_and_explores_the_same() {
    let folder = folder(&[("p.c", PROGRAM)]);
    let at = folder.path();
    let findings = subjects().join("../examples/findings/splay_remove.c");
    let check = format!("check {} --json", findings.display());
    let of_check = |run: &Value| -> Vec<(Value, Value, Value)> {
        let checks = run["checks"].as_array().expect("checks").iter();
        checks
            .map(|check| {
                let failures = check["failures"].as_array().expect("failures").iter();
                let failures: Vec<Value> = failures.map(|of| of["count"].clone()).collect();
                (check["inputs"].clone(), check["explored"].clone(), failures.into())
            })
            .collect()
    };
    let (whole, checked) =
        (run_in(at, "explore p.c --json").json(), run_in(at, &check).whole_json());
    let tests = |name: &str| {
        let path = at.join("pikse-out/p").join(name);
        fs::read_to_string(path).unwrap_or_default()
    };
    let first = tests("test-000009.json");
    for number in [2, 4, 8] {
        let run = ranks(at, number, "explore p.c --json").json();
        assert_eq!(essence(&run), essence(&whole), "{number} ranks");
        assert_eq!(run["tests"], whole["tests"]);
        assert_eq!(tests("test-000009.json").len(), first.len());
        let ended = ranks(at, number, &check);
        assert_eq!(ended.code, 1, "{ended:?}");
        assert_eq!(of_check(&ended.whole_json()), of_check(&checked), "{number} ranks");
    }
}

/// A script that starts the command where there is no compiler and no source.
fn elsewhere(at: &Path, more: &str) -> PathBuf {
    let script = at.join("elsewhere");
    let text = format!(
        "#!/bin/sh\nempty=$(mktemp -d)\ncd $empty\nexport PATH=$empty PIKSE_CLANG=/nowhere RUSTC=/nowhere HOME=$empty {more}\n\
         exec {} \"$@\"\n",
        env!("CARGO_BIN_EXE_pikse")
    );
    fs::write(&script, text).expect("a file");
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("it can be run");
    script
}

/// Rank 0 as usual, and three other ranks elsewhere.
fn with_others(at: &Path, others: &Path, words: &str) -> Ended {
    let mut command = mpirun(at);
    command.args(["-n", "1", env!("CARGO_BIN_EXE_pikse")]).args(words.split_whitespace());
    command.args([":", "-n", "3"]).arg(others);
    command.output().expect("it starts").into()
}

#[test]
fn other_ranks_need_no_compiler_and_no_sources() {
    let folder = folder(&[("p.c", PROGRAM)]);
    let at = folder.path();
    let others = elsewhere(at, "");
    let whole = run_in(at, "explore p.c --json --tests none").json();
    let ended = with_others(at, &others, "explore p.c --json --tests none");
    assert_eq!(essence(&ended.json()), essence(&whole), "{ended:?}");
    let count = format!("count {} --size 6 --digest --json", tree());
    let ended = with_others(at, &others, &count);
    assert_eq!(ended.json()["digest"], run_in(at, &count).json()["digest"], "{ended:?}");
}

#[test]
fn a_rank_that_cannot_load_the_program_is_named() {
    let folder = folder(&[]);
    let at = folder.path();
    let others = elsewhere(at, "TMPDIR=/nowhere");
    let words = format!("count {} --size 9 --digest --json --save s", tree());
    let ended = with_others(at, &others, &words);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stderr.contains("rank ") && ended.stderr.contains(" on "), "{ended:?}");
    // What was found so far stays.
    assert!(at.join("s").is_file(), "{ended:?}");
    let small = format!("count {} --size 4 --digest --json", tree());
    assert_eq!(with_others(at, &elsewhere(at, ""), &small).code, 0);
}

#[test]
fn bad_input_ends_all_ranks() {
    let folder = folder(&[("p.c", "int main(void) { return 0 }")]);
    let at = folder.path();
    for (words, why) in [
        ("explore p.c", "p.c:1"),
        ("explore q.c", "q.c"),
        ("count --sise 3", "--sise"),
        ("explore p.c --resume nothing", ""),
    ] {
        let ended = ranks(at, 3, words);
        assert_eq!(ended.code, 2, "{words}: {ended:?}");
        assert!(ended.stderr.contains(why), "{words}: {ended:?}");
    }
}

/// A predicate that kills its process kills no rank.
#[test]
fn a_predicate_that_kills_its_process_is_survived() {
    let text = "#include <signal.h>\n#include <stdbool.h>\n#include <unistd.h>\n\
                struct node { struct node *next; int data; };\n\
                struct list { struct node *head; int size; };\n\
                bool rep_ok(struct list *l) { int count = 0;\n\
                for (struct node *n = l->head; n; n = n->next) {\n\
                if (++count > 4) return false;\n\
                if (n->data == 2) kill(getpid(), SIGKILL); }\n\
                return l->size == count; }\n";
    let folder = folder(&[("list.c", text)]);
    let at = folder.path();
    let words = "count list.c --size 3 --digest --json";
    let (alone, run) = (run_in(at, words).json(), ranks(at, 3, words).json());
    for key in ["valid", "digest", "complete"] {
        assert_eq!(run[key], alone[key], "{key}: {run}");
    }
    assert_eq!(run["failures"][0]["kind"], "killed", "{run}");
}

/// The processes of a job: those below `mpirun`.
fn below(pid: u32) -> Vec<u32> {
    let mut all = Vec::new();
    let mut next = vec![pid];
    while let Some(pid) = next.pop() {
        let file = format!("/proc/{pid}/task/{pid}/children");
        let text = fs::read_to_string(file).unwrap_or_default();
        let children: Vec<u32> =
            text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        next.extend(&children);
        all.extend(children);
    }
    all
}

/// Kills a process of the job, and continues, until everything is explored.
#[test]
fn killed_jobs_lose_nothing() {
    let folder = folder(&[("p.c", LONG)]);
    let at = folder.path();
    let whole = run_in(at, "explore p.c --json --tests none").json();
    let mut kills = 0;
    for round in 0..60_u64 {
        let mut command = mpirun(at);
        command.args(["-n", "3", env!("CARGO_BIN_EXE_pikse"), "explore", "p.c", "--json"]);
        command.args(["--tests", "none", "--save", "s"]);
        if at.join("s").exists() {
            command.args(["--resume", "s"]);
        }
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let (begun, last) = (Instant::now(), Duration::from_millis(300 + round * 300));
        while begun.elapsed() < last && child.try_wait().expect("it is ours").is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        if child.try_wait().expect("it is ours").is_none() {
            let all = below(child.id());
            if let Some(pid) = all.get(round as usize % all.len().max(1)) {
                let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
                kills += 1;
            }
            // A worker that was killed is replaced; that of a rank ends the job.
            std::thread::sleep(Duration::from_millis(500));
            if child.try_wait().expect("it is ours").is_none() && round % 2 == 0 {
                let _ = child.kill();
                below(child.id()).iter().for_each(|pid| {
                    let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
                });
            }
        }
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| line.starts_with('{'));
        if let Some(run) = line.and_then(|line| serde_json::from_str::<Value>(line).ok()) {
            assert_eq!(essence(&run), essence(&whole), "round {round}");
            assert!(kills > 0, "nothing was killed");
            return;
        }
    }
    panic!("it never ends");
}

/// Two hosts: network namespaces with a cable between them, and names of their own. Needs root.
#[test]
fn two_hosts_explore_the_same() {
    let folder = folder(&[("p.c", PROGRAM)]);
    let at = folder.path();
    let (a, b) =
        (format!("pikse-a-{}", std::process::id()), format!("pikse-b-{}", std::process::id()));
    let shell = |text: &str| {
        Command::new("sh").args(["-ec", text]).current_dir(at).output().expect("a shell")
    };
    let made = shell(&format!(
        "ip netns add {a}; ip netns add {b}\n\
         ip link add ends netns {a} type veth peer name ends netns {b}\n\
         ip -n {a} addr add 10.77.1.1/24 dev ends; ip -n {b} addr add 10.77.1.2/24 dev ends\n\
         for n in {a} {b}; do ip -n $n link set ends up; ip -n $n link set lo up; done"
    ));
    assert!(made.status.success(), "root and `ip` are needed: {made:?}");
    let agent = at.join("agent");
    // The first word is the host; the rest is a command for its shell.
    let text = format!(
        "#!/bin/sh\nshift\nexec ip netns exec {b} unshare --uts sh -c \"hostname {b}; $*\"\n"
    );
    fs::write(&agent, text).expect("a file");
    fs::set_permissions(&agent, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("it can be run");
    let whole = run_in(at, "explore p.c --json --tests none").json();
    let net = "10.77.1.0/24";
    let ended: Ended = Command::new("ip")
        .args([
            "netns",
            "exec",
            &a,
            "mpirun",
            "--allow-run-as-root",
            "--host",
            "10.77.1.1:2,10.77.1.2:2",
        ])
        .args(["-n", "4", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", net])
        .args(["--mca", "oob_tcp_if_include", net, "--mca", "plm_rsh_agent"])
        .arg(&agent)
        .args([env!("CARGO_BIN_EXE_pikse"), "explore", "p.c", "--json", "--tests", "none"])
        .current_dir(at)
        .output()
        .expect("it starts")
        .into();
    let _ = shell(&format!("ip netns del {a}; ip netns del {b}"));
    assert_eq!(essence(&ended.json()), essence(&whole), "{ended:?}");
    assert_eq!(ended.json()["jobs"], 4);
}
