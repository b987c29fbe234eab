//! The search against brute force and against a recursive search, on random small
//! problems, with every option on and off.

use std::collections::BTreeSet;
use std::sync::Arc;

use pikse::{Problem, Search, Statistics, Step, Structure, Unread, isomorphic};
use pikse_structure::{CellId, FieldId};

use crate::random::{
    Recursive, Rng, VectorReader, brute_force, canonical_set, predicate_seed, problem,
    random_predicate, read_part,
};

const VECTORS: f64 = 3000.0;
const SEEDS: u64 = 3000;

/// Runs a check for many seeds, and says which one failed.
fn for_seeds(check: impl Fn(u64)) {
    for seed in 0..SEEDS {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(seed)));
        assert!(result.is_ok(), "seed {seed}");
    }
}

fn all(problem: &Problem) -> Vec<Structure> {
    problem.solutions().map(|found| found.expect("random predicates are good")).collect()
}

fn vectors<R: pikse_search::Runner>(mut search: Search<R>) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    while search.step().expect("random predicates are good") == Step::Solution {
        found.push(search.candidate());
    }
    found
}

/// What a search showed last: when, and the choices.
type Before = (pikse_search::Shown, Vec<(CellId, u32)>);

#[test]
fn choices_that_are_said_to_be_unchanged_are() {
    let (mut unchanged_choices, mut all_choices) = (0, 0);
    for seed in 0..SEEDS {
        let mut rng = Rng(seed ^ 0x5155);
        let unread = if rng.once_in(2) { Unread::Vary } else { Unread::First };
        let problem = problem(seed, VECTORS).unread(unread).multi_value(!rng.once_in(3));
        let mut search = problem.search();
        let (mut before, mut long_before): (Option<Before>, Option<Before>) = (None, None);
        loop {
            let budget = 1 + rng.index(9) as u64;
            let step = match rng.once_in(9) {
                true => search.count_within(budget),
                false => search.step_within(budget),
            };
            if step.expect("random predicates are good") == Step::Exhausted {
                break;
            }
            if rng.once_in(9) {
                let _ = search.split();
            }
            if rng.once_in(9) {
                let _ = search.position();
            }
            if rng.once_in(3) {
                continue;
            }
            let (since, long_since) = (before.take(), long_before.take());
            let (unchanged, now) = search.show(|_, choices| {
                let unchanged = |before: &Option<Before>| {
                    before.as_ref().map_or(0, |(time, _)| choices.unchanged_since(*time))
                };
                // It knows of the last time only.
                assert_eq!(unchanged(&long_since), 0, "seed {seed}");
                (unchanged(&since), (choices.shown(), choices.clone().collect::<Vec<_>>()))
            });
            if let Some((_, old)) = &since {
                assert_eq!(now.1[..unchanged], old[..unchanged], "seed {seed}");
            }
            unchanged_choices += unchanged;
            all_choices += now.1.len();
            (before, long_before) = (Some(now), since);
        }
    }
    // The test is worth something only if much stays, and much does not.
    let is_worth = unchanged_choices * 4 > all_choices && unchanged_choices * 10 < all_choices * 9;
    assert!(is_worth, "{unchanged_choices} of {all_choices}");
}

#[test]
fn every_class_of_structures_is_found_once() {
    let mut solutions = 0;
    for seed in 0..SEEDS {
        let problem = problem(seed, VECTORS);
        let space = problem.space();
        let accepted = brute_force(space, predicate_seed(seed, VECTORS));
        let by_brute_force: Vec<Structure> = accepted
            .iter()
            .map(|(vector, _)| Structure::of_candidate(space, |cell| vector[cell.index()]))
            .collect();
        for multi_value in [false, true] {
            let found = all(&problem.clone().multi_value(multi_value).unread(Unread::Vary));
            solutions += found.len();
            let canonical = canonical_set(&found);
            assert_eq!(canonical.len(), found.len(), "one was found twice: seed {seed}");
            assert_eq!(canonical, canonical_set(&by_brute_force), "seed {seed} {multi_value}");
            for structure in by_brute_force.iter().step_by(1 + by_brute_force.len() / 20) {
                let matching = found.iter().filter(|other| isomorphic(structure, other)).count();
                assert_eq!(matching, 1, "seed {seed}");
            }
        }
    }
    assert!(solutions > 10_000, "random problems have {solutions} solutions: too few to tell");
}

#[test]
fn unread_fields_keep_their_first_value() {
    for_seeds(|seed| {
        let problem = problem(seed, VECTORS);
        let (space, seed) = (problem.space(), predicate_seed(seed, VECTORS));
        let expected: BTreeSet<_> = brute_force(space, seed)
            .iter()
            .map(|(vector, read)| read_part(space, vector, read))
            .collect();
        let found = vectors(problem.search());
        let parts: BTreeSet<_> = found
            .iter()
            .map(|vector| {
                let mut reader = VectorReader { space, vector, read: Vec::new() };
                assert!(random_predicate(space, seed, &mut reader));
                let unread = |cell: &usize| !reader.read.contains(&CellId::at(*cell));
                assert!((0..vector.len()).filter(unread).all(|cell| vector[cell] == 0));
                read_part(space, vector, &reader.read)
            })
            .collect();
        assert_eq!(parts.len(), found.len());
        assert_eq!(parts, expected);
    });
}

#[test]
fn the_engine_is_the_recursive_search() {
    for_seeds(|seed| {
        let problem = problem(seed, VECTORS).multi_value(false);
        let predicate = predicate_seed(seed, VECTORS);
        let mut rng = Rng(seed);
        for focused in [false, true] {
            let fields = problem.space().fields().len();
            let out: Vec<FieldId> =
                (0..fields).filter(|_| focused && rng.once_in(2)).map(FieldId::at).collect();
            let names: Vec<String> =
                out.iter().map(|&field| problem.space().field_name(field)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let problem = problem.clone().out_of_focus(&names).expect("the fields are there");
            let mut expected = Recursive {
                space: problem.space(),
                seed: predicate,
                out_of_focus: &out,
                explored: 0,
                found: Vec::new(),
            };
            expected.explore(&mut Vec::new());
            assert_eq!(problem.count().unwrap().explored, expected.explored);
            assert_eq!(vectors(problem.search()), expected.found);
        }
    });
}

#[test]
fn multi_value_finds_the_same_with_fewer_runs() {
    let (mut fewer, mut forwarded) = (0, 0);
    for seed in 0..SEEDS {
        let problem = problem(seed, VECTORS);
        let plain = problem.clone().multi_value(false);
        let mut with = vectors(problem.search());
        let mut without = vectors(plain.search());
        with.sort();
        without.sort();
        assert_eq!(with, without, "seed {seed}");
        let (with, without) = (problem.count().unwrap(), plain.count().unwrap());
        assert!(with.explored <= without.explored, "seed {seed}");
        fewer += u64::from(with.explored < without.explored);
        // Accepted marks give solutions without runs of their own.
        forwarded += u64::from(with.explored < with.valid);
    }
    assert!(fewer > 50 && forwarded > 0, "{fewer} {forwarded}: marks were hardly used");
}

#[test]
fn splitting_changes_nothing() {
    for_seeds(|seed| {
        let mut rng = Rng(seed);
        for options in 0..OPTIONS {
            let problem = with_options(problem(seed, VECTORS), options, &mut rng);
            let expected = vectors_sorted(&problem);
            let statistics = problem.count().unwrap();
            let (mut found, mut done) = (Vec::new(), Statistics::default());
            let mut parts = vec![problem.search().position()];
            while let Some(part) = parts.pop() {
                let mut search = problem.resume(&part).expect("it is this problem's");
                loop {
                    match search.step_within(rng.next() % 4).unwrap() {
                        Step::Solution => found.push(search.candidate()),
                        Step::Exhausted => break,
                        Step::Paused(_) => {}
                    }
                    if rng.once_in(2) {
                        parts.extend(search.split());
                    }
                }
                done.add(&search.statistics());
            }
            found.sort();
            assert_eq!(found, expected);
            assert_eq!(done, statistics, "seed {seed}");
        }
    });
}

#[test]
fn resuming_at_every_position_changes_nothing() {
    for seed in 0..SEEDS / 10 {
        let mut rng = Rng(seed);
        for options in 0..OPTIONS {
            let problem = with_options(problem(seed, VECTORS), options, &mut rng);
            let expected = vectors(problem.search());
            let statistics = problem.count().unwrap();
            for pause in 0..=statistics.explored {
                let mut search = problem.search();
                let mut found = Vec::new();
                while let Step::Solution =
                    search.step_within(pause - search.statistics().explored).unwrap()
                {
                    found.push(search.candidate());
                }
                let text = search.position().to_string();
                let position = text.parse().expect("a position is read back");
                let mut resumed = problem.resume(&position).expect("it is this problem's");
                assert!(resumed.progress() <= 1.0);
                while resumed.step().unwrap() == Step::Solution {
                    found.push(resumed.candidate());
                }
                assert_eq!(found, expected, "seed {seed}, after {pause} candidates");
                assert_eq!(resumed.statistics(), statistics, "seed {seed}, after {pause}");
            }
        }
    }
}

#[test]
fn progress_only_grows_and_ends_at_one() {
    for_seeds(|seed| {
        let problem = problem(seed, VECTORS);
        let mut search = problem.search();
        let mut last = 0.0;
        while search.step_within(1).unwrap() != Step::Exhausted {
            let progress = search.progress();
            assert!((0.0..=1.0).contains(&progress) && progress >= last, "{last} {progress}");
            last = progress;
        }
        assert!((search.progress() - 1.0).abs() < f64::EPSILON);
    });
}

fn vectors_sorted(problem: &Problem) -> Vec<Vec<u32>> {
    let mut found = vectors(problem.search());
    found.sort();
    found
}

const OPTIONS: usize = 6;

/// One of [`OPTIONS`] mixtures of options.
fn with_options(problem: Problem, options: usize, rng: &mut Rng) -> Problem {
    match options {
        0 => problem.multi_value(false),
        1 => problem,
        2 => problem.unread(Unread::Vary),
        3 if !problem.space().cells().is_empty() => {
            let cell = rng.index(problem.space().cells().len());
            let values = problem.space().domain_of(CellId::at(cell)).len() as usize;
            problem.fix_cell(cell as u32, rng.index(values) as u32).expect("the cell is there")
        }
        4 => {
            let problem = problem.unread(Unread::Vary);
            let found = all(&problem);
            let model = found.get(rng.index(found.len().max(1)));
            let atom = model.and_then(|model| restrictions::random_atom(model, rng));
            // A comparison can be refused: see `a_condition_is_a_filter`.
            match atom.map(|atom| problem.clone().given(&atom.text)) {
                Some(Ok(given)) => given,
                _ => problem,
            }
        }
        _ => {
            let field = FieldId::at(rng.index(problem.space().fields().len()));
            let name = problem.space().field_name(field);
            problem.out_of_focus(&[&name]).expect("the field is there")
        }
    }
}

mod restrictions {
    use super::*;
    use pikse::Value;

    /// A random path from the root, with what it leads to in a structure.
    fn random_path(space: &Arc<pikse::Space>, rng: &mut Rng) -> String {
        let mut class = space.root().class();
        let mut path: Vec<String> = Vec::new();
        loop {
            let fields = &space.class(class).fields;
            let scalars: Vec<_> =
                fields.iter().filter(|&&field| space.length_cell(field).is_none()).collect();
            if scalars.is_empty() {
                return path.join(".");
            }
            let &&field = &scalars[rng.index(scalars.len())];
            path.push(space.field(field).name.clone());
            let pikse_structure::space::Shape::Scalar(domain) = space.field(field).shape else {
                unreachable!("arrays were left out")
            };
            match &space.domain(domain).declared {
                pikse_structure::Domain::Reference(targets)
                    if path.len() < 3 && !rng.once_in(3) =>
                {
                    class = targets.classes[rng.index(targets.classes.len())];
                }
                _ => return path.join("."),
            }
        }
    }

    /// What a path leads to; `None` through null, through a class without the field,
    /// and for an array, which is not a value to compare.
    fn value_at(structure: &Structure, path: &str) -> Option<Value> {
        let mut object = structure.root();
        let (way, last) = path.rsplit_once('.').map_or(("", path), |parts| parts);
        for name in way.split('.').filter(|name| !name.is_empty()) {
            object = structure.follow(object, name)?;
        }
        structure.value(object, last).filter(|value| !matches!(value, Value::Array(_))).cloned()
    }

    fn literal(value: &Value) -> Option<String> {
        match value {
            Value::Null => Some("null".to_owned()),
            Value::Int(int) => Some(int.to_string()),
            Value::Bool(bool) => Some(bool.to_string()),
            Value::Enum(variant) => Some(["red", "black"][*variant as usize].to_owned()),
            Value::Ref(_) | Value::Absent | Value::Array(_) => None,
        }
    }

    /// Looks at a structure; `None` is undefined.
    type Holds = dyn Fn(&Structure) -> Option<bool>;

    /// A comparison as text, and as a function.
    pub(super) struct Atom {
        pub(super) text: String,
        holds: Box<Holds>,
    }

    /// A comparison about a path whose value in `model` is taken, so that many hold
    /// there.
    pub(super) fn random_atom(model: &Structure, rng: &mut Rng) -> Option<Atom> {
        let path = random_path(model.space(), rng);
        let other = random_path(model.space(), rng);
        let value = value_at(model, &path)?;
        let is_int = |value: &Value| matches!(value, Value::Int(_));
        let two_ints = is_int(&value) && value_at(model, &other).as_ref().is_some_and(is_int);
        let p = path.clone();
        Some(match (literal(&value), rng.index(4)) {
            (None, _) => Atom {
                text: format!("{path} != null"),
                holds: Box::new(move |s| Some(value_at(s, &p)? != Value::Null)),
            },
            (_, 0) if two_ints => Atom {
                text: format!("{path} == {other}"),
                holds: Box::new(move |s| Some(value_at(s, &p)? == value_at(s, &other)?)),
            },
            (Some(literal), 1) => Atom {
                text: format!("!({path} == {literal})"),
                holds: Box::new(move |s| Some(value_at(s, &p)? != value)),
            },
            (Some(literal), _) => Atom {
                text: format!("{path} == {literal}"),
                holds: Box::new(move |s| Some(value_at(s, &p)? == value)),
            },
        })
    }

    /// Undefined on the way is false; `||` stops at the first truth.
    fn holds(atoms: &[Atom], disjunction: bool, structure: &Structure) -> bool {
        for atom in atoms {
            match (atom.holds)(structure) {
                None => return false,
                Some(truth) if truth == disjunction => return truth,
                Some(_) => {}
            }
        }
        !disjunction
    }

    #[test]
    fn a_condition_is_a_filter() {
        let (mut conditions, mut kept, mut left) = (0, 0, 0);
        for seed in 0..SEEDS {
            let plain = problem(seed, VECTORS).unread(Unread::Vary);
            let unfiltered = all(&plain);
            let mut rng = Rng(seed ^ 0xabcd);
            for _ in 0..6 {
                let Some(model) = unfiltered.get(rng.index(unfiltered.len().max(1))) else { break };
                let atoms: Vec<Atom> =
                    (0..1 + rng.index(3)).filter_map(|_| random_atom(model, &mut rng)).collect();
                let disjunction = rng.once_in(4);
                let texts: Vec<&str> = atoms.iter().map(|atom| atom.text.as_str()).collect();
                let text = texts.join(if disjunction { " || " } else { " && " });
                // With fields of one name in several classes, a comparison can be
                // refused because the kinds of its sides never fit.
                let Ok(given) = plain.clone().given(&text) else { continue };
                let expected: Vec<Structure> = unfiltered
                    .iter()
                    .filter(|found| holds(&atoms, disjunction, found))
                    .cloned()
                    .collect();
                let found = all(&given);
                let what = format!("seed {seed}, `{text}`, {:?}", given.condition());
                assert_eq!(canonical_set(&found), canonical_set(&expected), "{what}");
                assert_eq!(found.len(), expected.len(), "{what}");
                conditions += 1;
                kept += found.len();
                left += given.condition().map_or(0, |condition| condition.left.len());
            }
        }
        let enough = conditions > 5000 && kept > 10_000 && left > 200;
        assert!(enough, "{conditions} conditions kept {kept}, {left} were judged at the end");
    }

    #[test]
    fn fixing_cells_is_a_filter_on_candidates() {
        for_seeds(|seed| {
            let plain = problem(seed, VECTORS);
            let mut rng = Rng(seed ^ 0x1234);
            if plain.space().cells().is_empty() {
                return;
            }
            let cell = rng.index(plain.space().cells().len());
            let len = plain.space().domain_of(CellId::at(cell)).len();
            let index = rng.index(len as usize) as u32;
            let fixed = plain.clone().fix_cell(cell as u32, index).expect("the cell is there");
            let reads = |vector: &[u32]| {
                let space = plain.space();
                let mut reader = VectorReader { space, vector, read: Vec::new() };
                random_predicate(space, predicate_seed(seed, VECTORS), &mut reader);
                reader.read.contains(&CellId::at(cell))
            };
            // Where the cell is not read it has the fixed value as its first one.
            let mut expected: Vec<Vec<u32>> = vectors(plain.search())
                .into_iter()
                .filter(|vector| !reads(vector) || vector[cell] == index)
                .map(|mut vector| {
                    vector[cell] = index;
                    vector
                })
                .collect();
            expected.sort();
            assert_eq!(vectors_sorted(&fixed), expected);
        });
    }
}
