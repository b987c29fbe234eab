//! What a read of memory costs that is no candidate's.
#![expect(unsafe_code, reason = "loads and calls the predicate that is not instrumented")]

use std::path::Path;
use std::process::Command;

use libloading::{Library, Symbol};
use pikse_front::Request;
use pikse_native::Strategy;

use super::subject::{How, Native, in_workspace};
use super::table::{Promise, Table, each, pair};

const FILE: &str = "crates/bench/src/native/reads.c";
/// Length times passes, as in the file.
const READS: u64 = (1 << 12) * 2000;

pub(super) fn measure(table: &mut Table) {
    let file = in_workspace(FILE);
    let folder = tempfile::tempdir().expect("there is room for a library");
    let plain = compile_plain(&file, &folder.path().join("reads.so"));
    // SAFETY: the library has a function of this type and no constructors.
    let rep_ok: Symbol<'_, extern "C" fn(*const i32) -> bool> =
        unsafe { plain.get(b"rep_ok") }.expect("the file has a predicate");
    for strategy in [Strategy::Checkpoint, Strategy::Reexecute] {
        let request = Request { size: 1, ..Request::default() };
        let ours = Native::compile(&file, "subject", request, How { strategy, multi_value: true });
        assert_eq!((rep_ok(&0), ours.count().valid), (true, 1));
        let times = pair(41, || rep_ok(&0), || ours.count());
        let (beside, ours) = (each(times.beside, READS), each(times.ours, READS));
        let what = match strategy {
            Strategy::Reexecute => "the same, re-execution",
            _ => "a read that is no candidate's: plain, instrumented",
        };
        let shown = |time: f64| format!("{time:.2} ns");
        let more = (ours - beside, " ns more");
        table.row(what, shown(beside), shown(ours), more, Promise::AtMost(2.0));
    }
}

/// Compiles a file as anybody would, but for loops that LLVM would make wider: what is
/// compared is reads, one by one.
pub(super) fn compile_plain(file: &Path, library: &Path) -> Library {
    let named = std::env::var("PIKSE_CLANG").ok();
    let names = (14..=22).rev().map(|version| format!("clang-{version}"));
    let built = named.into_iter().chain(names).chain(["clang".to_owned()]).any(|clang| {
        let mut clang = Command::new(clang);
        clang.args(["-O2", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]);
        clang.args(["-shared", "-fPIC", "-o"]).args([library, file]);
        clang.status().is_ok_and(|status| status.success())
    });
    assert!(built, "there is no clang; install it or name it in PIKSE_CLANG");
    // SAFETY: it has no constructors.
    unsafe { Library::new(library) }.expect("what was linked can be loaded")
}
