//! One piece of work in a separate process, which the work may crash.

use std::os::unix::net::UnixStream;

use pikse_work::Death;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ClusterError;
use crate::message::{Inbox, send};
use crate::process::fork;

/// Runs a function in a new process. Returns its result, or how the process ended
/// without a result.
pub fn alone<T: Serialize + DeserializeOwned>(
    work: impl FnOnce() -> T,
) -> Result<Result<T, Death>, ClusterError> {
    let (mut ours, mut theirs) = UnixStream::pair().map_err(ClusterError::System)?;
    let child = fork(|| {
        // If the parent does not listen, the result is not needed.
        let _ = send(&mut theirs, &work());
    })
    .map_err(ClusterError::System)?;
    drop(theirs);
    let mut inbox = Inbox::default();
    while inbox.read(&mut ours).is_ok_and(|alive| alive) {}
    let death = child.wait();
    Ok(inbox.next().and_then(Result::ok).ok_or(death))
}
