//! Random small problems, and two slow ways to solve them.
//!
//! A random predicate is a function of what it has read so far, with objects named
//! in the order in which it met them: it is deterministic and cannot tell isomorphic
//! structures apart, and is arbitrary otherwise.

use std::collections::BTreeSet;
use std::sync::Arc;

use pikse::{Builder, ClassId, Length, Obj, Problem, Space, Structure, predicate};
pub(crate) use pikse_base::Random as Rng;
use pikse_base::random::mix;
use pikse_structure::domain::{Domain, References, Targets};
use pikse_structure::handle::LengthCell;
use pikse_structure::space::{Part, Shape};
use pikse_structure::{CellId, FieldId};

/// A random problem of at most `vectors` candidate vectors.
pub(crate) fn problem(seed: u64, vectors: f64) -> Problem {
    let mut rng = Rng(seed);
    loop {
        let bounds = bounds(&mut rng);
        let predicate_seed = rng.next();
        let space = Arc::new(bounds.build().expect("random bounds are well formed"));
        if all_vectors(&space) > vectors {
            continue;
        }
        // The closure needs the space, and the problem needs bounds to build its own.
        let shared = Arc::clone(&space);
        let rep_ok = predicate("random", move |p| {
            random_predicate(&shared, predicate_seed, &mut ProbeReader(p))
        });
        let problem = Problem::new(copy(&space), rep_ok).expect("random bounds are well formed");
        // The searches are small: without this, all their runs would be strict ones.
        return problem.strict_runs(if seed.is_multiple_of(2) { 0 } else { 1024 });
    }
}

/// The seed of a problem's predicate, for running it without the search.
pub(crate) fn predicate_seed(seed: u64, vectors: f64) -> u64 {
    let mut rng = Rng(seed);
    loop {
        let bounds = bounds(&mut rng);
        let predicate_seed = rng.next();
        if all_vectors(&bounds.build().expect("random bounds are well formed")) <= vectors {
            return predicate_seed;
        }
    }
}

fn all_vectors(space: &Space) -> f64 {
    (0..space.cells().len())
        .map(|cell| f64::from(space.domain_of(CellId::at(cell)).len()))
        .product()
}

fn bounds(rng: &mut Rng) -> Builder {
    let mut bounds = Builder::new();
    let classes: Vec<ClassId> = (0..1 + rng.index(3))
        .map(|number| {
            let count = if number == 0 { 1 + rng.index(2) } else { 1 + rng.index(3) };
            bounds.class(&format!("C{number}"), count)
        })
        .collect();
    for &class in &classes {
        for field in 0..rng.index(3) + usize::from(class == classes[0]) {
            let name = format!("f{field}");
            let domain = domain(rng, &classes);
            if rng.once_in(4) {
                let length = match rng.index(3) {
                    0 => Length::Fixed(rng.index(3) as u32),
                    1 => Length::Between(0, rng.index(3) as u32),
                    _ => Length::Field(bounds.int(class, &format!("n{field}"), 0..=2)),
                };
                bounds.array::<pikse::Int>(class, &name, domain, length);
            } else {
                bounds.scalar::<pikse::Int>(class, &name, domain);
            }
        }
    }
    bounds
}

fn domain(rng: &mut Rng, classes: &[ClassId]) -> Domain {
    match rng.index(8) {
        0 => Domain::Range { low: -1, high: rng.index(3) as i64 - 1 },
        1 => Domain::List([5, -7, 3][..1 + rng.index(3)].to_vec()),
        2 => Domain::Bool,
        3 => Domain::Enum(vec!["red".to_owned(), "black".to_owned()]),
        _ => {
            let mut targets: Vec<ClassId> =
                classes.iter().copied().filter(|_| rng.once_in(2)).collect();
            if targets.is_empty() {
                targets.push(classes[rng.index(classes.len())]);
            }
            Domain::Reference(Targets { nullable: !rng.once_in(4), classes: targets })
        }
    }
}

/// A builder of the same space.
fn copy(space: &Space) -> Builder {
    use pikse_structure::space::ArrayLength;
    let mut bounds = Builder::new();
    for class in space.classes() {
        bounds.class(&class.name, class.count as usize);
    }
    let mut handles: Vec<Option<pikse::Field<pikse::Int>>> = Vec::new();
    for field in space.fields() {
        let declared = |domain| space.domain(domain).declared.clone();
        let mut handle = None;
        match field.shape {
            Shape::Scalar(domain) => {
                handle = Some(bounds.scalar(field.class, &field.name, declared(domain)));
            }
            Shape::Array { element, capacity, length } => {
                let length = match length {
                    ArrayLength::Fixed => Length::Fixed(capacity),
                    ArrayLength::Own(_) => Length::Between(0, capacity),
                    ArrayLength::Field(field) => {
                        Length::Field(handles[field.index()].expect("a length is a scalar"))
                    }
                };
                bounds.array::<pikse::Int>(field.class, &field.name, declared(element), length);
            }
        }
        handles.push(handle);
    }
    bounds
}

/// How a predicate reads: through the probe, or from a whole candidate.
pub(crate) trait Reader {
    fn read(&mut self, cell: CellId) -> i64;
    fn require(&mut self, cell: CellId, test: &dyn Fn(i64) -> bool) -> bool {
        test(self.read(cell))
    }
    fn decide(&mut self, cell: CellId, test: &dyn Fn(i64) -> bool) -> bool {
        test(self.read(cell))
    }
}

struct ProbeReader<'a>(&'a mut pikse::Probe);

impl Reader for ProbeReader<'_> {
    fn read(&mut self, cell: CellId) -> i64 {
        self.0.read(cell)
    }
    fn require(&mut self, cell: CellId, test: &dyn Fn(i64) -> bool) -> bool {
        self.0.require_cell(cell, test)
    }
    fn decide(&mut self, cell: CellId, test: &dyn Fn(i64) -> bool) -> bool {
        self.0.decide_cell(cell, test)
    }
}

/// The objects that a predicate has met, in order.
struct Met<'a> {
    space: &'a Space,
    objects: Vec<Obj>,
}

impl Met<'_> {
    /// A value as far as a predicate may look at it: an object that it has not met
    /// is only of its class.
    fn shown(&self, cell: CellId, raw: i64) -> u64 {
        let domain = self.space.domain_of(cell);
        match Obj::from_raw(raw) {
            _ if domain.references() == References::No => raw as u64,
            None => 0,
            Some(obj) => match self.objects.iter().position(|&met| met == obj) {
                Some(at) => 1 + at as u64,
                None => 1000 + u64::from(obj.class().0),
            },
        }
    }

    fn meet(&mut self, cell: CellId, raw: i64) -> u64 {
        let shown = self.shown(cell, raw);
        if shown >= 1000
            && let Some(obj) = self
                .space
                .domain_of(cell)
                .references()
                .ne(&References::No)
                .then(|| Obj::from_raw(raw))
                .flatten()
            && !self.objects.contains(&obj)
        {
            self.objects.push(obj);
        }
        shown
    }
}

/// Runs the predicate with this seed.
pub(crate) fn random_predicate(space: &Space, seed: u64, reader: &mut dyn Reader) -> bool {
    let mut met = Met { space, objects: vec![space.root()] };
    let mut state = mix(seed);
    for _ in 0..12 {
        let mut rng = Rng(state);
        if rng.once_in(9) {
            return rng.once_in(2);
        }
        let owner = rng.index(met.objects.len());
        let obj = met.objects[owner];
        let fields = &space.class(obj.class()).fields;
        if fields.is_empty() {
            continue_with(&mut state, 1);
            continue;
        }
        let at = rng.index(fields.len());
        let Some(cell) = pick_cell(space, obj, fields[at], &mut rng, reader) else {
            continue_with(&mut state, 2);
            continue;
        };
        let salt = rng.next();
        let test = |raw: i64| !mix(salt ^ met.shown(cell, raw)).is_multiple_of(3);
        let way = rng.index(8);
        if way == 0 {
            return reader.decide(cell, &test);
        }
        if way < 4 && !reader.require(cell, &test) {
            return false;
        }
        let raw = reader.read(cell);
        let shown = met.meet(cell, raw);
        continue_with(&mut state, mix((owner * 64 + at) as u64) ^ shown);
    }
    !state.is_multiple_of(4)
}

fn continue_with(state: &mut u64, word: u64) {
    *state = mix(state.wrapping_mul(31).wrapping_add(word));
}

fn pick_cell(
    space: &Space,
    obj: Obj,
    field: FieldId,
    rng: &mut Rng,
    reader: &mut dyn Reader,
) -> Option<CellId> {
    let Some(length) = space.length_cell(field) else {
        return space.cell_of(obj, field, Part::Scalar);
    };
    let length = match length {
        LengthCell::Fixed(length) => i64::from(length),
        LengthCell::At(offset) => reader.read(CellId(obj.first_cell().0 + offset)),
    };
    if length == 0 {
        return None;
    }
    space.cell_of(obj, field, Part::Element(rng.index(length as usize) as u32))
}

/// Reads from a whole candidate and notes what was read, in order.
pub(crate) struct VectorReader<'a> {
    pub(crate) space: &'a Space,
    pub(crate) vector: &'a [u32],
    pub(crate) read: Vec<CellId>,
}

impl Reader for VectorReader<'_> {
    fn read(&mut self, cell: CellId) -> i64 {
        if !self.read.contains(&cell) {
            self.read.push(cell);
        }
        self.space.domain_of(cell).raw(self.vector[cell.index()])
    }
}

/// Every candidate vector that the predicate accepts, by trying all, with the cells
/// that it read.
pub(crate) fn brute_force(space: &Space, seed: u64) -> Vec<(Vec<u32>, Vec<CellId>)> {
    let cells = space.cells().len();
    let mut vector = vec![0; cells];
    let mut accepted = Vec::new();
    loop {
        let mut reader = VectorReader { space, vector: &vector, read: Vec::new() };
        if random_predicate(space, seed, &mut reader) {
            let read = reader.read;
            accepted.push((vector.clone(), read));
        }
        let next = (0..cells)
            .rev()
            .find(|&cell| vector[cell] + 1 < space.domain_of(CellId::at(cell)).len());
        let Some(next) = next else { return accepted };
        vector[next] += 1;
        vector[next + 1..].fill(0);
    }
}

/// What was read, with objects named in the order of their first appearance: equal
/// for two candidates if and only if what was read of them is isomorphic.
pub(crate) fn read_part(space: &Space, vector: &[u32], read: &[CellId]) -> Vec<(u64, u32, u64)> {
    let mut met = Met { space, objects: vec![space.root()] };
    read.iter()
        .map(|&cell| {
            let info = space.cell(cell);
            let owner = space.object(info.object);
            let at = met.objects.iter().position(|&obj| obj == owner).expect("it was met");
            let raw = space.domain_of(cell).raw(vector[cell.index()]);
            let shown = met.meet(cell, raw);
            (at as u64, cell.0 - owner.first_cell().0, shown)
        })
        .collect()
}

/// The Korat search as a recursive function over the tree of its candidates: slow,
/// and shares nothing with the engine.
pub(crate) struct Recursive<'a> {
    pub(crate) space: &'a Space,
    pub(crate) seed: u64,
    pub(crate) out_of_focus: &'a [FieldId],
    pub(crate) explored: u64,
    pub(crate) found: Vec<Vec<u32>>,
}

impl Recursive<'_> {
    /// Explores below a prefix of choices; whether the last candidate was a solution
    /// and no choice in focus lies between.
    pub(crate) fn explore(&mut self, prefix: &mut Vec<(CellId, u32)>) -> bool {
        let mut vector = vec![0; self.space.cells().len()];
        prefix.iter().for_each(|&(cell, index)| vector[cell.index()] = index);
        let mut reader = VectorReader { space: self.space, vector: &vector, read: Vec::new() };
        let verdict = random_predicate(self.space, self.seed, &mut reader);
        let Some(&cell) = reader.read.get(prefix.len()) else {
            self.explored += 1;
            if verdict {
                self.found.push(vector);
            }
            return verdict;
        };
        let choices = self.choices(cell, prefix);
        let mut passing = false;
        for &index in &choices {
            prefix.push((cell, index));
            passing = self.explore(prefix);
            prefix.pop();
            if passing && self.out_of_focus.contains(&self.space.cell(cell).field) {
                return true;
            }
        }
        passing && choices.len() == 1
    }

    /// The values that isomorphism leaves.
    fn choices(&self, cell: CellId, prefix: &[(CellId, u32)]) -> Vec<u32> {
        let domain = self.space.domain_of(cell);
        let mut used = BTreeSet::from([self.space.root().id()]);
        used.extend(
            prefix
                .iter()
                .filter_map(|&(cell, index)| self.space.domain_of(cell).object(index).map(Obj::id)),
        );
        let mut fresh_classes = BTreeSet::new();
        (0..domain.len())
            .filter(|&index| match domain.object(index) {
                None => true,
                Some(obj) => used.contains(&obj.id()) || fresh_classes.insert(obj.class()),
            })
            .collect()
    }
}

/// The canonical forms of structures.
pub(crate) fn canonical_set(
    structures: &[Structure],
) -> BTreeSet<pikse_structure::canonical::Canonical> {
    structures.iter().map(Structure::canonical).collect()
}
