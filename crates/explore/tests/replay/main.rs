//! Paths of the symbolic machine, replayed natively.

mod support;

use pikse_explore::replay::{Outcome, Start};
use pikse_explore::{Argument, Entry};
use pikse_llvm::inkwell::context::Context;
use pikse_vm::Options;
use support::{Subject, entry};

/// Every path is confirmed, and there are so many.
fn confirm(text: &str, start: &Start, paths: usize) {
    let context = Context::create();
    let subject = Subject::c(&context, text);
    let replayed = subject.replay_all(start, Options::default());
    for (test, replayed) in &replayed {
        assert!(replayed.is_confirmed(), "{replayed}\n{test:?}\n{text}");
    }
    assert_eq!(replayed.len(), paths, "{text}");
}

#[test]
fn functions_take_the_same_paths() {
    let mid = "int mid(int x, int y, int z) {
        if (x < y) { if (y < z) return y; else if (x < z) return z; else return x; }
        else if (x < z) return x; else if (y < z) return z; else return y; }";
    confirm(mid, &entry("mid", &[32, 32, 32]), 6);
    let table = "int f(unsigned char c) { switch (c) {
        case 0: return 7; case 1: case 2: return 8; case 200: c = 3; break; default: break; }
        int n = 0; while (c > 253) { c--; n++; } return n + c; }";
    confirm(table, &entry("f", &[8]), 6);
}
