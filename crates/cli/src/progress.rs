//! The line that tells how far a long search is.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use pikse_cluster::Progress;

/// A search that is over sooner has no line.
const QUIET_FOR: Duration = Duration::from_secs(2);
/// Less than this is no base for an estimate.
const LEAST_SHARE: f64 = 0.001;

/// Writes the line on a terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    wanted: bool,
    is_there: bool,
}

impl ProgressLine {
    /// A line, if it is wanted and somebody can see it.
    pub(crate) fn new(wanted: bool) -> ProgressLine {
        ProgressLine { wanted: wanted && std::io::stderr().is_terminal(), is_there: false }
    }

    /// Shows how far the search is.
    pub(crate) fn show(&mut self, progress: &Progress) {
        if self.wanted && progress.elapsed >= QUIET_FOR {
            self.is_there = true;
            // Nobody has to see it.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", line(progress));
        }
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_there) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let statistics = progress.statistics;
    let rate = short(statistics.explored as f64 / seconds.max(0.001));
    let left = match progress.done {
        done if done < LEAST_SHARE => "too early to say how long".to_owned(),
        done => format!("about {} left", time(seconds * (1.0 - done) / done)),
    };
    format!(
        "{:.1} % done, {} explored ({rate}/s), {} valid, {left}",
        progress.done * 100.0,
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
        (d @ 1..1000, h, ..) => format!("{d} days {h} h"),
        _ => "years".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use pikse_search::Statistics;

    use super::*;

    #[test]
    fn lines_tell_what_is_known() {
        let statistics = Statistics { explored: 24_000_000, valid: 42, ..Statistics::default() };
        let at = |done| {
            let elapsed = Duration::from_secs(10);
            line(&Progress { statistics, done, elapsed, working: 1 })
        };
        let quarter = "25.0 % done, 24.0 M explored (2.4 M/s), 42 valid, about 30 s left";
        assert_eq!(at(0.25), quarter);
        assert!(at(0.0001).ends_with("42 valid, too early to say how long"));
    }

    #[test]
    fn times_are_told_as_people_do() {
        for (seconds, expected) in [
            (59.9, "59 s"),
            (200.0, "3 min 20 s"),
            (7260.0, "2 h 1 min"),
            (90_000.0, "1 days 1 h"),
            (1e30, "years"),
        ] {
            assert_eq!(time(seconds), expected);
        }
    }
}
