//! Whether the clauses of a symbolic instance have a solution, with integers of any size.
//!
//! Every clause is a linear constraint. Equalities are used to replace variables. What is left is
//! decided if it bounds single variables and differences of two: by shortest paths, where a negative
//! cycle means that there is no solution. An inequality (`neq`) that a solution violates is split
//! into less and greater. Other constraints stay undecided.

use std::collections::{BTreeMap, BTreeSet};

/// A sum of variables with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) factors: BTreeMap<String, i64>,
    pub(crate) constant: i64,
}

impl Linear {
    pub(crate) fn variable(name: &str) -> Linear {
        Linear { factors: BTreeMap::from([(name.to_string(), 1)]), constant: 0 }
    }

    pub(crate) fn number(constant: i64) -> Linear {
        Linear { factors: BTreeMap::new(), constant }
    }

    /// This one plus another times a factor; `None` if a number is too large.
    pub(crate) fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (name, f) in &other.factors {
            let entry = sum.factors.entry(name.clone()).or_insert(0);
            *entry = entry.checked_add(f.checked_mul(factor)?)?;
        }
        sum.factors.retain(|_, f| *f != 0);
        Some(sum)
    }

    fn value(&self, values: &BTreeMap<String, i64>) -> Option<i64> {
        self.factors.iter().try_fold(self.constant, |sum, (name, f)| {
            sum.checked_add(f.checked_mul(values.get(name).copied().unwrap_or(0))?)
        })
    }
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Solved {
    /// A solution.
    Yes(BTreeMap<String, i64>),
    /// There is none.
    No,
    /// Not decided.
    Unknown,
}

/// Solves clauses: an operator (by its number in `symbolic::OPERATORS`) and its two sides.
pub(crate) fn solve(clauses: &[(usize, Linear, Linear)], booleans: &BTreeSet<String>) -> Solved {
    let mut system = System::default();
    for (operator, a, b) in clauses {
        let (Some(less), Some(greater)) = (a.plus(b, -1), b.plus(a, -1)) else {
            return Solved::Unknown;
        };
        let one = Linear::number(1);
        let (strictly_less, strictly_greater) = (less.plus(&one, 1), greater.plus(&one, 1));
        match (operator, strictly_less, strictly_greater) {
            (0, Some(l), _) => system.at_most.push(l),
            (1, _, Some(g)) => system.at_most.push(g),
            (2, ..) => system.at_most.push(less),
            (3, ..) => system.at_most.push(greater),
            (4, ..) => system.equal.push(less),
            (5, ..) => system.unequal.push(less),
            _ => {}
        }
    }
    for name in booleans {
        let x = Linear::variable(name);
        system.at_most.extend(x.plus(&Linear::number(-1), 1));
        system.at_most.extend(Linear::default().plus(&x, -1));
    }
    let names: BTreeSet<String> = clauses
        .iter()
        .flat_map(|(_, a, b)| a.factors.keys().chain(b.factors.keys()))
        .chain(booleans)
        .cloned()
        .collect();
    match system.solve() {
        Solved::Yes(mut values) => {
            for name in names {
                values.entry(name).or_insert(0);
            }
            Solved::Yes(values)
        }
        other => other,
    }
}

#[derive(Clone, Debug, Default)]
struct System {
    /// Sums that are 0.
    equal: Vec<Linear>,
    /// Sums that are at most 0.
    at_most: Vec<Linear>,
    /// Sums that are not 0.
    unequal: Vec<Linear>,
}

impl System {
    fn solve(mut self) -> Solved {
        let mut replaced: Vec<(String, Linear)> = Vec::new();
        while let Some(sum) = self.equal.pop() {
            if sum.factors.is_empty() {
                if sum.constant != 0 {
                    return Solved::No;
                }
                continue;
            }
            let Some((name, &factor)) = sum.factors.iter().find(|(_, f)| f.abs() == 1) else {
                return Solved::Unknown;
            };
            // factor * name + rest = 0, so name = -rest / factor.
            let Some(rest) = sum.plus(&Linear::variable(name), -factor) else {
                return Solved::Unknown;
            };
            let Some(value) = Linear::default().plus(&rest, -factor) else {
                return Solved::Unknown;
            };
            let name = name.clone();
            for other in self.equal.iter_mut().chain(&mut self.at_most).chain(&mut self.unequal) {
                let Some(f) = other.factors.remove(&name) else { continue };
                let Some(new) = other.plus(&value, f) else { return Solved::Unknown };
                *other = new;
            }
            replaced.push((name, value));
        }
        let mut budget = 2_000;
        match branch(&self.at_most, &self.unequal, &mut budget) {
            Solved::Yes(mut values) => {
                for (name, value) in replaced.iter().rev() {
                    let Some(v) = value.value(&values) else { return Solved::Unknown };
                    values.insert(name.clone(), v);
                }
                Solved::Yes(values)
            }
            other => other,
        }
    }
}

/// Solves inequalities, and splits on those that must not be equal.
fn branch(at_most: &[Linear], unequal: &[Linear], budget: &mut u32) -> Solved {
    if *budget == 0 {
        return Solved::Unknown;
    }
    *budget -= 1;
    let values = match differences(at_most) {
        Solved::Yes(values) => values,
        other => return other,
    };
    let Some(violated) = unequal.iter().find(|u| u.value(&values) == Some(0)) else {
        return Solved::Yes(values);
    };
    if violated.factors.is_empty() {
        return Solved::No;
    }
    let mut unknown = false;
    for sign in [1, -1] {
        let Some(side) = Linear::number(1).plus(violated, sign) else { return Solved::Unknown };
        let mut more = at_most.to_vec();
        more.push(side);
        match branch(&more, unequal, budget) {
            Solved::Yes(values) => return Solved::Yes(values),
            Solved::No => {}
            Solved::Unknown => unknown = true,
        }
    }
    if unknown { Solved::Unknown } else { Solved::No }
}

/// Solves bounds of variables and of differences: `x - y <= c` is an edge from `y` to `x`.
fn differences(at_most: &[Linear]) -> Solved {
    let mut edges: Vec<(Option<&str>, Option<&str>, i64)> = Vec::new();
    let mut nodes: BTreeMap<Option<&str>, i64> = BTreeMap::from([(None, 0)]);
    for sum in at_most {
        let Some(bound) = sum.constant.checked_neg() else { return Solved::Unknown };
        let (mut plus, mut minus) = (None, None);
        for (name, &factor) in &sum.factors {
            match factor {
                1 if plus.is_none() => plus = Some(name.as_str()),
                -1 if minus.is_none() => minus = Some(name.as_str()),
                _ => return Solved::Unknown,
            }
        }
        if sum.factors.is_empty() {
            if bound < 0 {
                return Solved::No;
            }
            continue;
        }
        nodes.extend([(plus, 0), (minus, 0)]);
        edges.push((minus, plus, bound));
    }
    for round in 0..=nodes.len() {
        let mut changed = false;
        for (from, to, bound) in &edges {
            let Some(through) = nodes[from].checked_add(*bound) else { return Solved::Unknown };
            if through < nodes[to] {
                nodes.insert(*to, through);
                changed = true;
            }
        }
        if !changed {
            break;
        }
        if round == nodes.len() {
            return Solved::No;
        }
    }
    // Only differences matter: the constant 0 stays 0.
    let zero = nodes[&None];
    let values = nodes.iter().filter_map(|(name, v)| Some(((*name)?.to_string(), v - zero)));
    Solved::Yes(values.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(name: &str) -> Linear {
        Linear::variable(name)
    }

    #[test]
    fn decides_by_brute_force_on_small_systems() {
        let mut random = 12_345u64;
        let mut next = |n: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % n
        };
        for _ in 0..2_000 {
            let side = |next: &mut dyn FnMut(u64) -> u64| match next(5) {
                0 => Linear::number(next(3) as i64 - 1),
                1 => x("a").plus(&Linear::number(next(3) as i64), 1).unwrap_or_default(),
                2 => x("b"),
                3 => x("c"),
                _ => x("a").plus(&x("b"), 1).unwrap_or_default(),
            };
            let clauses: Vec<(usize, Linear, Linear)> = (0..1 + next(4))
                .map(|_| (next(6) as usize, side(&mut next), side(&mut next)))
                .collect();
            let holds = |values: &BTreeMap<String, i64>| {
                clauses.iter().all(|(o, l, r)| {
                    let (l, r) = (l.value(values).unwrap_or(0), r.value(values).unwrap_or(0));
                    [l < r, l > r, l <= r, l >= r, l == r, l != r][*o]
                })
            };
            let mut exists = false;
            for a in -6..=6 {
                for b in -6..=6 {
                    for c in -6..=6 {
                        let values =
                            [("a", a), ("b", b), ("c", c)].map(|(n, v)| (n.to_string(), v));
                        exists |= holds(&values.into_iter().collect());
                    }
                }
            }
            match solve(&clauses, &BTreeSet::new()) {
                Solved::Yes(values) => assert!(holds(&values), "{clauses:?} {values:?}"),
                Solved::No => assert!(!exists, "{clauses:?}"),
                Solved::Unknown => {}
            }
        }
    }
}
