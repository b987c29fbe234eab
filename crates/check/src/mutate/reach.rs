//! Finds the user's functions that the code under test calls.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use pikse_front::is_library;
use pikse_llvm::Program;
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::raw::{self, Node};

/// The files whose code is changed: those whose paths contain one of the given parts, also in
/// libraries; without any, those that belong to no library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within<'a>(pub(super) Option<&'a str>);

impl Within<'_> {
    pub(super) fn has(self, path: &Path) -> bool {
        match self.0 {
            Some(part) => path.to_string_lossy().contains(part),
            None => !is_library(path),
        }
    }
}

/// The functions to change, in the order of the module, and whether the excluded ones also call
/// them. The calls of a function that is both under test and excluded (a property) are
/// followed, but it is not changed. Calls in libraries are also followed: they call back.
pub(super) fn reach<'ctx>(
    program: &Program<'ctx>,
    under_test: &[impl AsRef<str>],
    excluded: &[impl AsRef<str>],
    within: Within<'_>,
) -> Vec<(FunctionValue<'ctx>, bool)> {
    let named = |name: &str| {
        let function = program.module().get_function(name);
        function.filter(|function| function.count_basic_blocks() > 0)
    };
    let starts: HashSet<_> = under_test.iter().filter_map(|name| named(name.as_ref())).collect();
    let excluded: HashSet<_> = excluded.iter().filter_map(|name| named(name.as_ref())).collect();
    let mut calls = HashMap::new();
    let tested = closure(&starts, &excluded, &mut calls);
    let judges: HashSet<_> = excluded.difference(&starts).copied().collect();
    let judging = closure(&judges, &starts, &mut calls);
    let is_ours = |function: &FunctionValue<'ctx>| {
        let file = raw::value(function).subprogram().and_then(Node::file);
        let Some((folder, file)) = file.map(Node::path) else { return false };
        within.has(&Path::new(&folder).join(file))
    };
    program
        .defined()
        .filter(|function| tested.contains(function) && !excluded.contains(function))
        .filter(is_ours)
        .map(|function| (function, judging.contains(&function)))
        .collect()
}

/// The functions that some call, directly or indirectly, with themselves and without barred ones.
fn closure<'ctx>(
    starts: &HashSet<FunctionValue<'ctx>>,
    barred: &HashSet<FunctionValue<'ctx>>,
    calls: &mut HashMap<FunctionValue<'ctx>, Vec<FunctionValue<'ctx>>>,
) -> HashSet<FunctionValue<'ctx>> {
    let mut found = starts.clone();
    let mut open: Vec<_> = starts.iter().copied().collect();
    while let Some(function) = open.pop() {
        let called = calls.entry(function).or_insert_with(|| raw::mentioned(function));
        for &next in called.iter().filter(|next| !barred.contains(next)) {
            if next.count_basic_blocks() > 0 && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}
