//! The cost of a read of memory that does not belong to the candidate.
#![expect(unsafe_code, reason = "loads and calls the predicate that is not instrumented")]

use std::path::Path;

use libloading::{Library, Symbol};
use pikse_front::Request;
use pikse_llvm::Language;
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
            _ => "a read outside the candidate: plain, instrumented",
        };
        let shown = |time: f64| format!("{time:.2} ns");
        let more = (ours - beside, " ns more");
        table.row(what, shown(beside), shown(ours), more, Promise::AtMost(2.0));
    }
}

/// Compiles a file with the usual options, but without vectorisation: single reads are
/// compared.
pub(super) fn compile_plain(file: &Path, library: &Path) -> Library {
    let mut clang = pikse_llvm::find_clang(Language::C).unwrap_or_else(|error| panic!("{error}"));
    clang.args(["-O2", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]);
    clang.args(["-shared", "-fPIC", "-o"]).args([library, file]);
    assert!(clang.status().is_ok_and(|status| status.success()), "clang compiles {file:?}");
    // SAFETY: it has no constructors.
    unsafe { Library::new(library) }.expect("what was linked can be loaded")
}
