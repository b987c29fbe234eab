//! What users keep: regression tests in packages and of explorations. Each fails while the bug is there,
//! and passes without it.

use std::path::Path;
use std::process::Command;

use crate::common::{command, folder, run_in};

/// Runs the command in the first line of a test.
fn passes(folder: &Path, test: &str) -> bool {
    let text = std::fs::read_to_string(folder.join(test)).expect("a test");
    let line = text.lines().next().and_then(|line| line.strip_prefix("// Here: "));
    let line = line.unwrap_or_else(|| panic!("no command: {text}"));
    let ran =
        Command::new("sh").args(["-c", line]).current_dir(folder).output().expect("it starts");
    let output = [ran.stdout, ran.stderr].concat();
    let output = String::from_utf8_lossy(&output).into_owned();
    assert!(!output.contains("error[E") && !output.contains(": error:"), "{test}: {output}");
    ran.status.success()
}

/// The tests of errors, in three languages: source, arguments, entry, the bug and its correction.
const ERRORS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "slice.rs",
        "pub fn third(data: &[u8]) -> u8 { if data.len() > 1 { data[2] } else { 0 } }\n",
        "--entry third",
        "data.len() > 1",
        "data.len() > 2",
    ),
    (
        "option.rs",
        "#[derive(Clone, Copy)] pub enum Unit { One, Per(u8) }\n\
         pub struct Rate { amount: Option<u32>, unit: Unit }\n\
         pub fn rate(rate: Rate, name: &str) -> u32 {\n    let of = match rate.unit { Unit::One => 1, \
         Unit::Per(of) => of };\n    if name == \"a\" { rate.amount.unwrap_or(0) / u32::from(of) } else { 0 }\n}\n",
        "--entry rate",
        "u32::from(of)",
        "u32::from(of).max(1)",
    ),
    (
        "text.c",
        "#include <string.h>\nstruct at { int line; char column; };\n\
         int letter(const char *s, struct at at) {\n    \
         return at.line == 3 && at.column == 'x' && s[0] == 'a' && s[2] == 'c';\n}\n",
        "--entry letter --arg s=cstr[3]",
        "s[0] == 'a'",
        "strlen(s) > 2 && s[0] == 'a'",
    ),
    (
        "sum.c",
        "int sum(int *a, int n) { int s = 0; for (int i = 0; i <= n; i++) s ^= a[i]; return s; }\n",
        "--entry sum --arg a=int[0..3] --arg n=len(a)",
        "i <= n",
        "i < n",
    ),
    (
        "list.c",
        "#include <stdlib.h>\nstruct node { struct node *next; int key; };\n\
         int last(struct node *n) { while (n->next->next) n = n->next; return n->key; }\n",
        "--entry last --size 2 --path-instructions 500",
        "n->next->next",
        "n->next && n->next != n && n->next->next && n->next->next != n->next",
    ),
    (
        "values.cpp",
        "#include <optional>\n#include <string>\n#include <vector>\n\
         int part(std::optional<int> of, const std::vector<int> &all, std::string name) {\n    \
         if (all.size() != 1 || name != \"ab\") return 0;\n    return of ? all[0] / *of : 0;\n}\n",
        "--entry part",
        "of ? all",
        "of && *of > 0 ? all",
    ),
];

#[test]
fn errors_of_explorations_become_tests() {
    errors_become_tests(&ERRORS[..1]);
    errors_become_tests(&ERRORS[2..3]);
}

#[test]
#[ignore = "the others: part of `cargo xtask test --large`"]
fn more_errors_of_explorations_become_tests() {
    errors_become_tests(ERRORS);
}

fn errors_become_tests(rows: &[(&str, &str, &str, &str, &str)]) {
    for (file, text, arguments, bug, fixed) in rows {
        let folder = folder(&[(file, text)]);
        let ended = run_in(folder.path(), &format!("explore {file} {arguments} --json"));
        assert_eq!(ended.code, 1, "{file}: {ended:?}");
        let json = ended.whole_json();
        let test = json["errors"][0]["code"].as_str().unwrap_or_else(|| panic!("{json}"));
        assert!(!passes(folder.path(), test), "{file}: it passes with the bug");
        assert!(text.contains(bug), "{file}");
        std::fs::write(folder.path().join(file), text.replace(bug, fixed)).expect("it is written");
        assert!(passes(folder.path(), test), "{file}: it fails without the bug");
        // The test stays, also after an exploration without errors.
        run_in(folder.path(), &format!("explore {file} {arguments}"));
        assert!(folder.path().join(test).exists(), "{file}: it was deleted");
    }
}

/// A debugger gets the program, its input and its environment.
#[test]
fn a_debugger_gets_a_command_for_a_test_of_an_exploration() {
    let text = "int f(int x) { return x > 41 ? 10 / (x - 42) : 0; }\n";
    let folder = folder(&[("f.c", text)]);
    assert_eq!(run_in(folder.path(), "explore f.c --entry f").code, 1);
    let test = "pikse-out/f-f/error-000001.json";
    let ended = run_in(folder.path(), &format!("replay {test} --debugger"));
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains(" gdb -ex 'break f' -ex 'run <"), "{ended:?}");
    let (before, after) = ended.stdout.trim().split_once(" gdb ").expect("it starts gdb");
    let (_, program) = after.split_once(" --args ").expect("it has a program");
    let ran = Command::new("sh").args(["-c", &format!("{before} {program}")]).output();
    let ran = ran.expect("it starts");
    assert!(!ran.status.success(), "{ran:?}");
    let ended = run_in(folder.path(), "replay pikse-out/f-f --debugger");
    assert_eq!(ended.code, 2, "{ended:?}");
}

const LIST: &str = "\
struct Node { key: u8, next: Option<Box<Node>> }
pub struct List { head: Option<Box<Node>>, len: usize }
impl List {
    pub fn rep_ok(&self) -> bool {
        let (mut count, mut at) = (0, &self.head);
        while let Some(node) = at {
            count += 1;
            if count > self.len { return false; }
            at = &node.next;
        }
        count == self.len
    }
    pub fn push(&mut self, x: u8) {
        let next = self.head.take();
        let is_new = next.as_ref().is_none_or(|next| next.key != x);
        self.head = Some(Box::new(Node { key: x, next }));
        if is_new { self.len += 1; }
    }
}
";

/// A package without a dependency on `pikse`, whose types have private fields.
#[test]
fn a_function_of_a_package_is_checked_and_gets_a_test() {
    let manifest = "[package]\nname = \"lists\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let folder = folder(&[("Cargo.toml", manifest)]);
    let source = folder.path().join("src");
    std::fs::create_dir(&source).expect("a folder");
    std::fs::write(source.join("lib.rs"), "//! Lists.\npub mod list;\n").expect("a file");
    std::fs::write(source.join("list.rs"), LIST).expect("a file");
    let arguments =
        "check --package . --call List::push --args x=0..1 --post rep_ok --size 1 --json";
    let ended = run_in(folder.path(), arguments);
    assert_eq!(ended.code, 1, "{ended:?}");
    let failure = ended.whole_json()["checks"][0]["failures"][0].clone();
    assert_eq!(failure["kind"], "post-condition", "{failure}");
    let test = failure["test"].as_str().unwrap_or_else(|| panic!("{failure}")).to_owned();
    assert!(!passes(folder.path(), &test), "it passes with the bug");
    // The second run has nothing to compile.
    let compiled = || {
        let files = std::fs::read_dir(folder.path().join("target/pikse")).expect("a folder");
        let bitcode =
            files.flatten().find(|file| file.path().extension().is_some_and(|e| e == "bc"));
        bitcode.expect("bitcode").metadata().and_then(|data| data.modified()).expect("a time")
    };
    let before = compiled();
    let list = std::fs::read_to_string(source.join("list.rs")).expect("a file");
    assert!(list.contains("mod pikse_list__push_1 { include!"), "{list}");
    assert_eq!(run_in(folder.path(), arguments).code, 1);
    let again = compiled();
    assert_eq!(run_in(folder.path(), arguments).code, 1);
    assert_eq!(compiled(), again, "it was compiled again");
    assert!(again >= before);
    std::fs::write(
        source.join("list.rs"),
        list.replace("if is_new { self.len += 1; }", "self.len += 1;"),
    )
    .expect("it is written");
    assert!(passes(folder.path(), &test), "it fails without the bug");
    assert_eq!(run_in(folder.path(), arguments).code, 0);
    assert!(folder.path().join(&test).exists(), "it was deleted");
    let unknown = command(folder.path())
        .args(["check", "--package", ".", "--call", "List::pop", "--size", "1"])
        .output()
        .expect("it starts");
    assert_eq!(unknown.status.code(), Some(2), "{unknown:?}");
}
