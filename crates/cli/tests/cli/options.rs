//! What the options do.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{BROKEN, TREES, command, folder, json, run, run_in, subjects};
use serde_json::Value as Json;

#[test]
fn the_summary_has_what_machines_need() {
    let found = json(&format!("count {TREES} --size 3"));
    for (key, expected) in [
        ("type", Json::from("bst")),
        ("predicate", "rep_ok".into()),
        ("size", 3.into()),
        ("valid", 5.into()),
        ("result", "passed".into()),
        ("complete", true.into()),
        ("incomplete", Json::Null),
        ("strategy", "checkpoint".into()),
        ("multi_value", true.into()),
        ("jobs", 1.into()),
        ("fallback", Json::Null),
        ("failures", Json::Array(Vec::new())),
        ("never_read", Json::Array(Vec::new())),
    ] {
        assert_eq!(found[key], expected, "{key} in {found}");
    }
    assert!(found["explored"].as_u64() > Some(5) && found["inits"].as_u64() > Some(5), "{found}");
    assert!(found["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{found}");
    assert!(found["bounds"].as_str().is_some_and(|text| text.contains("data 1..=3")), "{found}");
    assert!(found.get("digest").is_none(), "{found}");
}

#[test]
fn the_summary_has_what_people_need() {
    let counted = run(&format!("count {TREES} --size 3"));
    assert_eq!((counted.code, &*counted.stderr), (0, ""), "{counted:?}");
    for words in [
        "`bst` structures that `rep_ok` accepts",
        "node, 3 objects",
        "5 valid structures; `rep_ok` ran",
        "checkpoint",
    ] {
        assert!(counted.stdout.contains(words), "{words}: {counted:?}");
    }
    let printed = run(&format!("generate {TREES} --size 3 --format text"));
    assert_eq!(printed.stdout.lines().filter(|line| line.contains("bst (size 3)")).count(), 5);
    assert!(printed.stderr.contains("5 valid structures; `rep_ok` ran"), "{printed:?}");
    let quiet = run(&format!("generate {TREES} --size 3 -q"));
    assert_eq!((quiet.stdout.lines().count(), &*quiet.stderr), (5, ""), "{quiet:?}");
    assert_eq!(run(&format!("count {TREES} --size 3 --quiet")).stdout, "5\n");
}

#[test]
fn structures_come_in_each_format() {
    let lines = run(&format!("generate {TREES} --size 3 --json"));
    let structures: Vec<Json> =
        lines.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(structures.len(), 6, "{lines:?}");
    assert!(structures[..5].iter().all(|structure| structure["root"] == "bst"), "{lines:?}");
    assert_eq!(structures[5]["summary"]["valid"], 5);
    let dot = run(&format!("generate {TREES} --size 2 --format dot"));
    assert_eq!(dot.stdout.matches("digraph").count(), 2, "{dot:?}");
    let folder = folder(&[]);
    let file = folder.path().join("trees_test.c");
    let code = run(&format!("generate {TREES} --size 3 --format c --output {}", file.display()));
    assert_eq!((code.code, &*code.stdout), (0, ""), "{code:?}");
    let text = fs::read_to_string(&file).expect("it is there");
    assert!(text.contains("rep_ok(&"), "{text}");
    // The generated tests pass.
    let program = folder.path().join("trees_test");
    let mut cc = Command::new("cc");
    cc.current_dir(subjects()).arg("-o").arg(&program).arg(&file);
    let compiled = cc.output().expect("there is a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    assert!(Command::new(program).status().expect("it runs").success());
    let rust = "generate rust/search_tree.rs --size 2 --format rust -q";
    assert!(run(rust).stdout.contains("#[test]"), "{:?}", run(rust));
}

/// Narrowing is filtering: what is found is what would have been found, and fits.
#[test]
fn narrowing_is_filtering() {
    let all = structures("");
    for (arguments, keep) in [
        ("--fix size=2", &(|s: &Json| bst(s)["size"] == 2) as &dyn Fn(&Json) -> bool),
        ("--exclude-null root.left", &|s| !left(s).is_null()),
        ("--where size>1&&root.left==null", &|s| {
            bst(s)["size"].as_i64() > Some(1) && left(s).is_null()
        }),
        ("--where size==1 --fix root.data=2", &|s| bst(s)["size"] == 1 && root(s)["data"] == 2),
    ] {
        let expected: BTreeSet<String> =
            all.iter().filter(|s| keep(s)).map(ToString::to_string).collect();
        let found: BTreeSet<String> =
            structures(arguments).iter().map(ToString::to_string).collect();
        assert!(!expected.is_empty(), "{arguments}");
        assert_eq!(found, expected, "{arguments}");
    }
}

fn structures(arguments: &str) -> Vec<Json> {
    let ended = run(&format!("generate c/search_tree.c --size 3 -q {arguments}"));
    assert_eq!(ended.code, 0, "{ended:?}");
    ended.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn bst(structure: &Json) -> &Json {
    &structure["objects"]["bst"]["fields"]
}

fn root(structure: &Json) -> &Json {
    let name = bst(structure)["root"]["ref"].as_str().unwrap_or_default();
    &structure["objects"][name]["fields"]
}

fn left(structure: &Json) -> &Json {
    match root(structure) {
        Json::Null => &Json::Null,
        fields => &fields["left"],
    }
}

#[test]
fn bounds_are_what_is_asked_for() {
    for (arguments, words) in [
        ("--objects node=2", "node, 2 objects"),
        ("--range node.data=-1..n", "data -1..=3"),
        ("--values node.data=1,5", "data 1, 5"),
        ("--non-null node.left", "left node"),
    ] {
        let found = json(&format!("count c/search_tree.c --size 3 {arguments}"));
        assert!(found["bounds"].as_str().is_some_and(|text| text.contains(words)), "{found}");
    }
}

#[test]
fn focus_finds_each_shape_once() {
    let tree = "count c/search_tree_without_parents.c --size 4 --range node.info=1..n";
    let all = json(tree);
    let unfocused = json(&format!("{tree} --unfocus node.info"));
    let focus = "--focus search_tree.root --focus search_tree.size --focus node.left \
                 --focus search_tree::node.right";
    let focused = json(&format!("{tree} {focus}"));
    // Shapes of up to four nodes: 1 + 1 + 2 + 5 + 14.
    assert_eq!((&unfocused["valid"], &focused["valid"]), (&23.into(), &23.into()));
    assert!(all["valid"].as_u64() > Some(23), "{all}");
}

#[test]
fn fields_that_are_never_read_are_told_and_varied() {
    let text = "struct pair { int x, y; }; int rep_ok(struct pair *p) { return p->x == 1; }";
    let folder = folder(&[("pair.c", text)]);
    let count = |arguments: &str| {
        let ended = run_in(folder.path(), &format!("count pair.c --size 2 --json {arguments}"));
        ended.json()
    };
    assert_eq!((&count("")["valid"], &count("")["never_read"][0]), (&1.into(), &"pair.y".into()));
    assert_eq!(count("--unread vary")["valid"], 3);
}

/// The set of structures depends on nothing but the question.
#[test]
fn digests_agree() {
    let digest = |arguments: &str| {
        let found = json(&format!("count c/search_tree.c --size 4 --digest {arguments}"));
        found["digest"].as_str().expect("it is there").to_owned()
    };
    let plain = digest("");
    for other in ["--jobs 3", "--strategy reexecute", "--multi-value off", "--step-limit 100000"] {
        assert_eq!(digest(other), plain, "{other}");
    }
    assert_ne!(digest("--fix size=1"), plain);
}

#[test]
fn a_search_goes_on_where_it_was_saved() {
    let whole = json(&format!("count {TREES} --size 6 --digest"));
    let folder = folder(&[]);
    let save = folder.path().join("trees.save");
    let first =
        json(&format!("count {TREES} --size 6 --digest --first 7 --save {}", save.display()));
    assert_eq!((&first["valid"], &first["complete"]), (&7.into(), &false.into()));
    // What was asked for is there.
    assert_eq!((&first["result"], &first["incomplete"]), (&"passed".into(), &Json::Null));
    let arguments = format!("--resume {0} --save {0}", save.display());
    let rest = json(&format!("count {TREES} --size 6 --digest {arguments} --jobs 2"));
    for key in ["valid", "explored", "inits", "digest", "complete", "never_read"] {
        assert_eq!(rest[key], whole[key], "{key}");
    }
    // A search that is over stays over.
    let over = json(&format!("count {TREES} --size 6 --digest {arguments}"));
    assert_eq!(over["valid"], whole["valid"]);
    let printed = run(&format!("generate {TREES} --size 6 --resume {} -q", save.display()));
    assert_eq!((printed.code, &*printed.stdout), (0, ""), "{printed:?}");
}

#[test]
fn a_search_stops_after_a_time() {
    let ended = run(&format!("count {TREES} --size 14 --stop-after 200ms --json"));
    assert_eq!((ended.code, &ended.json()["complete"]), (3, &Json::Bool(false)), "{ended:?}");
}

#[test]
fn predicates_that_break_are_told() {
    let folder = folder(&[("broken.c", BROKEN)]);
    for (arguments, kind, words) in [
        ("--predicate null", "bad-access", "dereferences a null pointer"),
        ("--predicate loops --time-limit 50ms", "time-limit", "time limit"),
        ("--predicate loops --step-limit 1000", "step-limit", "step limit"),
        ("--predicate aborts", "abort", "calls abort"),
    ] {
        let arguments = format!("count broken.c --size 1 {arguments}");
        let ended = run_in(folder.path(), &format!("{arguments} --json"));
        assert_eq!(ended.code, 1, "{ended:?}");
        let failures = &ended.json()["failures"];
        assert_eq!(failures[0]["kind"], kind, "{ended:?}");
        assert!(failures[0]["count"].as_u64() >= Some(1), "{ended:?}");
        assert_eq!(failures[0]["structure"]["root"], "list", "{ended:?}");
        let shown = run_in(folder.path(), &arguments);
        assert!(shown.stdout.contains(words) && shown.stdout.contains("  list"), "{shown:?}");
    }
}

#[test]
fn panics_are_told_with_their_place() {
    let text = "pub struct Bag { size: usize }\n\
                impl Bag { fn rep_ok(&self) -> bool { [true, false][self.size] } }";
    let folder = folder(&[("bag.rs", text)]);
    let ended = run_in(folder.path(), "count bag.rs --size 3 --json");
    let found = ended.json();
    assert_eq!((ended.code, &found["valid"]), (1, &1.into()), "{ended:?}");
    let failures = found["failures"].as_array().expect("it is an array");
    let text = failures[0]["text"].as_str().unwrap_or_default();
    assert!(text.contains("panics") && text.contains("bag.rs:2:"), "{found}");
    let count: u64 = failures.iter().filter_map(|failure| failure["count"].as_u64()).sum();
    assert_eq!((failures[0]["kind"].as_str(), count), (Some("panic"), 2), "{found}");
}

/// What cannot be undone is run from the beginning, and that is said.
#[test]
fn a_fallback_is_told() {
    let text = "int getpid(void); struct list { int size; };\n\
                int rep_ok(struct list *l) { return l->size == 1 || getpid() == 0; }";
    let folder = folder(&[("list.c", text)]);
    let found = run_in(folder.path(), "count list.c --size 3 --json").json();
    assert_eq!((&found["strategy"], &found["valid"]), (&"reexecute".into(), &1.into()), "{found}");
    assert!(found["fallback"].as_str().is_some_and(|why| why.contains("getpid")), "{found}");
    let shown = run_in(folder.path(), "count list.c --size 3");
    assert!(shown.stdout.contains("each run starts from the beginning"), "{shown:?}");
}

#[test]
fn packages_are_searched() {
    let manifest = "[package]\nname = \"shelf\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                    [features]\nseven = []\n[workspace]\n";
    let text = "pub mod set { pub struct Set { pub x: i32 }\n\
                impl Set { pub fn rep_ok(&self) -> bool {\n\
                if cfg!(feature = \"seven\") { self.x == 7 } else { self.x > 1 } } } }";
    let folder = folder(&[("Cargo.toml", manifest)]);
    fs::create_dir(folder.path().join("src")).expect("a folder can be made");
    fs::write(folder.path().join("src/lib.rs"), text).expect("the file can be written");
    let count = |rest: &str| {
        let ended = run_in(folder.path(), &format!("count --package . --size 7 -q --type {rest}"));
        (ended.code, ended.stdout + &ended.stderr)
    };
    assert_eq!(count("set::Set"), (0, "6\n".to_owned()));
    assert_eq!(count("set::Set --features seven"), (0, "1\n".to_owned()));
    let (code, said) = count("set::Sett");
    assert!(code == 2 && said.contains("set::Set::rep_ok"), "{said}");
}

#[test]
fn several_files_are_one_program() {
    let folder = folder(&[
        ("list.h", "struct list { struct list *next; int size; };\n"),
        (
            "list.c",
            "#include \"list.h\"\nint ok(struct list *l);\n\
                    int rep_ok(struct list *l) { return ok(l); }",
        ),
        ("ok.c", "#include \"list.h\"\nint ok(struct list *l) { return l->size == SIZE; }"),
    ]);
    let mut command = command(folder.path());
    command.args(["count", "list.c", "ok.c", "--size", "2", "-q", "--cflags", "-DSIZE=2 -I ."]);
    let output = command.output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1\n", "{output:?}");
}

#[test]
fn comparisons_are_explained() {
    let ended = run("explain c/search_tree.c");
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains("search_tree.c:56:"), "{ended:?}");
    assert!(ended.stdout.contains("tree->size == visited_count (rejects, accepts)"), "{ended:?}");
    let sites = run("explain c/search_tree.c --json").json();
    assert!(sites.as_array().is_some_and(|sites| sites.iter().any(|site| site["line"] == 56)));
}

/// An interrupt ends a search with what was found.
#[test]
fn an_interrupt_ends_cleanly() {
    let folder = folder(&[]);
    let save = folder.path().join("trees.save");
    let mut command = command(&subjects());
    command.args(format!("generate {TREES} --size 12 --json --jobs 2").split(' '));
    command.arg("--save").arg(&save).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    // The search has begun when there is a structure.
    output.read_line(&mut line).expect("it is text");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("there is kill").success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("it is text");
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(3), "{ended:?}");
    let last = rest.lines().last().expect("there is a summary");
    let last: Json = serde_json::from_str(last).expect("it is JSON");
    let summary = &last["summary"];
    assert_eq!(summary["complete"], false, "{summary}");
    assert_eq!(summary["incomplete"]["reasons"][0]["kind"], "interrupted", "{summary}");
    assert_eq!(summary["valid"].as_u64(), Some(rest.lines().count() as u64), "{summary}");
    let resume = format!("count {TREES} --size 12 --first 1 --json --resume {}", save.display());
    let resumed = run(&resume).json();
    assert!(resumed["valid"].as_u64() > summary["valid"].as_u64(), "{resumed}");
}

/// The examples in the help run as they stand there, in order.
#[test]
fn examples_work() {
    let folder = folder(&[]);
    for name in ["subjects", "examples"] {
        let target = subjects().join("..").join(name);
        std::os::unix::fs::symlink(target, folder.path().join(name)).expect("a link");
    }
    for arguments in ["--help", "generate --help", "count --help", "explain --help"] {
        let help = run(arguments);
        assert_eq!((help.code, &*help.stderr), (0, ""), "{help:?}");
        let examples: Vec<&str> =
            help.stdout.lines().filter_map(|line| line.strip_prefix("  pikse ")).collect();
        assert!(!examples.is_empty(), "{arguments}: {}", help.stdout);
        for example in examples {
            // Those of checks and explorations find the bugs of the examples: code 1.
            let finds = example.starts_with("check ") || example.starts_with("explore ");
            let expected = if finds { " || [ $? = 1 ]" } else { "" };
            shell_in(folder.path(), &format!("pikse {example}{expected}"));
        }
    }
}

/// So do those in the README.
#[test]
fn commands_of_the_readme_work() {
    let root = subjects().join("..");
    let readme = fs::read_to_string(root.join("README.md")).expect("it is there");
    let blocks = readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let ours: Vec<&str> = blocks.filter(|block| block.starts_with("pikse ")).collect();
    assert!(!ours.is_empty(), "the README has no command of ours");
    ours.iter().for_each(|block| shell_in(&root, block));
    // The first command runs what Cargo builds.
    let first = readme.split("--bin pikse -- ").nth(1).and_then(|rest| rest.split("```").next());
    shell_in(&root, &format!("pikse {}", first.expect("there is a first command")));
}

/// Runs lines of a shell, in which the command is on the path.
#[track_caller]
fn shell_in(folder: &Path, lines: &str) {
    let binary = Path::new(env!("CARGO_BIN_EXE_pikse"));
    let binaries = binary.parent().expect("it is in a folder").display();
    let path = format!("{binaries}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.arg("-ec").arg(lines).env("PATH", path).current_dir(folder);
    let output = shell.output().expect("there is a shell");
    assert!(output.status.success(), "{lines}: {output:?}");
}
