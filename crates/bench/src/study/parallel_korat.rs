//! Document 001, Table 4.4: speed-ups of Parallel Korat on five subjects, and what the simulator gives for both
//! policies, on up to 64 processors, of which one is the master.

use pikse_cluster::Policy;
use pikse_cluster::simulated::Settings;

use super::{MICROSECOND, Recorded, cluster, speed};

/// The numbers of processors.
const PROCESSORS: [usize; 4] = [4, 8, 16, 64];

/// The time of a candidate in nanoseconds, and the document's speed-ups on so many processors. The time is the
/// document's serial time by the number of candidates at its size: 1,387 s by 376,251 for lists, 480 s by 47.8
/// million, 347 s by 10,164,512, 1,163 s by 45,077,304 for graphs in topological order. The document does not say what
/// the 8 nodes of its hierarchies are; 149 s by 8,765,244, of a program with 4 classes and 3 interfaces, is about as
/// long as the others.
const TABLE: [(u64, [Option<f64>; 4]); 5] = [
    (3_686_000, [Some(2.6), None, Some(12.8), Some(49.5)]),
    (10_000, [Some(1.9), Some(4.0), Some(4.6), None]),
    (34_000, [Some(2.6), Some(4.2), Some(4.5), None]),
    (25_800, [Some(2.1), Some(3.7), Some(4.1), None]),
    (17_000, [Some(2.1), Some(3.3), Some(3.8), None]),
];

/// A row: a subject on a number of processors.
pub(super) struct Row {
    pub(super) subject: String,
    pub(super) processors: usize,
    /// The document's speed-up.
    pub(super) published: Option<f64>,
    pub(super) queue: f64,
    pub(super) stealing: f64,
}

/// The head of the table.
pub(super) const HEAD: [&str; 5] =
    ["subject", "processors", "the document", "a queue (PKorat)", "stealing"];

impl Row {
    pub(super) fn cells(&self) -> Vec<String> {
        let number = |value: f64| format!("{value:.1}");
        vec![
            self.subject.clone(),
            self.processors.to_string(),
            self.published.map(number).unwrap_or_default(),
            number(self.queue),
            number(self.stealing),
        ]
    }
}

/// All rows. The subjects are those of [`super::candidates`].
pub(super) fn rows(recorded: &[Recorded]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (of, (cost, published)) in recorded.iter().zip(TABLE) {
        let tree = of.tree.with_costs(cost);
        for (processors, published) in PROCESSORS.into_iter().zip(published) {
            let speed = |policy| {
                // The network of the document's cluster, whose master does nothing else.
                let settings = Settings {
                    policy,
                    latency: 2 * MICROSECOND,
                    jitter: 0,
                    service: MICROSECOND,
                    look_every: 0,
                    ..cluster(processors - 1)
                };
                speed(&tree, &settings)
            };
            let (queue, stealing) = (speed(Policy::Queue), speed(Policy::Stealing));
            rows.push(Row { subject: of.name.clone(), processors, published, queue, stealing });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::candidates;
    use super::*;

    #[test]
    #[ignore = "takes long: cargo xtask test --large"]
    fn speed_ups_of_table_4_4() {
        println!("| {} |", HEAD.join(" | "));
        for row in rows(&candidates(true)) {
            println!("| {} |", row.cells().join(" | "));
            let Some(published) = row.published else { continue };
            assert!(row.queue.min(row.stealing) >= published, "{:?}", row.cells());
        }
    }
}
