//! A cluster in virtual time: the real coordinator, workers that are plain values, and messages that take
//! time. The same settings give the same run.
//!
//! It answers two questions. Is the coordinator right, whatever is delayed and whoever dies? And how fast
//! would a cluster be that is larger than this machine?

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

use pikse_base::Random;
use pikse_work::{Advance, Budget, NoJournal, Walk, WalkError, Work, token};
use serde::Serialize;

use crate::coordinator::{Blame, Coordinator, Ends, Fate, Policy};
use crate::message::{FoundOf, Order, PositionOf, Report, Stand, TallyOf};
use crate::worker::{everything, split_off};
use crate::{State, StateOf};

/// Virtual time, in units of the costs of steps.
pub type Time = u64;

/// The properties of a cluster.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of workers.
    pub workers: usize,
    /// How long a message is under way.
    pub latency: Time,
    /// Up to this much more, at random.
    pub jitter: Time,
    /// How many bytes a message has in one unit of time; 0 for any number.
    pub bandwidth: u64,
    /// How long the coordinator takes for a message.
    pub service: Time,
    /// The interval at which a worker looks for orders; 0 for every step.
    pub look_every: Time,
    /// The interval of a worker's reports.
    pub report_every: Time,
    /// The time after which a worker that could not split is asked again.
    pub ask_again: Time,
    /// A worker dies in this many of its steps on average; 0 for never.
    pub deaths: u64,
    /// The coordinator dies in this many messages on average, with everybody, and another one goes on from what
    /// was kept; 0 for never. It dies [`MOST_CRASHES`] times at most.
    pub crashes: u64,
    /// The interval at which the state is kept.
    pub keep_every: Time,
    /// One worker in so many is a straggler, and how many times slower it is; 0 for none.
    pub stragglers: (usize, u64),
    /// How parts come to workers.
    pub policy: Policy,
    /// The seed of everything that is random.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            workers: 1,
            latency: 0,
            jitter: 0,
            bandwidth: 0,
            service: 0,
            look_every: 0,
            report_every: 1,
            ask_again: 1,
            deaths: 0,
            crashes: 0,
            keep_every: 0,
            stragglers: (0, 1),
            policy: Policy::Stealing,
            seed: 0,
        }
    }
}

/// The result of a simulation.
#[derive(Clone, Debug)]
pub struct Simulated<T, F> {
    /// When everything was done.
    pub time: Time,
    /// The results.
    pub tally: T,
    /// The finds, in the order of their arrival.
    pub found: Vec<F>,
    /// The number of messages.
    pub messages: u64,
    /// The time in which the coordinator handled messages.
    pub coordinating: Time,
    /// The number of deaths.
    pub died: u64,
    /// The number of deaths of the coordinator.
    pub crashed: u64,
}

/// The greatest number of deaths of the coordinator: afterwards it lives to the end.
pub const MOST_CRASHES: u64 = 12;

/// What happens at a time.
enum Event<P, T, F> {
    /// An order arrives. It is lost if the worker is another one now.
    Ordered { worker: usize, life: u64, order: Order<P> },
    /// A worker has done a step.
    Stepped { worker: usize, life: u64 },
    /// News arrive at the coordinator.
    Stands { worker: usize, stand: Stand<P, T>, found: Vec<F> },
    /// The coordinator notices a death.
    Died { worker: usize },
    /// The coordinator may ask again.
    Tick,
}

struct Worker<W: Work> {
    walk: W::Walk,
    /// Counts the workers that sat here.
    life: u64,
    is_walking: bool,
    orders: VecDeque<Order<PositionOf<W>>>,
    /// How many steps it makes before it gives the rest back.
    only: Option<u64>,
    found: Vec<FoundOf<W>>,
    finds: u64,
    reported: Time,
    looked: Time,
    /// When it began its part.
    begun: Time,
    /// When its last message arrives: messages do not overtake each other.
    last_arrival: Time,
    /// The same for orders to it.
    last_order: Time,
}

/// Runs work on a simulated cluster. `cost` is the time that the next step of a walk takes, and `find` whether
/// finds are handed out.
pub fn simulate<W: Work>(
    work: &W,
    settings: &Settings,
    find: bool,
    cost: impl Fn(&W::Walk) -> Time,
) -> Result<Simulated<TallyOf<W>, FoundOf<W>>, WalkError> {
    let mut cluster = Cluster {
        work,
        settings,
        find,
        cost,
        random: Random(settings.seed),
        coordinator: Coordinator::new(
            &State::new(),
            settings.workers,
            Ends::default(),
            settings.policy,
        ),
        workers: (0..settings.workers).map(|_| worker(work)).collect::<Result<_, _>>()?,
        events: Vec::new(),
        queue: BinaryHeap::new(),
        free_at: 0,
        ticks: false,
        kept: (State::new(), 0, 0),
        result: Simulated {
            time: 0,
            tally: TallyOf::<W>::default(),
            found: Vec::new(),
            messages: 0,
            coordinating: 0,
            died: 0,
            crashed: 0,
        },
    };
    cluster.run()?;
    cluster.result.tally = cluster.coordinator.results().0;
    Ok(cluster.result)
}

fn worker<W: Work>(work: &W) -> Result<Worker<W>, WalkError> {
    Ok(Worker {
        walk: work.load(Rc::new(NoJournal))?,
        life: 0,
        is_walking: false,
        orders: VecDeque::new(),
        only: None,
        found: Vec::new(),
        finds: 0,
        reported: 0,
        looked: 0,
        begun: 0,
        last_arrival: 0,
        last_order: 0,
    })
}

type EventOf<W> = Event<PositionOf<W>, TallyOf<W>, FoundOf<W>>;

struct Cluster<'a, W: Work, C> {
    work: &'a W,
    settings: &'a Settings,
    find: bool,
    cost: C,
    random: Random,
    coordinator: Coordinator<PositionOf<W>, TallyOf<W>>,
    workers: Vec<Worker<W>>,
    /// Events by number; those that have happened are empty.
    events: Vec<Option<EventOf<W>>>,
    /// Times and numbers of events.
    queue: BinaryHeap<Reverse<(Time, usize)>>,
    /// When the coordinator has time for the next message.
    free_at: Time,
    /// Whether a tick is under way.
    ticks: bool,
    /// The state that was kept, the number of finds that belong to it, and when that was.
    kept: (StateOf<W>, usize, Time),
    result: Simulated<TallyOf<W>, FoundOf<W>>,
}

impl<W: Work, C: Fn(&W::Walk) -> Time> Cluster<'_, W, C> {
    fn at(&mut self, time: Time, event: EventOf<W>) {
        self.queue.push(Reverse((time, self.events.len())));
        self.events.push(Some(event));
    }

    /// How long the next message is under way.
    fn delay(&mut self, message: &impl Serialize) -> Time {
        self.result.messages += 1;
        let jitter = self.settings.jitter;
        let jitter = if jitter == 0 { 0 } else { self.random.below(jitter + 1) };
        let bytes = || token::bytes(message).len() as u64;
        let bandwidth = self.settings.bandwidth;
        // Only if it matters: a message is made into bytes for its length alone.
        let transfer = std::num::NonZero::new(bandwidth).map_or(0, |per_unit| bytes() / per_unit);
        self.settings.latency + jitter + transfer
    }

    fn run(&mut self) -> Result<(), WalkError> {
        self.give_orders(0);
        while let Some(Reverse((now, number))) = self.queue.pop() {
            let Some(event) = self.events[number].take() else { continue };
            match event {
                Event::Ordered { worker, life, order } if self.workers[worker].life == life => {
                    self.ordered(now, worker, order)?;
                }
                Event::Stepped { worker, life } if self.workers[worker].life == life => {
                    self.stepped(now, worker)?;
                }
                Event::Ordered { .. } | Event::Stepped { .. } => {}
                Event::Stands { .. } | Event::Died { .. } if self.crashes() => self.crash(now)?,
                Event::Stands { worker, stand, found } => {
                    let now = self.handle(now);
                    self.result.found.extend(found);
                    self.coordinator.stands(worker, stand);
                    self.keep(now);
                    self.give_orders(now);
                }
                Event::Died { worker } => {
                    let now = self.handle(now);
                    self.died(worker)?;
                    self.keep(now);
                    self.give_orders(now);
                }
                Event::Tick => {
                    self.ticks = false;
                    self.coordinator.tick();
                    self.give_orders(now);
                }
            }
            if self.coordinator.is_done() {
                self.result.time = now.max(self.free_at);
                return Ok(());
            }
        }
        Ok(())
    }

    fn crashes(&mut self) -> bool {
        let Settings { crashes, .. } = *self.settings;
        crashes > 0 && self.result.crashed < MOST_CRASHES && self.random.once_in(crashes)
    }

    /// Keeps the state, if it is time.
    fn keep(&mut self, now: Time) {
        if self.settings.crashes > 0 && now - self.kept.2 >= self.settings.keep_every {
            self.kept = (self.coordinator.state(), self.result.found.len(), now);
        }
    }

    /// The coordinator and all workers are dead, and what was under way is lost. Others go on from what was kept.
    fn crash(&mut self, now: Time) -> Result<(), WalkError> {
        self.result.crashed += 1;
        // It died over this message, after those before it.
        let now = now.max(self.free_at);
        (self.ticks, self.free_at) = (false, now);
        self.queue.clear();
        self.events.clear();
        let Settings { workers, policy, .. } = *self.settings;
        for number in 0..workers {
            let life = self.workers[number].life + 1;
            let (last_arrival, last_order) = (now, now);
            self.workers[number] = Worker { life, last_arrival, last_order, ..worker(self.work)? };
        }
        let (state, found, _) = &self.kept;
        self.result.found.truncate(*found);
        self.coordinator = Coordinator::new(state, workers, Ends::default(), policy);
        self.give_orders(now);
        Ok(())
    }

    /// The coordinator takes a message, when it has time.
    fn handle(&mut self, now: Time) -> Time {
        self.free_at = self.free_at.max(now) + self.settings.service;
        self.result.coordinating += self.settings.service;
        self.free_at
    }

    fn give_orders(&mut self, now: Time) {
        for (worker, order) in self.coordinator.orders() {
            if matches!(order, Order::Split { .. }) && !self.ticks {
                self.ticks = true;
                self.at(now + self.settings.ask_again.max(1), Event::Tick);
            }
            let arrives = (now + self.delay(&order)).max(self.workers[worker].last_order);
            self.workers[worker].last_order = arrives;
            let life = self.workers[worker].life;
            self.at(arrives, Event::Ordered { worker, life, order });
        }
    }

    fn ordered(
        &mut self,
        now: Time,
        number: usize,
        order: Order<PositionOf<W>>,
    ) -> Result<(), WalkError> {
        let worker = &mut self.workers[number];
        if worker.is_walking {
            worker.orders.push_back(order);
            return Ok(());
        }
        // Split or stop: the part was done before the order came.
        let Order::Walk { part, every, only, .. } = order else { return Ok(()) };
        worker.walk.begin(part.as_ref(), every == Some(1))?;
        worker.only = only;
        (worker.is_walking, worker.reported, worker.looked, worker.begun) = (true, now, now, now);
        self.step(now, number);
        Ok(())
    }

    /// A worker begins a step.
    fn step(&mut self, now: Time, number: usize) {
        let worker = &self.workers[number];
        let (one_in, slower) = self.settings.stragglers;
        let is_slow = one_in > 0 && number % one_in == one_in - 1;
        let factor = if is_slow { slower } else { 1 };
        let (life, cost) = (worker.life, (self.cost)(&worker.walk) * factor);
        self.at(now + cost, Event::Stepped { worker: number, life });
    }

    fn stepped(&mut self, now: Time, number: usize) -> Result<(), WalkError> {
        let deaths = self.settings.deaths;
        if deaths > 0 && self.random.once_in(deaths) {
            self.result.died += 1;
            let arrives = (now + self.delay(&())).max(self.workers[number].last_arrival);
            // The next one sits down when the coordinator knows.
            self.workers[number].life += 1;
            self.at(arrives, Event::Died { worker: number });
            return Ok(());
        }
        let worker = &mut self.workers[number];
        let before = worker.found.len();
        let budget =
            Budget { steps: 1, finds: self.find.then_some(u64::MAX / 2), until_failure: false };
        let advance = worker.walk.advance(budget, &mut worker.found)?;
        worker.finds += (worker.found.len() - before) as u64;
        if advance == Advance::Exhausted {
            worker.is_walking = false;
            // Orders for a walk that is over.
            worker.orders.clear();
            self.report(now, number, true, Vec::new());
            return Ok(());
        }
        if worker.only.is_some() {
            worker.is_walking = false;
            worker.orders.clear();
            let given = everything(&mut worker.walk);
            self.report(now, number, true, given);
            return Ok(());
        }
        let looks = now - worker.looked >= self.settings.look_every;
        if looks {
            worker.looked = now;
        }
        let order = if looks { worker.orders.pop_front() } else { None };
        if let Some(Order::Split { parts }) = order {
            let given = split_off(&mut worker.walk, parts);
            self.report(now, number, false, given);
        } else if now - worker.reported >= self.settings.report_every {
            self.report(now, number, false, Vec::new());
        }
        self.step(now, number);
        Ok(())
    }

    fn report(&mut self, now: Time, number: usize, is_done: bool, given: Vec<PositionOf<W>>) {
        let worker = &mut self.workers[number];
        worker.reported = now;
        let (tally, done) = (worker.walk.tally(), worker.walk.done());
        let report = Report { tally, finds: worker.finds, done, time: now - worker.begun };
        let at = (!is_done).then(|| worker.walk.position());
        let found = std::mem::take(&mut worker.found);
        let stand = Stand { at, report, given };
        let arrives = now + self.delay(&stand);
        let worker = &mut self.workers[number];
        worker.last_arrival = arrives.max(worker.last_arrival);
        let arrives = worker.last_arrival;
        self.at(arrives, Event::Stands { worker: number, stand, found });
    }

    /// Another worker takes the place of a dead one.
    fn died(&mut self, number: usize) -> Result<(), WalkError> {
        let life = self.workers[number].life + 1;
        let (last_arrival, last_order) =
            (self.workers[number].last_arrival, self.workers[number].last_order);
        self.workers[number] = Worker { life, last_arrival, last_order, ..worker(self.work)? };
        if let Fate::Skip(lease) = self.coordinator.died(number, Blame::Anybody) {
            // Here workers die at random, not of a step.
            self.coordinator.again(lease);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::{Tree, TreeWalk};

    fn random_tree(random: &mut Random, nodes: u64) -> Tree {
        let parents: Vec<u32> = (1..nodes)
            .map(|child| {
                // Long paths and wide nodes.
                let back = 1 + random.below(child.min(4));
                let any = random.below(child);
                if random.once_in(3) { any as u32 } else { (child - back) as u32 }
            })
            .collect();
        let costs: Vec<u64> = (0..nodes).map(|_| 1 + random.below(9)).collect();
        Tree::new(&parents, &costs)
    }

    /// Every node is found exactly once, whatever is delayed and whoever dies, the coordinator included.
    fn check(seeds: std::ops::Range<u64>) {
        let mut policies = [0_u64; 3];
        let (mut died, mut crashed) = (0, 0);
        for seed in seeds {
            let mut random = Random(seed);
            let nodes = 1 + random.below(120);
            let tree = random_tree(&mut random, nodes);
            let settings = Settings {
                workers: 1 + random.index(9),
                latency: random.below(20),
                jitter: random.below(30),
                service: random.below(3),
                report_every: 1 + random.below(40),
                ask_again: 1 + random.below(20),
                deaths: if random.once_in(2) { 0 } else { 8 + random.below(60) },
                crashes: if random.once_in(2) { 0 } else { 5 + random.below(60) },
                keep_every: random.below(50),
                bandwidth: random.below(3) * 20,
                look_every: random.below(2) * random.below(30),
                stragglers: (random.index(4), 1 + random.below(9)),
                policy: [Policy::Stealing, Policy::Stealing, Policy::OneByOne, Policy::Queue]
                    [random.index(4)],
                seed,
            };
            let done = simulate(&tree, &settings, true, TreeWalk::cost).expect("it runs");
            let mut found = done.found;
            found.sort_unstable();
            let expected: Vec<u32> = (0..tree.len() as u32).collect();
            assert_eq!(found, expected, "seed {seed}: {settings:?}");
            assert_eq!(done.tally.0, tree.len() as u64, "seed {seed}: {settings:?}");
            policies[settings.policy as usize] += 1;
            (died, crashed) = (died + done.died, crashed + done.crashed);
        }
        println!(
            "stealing, one by one, queue: {policies:?}; {died} deaths, {crashed} of the coordinator"
        );
        assert!(policies.iter().all(|&of| of > 0) && died > 0 && crashed > 0);
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_found_twice() {
        check(0..3_000);
    }

    #[test]
    #[ignore = "takes minutes: cargo xtask test --large"]
    fn nothing_is_lost_in_many_schedules() {
        check(3_000..103_000);
    }

    #[test]
    fn workers_without_latency_share_a_tree_well() {
        let mut random = Random(1);
        let tree = random_tree(&mut random, 20_000);
        let time = |workers| {
            let settings = Settings { workers, ..Settings::default() };
            simulate(&tree, &settings, false, TreeWalk::cost).expect("it runs").time
        };
        assert_eq!(time(1), tree.cost());
        for workers in [2, 4, 8] {
            let speed = tree.cost() as f64 / time(workers) as f64;
            assert!(speed > 0.9 * workers as f64, "{workers} workers: {speed}");
        }
    }
}
