//! The progress line of a long search.

use std::io::Write;
use std::time::Duration;

use pikse_cluster::Progress;
use pikse_search::{SearchTally, Statistics};

/// A shorter search shows no line.
const QUIET_FOR: Duration = Duration::from_secs(2);
/// The maximum number of earlier points that are kept.
const PLACES: f64 = 128.0;

/// A longer estimate says nothing: 30 days.
const LONGEST: f64 = 30.0 * 86_400.0;

/// Writes the line on a terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    wanted: bool,
    is_there: bool,
    pace: Pace,
    /// The part of the space that was searched, as of the last report.
    done: Option<f64>,
}

/// The speed of a search. Early choices may cover large parts of the space that are done at once, so
/// only the later half of the time counts.
#[derive(Debug, Default)]
struct Pace {
    /// Seconds, and the part of the space that was searched.
    places: Vec<(f64, f64)>,
}

impl Pace {
    /// The remaining seconds at this pace, if they can be estimated.
    fn left(&mut self, seconds: f64, done: f64) -> Option<f64> {
        let last = self.places.last().map_or(f64::MIN, |&(at, _)| at);
        if seconds - last >= seconds / PLACES {
            self.places.push((seconds, done));
        }
        let later = self.places.partition_point(|&(at, _)| at <= seconds / 2.0);
        // Earlier points are never needed again, since time only increases.
        self.places.drain(..later.checked_sub(1)?);
        let (since, before) = self.places[0];
        let gained = done - before;
        (gained > 0.0).then(|| (seconds - since) * (1.0 - done) / gained)
    }
}

impl ProgressLine {
    /// A line, if it is wanted and standard error is a terminal.
    pub(crate) fn new(wanted: bool) -> ProgressLine {
        let wanted = wanted && crate::colour::rewrites_lines();
        ProgressLine { wanted, is_there: false, pace: Pace::default(), done: None }
    }

    /// Shows how far the search is.
    pub(crate) fn show<T>(&mut self, progress: &Progress<SearchTally<T>>) {
        self.done = Some(progress.done);
        if !self.wanted {
            return;
        }
        let left = self.pace.left(progress.elapsed.as_secs_f64(), progress.done);
        if progress.elapsed >= QUIET_FOR {
            self.is_there = true;
            // An error here does not matter.
            let _ = write!(
                std::io::stderr(),
                "\r\x1b[K{}",
                line(&progress.tally.statistics, (progress.elapsed, progress.done), left)
            );
        }
    }

    /// The part of the space that was searched, if it is known.
    pub(crate) fn done(&self) -> Option<f64> {
        self.done
    }

    /// Clears the line.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_there) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(statistics: &Statistics, (elapsed, done): (Duration, f64), left: Option<f64>) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = short(statistics.explored as f64 / seconds.max(0.001));
    let left = match left.filter(|&left| left < LONGEST) {
        None => "time left unknown".to_owned(),
        Some(left) => format!("about {} left", time(left)),
    };
    format!(
        "{:.1} % done, {} explored ({rate}/s), {} valid, {left}",
        done * 100.0,
        short(statistics.explored as f64),
        statistics.valid
    )
}

/// `1.2 M`
fn short(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.1} G", n / 1e9),
        n if n >= 1e6 => format!("{:.1} M", n / 1e6),
        n if n >= 1e4 => format!("{:.0} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

/// `3 min 20 s`
fn time(seconds: f64) -> String {
    let whole = seconds.min(1e12) as u64;
    match (whole / 86_400, whole / 3600 % 24, whole / 60 % 60, whole % 60) {
        (0, 0, 0, s) => format!("{s} s"),
        (0, 0, m, s) => format!("{m} min {s} s"),
        (0, h, m, _) => format!("{h} h {m} min"),
        (d, h, ..) => format!("{d} d {h} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_show_what_is_known() {
        let statistics = Statistics { explored: 24_000_000, valid: 42, ..Statistics::default() };
        let elapsed = Duration::from_secs(10);
        let known = "25.0 % done, 24.0 M explored (2.4 M/s), 42 valid, about 30 s left";
        assert_eq!(line(&statistics, (elapsed, 0.25), Some(30.4)), known);
        for unknown in [None, Some(1e9), Some(f64::INFINITY)] {
            let line = line(&statistics, (elapsed, 0.25), unknown);
            assert!(line.ends_with("42 valid, time left unknown"), "{line}");
        }
    }

    #[test]
    fn the_pace_is_the_recent_one() {
        let mut pace = Pace::default();
        // Half of the space is over at once, and then it is slow: 1 % a second.
        assert_eq!(pace.left(0.2, 0.5), None);
        for tenth in 3..100 {
            let seconds = f64::from(tenth) / 10.0;
            let left = pace.left(seconds, 0.5 + seconds / 100.0);
            assert!(tenth < 10 || left.is_some_and(|left| left > 30.0), "{seconds}: {left:?}");
        }
        let left = pace.left(10.0, 0.6).expect("there is a pace");
        assert!((left - 40.0).abs() < 1.0, "{left}");
        for second in 11..5000 {
            let left = pace.left(f64::from(second), 0.6);
            assert!(second < 30 || left.is_none(), "{second}: {left:?}");
        }
        assert!(pace.places.len() as f64 <= PLACES, "{}", pace.places.len());
    }

    #[test]
    fn times_are_easy_to_read() {
        for (seconds, expected) in
            [(59.9, "59 s"), (200.0, "3 min 20 s"), (7260.0, "2 h 1 min"), (90_000.0, "1 d 1 h")]
        {
            assert_eq!(time(seconds), expected);
        }
    }
}
