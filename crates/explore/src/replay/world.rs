//! The environment of a whole program in a native run: arguments, environment variables, standard input
//! and files. They are built from a plan and the inputs of a test, as in the model `pikse_env_main`.
//!
//! The program sees the files of the system, with its own folder where the models have `/home/user`.
//! If root replays a test, the program runs as an ordinary user, who owns these files.

use std::ffi::OsString;
use std::fs::Permissions;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use pikse_env::{Argument, Input as Planned, Plan};

use super::page::layout::USER;
use super::{ReplayError, system};
use crate::Input;

/// A program's world for one run.
pub(super) struct World<'t> {
    /// Arguments, the program's name first.
    pub(super) arguments: Vec<OsString>,
    /// Names and values.
    pub(super) environment: Vec<(&'t str, &'t str)>,
    pub(super) stdin: Vec<u8>,
    /// The inputs that are left for the program to ask for.
    pub(super) others: Vec<&'t Input>,
}

impl<'t> World<'t> {
    /// Makes the world of a plan, with its files in a folder.
    pub(super) fn of(
        plan: &'t Plan,
        inputs: &'t [Input],
        folder: &Path,
    ) -> Result<Self, ReplayError> {
        let mut inputs = Inputs(inputs.iter().collect());
        let mut arguments = Vec::new();
        let mut number = 0;
        for argument in &plan.arguments {
            let (count, length) = match argument {
                Argument::Text(text) => {
                    arguments.push(text_of(text.clone()));
                    continue;
                }
                Argument::Symbolic(length) => (1, *length),
                Argument::SymbolicMany { least, most, length } => {
                    (inputs.count().clamp(*least, (*most).max(*least)), *length)
                }
            };
            for _ in 0..count {
                arguments.push(text_of(inputs.bytes(&format!("arg{number:02}"), length)));
                number += 1;
            }
        }
        let mut read = |planned: &Planned, name: &str| match planned {
            Planned::Bytes(bytes) => bytes.clone(),
            Planned::Symbolic(length) => inputs.bytes(name, *length),
        };
        let stdin = read(&plan.stdin, "stdin");
        // The files whose permissions a test may set.
        let mut asked = Vec::new();
        for (name, contents) in &plan.files {
            let is_symbolic = matches!(contents, Planned::Symbolic(_));
            let contents = read(contents, &format!("{name}-data"));
            let file = write(folder, name, &contents)?;
            if is_symbolic {
                asked.push((file, format!("{name}-mode")));
            }
        }
        for (file, name) in asked {
            if let Some(mode) = inputs.take(&name).and_then(|bytes| bytes.try_into().ok()) {
                let mode = u32::from(u16::from_le_bytes(mode)) & 0o777;
                std::fs::set_permissions(&file, Permissions::from_mode(mode))
                    .map_err(system("the permissions of a file cannot be set"))?;
            }
        }
        let mut environment = Vec::new();
        for definition in &plan.environment {
            match definition.split_once('=') {
                Some((name, value)) if !name.is_empty() && !definition.contains('\0') => {
                    environment.push((name, value));
                }
                _ => {
                    let why = format!("`{definition}` is no definition for an environment");
                    return Err(ReplayError::World(why));
                }
            }
        }
        Ok(Self { arguments, environment, stdin, others: inputs.0 })
    }
}

/// Inputs that were not used yet.
struct Inputs<'t>(Vec<&'t Input>);

impl Inputs<'_> {
    /// The first one of a name, or of the name with `_` and a number.
    fn take(&mut self, name: &str) -> Option<&[u8]> {
        let fits = |input: &&Input| match input.name.strip_prefix(name) {
            Some("") => true,
            Some(rest) => rest.strip_prefix('_').is_some_and(|digits| {
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            }),
            None => false,
        };
        let at = self.0.iter().position(fits)?;
        Some(&self.0.remove(at).bytes)
    }

    /// The given number of bytes of an input; missing ones are zero.
    fn bytes(&mut self, name: &str, length: u32) -> Vec<u8> {
        let taken = if length > 0 { self.take(name) } else { None };
        let mut bytes = taken.map_or(Vec::new(), <[u8]>::to_vec);
        bytes.resize(length as usize, 0);
        bytes
    }

    /// The number of arguments.
    fn count(&mut self) -> u32 {
        let bytes = self.take("n_args").and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    }
}

/// Bytes up to the first zero.
fn text_of(mut bytes: Vec<u8>) -> OsString {
    if let Some(end) = bytes.iter().position(|&byte| byte == 0) {
        bytes.truncate(end);
    }
    OsString::from_vec(bytes)
}

/// The permissions of folders and files that the models give to a program.
const FOLDER: u32 = 0o755;
const FILE: u32 = 0o644;

/// Lets every user enter a folder.
pub(super) fn open_to_all(folder: &Path) -> Result<(), ReplayError> {
    let permissions = Permissions::from_mode(FOLDER);
    std::fs::set_permissions(folder, permissions)
        .map_err(system("the permissions of a folder cannot be set"))
}

/// Gives a file to the user that the program runs as.
pub(super) fn give(file: &Path) -> Result<(), ReplayError> {
    let failed = system("the permissions of a file cannot be set");
    let mode = if file.is_dir() { FOLDER } else { FILE };
    std::fs::set_permissions(file, Permissions::from_mode(mode)).map_err(&failed)?;
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(file, Some(USER), Some(USER)).map_err(&failed)?;
    }
    Ok(())
}

/// Makes the folders around a program as the models have them, and returns its own.
pub(super) fn folders(run: &Path) -> Result<PathBuf, ReplayError> {
    let tree = run.join("tree");
    let own = tree.join("home/user");
    let failed = system("cannot create a folder for the run");
    std::fs::create_dir_all(&own).map_err(&failed)?;
    std::fs::create_dir_all(tree.join("tmp")).map_err(&failed)?;
    for folder in [run, &tree, &tree.join("home")] {
        open_to_all(folder)?;
    }
    std::fs::set_permissions(tree.join("tmp"), Permissions::from_mode(0o1777)).map_err(&failed)?;
    give(&own)?;
    Ok(own)
}

/// Writes a file of the program, and returns its path.
fn write(folder: &Path, name: &str, contents: &[u8]) -> Result<PathBuf, ReplayError> {
    let mut parts = Path::new(name).components();
    let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
    if !is_inside || name.is_empty() || name.contains('\0') {
        let why = format!("`{name}` is no name of a file in the program's folder");
        return Err(ReplayError::World(why));
    }
    let failed = system("a file of the program cannot be written");
    let mut file = folder.to_owned();
    let mut parts = Path::new(name).components().peekable();
    while let Some(part) = parts.next() {
        file.push(part);
        match parts.peek() {
            Some(_) => std::fs::create_dir_all(&file).map_err(&failed)?,
            None => std::fs::write(&file, contents).map_err(&failed)?,
        }
        give(&file)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8]) -> Input {
        Input { name: name.to_owned(), bytes: bytes.to_vec() }
    }

    #[test]
    fn a_plan_takes_its_inputs_and_leaves_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut plan = Plan::new("p").with_symbolic_files(1, 3);
        plan.arguments.push(Argument::Symbolic(3));
        plan.arguments.push(Argument::SymbolicMany { least: 0, most: 2, length: 2 });
        plan.stdin = Planned::Symbolic(4);
        plan.environment.push("HOME=/x=y".to_owned());
        let inputs = [
            input("x", b"1"),
            input("arg00", b"a\0b"),
            input("n_args", &[1, 0, 0, 0]),
            input("arg01", b"cd"),
            input("stdin", b"text"),
            input("A-data", b"abc"),
            input("stdin_1", b"own"),
        ];
        let world = World::of(&plan, &inputs, folder.path()).expect("it is possible");
        assert_eq!(world.arguments, ["p", "a", "cd"]);
        assert_eq!(world.stdin, b"text");
        assert_eq!(world.environment, [("HOME", "/x=y")]);
        assert_eq!(std::fs::read(folder.path().join("A")).expect("a file"), b"abc");
        let others: Vec<&str> = world.others.iter().map(|input| input.name.as_str()).collect();
        assert_eq!(others, ["x", "stdin_1"]);
    }

    #[test]
    fn files_stay_in_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["../x", "/x", "", "a/../../x", "a\0b"] {
            let mut plan = Plan::new("p");
            plan.files.push((name.to_owned(), Planned::Bytes(Vec::new())));
            assert!(World::of(&plan, &[], folder.path()).is_err(), "{name:?}");
        }
    }
}
