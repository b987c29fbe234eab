//! A subject with its bounds, its structures and an oracle; what the tests of each
//! language share.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pikse_front::bounds::infer;
use pikse_front::{Bounds, Request};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_report::{Call, Language, Subject};
use pikse_structure::{Object, Structure, Value};

/// A file with a predicate, in a folder that goes away with it.
pub(crate) struct File {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) types: Types,
}

impl File {
    pub(crate) fn new(name: &str, text: &str) -> File {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(name);
        fs::write(&path, text).expect("the file can be written");
        let mut options = Options::default();
        options.rustflags.push("--crate-type=cdylib".to_owned());
        let context = Context::create();
        let program = Program::compile(&context, &[&path], &options)
            .unwrap_or_else(|error| panic!("{error}"));
        let types = Types::of(&program).expect("it has debug information");
        File { folder, path, text: text.to_owned(), types }
    }

    /// A subject of the repository. In Rust a function has to use the types.
    pub(crate) fn subject(path: &str, more: &str) -> File {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path);
        let text = fs::read_to_string(&path).expect("the file can be read") + more;
        File::new(&path.file_name().expect("it is a file").to_string_lossy(), &text)
    }

    pub(crate) fn bounds(&self, root: &str, size: u32, ranges: &[&str]) -> Bounds {
        let parse = |text: &&str| text.parse().expect("it is well formed");
        let ranges = ranges.iter().map(parse).collect();
        let request = Request { root: root.to_owned(), size, ranges, ..Request::default() };
        infer(&self.types, &request).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn as_subject(&self, language: Language, call: Call) -> Subject<'_> {
        Subject { language, file: &self.path, text: &self.text, module: self.module(), call }
    }

    fn module(&self) -> &str {
        self.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
    }
}

/// The structures of all candidates, each once.
pub(crate) fn structures(bounds: &Bounds) -> Vec<Structure> {
    let space = &bounds.space;
    let lengths: Vec<u32> =
        (0..space.cells().len()).map(|at| space.domain_of(cell(at)).len()).collect();
    let mut indices = vec![0; lengths.len()];
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    loop {
        let structure = Structure::of_candidate(space, |cell| indices[cell.index()]);
        if seen.insert(format!("{structure:?}")) {
            found.push(structure);
        }
        let turn = indices.iter().zip(&lengths).position(|(index, length)| index + 1 < *length);
        let Some(turn) = turn else { return found };
        indices[turn] += 1;
        indices[..turn].fill(0);
    }
}

fn cell(at: usize) -> pikse_structure::CellId {
    pikse_structure::CellId::at(at)
}

/// At most `count` valid ones and as many others, from all over, with the verdict.
pub(crate) fn sample(
    structures: Vec<Structure>,
    count: usize,
    oracle: fn(&Structure) -> bool,
) -> Vec<(Structure, bool)> {
    let (valid, invalid): (Vec<_>, Vec<_>) = structures.into_iter().partition(oracle);
    assert!(!valid.is_empty() && !invalid.is_empty(), "there are valid and invalid ones");
    let pick = |all: Vec<Structure>, verdict: bool| {
        let step = all.len().div_ceil(count);
        all.into_iter().step_by(step).map(move |structure| (structure, verdict))
    };
    pick(valid, true).chain(pick(invalid, false)).collect()
}

fn int(structure: &Structure, object: &Object, name: &str) -> i64 {
    match structure.value(object, name) {
        Some(Value::Int(int)) => *int,
        other => panic!("`{name}` is {other:?}"),
    }
}

/// Search trees, with or without parents.
pub(crate) fn search_tree(structure: &Structure) -> bool {
    let mut seen = BTreeSet::new();
    let mut left = Vec::new();
    left.extend(structure.follow(structure.root(), "root").map(|node| (node, i64::MIN, i64::MAX)));
    while let Some((node, min, max)) = left.pop() {
        let data = int(structure, node, "data");
        if !seen.insert(node.id) || data < min || data > max {
            return false;
        }
        for (side, min, max) in [("left", min, data - 1), ("right", data + 1, max)] {
            let Some(child) = structure.follow(node, side) else { continue };
            let has_parents = structure.value(child, "parent").is_some();
            let parent = structure.follow(child, "parent").map(|parent| parent.id);
            if has_parents && parent != Some(node.id) {
                return false;
            }
            left.push((child, min, max));
        }
    }
    int(structure, structure.root(), "size") == seen.len() as i64
}

/// Lists with links in both directions that end with null.
pub(crate) fn double_list(structure: &Structure) -> bool {
    let mut seen = BTreeSet::new();
    let mut before = None;
    let mut at = structure.follow(structure.root(), "head");
    while let Some(node) = at {
        let back = structure.follow(node, "prev").map(|prev| prev.id);
        if !seen.insert(node.id) || back != before {
            return false;
        }
        before = Some(node.id);
        at = structure.follow(node, "next");
    }
    int(structure, structure.root(), "size") == seen.len() as i64
}

/// Lists with links in one direction.
pub(crate) fn single_list(structure: &Structure) -> bool {
    let mut seen = BTreeSet::new();
    let mut at = structure.follow(structure.root(), "head");
    while let Some(node) = at {
        if !seen.insert(node.id) {
            return false;
        }
        at = structure.follow(node, "next");
    }
    int(structure, structure.root(), "size") == seen.len() as i64
}

/// Whether all values of the root, each with a weight, come to a multiple of 7: a
/// field that is not set, or to the wrong value, shows. A pointer counts as what its
/// object's `id` is.
pub(crate) fn weighed(structure: &Structure) -> bool {
    let root = structure.root();
    let mut values = Vec::new();
    for (_, name, value) in structure.fields(root) {
        match value {
            Value::Array(elements) => values.extend(elements.iter().map(|value| (name, value))),
            scalar => values.push((name, scalar)),
        }
    }
    let weigh = |value: &Value| match value {
        Value::Int(int) => *int,
        Value::Bool(bool) => i64::from(*bool),
        Value::Enum(variant) => i64::from(*variant),
        Value::Ref(id) => {
            let object = structure.object(*id).expect("it is in the structure");
            1 + int(structure, object, "id")
        }
        Value::Null | Value::Absent | Value::Array(_) => 0,
    };
    let sum: i64 = values.iter().zip(1..).map(|((_, value), weight)| weight * weigh(value)).sum();
    sum % 7 == 0
}

/// The compilers of a language that are on this machine.
pub(crate) fn compilers(names: &[&'static str]) -> Vec<&'static str> {
    let answers = |name: &&&str| {
        let mut version = Command::new(name);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    let found: Vec<&str> = names.iter().filter(answers).copied().collect();
    assert!(!found.is_empty(), "none of {names:?} is there");
    found
}

/// Compiles a file to a program beside it.
#[track_caller]
pub(crate) fn compile(compiler: &str, flags: &[&str], file: &Path) -> PathBuf {
    let program = file.with_extension(compiler);
    let mut command = Command::new(compiler);
    command.args(flags).arg(file).arg("-o").arg(&program);
    let output = command.output().expect("the compiler runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let text = fs::read_to_string(file).unwrap_or_default();
    assert!(output.status.success(), "{compiler}: {errors}\n{text}");
    program
}
