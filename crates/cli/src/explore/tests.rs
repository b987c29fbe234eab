//! Writes tests while the exploration runs.
//!
//! A separate thread writes, so that the exploration does not wait for the disk, except when the queue
//! of tests is full. Creating a file costs more than finding a path, so only the first tests are
//! files; the rest are lines of one file.

use std::fmt;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use pikse_explore::{Cells, Test};

use crate::errors::CliError;
use crate::explore::collect::structure;

/// The maximum number of tests that wait to be written. They are written within a moment when the
/// exploration stops, and need little memory.
const WAITING: usize = 1_024;
/// The maximum number of bytes of their inputs and outputs.
const WAITING_BYTES: usize = 32 << 20;
/// The file for tests that have no separate file.
pub(crate) const MORE: &str = "more-tests.jsonl";

/// The name of a test and of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestName {
    /// The test with the smallest input of an error, by the index of the distinct error.
    Error(usize),
    /// The test of another path, by the number of the path.
    Path(u64),
    /// A test that has no file of its own.
    More,
}

impl fmt::Display for TestName {
    /// `error-000001`, `test-000012`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestName::Error(at) => write!(f, "error-{:06}", at + 1),
            TestName::Path(number) => write!(f, "test-{number:06}"),
            TestName::More => write!(f, "more"),
        }
    }
}

/// A test to write, with its name.
struct Job {
    name: TestName,
    test: Test,
    smt2: Option<String>,
    weight: usize,
    /// Whether it gets a separate file.
    has_file: bool,
}

/// Writes tests.
pub(crate) struct Tests {
    folder: PathBuf,
    send: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<Result<(), CliError>>>,
    count: u64,
    /// The bytes of the tests that wait.
    waiting: Arc<AtomicUsize>,
    /// The number of tests that get separate files, in addition to those of errors.
    files: u64,
    /// The number of tests that never do.
    more: u64,
}

impl Tests {
    /// Prepares the folder: removes the tests of an earlier exploration, and starts the thread. The
    /// first `files` tests, and those of errors, get separate files. With `cells`, the structures of a
    /// test are also written.
    pub(crate) fn begin(folder: &Path, files: u64, cells: Option<Cells>) -> Result<Self, CliError> {
        let write = |error| CliError::Write { path: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(write)?;
        for entry in fs::read_dir(folder).map_err(write)?.flatten() {
            if is_ours(&entry.file_name().to_string_lossy()) {
                let _ = fs::remove_file(entry.path());
            }
        }
        let (send, receive) = sync_channel::<Job>(WAITING);
        let to = folder.to_owned();
        let waiting = Arc::<AtomicUsize>::default();
        let waits = Arc::clone(&waiting);
        let thread = std::thread::spawn(move || {
            let more_path = to.join(MORE);
            let bad = |error| CliError::Write { path: more_path.clone(), error };
            let mut more = None;
            for job in receive {
                waits.fetch_sub(job.weight, Ordering::Relaxed);
                let structure = structure(&job.test, cells.as_ref()).map(|of| of.to_json());
                let json = job.test.to_json_with(structure.as_ref());
                if !job.has_file {
                    let file = match &mut more {
                        Some(file) => file,
                        None => {
                            let file = File::create(&more_path).map_err(bad)?;
                            more.insert(BufWriter::new(file))
                        }
                    };
                    writeln!(file, "{json}").map_err(bad)?;
                    continue;
                }
                let write = |ending: &str, bytes: &[u8]| {
                    let path = to.join(format!("{}.{ending}", job.name));
                    fs::write(&path, bytes).map_err(|error| CliError::Write { path, error })
                };
                write("json", json.as_bytes())?;
                write("ktest", &job.test.to_ktest())?;
                if let Some(text) = &job.smt2 {
                    write("smt2", text.as_bytes())?;
                }
            }
            if let Some(mut file) = more {
                file.flush().map_err(bad)?;
            }
            Ok(())
        });
        Ok(Self {
            folder: folder.to_owned(),
            send: Some(send),
            thread: Some(thread),
            count: 0,
            waiting,
            files,
            more: 0,
        })
    }

    /// Queues a test; false if writing has failed.
    pub(crate) fn write(&mut self, name: TestName, test: Test, smt2: Option<String>) -> bool {
        self.count += 1;
        self.more += u64::from(name == TestName::More);
        let bytes = test.inputs.iter().map(|input| input.bytes.len() + input.name.len());
        let weight =
            bytes.sum::<usize>() + test.output.len() + smt2.as_ref().map_or(0, String::len);
        // A queue of tests with long outputs is shorter. The thread always takes the next one.
        while self.waiting.load(Ordering::Relaxed) > WAITING_BYTES {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.waiting.fetch_add(weight, Ordering::Relaxed);
        let has_file = has_file(name, self.count - self.more, self.files);
        let job = Job { name, test, smt2, weight, has_file };
        self.send.as_ref().is_some_and(|send| send.send(job).is_ok())
    }

    /// The next test replaces one that was counted.
    pub(crate) fn forget(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    /// The file of the next test, if it gets a separate file.
    pub(crate) fn file(&self, name: TestName) -> Option<String> {
        let path = self.folder.join(format!("{name}.json"));
        has_file(name, self.count + 1 - self.more, self.files).then(|| path.display().to_string())
    }

    /// The number of tests.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The folder of the tests.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Waits until all tests are written.
    pub(crate) fn finish(&mut self) -> Result<(), CliError> {
        drop(self.send.take());
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            _ => Ok(()),
        }
    }
}

/// Whether a test gets a separate file: the first ones, and those of errors.
fn has_file(name: TestName, number: u64, files: u64) -> bool {
    match name {
        TestName::Error(_) => true,
        TestName::Path(_) => number <= files,
        TestName::More => false,
    }
}

/// Whether a file is a test of an earlier exploration.
fn is_ours(name: &str) -> bool {
    if name == MORE {
        return true;
    }
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let number = stem.strip_prefix("test-").or(stem.strip_prefix("error-"));
    matches!(ending, "json" | "ktest" | "smt2")
        && number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}
