//! Seeded defects: edits of the sources that a check has to find.
//!
//! A defect is a small text file, `subjects/defects/LANGUAGE/SUBJECT/NAME.defect`:
//!
//! ```text
//! what: A sentence that says what is wrong.
//! kind: lost update
//! call: bst_add
//! size: 1
//! find:
//!     *link = node;
//!     tree->size++;
//! put:
//!     *link = node;
//! ```
//!
//! `call` is the operation that shows it, and `size` the smallest size at which an input of
//! its check fails. Defects of the structures of ordinary types are in
//! `subjects/types/defects/FILE/NAME.defect`; after the size they have a line with the other
//! options of the check, which is in no table. The lines between `find:` and `put:` occur exactly once in the source;
//! they are replaced by those after `put:`, if any.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::checks::{Check, checks};

/// An edit of a source that makes one of its operations wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The file that it is an edit of, in `subjects`.
    pub file: String,
    /// Its name: that of its file, without the extension.
    pub name: String,
    /// The kind of defect, in a word or two.
    pub kind: String,
    /// What is wrong, in a sentence.
    pub what: String,
    /// The operation that shows it.
    pub call: String,
    /// The smallest size of the operation's check at which an input fails.
    pub size: u32,
    /// The other options of its check, if it has its own.
    pub options: Option<String>,
    find: String,
    put: String,
}

/// An error in a defect's text, or in the source that it edits.
#[derive(Debug)]
pub enum DefectError {
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A line of the head is missing or wrong.
    Head(PathBuf, &'static str),
    /// The text to find occurs this many times in the source, not once.
    Occurs(String, usize),
}

impl fmt::Display for DefectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DefectError::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            DefectError::Head(path, key) => {
                write!(f, "{}: there has to be a line `{key}: …` in its place", path.display())
            }
            DefectError::Occurs(name, times) => {
                write!(f, "{name}: the text to find occurs {times} times; it has to be once")
            }
        }
    }
}

impl std::error::Error for DefectError {}

impl Defect {
    /// The source with the defect in it.
    pub fn apply(&self, text: &str) -> Result<String, DefectError> {
        match text.matches(&self.find).count() {
            1 => Ok(text.replacen(&self.find, &self.put, 1)),
            times => Err(DefectError::Occurs(format!("{}: {}", self.file, self.name), times)),
        }
    }

    /// The check of the operation that shows it.
    pub fn check(&self) -> Option<Check> {
        checks().into_iter().find(|check| check.file == self.file && check.call == self.call)
    }

    /// The arguments of `pikse check` that find it, after the name of the file.
    pub fn arguments(&self) -> Option<Vec<String>> {
        let mut words = vec!["--call".to_owned(), self.call.clone()];
        words.extend(["--size".to_owned(), self.size.to_string()]);
        if let Some(options) = &self.options {
            words.extend(options.split_whitespace().map(str::to_owned));
            return Some(words);
        }
        let check = self.check()?;
        words.extend(["--type".to_owned(), check.root.to_owned()]);
        let mut add = |option: &str, values: &[&str]| {
            words.extend(values.iter().flat_map(|value| [option.to_owned(), (*value).to_owned()]));
        };
        add("--args", check.arguments);
        add("--pre", check.pre.as_slice());
        add("--post", check.post);
        words.extend(check.options.iter().map(|&word| word.to_owned()));
        Some(words)
    }

    /// Reads the text of a defect; `path` names the source that it edits.
    fn read(path: &Path, text: &str) -> Result<Defect, DefectError> {
        let mut lines = text.lines().peekable();
        let mut head = |key: &'static str| {
            let line = lines.peek().copied().unwrap_or_default();
            let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(':'));
            lines.next_if(|_| value.is_some());
            value.map(|value| value.trim().to_owned()).ok_or(DefectError::Head(path.into(), key))
        };
        let what = head("what")?;
        let kind = head("kind")?;
        let call = head("call")?;
        let size = head("size")?.parse().map_err(|_| DefectError::Head(path.into(), "size"))?;
        let options = head("options").ok();
        head("find")?;
        let rest: Vec<&str> = lines.collect();
        let put = rest.iter().position(|&line| line == "put:");
        let put = put.ok_or(DefectError::Head(path.into(), "put"))?;
        let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect();
        let (find, put): (String, String) = (joined(&rest[..put]), joined(&rest[put + 1..]));
        if find.is_empty() {
            return Err(DefectError::Head(path.into(), "find"));
        }
        let part = |path: Option<&Path>| {
            let name = path.and_then(Path::file_stem).unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        let language = part(path.parent().and_then(Path::parent));
        let whole = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let file = match language.as_str() {
            "defects" => format!("types/{whole}"),
            "rust" => format!("rust/{whole}.rs"),
            _ => format!("{language}/{whole}.{language}"),
        };
        Ok(Defect { file, name: part(Some(path)), kind, what, call, size, options, find, put })
    }
}

/// Every defect of the structures of the documents, in the order of files and names.
pub fn defects() -> Result<Vec<Defect>, DefectError> {
    read_all("../defects")
}

/// Every defect of the structures of ordinary types.
pub fn defects_of_types() -> Result<Vec<Defect>, DefectError> {
    read_all("../types/defects")
}

fn read_all(folder: &str) -> Result<Vec<Defect>, DefectError> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths = Vec::new();
    collect(&folder, &mut paths)?;
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path);
        Defect::read(path, &text.map_err(|error| DefectError::Unreadable(path.clone(), error))?)
    };
    paths.iter().map(read).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), DefectError> {
    let unreadable = |error| DefectError::Unreadable(folder.to_owned(), error);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "defect") {
            paths.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    const TEXT: &str = "what: The size.\nkind: lost update\ncall: add\nsize: 2\n\
                        find:\n  size++;\nput:\n  size += 2;\n  /* twice */\n";

    fn read(text: &str) -> Result<Defect, DefectError> {
        Defect::read(Path::new("defects/cpp/set/size_twice.defect"), text)
    }

    #[test]
    fn a_defect_is_read_and_applied() {
        let defect = read(TEXT).expect("it is well formed");
        let head = [&defect.file, &defect.name, &defect.kind, &defect.what, &defect.call];
        assert_eq!(head, ["cpp/set.cpp", "size_twice", "lost update", "The size.", "add"]);
        assert_eq!(defect.size, 2);
        let applied = defect.apply("a\n  size++;\nb\n").expect("it occurs once");
        assert_eq!(applied, "a\n  size += 2;\n  /* twice */\nb\n");
    }

    #[test]
    fn what_does_not_occur_once_is_refused() {
        let defect = read(TEXT).expect("it is well formed");
        for text in ["", "  size++;\n  size++;\n"] {
            assert!(matches!(defect.apply(text), Err(DefectError::Occurs(..))), "{text}");
        }
    }

    #[test]
    fn a_line_that_is_missing_is_named() {
        for key in ["what", "kind", "call", "size", "find", "put"] {
            let without = |line: &&str| !line.starts_with(&format!("{key}:"));
            let text: Vec<&str> = TEXT.lines().filter(without).collect();
            let error = read(&text.join("\n")).expect_err("a line is missing").to_string();
            assert!(error.contains(&format!("`{key}: …`")), "{error}");
        }
        let no_text = TEXT.replace("  size++;\n", "");
        assert!(matches!(read(&no_text), Err(DefectError::Head(_, "find"))));
    }

    #[test]
    fn every_defect_is_an_edit_of_its_source() {
        let subjects = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for defect in defects().expect("every defect is well formed") {
            let text =
                fs::read_to_string(subjects.join(&defect.file)).expect("the source is there");
            let applied = defect.apply(&text).unwrap_or_else(|error| panic!("{error}"));
            assert_ne!(applied, text, "{defect:?}");
            assert!(defect.check().is_some(), "{defect:?}");
        }
    }

    #[test]
    fn every_defect_of_a_type_is_an_edit_of_its_source() {
        let subjects = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let defects = defects_of_types().expect("every defect is well formed");
        assert!(defects.len() >= 60, "{} defects", defects.len());
        for defect in defects {
            let text =
                fs::read_to_string(subjects.join(&defect.file)).expect("the source is there");
            let applied = defect.apply(&text).unwrap_or_else(|error| panic!("{error}"));
            assert_ne!(applied, text, "{defect:?}");
            let arguments = defect.arguments().unwrap_or_default();
            assert!(defect.options.is_some() && arguments.len() >= 4, "{defect:?}");
        }
    }

    #[test]
    fn every_subject_with_a_check_has_three_kinds_of_defects() {
        let mut kinds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for defect in defects().expect("every defect is well formed") {
            kinds.entry(defect.file).or_default().insert(defect.kind);
        }
        for check in checks() {
            let kinds = kinds.get(check.file).map_or(0, BTreeSet::len);
            assert!(kinds >= 3, "{} has defects of {kinds} kinds", check.file);
        }
    }

    #[test]
    fn the_readme_lists_every_operation_and_every_defect() {
        let readme = include_str!("../../defects/README.md");
        for check in checks() {
            assert!(readme.contains(&format!(" {}(", check.call)), "{check:?}");
        }
        for defect in defects().expect("every defect is well formed") {
            let row = format!("`{}` ({}, {})", defect.name, defect.kind, defect.size);
            assert!(readme.contains(&row), "{row}");
        }
    }

    /// The subject that a source in Rust is called in C.
    fn in_c(file: &str) -> String {
        let name = file.trim_start_matches("rust/").trim_end_matches(".rs");
        let name = match name {
            "search_tree" => "search_tree_without_parents",
            "search_tree_with_parents" => "search_tree",
            name => name,
        };
        format!("c/{name}.c")
    }

    /// Brute force has shown the sizes in C.
    #[test]
    fn a_defect_in_rust_has_the_size_of_its_namesake_in_c() {
        let defects = defects().expect("every defect is well formed");
        let mut shared = 0;
        for defect in defects.iter().filter(|defect| defect.file.starts_with("rust/")) {
            let file = in_c(&defect.file);
            let is_its = |other: &&Defect| other.file == file && other.name == defect.name;
            if let Some(other) = defects.iter().find(is_its) {
                assert_eq!(defect.size, other.size, "{defect:?}");
                shared += 1;
            }
        }
        assert!(shared > 50, "only {shared} defects are in both languages");
    }

    #[test]
    fn the_readme_lists_every_defect_in_rust_in_its_own_table() {
        let readme = include_str!("../../defects/README.md");
        let (_, section) = readme.split_once("\n## In Rust\n").expect("there is a section");
        for defect in defects().expect("every defect is well formed") {
            let row = format!("`{}` ({}, {})", defect.name, defect.kind, defect.size);
            let is_listed = section.contains(&row);
            assert!(is_listed || !defect.file.starts_with("rust/"), "{row}");
        }
    }
}
