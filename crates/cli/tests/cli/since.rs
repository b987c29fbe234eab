//! `pikse explore --since`: only what changed is explored again, and the result is that of a full run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{Ended, command, folder, run_in, subjects};
use crate::explore_parts::essence;

/// The tests of a run: how each ended, by its branches.
fn tests(folder: &Path) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|of| of == "json" || of == "jsonl") {
            for line in fs::read_to_string(path).expect("a test").lines() {
                let test: Value = serde_json::from_str(line).expect("a test");
                let key = format!("{} {} {}", test["verdict"], test["trace"], test["exit_code"]);
                *all.entry(key).or_default() += 1;
            }
        }
    }
    all
}

/// An edit of a program: what is replaced, by what.
type Edit = (&'static str, &'static str);

/// Explores a program in a folder, then each edit of one of its files with and without the earlier run. Gives the
/// number of tests that were kept.
fn check(at: &Path, file: &str, words: &[&str], edits: &[Edit]) -> u64 {
    let run = |more: &[&str]| -> Ended {
        let mut all = command(at);
        all.arg("explore").args(words).arg("--json").args(more);
        all.output().expect("it starts").into()
    };
    let text = fs::read_to_string(at.join(file)).expect("a file");
    let old = run(&["--save", "old", "--out", "old-tests"]);
    assert_ne!(old.code, 2, "{old:?}");
    let old_tests = old.json()["tests"].as_u64().unwrap_or(0);
    let tests = |name: &str| {
        let inside = fs::read_dir(at.join(name)).expect("tests").flatten().next();
        tests(&inside.expect("a folder").path())
    };
    let mut kept = 0;
    for (from, to) in edits {
        assert!(text.contains(from), "{file}: {from}");
        fs::write(at.join(file), text.replacen(from, to, 1)).expect("a file");
        let (full, since) = (run(&["--out", "full"]), run(&["--since", "old", "--out", "since"]));
        assert!(full.code != 2 && since.code == full.code, "{from}: {since:?}");
        let (full, since) = (full.json(), since.json());
        assert_eq!(essence(&since), essence(&full), "{file}: {from} => {to}: {}", since["since"]);
        assert_eq!(since["tests"], full["tests"], "{from}");
        assert_eq!(tests("since"), tests("full"), "{from}");
        let number = |key: &str| since["since"][key].as_u64().unwrap_or_else(|| panic!("{since}"));
        assert_eq!(number("kept") + number("dropped"), old_tests, "{from}");
        assert_eq!(Some(number("kept") + number("added")), since["tests"].as_u64(), "{from}");
        kept += number("kept");
    }
    kept
}

/// A small program, whose functions run on some of the paths only.
const PROGRAM: &str = r#"
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
static const char *names[3] = { "low", "middle", "high" };
static int scale = 3;
static int low(int x) { if (x > 10) return 3; return 1; }
static int middle(int x) { if (x < 5) return 2; if (x == 7) return 4; return 0; }
static int high(int x) { int a[3] = { 1, 2, 3 }; return x < 3 ? a[x] : scale; }
int main(void) {
  unsigned char t[4];
  klee_make_symbolic(t, sizeof t, "t");
  int n = 0;
  for (int i = 0; i < 3; i++) if (t[i] > 100) n += 2;
  if (t[3] < 50) n += low(t[0]);
  else if (t[3] < 100) n += middle(t[1]);
  else if (t[3] < 200) n += high(t[2]);
  printf("%s\n", names[n % 3]);
  return n;
}
"#;

#[test]
fn edits_of_a_small_program() {
    let edits: &[Edit] = &[
        ("x == 7", "x == 8 || x == 9"),
        ("if (x > 10) return 3;", ""),
        ("x < 3 ? a[x]", "x <= 3 ? a[x]"),
        ("scale = 3", "scale = 4"),
        (
            "static int low",
            "/* a line */\nstatic int more(int x) { return x * 2; }\nstatic int low",
        ),
        ("return 1; }", "puts(\"one\"); return 1; }"),
        ("\"middle\"", "\"centre\""),
        ("t[3] < 50", "t[3] < 60"),
    ];
    let folder = folder(&[("p.c", PROGRAM)]);
    let kept = check(folder.path(), "p.c", &["p.c"], edits);
    assert!(kept > 50, "{kept} tests were kept");
}

/// A run that cannot be used is refused.
#[test]
fn runs_that_cannot_be_used_are_refused() {
    let folder = folder(&[("p.c", PROGRAM)]);
    let at = folder.path();
    let refused = |words: &str, why: &str| {
        let ended = run_in(at, words);
        assert_eq!(ended.code, 2, "{words}: {ended:?}");
        assert!(ended.stderr.contains(why), "{words}: {ended:?}");
    };
    refused("explore p.c --since nothing", "nothing");
    assert_eq!(run_in(at, "explore p.c --tests none --save none").code, 0);
    refused("explore p.c --since none", "--tests all");
    assert_eq!(run_in(at, "explore p.c --save old").code, 0);
    refused("explore p.c --ub --since old", "other options");
    refused("explore p.c --since old --resume old", "cannot be used with");
    fs::remove_file(at.join("old.functions")).expect("it is there");
    refused("explore p.c --since old", "old.functions");
}

/// Twenty edits of programs that nobody wrote for this: cJSON and libyaml of Debian's, and of two subjects.
#[test]
#[ignore = "fetches sources and takes minutes: cargo xtask test --large"]
fn twenty_edits_of_real_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let harness = |name: &str| subjects().join("explore/real").join(name).display().to_string();
    let fetched = |package: &str| {
        let mut fetch = Command::new("sh");
        fetch.arg(subjects().join("explore/real/fetch-source.sh")).arg(package).arg(folder.path());
        let output = fetch.output().expect("a shell");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder.path().join(package)
    };
    let at = fetched("cjson");
    let words = [&harness("cjson.c"), "cJSON.c", "--cflags", "-I . -DN=3"];
    let mut kept = check(&at, "cJSON.c", &words, CJSON);
    let at = fetched("libyaml");
    let flags = "-I include -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
                 -DYAML_VERSION_STRING=0 -DN=2";
    let sources = ["src/api.c", "src/reader.c", "src/scanner.c"];
    let harness = harness("yaml.c");
    let words = [&[harness.as_str()][..], &sources, &["--cflags", flags]].concat();
    kept += check(&at, "src/scanner.c", &words, YAML);
    for (file, edits) in [("regex.c", REGEX), ("expression.c", EXPRESSION)] {
        let at = folder.path().join(file.trim_end_matches(".c"));
        fs::create_dir(&at).expect("a folder");
        fs::copy(subjects().join("explore/c").join(file), at.join(file)).expect("a copy");
        kept += check(&at, file, &[file, "--cflags", "-DN=4"], edits);
    }
    assert_eq!([CJSON, YAML, REGEX, EXPRESSION].map(<[Edit]>::len).iter().sum::<usize>(), 20);
    assert!(kept > 3_000, "{kept} tests were kept");
}

const CJSON: &[Edit] = &[
    ("case 'b':", "case 'q':"),
    ("h += (unsigned int) input[i] - '0';", "h += (unsigned int) input[i] - '1';"),
    ("buffer_at_offset(input_buffer), \"null\", 4)", "buffer_at_offset(input_buffer), \"nil\", 3)"),
    (
        "static void suffix_object",
        "static int unused(int x) { return x + 1; }\nstatic void suffix_object",
    ),
    ("if (number >= INT_MAX)", "if (number > INT_MAX)"),
    ("buffer_at_offset(buffer)[0] <= 32", "buffer_at_offset(buffer)[0] <= 33"),
];

const YAML: &[Edit] = &[
    ("    if (CHECK(parser->buffer, '%'", "    if (CHECK(parser->buffer, '!'"),
    (
        "(parser,\n                YAML_FLOW_MAPPING_START_TOKEN)",
        "(parser,\n                YAML_FLOW_SEQUENCE_START_TOKEN)",
    ),
    ("\"found unknown escape character\"", "\"found an unknown escape character\""),
    ("        case '0':", "        case '9':"),
    ("\"found a tab character that violates indentation\"", "\"found a tab\""),
    ("\"while scanning a tag\"", "\"while reading a tag\""),
    (
        "static int\nyaml_parser_unroll_indent(yaml_parser_t *parser, ptrdiff_t column)\n{",
        "static int unused(int x) { return x; }\nstatic int\nyaml_parser_unroll_indent(yaml_parser_t *parser, ptrdiff_t column)\n{",
    ),
    (
        "    while (IS_ALPHA(parser->buffer)) {",
        "    while (IS_ALPHA(parser->buffer) && length < 1) {",
    ),
];

const REGEX: &[Edit] = &[
    ("if (*item == '.')", "if (*item == ',')"),
    ("bool negated = item[1] == '^';", "bool negated = item[1] == '!';"),
    ("if (*pattern == '$' && pattern[1] == 0)", "if (*pattern == '$')"),
];

const EXPRESSION: &[Edit] = &[
    ("*at >= 'a' && *at <= 'z'", "*at >= 'a' && *at <= 'f'"),
    ("*at == '*' || *at == '/'", "*at == '*'"),
    ("*at == '+' || *at == '-'", "*at == '+'"),
];
