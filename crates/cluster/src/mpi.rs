//! Ranks of MPI as workers.
//!
//! Rank 0 has the parent, and so the coordinator. It compiles the program, and sends the job as bytes to the
//! other ranks, which need neither a compiler nor the sources nor a common file system. Each rank, also rank
//! 0, has worker processes of its own (`local`) and passes messages on between them and rank 0. So a program
//! under test that kills its process does not kill a rank.
//!
//! Rank 0 never waits until a message was sent, and every other rank sends to rank 0 only. So no two ranks
//! wait for each other.
//!
//! If a rank dies, MPI ends all of them. What was saved until then is not lost.
#![expect(unsafe_code, reason = "messages that are under way, and signals")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use mpi::environment::{Universe, processor_name};
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, MatchedReceiveVec, Source};
use pikse_work::{Death, WalkError, Witness, Work, token};
use serde::{Deserialize, Serialize};

use crate::crew::{AllHeard, Crew, Heard};
use crate::local::Local;
use crate::message::{News, Order, PositionOf};
use crate::{ClusterError, Options};

/// How long a rank waits for its own workers before it looks for messages.
const PAUSE: Duration = Duration::from_millis(1);

/// From rank 0 to another rank.
#[derive(Debug, Serialize, Deserialize)]
enum ToRank {
    /// A job begins.
    Job { workers: usize, finds: bool, until_failure: bool, body: Vec<u8> },
    /// An order for a worker.
    Order { worker: usize, body: Vec<u8> },
    /// A worker does not answer.
    Kill { worker: usize },
    /// The job is over.
    Over,
    /// Everything is over.
    Quit,
}

/// From another rank to rank 0.
#[derive(Debug, Serialize, Deserialize)]
enum FromRank {
    /// A rank has begun a job.
    Begins { host: String },
    /// A rank cannot work on a job.
    Refuses { host: String, why: String },
    /// News of a worker.
    News { worker: usize, body: Vec<u8> },
    /// A worker died.
    Died { worker: usize, death: Death, witness: Witness },
    /// All of its messages on the job were sent.
    Over,
}

/// A message that is under way, with its bytes.
type Sent = (Request<'static, [u8], StaticScope>, Rc<[u8]>);

struct World {
    comm: SimpleCommunicator,
    outbox: Vec<Sent>,
    /// Ends MPI when it is dropped.
    _universe: Universe,
}

thread_local! {
    /// MPI has one world per process, and this thread alone talks to it.
    static WORLD: RefCell<Option<World>> = const { RefCell::new(None) };
}

/// This process in the world of MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Its number.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// Enters the world of MPI, if `mpirun` or a batch system has started this process. A process that was started
/// by hand works as without MPI.
pub fn begin() -> Option<Rank> {
    let names = ["OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"];
    if !names.iter().any(|name| std::env::var_os(name).is_some()) {
        return None;
    }
    let universe = mpi::initialize()?;
    let comm = universe.world();
    let rank = Rank { number: comm.rank() as usize, of: comm.size() as usize };
    let world = World { comm, outbox: Vec::new(), _universe: universe };
    WORLD.with(|cell| *cell.borrow_mut() = Some(world));
    if rank.number > 0 {
        // Rank 0 decides what a signal means, and ends the others.
        for signal in [libc::SIGINT, libc::SIGTERM] {
            // SAFETY: a plain system call.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
    }
    (rank.of > 1).then_some(rank)
}

/// Leaves the world of MPI. Rank 0 tells the others to do so.
pub fn end() {
    if size() > 1 && number() == 0 {
        (1..size()).for_each(|rank| send(rank, &ToRank::Quit));
    }
    while !with(World::is_sent) {
        std::thread::sleep(PAUSE);
    }
    drop(WORLD.with(|cell| cell.borrow_mut().take()));
}

/// The number of ranks; 1 without MPI.
pub fn size() -> usize {
    WORLD.with(|cell| cell.borrow().as_ref().map_or(1, |world| world.comm.size() as usize))
}

fn number() -> usize {
    WORLD.with(|cell| cell.borrow().as_ref().map_or(0, |world| world.comm.rank() as usize))
}

fn with<T: Default>(use_it: impl FnOnce(&mut World) -> T) -> T {
    WORLD.with(|cell| cell.borrow_mut().as_mut().map(use_it).unwrap_or_default())
}

impl World {
    /// Begins to send.
    fn send(&mut self, rank: usize, bytes: &Rc<[u8]>) {
        self.clean();
        // SAFETY: the outbox keeps the bytes until they are sent.
        let borrowed: &'static [u8] = unsafe { &*Rc::as_ptr(bytes) };
        let to = self.comm.process_at_rank(rank as i32);
        let request = to.immediate_send(StaticScope, borrowed);
        self.outbox.push((request, Rc::clone(bytes)));
    }

    /// Forgets the messages that were sent.
    fn clean(&mut self) {
        let all = std::mem::take(&mut self.outbox);
        for (request, bytes) in all {
            if let Err(request) = request.test() {
                self.outbox.push((request, bytes));
            }
        }
    }

    fn is_sent(&mut self) -> IsSent {
        self.clean();
        IsSent(self.outbox.is_empty())
    }

    /// The next message, and the rank that it comes from.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        self.clean();
        let probed = self.comm.any_process().immediate_matched_probe()?;
        let (bytes, status) = probed.matched_receive_vec::<u8>();
        Some((status.source_rank() as usize, bytes))
    }
}

/// Whether everything was sent: without MPI, it was.
struct IsSent(bool);

impl Default for IsSent {
    fn default() -> Self {
        IsSent(true)
    }
}

impl std::ops::Not for IsSent {
    type Output = bool;

    fn not(self) -> bool {
        !self.0
    }
}

fn send(rank: usize, message: &impl Serialize) {
    let bytes: Rc<[u8]> = token::bytes(message).into();
    with(|world| world.send(rank, &bytes));
}

/// Sends, and waits until that is done.
fn send_now(rank: usize, message: &impl Serialize) {
    send(rank, message);
    while !with(World::is_sent) {
        std::thread::sleep(PAUSE / 10);
    }
}

fn receive<M: for<'de> Deserialize<'de>>() -> Option<(usize, M)> {
    let (rank, bytes) = with(World::receive)?;
    // Both sides are this program; a message that is none is ignored, as if it had been lost.
    token::of_bytes(&bytes).ok().map(|message| (rank, message))
}

fn host() -> String {
    processor_name().unwrap_or_else(|_| "a host without a name".to_owned())
}

/// The workers of all ranks, as rank 0 sees them.
pub(crate) struct Ranks<'a, W> {
    local: Local<'a, W>,
    /// The number of workers of each rank.
    each: usize,
    ranks: usize,
    hosts: BTreeMap<usize, String>,
}

impl<'a, W: Work> Ranks<'a, W> {
    /// Sends a job to all ranks.
    pub(crate) fn new(
        job: &'a W,
        options: &'a Options,
        each: usize,
        shipped: &Rc<[u8]>,
    ) -> Result<Self, ClusterError> {
        let message = ToRank::Job {
            workers: each,
            finds: options.finds,
            until_failure: options.until_failure,
            body: shipped.to_vec(),
        };
        let bytes: Rc<[u8]> = token::bytes(&message).into();
        let ranks = size();
        (1..ranks).for_each(|rank| with(|world| world.send(rank, &bytes)));
        Ok(Ranks { local: Local::new(job, options, each)?, each, ranks, hosts: BTreeMap::new() })
    }

    /// A message of a rank, as news of a worker.
    fn heard(&mut self, rank: usize, message: FromRank, heard: &mut AllHeard<W>) {
        let first = rank * self.each;
        match message {
            FromRank::Begins { host } => drop(self.hosts.insert(rank, host)),
            FromRank::Refuses { host, why } => {
                let why = format!("rank {rank} on {host}: {why}");
                heard.push((first, Heard::News(News::Mistake(WalkError::Load(why)))));
            }
            FromRank::News { worker, body } => match token::of_bytes(&body) {
                Ok(News::Mistake(WalkError::Load(why))) => {
                    let host = self.hosts.get(&rank).map_or("its host", String::as_str);
                    let why = format!("rank {rank} on {host}: {why}");
                    heard.push((first, Heard::News(News::Mistake(WalkError::Load(why)))));
                }
                Ok(news) => heard.push((first + worker, Heard::News(news))),
                // The program under test has damaged the worker.
                Err(_) => send(rank, &ToRank::Kill { worker }),
            },
            FromRank::Died { worker, death, witness } => {
                heard.push((first + worker, Heard::Died(death, witness)));
            }
            FromRank::Over => {}
        }
    }
}

impl<W: Work> Crew<W> for Ranks<'_, W> {
    fn len(&self) -> usize {
        self.each * self.ranks
    }

    fn order(&mut self, worker: usize, order: &Order<PositionOf<W>>) {
        match worker / self.each {
            0 => self.local.order(worker, order),
            rank => {
                let (worker, body) = (worker % self.each, token::bytes(order));
                send(rank, &ToRank::Order { worker, body });
            }
        }
    }

    fn listen(&mut self, wait: Duration, heard: &mut AllHeard<W>) -> Result<(), ClusterError> {
        let begun = Instant::now();
        loop {
            while let Some((rank, message)) = receive() {
                self.heard(rank, message, heard);
            }
            let pause = if heard.is_empty() { PAUSE } else { Duration::ZERO };
            self.local.listen(pause, heard)?;
            if !heard.is_empty() || begun.elapsed() >= wait {
                return Ok(());
            }
        }
    }

    fn kill(&mut self, worker: usize) {
        match worker / self.each {
            0 => Crew::<W>::kill(&mut self.local, worker),
            rank => send(rank, &ToRank::Kill { worker: worker % self.each }),
        }
    }
}

impl<W> Drop for Ranks<'_, W> {
    /// The job is over. What ranks have sent until they know that does not count.
    fn drop(&mut self) {
        (1..self.ranks).for_each(|rank| send(rank, &ToRank::Over));
        let mut left = self.ranks - 1;
        while left > 0 {
            match receive::<FromRank>() {
                Some((_, FromRank::Over)) => left -= 1,
                Some(_) => {}
                None => std::thread::sleep(PAUSE / 10),
            }
        }
    }
}

/// A job that a rank other than 0 has got.
#[derive(Debug)]
pub struct Job {
    workers: usize,
    finds: bool,
    until_failure: bool,
    /// What [`Options::shipped`] was.
    pub body: Vec<u8>,
}

/// Waits for the next job. `None` if there is none any more.
pub fn next_job() -> Option<Job> {
    loop {
        match receive() {
            Some((_, ToRank::Job { workers, finds, until_failure, body })) => {
                return Some(Job { workers, finds, until_failure, body });
            }
            Some((_, ToRank::Quit)) => return None,
            Some(_) => {}
            None => std::thread::sleep(PAUSE),
        }
    }
}

impl Job {
    /// Works on the job until it is over.
    pub fn work<W: Work>(&self, work: &W) {
        let options = Options {
            workers: self.workers,
            finds: self.finds,
            until_failure: self.until_failure,
            ..Options::default()
        };
        match Local::new(work, &options, self.workers) {
            Ok(mut crew) => {
                send_now(0, &FromRank::Begins { host: host() });
                if let Err(error) = relay(&mut crew) {
                    drop(crew);
                    self.refuse(error.to_string());
                }
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// Says that this rank cannot work on the job, and waits until it is over.
    pub fn refuse(&self, why: String) {
        send_now(0, &FromRank::Refuses { host: host(), why });
        loop {
            match receive() {
                Some((_, ToRank::Over)) => return send_now(0, &FromRank::Over),
                Some(_) => {}
                None => std::thread::sleep(PAUSE),
            }
        }
    }
}

/// Passes messages on between rank 0 and the workers, until the job is over.
fn relay<W: Work>(crew: &mut Local<'_, W>) -> Result<(), ClusterError> {
    loop {
        while let Some((_, message)) = receive() {
            match message {
                ToRank::Order { worker, body } => crew.order_raw(worker, &body),
                ToRank::Kill { worker } => Crew::<W>::kill(crew, worker),
                ToRank::Over => {
                    send_now(0, &FromRank::Over);
                    return Ok(());
                }
                ToRank::Job { .. } | ToRank::Quit => {}
            }
        }
        crew.listen_raw(PAUSE, &mut |worker, heard| {
            match heard {
                Heard::News(body) => send_now(0, &FromRank::News { worker, body }),
                Heard::Died(death, witness) => {
                    send_now(0, &FromRank::Died { worker, death, witness });
                }
            }
            true
        })?;
    }
}
