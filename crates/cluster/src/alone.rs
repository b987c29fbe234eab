//! One piece of work in a process of its own, which may not survive it.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use crate::ClusterError;
use crate::process::fork;

/// Does something in a new process; gives the text that it comes to, or how the process
/// ended without one.
pub fn alone(work: impl FnOnce() -> String) -> Result<Result<String, String>, ClusterError> {
    let (mut ours, mut theirs) = UnixStream::pair().map_err(ClusterError::System)?;
    let child = fork(|| {
        let text = work();
        // If nobody hears it, nobody wants it.
        let _ = theirs.write_all(text.as_bytes());
        let _ = theirs.write_all(&[0]);
    })
    .map_err(ClusterError::System)?;
    drop(theirs);
    let mut text = Vec::new();
    let read = ours.read_to_end(&mut text);
    let how = child.wait();
    // A whole text ends with a zero.
    match (read, text.pop()) {
        (Ok(_), Some(0)) => Ok(String::from_utf8(text).map_err(|_| how)),
        _ => Ok(Err(how)),
    }
}
