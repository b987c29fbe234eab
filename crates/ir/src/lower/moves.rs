//! Turns parallel moves into sequential moves.

use crate::ids::Reg;
use crate::inst::Operand;

/// Orders moves so that each source is read before it is overwritten. `spare` makes a register like
/// another one, to break cycles. Each register is set once.
pub(super) fn in_order(
    moves: impl IntoIterator<Item = (Reg, Operand)>,
    mut spare: impl FnMut(Reg) -> Reg,
) -> Vec<(Reg, Operand)> {
    let mut open: Vec<(Reg, Operand)> =
        moves.into_iter().filter(|&(to, from)| from.as_register() != Some(to)).collect();
    if open.len() < 2 {
        return open;
    }
    open.sort_by_key(|&(to, _)| to);
    let place = |open: &[(Reg, Operand)], register: Reg| {
        open.binary_search_by_key(&register, |&(to, _)| to).ok()
    };
    // The number of moves that still have to read the register that a move sets.
    let mut readers = vec![0_u32; open.len()];
    for &(_, from) in &open {
        if let Some(at) = from.as_register().and_then(|from| place(&open, from)) {
            readers[at] += 1;
        }
    }
    let mut done = vec![false; open.len()];
    let mut ordered = Vec::with_capacity(open.len());
    let mut free: Vec<usize> = (0..open.len()).rev().filter(|&at| readers[at] == 0).collect();
    let mut next_circle = 0;
    loop {
        while let Some(at) = free.pop() {
            let (to, from) = open[at];
            ordered.push((to, from));
            done[at] = true;
            if let Some(source) = from.as_register().and_then(|from| place(&open, from)) {
                readers[source] -= 1;
                if readers[source] == 0 {
                    free.push(source);
                }
            }
        }
        // The remaining moves are cycles: saving the register of one breaks its cycle.
        while next_circle < open.len() && done[next_circle] {
            next_circle += 1;
        }
        let Some(&(register, _)) = open.get(next_circle) else { return ordered };
        let saved = spare(register);
        ordered.push((saved, Operand::register(register)));
        for (_, from) in open.iter_mut().filter(|(_, from)| from.as_register() == Some(register)) {
            *from = Operand::register(saved);
        }
        readers[next_circle] = 0;
        free.push(next_circle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All functions from some registers to registers and a constant: run in sequence, they give
    /// the same result as in parallel.
    #[test]
    fn the_order_does_not_matter() {
        const COUNT: usize = 5;
        // Source 5 is a register that no move sets.
        for number in 0..(COUNT + 1).pow(COUNT as u32) {
            let source = |at: usize| number / (COUNT + 1).pow(at as u32) % (COUNT + 1);
            let moves: Vec<(Reg, Operand)> = (0..COUNT)
                .map(|at| (Reg::at(at), Operand::register(Reg::at(source(at)))))
                .collect();
            let mut registers: Vec<usize> = (0..=COUNT).collect();
            let mut count = COUNT + 1;
            let spare = |_| {
                count += 1;
                Reg::at(count - 1)
            };
            let ordered = in_order(moves.clone(), spare);
            registers.resize(count, usize::MAX);
            for (to, from) in &ordered {
                let from = from.as_register().expect("all are registers");
                registers[to.index()] = registers[from.index()];
            }
            for (to, from) in &moves {
                let from = from.as_register().expect("all are registers");
                assert_eq!(registers[to.index()], from.index(), "{moves:?} as {ordered:?}");
            }
            let longest = moves.len() + COUNT / 2;
            assert!(ordered.len() <= longest, "{moves:?} as {ordered:?}");
        }
    }
}
