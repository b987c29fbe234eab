//! A fair choice among many mutants.

use std::collections::HashMap;

use super::Mutant;

/// All numbers, the fairest first: a line that has had the fewest so far, then a function,
/// then an operator; what is equal otherwise is shuffled.
pub(super) fn order(mutants: &[Mutant], seed: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (0..mutants.len()).collect();
    left.sort_by_key(|&at| mixed(seed, at));
    let (mut lines, mut functions) = (HashMap::new(), HashMap::new());
    let (mut operators, mut pairs) = (HashMap::new(), HashMap::new());
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let had = |&at: &usize| {
            let of = &mutants[at];
            let line = (of.folder.as_str(), of.file.as_str(), of.line);
            (
                of.is_shared,
                lines.get(&line).copied().unwrap_or(0_u32),
                pairs.get(&(line, of.operator)).copied().unwrap_or(0_u32),
                functions.get(of.function.as_str()).copied().unwrap_or(0_u32),
                operators.get(&of.operator).copied().unwrap_or(0_u32),
            )
        };
        let keys = left.iter().map(had).enumerate();
        let Some((place, _)) = keys.min_by(|(_, a), (_, b)| a.cmp(b)) else { break };
        // Keeps the shuffled order of the rest.
        let at = left.remove(place);
        let of = &mutants[at];
        let line = (of.folder.as_str(), of.file.as_str(), of.line);
        *lines.entry(line).or_insert(0) += 1;
        *pairs.entry((line, of.operator)).or_insert(0) += 1;
        *functions.entry(of.function.as_str()).or_insert(0) += 1;
        *operators.entry(of.operator).or_insert(0) += 1;
        order.push(at);
    }
    order
}

/// A number that looks random (SplitMix64).
fn mixed(seed: u64, at: usize) -> u64 {
    let step = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut z = seed.wrapping_add(step);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
