//! Output files that appear only when they are complete.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::errors::CliError;

/// An output file. It is written under a temporary name and renamed when it is complete. A
/// terminal, a pipe or a device is written directly.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    to: Target,
}

#[derive(Debug)]
enum Target {
    Beside { file: BufWriter<NamedTempFile>, place: PathBuf },
    Direct(BufWriter<File>),
}

/// Copies a file into a folder; creates the folder if necessary.
pub(crate) fn keep(file: &Path, folder: &Path, name: &str) -> Result<(), CliError> {
    let path = folder.join(name);
    let kept = std::fs::create_dir_all(folder).and_then(|()| std::fs::copy(file, &path));
    kept.map(drop).map_err(|error| CliError::Write { path, error })
}

impl WholeFile {
    /// Begins a file.
    pub(crate) fn begin(path: &Path) -> Result<WholeFile, CliError> {
        let to = target(path).map_err(|error| CliError::Write { path: path.to_owned(), error })?;
        Ok(WholeFile { path: path.to_owned(), to })
    }

    /// Completes the file, unless writing it failed.
    pub(crate) fn finish_after(self, written: io::Result<()>) -> Result<(), CliError> {
        match written {
            Ok(()) => self.finish(),
            Err(error) => Err(CliError::Write { path: self.path, error: without_name(&error) }),
        }
    }

    /// Keeps what was written of an incomplete file, as `FILE.partial`. A device has it already.
    pub(crate) fn keep_partial(self) -> Result<Option<PathBuf>, CliError> {
        let Target::Beside { file, place } = self.to else { return Ok(None) };
        let mut name = place.into_os_string();
        name.push(".partial");
        let place = PathBuf::from(name);
        let to = Target::Beside { file, place: place.clone() };
        WholeFile { path: place.clone(), to }.finish().map(|()| Some(place))
    }

    /// Completes the file.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let path = self.path;
        let finished = match self.to {
            Target::Direct(mut file) => file.flush(),
            Target::Beside { file, place } => file
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(|file| file.persist(place).map(drop).map_err(|error| error.error)),
        };
        finished.map_err(|error| CliError::Write { path, error: without_name(&error) })
    }
}

/// The system's error message, without the name of the temporary file.
fn without_name(error: &io::Error) -> io::Error {
    let code = match error.kind() {
        io::ErrorKind::NotFound => libc::ENOENT,
        io::ErrorKind::PermissionDenied => libc::EACCES,
        io::ErrorKind::NotADirectory => libc::ENOTDIR,
        io::ErrorKind::ReadOnlyFilesystem => libc::EROFS,
        io::ErrorKind::StorageFull => libc::ENOSPC,
        io::ErrorKind::Other => return io::Error::other(error.to_string()),
        other => return io::Error::from(other),
    };
    io::Error::from_raw_os_error(code)
}

fn target(path: &Path) -> io::Result<Target> {
    // A link stays a link.
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if place.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(Target::Direct(BufWriter::new(File::options().write(true).open(&place)?)));
    }
    if place.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut options = tempfile::Builder::new();
    let file = options.prefix(".pikse-").tempfile_in(folder.unwrap_or(Path::new(".")));
    let file = file.map_err(|error| without_name(&error))?;
    // The usual permissions of new files; temporary files are readable by their owner only.
    let permissions = match place.metadata() {
        Ok(found) => found.permissions(),
        Err(_) => std::os::unix::fs::PermissionsExt::from_mode(0o644),
    };
    file.as_file().set_permissions(permissions)?;
    Ok(Target::Beside { file: BufWriter::new(file), place })
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            Target::Beside { file, .. } => file.write(bytes),
            Target::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            Target::Beside { file, .. } => file.flush(),
            Target::Direct(file) => file.flush(),
        }
    }
}
