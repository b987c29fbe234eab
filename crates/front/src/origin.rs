//! Whether a source file belongs to the user or to a library.

use std::path::Path;

/// Parts of paths that only files of libraries have.
const LIBRARIES: [&str; 12] = [
    "/rustc/",
    "/rust/deps/",
    "/rustlib/",
    "/registry/src/",
    "/.cargo/git/",
    "/usr/include/",
    "/usr/lib/",
    "/usr/local/include/",
    "/c++/v1/",
    "/include/c++/",
    "/lib/clang/",
    "pikse_containers/",
];
/// Files that come with this program.
const OWN: [&str; 2] = ["pikse.h", "pikse.hpp"];

/// Whether a file belongs to a library.
pub fn is_library(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let is_own = path.file_name().is_some_and(|name| OWN.iter().any(|own| name == *own));
    // Files that the compiler invents have names like `<built-in>`.
    is_own || text.ends_with('>') || LIBRARIES.iter().any(|library| text.contains(library))
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
