//! C and C++ files. Clang leaves out what is static or inline and what nobody calls, so what
//! is not found is looked for again with everything in.

use pikse_llvm::Options;

use crate::finitize::with_headers;

/// Makes an attempt with what clang compiles by itself. If the result `lacks` something that
/// clang may have left out, makes a second one, with everything in. Gives both results.
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
