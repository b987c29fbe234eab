//! Finds what a loaded value decides: follows all paths from the load, as far as
//! possible.
//!
//! A path is followed instruction by instruction. A value that can be computed from the
//! loaded value, from values before the load, from the function's own stack and from known
//! cells of the candidate is a *step*, which the synthesised function computes again.
//! Everything else is unknown, and a path that depends on it ends. There, [`flow`](super::flow)
//! computes what the rest of the function returns in any case.
//!
//! Paths are kept separate: no block is shared between two, so a phi has one value on a
//! path, and the condition of a branch is known from there on. A path ends where it enters a
//! block again, except in read-only [`loops`](super::loops), which it iterates a few times, so
//! that `for (…) if (visited[i] == child) return false` decides.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use pikse_llvm::raw;

use super::body::{BlockId, Body, FunctionId, Instruction, Kind, Names, Ref, ValueId};
use super::flow::{Start, returned};
use super::fold::{fold, mask};
use super::loops::{Loop, Loops};
use super::returns::Returns;
use super::tree::{Region, Step, Tree, Val, Verdict};

/// The maximum number of blocks on all paths of one load together.
const BLOCKS: usize = 64;
/// The maximum number of blocks in loop iterations after the first, and after those.
const BLOCKS_AGAIN: usize = 256;
/// The maximum number of iterations of a loop on a path.
const ROUNDS: u32 = 16;
/// The maximum number of blocks after a loop that a path has iterated more than once.
const BLOCKS_BEHIND: u32 = 4;
/// The maximum number of steps on all paths of one load together.
const STEPS: usize = 4096;
/// The maximum number of truth values that are tried both ways where a path ends.
const TRUTHS: usize = 3;

/// Follows all paths from a load.
pub(super) fn follow(
    body: &Body<'_>,
    function: FunctionId,
    load: ValueId,
    (names, loops): (&Names, &Loops),
    returns: &mut Returns<'_, '_>,
) -> Region {
    let block = body.at(load).block;
    let mut explorer = Explorer {
        body,
        function,
        names,
        loops,
        returns,
        steps: Vec::new(),
        block,
        blocks: BLOCKS,
        blocks_again: BLOCKS_AGAIN,
    };
    let path = Path {
        at: load + 1,
        now: HashMap::from([(load, Val::Loaded)]),
        visited: HashSet::from([block]),
        passed: HashSet::from([load]),
        ..Path::default()
    };
    let tree = explorer.explore(path);
    Region { tree, steps: explorer.steps }
}

/// Whether an address certainly is in the function's own stack or in a constant.
pub(super) fn is_own(body: &Body<'_>, names: &Names, address: Ref) -> bool {
    base(body, names, address).is_some()
}

/// The object that an address points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Base {
    Stack(ValueId),
    Constant,
}

fn base(body: &Body<'_>, names: &Names, address: Ref) -> Option<Base> {
    let mut address = address;
    loop {
        match address {
            Ref::Literal(at) => {
                let constant = names.constants.contains(&raw::value(&body.literals[at]).key());
                return constant.then_some(Base::Constant);
            }
            Ref::Value(value) => {
                let instruction = body.instruction(value)?;
                match instruction.kind {
                    Kind::Alloca => return Some(Base::Stack(value)),
                    Kind::Address => address = *instruction.operands.first()?,
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
}

/// The writes on a path.
#[derive(Clone, Debug, Default)]
struct Written {
    anything: bool,
    stack: HashSet<Base>,
}

/// One path, as far as it has been followed.
#[derive(Clone, Debug, Default)]
struct Path {
    /// The next instruction.
    at: ValueId,
    /// The values that were computed on this path.
    now: HashMap<ValueId, Val>,
    /// What the branches taken say about values.
    facts: HashMap<Val, u64>,
    steps: Vec<usize>,
    visited: HashSet<BlockId>,
    /// The instructions that this path has passed.
    passed: HashSet<ValueId>,
    written: Written,
    /// Whether there was an effect for which an accepted candidate must be run.
    effects: bool,
    /// The steps that read memory which may be the candidate's.
    reads: Vec<usize>,
    rounds: Rounds,
}

/// The iterations of a loop on a path.
#[derive(Clone, Debug, Default)]
struct Rounds {
    /// The loop, if the path is past its first iteration.
    of: Option<Rc<Loop>>,
    /// The number of times that it has entered the header again.
    again: u32,
    /// The number of blocks after the loop that it has entered.
    behind: u32,
}

impl Path {
    fn known(&self, value: Val) -> Option<u64> {
        match value {
            Val::Known(bits) => Some(bits),
            _ => self.facts.get(&value).copied(),
        }
    }
}

struct Explorer<'a, 'b, 'c, 'ctx> {
    body: &'a Body<'ctx>,
    function: FunctionId,
    names: &'a Names,
    loops: &'a Loops,
    returns: &'a mut Returns<'b, 'c>,
    steps: Vec<Step>,
    /// The block of the load.
    block: BlockId,
    /// The number of blocks that may still be entered, and the number in later iterations.
    blocks: usize,
    blocks_again: usize,
}

const UNKNOWN: Tree = Tree::Leaf(Verdict::Unknown);

impl<'ctx> Explorer<'_, '_, '_, 'ctx> {
    fn explore(&mut self, mut path: Path) -> Tree {
        let body = self.body;
        loop {
            let id = path.at;
            let instruction = body.at(id);
            if self.steps.len() >= STEPS {
                return UNKNOWN;
            }
            let to = match &instruction.kind {
                Kind::Jump(to) => *to,
                Kind::Branch(then, otherwise) => {
                    let on = self.value(&path, instruction.operands[0]);
                    match path.known(on) {
                        Some(0) => *otherwise,
                        Some(_) => *then,
                        None => return self.split(&path, on, &[(1, *then)], *otherwise, true),
                    }
                }
                Kind::Switch(cases, default) => {
                    let on = self.value(&path, instruction.operands[0]);
                    match path.known(on) {
                        Some(bits) => {
                            let case = cases.iter().find(|&&(value, _)| value == bits);
                            case.map_or(*default, |&(_, to)| to)
                        }
                        None => return self.split(&path, on, cases, *default, false),
                    }
                }
                Kind::Return => return self.end(&path, instruction),
                Kind::Call { returns: false, .. }
                | Kind::Panic
                | Kind::Division
                | Kind::Unreachable => {
                    return UNKNOWN;
                }
                Kind::Invoke { .. } | Kind::Resume | Kind::OtherEnd => {
                    return self.rest(&path, Start::At(id));
                }
                _ => {
                    self.pass(&mut path, id, instruction);
                    path.at += 1;
                    continue;
                }
            };
            if let Err(start) = self.enter(&mut path, instruction.block, to) {
                return self.rest(&path, start);
            }
        }
    }

    /// The value of an operand on a path.
    fn value(&self, path: &Path, of: Ref) -> Val {
        match of {
            Ref::Known(bits) => Val::Known(bits),
            Ref::Literal(at) => Val::Literal(at),
            Ref::Undefined => Val::Unknown,
            Ref::Value(id) => match path.now.get(&id) {
                Some(&now) => now,
                None if self.can_be_passed(id) => Val::LiveIn(id),
                None => Val::Unknown,
            },
        }
    }

    /// Whether a value from before the load fits into the 16 bytes that it gets.
    fn can_be_passed(&self, id: ValueId) -> bool {
        use pikse_llvm::inkwell::types::BasicTypeEnum as Type;
        match self.body.value(id).map(|value| value.get_type()) {
            Some(Type::IntType(int)) => int.get_bit_width() <= 64,
            Some(Type::FloatType(float)) => float.get_bit_width() <= 64,
            Some(Type::PointerType(_)) => true,
            _ => false,
        }
    }

    /// Enters a block, unless it was entered before on this path and does not begin another
    /// iteration of a loop.
    fn enter(&mut self, path: &mut Path, from: BlockId, to: BlockId) -> Result<(), Start> {
        if path.visited.contains(&to) && !self.go_round(path, from, to) {
            return Err(Start::Edge(from, to));
        }
        let left = match &path.rounds.of {
            None => &mut self.blocks,
            Some(around) => {
                path.rounds.behind += u32::from(!around.has(to));
                &mut self.blocks_again
            }
        };
        if *left == 0 || path.rounds.behind > BLOCKS_BEHIND {
            return Err(Start::Edge(from, to));
        }
        *left -= 1;
        path.passed.insert(self.body.end(from));
        path.visited.insert(to);
        let (first, end) = self.body.blocks[to];
        let mut entering = Vec::new();
        path.at = first;
        for id in first..end {
            let Kind::Phi(incoming) = &self.body.at(id).kind else { break };
            let of = incoming.iter().find(|&&(block, _)| block == from);
            entering.push((id, of.map_or(Val::Unknown, |&(_, of)| self.value(path, of))));
            path.at += 1;
        }
        // All phis of a block get their values at once.
        path.passed.extend(entering.iter().map(|&(id, _)| id));
        path.now.extend(entering);
        Ok(())
    }

    /// Begins another iteration of a loop, if the limits allow it.
    fn go_round(&self, path: &mut Path, from: BlockId, to: BlockId) -> bool {
        let rounds = &mut path.rounds;
        if rounds.of.is_none() {
            let found = self.loops.around(from, to);
            rounds.of = found.filter(|found| !found.has(self.block));
        }
        let Some(around) = &rounds.of else { return false };
        if !around.begins_with(to) || rounds.again == ROUNDS || rounds.behind > 0 {
            return false;
        }
        rounds.again += 1;
        path.visited.retain(|&block| !around.has(block));
        path.passed.retain(|&id| !around.has(self.body.at(id).block));
        true
    }

    /// Passes an instruction that is not a terminator.
    fn pass(&mut self, path: &mut Path, id: ValueId, instruction: &Instruction<'ctx>) {
        path.passed.insert(id);
        let operands: Vec<Val> =
            instruction.operands.iter().map(|&of| self.value(path, of)).collect();
        let value = match instruction.kind {
            Kind::Nothing => return,
            Kind::Same => operands[0],
            Kind::Binary(_)
            | Kind::Compare(_)
            | Kind::Cast { .. }
            | Kind::Select
            | Kind::Pure
            | Kind::Address => self.step(path, id, operands),
            Kind::Load { plain } => {
                let own = self.base(operands[0]).filter(|base| {
                    plain && !path.written.anything && !path.written.stack.contains(base)
                });
                match own {
                    // An address that depends on the loaded value may be wild.
                    Some(_) if !self.depends(operands[0]) => self.step(path, id, operands),
                    Some(_) => Val::Unknown,
                    // Possibly the candidate's, and known by then; a predicate does not write to it.
                    None if plain && self.base(operands[0]).is_none() => {
                        let value = self.step(path, id, operands);
                        match value {
                            Val::Step(step) => path.reads.push(step),
                            _ => path.effects = true,
                        }
                        value
                    }
                    None => {
                        path.effects |= !plain;
                        Val::Unknown
                    }
                }
            }
            Kind::Store => {
                match self.base(operands[1]) {
                    Some(base) => drop(path.written.stack.insert(base)),
                    None => {
                        path.written.anything = true;
                        path.effects = true;
                    }
                }
                return;
            }
            Kind::Alloca => Val::Unknown,
            _ => {
                path.written.anything = true;
                path.effects = true;
                Val::Unknown
            }
        };
        path.now.insert(id, value);
    }

    fn step(&mut self, path: &mut Path, id: ValueId, operands: Vec<Val>) -> Val {
        let instruction = self.body.at(id);
        let known: Vec<Option<u64>> = operands.iter().map(|&of| path.known(of)).collect();
        if let Some(bits) = fold(instruction, &known) {
            return Val::Known(bits);
        }
        if operands.contains(&Val::Unknown) {
            return Val::Unknown;
        }
        let depends = operands.iter().any(|&of| self.depends(of));
        let step = self.steps.len();
        let may_be_first =
            matches!(instruction.kind, Kind::Load { .. }) && self.base(operands[0]).is_none();
        self.steps.push(Step { instruction: id, operands, depends, may_be_first });
        path.steps.push(step);
        Val::Step(step)
    }

    fn depends(&self, value: Val) -> bool {
        match value {
            Val::Loaded => true,
            Val::Step(step) => self.steps[step].depends,
            _ => false,
        }
    }

    fn base(&self, address: Val) -> Option<Base> {
        let mut address = address;
        while let Val::Step(step) = address {
            let step = &self.steps[step];
            match self.body.at(step.instruction).kind {
                Kind::Address => address = step.operands[0],
                _ => return None,
            }
        }
        match address {
            Val::LiveIn(id) => base(self.body, self.names, Ref::Value(id)),
            Val::Literal(at) => base(self.body, self.names, Ref::Literal(at)),
            _ => None,
        }
    }

    /// Records the condition of a branch, and what follows from it.
    fn learn(&self, path: &mut Path, value: Val, bits: u64) {
        path.facts.insert(value, bits);
        for &number in &path.steps {
            let of = Val::Step(number);
            if path.facts.contains_key(&of) {
                continue;
            }
            let step = &self.steps[number];
            let known: Vec<Option<u64>> = step.operands.iter().map(|&of| path.known(of)).collect();
            if let Some(bits) = fold(self.body.at(step.instruction), &known) {
                path.facts.insert(of, bits);
            }
        }
    }

    /// Follows both sides of a branch, or all cases of a switch.
    fn split(
        &mut self,
        path: &Path,
        on: Val,
        cases: &[(u64, BlockId)],
        default: BlockId,
        is_branch: bool,
    ) -> Tree {
        let at = path.at;
        let from = self.body.at(at).block;
        // The result may not depend on the side.
        let rest = self.rest(path, Start::At(at));
        if on == Val::Unknown || matches!(on, Val::Literal(_)) || !rest.reaches(Verdict::Unknown) {
            return rest;
        }
        let mut go = |fact: Option<u64>, to: BlockId| {
            let mut path = path.clone();
            if let Some(bits) = fact {
                self.learn(&mut path, on, bits);
            }
            match self.enter(&mut path, from, to) {
                Ok(()) => self.explore(path),
                Err(start) => self.rest(&path, start),
            }
        };
        let cases = cases.iter().map(|&(bits, to)| (bits, go(Some(bits), to))).collect();
        let default = go(is_branch.then_some(0), default);
        Tree::choice(on, at, cases, default)
    }

    /// The verdict if the function returns this.
    fn verdict(&mut self, path: &Path, bits: u64) -> Verdict {
        match bits {
            _ if self.returns.rejects(self.function, bits) => Verdict::Rejects,
            0 => Verdict::Unknown,
            _ => self.verdict_of_others(path),
        }
    }

    /// The verdict if the function returns something that is not 0.
    fn verdict_of_others(&self, path: &Path) -> Verdict {
        match !path.effects && self.returns.is_outermost(self.function) {
            true => Verdict::Accepts,
            false => Verdict::Unknown,
        }
    }

    /// A verdict at the end of a path. A candidate is accepted without a run only if that
    /// run would make no new choice point.
    fn leaf(&self, path: &Path, verdict: Verdict) -> Tree {
        match verdict {
            Verdict::Accepts if !path.reads.is_empty() => {
                Tree::IfKnown { reads: path.reads.clone(), then: verdict }
            }
            _ => Tree::Leaf(verdict),
        }
    }

    /// The end of the function.
    fn end(&mut self, path: &Path, instruction: &Instruction<'ctx>) -> Tree {
        let Some(&operand) = instruction.operands.first() else { return UNKNOWN };
        let width = instruction.operand_width;
        let value = self.value(path, operand);
        if let Some(bits) = path.known(value) {
            let verdict = self.verdict(path, mask(bits, width));
            return self.leaf(path, verdict);
        }
        if width == 0 || matches!(value, Val::Unknown | Val::Literal(_)) {
            return UNKNOWN;
        }
        // A truth value that was extended to an integer is treated as a truth value.
        let truths = self.truths_of(path, [value]);
        let tried = self.combine(path, path.at, &truths, &mut |explorer, path| {
            path.known(value).map(|bits| explorer.verdict(path, bits))
        });
        match tried {
            Some(tree) => tree,
            None => {
                let zero = self.verdict(path, 0);
                let others = match width {
                    1 => self.verdict(path, 1),
                    _ => self.verdict_of_others(path),
                };
                let (zero, others) = (self.leaf(path, zero), self.leaf(path, others));
                Tree::choice(value, path.at, vec![(0, zero)], others)
            }
        }
    }

    /// What the rest of the function returns where a path ends.
    fn rest(&mut self, path: &Path, start: Start) -> Tree {
        let mut ask = |explorer: &mut Self, path: &Path| Some(explorer.outcome(path, start));
        if ask(self, path) == Some(Verdict::Rejects) {
            return Tree::Leaf(Verdict::Rejects);
        }
        let body = self.body;
        let seen = |(&id, &value): (&ValueId, &Val)| {
            let later = body.users[id].iter().any(|user| !path.passed.contains(user));
            later.then_some(value)
        };
        let truths = self.truths_of(path, path.now.iter().filter_map(seen));
        let at = match start {
            Start::At(at) => at,
            Start::Edge(from, _) => body.end(from),
        };
        if truths.is_empty() {
            return UNKNOWN;
        }
        self.combine(path, at, &truths, &mut ask).unwrap_or(UNKNOWN)
    }

    fn outcome(&mut self, path: &Path, start: Start) -> Verdict {
        let before = path.facts.iter().filter_map(|(&value, &bits)| match value {
            Val::LiveIn(id) if !path.now.contains_key(&id) => Some((id, bits)),
            _ => None,
        });
        let now = path.now.iter().filter_map(|(&id, &value)| Some((id, path.known(value)?)));
        let known = before.chain(now).collect();
        let Some(constants) = returned(self.body, start, &known) else { return Verdict::Unknown };
        match constants.into_iter().all(|bits| self.returns.rejects(self.function, bits)) {
            true => Verdict::Rejects,
            false => Verdict::Unknown,
        }
    }

    /// The truth values that values are computed from; only the latest few.
    fn truths_of(&self, path: &Path, values: impl IntoIterator<Item = Val>) -> Vec<usize> {
        let mut open: Vec<Val> = values.into_iter().collect();
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        while let Some(value) = open.pop() {
            let Val::Step(number) = value else { continue };
            if path.known(value).is_some() || !seen.insert(number) {
                continue;
            }
            let step = &self.steps[number];
            match self.body.at(step.instruction).width {
                1 => found.push(number),
                _ => open.extend(&step.operands),
            }
        }
        found.sort_unstable();
        found.split_off(found.len().saturating_sub(TRUTHS))
    }

    /// Computes the result for every combination of truth values; `None` if one is unknown.
    fn combine(
        &mut self,
        path: &Path,
        at: ValueId,
        truths: &[usize],
        ask: &mut dyn FnMut(&mut Self, &Path) -> Option<Verdict>,
    ) -> Option<Tree> {
        let Some((&truth, others)) = truths.split_first() else {
            return ask(self, path).map(|verdict| self.leaf(path, verdict));
        };
        let on = Val::Step(truth);
        if path.known(on).is_some() {
            return self.combine(path, at, others, ask);
        }
        let mut sides = [0, 1].map(|bits| {
            let mut path = path.clone();
            self.learn(&mut path, on, bits);
            self.combine(&path, at, others, ask)
        });
        let [no, yes] = [sides[0].take()?, sides[1].take()?];
        Some(Tree::choice(on, at, vec![(1, yes)], no))
    }
}
