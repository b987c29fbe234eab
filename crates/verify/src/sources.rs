//! The program of a task: its sources, and the flags that compile them.
//!
//! Tasks are often preprocessed by an old gcc, with its extensions and with line markers of
//! files that are not part of the task. Witnesses need the lines of the task's own file, so a copy without markers is
//! compiled in its place.

use std::path::{Path, PathBuf};

use pikse_env::Plan;
use pikse_explore::{OpenError, Opened, PredicateChoice, Structures, Wanted, open};
use pikse_front::SubjectError;
use pikse_llvm::Options;
use pikse_llvm::inkwell::context::Context;
use tempfile::TempDir;

use crate::property::Property;
use crate::task::{DataModel, Task};

/// Types that gcc has and clang does not, with types that behave alike where programs only declare
/// functions with them.
const TYPES: [(&str, &str); 6] = [
    ("_Float128", "long double"),
    ("_Float64x", "long double"),
    ("_Float64", "double"),
    ("_Float32x", "double"),
    ("_Float32", "float"),
    ("__float128", "long double"),
];
/// What old programs do and newer compilers refuse.
const LENIENT: [&str; 10] = [
    "-w",
    "-fgnu89-inline",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-type",
    "-Wno-return-mismatch",
    "-fno-strict-aliasing",
];

/// The sources of a task, as they are compiled.
#[derive(Debug)]
pub(crate) struct Sources {
    /// Holds the copies; they are needed until the program is compiled.
    _folder: Option<TempDir>,
    files: Vec<PathBuf>,
    /// The folders of the originals, for `#include "…"`.
    folders: Vec<PathBuf>,
}

impl Sources {
    /// Copies what has line markers, or a name that compilers do not expect.
    pub(crate) fn of(files: &[PathBuf]) -> std::io::Result<Self> {
        let mut folder = None;
        let (mut copies, mut folders) = (Vec::new(), Vec::new());
        for (at, file) in files.iter().enumerate() {
            let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
            let is_c = file.extension().is_some_and(|ending| ending == "c");
            let is_llvm = file.extension().is_some_and(|end| end == "bc" || end == "ll");
            if is_llvm || is_c && !text.lines().any(is_marker) {
                copies.push(file.clone());
                continue;
            }
            let folder = match &mut folder {
                Some(folder) => folder,
                None => folder.insert(tempfile::tempdir()?),
            };
            let whole = std::path::absolute(file)?;
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let copy = folder.path().join(format!("{at}-{stem}.c"));
            std::fs::write(&copy, without_markers(&text, &whole))?;
            copies.push(copy);
            folders.extend(whole.parent().map(Path::to_owned));
        }
        Ok(Self { _folder: folder, files: copies, folders })
    }

    /// Compiles and links them, and opens the program.
    pub(crate) fn open<'ctx>(
        &self,
        context: &'ctx Context,
        task: &Task,
    ) -> Result<(Opened<'ctx>, Wanted), OpenError> {
        let mut flags: Vec<String> = LENIENT.map(str::to_owned).to_vec();
        if task.data_model == DataModel::Ilp32 {
            flags.push("-m32".to_owned());
        }
        if task.property == Property::NoOverflow {
            // For LLVM, a signed number that is shifted to the left cannot overflow.
            flags.push("-fsanitize=shift-base".to_owned());
        }
        for folder in &self.folders {
            flags.extend(["-iquote".to_owned(), folder.display().to_string()]);
        }
        let first = self.attempt(context, task, &flags);
        let Err(error) = first else { return first };
        if !is_refused(&error) {
            return Err(error);
        }
        // The first error is the one to report.
        let old = [&["-std=gnu89".to_owned()], &flags[..]].concat();
        self.attempt(context, task, &old).map_err(|_| error)
    }

    /// Compiles with these flags, and with definitions for the types that clang does not know.
    fn attempt<'ctx>(
        &self,
        context: &'ctx Context,
        task: &Task,
        flags: &[String],
    ) -> Result<(Opened<'ctx>, Wanted), OpenError> {
        let mut flags = flags.to_vec();
        loop {
            let wanted = self.wanted(task, &flags);
            let error = match open(context, &wanted) {
                Ok(opened) => return Ok((opened, wanted)),
                Err(error) => error,
            };
            let text = error.to_string();
            let known = |(name, _): &(&str, &str)| {
                let message = format!("'{name}'");
                let is_defined = flags.iter().any(|flag| flag.starts_with(&format!("-D{name}=")));
                text.contains(&message) && !is_defined
            };
            match TYPES.into_iter().find(known) {
                Some((name, instead)) => flags.push(format!("-D{name}={instead}")),
                None => return Err(error),
            }
        }
    }

    fn wanted(&self, task: &Task, cflags: &[String]) -> Wanted {
        let name = task.files.first().and_then(|file| file.file_stem()).unwrap_or_default();
        let targets = match &task.property {
            Property::UnreachCall(function) => vec![function.clone()],
            _ => Vec::new(),
        };
        Wanted {
            files: self.files.clone(),
            bin: None,
            entry: None,
            invariant: None,
            arguments: Vec::new(),
            pre: Vec::new(),
            structures: Structures {
                size: None,
                bounds: pikse_front::bounds::Request::default(),
                finitize: None,
                predicate: PredicateChoice::Nothing,
            },
            plan: Plan::new(&name.to_string_lossy()),
            // Locals without a value have any value, so they must not become undefined ones.
            options: Options { cflags: cflags.to_vec(), keeps_locals: true, ..Options::default() },
            targets,
        }
    }
}

/// Whether the compiler refused the program.
fn is_refused(error: &OpenError) -> bool {
    let OpenError::Subject(error) = error else { return false };
    matches!(**error, SubjectError::Llvm(pikse_llvm::Error::Refused { .. }))
}

/// Whether a line says where the following lines come from: `# 3 "file.c"`.
fn is_marker(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('#') else { return false };
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    digits > 0 && (rest.len() == digits || rest[digits..].starts_with(char::is_whitespace))
}

/// The text with empty lines for markers, and one marker that names its own file.
fn without_markers(text: &str, path: &Path) -> String {
    let name = path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let mut all = format!("# 1 \"{name}\"\n");
    for line in text.lines() {
        if !is_marker(line) {
            all.push_str(line);
        }
        all.push('\n');
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_markers_are_removed_and_lines_stay() {
        let text = "# 1 \"a.c\"\nint x;\n#line 7 \"b.h\"\n  # 3\n#pragma once\n#define A 1\n#1x\n";
        let expected = "# 1 \"/t/a.i\"\n\nint x;\n\n\n#pragma once\n#define A 1\n#1x\n";
        assert_eq!(without_markers(text, Path::new("/t/a.i")), expected);
    }
}
