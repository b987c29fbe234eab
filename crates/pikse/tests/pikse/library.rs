//! The embedded library, call by call.

use std::ops::ControlFlow;

use pikse::{Builder, Field, Int, Length, Obj, Probe, Problem, Unread, predicate};

/// Triples over 0..=9 in fields `x`, `y`, `z` of one object.
fn triples(
    rep_ok: impl Fn(&mut Probe, Obj, [Field<Int>; 3]) -> bool + Send + Sync + 'static,
) -> Problem {
    let mut bounds = Builder::new();
    let triple = bounds.class("Triple", 1);
    let fields = ["x", "y", "z"].map(|name| bounds.int(triple, name, 0..=9));
    let rep_ok = predicate("rep_ok", move |p| rep_ok(p, p.root(), fields));
    Problem::new(bounds, rep_ok).expect("the bounds are good")
}

/// Multi-value comparisons: the same solutions, and exactly so many runs.
#[track_caller]
fn check_runs(problem: &Problem, valid: u64, with: u64, without: u64) {
    let plain = problem.clone().multi_value(false).count().expect("it is good");
    let multi = problem.count().expect("it is good");
    assert_eq!((plain.valid, multi.valid), (valid, valid));
    assert_eq!((multi.explored, plain.explored), (with, without));
}

#[test]
fn each_comparison_strikes_out_what_fails() {
    check_runs(&triples(|p, t, [x, ..]| p.eq(t, x, 4)), 1, 1, 10);
    check_runs(&triples(|p, t, [x, ..]| p.ne(t, x, 4)), 9, 9, 10);
    check_runs(&triples(|p, t, [x, ..]| p.lt(t, x, 4)), 4, 4, 10);
    check_runs(&triples(|p, t, [x, ..]| p.le(t, x, 4)), 5, 5, 10);
    check_runs(&triples(|p, t, [x, ..]| p.gt(t, x, 4)), 5, 5, 10);
    check_runs(&triples(|p, t, [x, ..]| p.ge(t, x, 4)), 6, 6, 10);
    check_runs(&triples(|p, t, [x, ..]| p.in_range(t, x, 3..=5)), 3, 3, 10);
    check_runs(&triples(|p, t, [x, ..]| p.among(t, x, &[1, 8, 77])), 2, 2, 10);
    check_runs(&triples(|p, t, [x, ..]| p.require(t, x, |x| x % 3 == 0)), 4, 4, 10);
    // Nothing passes: one run finds that out.
    check_runs(&triples(|p, t, [x, ..]| p.eq(t, x, 40)), 0, 1, 10);
    check_runs(&triples(|p, t, [x, ..]| p.lt(t, x, i64::MIN)), 0, 1, 10);
    check_runs(&triples(|p, t, [x, ..]| p.gt(t, x, i64::MAX)), 0, 1, 10);
    let (low, high) = (5, 3);
    check_runs(&triples(move |p, t, [x, ..]| p.in_range(t, x, low..=high)), 0, 1, 10);
}

#[test]
fn decide_accepts_without_runs() {
    check_runs(&triples(|p, t, [x, ..]| p.decide(t, x, |x| x > 4)), 5, 1, 10);
    check_runs(
        &triples(|p, t, [x, y, _]| p.require(t, x, |x| x > 7) && p.decide(t, y, |y| y != 3)),
        18,
        2,
        28,
    );
}

#[test]
fn a_comparison_of_a_field_that_was_read_is_plain() {
    let rep_ok = |p: &mut Probe, t: Obj, [x, y, _]: [Field<Int>; 3]| {
        let value = p.get(t, x);
        p.lt(t, x, 5) && p.gt(t, y, value)
    };
    // Five values of x fail by themselves; for the others only larger y are run.
    check_runs(&triples(rep_ok), 9 + 8 + 7 + 6 + 5, 9 + 8 + 7 + 6 + 5 + 5, 55);
}

#[test]
fn a_failed_requirement_rejects_whatever_is_returned() {
    let careless = |p: &mut Probe, t: Obj, [x, y, _]: [Field<Int>; 3]| {
        let _ = p.lt(t, x, 3);
        p.get(t, y) < 2
    };
    let problem = triples(careless);
    assert_eq!(problem.count().expect("it is good").valid, 6);
    assert_eq!(problem.multi_value(false).count().expect("it is good").valid, 6);
}

#[test]
fn sequential_and_logical_conjunction_run_in_the_written_order() {
    let mut bounds = Builder::new();
    let triple = bounds.class("Triple", 1);
    let [x, y, z] = ["x", "y", "z"].map(|name| bounds.int(triple, name, 0..=9));
    let less =
        |name, a, b| predicate(name, move |p: &mut Probe| p.get(p.root(), a) < p.get(p.root(), b));
    let formula = less("xy", x, y).and(less("yz", y, z).land(less("xz", x, z)));
    assert_eq!(formula.to_string(), "xy && (yz ∧ xz)");
    let problem = Problem::new(bounds, formula).expect("the bounds are good");
    assert_eq!(problem.order().to_string(), "xy, yz, xz");
    assert_eq!(problem.count().expect("it is good").valid, 120);
    let found = problem.prioritize().expect("the orders agree");
    assert_eq!(found.table.len(), 2);
    let other = problem.in_order(&found.best).expect("it is an order");
    assert_eq!(other.count().expect("it is good").valid, 120);
}

#[test]
fn solutions_come_by_pull_and_by_push() {
    let problem = triples(|p, t, [x, y, _]| p.get(t, x) + p.get(t, y) == 9);
    assert_eq!(problem.first(4).expect("it is good").len(), 4);
    assert_eq!(problem.first(400).expect("it is good").len(), 10);
    assert_eq!(problem.solutions().count(), 10);
    let mut shown = Vec::new();
    let statistics = problem
        .solve(|found| {
            shown.push(format!("{found:?}"));
            if shown.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("it is good");
    assert_eq!(statistics.valid, 3);
    assert_eq!(shown[2], "Triple {x: 2, y: 7, z: 0}");
}

#[test]
fn unread_fields_are_named_and_can_be_varied() {
    let problem = triples(|p, t, [x, ..]| p.get(t, x) == 4);
    let mut search = problem.search();
    while search.step().expect("it is good") == pikse::Step::Solution {}
    let names: Vec<String> =
        search.fields_never_read().iter().map(|&f| problem.space().field_name(f)).collect();
    assert_eq!(names, ["Triple.y", "Triple.z"]);
    let varied = problem.unread(Unread::Vary).count().expect("it is good");
    // Varying what the predicate never read costs no run.
    assert_eq!((varied.valid, varied.explored), (100, 10));
}

#[test]
fn conditions_are_derived_as_far_as_they_can_be() {
    let problem = triples(|p, t, fields| {
        for field in fields {
            p.get(t, field);
        }
        true
    });
    let given = problem
        .given("x >= 3 && (x < 5 || x == 9) && y != 0 && x == z && !(y == 1 || z == 2)")
        .expect("it fits");
    let condition = given.condition().expect("one was given");
    assert_eq!(condition.derived, ["x >= 3", "(x < 5 || x == 9)", "y != 0"]);
    assert_eq!(condition.left, ["x == z", "!((y == 1 || z == 2))"]);
    assert_eq!(given.count().expect("it is good").valid, 3 * 8);
    // A second condition adds to the first.
    let more = given.given("x == 4 && y == x").expect("it fits");
    assert_eq!(more.count().expect("it is good").valid, 1);
}

#[test]
fn polymorphic_references_and_arrays_are_searched() {
    // A list of shapes, each a circle or a square; isomorphic lists are met once.
    let mut bounds = Builder::new();
    let picture = bounds.class("Picture", 1);
    let circle = bounds.class("Circle", 2);
    let square = bounds.class("Square", 2);
    let shapes = bounds.reference_array(picture, "shapes", [circle, square], Length::Between(0, 2));
    let radius = bounds.int(circle, "radius", 1..=2);
    let rep_ok = predicate("rep_ok", move |p| {
        let picture = p.root();
        (0..p.len(picture, shapes)).all(|at| match p.get(picture, shapes.at(at)) {
            None => false,
            Some(shape) if shape.class() == circle => p.get(shape, radius) > 0,
            Some(_) => true,
        })
    });
    let problem = Problem::new(bounds, rep_ok).expect("the bounds are good");
    // None; one: a circle of two radii, a square; two: CC same 2, CC different 4,
    // CS 2, SC 2, SS same 1, SS different 1.
    assert_eq!(problem.count().expect("it is good").valid, 1 + 3 + 12);
}

#[test]
fn fields_of_nested_structs_are_named_with_dots() {
    let mut bounds = Builder::new();
    let shape = bounds.class("Shape", 1);
    let point = bounds.class("Point", 1);
    let x = bounds.int(shape, "center.x", 0..=3);
    let corner = bounds.int(shape, "corners.0.x", 0..=3);
    // A reference with the name of the nested struct: the longer name goes first.
    let center = bounds.reference(shape, "center", point);
    let y = bounds.int(point, "y", 0..=3);
    let rep_ok = predicate("rep_ok", move |p| {
        let shape = p.root();
        let Some(point) = p.get(shape, center) else { return false };
        p.get(shape, x) + p.get(shape, corner) + p.get(point, y) >= 0
    });
    let problem = Problem::new(bounds, rep_ok).expect("the bounds are good");
    let valid = |condition: &str| {
        let given = problem.clone().given(condition).expect("it fits");
        given.count().expect("it is good").valid
    };
    assert_eq!(valid("center.x == 2"), 16);
    assert_eq!(valid("center.x == 2 && center.y < 2 && corners.0.x != 1"), 6);
    let shown = problem.space().to_string();
    assert_eq!(
        shown,
        "Shape, 1 object: center.x 0..=3; corners.0.x 0..=3; center null or Point\n\
         Point, 1 object: y 0..=3"
    );
}

#[test]
fn a_path_is_fixed_to_a_number_a_bool_a_constant_or_null() {
    let mut bounds = Builder::new();
    let list = bounds.class("List", 1);
    let node = bounds.class("Node", 2);
    let header = bounds.reference(list, "header", node);
    let color = bounds.enumeration(node, "color", &["red", "black"]);
    let flag = bounds.boolean(node, "flag");
    let key = bounds.int(node, "key", 0..=2);
    let rep_ok = predicate("rep_ok", move |p| {
        let Some(node) = p.get(p.root(), header) else { return true };
        p.get(node, color) < 2 && (p.get(node, flag) || p.get(node, key) > 0)
    });
    let problem = Problem::new(bounds, rep_ok).expect("the bounds are good");
    let valid = |fixed: Result<Problem, pikse::OptionError>| {
        fixed.expect("it fits").count().expect("it is good").valid
    };
    // In all: null; then for two colours a set flag, or one of two keys.
    assert_eq!(problem.count().expect("it is good").valid, 1 + 2 * (1 + 2));
    assert_eq!(valid(problem.clone().fix("header", "null")), 1);
    assert_eq!(valid(problem.clone().fix("header.color", "black")), 3);
    assert_eq!(valid(problem.clone().fix("header.flag", false)), 4);
    // The key is unread where the flag is set; a path to it is still respected.
    assert_eq!(valid(problem.clone().fix("header.key", 2)), 2 * 2);
    assert_eq!(valid(problem.clone().exclude_null("header")), 6);
}

#[test]
fn memory_does_not_grow_with_the_search() {
    // The position is all that a search keeps, and it is as long as the trail.
    let problem = triples(|p, t, [x, y, z]| p.get(t, x) + p.get(t, y) + p.get(t, z) == 99);
    let mut search = problem.search();
    let mut longest = 0;
    while search.step_within(7).expect("it is good") != pikse::Step::Exhausted {
        longest = longest.max(search.position().to_string().len());
    }
    assert_eq!(search.statistics().explored, 1000);
    assert!(longest < 100, "{longest}");
}
