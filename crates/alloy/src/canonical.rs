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
    let groups: Vec<&(String, Vec<String>)> =
        shown.sigs.iter().zip(&shown.top).filter(|(_, top)| **top).map(|(s, _)| s).collect();
    let renamings = groups
        .iter()
        .map(|g| (1..=g.1.len()).try_fold(1usize, usize::checked_mul))
        .try_fold(1usize, |all, g| all.checked_mul(g?));
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

/// What an instance says, as words: names of atoms stand alone, also where they are part of the name of
/// a cell, such as `Node$0.data`.
fn facts(shown: &Shown) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for (label, atoms) in &shown.sigs {
        all.extend(atoms.iter().map(|a| words(&[label, a])));
    }
    for (label, tuples) in shown.fields.iter().chain(&shown.witnesses) {
        for t in tuples {
            let line: Vec<&String> = [label].into_iter().chain(t).collect();
            all.push(words(&line));
        }
    }
    all.extend(shown.clauses.iter().flatten().map(|clause| words(&[clause])));
    all
}

fn words(texts: &[&String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        let mut word = String::new();
        for c in text.chars() {
            if c.is_alphanumeric() || "$_/\"".contains(c) {
                word.push(c);
                continue;
            }
            all.push(std::mem::take(&mut word));
            all.push(c.to_string());
        }
        all.push(word);
        all.push(";".to_string());
    }
    all
}

fn renamed(facts: &[Vec<String>], names: &BTreeMap<&str, String>) -> Vec<String> {
    let mut all: Vec<String> = facts
        .iter()
        .map(|f| {
            f.iter()
                .map(|w| names.get(w.as_str()).unwrap_or(w).as_str())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    all.sort();
    all
}

/// Visits every renaming: the atoms of a signature are numbered in some order.
fn each<'a>(
    groups: &[&'a (String, Vec<String>)],
    names: &mut BTreeMap<&'a str, String>,
    visit: &mut impl FnMut(&BTreeMap<&'a str, String>),
) {
    let Some((first, rest)) = groups.split_first() else { return visit(names) };
    let (label, group) = *first;
    let mut order: Vec<usize> = (0..group.len()).collect();
    loop {
        for (atom, number) in group.iter().zip(&order) {
            names.insert(atom, format!("{label}#{number}"));
        }
        each(rest, names, visit);
        // The next permutation in lexicographic order.
        let Some(i) = (1..order.len()).rev().find(|&i| order[i - 1] < order[i]) else { return };
        let Some(j) = (i..order.len()).rev().find(|&j| order[j] > order[i - 1]) else { return };
        order.swap(i - 1, j);
        order[i..].reverse();
    }
}
