//! Minimal unsatisfiable cores, in terms of labels.
//!
//! Every label becomes an assumption. Without it, the parts of the formula that carry the label are
//! weakened: to true, or to false below a negation. Deletion makes the core minimal: a label that
//! is not needed by the rest is dropped.

use std::collections::BTreeSet;

use pikse_sat::{Lit, Outcome};

use crate::ast::{Ast, FormulaId, Nodes};
use crate::deep::on_stack;
use crate::error::Error;
use crate::options::{Core, Options, Stop};
use crate::solver::{check, limit};
use crate::symmetry::{break_swaps, constants, fix_orders, orders};
use crate::translate::Translator;
use crate::universe::Bounds;

/// A minimal set of labels that makes the formula unsatisfiable. Parts without a label are always
/// there.
///
/// # Errors
///
/// As [`Solver::new`](crate::Solver::new).
pub fn core(
    bounds: &Bounds,
    ast: &Ast,
    formula: FormulaId,
    options: &Options,
) -> Result<Core, Error> {
    let nodes = ast.nodes();
    let nodes: &Nodes = &nodes;
    let depth = check(nodes, formula)?;
    let constants = constants(nodes, bounds, formula)?;
    let mut bounds = bounds.clone();
    // An order with a label may have to go, so it is not fixed.
    let orders = if options.symmetry == 0 { Vec::new() } else { orders(nodes, formula, true) };
    let classes = fix_orders(&mut bounds, &constants, &orders);
    let (mut circuits, primary, labels) = on_stack(depth, || {
        let mut translator = Translator::new(nodes, &bounds, options, true);
        translator.require(formula)?;
        if translator.circuits.is_over() {
            return Err(Error::Stopped);
        }
        let labels = translator.labels.take().unwrap_or_default();
        Ok((translator.circuits, translator.primary, labels))
    })?;
    break_swaps(&mut circuits, &bounds, &primary, &classes, options.symmetry);
    circuits.limit(None, pikse_base::Halt::NEVER);
    let mut labels: Vec<(u32, Lit)> = labels.into_iter().collect();
    labels.sort_unstable();
    let mut ask = |labels: &[(u32, Lit)]| -> Result<Answer, Error> {
        let assumptions: Vec<Lit> = labels.iter().map(|&(_, literal)| literal).collect();
        Ok(match circuits.solve(&assumptions, limit(options)) {
            Outcome::Sat => Answer::Sat,
            Outcome::Unsat => Answer::Unsat(circuits.failed_assumptions().into_iter().collect()),
            Outcome::Time => Answer::Stopped(Stop::Time),
            Outcome::Conflicts => Answer::Stopped(Stop::Conflicts),
            Outcome::Failed(why) => return Err(Error::Failed(why)),
        })
    };
    match ask(&labels)? {
        Answer::Sat => return Ok(Core::Satisfiable),
        Answer::Stopped(stop) => return Ok(Core::Stopped(stop)),
        Answer::Unsat(failed) => labels.retain(|(_, literal)| failed.contains(literal)),
    }
    let mut is_minimal = true;
    let mut at = 0;
    while at < labels.len() {
        let mut fewer = labels.clone();
        fewer.remove(at);
        match ask(&fewer)? {
            Answer::Sat => at += 1,
            Answer::Stopped(_) => {
                is_minimal = false;
                at += 1;
            }
            Answer::Unsat(failed) => {
                // The labels before this one are needed by any subset, so they stay.
                fewer.retain(|(_, literal)| failed.contains(literal));
                labels = fewer;
            }
        }
    }
    let labels = labels.into_iter().map(|(label, _)| label).collect();
    Ok(Core::Labels { labels, is_minimal })
}

enum Answer {
    Sat,
    Unsat(BTreeSet<Lit>),
    Stopped(Stop),
}
