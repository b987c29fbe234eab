//! What a user can get wrong: each is a typed error that says which field or
//! predicate and why, and nothing is lost of what was found before.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pikse::{
    BuildError, Builder, Cancel, Fault, Field, Formula, Int, Length, OptionError, Pause, Position,
    PositionError, PrioritizeError, Problem, SearchError, Step, predicate,
};

/// Two numbers from 0 to 9, of which the second is the larger.
fn pairs() -> (Builder, Field<Int>, Field<Int>) {
    let mut bounds = Builder::new();
    let pair = bounds.class("Pair", 1);
    let x = bounds.int(pair, "x", 0..=9);
    let y = bounds.int(pair, "y", 0..=9);
    (bounds, x, y)
}

fn increasing() -> Problem {
    let (bounds, x, y) = pairs();
    let rep_ok = predicate("increasing", move |p| p.get(p.root(), x) < p.get(p.root(), y));
    Problem::new(bounds, rep_ok).expect("the bounds are good")
}

#[track_caller]
fn says(error: &dyn std::fmt::Display, words: &[&str]) {
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
}

#[test]
fn an_empty_domain_names_the_field() {
    let mut bounds = Builder::new();
    let list = bounds.class("List", 1);
    let (low, high) = (1, 0);
    bounds.int(list, "size", low..=high);
    let error = Problem::new(bounds, predicate("any", |_| true)).expect_err("it is empty");
    assert_eq!(error, BuildError::EmptyDomain { field: "List.size".to_owned() });
    says(&error, &["`List.size` is empty", "give it at least one value"]);
}

#[test]
fn a_panic_is_reported_with_its_candidate_and_the_search_goes_on() {
    let (bounds, x, y) = pairs();
    let rep_ok = predicate("picky", move |p| {
        let (x, y) = (p.get(p.root(), x), p.get(p.root(), y));
        assert!(x != 3 || y != 5, "three and five");
        x < y
    });
    let problem = Problem::new(bounds, rep_ok).expect("the bounds are good");
    // `count` stops, and keeps what it has counted.
    let stopped = problem.count().expect_err("it panics");
    let SearchError::Panicked { predicate, message, candidate } = &*stopped.error else {
        panic!("{}", stopped.error)
    };
    assert_eq!((predicate.as_str(), message.as_str()), ("picky", "three and five"));
    assert_eq!(format!("{candidate:?}"), "Pair {x: 3, y: 5}");
    assert_eq!(stopped.statistics.explored, 36);
    assert_eq!(stopped.statistics.valid, 9 + 8 + 7 + 1);
    says(&stopped, &["predicate `picky` panicked: three and five", "on Pair {x: 3, y: 5}", "36"]);
    // `first` hands over what it has found.
    let stopped = problem.first(100).expect_err("it panics");
    assert_eq!(stopped.found.len(), 25);
    // The iterator gives the error in its place and goes on behind it.
    let (good, bad): (Vec<_>, Vec<_>) = problem.solutions().partition(Result::is_ok);
    assert_eq!((good.len(), bad.len()), (44, 1));
}

#[test]
fn a_panic_while_the_trail_is_met_again_is_survived() {
    // The predicate panics in odd runs after its first read.
    let (bounds, x, y) = pairs();
    let runs = Arc::new(AtomicU64::new(0));
    let rep_ok = predicate("moody", move |p| {
        let x = p.get(p.root(), x);
        let odd = runs.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        assert!(!odd, "odd");
        x < p.get(p.root(), y)
    });
    let problem = Problem::new(bounds, rep_ok).expect("the bounds are good");
    let mut search = problem.search();
    let mut panics = 0;
    loop {
        match search.step() {
            Ok(Step::Exhausted) => break,
            Ok(_) => {}
            Err(SearchError::Panicked { .. }) => panics += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(panics, search.statistics().explored / 2);
}

#[test]
fn a_predicate_that_is_not_deterministic_is_found_out() {
    // Each forgets, or swaps, or adds a read as the runs go by.
    type Reads = fn(u64) -> &'static [usize];
    let cases: [(Reads, &str); 4] = [
        (|run| if run % 2 == 0 { &[0, 1] } else { &[1, 0] }, "before and `Pair.y` now"),
        (|run| if run < 7 { &[0, 1] } else { &[0] }, "stopped reading now"),
        (|run| if run < 5 { &[0, 1] } else { &[2, 0, 1] }, "`Pair.z` now"),
        // Late, between two strict checks: what was read by accident is not read again.
        (|run| if run != 1550 { &[0, 1] } else { &[2, 0, 1] }, "`Pair.z` before and stopped"),
    ];
    for (reads, expected) in cases {
        let mut bounds = Builder::new();
        let pair = bounds.class("Pair", 1);
        let fields = ["x", "y", "z"].map(|name| bounds.int(pair, name, 0..=99));
        let runs = Arc::new(AtomicU64::new(0));
        let rep_ok = predicate("fickle", move |p| {
            let run = runs.fetch_add(1, Ordering::Relaxed);
            for &at in reads(run) {
                p.get(p.root(), fields[at]);
            }
            true
        });
        let problem = Problem::new(bounds, rep_ok).expect("the bounds are good");
        let stopped = problem.count().expect_err("it is not deterministic");
        let SearchError::Fault { predicate, fault, .. } = &*stopped.error else {
            panic!("{}", stopped.error)
        };
        assert_eq!(predicate, "fickle");
        assert!(matches!(fault, Fault::NonDeterministic { .. }));
        says(&stopped, &["`fickle`", "not deterministic", expected]);
        assert!(stopped.statistics.valid > 0, "what was found before stays found");
    }
}

#[test]
fn a_search_that_failed_never_looks_complete() {
    let (bounds, x, y) = pairs();
    let runs = AtomicU64::new(0);
    let rep_ok = predicate("fickle", move |p| {
        let order = if runs.fetch_add(1, Ordering::Relaxed) < 9 { [x, y] } else { [y, x] };
        order.into_iter().all(|field| p.get(p.root(), field) < 10)
    });
    let problem = Problem::new(bounds, rep_ok).expect("the bounds are good");
    let mut search = problem.search();
    while search.step().is_ok() {}
    assert_eq!(search.statistics().valid, 9);
    says(&search.step().expect_err("it has failed"), &["not deterministic"]);
    assert!(!search.is_exhausted() && search.progress() < 1.0 && search.split().is_none());
    let position: Position = search.position().to_string().parse().expect("it is a position");
    assert!(!position.is_exhausted());
    says(&problem.resume(&position).expect_err("it has failed"), &["had failed"]);
}

#[test]
fn a_panic_that_follows_from_a_wrong_read_blames_the_read() {
    let mut bounds = Builder::new();
    let list = bounds.class("List", 1);
    let node = bounds.class("Node", 2);
    let header = bounds.reference(list, "header", node);
    let color = bounds.enumeration(list, "color", &["red", "black"]);
    let confused = predicate("confused", move |p| {
        let Some(node) = p.get(p.root(), header) else { return true };
        let red = [true, false][p.get(node, color)];
        assert!(!red, "red");
        true
    });
    let problem = Problem::new(bounds, confused).expect("the bounds are good");
    let stopped = problem.count().expect_err("a node has no colour");
    says(&stopped, &["`confused`", "`List.color` of `Node0`"]);
}

#[test]
fn a_field_of_another_class_or_problem_is_named() {
    let mut bounds = Builder::new();
    let list = bounds.class("List", 1);
    let node = bounds.class("Node", 2);
    let header = bounds.reference(list, "header", node);
    let next = bounds.reference(node, "next", node);
    let wrong_class = predicate("confused", move |p| {
        p.get(p.root(), header).is_none() || p.get(p.root(), next).is_none()
    });
    let problem = Problem::new(bounds, wrong_class).expect("the bounds are good");
    let stopped = problem.count().expect_err("List has no next");
    says(&stopped, &["`confused`", "the field `Node.next` of `List`"]);

    let (bounds, ..) = pairs();
    let foreign = {
        let mut other = Builder::new();
        let class = other.class("Other", 1);
        (0..9).map(|at| other.int(class, &format!("f{at}"), 0..=1)).last().expect("nine fields")
    };
    let foreign_handle = predicate("mixed_up", move |p| p.get(p.root(), foreign) == 0);
    let problem = Problem::new(bounds, foreign_handle).expect("the bounds are good");
    let stopped = problem.count().expect_err("the field is another problem's");
    says(&stopped, &["`mixed_up`", "of another problem", "`Pair`"]);
}

#[test]
fn an_index_out_of_bounds_is_named() {
    let mut bounds = Builder::new();
    let heap = bounds.class("Heap", 1);
    let array = bounds.int_array(heap, "array", 0..=1, Length::Fixed(3));
    let too_far = predicate("too_far", move |p| p.get(p.root(), array.at(3)) == 0);
    let problem = Problem::new(bounds, too_far).expect("the bounds are good");
    let stopped = problem.count().expect_err("there is no element 3");
    says(&stopped, &["`too_far`", "element 3 of `Heap.array`", "at most 3"]);
}

#[test]
fn going_on_after_decide_is_an_error() {
    let (bounds, x, y) = pairs();
    let reads_on = predicate("undecided", move |p| {
        let decided = p.decide(p.root(), x, |x| x > 4);
        decided && p.get(p.root(), y) > 2
    });
    let problem = Problem::new(bounds, reads_on).expect("the bounds are good");
    says(&problem.count().expect_err("it reads on"), &["`undecided`", "read `Pair.y`"]);
    let (bounds, x, _) = pairs();
    let overrules = predicate("stubborn", move |p| !p.decide(p.root(), x, |x| x > 4));
    let problem = Problem::new(bounds, overrules).expect("the bounds are good");
    says(&problem.count().expect_err("it overrules"), &["`stubborn`", "returned false"]);
}

#[test]
fn a_position_belongs_to_its_problem() {
    let mut search = increasing().search();
    search.step_within(20).expect("it is good");
    let position = search.position();
    let resume = |problem: Problem| problem.resume(&position).err();
    assert_eq!(resume(increasing()), None);
    assert_eq!(resume(increasing().multi_value(false)), Some(PositionError::OtherProblem));
    let fixed = increasing().fix("x", 3).expect("3 is in the domain");
    assert_eq!(resume(fixed), Some(PositionError::OtherProblem));
    let (bounds, x, y) = pairs();
    let other = predicate("other", move |p| p.get(p.root(), x) < p.get(p.root(), y));
    let other = Problem::new(bounds, other).expect("the bounds are good");
    assert_eq!(resume(other), Some(PositionError::OtherProblem));
    says(&PositionError::OtherProblem, &["another problem", "same classes"]);
}

#[test]
fn a_damaged_position_is_refused() {
    let mut search = increasing().search();
    search.step_within(20).expect("it is good");
    let text = search.position().to_string();
    assert!(text.len() < 200, "a position is small: {}", text.len());
    assert!(text.parse::<Position>().is_ok());
    for at in 0..text.len() {
        let mut damaged = text.clone().into_bytes();
        damaged[at] = if damaged[at] == b'A' { b'B' } else { b'A' };
        let damaged = String::from_utf8(damaged).expect("it is ASCII");
        assert!(damaged.parse::<Position>().is_err(), "{damaged}");
        assert!(text[..at].parse::<Position>().is_err());
    }
    for text in ["", "pikse-position-1.", "pikse-position-1.ä", "hello", "pikse-position-9.AAAA"] {
        says(&text.parse::<Position>().expect_err("it is none"), &["not a saved position"]);
    }
}

#[test]
fn options_that_fit_nothing_are_refused() {
    let refused = |result: Result<Problem, OptionError>, words: &[&str]| {
        says(&result.expect_err("it fits nothing"), words);
    };
    refused(increasing().fix("z", 1), &["`z`", "Pair has no field `z`", "x, y"]);
    refused(increasing().fix("x", 12), &["`x` can never be 12", "0..=9"]);
    refused(increasing().fix("x", "null"), &["`x` can never be null"]);
    refused(increasing().fix("x", "seven"), &["`x` can never be seven", "0..=9"]);
    refused(increasing().fix("x", true), &["`x` can never be true"]);
    refused(increasing().fix("x.y", 1), &["`x.y`", "not a reference"]);
    refused(increasing().fix("x..y", 1), &["not a field path", "character 3"]);
    refused(increasing().exclude_null("x"), &["`x`", "never null"]);
    refused(increasing().fix_cell(9, 0), &["no cell 9"]);
    refused(increasing().fix_cell(1, 10), &["`Pair.y`", "value number 10"]);
    refused(increasing().exclude_null_cell(0), &["`Pair.x`", "never null"]);
    refused(increasing().out_of_focus(&["Pair.q"]), &["no field `Pair.q`", "Pair.x, Pair.y"]);
    refused(increasing().given("x == "), &["a field path", "^"]);
    refused(increasing().given("x = 3"), &["a comparison", "    ^"]);
    refused(increasing().given("x == null"), &["`x == null`", "an integer cannot be compared"]);
    refused(increasing().given("(x == 1"), &["`)`"]);
    refused(increasing().given("x == 1 y == 2"), &["`&&`, `||` or the end"]);
    refused(increasing().given("x == 99999999999999999999"), &["64-bit"]);
    refused(increasing().given(&"(".repeat(100_000)), &["less nesting"]);
    refused(increasing().given(&"!".repeat(100_000)), &["less nesting"]);
    refused(increasing().given(&"x == 1 && ".repeat(100_000)), &["at most 2000 terms"]);
}

#[test]
fn orders_that_disagree_are_both_named() {
    let (bounds, x, y) = pairs();
    // `less` rejects zero only if it was looked at before.
    let seen = Arc::new(AtomicU64::new(0));
    let positive = {
        let seen = Arc::clone(&seen);
        predicate("positive", move |p| {
            seen.store(1, Ordering::Relaxed);
            p.get(p.root(), x) > 0
        })
    };
    let less = predicate("less", move |p| {
        let looked = seen.swap(0, Ordering::Relaxed) == 1;
        let (x, y) = (p.get(p.root(), x), p.get(p.root(), y));
        x < y && (looked || y < 5)
    });
    let problem = Problem::new(bounds, positive.land(less)).expect("the bounds are good");
    let error = problem.prioritize().expect_err("the orders disagree");
    assert!(matches!(error, PrioritizeError::OrdersDisagree { .. }), "{error}");
    says(&error, &["`less, positive`", "`positive, less`", "not logical", "`and`"]);
}

#[test]
fn an_order_that_makes_a_predicate_fail_is_named() {
    let mut bounds = Builder::new();
    let list = bounds.class("List", 1);
    let node = bounds.class("Node", 2);
    let header = bounds.reference(list, "header", node);
    let next = bounds.reference(node, "next", node);
    let present = predicate("present", move |p| p.get(p.root(), header).is_some());
    let single = predicate("single", move |p| {
        let first = p.get(p.root(), header).expect("`present` has seen to it");
        p.get(first, next).is_none()
    });
    let problem = Problem::new(bounds, present.land(single)).expect("the bounds are good");
    let error = problem.prioritize().expect_err("`single` relies on `present`");
    says(&error, &["in the order `single, present`", "`and`", "`present` has seen to it"]);
}

#[test]
fn too_many_orders_and_unknown_orders_are_refused() {
    let (bounds, x, _) = pairs();
    let any = |at: usize| predicate(&format!("p{at}"), move |p| p.get(p.root(), x) >= 0);
    let eight: Formula = (1..8).fold(any(0), |formula, at| formula.land(any(at)));
    let problem = Problem::new(bounds, eight).expect("the bounds are good");
    says(&problem.prioritize().expect_err("8! orders"), &["40320 orders", "5040"]);
    let order = pikse::Order(vec!["p1".to_owned()]);
    says(&increasing().in_order(&order).expect_err("no such order"), &["`p1`", "`increasing`"]);
}

#[test]
fn a_cancelled_search_pauses_and_goes_on() {
    let mut bounds = Builder::new();
    let many = bounds.class("Many", 1);
    let fields: Vec<_> = (0..6).map(|at| bounds.int(many, &format!("f{at}"), 0..=9)).collect();
    let cancel = Cancel::default();
    let trigger = cancel.clone();
    let runs = AtomicU64::new(0);
    let never = predicate("never", move |p| {
        if runs.fetch_add(1, Ordering::Relaxed) == 5000 {
            trigger.cancel();
        }
        for &field in &fields {
            p.get(p.root(), field);
        }
        false
    });
    let problem = Problem::new(bounds, never).expect("the bounds are good");
    let mut search = problem.search();
    search.set_cancel(cancel);
    assert_eq!(search.step().expect("it is good"), Step::Paused(Pause::Cancelled));
    let explored = search.statistics().explored;
    assert!((5000..5300).contains(&explored), "{explored}");
    let position = search.position();
    let mut rest = problem.resume(&position).expect("it is this problem's");
    assert_eq!(rest.step().expect("it is good"), Step::Exhausted);
    assert_eq!(rest.statistics().explored, 1_000_000);
}
