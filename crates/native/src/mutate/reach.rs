//! The functions of the user's that the code under test calls.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use pikse_llvm::Program;
use pikse_llvm::inkwell::values::FunctionValue;

use super::raw;
use crate::multi_value::raw::file_of;

/// Parts of the paths of files that are not the user's.
const LIBRARIES: [&str; 11] = [
    "/rustc/",
    "/rust/deps/",
    "/lib/rustlib/",
    "/.cargo/registry/",
    "/.cargo/git/",
    "/usr/include/",
    "/usr/lib/",
    "/usr/local/include/",
    "/c++/v1/",
    "/include/c++/",
    "/lib/clang/",
];
/// Files that come with this program.
const OWN: [&str; 2] = ["pikse.h", "pikse.hpp"];

/// Whether a file belongs to a library.
fn is_library(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let is_own = path.file_name().is_some_and(|name| OWN.iter().any(|own| name == *own));
    // What a compiler makes up has a name like `<built-in>`.
    is_own || text.ends_with('>') || LIBRARIES.iter().any(|library| text.contains(library))
}

/// The files whose code is changed: those whose paths have a part, libraries or not, and if
/// none is given those of no library.
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

/// The functions to change, in the order of the module, and whether the excluded ones call
/// them too. A function that is under test and excluded is gone through and not changed: a
/// property. Libraries are gone through as well: they call back.
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
        let Some((folder, file)) = file_of(*function) else { return false };
        within.has(&Path::new(&folder).join(file))
    };
    program
        .defined()
        .filter(|function| tested.contains(function) && !excluded.contains(function))
        .filter(is_ours)
        .map(|function| (function, judging.contains(&function)))
        .collect()
}

/// What functions call, directly or not, with themselves, and without what is barred.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_known_by_their_paths() {
        for (path, expected) in [
            ("/home/me/tree.c", false),
            ("src/lib.rs", false),
            ("/home/me/include/tree.h", false),
            ("/rustc/0123/library/alloc/src/vec/mod.rs", true),
            ("/home/me/.cargo/registry/src/index/x-1.0.0/src/lib.rs", true),
            ("/usr/lib/llvm-19/bin/../include/c++/v1/vector", true),
            ("/usr/include/stdlib.h", true),
            ("/tmp/x/include/pikse.h", true),
            ("/home/me/<built-in>", true),
        ] {
            assert_eq!(is_library(Path::new(path)), expected, "{path}");
        }
    }
}
