//! Random C programs: symbolic, plain and native runs agree on every input.

mod support;

use support::brute_force::{Setting, check};
use support::random;

/// Seeds of this suite.
const SEEDS: std::ops::Range<u64> = 0..60;

#[test]
fn random_programs_do_what_they_do_natively() {
    let (first, last) = match std::env::var("PIKSE_SEEDS") {
        Ok(text) => {
            let (first, last) = text.split_once("..").expect("FIRST..LAST");
            (first.parse().expect("a number"), last.parse().expect("a number"))
        }
        Err(_) => (SEEDS.start, SEEDS.end),
    };
    let mut wrong = Vec::new();
    for seed in first..last {
        let text = random::program(seed);
        let start = std::time::Instant::now();
        match check(&text, &Setting { values: 8, ..Setting::default() }) {
            Ok(summary) => println!("{seed}: {} paths {:?}", summary.paths, start.elapsed()),
            Err(why) => {
                println!("{seed}: {why}");
                wrong.push(format!("seed {seed}: {why}"))
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
