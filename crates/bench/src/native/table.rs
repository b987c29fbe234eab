//! A table of measurements and requirements.

use std::fmt::Display;
use std::time::Duration;

use super::clock::processor_time;

/// The requirement on a measured number.
#[derive(Clone, Copy)]
pub(crate) enum Promise {
    AtMost(f64),
    AtLeast(f64),
    Nothing,
}

impl Promise {
    fn is_kept(self, measured: f64) -> bool {
        match self {
            Promise::AtMost(most) => measured <= most,
            Promise::AtLeast(least) => measured >= least,
            Promise::Nothing => true,
        }
    }

    fn text(self, measured: f64) -> String {
        let broken = if self.is_kept(measured) { "" } else { ", **broken**" };
        match self {
            Promise::AtMost(most) => format!("≤ {most}{broken}"),
            Promise::AtLeast(least) => format!("≥ {least}{broken}"),
            Promise::Nothing => String::new(),
        }
    }
}

/// Prints rows as they are measured, and collects the requirements that are not met.
#[derive(Default)]
pub(crate) struct Table {
    broken: Vec<String>,
}

impl Table {
    pub(crate) fn begin(&self, of: &str) {
        println!("\n| {of} | compared with | Pikse | measured | guaranteed |");
        println!("| --- | ---: | ---: | ---: | ---: |");
    }

    /// A row: what is measured, what it is compared with, and the result.
    pub(crate) fn row(
        &mut self,
        what: &str,
        beside: impl Display,
        ours: impl Display,
        (measured, unit): (f64, &str),
        promise: Promise,
    ) {
        let guaranteed = promise.text(measured);
        println!("| {what} | {beside} | {ours} | {measured:.2}{unit} | {guaranteed} |");
        if !promise.is_kept(measured) {
            self.broken.push(format!("{what}: {measured:.2}{unit}"));
        }
    }

    /// The requirements that are not met.
    pub(crate) fn broken(self) -> Vec<String> {
        self.broken
    }
}

/// Two sides that were timed in turn.
pub(crate) struct Pair {
    /// The best time of each.
    pub(crate) beside: Duration,
    pub(crate) ours: Duration,
    /// The median of the rounds' ratios, ours to theirs.
    pub(crate) ratio: f64,
}

/// Times both sides in turn, in CPU time. Disturbances only make a run longer, so a time is the best
/// one. Both runs of a round are disturbed alike, so the ratio is the median.
pub(crate) fn pair<A, B>(
    rounds: usize,
    mut beside: impl FnMut() -> A,
    mut ours: impl FnMut() -> B,
) -> Pair {
    let mut best = (Duration::MAX, Duration::MAX);
    let mut ratios: Vec<f64> = Vec::new();
    for _ in 0..rounds {
        let (theirs, mine) = (time(&mut beside), time(&mut ours));
        best = (best.0.min(theirs), best.1.min(mine));
        ratios.push(mine.as_secs_f64() / theirs.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    Pair { beside: best.0, ours: best.1, ratio: ratios[rounds / 2] }
}

fn time<T>(run: impl FnOnce() -> T) -> Duration {
    let started = processor_time();
    std::hint::black_box(run());
    processor_time() - started
}

/// Nanoseconds for each of `count`.
pub(crate) fn each(time: Duration, of: u64) -> f64 {
    time.as_nanos() as f64 / of as f64
}

/// A time in milliseconds or seconds.
pub(crate) fn text(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.2} s"),
    }
}
