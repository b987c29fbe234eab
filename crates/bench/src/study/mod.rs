//! Clusters larger than this machine: the real coordinator in virtual time, on trees that were recorded here.
//!
//! `cargo xtask study` runs this and writes one HTML page with the plots of document 001: Figure 3.3 (ten workers,
//! random ranges and work stealing), Figure 3.4 (the time on several numbers of workers) and Figure 3.6 (speed-up
//! on up to 4,096 workers), and Table 4.4. A node of a tree is a step of a search or of an exploration, with the
//! time that it took.

mod page;
mod parallel_korat;
mod record;

use std::path::Path;

use pikse_base::Random;
use pikse_cluster::Policy;
use pikse_cluster::recorded::{Tree, TreeWalk};
use pikse_cluster::simulated::{Settings, simulate};

use page::{Axis, Page, Plot, Series};
pub(crate) use record::{Recorded, candidates, explorations};

/// Times are in nanoseconds.
const MICROSECOND: u64 = 1_000;
const TEN_MINUTES: u64 = 600_000_000 * MICROSECOND;

/// A cluster as they are: a switched network with a latency of 20 µs and 1 GB/s, a coordinator that takes 3 µs for a
/// message, and workers with the intervals of the real ones.
pub(crate) fn cluster(workers: usize) -> Settings {
    Settings {
        workers,
        latency: 20 * MICROSECOND,
        jitter: 10 * MICROSECOND,
        bandwidth: 1,
        service: 3 * MICROSECOND,
        look_every: 2_000 * MICROSECOND,
        report_every: 100_000 * MICROSECOND,
        ask_again: 5_000 * MICROSECOND,
        ..Settings::default()
    }
}

/// What a simulation gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ran {
    pub(crate) time: u64,
    /// The share of the time in which the coordinator was busy.
    pub(crate) busy: f64,
}

pub(crate) fn run(tree: &Tree, settings: &Settings) -> Ran {
    let done = simulate(tree, settings, false, TreeWalk::cost).expect("a tree can be walked");
    assert_eq!(done.tally.0, tree.len() as u64, "every node is visited once");
    let time = done.time.max(1);
    Ran { time, busy: done.coordinating as f64 / time as f64 }
}

/// The speed-up over one process.
pub(crate) fn speed(tree: &Tree, settings: &Settings) -> f64 {
    tree.cost() as f64 / run(tree, settings).time as f64
}

/// The numbers of workers.
const WORKERS: [usize; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// Writes the page.
pub(crate) fn write(to: &Path) -> std::io::Result<()> {
    println!("recording explorations ...");
    let programs = explorations(true);
    println!("recording candidates ...");
    let structures = candidates(true);
    let scaled = |list: Vec<Recorded>| -> Vec<Recorded> {
        list.into_iter().map(|of| Recorded { tree: of.tree.scaled_to(TEN_MINUTES), ..of }).collect()
    };
    let recorded =
        |list: &[Recorded]| -> Vec<u64> { list.iter().map(|of| of.tree.cost()).collect() };
    let before = [recorded(&programs), recorded(&structures)].concat();
    let published = parallel_korat::rows(&structures);
    let (programs, structures) = (scaled(programs), scaled(structures));
    let mut page = Page::new("Pikse on clusters: simulated");
    page.text(&format!(
        "The real coordinator runs in virtual time on {} trees that were recorded on one core: a node is a step of an \
         exploration (a state until it splits or ends) or of a search (a candidate), with the time that it took. These \
         times are then scaled so that every tree takes ten minutes on one core, as the documents' programs do. The \
         network has a latency of 20 to 30 µs and 1 GB/s; the coordinator takes 3 µs for a message.",
        programs.len() + structures.len()
    ));
    let all: Vec<&Recorded> = programs.iter().chain(&structures).collect();
    page.table(
        &["tree", "nodes", "recorded, s", "scaled, s", "longest path, s"],
        &all.iter()
            .zip(before)
            .map(|(of, before)| {
                let seconds = |time: u64| format!("{:.3}", time as f64 / 1e9);
                let (name, nodes) = (of.name.clone(), of.tree.len().to_string());
                let (cost, height) = (of.tree.cost(), of.tree.height());
                vec![name, nodes, seconds(before), seconds(cost), seconds(height)]
            })
            .collect::<Vec<_>>(),
    );
    figure_3_3(&mut page, &programs);
    figure_3_4(&mut page, &programs);
    figure_3_6(&mut page, &all);
    page.text(
        "Table 4.4: speed-ups of Parallel Korat, with its costs of a candidate and its network.",
    );
    let published: Vec<Vec<String>> = published.iter().map(parallel_korat::Row::cells).collect();
    page.table(&parallel_korat::HEAD, &published);
    saturation(&mut page, &all);
    many(&mut page, &all);
    trouble(&mut page, &all);
    std::fs::write(to, page.finish())
}

/// Ten workers: random ranges, and work stealing.
fn figure_3_3(page: &mut Page, programs: &[Recorded]) {
    let mut rows: Vec<(String, f64, [f64; 3])> = programs
        .iter()
        .map(|of| {
            let mut speeds: Vec<f64> =
                (0..25).map(|seed| of.tree.cost() as f64 / ranges(&of.tree, 10, seed)).collect();
            speeds.sort_by(f64::total_cmp);
            let average = speeds.iter().sum::<f64>() / speeds.len() as f64;
            let stealing = speed(&of.tree, &cluster(10));
            (of.name.clone(), stealing, [speeds[0], average, speeds[speeds.len() - 1]])
        })
        .collect();
    rows.sort_by(|one, other| one.1.total_cmp(&other.1));
    let at = |number: usize| number as f64 + 1.0;
    let points = rows.iter().enumerate().map(|(number, row)| (at(number), row.1)).collect();
    let bars = rows.iter().enumerate().map(|(number, row)| (at(number), row.2)).collect();
    page.plot(&Plot {
        title: "Figure 3.3: ten workers, programs in the order of their speed-up",
        x: Axis { title: "program", log: false },
        y: Axis { title: "speed-up", log: false },
        series: vec![Series { name: "work stealing".to_owned(), points }],
        bars: Some(("25 sets of random ranges: least, average, most", bars)),
        diagonal: false,
    });
    let number = |value: f64| format!("{value:.1}");
    page.table(
        &["program", "work stealing", "ranges: least", "average", "most"],
        &rows
            .iter()
            .map(|(name, stealing, [least, average, most])| {
                let numbers = [stealing, least, average, most].map(|value| number(*value));
                [vec![name.clone()], numbers.to_vec()].concat()
            })
            .collect::<Vec<_>>(),
    );
}

/// The time of ranges between random tests, one worker each: that of the longest one. A range is followed to its
/// start, so what leads there is run again.
fn ranges(tree: &Tree, workers: usize, seed: u64) -> f64 {
    let mut random = Random(seed + 1);
    // Nodes have the numbers of their visits, depth first: a range of paths is a range of numbers.
    let leaves: Vec<u32> = tree.leaves();
    let mut cuts: Vec<u32> = (1..workers).map(|_| leaves[random.index(leaves.len())]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([tree.len() as u32]);
    let cost = |(start, end): (u32, u32)| tree.cost_between(start, end) + tree.cost_above(start);
    starts.zip(ends).map(cost).max().unwrap_or(1).max(1) as f64
}

/// The time on several numbers of workers.
fn figure_3_4(page: &mut Page, programs: &[Recorded]) {
    let series = |of: &Recorded| Series {
        name: of.name.clone(),
        points: [1, 5, 10, 20]
            .map(|workers| (workers as f64, run(&of.tree, &cluster(workers)).time as f64 / 1e9))
            .to_vec(),
    };
    page.plot(&Plot {
        title: "Figure 3.4: the time by work stealing",
        x: Axis { title: "workers", log: false },
        y: Axis { title: "seconds", log: true },
        series: programs.iter().map(series).collect(),
        bars: None,
        diagonal: false,
    });
}

/// Speed-up on many workers.
fn figure_3_6(page: &mut Page, all: &[&Recorded]) {
    let series = |of: &&Recorded| Series {
        name: of.name.clone(),
        points: WORKERS
            .map(|workers| (workers as f64, speed(&of.tree, &cluster(workers))))
            .to_vec(),
    };
    page.plot(&Plot {
        title: "Figure 3.6: speed-up by work stealing, both scales logarithmic",
        x: Axis { title: "workers", log: true },
        y: Axis { title: "speed-up", log: true },
        series: all.iter().map(series).collect(),
        bars: None,
        diagonal: true,
    });
}

/// Where the coordinator is busy all the time, and what helps.
fn saturation(page: &mut Page, all: &[&Recorded]) {
    let Some(largest) = all.iter().max_by_key(|of| of.tree.len()) else { return };
    let tree = &largest.tree;
    let policies = [
        ("stealing one part at a time", Policy::OneByOne),
        ("stealing in batches (what Pikse does)", Policy::Stealing),
        ("a queue (PKorat)", Policy::Queue),
    ];
    let mut rows = Vec::new();
    let (mut speeds, mut loads) = (Vec::new(), Vec::new());
    for (name, policy) in policies {
        let ran = WORKERS.map(|workers| run(tree, &Settings { policy, ..cluster(workers) }));
        let points = |value: &dyn Fn(&Ran) -> f64| {
            WORKERS.iter().zip(&ran).map(|(&workers, ran)| (workers as f64, value(ran))).collect()
        };
        let speed = |ran: &Ran| tree.cost() as f64 / ran.time as f64;
        speeds.push(Series { name: name.to_owned(), points: points(&speed) });
        loads.push(Series { name: name.to_owned(), points: points(&|ran| ran.busy) });
        for (workers, ran) in WORKERS.iter().zip(&ran).filter(|(workers, _)| **workers >= 64) {
            let (speed, busy) = (speed(ran), 100.0 * ran.busy);
            let efficiency = 100.0 * speed / *workers as f64;
            rows.push(vec![
                name.to_owned(),
                workers.to_string(),
                format!("{speed:.0}"),
                format!("{efficiency:.0} %"),
                format!("{busy:.0} %"),
            ]);
        }
    }
    let title = format!("The coordinator, on the largest tree ({})", largest.name);
    page.plot(&Plot {
        title: &title,
        x: Axis { title: "workers", log: true },
        y: Axis { title: "speed-up", log: true },
        series: speeds,
        bars: None,
        diagonal: true,
    });
    page.plot(&Plot {
        title: "The share of its time in which the coordinator is busy",
        x: Axis { title: "workers", log: true },
        y: Axis { title: "busy", log: false },
        series: loads,
        bars: None,
        diagonal: false,
    });
    page.table(&["policy", "workers", "speed-up", "efficiency", "coordinator busy"], &rows);
}

/// 512 workers: what is possible, what each policy gives, and how busy the coordinator is.
fn many(page: &mut Page, all: &[&Recorded]) {
    const WORKERS: usize = 512;
    let mut rows = Vec::new();
    for of in all {
        let cost = of.tree.cost() as f64;
        // No more than one worker each, and no faster than the longest path.
        let bound = (cost / of.tree.height() as f64).min(WORKERS as f64);
        let mut row = vec![of.name.clone(), of.tree.len().to_string(), format!("{bound:.0}")];
        for policy in [Policy::OneByOne, Policy::Stealing, Policy::Queue] {
            let ran = run(&of.tree, &Settings { policy, ..cluster(WORKERS) });
            let (speed, busy) = (cost / ran.time as f64, 100.0 * ran.busy);
            row.push(format!("{speed:.0} ({busy:.1} %)"));
        }
        println!("| {} |", row.join(" | "));
        rows.push(row);
    }
    page.text("Speed-up on 512 workers, and in brackets the share of its time in which the coordinator is busy.");
    page.table(&["tree", "nodes", "possible", "one by one", "in batches", "a queue"], &rows);
}

/// Stragglers and deaths.
fn trouble(page: &mut Page, all: &[&Recorded]) {
    let Some(largest) = all.iter().max_by_key(|of| of.tree.len()) else { return };
    let tree = &largest.tree;
    // A worker that dies before it reports does its work in vain; if all do, a run never ends.
    let reported = cluster(64).report_every * tree.len() as u64 / tree.cost().max(1);
    let mean_steps = (tree.len() as u64 / 64).max(2 * reported);
    let cases: [(&str, Settings); 4] = [
        ("none", cluster(64)),
        ("one worker in 8 is four times slower", Settings { stragglers: (8, 4), ..cluster(64) }),
        (
            "a worker dies once in its share of the work",
            Settings { deaths: mean_steps, ..cluster(64) },
        ),
        ("both", Settings { stragglers: (8, 4), deaths: mean_steps, ..cluster(64) }),
    ];
    let rows: Vec<Vec<String>> = cases
        .iter()
        .map(|(name, settings)| vec![(*name).to_owned(), format!("{:.1}", speed(tree, settings))])
        .collect();
    page.text(&format!("Stragglers and deaths: {} on 64 workers.", largest.name));
    page.table(&["trouble", "speed-up"], &rows);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page is whole, for small trees.
    #[test]
    #[ignore = "takes long: cargo xtask test --large"]
    fn the_page_has_its_figures() {
        let mut page = Page::new("small");
        let programs = explorations(false);
        let all: Vec<&Recorded> = programs.iter().collect();
        assert!(all.len() >= 7, "{} programs", all.len());
        figure_3_3(&mut page, &programs);
        figure_3_4(&mut page, &programs);
        trouble(&mut page, &all);
        let text = page.finish();
        assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
        assert_eq!(text.matches("<figure>").count(), 2);
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
