//! Finds the constants that a function can return so that the predicate rejects.
//!
//! If a function returns a constant, its caller may return a constant in turn, and so
//! on up to the predicate, whose constant is its verdict. That has to hold at every
//! call of the function. With recursion, functions depend on each other: all are
//! first assumed to lead to a rejection, and those that do not are removed until no
//! more are found. The number of activations is finite, so the result is sound.

use std::collections::{BTreeSet, HashMap, HashSet};

use pikse_llvm::raw;
use pikse_structure::layout::{MAKES, SHOWS};

use super::body::{Body, FunctionId, Instruction, Kind, Ref, ValueId};
use super::flow::{Start, returned};

/// The maximum number of function constants that follow from one. A function that counts
/// its own calls, `1 + depth(node->next)`, would give new ones without end.
const FOLLOWING: usize = 256;

/// A function that returns a constant.
type Returned = (FunctionId, u64);

/// Facts about the functions of a program.
pub(super) struct Returns<'a, 'ctx> {
    bodies: &'a [Body<'ctx>],
    predicate: FunctionId,
    /// For each function, its calls; `None` if there may be other calls.
    callers: Vec<Option<Vec<(FunctionId, ValueId)>>>,
    rejects: HashMap<Returned, bool>,
}

impl<'a, 'ctx> Returns<'a, 'ctx> {
    pub(super) fn of(bodies: &'a [Body<'ctx>], predicate: FunctionId) -> Self {
        let mut callers = vec![Vec::new(); bodies.len()];
        for (caller, body) in bodies.iter().enumerate() {
            for (place, instruction) in body.all() {
                if let Kind::Call { callee: Some(callee), .. }
                | Kind::Invoke { callee: Some(callee), .. } = instruction.kind
                {
                    callers[callee].push((caller, place));
                }
            }
        }
        let all = |(body, places): (&Body<'ctx>, Vec<_>)| {
            let function = body.function.as_global_value().as_pointer_value();
            // With any other use than a call, the function escapes. The host calls those that make
            // containers.
            let name = body.function.get_name().to_bytes();
            let is_open = [MAKES, SHOWS].iter().any(|start| name.starts_with(start.as_bytes()));
            (!is_open && raw::count_uses(&function) == places.len()).then_some(places)
        };
        Returns {
            bodies,
            predicate,
            callers: bodies.iter().zip(callers).map(all).collect(),
            rejects: HashMap::new(),
        }
    }

    /// Whether the predicate runs once at a time, and so decides when it returns.
    pub(super) fn is_outermost(&self, function: FunctionId) -> bool {
        function == self.predicate && self.callers[function].as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether a function is worth analysing: it must be able to return something that
    /// decides the predicate.
    pub(super) fn may_decide(&mut self, function: FunctionId) -> bool {
        if function == self.predicate {
            return true;
        }
        if self.bodies[function].returns == 0 {
            return false;
        }
        let mut constants = self.constants(function);
        // The results of comparisons.
        constants.extend([0, 1]);
        constants.into_iter().any(|bits| self.rejects(function, bits))
    }

    /// The constants that a function returns, if it chooses among constants.
    fn constants(&self, function: FunctionId) -> BTreeSet<u64> {
        let body = &self.bodies[function];
        let is_return = |kind: &Kind| matches!(kind, Kind::Return);
        let returned = body.all().filter(|(_, instruction)| is_return(&instruction.kind));
        let mut open: Vec<Ref> = returned.flat_map(|(_, of)| of.operands.clone()).collect();
        let (mut seen, mut found) = (HashSet::new(), BTreeSet::new());
        while let Some(next) = open.pop() {
            match next {
                Ref::Known(bits) => drop(found.insert(bits)),
                Ref::Value(value) if seen.insert(value) => match body.instruction(value) {
                    Some(Instruction { kind: Kind::Phi(incoming), .. }) => {
                        open.extend(incoming.iter().map(|&(_, of)| of));
                    }
                    Some(other) => open.extend(&other.operands),
                    None => {}
                },
                _ => {}
            }
        }
        found
    }

    /// Whether the predicate rejects if the function returns this.
    pub(super) fn rejects(&mut self, function: FunctionId, bits: u64) -> bool {
        let asked = (function, bits);
        if let Some(&known) = self.rejects.get(&asked) {
            return known;
        }
        // The requirements of each; `None` if it is impossible.
        let mut needs: HashMap<Returned, Option<Vec<Returned>>> = HashMap::new();
        let mut open = vec![asked];
        while let Some(next) = open.pop() {
            if needs.contains_key(&next) || self.rejects.contains_key(&next) {
                continue;
            }
            if needs.len() >= FOLLOWING {
                self.rejects.insert(asked, false);
                return false;
            }
            let found = self.needs(next);
            open.extend(found.iter().flatten());
            needs.insert(next, found);
        }
        let mut out: HashSet<Returned> = HashSet::new();
        loop {
            let fails = |of: &Returned| out.contains(of) || self.rejects.get(of) == Some(&false);
            let next: Vec<Returned> = needs
                .iter()
                .filter(|(of, _)| !out.contains(of))
                .filter(|(_, needs)| needs.as_ref().is_none_or(|needs| needs.iter().any(fails)))
                .map(|(&of, _)| of)
                .collect();
            if next.is_empty() {
                break;
            }
            out.extend(next);
        }
        self.rejects.extend(needs.into_keys().map(|of| (of, !out.contains(&of))));
        !out.contains(&asked)
    }

    /// What the callers return if a function returns a constant; `None` if it does
    /// not lead to a rejection.
    fn needs(&self, (function, bits): Returned) -> Option<Vec<Returned>> {
        let places = self.callers[function].as_ref()?;
        match function == self.predicate {
            true if bits != 0 => return None,
            // It has no calls, so its callers are unknown.
            false if places.is_empty() => return None,
            _ => {}
        }
        let mut needs = Vec::new();
        for &(caller, place) in places {
            let body = &self.bodies[caller];
            let call = body.at(place);
            let start = match call.kind {
                Kind::Invoke { normal, .. } => Start::Edge(call.block, normal),
                _ => Start::At(place + 1),
            };
            let known = HashMap::from([(place, bits)]);
            let constants = returned(body, start, &known)?;
            needs.extend(constants.into_iter().map(|constant| (caller, constant)));
        }
        Some(needs)
    }
}
