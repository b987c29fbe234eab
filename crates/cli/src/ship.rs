//! Jobs as bytes, for the ranks of MPI: compiled programs with everything that a worker needs. A rank that
//! gets one needs neither a compiler nor the sources.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use pikse_check::CheckRunner;
use pikse_cluster::mpi;
use pikse_explore::{ExploreWork, Limits, OwnedCode, Stages};
use pikse_native::{Check, Compiled, CompiledCheck, Predicate};
use pikse_search::{SearchWork, Settings};
use pikse_solver::{Solver, chain, last};
use pikse_structure::BoundedHeap;
use pikse_vm::{Ends, Options};
use pikse_work::token;
use serde::{Deserialize, Serialize};

use crate::explore::watch::resident;
use crate::program::version;

/// The kind of a job, and its bytes.
#[derive(Debug, Serialize, Deserialize)]
enum Parcel {
    Search(Vec<u8>),
    Check(Vec<u8>),
    Explore(Vec<u8>),
}

/// A predicate, its heap, the settings, the signature, and whether a digest is wanted.
type SearchJob = (Vec<u8>, Arc<BoundedHeap>, Settings, String, bool);

/// A pre-condition, a check, their heap, the settings, the signature, whether inputs are observed, and
/// whether unread cells keep their first value.
type CheckJob = (Vec<u8>, Vec<u8>, Arc<BoundedHeap>, Settings, String, bool, bool);

/// The code, the machine's options, the limits, the ends of the range and the stored inputs, the number of
/// paths that are handed out, whether they have scripts, and the time limit of a query.
type ExploreJob = (OwnedCode, Options, Limits, (Ends, Stages), (u64, bool), Duration);

/// A job, if other ranks work on it.
fn parcel(kind: fn(Vec<u8>) -> Parcel, job: impl FnOnce() -> Option<Vec<u8>>) -> Option<Rc<[u8]>> {
    if mpi::size() < 2 {
        return None;
    }
    Some(token::bytes(&(version(), kind(job()?))).into())
}

/// The number of ranks.
pub(crate) fn ranks() -> u64 {
    mpi::size() as u64
}

pub(crate) fn search(
    compiled: &Compiled,
    heap: &Arc<BoundedHeap>,
    settings: &Settings,
    (signature, digest): (&str, bool),
) -> Option<Rc<[u8]>> {
    parcel(Parcel::Search, || {
        Some(token::bytes(&(compiled.pack().ok()?, heap, settings, signature, digest)))
    })
}

pub(crate) fn check(
    (pre, check): (&Compiled, &CompiledCheck),
    heap: &Arc<BoundedHeap>,
    settings: &Settings,
    signature: &str,
    (observes, keeps_first): (bool, bool),
) -> Option<Rc<[u8]>> {
    parcel(Parcel::Check, || {
        let (pre, check) = (pre.pack().ok()?, check.pack().ok()?);
        Some(token::bytes(&(pre, check, heap, settings, signature, observes, keeps_first)))
    })
}

pub(crate) fn explore(work: &ExploreWork<'_>, time: Duration) -> Option<Rc<[u8]>> {
    let ExploreWork { code, options, limits, ends, stages, handed_out, scripts, .. } = work;
    parcel(Parcel::Explore, || {
        let begin = (ends, stages.as_ref());
        Some(token::bytes(&(code, options, limits, begin, (handed_out, scripts), time)))
    })
}

/// Works on the jobs that rank 0 sends, until there are none any more.
pub(crate) fn serve() {
    while let Some(job) = mpi::next_job() {
        if let Err(why) = work(&job) {
            job.refuse(why);
        }
    }
}

fn work(job: &mpi::Job) -> Result<(), String> {
    let wrong = |why: String| format!("the job cannot be read: {why}");
    let other = || "its pikse is not the one of rank 0; install the same on every host".to_owned();
    let Ok((version_of_0, parcel)) = token::of_bytes::<((String, u64), Parcel)>(&job.body) else {
        return Err(other());
    };
    if version_of_0 != version() {
        return Err(other());
    }
    match parcel {
        Parcel::Search(bytes) => {
            let (compiled, heap, settings, signature, digest): SearchJob =
                token::of_bytes(&bytes).map_err(wrong)?;
            let compiled = Compiled::unpack(&compiled).map_err(|error| error.to_string())?;
            let load = || Predicate::load(&compiled, &heap).map_err(|error| error.to_string());
            job.work(&SearchWork {
                space: &heap.space,
                settings: &settings,
                signature: &signature,
                load: &load,
                digest,
            });
        }
        Parcel::Check(bytes) => {
            let (pre, check, heap, settings, signature, observes, keeps_first): CheckJob =
                token::of_bytes(&bytes).map_err(wrong)?;
            let pre = Compiled::unpack(&pre).map_err(|error| error.to_string())?;
            let check = CompiledCheck::unpack(&check).map_err(|error| error.to_string())?;
            let load = || {
                let predicate = Predicate::load(&pre, &heap).map_err(|error| error.to_string())?;
                let check = Check::load_within(&check, &heap).map_err(|error| error.to_string())?;
                let runner = CheckRunner::new(predicate, check, &heap.space, observes);
                Ok(if keeps_first { runner.keeping_unread_first() } else { runner })
            };
            job.work(&SearchWork {
                space: &heap.space,
                settings: &settings,
                signature: &signature,
                load: &load,
                digest: false,
            });
        }
        Parcel::Explore(bytes) => {
            let (code, options, limits, (ends, stages), (handed_out, scripts), time): ExploreJob =
                token::of_bytes(&bytes).map_err(wrong)?;
            let limits_of_solver = || pikse_solver::Limits { time, ..Default::default() };
            let solver = || Box::new(chain(last(limits_of_solver()))) as Box<dyn Solver>;
            job.work(&ExploreWork {
                code: code.code(),
                options,
                solver: &solver,
                limits,
                ends,
                stages: Arc::new(stages),
                handed_out,
                scripts,
                memory: resident,
            });
        }
    }
    Ok(())
}
