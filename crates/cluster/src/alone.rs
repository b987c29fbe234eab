//! One piece of work in a process of its own, which may not survive it.

use std::os::unix::net::UnixStream;

use pikse_work::Death;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ClusterError;
use crate::message::{Inbox, send};
use crate::process::fork;

/// Does something in a new process; gives what it comes to, or how the process ended
/// without a result.
pub fn alone<T: Serialize + DeserializeOwned>(
    work: impl FnOnce() -> T,
) -> Result<Result<T, Death>, ClusterError> {
    let (mut ours, mut theirs) = UnixStream::pair().map_err(ClusterError::System)?;
    let child = fork(|| {
        // If nobody hears it, nobody wants it.
        let _ = send(&mut theirs, &work());
    })
    .map_err(ClusterError::System)?;
    drop(theirs);
    let mut inbox = Inbox::default();
    while inbox.read(&mut ours).is_ok_and(|alive| alive) {}
    let death = child.wait();
    Ok(inbox.next().and_then(Result::ok).ok_or(death))
}
