//! What a saved run has found, beside its state: records in a file that only grows.
//!
//! The file of a run that saves to `FILE` is `FILE.found`. The state says how many of its bytes belong to it, so
//! that the two agree wherever the run was killed: what was written after the state does not count, and is
//! found again.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pikse_cluster::{Observer, Progress};
use pikse_work::token;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::errors::CliError;

/// The file beside that of a state.
pub(crate) fn beside(state: &Path) -> PathBuf {
    let mut name = state.as_os_str().to_owned();
    name.push(".found");
    name.into()
}

/// The records of a run that is under way. Copies are the same file.
#[derive(Clone, Debug)]
pub(crate) struct FoundFile(Rc<RefCell<Open>>);

#[derive(Debug)]
struct Open {
    path: PathBuf,
    /// None until there is something to write.
    file: Option<BufWriter<File>>,
    length: u64,
}

impl FoundFile {
    /// The file beside the state at `save`, with what was found before: the first `length` bytes of the file
    /// beside the state at `resumed`.
    pub(crate) fn begin(save: &Path, resumed: Option<(&Path, u64)>) -> Result<Self, CliError> {
        let path = beside(save);
        let begun = || -> io::Result<Option<BufWriter<File>>> {
            let Some((from, length)) = resumed.filter(|(_, length)| *length > 0) else {
                return Ok(None);
            };
            let from = beside(from);
            if from != path {
                std::fs::copy(from, &path)?;
            }
            let mut file = File::options().write(true).open(&path)?;
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))?;
            Ok(Some(BufWriter::new(file)))
        };
        let file = begun().map_err(|error| CliError::Write { path: path.clone(), error })?;
        let length = resumed.map_or(0, |(_, length)| length);
        Ok(FoundFile(Rc::new(RefCell::new(Open { path, file, length }))))
    }

    /// Adds a record.
    pub(crate) fn add(&self, found: &impl Serialize) -> io::Result<()> {
        let mut open = self.0.borrow_mut();
        let path = open.path.display().to_string();
        let added = open.add(found);
        added.map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))
    }
}

impl Open {
    fn add(&mut self, found: &impl Serialize) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(BufWriter::new(File::create(&self.path)?));
        }
        let body = token::bytes(found);
        self.length += body.len() as u64 + 4;
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(&(body.len() as u32).to_le_bytes())?;
        file.write_all(&body)
    }
}

impl FoundFile {
    /// The number of bytes, which are all written.
    pub(crate) fn written(&self) -> Result<u64, CliError> {
        let mut open = self.0.borrow_mut();
        let flushed = open.file.as_mut().map_or(Ok(()), Write::flush);
        let path = open.path.clone();
        flushed.map(|()| open.length).map_err(|error| CliError::Write { path, error })
    }
}

/// Gives each record beside a state to `take`.
pub(crate) fn each<F: DeserializeOwned>(
    state: &Path,
    length: u64,
    take: &mut dyn FnMut(F) -> io::Result<()>,
) -> Result<(), CliError> {
    if length == 0 {
        return Ok(());
    }
    let path = beside(state);
    let bad = |why: String| CliError::Resume { path: path.clone(), why };
    let file = File::open(&path).map_err(|error| bad(error.to_string()))?;
    let mut file = io::BufReader::new(file.take(length));
    let (mut left, mut body) = (length, Vec::new());
    while left > 0 {
        let mut head = [0; 4];
        let read = file.read_exact(&mut head).and_then(|()| {
            let size = u32::from_le_bytes(head);
            if u64::from(size) + 4 > left {
                return Err(io::ErrorKind::InvalidData.into());
            }
            left -= u64::from(size) + 4;
            body.resize(size as usize, 0);
            file.read_exact(&mut body)
        });
        read.map_err(|_| bad("it is shorter than the saved state says, or damaged".to_owned()))?;
        let found = token::of_bytes(&body).map_err(|why| bad(format!("it is damaged: {why}")))?;
        take(found).map_err(CliError::Print)?;
    }
    Ok(())
}

/// An observer that also writes what is found to a file.
pub(crate) struct Logged<'a, F, T> {
    pub(crate) file: Option<FoundFile>,
    pub(crate) observer: &'a mut dyn Observer<F, T>,
}

impl<F: Serialize, T> Observer<F, T> for Logged<'_, F, T> {
    fn found(&mut self, found: F) -> io::Result<()> {
        if let Some(file) = &self.file {
            file.add(&found)?;
        }
        self.observer.found(found)
    }

    fn progress(&mut self, progress: &Progress<T>) {
        self.observer.progress(progress);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(state: &Path, length: u64) -> Result<Vec<String>, CliError> {
        let mut all = Vec::new();
        each(state, length, &mut |text: String| {
            all.push(text);
            Ok(())
        })?;
        Ok(all)
    }

    #[test]
    fn what_the_state_does_not_know_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let state = folder.path().join("s");
        let file = FoundFile::begin(&state, None).expect("it begins");
        file.add(&"one").expect("it is written");
        let known = file.written().expect("it is written");
        file.add(&"two").expect("it is written");
        drop(file);
        assert_eq!(all(&state, known).expect("it is whole"), ["one"]);
        let file = FoundFile::begin(&state, Some((&state, known))).expect("it goes on");
        file.add(&"three").expect("it is written");
        let known = file.written().expect("it is written");
        assert_eq!(all(&state, known).expect("it is whole"), ["one", "three"]);
        assert!(all(&state, known + 1).is_err());
        assert!(all(&state, known - 1).is_err());
    }
}
