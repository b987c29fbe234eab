//! Runs a finitization function as a separate program in a separate process, with a time
//! limit.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use pikse_llvm::{CppLibrary, Error, Link, Program};

use crate::finitize::FinitizeError;

/// The main program that calls the function.
const RUNTIME: &str = include_str!("finitize_runtime.c");
/// The time limit of the function: it only lists bounds.
const LIMIT: Duration = Duration::from_secs(10);

/// How a finitization function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// It takes a finitization and the size.
    Takes,
    /// It takes the size and returns a finitization.
    Gives,
}

/// Links and runs a function. Returns the lines of its requests.
pub(crate) fn run(
    program: &Program<'_>,
    name: &str,
    symbol: &str,
    form: Form,
    size: u32,
) -> Result<String, FinitizeError> {
    let folder = tempfile::tempdir().map_err(Error::NoFolder)?;
    link(program, symbol, form, folder.path())?;
    let start = |error: std::io::Error| FinitizeError::Link(error.to_string());
    let (lines, printed) = (folder.path().join("lines"), folder.path().join("printed"));
    // Its output goes to a file, which cannot fill up like a pipe.
    let output = File::create(&printed).map_err(start)?;
    let mut child = Command::new(folder.path().join("finitize"))
        .arg(&lines)
        .arg(size.to_string())
        .stdin(Stdio::null())
        .stdout(output.try_clone().map_err(start)?)
        .stderr(output)
        .spawn()
        .map_err(start)?;
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(start)? {
            break status;
        }
        if begin.elapsed() > LIMIT {
            // It may have just ended, which is fine.
            let _ = child.kill();
            let _ = child.wait();
            let (name, seconds) = (name.to_owned(), LIMIT.as_secs());
            return Err(FinitizeError::TooSlow { name, seconds });
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    // Without the last line it exited early, whatever its status.
    let written = fs::read(&lines).unwrap_or_default();
    let written = String::from_utf8_lossy(&written);
    match written.strip_suffix("end\n") {
        Some(lines) if status.success() => Ok(lines.to_owned()),
        _ => {
            let output = fs::read(&printed).unwrap_or_default();
            Err(FinitizeError::Crashed {
                name: name.to_owned(),
                how: how(status),
                output: String::from_utf8_lossy(&output).into_owned(),
            })
        }
    }
}

/// Makes a program of the function, without code that it does not need.
fn link(
    program: &Program<'_>,
    symbol: &str,
    form: Form,
    folder: &Path,
) -> Result<(), FinitizeError> {
    let program = program.copy();
    program.keep(&[symbol])?;
    let (object, runtime) = (folder.join("program.o"), folder.join("finitize_runtime.c"));
    program.write_object(&object)?;
    fs::write(&runtime, RUNTIME).map_err(Error::NoFolder)?;
    let function = format!("-DPIKSE_FUNCTION=\"{symbol}\"");
    let flags: &[&str] = match form {
        Form::Gives => &[&function, "-DPIKSE_RETURNS"],
        _ => &[&function],
    };
    let cpp = program.needs_cpp().then_some(CppLibrary::Shared);
    let (inputs, output) = (&[runtime, object], &folder.join("finitize"));
    let link = Link { inputs, output, flags, cpp, libraries: &[] };
    link.run().map_err(|error| FinitizeError::Link(error.to_string()))
}

/// How a process ended that should have succeeded.
fn how(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("crashed (signal {signal})"),
        (None, Some(101)) => "panicked".to_owned(),
        (None, code) => format!("exited with status {}", code.unwrap_or_default()),
    }
}
