//! Paths of small functions.

mod support;

use pikse_vm::{Options, Verdict};
use support::{explore, program};

fn paths(text: &str, entry: &str) -> usize {
    let program = program(text);
    let (ended, _) = explore(&program, entry, Options::default());
    for path in &ended {
        assert!(matches!(path.verdict, Verdict::Finished(_)), "{:?}", path.verdict);
    }
    ended.len()
}

#[test]
fn mid_has_six_paths() {
    let text = "int mid(int x, int y, int z) {
        if (x < y) { if (y < z) return y; else if (x < z) return z; else return x; }
        else if (x < z) return x; else if (y < z) return z; else return y; }";
    assert_eq!(paths(text, "mid"), 6);
}

#[test]
fn abs_has_two_paths() {
    assert_eq!(paths("int absolute(int x) { if (x < 0) return -x; return x; }", "absolute"), 2);
}
