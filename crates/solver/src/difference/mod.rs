//! The sixth tier: equalities and comparisons of terms `x + c`.
//!
//! Data-structure code asks these queries most often. An **atom** `x` is a symbolic word, or any
//! expression that is treated as one. Its value is an integer in a **window** of 2^width
//! neighbouring integers, chosen so that a term in which it is compared does not wrap around.
//! Within the window, a term is the atom plus a constant in a few **pieces**: the constant changes
//! where the term wraps around.
//!
//! - A comparison with a constant restricts an atom to some intervals, its **domain**: exact.
//! - A comparison of two atoms with one piece each bounds their difference; with several pieces, it
//!   is a disjunction of such bounds, which is tried case by case.
//!
//! Contradictory bounds prove that there is no solution: omitted conjuncts could only exclude more.
//! Values that satisfy the bounds are a solution if the whole query holds under them, which is
//! evaluated. All other queries go to the next tier.

mod domain;
mod literal;
mod system;

use pikse_expr::{Evaluator, Expr, Exprs, Model, View};

use self::domain::Domain;
use self::literal::{Extension, Literal, Reading, Relation, Term, parse};
use self::system::{Apart, Contradiction, System};
use crate::query::{Answer, Query, Solver};
use crate::stats::TierStats;

/// Queries with more atoms go to the next tier.
const ATOMS: usize = 40;

/// The number of cases that are tried for comparisons that may wrap around.
const CASES: u32 = 40;

/// Decides comparisons of terms `x + c`.
#[derive(Debug)]
pub struct Difference<S> {
    inner: S,
    stats: TierStats,
    /// The parsed form of each expression as a conjunct, by its id.
    parsed: Vec<Parsed>,
    evaluator: Evaluator,
    core: Option<Vec<Expr>>,
}

#[derive(Clone, Copy, Debug)]
enum Parsed {
    NotYet,
    No,
    Literal(Literal),
}

/// A word, or an expression treated as one.
#[derive(Debug)]
struct Atom {
    expr: Expr,
    width: u32,
    /// The least value of its window.
    start: Option<i128>,
    domain: Domain,
}

/// A comparison of two different atoms, by their indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pair {
    literal: Literal,
    left: usize,
    right: usize,
}

/// One case of a comparison of two atoms.
#[derive(Clone, Copy, Debug)]
struct Case {
    left: (i128, i128),
    right: (i128, i128),
    /// The maximum of left minus right, and the minimum if it is bounded.
    most: i128,
    least: Option<i128>,
}

impl<S> Difference<S> {
    /// Adds this tier before another one.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            stats: TierStats::new("difference"),
            parsed: Vec::new(),
            evaluator: Evaluator::new(),
            core: None,
        }
    }

    /// The next tier.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    fn literal(&mut self, exprs: &Exprs, conjunct: Expr) -> Option<Literal> {
        if self.parsed.len() < exprs.len() {
            self.parsed.resize(exprs.len(), Parsed::NotYet);
        }
        let slot = &mut self.parsed[conjunct.index()];
        if let Parsed::NotYet = slot {
            *slot = parse(exprs, conjunct).map_or(Parsed::No, Parsed::Literal);
        }
        match *slot {
            Parsed::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    fn decide(&mut self, exprs: &Exprs, query: &Query<'_>) -> Option<Answer> {
        let mut literals = Vec::new();
        let mut used = Vec::new();
        for conjunct in query.conjuncts() {
            if let Some(literal) = self.literal(exprs, conjunct) {
                literals.push(literal);
                used.push(conjunct);
            }
        }
        if literals.is_empty() {
            return None;
        }
        let mut problem = Problem::new(exprs, &literals)?;
        match problem.solve(&literals) {
            Err(Contradiction) => {
                self.core = Some(used);
                Some(Answer::Unsat)
            }
            Ok(None) => None,
            Ok(Some(values)) => {
                let base = query.path.model().cloned().unwrap_or_default();
                let model = problem.model(exprs, &base, &values);
                let evaluator = &mut self.evaluator;
                query
                    .conjuncts()
                    .all(|conjunct| evaluator.holds(exprs, &model, conjunct))
                    .then_some(Answer::Sat(model))
            }
        }
    }
}

impl<S: Solver> Solver for Difference<S> {
    fn check(&mut self, exprs: &mut Exprs, query: &Query<'_>) -> Answer {
        let since = self.stats.enter();
        self.core = None;
        let answer = self.decide(exprs, query);
        self.stats.leave(since, answer.is_some());
        answer.unwrap_or_else(|| self.inner.check(exprs, query))
    }

    fn core(&self) -> Option<&[Expr]> {
        self.core.as_deref().or_else(|| self.inner.core())
    }

    fn decides_floats(&self) -> bool {
        self.inner.decides_floats()
    }

    fn stats(&self, into: &mut Vec<TierStats>) {
        into.push(self.stats.clone());
        self.inner.stats(into);
    }
}

/// The atoms of a query and their constraints.
struct Problem {
    atoms: Vec<Atom>,
    pairs: Vec<Pair>,
}

impl Problem {
    /// The atoms of the literals, with their windows; `None` if there are too many.
    fn new(exprs: &Exprs, literals: &[Literal]) -> Option<Self> {
        let mut atoms: Vec<Atom> = Vec::new();
        // Comparisons of two atoms choose the windows, since they bound differences only where
        // neither side wraps around.
        for want_pairs in [true, false] {
            for literal in literals {
                let reading = Reading { signed: literal.signed, width: literal.width };
                let is_pair = literal.left.atom.is_some() && literal.right.atom.is_some();
                for term in [&literal.left, &literal.right] {
                    let Some(expr) = term.atom else { continue };
                    let at = atoms.iter().position(|atom| atom.expr == expr).unwrap_or_else(|| {
                        let width = exprs.width(expr);
                        atoms.push(Atom { expr, width, start: None, domain: Domain::new(0, 0) });
                        atoms.len() - 1
                    });
                    let atom = &mut atoms[at];
                    // An equality can be read either way, so ordered comparisons are used first.
                    let orders = matches!(literal.relation, Relation::Less | Relation::AtMost);
                    if atom.start.is_none() && is_pair == want_pairs && (orders || !want_pairs) {
                        atom.start = Some(reading.window(term, atom.width));
                    }
                }
            }
            if atoms.len() > ATOMS {
                return None;
            }
        }
        for atom in &mut atoms {
            let start = *atom.start.get_or_insert(-(1i128 << (atom.width - 1)));
            atom.domain = Domain::new(start, start + (1 << atom.width) - 1);
            let facts = exprs.facts(atom.expr);
            let term = Term { atom: None, extension: Extension::None, offset: 0 };
            let reading = Reading { signed: false, width: atom.width };
            let keep: Vec<_> = reading
                .pieces(&term, atom.width, start, start + (1 << atom.width) - 1)
                .map(|piece| {
                    let low = (i128::from(facts.low) - piece.shift).max(piece.low);
                    let high = (i128::from(facts.high) - piece.shift).min(piece.high);
                    (low, high)
                })
                .filter(|(low, high)| low <= high)
                .collect();
            atom.domain.restrict(&keep);
        }
        Some(Self { atoms, pairs: Vec::new() })
    }

    fn place(&self, term: &Term) -> Option<usize> {
        let expr = term.atom?;
        self.atoms.iter().position(|atom| atom.expr == expr)
    }

    /// Values for the atoms; `None` if none were found.
    fn solve(&mut self, literals: &[Literal]) -> Result<Option<Vec<i128>>, Contradiction> {
        for literal in literals {
            match (self.place(&literal.left), self.place(&literal.right)) {
                (Some(left), Some(right)) if left == right => self.restrict_self(literal, left),
                (Some(left), Some(right)) => {
                    self.pairs.push(Pair { literal: *literal, left, right });
                    continue;
                }
                (Some(left), None) => self.restrict_one(literal, left, false),
                (None, Some(right)) => self.restrict_one(literal, right, true),
                (None, None) => {}
            }
        }
        let bounds: Option<Vec<_>> = self.atoms.iter().map(|atom| atom.domain.bounds()).collect();
        let bounds = bounds.ok_or(Contradiction)?;
        let domains: Vec<Domain> = self.atoms.iter().map(|atom| atom.domain.clone()).collect();
        let mut search = Search { problem: self, domains: &domains, left: CASES, undecided: false };
        let pairs: Vec<Pair> = self.pairs.clone();
        let found = search.run(System::new(&bounds), Vec::new(), pairs);
        match found {
            Some(values) => Ok(Some(values)),
            None if search.undecided => Ok(None),
            None => Err(Contradiction),
        }
    }

    /// A comparison of an atom with a constant.
    fn restrict_one(&mut self, literal: &Literal, at: usize, swapped: bool) {
        let (term, other) =
            if swapped { (&literal.right, &literal.left) } else { (&literal.left, &literal.right) };
        let reading = Reading { signed: literal.signed, width: literal.width };
        let constant = reading.constant(other.offset);
        let atom = &mut self.atoms[at];
        let Some((low, high)) = atom.domain.bounds() else { return };
        let mut keep = Vec::new();
        for piece in reading.pieces(term, atom.width, low, high) {
            let edge = constant - piece.shift;
            let (first, last) = match (literal.relation, swapped) {
                (Relation::Equal, _) => (edge, edge),
                (Relation::Less, false) => (piece.low, edge - 1),
                (Relation::AtMost, false) => (piece.low, edge),
                (Relation::Less, true) => (edge + 1, piece.high),
                (Relation::AtMost, true) => (edge, piece.high),
                (Relation::Differ, _) => {
                    push(&mut keep, piece.low, piece.high.min(edge - 1));
                    (piece.low.max(edge + 1), piece.high)
                }
            };
            push(&mut keep, first.max(piece.low), last.min(piece.high));
        }
        atom.domain.restrict(&keep);
    }

    /// A comparison of an atom with itself, as in `x + 1 < x`.
    fn restrict_self(&mut self, literal: &Literal, at: usize) {
        let reading = Reading { signed: literal.signed, width: literal.width };
        let atom = &mut self.atoms[at];
        let Some((low, high)) = atom.domain.bounds() else { return };
        let mut keep = Vec::new();
        for piece in reading.pieces(&literal.left, atom.width, low, high) {
            for other in reading.pieces(&literal.right, atom.width, piece.low, piece.high) {
                if literal.relation.holds(piece.shift - other.shift) {
                    push(&mut keep, other.low, other.high);
                }
            }
        }
        atom.domain.restrict(&keep);
    }

    /// The values as a model. Atoms that are not words cannot be set.
    fn model(&self, exprs: &Exprs, base: &Model, values: &[i128]) -> Model {
        let mut changes = Vec::new();
        for (atom, &value) in self.atoms.iter().zip(values) {
            if let View::Read { array, offset } = exprs.view(atom.expr) {
                for k in 0..atom.width / 8 {
                    changes.push((exprs.symbol(array, offset + k), (value >> (8 * k)) as u8));
                }
            }
        }
        base.with(&changes)
    }
}

fn push(keep: &mut Vec<(i128, i128)>, low: i128, high: i128) {
    if low <= high {
        keep.push((low, high));
    }
}

/// Tries the cases.
struct Search<'a> {
    problem: &'a Problem,
    domains: &'a [Domain],
    left: u32,
    /// Whether a case was left open, so that finding no solution proves nothing.
    undecided: bool,
}

impl Search<'_> {
    /// Values that satisfy the system and the pairs, if some are found. Its depth is bounded by
    /// the number of cases.
    fn run(
        &mut self,
        mut system: System,
        mut apart: Vec<Apart>,
        mut pairs: Vec<Pair>,
    ) -> Option<Vec<i128>> {
        // Pairs with one case are certain; each may leave others with one.
        let open = loop {
            let before = pairs.len();
            let mut open: Option<(Pair, Vec<Case>)> = None;
            let mut kept = Vec::with_capacity(pairs.len());
            for pair in pairs {
                let mut cases = self.cases(&system, &pair, &mut apart)?;
                if cases.len() == 1 {
                    let case = cases.remove(0);
                    apply(&mut system, &pair, &case).ok()?;
                } else if !cases.is_empty() {
                    if open.as_ref().is_none_or(|(_, fewest)| cases.len() < fewest.len()) {
                        open = Some((pair, cases));
                    }
                    kept.push(pair);
                }
            }
            pairs = kept;
            system.tighten(self.domains, &apart).ok()?;
            if pairs.len() == before || pairs.is_empty() {
                break open.filter(|_| !pairs.is_empty());
            }
        };
        let Some((pair, cases)) = open else {
            let values = system.solution(self.domains, &apart);
            self.undecided |= values.is_none();
            return values;
        };
        let rest: Vec<Pair> = pairs.into_iter().filter(|other| other != &pair).collect();
        for case in cases {
            if self.left == 0 {
                self.undecided = true;
                return None;
            }
            self.left -= 1;
            let mut system = system.clone();
            if apply(&mut system, &pair, &case).is_err() {
                continue;
            }
            if let Some(values) = self.run(system, apart.clone(), rest.clone()) {
                return Some(values);
            }
        }
        None
    }

    /// The cases in which the pair can hold under the system's bounds: `None` if it cannot hold, no
    /// cases if only exclusions are needed.
    fn cases(&self, system: &System, pair: &Pair, apart: &mut Vec<Apart>) -> Option<Vec<Case>> {
        let (i, j) = (pair.left + 1, pair.right + 1);
        let literal = &pair.literal;
        let reading = Reading { signed: literal.signed, width: literal.width };
        let (atom_i, atom_j) = (&self.problem.atoms[pair.left], &self.problem.atoms[pair.right]);
        let modular =
            literal.left.extension == Extension::None && literal.right.extension == Extension::None;
        if modular && matches!(literal.relation, Relation::Equal | Relation::Differ) {
            // The difference is one of a few numbers, 2^width apart.
            let (least, most) = (-system.bound(j, i), system.bound(i, j));
            let turn = 1i128 << literal.width;
            let first = literal.right.offset - literal.left.offset;
            let mut value = first + ((least - first) >> literal.width) * turn;
            if value < least {
                value += turn;
            }
            let mut cases = Vec::new();
            while value <= most {
                if literal.relation == Relation::Differ {
                    apart.push(Apart { left: i, right: j, value });
                } else {
                    cases.push(Case {
                        left: (system.low(i), system.high(i)),
                        right: (system.low(j), system.high(j)),
                        most: value,
                        least: Some(value),
                    });
                }
                value += turn;
            }
            let possible = literal.relation == Relation::Differ || !cases.is_empty();
            return possible.then_some(cases);
        }
        let mut cases = Vec::new();
        for p in reading.pieces(&literal.left, atom_i.width, system.low(i), system.high(i)) {
            for q in reading.pieces(&literal.right, atom_j.width, system.low(j), system.high(j)) {
                // left + p.shift against right + q.shift.
                let edge = q.shift - p.shift;
                let case = |most: i128, least: Option<i128>| Case {
                    left: (p.low, p.high),
                    right: (q.low, q.high),
                    most,
                    least,
                };
                let (widest, narrowest) = (p.high - q.low, p.low - q.high);
                let mut add = |new: Case| {
                    let possible = new.most >= narrowest
                        && new.least.is_none_or(|least| least <= widest && least <= new.most);
                    if possible {
                        cases.push(new);
                    }
                };
                match literal.relation {
                    Relation::Equal => add(case(edge, Some(edge))),
                    Relation::Less => add(case(edge - 1, None)),
                    Relation::AtMost => add(case(edge, None)),
                    Relation::Differ => {
                        add(case(edge - 1, None));
                        add(case(widest, Some(edge + 1)));
                    }
                }
            }
        }
        (!cases.is_empty()).then_some(cases)
    }
}

/// Adds the bounds of a case.
fn apply(system: &mut System, pair: &Pair, case: &Case) -> Result<(), Contradiction> {
    let (i, j) = (pair.left + 1, pair.right + 1);
    system.within(i, case.left.0, case.left.1)?;
    system.within(j, case.right.0, case.right.1)?;
    system.limit(i, j, case.most)?;
    match case.least {
        Some(least) => system.limit(j, i, -least),
        None => Ok(()),
    }
}
