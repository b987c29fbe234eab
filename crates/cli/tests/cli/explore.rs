//! `pikse explore` from the outside: paths, verdicts, exit codes, files, and what is wrong with input.

use std::fs;

use crate::common::{Ended, folder, run_in};
use serde_json::Value;

const FILES: &[(&str, &str)] = &[
    ("mid.c", include_str!("../../../../subjects/explore/c/mid.c")),
    ("bitonic.c", include_str!("../../../../subjects/explore/c/is_bitonic.c")),
    (
        "klee.c",
        "#include <assert.h>\n#include <klee/klee.h>\n#include <string.h>\n\
         int main(void) {\n\
         char s[3];\n\
         klee_make_symbolic(s, sizeof s, \"s\");\n\
         s[2] = 0;\n\
         klee_assume(s[0] != 'a');\n\
         if (strlen(s) == 2 && s[1] == 'q') klee_silent_exit(0);\n\
         assert(s[0] != 'x');\n\
         return 0; }\n",
    ),
    (
        "verifier.c",
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
         extern void __VERIFIER_assume(int);\n\
         int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3);\n\
         if (x * 2 == 14) reach_error();\nreturn 0; }\n",
    ),
    (
        "own.c",
        "#include <pikse.h>\n#include <stdio.h>\n\
         int main(int argc, char **argv) { int c = getchar();\n\
         if (argc > 1 && argv[1][0] == 'v') puts(\"verbose\");\n\
         if (c == EOF) return 3; if (c == '!') return 4; return 0; }\n",
    ),
    (
        "impossible.c",
        "#include <pikse.h>\nint main(void) { int x;\n\
         pikse_symbolic(&x, sizeof x, \"x\"); pikse_assume(x > 3); pikse_assume(x < 3); return 0; }\n",
    ),
    ("plain.c", "int twice(int x) { return 2 * x; }\nint main(void) { return twice(21) != 42; }\n"),
    ("double.c", "#include <math.h>\nint near(double d) { return sin(d) > 0.5; }\n"),
    (
        "outside.c",
        "extern int elsewhere(int);\nint f(int x) { if (x == 7) return elsewhere(x); return 0; }\n",
    ),
    (
        "size.c",
        "#include <stdlib.h>\nint f(unsigned char n) { char *p = malloc(n); int r = p != 0; free(p); return r; }\n",
    ),
    ("corrupt.bc", "BC\u{c0}\u{de} this is no bitcode"),
    ("empty.c", "\n"),
];

fn explore(folder: &tempfile::TempDir, arguments: &str) -> Ended {
    run_in(folder.path(), &format!("explore {arguments}"))
}

#[test]
fn published_paths() {
    let folder = folder(FILES);
    for (arguments, paths) in
        [("mid.c --entry mid", 6), ("bitonic.c --entry is_bitonic --arg a=int[4]", 27)]
    {
        let ended = explore(&folder, &format!("{arguments} --json"));
        let told = ended.whole_json();
        assert_eq!((ended.code, &told["paths"], &told["tests"]), (0, &paths.into(), &paths.into()));
        assert_eq!((&told["complete"], &told["coverage"]), (&true.into(), &1.0.into()), "{told}");
        for key in ["rejected", "errors", "cut", "instructions", "queries", "seconds", "peak_mb"] {
            assert!(!told[key].is_null(), "{key} is not in {told}");
        }
    }
    // Every test of every path, natively.
    for name in ["mid-mid", "bitonic-is_bitonic"] {
        let ended = run_in(folder.path(), &format!("replay pikse-out/{name} --json"));
        let told = ended.whole_json();
        assert_eq!((ended.code, &told["refuted"]), (0, &0.into()), "{ended:?}");
        assert_eq!(told["confirmed"], told["tests"], "{told}");
    }
}

#[test]
fn harnesses_of_others_run_unchanged() {
    let folder = folder(FILES);
    let ended = explore(&folder, "klee.c --json");
    let told = ended.whole_json();
    assert_eq!((ended.code, told["errors"].as_array().map(Vec::len)), (1, Some(1)), "{told}");
    assert_eq!(told["errors"][0]["kind"], "assertion");
    assert!(told["errors"][0]["stack"][0].as_str().is_some_and(|at| at.contains("klee.c:10")));
    assert_eq!((&told["rejected"], &told["complete"]), (&1.into(), &true.into()), "{told}");
    let ended = explore(&folder, "verifier.c --json");
    let told = ended.whole_json();
    assert_eq!((ended.code, &told["errors"][0]["kind"]), (1, &"reached-error".into()), "{told}");
    assert_eq!(told["errors"][0]["inputs"][0]["bytes"], serde_json::json!([7, 0, 0, 0]), "{told}");
    // The error again, natively.
    let file = told["errors"][0]["test"].as_str().unwrap_or_default().to_owned();
    let ended = run_in(folder.path(), &format!("replay {file}"));
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.stdout.contains("\nconfirmed: the same path"), "{ended:?}");
}

#[test]
fn programs_have_arguments_and_input() {
    let folder = folder(FILES);
    let ended = explore(&folder, "own.c --sym-stdin 1 --sym-arg 1 --json");
    let told = ended.whole_json();
    assert_eq!((&told["complete"], &told["paths"]), (&true.into(), &4.into()), "{told}");
    let ended = run_in(folder.path(), "replay pikse-out/own");
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains("4 tests: 4 confirmed, 0 refuted"), "{ended:?}");
    let ended = explore(&folder, "own.c --json -- very");
    assert_eq!(ended.whole_json()["paths"], 1);
    let test = fs::read_to_string(folder.path().join("pikse-out/own/test-000001.json"));
    let test: Value = serde_json::from_str(&test.unwrap_or_default()).expect("a test");
    assert_eq!((&test["exit_code"], &test["output"]), (&3.into(), &"766572626f73650a".into()));
}

#[test]
fn what_is_made_concrete_or_unknown_shows() {
    let folder = folder(FILES);
    for (arguments, word) in [
        (
            "double.c --entry near",
            "an argument of a mathematical function was made concrete at double.c:2",
        ),
        ("outside.c --entry f", "`elsewhere`, which has no model"),
    ] {
        let ended = explore(&folder, arguments);
        assert_eq!(ended.code, 3, "{ended:?}");
        assert!(ended.stdout.contains("INCOMPLETE, no error so far"), "{ended:?}");
        assert!(ended.stdout.contains("incomplete:"), "{ended:?}");
        assert!(ended.stdout.contains(word), "`{word}` is not in {ended:?}");
    }
    let ended = explore(&folder, "impossible.c --json");
    let told = ended.whole_json();
    assert_eq!(
        (ended.code, &told["rejected"], &told["paths"]),
        (3, &1.into(), &0.into()),
        "{told}"
    );
    // No error on no path says nothing about the program.
    assert_eq!(told["incomplete"]["reasons"][0]["kind"], "nothing-ran", "{told}");
    // A size stays symbolic.
    let ended = explore(&folder, "size.c --entry f");
    assert_eq!(ended.code, 0, "{ended:?}");
    let ended = explore(&folder, "plain.c");
    assert!(ended.stdout.contains("nothing is symbolic"), "{ended:?}");
    let ended = explore(&folder, "bitonic.c --entry is_bitonic --arg a=int[4] --max-paths 5");
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.stdout.contains("path limit reached (--max-paths)"), "{ended:?}");
}

#[test]
fn orders_find_the_same_paths() {
    let folder = folder(FILES);
    for order in ["dfs", "bfs", "random", "coverage", "covnew", "random,coverage,dfs"] {
        let ended = explore(
            &folder,
            &format!("bitonic.c --entry is_bitonic --arg a=int[4] --search {order} --json"),
        );
        let told = ended.whole_json();
        assert_eq!((&told["paths"], &told["complete"]), (&27.into(), &true.into()), "{order}");
    }
}

#[test]
fn bad_input_is_told() {
    let folder = folder(FILES);
    for (arguments, words) in [
        ("none.c", &["none.c"][..]),
        ("corrupt.bc", &["corrupt.bc"]),
        ("empty.c", &["there is no function `main`"]),
        ("mid.c", &["there is no `main`", "--entry", "mid"]),
        ("mid.c --entry middle", &["there is no function `middle`; the functions are: mid"]),
        ("mid.c --entry mid --arg q=3", &["--arg q=3", "no such parameter", "x, y, z"]),
        ("mid.c --entry mid --arg x=int[4]", &["--arg x=int[4]", "not a pointer"]),
        ("mid.c --entry mid --arg x=99999999999", &["does not fit into 32 bits"]),
        ("bitonic.c --entry is_bitonic", &["--arg a=", "int[4]"]),
        ("bitonic.c --entry is_bitonic --arg a=quux[4]", &["`quux`"]),
        ("mid.c --entry mid --sym-stdin 3", &["--entry", "--sym-stdin"]),
        ("own.c --sym-args 3 1 4", &["MIN is larger than MAX"]),
        ("mid.c --entry mid --out mid.c", &["cannot write `mid.c"]),
    ] {
        let ended = explore(&folder, arguments);
        assert_eq!((ended.code, &*ended.stdout), (2, ""), "{arguments}: {ended:?}");
        assert!(ended.stderr.starts_with("error: "), "{arguments}: {ended:?}");
        for word in words {
            assert!(ended.stderr.contains(word), "{arguments}: `{word}` is not in {ended:?}");
        }
    }
    let ended = explore(&folder, "mid.c --entry mid --search deep");
    assert_eq!(ended.code, 2, "{ended:?}");
    fs::write(folder.path().join("broken.json"), "{\"pikse_test\": 1}").expect("a file");
    let ended = run_in(folder.path(), "replay broken.json");
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stderr.contains("not a test"), "{ended:?}");
}
