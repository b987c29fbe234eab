//! What a whole program starts with: arguments, environment, standard input, files.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path};

use super::{ReplayError, system};
use crate::Input;

/// Bytes that are always the same, or an input of the test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contents {
    /// These bytes.
    Plain(Vec<u8>),
    /// The input of this name.
    Input(String),
}

/// What a program starts with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    /// What the program is called: its argument number 0.
    pub program: String,
    /// Its arguments. An input ends at its first zero byte; one that the test does not have is no
    /// argument.
    pub arguments: Vec<Contents>,
    /// Its environment, names and values.
    pub environment: Vec<(String, String)>,
    /// Its standard input; an input that the test does not have is empty.
    pub stdin: Contents,
    /// Files in the folder where it runs. One that the test does not have is not there.
    pub files: Vec<(String, Contents)>,
}

impl Default for World {
    fn default() -> Self {
        Self {
            program: "program".to_owned(),
            arguments: Vec::new(),
            environment: Vec::new(),
            stdin: Contents::Plain(Vec::new()),
            files: Vec::new(),
        }
    }
}

/// A world for one run.
pub(super) struct Prepared<'t> {
    pub(super) program: String,
    pub(super) arguments: Vec<OsString>,
    pub(super) environment: Vec<(String, String)>,
    pub(super) stdin: Vec<u8>,
    /// The inputs that are left for the program to ask for.
    pub(super) others: Vec<&'t Input>,
}

impl World {
    /// Makes the world for the inputs of a test, with its files in a folder.
    pub(super) fn prepare<'t>(
        &self,
        inputs: &'t [Input],
        folder: &Path,
    ) -> Result<Prepared<'t>, ReplayError> {
        let mut others: Vec<&Input> = inputs.iter().collect();
        let mut bytes = |contents: &Contents| match contents {
            Contents::Plain(bytes) => Some(bytes.clone()),
            Contents::Input(name) => {
                let at = others.iter().position(|input| input.name == *name)?;
                Some(others.remove(at).bytes.clone())
            }
        };
        let mut arguments = Vec::new();
        for argument in &self.arguments {
            let Some(mut text) = bytes(argument) else { continue };
            if let Some(end) = text.iter().position(|&byte| byte == 0) {
                text.truncate(end);
            }
            arguments.push(OsString::from_vec(text));
        }
        let stdin = bytes(&self.stdin).unwrap_or_default();
        for (name, contents) in &self.files {
            let mut parts = Path::new(name).components();
            let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
            if !is_inside || name.is_empty() || name.contains('\0') {
                let why = format!("`{name}` is no name of a file in the program's folder");
                return Err(ReplayError::World(why));
            }
            let Some(contents) = bytes(contents) else { continue };
            let file = folder.join(name);
            let parent = file.parent().unwrap_or(folder);
            std::fs::create_dir_all(parent)
                .and_then(|()| std::fs::write(&file, contents))
                .map_err(system("a file of the program cannot be written"))?;
        }
        let bad_name = |name: &str| name.is_empty() || name.contains(['=', '\0']);
        if let Some((name, _)) =
            self.environment.iter().find(|(name, value)| bad_name(name) || value.contains('\0'))
        {
            let why = format!("`{name}` cannot be a variable of the environment");
            return Err(ReplayError::World(why));
        }
        if self.program.contains('\0') {
            let why = "the program's name has a zero byte".to_owned();
            return Err(ReplayError::World(why));
        }
        Ok(Prepared {
            program: self.program.clone(),
            arguments,
            environment: self.environment.clone(),
            stdin,
            others,
        })
    }
}
