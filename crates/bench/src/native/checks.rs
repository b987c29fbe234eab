//! Code under test on every input, compared with a hand-written loop that builds, checks and
//! frees the same inputs.
#![expect(unsafe_code, reason = "loads and calls the hand-written loop")]

use libloading::Symbol;
use pikse_front::bounds::Request;
use pikse_front::check::{Named, open};
use pikse_front::{Bounds, Wanted};
use pikse_llvm::inkwell::context::Context;
use pikse_native::{Build, Check, CheckBuild, Compiled, CompiledCheck, Leaks, Predicate};
use pikse_search::{Search, Settings, Step};

use super::reads::compile_plain;
use super::subject::in_workspace;
use super::table::{Promise, Table, each, pair};

const BY_HAND: &str = "crates/bench/src/native/checks.c";
/// 36 sets of 7 keys, 429 shapes, 11 keys to add.
const INPUTS: u64 = 36 * 429 * 11;

/// `bst_add` with `rep_ok` as its post-condition.
struct AddChecked {
    pre: Compiled,
    check: CompiledCheck,
    bounds: Bounds,
}

impl AddChecked {
    fn compile(leaks: Leaks) -> AddChecked {
        let context = Context::create();
        let files = vec![in_workspace("subjects/c/search_tree.c")];
        let wanted = Wanted { files, ..Wanted::default() };
        let named = Named {
            call: "bst_add".to_owned(),
            post: vec!["rep_ok".to_owned()],
            ..Named::default()
        };
        let checked = open(&context, &wanted, Some(&named), &[]);
        let checked = checked.unwrap_or_else(|error| panic!("{error}")).remove(0);
        let property = &checked.properties[0];
        let ranges = ["bst.size=n", "node.data=1..n+2", "input.x=0..n+3"];
        let ranges = ranges.map(|range| range.parse().expect("a range")).to_vec();
        let request = Request { size: 7, ranges, ..Request::default() };
        let bounds = checked.bounds(property, request, None).unwrap_or_else(|e| panic!("{e}"));
        let pre = pikse_check::compile_pre(&checked.program, property, &bounds, &Build::default());
        let build = CheckBuild { leaks, ..CheckBuild::default() };
        let check = pikse_check::compile(&checked.program, property, &bounds, &build);
        AddChecked {
            pre: pre.unwrap_or_else(|error| panic!("{error}")),
            check: check.unwrap_or_else(|error| panic!("{error}")),
            bounds,
        }
    }

    /// Checks every input. Returns their number.
    fn run(&self) -> u64 {
        let predicate = Predicate::load(&self.pre, &self.bounds).expect("it can be loaded");
        let mut check = Check::load(&self.check, &self.bounds).expect("it can be loaded");
        let mut settings = Settings::new(&self.bounds.space);
        settings.strict_runs = 16;
        let mut search = Search::new(&self.bounds.space, predicate, settings);
        let mut inputs = 0;
        while search.step().expect("subjects are deterministic") == Step::Solution {
            search.show(|_, choices| check.choose(choices));
            check.run().expect("it is correct");
            inputs += 1;
        }
        inputs
    }
}

pub(super) fn measure(table: &mut Table) {
    let folder = tempfile::tempdir().expect("there is room for a library");
    let plain = compile_plain(&in_workspace(BY_HAND), &folder.path().join("checks.so"));
    // SAFETY: the library has a function of this type and no constructors.
    let by_hand: Symbol<'_, extern "C" fn() -> i64> =
        unsafe { plain.get(b"check_by_hand") }.expect("the file has the loop");
    for (leaks, what) in [
        (
            Leaks::Off,
            "bst_add, then rep_ok, on search trees of 7: hand-written loop, `pikse check`; per input",
        ),
        (Leaks::On, "the same, with leak detection"),
    ] {
        let ours = AddChecked::compile(leaks);
        assert_eq!((by_hand() as u64, ours.run()), (INPUTS, INPUTS));
        let times = pair(9, || by_hand(), || ours.run());
        let (beside, mine) = (each(times.beside, INPUTS), each(times.ours, INPUTS));
        let shown = |time: f64| format!("{time:.0} ns");
        table.row(what, shown(beside), shown(mine), (times.ratio, ""), Promise::Nothing);
        let promise = if leaks == Leaks::Off { Promise::Nothing } else { Promise::AtLeast(2.0) };
        let rate = (1e3 / mine, " million");
        table.row("checked inputs per second and core", "", "", rate, promise);
    }
}
