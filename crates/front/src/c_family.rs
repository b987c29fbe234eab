//! C and C++ files. Clang drops static and inline functions that are not called. If something
//! is not found, the files are compiled again with all functions kept.

use pikse_llvm::Options;

use crate::finitize::with_headers;

/// Tries with clang's usual output first. If the result `lacks` something that clang may have
/// dropped, tries again with all functions kept. Returns both results.
pub fn attempts<T>(
    options: &Options,
    attempt: impl Fn(&Options) -> T,
    lacks: impl FnOnce(&T) -> bool,
) -> (T, Option<T>) {
    let mut options = with_headers(options);
    let first = attempt(&options);
    if !lacks(&first) {
        return (first, None);
    }
    options.cflags.push("-femit-all-decls".to_owned());
    let second = attempt(&options);
    (first, Some(second))
}
