//! KLEE's output folder: `klee-out-N` beside the program, and `klee-last`.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::errors::CliError;
use crate::klee::options::Settings;

/// The folder and its logs.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    messages: BufWriter<File>,
    warnings: BufWriter<File>,
    info: BufWriter<File>,
}

impl Folder {
    /// Makes the folder. One that is named must not exist yet.
    pub(crate) fn make(settings: &Settings) -> Result<Self, CliError> {
        let path = match &settings.output_dir {
            Some(path) => {
                make(path)?;
                path.clone()
            }
            None => next(settings.program.parent().unwrap_or(Path::new("")))?,
        };
        let open = |name: &str| {
            let path = path.join(name);
            let file = File::create(&path).map_err(|error| CliError::Write { path, error });
            file.map(BufWriter::new)
        };
        let (messages, warnings) = (open("messages.txt")?, open("warnings.txt")?);
        Ok(Self { messages, warnings, info: open("info")?, path })
    }

    /// Shows a message, and keeps it.
    pub(crate) fn message(&mut self, text: &str) -> Result<(), CliError> {
        eprintln!("KLEE: {text}");
        self.log(|folder| writeln!(folder.messages, "KLEE: {text}"))
    }

    /// Shows a warning, and keeps it.
    pub(crate) fn warning(&mut self, text: &str) -> Result<(), CliError> {
        eprintln!("KLEE: WARNING: {text}");
        self.log(|folder| writeln!(folder.warnings, "KLEE: WARNING: {text}"))
    }

    /// Adds a line to `info`.
    pub(crate) fn info(&mut self, text: &str) -> Result<(), CliError> {
        self.log(|folder| writeln!(folder.info, "{text}"))
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), CliError> {
        let path = self.path.join(name);
        fs::write(&path, bytes).map_err(|error| CliError::Write { path, error })
    }

    pub(crate) fn finish(&mut self) -> Result<(), CliError> {
        self.log(|folder| {
            folder.messages.flush()?;
            folder.warnings.flush()?;
            folder.info.flush()
        })
    }

    fn log(
        &mut self,
        write: impl FnOnce(&mut Self) -> std::io::Result<()>,
    ) -> Result<(), CliError> {
        write(self).map_err(|error| CliError::Write { path: self.path.clone(), error })
    }
}

fn make(path: &Path) -> Result<(), CliError> {
    fs::create_dir(path).map_err(|error| CliError::Write { path: path.to_owned(), error })
}

/// The first `klee-out-N` that does not exist, and the link `klee-last` to it.
fn next(beside: &Path) -> Result<PathBuf, CliError> {
    for number in 0..u32::MAX {
        let path = beside.join(format!("klee-out-{number}"));
        if path.exists() {
            continue;
        }
        make(&path)?;
        let last = beside.join("klee-last");
        // Scripts may do without the link.
        if fs::symlink_metadata(&last).is_ok_and(|known| known.is_symlink()) {
            let _ = fs::remove_file(&last);
        }
        let _ = std::os::unix::fs::symlink(format!("klee-out-{number}"), &last);
        return Ok(path);
    }
    Err(CliError::Usage("there are too many folders klee-out-N".to_owned()))
}
