//! The operations of the structures: the code under test in the sources, with pre- and
//! post-conditions and the bounds of the inputs.
//!
//! [`crate::defects`] has edits of the same sources that a check has to find, and
//! [`crate::brute_force`] finds failing inputs without any search.

mod c;
mod cpp;
mod rust;

/// An operation, and how it is checked.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The file, in `subjects`.
    pub file: &'static str,
    /// The type of the structure. Every structure argument is a pointer or reference to it.
    pub root: &'static str,
    /// The function under test.
    pub call: &'static str,
    /// Its scalar arguments and their ranges, as `--args` takes them: both ends included,
    /// `n` is the size. Structure arguments are not mentioned.
    pub arguments: &'static [&'static str],
    /// The pre-condition, which includes `rep_ok` of each structure argument; without one it
    /// is just that.
    pub pre: Option<&'static str>,
    /// The post-conditions, in the order in which they are evaluated; later ones may rely
    /// on earlier ones. Their parameters are those of the call, by name, `result`, and
    /// `old` or `old_NAME`.
    pub post: &'static [&'static str],
    /// The bounds, as on a command line: each option and its value. A structure has up to
    /// `n` objects, and keys are from 1 to `n`.
    pub options: &'static [&'static str],
    /// A size whose inputs take well under a second.
    pub size: u32,
    /// The size up to which the documents go for the structure, or for an operation with
    /// two structure arguments one whose pairs are about as many. It may take minutes.
    pub documented_size: u32,
}

impl Check {
    /// The name of the subject: the file without folder and extension.
    pub fn subject(&self) -> &'static str {
        let name = self.file.rsplit('/').next().unwrap_or(self.file);
        name.split('.').next().unwrap_or(name)
    }
}

/// A check whose only argument besides the structure is a key, from 0 to `n + 1`.
const fn of_key(
    file: &'static str,
    root: &'static str,
    call: &'static str,
    post: &'static [&'static str],
    options: &'static [&'static str],
    sizes: (u32, u32),
) -> Check {
    let arguments = &["x=0..n+1"];
    let (size, documented_size) = sizes;
    Check { file, root, call, arguments, pre: None, post, options, size, documented_size }
}

/// Every check.
pub fn checks() -> Vec<Check> {
    [c::checks(), cpp::checks(), rust::checks()].concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::sources::sources;

    fn path(file: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)
    }

    /// Whether a text has a function of that name that is not private to its file.
    fn has_function(text: &str, name: &str) -> bool {
        let head = format!(" {name}(");
        let is_head = |line: &&str| line.starts_with(char::is_alphabetic) && line.contains(&head);
        text.lines().filter(is_head).any(|line| !line.starts_with("static "))
    }

    /// A name as it stands where a function is defined: in C++ they are methods.
    fn defined_name(check: &Check, name: &str) -> String {
        let is_method = check.file.starts_with("cpp/") && !name.contains("::");
        if is_method { format!("{}::{name}", check.root) } else { name.to_owned() }
    }

    #[test]
    fn every_name_of_a_check_is_in_its_file() {
        for check in checks().into_iter().filter(|check| !check.file.starts_with("rust/")) {
            let text = fs::read_to_string(path(check.file)).expect("the file is there");
            let keyword = if check.file.starts_with("cpp/") { "class" } else { "struct" };
            assert!(text.contains(&format!("{keyword} {} {{", check.root)), "{check:?}");
            let names = check.post.iter().chain([&check.call]).chain(&check.pre);
            for name in names {
                assert!(has_function(&text, &defined_name(&check, name)), "{name} in {check:?}");
            }
            for argument in check.arguments {
                let (name, range) = argument.split_once('=').expect("an argument has a range");
                assert!(text.contains(&format!("int {name}")), "{name} in {check:?}");
                assert!(range.contains(".."), "{range} in {check:?}");
            }
            assert!(!check.post.is_empty(), "{check:?}");
            assert!(check.size <= check.documented_size, "{check:?}");
        }
    }

    #[test]
    fn every_source_has_a_check_with_the_same_type() {
        for source in sources().iter().filter(|source| !source.file.starts_with("rust/")) {
            let is_its = |check: &Check| check.file == source.file && check.root == source.root;
            assert!(checks().iter().any(is_its), "{}", source.file);
        }
    }

    /// As many arguments, post-conditions and sizes, in the same order.
    #[test]
    fn the_operations_in_cpp_are_those_in_c() {
        let of = |language: &str| {
            let is_in = |check: &Check| check.file.split('/').next() == Some(language);
            let checks = checks().into_iter().filter(is_in);
            let counted = checks.map(|check| {
                let sizes = (check.size, check.documented_size);
                (check.subject(), check.arguments.len(), check.post.len(), sizes)
            });
            counted.collect::<Vec<_>>()
        };
        assert_eq!(of("c"), of("cpp"));
    }

    #[test]
    fn no_operation_is_checked_twice() {
        let mut calls = BTreeSet::new();
        for check in checks() {
            assert!(calls.insert((check.file, check.call)), "{check:?}");
            assert!(check.options.len().is_multiple_of(2), "{check:?}");
        }
    }
}
