//! `pikse klee`.

use crate::common::{folder, run_in};

const PROGRAM: &str = r#"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(int argc, char **argv)
{
    int x, a[4] = {0};
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1)
        a[x * 9] = 1;
    if (x == 2)
        assert(x != 2);
    if (x == 3)
        abort();
    printf("%d arguments\n", argc);
    return 0;
}
"#;

#[test]
fn a_run_leaves_the_files_of_klee() {
    let folder = folder(&[("p.c", PROGRAM)]);
    let ended = run_in(folder.path(), "klee --libc=uclibc -max-time=60s --search=dfs p.c one two");
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(ended.stdout, "3 arguments\n");
    let last = folder.path().join("klee-last");
    let names: Vec<String> = std::fs::read_dir(&last)
        .expect("the link is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    for ending in ["ptr", "assert", "abort"] {
        let ending = format!(".{ending}.err");
        assert!(names.iter().any(|name| name.ends_with(&ending)), "{ending}: {names:?}");
    }
    assert_eq!(names.iter().filter(|name| name.ends_with(".ktest")).count(), 4);
    let messages = std::fs::read_to_string(last.join("messages.txt")).expect("it is there");
    for line in [
        "KLEE: ERROR: p.c:11: memory error: out of bound pointer",
        "KLEE: ERROR: p.c:13: ASSERTION FAIL: x != 2",
        "KLEE: done: completed paths = 1",
        "KLEE: done: partially completed paths = 3",
        "KLEE: done: generated tests = 4",
    ] {
        assert!(messages.contains(line) && ended.stderr.contains(line), "{line}: {messages}");
    }
    let warnings = std::fs::read_to_string(last.join("warnings.txt")).expect("it is there");
    assert!(warnings.contains("-libc=uclibc has no effect"), "{warnings}");
    for name in ["info", "assembly.ll"] {
        assert!(last.join(name).exists(), "{name}");
    }
    let first = names.iter().find(|name| name.ends_with(".abort.err")).expect("it is there");
    let number = &first[..first.find('.').expect("an ending")];
    let again =
        run_in(folder.path(), &format!("klee -replay-ktest-file=klee-last/{number}.ktest p.c"));
    assert!(again.code == 0 && again.stderr.contains("it aborted"), "{again:?}");
    let second = run_in(folder.path(), "klee --exit-on-error-type=Assert --output-dir=mine p.c");
    assert_eq!(second.code, 0, "{second:?}");
    assert!(folder.path().join("mine/info").exists() && !folder.path().join("klee-out-1").exists());
}

#[test]
fn symbolic_arguments_need_the_runtime() {
    let text = "#include <stdio.h>\nint main(int argc, char **argv) {\n\
                if (argc > 1 && argv[1][0] == 'x') puts(\"x\"); return 0; }\n";
    let folder = folder(&[("p.c", text)]);
    let done = |arguments: &str, paths: u32| {
        let ended = run_in(folder.path(), arguments);
        let line = format!("completed paths = {paths}\n");
        assert!(ended.code == 0 && ended.stderr.contains(&line), "{arguments}: {ended:?}");
    };
    done("klee p.c --sym-arg 1", 1);
    done("klee --posix-runtime p.c --sym-arg 1", 2);
    done("klee -posix-runtime p.c -sym-args 0 1 1", 3);
}

#[test]
fn other_options_are_refused_with_advice() {
    let folder = folder(&[("p.c", PROGRAM)]);
    for (arguments, message) in [
        ("klee -max-depth=4 p.c", "--loop-limit"),
        ("klee --write-kqueries p.c", "use --write-smt2s"),
        ("klee --seed-file=x.ktest p.c", "does not use seeds"),
        ("klee --no-such-option p.c", "unknown option"),
        ("klee --posix-runtime p.c --max-fail 1", "do not fail at will"),
        ("klee -max-time=1s", "name a program"),
        ("klee absent.bc", "absent.bc"),
    ] {
        let ended = run_in(folder.path(), arguments);
        assert_eq!(ended.code, 2, "{arguments}: {ended:?}");
        assert!(ended.stderr.contains(message), "{arguments}: {ended:?}");
    }
}
