//! Orders mutants so that a selection is spread evenly.

use std::collections::HashMap;

use pikse_base::Random;

use super::Mutant;

/// All numbers. The next one is always from the line with the fewest so far, then the
/// function, then the operator; ties are in random order.
pub(super) fn order(mutants: &[Mutant], seed: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (0..mutants.len()).collect();
    let mut random = Random(seed);
    let shuffled: Vec<u64> = left.iter().map(|_| random.next()).collect();
    left.sort_by_key(|&at| shuffled[at]);
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
