//! Random C programs: symbolic, plain and native runs agree on every input. More seeds:
//! `PIKSE_SEEDS=0..300 cargo test -p pikse-vm --test vm -- random_programs`.

use crate::support::brute_force::{Setting, check};
use crate::support::random;
use pikse_vm::Options;

/// Seeds of the suite, or those that are asked for.
fn seeds(count: u64) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("PIKSE_SEEDS") else { return 0..count };
    let (first, end) = text.split_once("..").expect("PIKSE_SEEDS=FIRST..END");
    first.parse().expect("a number")..end.parse().expect("a number")
}

fn check_all(seeds: std::ops::Range<u64>, options: &Options) {
    let mut wrong = Vec::new();
    for seed in seeds {
        let text = random::program(seed);
        let setting = Setting { values: 8, native: true, options: options.clone() };
        match check(&text, &setting) {
            Ok(summary) if summary.of("finished") == 2048 => {}
            Ok(summary) => wrong.push(format!("seed {seed}: {:?}", summary.inputs)),
            Err(why) => wrong.push(format!("seed {seed}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn random_programs_do_what_they_do_natively() {
    check_all(seeds(40), &Options::default());
}

/// They have no undefined behaviour, so those who look for it find nothing.
#[test]
fn random_programs_have_no_errors() {
    let options =
        Options { undefined_behaviour: true, alignment: true, leaks: true, ..Options::default() };
    check_all(seeds(20), &options);
}
