//! Symbolic models: an instance is a concrete part with the clauses that it enforces.
//!
//! Every cell of a symbolic type (a field of an object, or a parameter) has a symbol of its own: this
//! is the fact that document 001 generates. A clause is a tuple of a relation of its operator. So the
//! number of clauses needs no bound: the tuples are those that the arguments of the predicates may be,
//! by the bounds of the arguments. A sum or difference is an atom that stands for a pair of terms, and
//! may be an argument itself; the translation is repeated until there are no new pairs.
//!
//! The clauses of an instance are enforced if no smaller set of them satisfies the model with the same
//! concrete part. The search finds an instance, removes clauses while it can, and excludes everything
//! with this concrete part and these clauses. Instances that differ in names of atoms only count once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use pikse_relation::{
    Ast, Atom, Bounds, Expr, ExprId, FormulaId, Instance, Int, Next, Options, RelationId, Solver,
    Stop, TupleSet, VarId as RVar,
};

use crate::answer::{Answer, Found, Request};
use crate::bounds::Layout;
use crate::clauses::{Linear, Solved, solve};
use crate::ir::{Cmd, FunId, INT, ModId, SEQ_INT, STRING, SigId, World};
use crate::module::{Command, Failure, Module, on_large_stack};
use crate::modules::Resolver;
use crate::run::{Outcome, Run};
use crate::scope::Scopes;
use crate::source::{Diagnostic, Result, Span, fail};
use crate::translate::Translator;

/// The operators: six predicates, and two that also are functions.
pub(crate) const OPERATORS: [&str; 8] = ["lt", "gt", "lte", "gte", "eq", "neq", "plus", "minus"];

/// The signatures and functions of the module `symbolic`.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) int: SigId,
    pub(crate) bool: SigId,
    pub(crate) clause: SigId,
    /// The operator of a function, by its number.
    pub(crate) funs: HashMap<FunId, usize>,
}

impl Names {
    /// Whether a column has symbols.
    pub(crate) fn is_symbol(&self, sig: Option<&SigId>) -> bool {
        sig == Some(&self.int) || sig == Some(&self.bool)
    }
}

/// Finds the module among those that are opened.
pub(crate) fn names(resolver: &Resolver<'_>) -> Option<Names> {
    let at = resolver
        .modules
        .iter()
        .position(|m| m.file.name.as_ref().is_some_and(|n| n.text == "symbolic"))?;
    let module = &resolver.modules[at];
    let sig = |name: &str| module.sigs.get(name).copied();
    let mut funs = HashMap::new();
    for (name, ids) in &module.funs {
        let operator = OPERATORS.iter().position(|o| o == name)?;
        funs.extend(ids.iter().map(|&id| (id, operator)));
    }
    debug_assert!(resolver.world.sigs.iter().any(|s| s.module == ModId(at as u32)));
    Some(Names {
        int: sig("SymbolicInt")?,
        bool: sig("SymbolicBool")?,
        clause: sig("Clause")?,
        funs,
    })
}

/// A sum or difference of two terms, by the names of their atoms.
type Term = (usize, String, String);

/// What one translation uses and learns.
#[derive(Default)]
pub(crate) struct State {
    /// Sums and differences, in order of their atoms.
    terms: Vec<Term>,
    /// The pairs that each operator may have.
    pairs: Vec<BTreeSet<(String, String)>>,
    wanted_terms: BTreeSet<Term>,
    wanted_pairs: Vec<BTreeSet<(String, String)>>,
    /// The relation of each operator: pairs, or pairs with the atom of the term.
    relations: Vec<RelationId>,
    uppers: HashMap<RVar, TupleSet>,
    /// Symbols that have a cell: integers and booleans.
    used: [usize; 2],
    /// The expressions whose atoms are the symbols with a cell.
    cells: Vec<ExprId>,
}

impl State {
    /// Notes the domain of a variable.
    pub(crate) fn bind(&mut self, ast: &Ast, bounds: &Bounds, variable: RVar, domain: ExprId) {
        let upper = self.upper(ast, bounds, domain);
        self.uppers.insert(variable, upper);
    }

    /// The tuples that an expression may have.
    fn upper(&self, ast: &Ast, bounds: &Bounds, e: ExprId) -> TupleSet {
        let arity = ast.arity(e).max(1);
        let go = |e: ExprId| self.upper(ast, bounds, e);
        let universe = bounds.universe();
        let all = || {
            let mut all = universe.all();
            for _ in 1..arity {
                all = all.product(&universe.all()).unwrap_or_else(|_| TupleSet::empty(arity));
            }
            all
        };
        match ast.get_expr(e) {
            Some(Expr::Relation(r)) => bounds.get(r).map_or_else(all, |b| b.upper.clone()),
            Some(Expr::Variable(v)) => self.uppers.get(&v).cloned().unwrap_or_else(all),
            Some(Expr::Constant(tuples)) => tuples,
            Some(Expr::Iden) => TupleSet::of_pairs(universe.atoms().map(|a| (a, a))),
            Some(Expr::Integers) => universe.all_integers(),
            Some(Expr::Union(a, b) | Expr::Override(a, b) | Expr::If(_, a, b)) => {
                go(a).union(&go(b))
            }
            Some(Expr::Difference(a, _)) => go(a),
            Some(Expr::Intersection(a, b)) => {
                let (a, b) = (go(a), go(b));
                a.difference(&a.difference(&b))
            }
            Some(Expr::Join(a, b)) => join(&go(a), &go(b), arity),
            Some(Expr::Product(a, b)) => go(a).product(&go(b)).unwrap_or_else(|_| all()),
            Some(Expr::Transpose(a)) => TupleSet::of_pairs(go(a).iter().map(|t| (t[1], t[0]))),
            Some(Expr::Closure(a)) => closure(&go(a)),
            Some(Expr::ReflexiveClosure(a)) => {
                closure(&go(a)).union(&TupleSet::of_pairs(universe.atoms().map(|a| (a, a))))
            }
            Some(Expr::Comprehension(decls, _)) => {
                let mut whole: Option<TupleSet> = None;
                for d in &decls {
                    let next =
                        self.uppers.get(&d.variable).cloned().unwrap_or_else(|| go(d.domain));
                    whole = match whole {
                        None => Some(next),
                        Some(w) => w.product(&next).ok(),
                    };
                }
                whole.unwrap_or_else(all)
            }
            Some(Expr::OfInt(i)) => match ast.get_int(i) {
                Some(Int::Constant(n)) => TupleSet::of_atoms(universe.of_integer(n)),
                Some(Int::Cardinality(e)) => {
                    let most = go(e).len() as i64;
                    TupleSet::of_atoms((0..=most).filter_map(|n| universe.of_integer(n)))
                }
                _ => universe.all_integers(),
            },
            Some(Expr::Univ) | None => all(),
        }
    }

    /// `operator[a, b]`: notes the pairs that it may be about, and gives the formula and the term.
    pub(crate) fn apply(
        &mut self,
        ast: &Ast,
        bounds: &Bounds,
        operator: usize,
        a: ExprId,
        b: ExprId,
    ) -> (FormulaId, ExprId) {
        let universe = bounds.universe();
        let (left, right) = (self.upper(ast, bounds, a), self.upper(ast, bounds, b));
        for x in left.iter() {
            for y in right.iter() {
                let pair = (universe.name(x[0]).to_string(), universe.name(y[0]).to_string());
                if operator >= 6 {
                    self.wanted_terms.insert((operator, pair.0.clone(), pair.1.clone()));
                }
                self.wanted_pairs[operator].insert(pair);
            }
        }
        let relation = ast.relation(self.relations[operator]);
        if operator >= 6 {
            let term = ast.join(b, ast.join(a, relation));
            let formula = ast.and(&[ast.one(a), ast.one(b), ast.some(term)]);
            return (formula, term);
        }
        let formula = ast.and(&[ast.one(a), ast.one(b), ast.is_in(ast.product(a, b), relation)]);
        (formula, ast.none(1))
    }

    /// The upper bound of a field or parameter whose last column is symbolic: a symbol of its own for
    /// every tuple of the other columns.
    pub(crate) fn pinned(
        &mut self,
        is_bool: bool,
        symbols: &TupleSet,
        prefix: Option<&TupleSet>,
    ) -> Option<TupleSet> {
        let kind = usize::from(is_bool);
        let mut next = || {
            let symbol = symbols.iter().nth(self.used[kind]).map(|t| t[0]);
            self.used[kind] += 1;
            symbol
        };
        let Some(prefix) = prefix else { return Some(TupleSet::of_atoms(next())) };
        let mut tuples = Vec::new();
        for mut tuple in prefix.iter() {
            tuple.push(next()?);
            tuples.push(tuple);
        }
        TupleSet::of_tuples(prefix.arity() + 1, tuples).ok()
    }

    /// Notes an expression whose last column has symbols.
    pub(crate) fn cell(&mut self, e: ExprId) {
        self.cells.push(e);
    }
}

fn join(a: &TupleSet, b: &TupleSet, arity: usize) -> TupleSet {
    let mut by_first: HashMap<Atom, Vec<Vec<Atom>>> = HashMap::new();
    for t in b.iter() {
        by_first.entry(t[0]).or_default().push(t[1..].to_vec());
    }
    let mut tuples = Vec::new();
    for t in a.iter() {
        for rest in by_first.get(&t[t.len() - 1]).into_iter().flatten() {
            tuples.push(t[..t.len() - 1].iter().chain(rest).copied().collect::<Vec<_>>());
        }
    }
    TupleSet::of_tuples(arity, tuples).unwrap_or_else(|_| TupleSet::empty(arity))
}

fn closure(a: &TupleSet) -> TupleSet {
    let mut whole = a.clone();
    loop {
        let more = whole.union(&join(&whole, a, 2));
        if more == whole {
            return whole;
        }
        whole = more;
    }
}

struct Problem {
    ast: Ast,
    layout: Layout,
    formula: FormulaId,
    state: State,
}

impl Module {
    /// Whether the model opens the module `symbolic`.
    #[must_use]
    pub fn is_symbolic(&self) -> bool {
        self.world.symbolic.is_some()
    }

    /// Runs a command of a symbolic model.
    pub(crate) fn symbolic(
        &self,
        command: &Command,
        request: &Request,
        answer: &mut Answer,
    ) -> std::result::Result<(), Failure> {
        let failed = |d: Box<Diagnostic>| Failure::new(*d, &self.sources);
        let (Some(cmd), Some(names)) =
            (self.world.commands.get(command.index), &self.world.symbolic)
        else {
            return Err(failed(Box::new(Diagnostic::new(
                Span::default(),
                "the model has no such command",
            ))));
        };
        if !request.evaluate.is_empty() || request.core {
            return Err(failed(Box::new(Diagnostic::new(
                cmd.span,
                "symbolic models have no --eval and no --core yet",
            ))));
        }
        let problem = on_large_stack(|| self.symbolic_problem(cmd, names)).map_err(failed)?;
        let options = Options {
            time: request.settings.time,
            halt: request.settings.halt.clone(),
            ..Options::default()
        };
        let wanted = if request.count { u64::MAX } else { request.enumerate.unwrap_or(1) };
        let mut search = Search { problem: &problem, names, options, blocked: Vec::new() };
        let mut seen = BTreeSet::new();
        let mut found = 0u64;
        answer.size = search
            .solver(problem.formula, &problem.layout.bounds)
            .map(|s| s.size())
            .unwrap_or_default();
        while found < wanted {
            match search.next() {
                Ok(Some(instance)) => {
                    let shown = match self.show_symbolic(&problem, names, &instance) {
                        Ok(Some(shown)) => shown,
                        // The clauses have no solution.
                        Ok(None) => continue,
                        Err(why) => {
                            answer.limit = Some(why);
                            break;
                        }
                    };
                    if seen.insert(crate::canonical::key(&shown)) {
                        found += 1;
                        answer.outcome = Outcome::Sat;
                        answer.instances.push(Found { shown, values: Vec::new() });
                    }
                }
                Ok(None) => {
                    answer.is_complete = true;
                    break;
                }
                Err(why) => {
                    answer.limit = Some(why);
                    break;
                }
            }
        }
        if answer.limit.is_some() && found == 0 {
            answer.outcome = Outcome::Unknown;
        }
        if request.count || request.enumerate.is_some() {
            answer.count = Some(found);
        }
        Ok(())
    }

    fn symbolic_problem(&self, cmd: &Cmd, names: &Names) -> Result<Problem> {
        let world = &self.world;
        let symbols = count_symbols(world, cmd, names)?;
        let mut terms: Vec<Term> = Vec::new();
        let mut pairs: Vec<BTreeSet<(String, String)>> = vec![BTreeSet::new(); 8];
        for _ in 0..12 {
            let forced = [
                (names.int, symbols[0] as i64),
                (names.bool, symbols[1] as i64),
                (names.clause, terms.len() as i64),
            ];
            let scopes = Scopes::with(world, cmd, 0, &forced)?;
            let ast = Ast::new();
            let mut state = State {
                terms: terms.clone(),
                pairs: pairs.clone(),
                wanted_pairs: vec![BTreeSet::new(); 8],
                ..State::default()
            };
            let mut layout =
                Layout::with(world, scopes, &ast, cmd.span, Some((names, &mut state)))?;
            relations(&mut layout, names, &mut state)
                .map_err(|e| crate::bounds::wrong(cmd.span, &e))?;
            let (formula, state) = {
                let mut translator = Translator::new(world, &ast, &mut layout);
                translator.symbolic = Some((names, state));
                let formula = translator.command(cmd)?;
                let Some((_, state)) = translator.symbolic.take() else {
                    return fail(cmd.span, "no symbols");
                };
                (formula, state)
            };
            let known: BTreeSet<&Term> = terms.iter().collect();
            let fresh: Vec<Term> =
                state.wanted_terms.iter().filter(|t| !known.contains(t)).cloned().collect();
            if fresh.is_empty() && state.wanted_pairs == pairs {
                if let Some(fault) = ast.fault() {
                    return Err(crate::bounds::wrong(cmd.span, &fault));
                }
                let formula = ast.and(&[formula, structure(&ast, &layout, names, &state)]);
                return Ok(Problem { ast, layout, formula, state });
            }
            pairs.clone_from(&state.wanted_pairs);
            terms.extend(fresh);
            if terms.len() > 20_000 {
                return fail(cmd.span, "the model may have more than 20,000 sums and differences");
            }
        }
        fail(cmd.span, "sums and differences are arguments of each other without end")
    }

    fn show_symbolic(
        &self,
        problem: &Problem,
        names: &Names,
        instance: &Instance,
    ) -> std::result::Result<Option<crate::Shown>, String> {
        let mut shown =
            Run::view(self, &problem.ast, &problem.layout, instance).map_err(|e| e.0)?;
        let world = &self.world;
        let universe = problem.layout.bounds.universe();
        // A symbol is called by its cell.
        let mut called: BTreeMap<String, String> = BTreeMap::new();
        for (label, tuples) in &shown.fields {
            let field = label.rsplit("<:").next().unwrap_or(label);
            for t in tuples {
                let Some((symbol, owner)) = t.split_last() else { continue };
                let is_symbol = [names.int, names.bool].iter().any(|&s| {
                    universe
                        .by_name(symbol)
                        .is_some_and(|a| problem.layout.upper[s.0 as usize].contains(&[a]))
                });
                if is_symbol {
                    called.insert(symbol.clone(), format!("{}.{field}", owner.join(".")));
                }
            }
        }
        for (label, tuples) in &shown.witnesses {
            for t in tuples.iter().filter(|t| t.len() == 1 && t[0].contains("Symbolic")) {
                let plain = label.rsplit('_').next().unwrap_or(label).trim_start_matches('$');
                called.entry(t[0].clone()).or_insert_with(|| plain.to_string());
            }
        }
        let clause_atoms: Vec<String> = problem.layout.upper[names.clause.0 as usize]
            .iter()
            .map(|t| universe.name(t[0]).to_string())
            .collect();
        // What the atoms stand for, as sums of symbols.
        let mut linear: BTreeMap<String, Linear> = BTreeMap::new();
        for (atom, value) in universe.atoms().filter_map(|a| Some((a, universe.integer(a)?))) {
            linear.insert(universe.name(atom).to_string(), Linear::number(value));
        }
        for (symbol, cell) in &called {
            linear.insert(symbol.clone(), Linear::variable(cell));
        }
        let booleans = called
            .iter()
            .filter(|(symbol, _)| {
                let atom = universe.by_name(symbol);
                atom.is_some_and(|a| problem.layout.upper[names.bool.0 as usize].contains(&[a]))
            })
            .map(|(_, cell)| cell.clone())
            .collect();
        // Terms are listed before those that contain them.
        for (atom, (operator, x, y)) in clause_atoms.iter().zip(&problem.state.terms) {
            let name = |n: &String| called.get(n).cloned().unwrap_or_else(|| n.clone());
            let text = format!("{}[{}, {}]", OPERATORS[*operator], name(x), name(y));
            called.insert(atom.clone(), text);
            let sum = match (linear.get(x), linear.get(y)) {
                (Some(a), Some(b)) => a.plus(b, if *operator == 6 { 1 } else { -1 }),
                _ => None,
            };
            if let Some(sum) = sum {
                linear.insert(atom.clone(), sum);
            }
        }
        let mut clauses = Vec::new();
        let (mut constraints, mut is_linear) = (Vec::new(), true);
        for (operator, relation) in problem.state.relations.iter().enumerate() {
            for t in instance.get(*relation).into_iter().flat_map(TupleSet::iter) {
                let name = |a: Atom| {
                    let plain = universe.name(a).to_string();
                    called.get(&plain).cloned().unwrap_or(plain)
                };
                clauses.push(format!("{}[{}, {}]", OPERATORS[operator], name(t[0]), name(t[1])));
                if operator < 6 {
                    let side = |a: Atom| linear.get(universe.name(a)).cloned();
                    match (side(t[0]), side(t[1])) {
                        (Some(a), Some(b)) => constraints.push((operator, a, b)),
                        _ => is_linear = false,
                    }
                }
            }
        }
        clauses.sort();
        match solve(&constraints, &booleans) {
            Solved::No => return Ok(None),
            Solved::Yes(solution) if is_linear => shown.solution = Some(solution),
            _ => {}
        }
        shown.clauses = Some(clauses);
        let hidden = [names.int, names.bool, names.clause].map(|s| world.sig(s).label.clone());
        shown.replace(&called, &hidden);
        Ok(Some(shown))
    }
}

/// How many symbols the cells of a command need.
fn count_symbols(world: &World, cmd: &Cmd, names: &Names) -> Result<[usize; 2]> {
    let forced = [(names.int, 0), (names.bool, 0), (names.clause, 0)];
    let mut scopes = Scopes::with(world, cmd, 0, &forced)?;
    let (atoms, _) = scopes.allot(world);
    let size = |sig: SigId| match sig {
        INT => 1usize << scopes.bits,
        SEQ_INT => scopes.max_seq as usize,
        STRING => world.strings.len(),
        other => atoms[other.0 as usize].upper.len(),
    };
    let mut count = [0usize; 2];
    let fields = world.fields.iter().map(|f| &f.ty);
    for product in fields.flat_map(|ty| &ty.products) {
        let Some((last, prefix)) = product.split_last() else { continue };
        for (kind, sig) in [names.int, names.bool].into_iter().enumerate() {
            if *last == sig {
                count[kind] += prefix.iter().map(|&s| size(s)).product::<usize>();
            }
        }
    }
    for decl in &cmd.params {
        for (kind, sig) in [names.int, names.bool].into_iter().enumerate() {
            if decl.bound.ty.products.iter().any(|p| p[..] == [sig]) {
                count[kind] += decl.vars.len();
            }
        }
    }
    Ok(count)
}

/// Declares the relation of every operator.
fn relations(
    layout: &mut Layout,
    names: &Names,
    state: &mut State,
) -> std::result::Result<(), pikse_relation::Error> {
    let universe = layout.bounds.universe().clone();
    let atom = |name: &String| universe.by_name(name);
    let clauses: Vec<Atom> = layout.upper[names.clause.0 as usize].iter().map(|t| t[0]).collect();
    for (operator, name) in OPERATORS.iter().enumerate() {
        let upper = if operator < 6 {
            TupleSet::of_pairs(
                state.pairs[operator].iter().filter_map(|(x, y)| Some((atom(x)?, atom(y)?))),
            )
        } else {
            let triples: Vec<Vec<Atom>> = state
                .terms
                .iter()
                .zip(&clauses)
                .filter(|((o, _, _), _)| *o == operator)
                .filter_map(|((_, x, y), &c)| Some(vec![atom(x)?, atom(y)?, c]))
                .collect();
            TupleSet::of_tuples(3, triples)?
        };
        state.relations.push(layout.bounds.add_upper(&format!("symbolic/{name}"), upper)?);
    }
    Ok(())
}

/// Symbols are those of cells, and clauses those of sums and differences.
fn structure(ast: &Ast, layout: &Layout, names: &Names, state: &State) -> FormulaId {
    let mut cells = Vec::new();
    for &e in &state.cells {
        let mut last = e;
        while ast.arity(last) > 1 {
            last = ast.join(ast.univ(), last);
        }
        cells.push(last);
    }
    let cells = ast.union_of(1, &cells);
    let symbols = ast.union(layout.sigs[names.int.0 as usize], layout.sigs[names.bool.0 as usize]);
    let mut terms = Vec::new();
    for relation in &state.relations[6..] {
        terms.push(ast.join(ast.univ(), ast.join(ast.univ(), ast.relation(*relation))));
    }
    let terms = ast.union_of(1, &terms);
    ast.and(&[ast.is_in(symbols, cells), ast.equal(layout.sigs[names.clause.0 as usize], terms)])
}

struct Search<'a> {
    problem: &'a Problem,
    names: &'a Names,
    options: Options,
    blocked: Vec<FormulaId>,
}

impl Search<'_> {
    fn solver(&self, formula: FormulaId, bounds: &Bounds) -> std::result::Result<Solver, String> {
        Solver::new(bounds, &self.problem.ast, formula, self.options.clone())
            .map_err(|e| e.to_string())
    }

    fn solve(
        &self,
        formula: FormulaId,
        bounds: &Bounds,
    ) -> std::result::Result<Option<Instance>, String> {
        match self.solver(formula, bounds)?.next_instance() {
            Ok(Next::Instance(instance)) => Ok(Some(instance)),
            Ok(Next::Exhausted) => Ok(None),
            Ok(Next::Stopped(Stop::Time)) => Err("the time is over".to_string()),
            Ok(Next::Stopped(Stop::Conflicts)) => {
                Err("the limit of conflicts is reached".to_string())
            }
            Err(why) => Err(why.to_string()),
        }
    }

    /// Whether a relation is about clauses.
    fn is_clause(&self, relation: RelationId) -> bool {
        self.problem.state.relations.contains(&relation)
            || self.problem.layout.sig_relations[self.names.clause.0 as usize] == Some(relation)
    }

    /// The next instance with a smallest set of clauses.
    fn next(&mut self) -> std::result::Result<Option<Instance>, String> {
        let ast = &self.problem.ast;
        let bounds = &self.problem.layout.bounds;
        let mut parts = self.blocked.clone();
        parts.push(self.problem.formula);
        let Some(mut instance) = self.solve(ast.and(&parts), bounds)? else { return Ok(None) };
        loop {
            let mut narrow = Bounds::new(bounds.universe().clone());
            let mut same = Vec::new();
            for (relation, bound) in bounds.iter() {
                let Some(value) = instance.get(relation) else {
                    return Err("an instance is incomplete".to_string());
                };
                let added = if self.is_clause(relation) {
                    same.push(ast.equal(ast.relation(relation), ast.constant(value.clone())));
                    narrow.add_upper(&bound.name, value.clone())
                } else {
                    narrow.add_exactly(&bound.name, value.clone())
                };
                added.map_err(|e| e.to_string())?;
            }
            let smaller = ast.and(&[self.problem.formula, ast.not(ast.and(&same))]);
            match self.solve(smaller, &narrow)? {
                Some(less) => instance = less,
                None => break,
            }
        }
        let mut here = Vec::new();
        for (relation, _) in bounds.iter() {
            let Some(value) = instance.get(relation) else { continue };
            let (r, c) = (ast.relation(relation), ast.constant(value.clone()));
            here.push(if self.is_clause(relation) { ast.is_in(c, r) } else { ast.equal(r, c) });
        }
        self.blocked.push(ast.not(ast.and(&here)));
        Ok(Some(instance))
    }
}
