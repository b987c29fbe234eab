//! A key that instances have in common if they differ in the names of atoms only.
//!
//! Symbolic instances are few and small, so the key is the least one over all renamings inside the
//! signatures at the top. If there are too many renamings, the instance is its own key: then copies may
//! be given.

use std::collections::BTreeMap;

use crate::show::Shown;

/// The largest number of renamings.
const MAX_RENAMINGS: usize = 50_000;

pub(crate) fn key(shown: &Shown) -> Vec<String> {
    let groups: Vec<&Vec<String>> =
        shown.sigs.iter().zip(&shown.top).filter(|(s, top)| **top && s.1.len() > 1).map(|(s, _)| &s.1).collect();
    let renamings = groups.iter().map(|g| (1..=g.len()).product::<usize>()).try_fold(1usize, usize::checked_mul);
    let facts = facts(shown);
    if renamings.is_none_or(|n| n > MAX_RENAMINGS) {
        return renamed(&facts, &BTreeMap::new());
    }
    let mut best: Option<Vec<String>> = None;
    each(&groups, &mut BTreeMap::new(), &mut |names| {
        let candidate = renamed(&facts, names);
        if best.as_ref().is_none_or(|b| candidate < *b) {
            best = Some(candidate);
        }
    });
    best.unwrap_or_default()
}

/// What an instance says, as words.
fn facts(shown: &Shown) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for (label, atoms) in &shown.sigs {
        all.extend(atoms.iter().map(|a| vec![label.clone(), a.clone()]));
    }
    for (label, tuples) in shown.fields.iter().chain(&shown.witnesses) {
        all.extend(tuples.iter().map(|t| [label.clone()].into_iter().chain(t.iter().cloned()).collect()));
    }
    for clause in shown.clauses.iter().flatten() {
        // Names in clauses are cells: an atom, a dot and a field.
        let words: Vec<String> = clause
            .split_inclusive(|c: char| !(c.is_alphanumeric() || "$_/\"".contains(c)))
            .flat_map(|w| {
                let cut = w.len() - w.chars().last().filter(|c| !(c.is_alphanumeric() || "$_/\"".contains(*c))).map_or(0, char::len_utf8);
                [w[..cut].to_string(), w[cut..].to_string()]
            })
            .collect();
        all.push([vec!["clause".to_string()], words].concat());
    }
    all
}

fn renamed(facts: &[Vec<String>], names: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut all: Vec<String> = facts
        .iter()
        .map(|f| f.iter().map(|w| *names.get(w.as_str()).unwrap_or(&w.as_str())).collect::<Vec<_>>().join(" "))
        .collect();
    all.sort();
    all
}

/// Visits every renaming.
fn each<'a>(groups: &[&'a Vec<String>], names: &mut BTreeMap<&'a str, &'a str>, visit: &mut impl FnMut(&BTreeMap<&'a str, &'a str>)) {
    let Some((group, rest)) = groups.split_first() else { return visit(names) };
    let mut order: Vec<usize> = (0..group.len()).collect();
    loop {
        for (i, &o) in order.iter().enumerate() {
            names.insert(&group[i], &group[o]);
        }
        each(rest, names, visit);
        // The next permutation in lexicographic order.
        let Some(i) = (1..order.len()).rev().find(|&i| order[i - 1] < order[i]) else { return };
        let Some(j) = (i..order.len()).rev().find(|&j| order[j] > order[i - 1]) else { return };
        order.swap(i - 1, j);
        order[i..].reverse();
    }
}
