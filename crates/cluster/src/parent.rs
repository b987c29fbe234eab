//! The parent of workers, whatever the transport: the clock, the observer, and what the coordinator orders.

use std::time::{Duration, Instant};

use pikse_work::{Cancel, Death, Witness, Work};
use tracing::warn;

use crate::coordinator::{Blame, Coordinator, Ends, Fate};
use crate::crew::{AllHeard, Crew, Heard, NewsOf};
use crate::message::{FoundOf, News, Order, PositionOf, TallyOf};
use crate::{ClusterError, Observer, Options, Progress, State, StateOf};

/// The maximum time to wait for messages before checking the clock.
const WAIT: Duration = Duration::from_millis(50);
/// The interval of progress reports to the observer.
const PROGRESS_PERIOD: Duration = Duration::from_millis(200);
/// The interval at which the state is kept. It is kept earlier at the beginning: a run that is killed again and
/// again also gets somewhere.
const KEEP_PERIOD: Duration = Duration::from_secs(1);
const FIRST_KEPT: Duration = Duration::from_millis(125);
/// The time before a worker that could not split its part is asked again.
const ASK_AGAIN: Duration = Duration::from_millis(5);

/// The receiver of finds.
pub(crate) type Hears<'a, W> = dyn Observer<FoundOf<W>, TallyOf<W>> + 'a;

/// How many workers a run has use for.
pub(crate) fn useful<P, T>(state: &State<P, T>, options: &Options) -> usize {
    match (state.is_complete(), options.first) {
        (true, _) => 0,
        // Finds of several workers come in no defined order, so the first N need one worker.
        (false, Some(_)) => 1,
        (false, None) => options.workers.max(1),
    }
}

/// The parent of a crew.
pub(crate) struct Parent<'a, W: Work, C> {
    job: &'a W,
    options: &'a Options,
    crew: C,
    workers: Vec<Seen<W>>,
    coordinator: Coordinator<PositionOf<W>, TallyOf<W>>,
    begun: Instant,
    /// When a worker was last asked for a part.
    asked: Option<Instant>,
}

/// What the parent knows of a worker.
struct Seen<W: Work> {
    /// Finds since its last report.
    found: Vec<FoundOf<W>>,
    heard: Instant,
}

impl<W: Work> Seen<W> {
    fn new() -> Self {
        Seen { found: Vec::new(), heard: Instant::now() }
    }
}

impl<'a, W: Work, C: Crew<W>> Parent<'a, W, C> {
    pub(crate) fn new(
        job: &'a W,
        options: &'a Options,
        state: &State<PositionOf<W>, TallyOf<W>>,
        crew: C,
    ) -> Self {
        let ends = Ends { first: options.first, until_failure: options.until_failure };
        Parent {
            job,
            options,
            workers: (0..crew.len()).map(|_| Seen::new()).collect(),
            coordinator: Coordinator::new(state, crew.len(), ends, options.policy),
            crew,
            begun: Instant::now(),
            asked: None,
        }
    }

    pub(crate) fn run(
        &mut self,
        observer: &mut Hears<'_, W>,
        cancel: &Cancel,
        keep: &mut dyn FnMut(&StateOf<W>),
    ) -> Result<(), ClusterError> {
        let (mut told, mut kept) = (Instant::now(), Instant::now());
        let mut keep_after = FIRST_KEPT;
        loop {
            if self.coordinator.is_over() {
                return self.stop(observer);
            }
            // Make some progress, however short the time limit is.
            self.send_orders();
            let over = self.options.stop_after.is_some_and(|limit| self.begun.elapsed() >= limit);
            if cancel.is_cancelled() || over {
                return self.stop(observer);
            }
            if self.coordinator.is_done() {
                return Ok(());
            }
            self.listen(observer)?;
            if told.elapsed() >= PROGRESS_PERIOD {
                told = Instant::now();
                observer.progress(&self.progress());
            }
            if kept.elapsed() >= keep_after {
                keep(&self.coordinator.state());
                kept = Instant::now();
                keep_after = (keep_after * 2).min(KEEP_PERIOD);
            }
        }
    }

    /// Sends what the coordinator orders.
    fn send_orders(&mut self) {
        if self.asked.is_some_and(|asked| asked.elapsed() >= ASK_AGAIN) {
            self.asked = None;
            self.coordinator.tick();
        }
        for (number, order) in self.coordinator.orders() {
            let now = Instant::now();
            match order {
                Order::Split { .. } => self.asked = Some(now),
                Order::Walk { .. } | Order::Stop => self.workers[number].heard = now,
            }
            self.crew.order(number, &order);
        }
    }

    /// Handles messages of workers.
    fn listen(&mut self, observer: &mut Hears<'_, W>) -> Result<(), ClusterError> {
        let is_idle = self.coordinator.busy() < self.workers.len();
        let wait = if is_idle { ASK_AGAIN } else { WAIT };
        let mut all: AllHeard<W> = Vec::new();
        self.crew.listen(wait, &mut all)?;
        let begun = Instant::now();
        for (number, heard) in all {
            self.workers[number].heard = begun;
            match heard {
                Heard::News(news) => self.hear(number, news, observer)?,
                Heard::Died(death, witness) => self.bury(number, &death, &witness)?,
            }
        }
        // A slow reader of the finds holds up this process. No worker is silent because of that.
        let busy = begun.elapsed();
        for number in 0..self.workers.len() {
            let worker = &mut self.workers[number];
            worker.heard += busy;
            if self.coordinator.is_busy(number) && worker.heard.elapsed() > self.options.silence {
                worker.heard = Instant::now();
                self.crew.kill(number);
            }
        }
        Ok(())
    }

    fn hear(
        &mut self,
        number: usize,
        news: NewsOf<W>,
        observer: &mut Hears<'_, W>,
    ) -> Result<(), ClusterError> {
        let worker = &mut self.workers[number];
        match news {
            News::Found(found) => worker.found.extend(found),
            News::Mistake(error) => return Err(ClusterError::Walk(error)),
            News::Stands(stand) => {
                let found = std::mem::take(&mut worker.found);
                self.coordinator.stands(number, *stand);
                for found in found {
                    observer.found(found).map_err(ClusterError::Output)?;
                }
            }
        }
        Ok(())
    }

    /// Handles the death of a worker: another one takes over its part.
    fn bury(
        &mut self,
        number: usize,
        death: &Death,
        witness: &Witness,
    ) -> Result<(), ClusterError> {
        warn!(worker = number, %death, had_part = self.coordinator.is_busy(number), "a worker died");
        self.workers[number] = Seen::new();
        let blame = match death {
            Death::Signal(libc::SIGKILL | libc::SIGTERM | libc::SIGINT | libc::SIGHUP) => {
                Blame::Anybody
            }
            _ => Blame::Step,
        };
        if let Fate::Skip(lease) = self.coordinator.died(number, blame) {
            // The worker's position is right before the step that killed it.
            let passed = self.job.pass(lease.at.as_ref(), witness, death);
            let (at, tally) = passed.map_err(ClusterError::Walk)?;
            self.coordinator.skipped(lease, at, &tally);
        }
        Ok(())
    }

    /// Orders the workers to stop, and waits until each has reported its position.
    fn stop(&mut self, observer: &mut Hears<'_, W>) -> Result<(), ClusterError> {
        // If enough was found, the only worker has reported its position and stopped by itself.
        if !self.coordinator.has_enough() {
            for number in 0..self.workers.len() {
                if self.coordinator.is_busy(number) {
                    self.crew.order(number, &Order::Stop);
                }
            }
            let since = Instant::now();
            while self.coordinator.busy() > 0 && since.elapsed() < self.options.silence {
                let mut all: AllHeard<W> = Vec::new();
                self.crew.listen(WAIT, &mut all)?;
                for (number, heard) in all {
                    if !self.coordinator.is_busy(number) {
                        continue;
                    }
                    let news = match heard {
                        Heard::News(news) => news,
                        Heard::Died(..) => {
                            self.coordinator.take_back(number);
                            continue;
                        }
                    };
                    let stands = matches!(&news, News::Stands(_));
                    self.hear(number, news, observer)?;
                    if stands {
                        // The worker may have sent this before it got the order. It serves as
                        // the answer: what the worker does afterwards does not count.
                        self.coordinator.take_back(number);
                    }
                }
            }
        }
        // The unreported work of a worker that does not answer is searched again.
        (0..self.workers.len()).for_each(|number| self.coordinator.take_back(number));
        Ok(())
    }

    fn progress(&self) -> Progress<TallyOf<W>> {
        let (tally, done) = self.coordinator.results();
        let (elapsed, working) = (self.begun.elapsed(), self.coordinator.busy());
        Progress { tally, done, elapsed, working }
    }

    /// The results and the remaining parts.
    pub(crate) fn state(&self) -> StateOf<W> {
        self.coordinator.state()
    }
}
