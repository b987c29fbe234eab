//! Exploration obeys the laws of work: split and resumed at every place, it finds the same paths.

use std::path::Path as FilePath;

use pikse_explore::{ExploreWork, Limits, Opened, Path, Structures, Wanted, open};
use pikse_front::Request;
use pikse_llvm::inkwell::context::Context;
use pikse_solver::{Limits as SolverLimits, Solver, chain, last};
use pikse_vm::{Ends, ErrorKind, Options, Verdict, Way};
use pikse_work::laws;

/// What the program alone decides of a path: not the values of its inputs.
type Key = (Vec<Way>, Result<&'static str, ErrorKind>, u64);

fn key(path: &Path) -> Key {
    let verdict = match &path.verdict {
        Verdict::Finished(_) => Ok("finished"),
        Verdict::Rejected => Ok("rejected"),
        Verdict::Cut(..) => Ok("cut"),
        Verdict::Killed(..) => Ok("killed"),
        Verdict::Blocked(..) => Ok("blocked"),
        Verdict::Error(failure) => Err(failure.kind),
    };
    (path.ways.clone(), verdict, path.trace)
}

fn check(opened: &Opened<'_>, stride: usize, ends: Ends) -> usize {
    let solver = || Box::new(chain(last(SolverLimits::default()))) as Box<dyn Solver>;
    let work = ExploreWork {
        code: opened.code(),
        options: Options::default(),
        solver: &solver,
        limits: Limits::default(),
        ends,
        stages: std::sync::Arc::default(),
        handed_out: u64::MAX,
        scripts: false,
        memory: || 0,
    };
    laws::check(&work, stride, key)
}

fn wanted(file: &FilePath, entry: &str) -> Wanted {
    Wanted {
        files: vec![file.to_owned()],
        bin: None,
        entry: Some(entry.to_owned()),
        invariant: None,
        arguments: Vec::new(),
        pre: Vec::new(),
        structures: Structures::default(),
        plan: pikse_env::Plan::new("subject"),
        targets: Vec::new(),
        options: pikse_llvm::Options::default(),
    }
}

/// Checks the laws for a function of a text in C.
fn check_text(text: &str, stride: usize, at_least: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("subject.c");
    std::fs::write(&file, text).expect("a file");
    let context = Context::create();
    let opened = open(&context, &wanted(&file, "entry")).expect("it can be opened");
    let steps = check(&opened, stride, Ends::default());
    assert!(steps >= at_least, "{steps} steps: {text}");
    // Ranges obey them, too.
    let inputs = |a: u8, b: u8| {
        let bytes = |byte: u8| vec![byte, 0, 0, 0];
        Some(vec![
            ("x".to_owned(), bytes(a)),
            ("a".to_owned(), bytes(a)),
            ("b".to_owned(), bytes(b)),
            ("y".to_owned(), bytes(b)),
        ])
    };
    check(&opened, stride * 2, Ends { from: inputs(3, 5), to: None });
    check(&opened, stride * 2, Ends { from: None, to: inputs(9, 6) });
}

#[test]
fn branches_and_switches() {
    check_text(
        "int entry(int x, int y, unsigned char c) {
             if (x < y) { if (y < 7) return 1; } else if (x == 3) return 2;
             switch (c) { case 0: return 3; case 1: case 2: return 4; case 200: return c; }
             for (int i = 0; i < 3; i++) if (y >> i & 1) x++;
             return x > 100; }",
        1,
        15,
    );
}

#[test]
fn errors_on_the_way() {
    check_text(
        "int entry(unsigned char a, unsigned char b) {
             int t[4] = {1, 2, 3, 4}; int sum = t[a & 7] / (b & 3);
             if (sum > 1) sum += t[b & 7];
             for (int i = 0; i < 2; i++) if (t[(b >> i) & 7] == sum) sum--;
             return sum == 3; }",
        1,
        12,
    );
}

#[test]
fn sizes_and_objects() {
    check_text(
        "static int x = 5, y = 6;
         int entry(unsigned char a, unsigned char b) {
             unsigned char *t = __builtin_malloc((b & 3) + 1);
             t[0] = a; if (b & 2) t[2] = 9;
             int *p = a < 10 ? &x : &y; *p += t[0];
             __builtin_free(t);
             if (x == 9) return 1; return y == a; }",
        3,
        12,
    );
}

#[test]
fn structures() {
    let file = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/c/search_tree.c");
    let mut wanted = wanted(&file, "bst_add");
    wanted.structures =
        Structures { size: Some(3), bounds: Request::default(), ..Structures::default() };
    let context = Context::create();
    let opened = open(&context, &wanted).expect("it can be opened");
    let steps = check(&opened, 41, Ends::default());
    assert!(steps > 200, "{steps} steps");
}
