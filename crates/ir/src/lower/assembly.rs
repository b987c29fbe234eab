//! Inline assembly without instructions.
//!
//! Empty assembly is used as an optimisation barrier. Each output is the input in the same place.

use pikse_llvm::raw::Value;

use super::function::Builder;
use super::types::{Lowered, unsupported};
use crate::inst::Operand;

/// An output that is part of the result: the argument in the same place, if there is one.
type Output = Option<usize>;

/// The outputs of the constraints.
fn outputs(constraints: &str) -> Vec<Output> {
    let mut places = Vec::new();
    let mut outputs = Vec::new();
    let mut argument = 0;
    for (number, constraint) in constraints.split(',').enumerate() {
        if let Some(output) = constraint.strip_prefix('=') {
            if output.contains('*') {
                // Memory whose address is an argument.
                argument += 1;
            } else {
                places.push((number, outputs.len()));
                outputs.push(None);
            }
        } else if constraint.starts_with(['~', '!']) {
            // Clobbers and labels are not arguments.
        } else {
            let tied = constraint.parse::<usize>().ok();
            let place = places.iter().find(|&&(number, _)| Some(number) == tied);
            if let Some(&(_, output)) = place {
                outputs[output] = Some(argument);
            }
            argument += 1;
        }
    }
    outputs
}

/// Whether there is only white space and comments.
fn is_nothing(text: &str) -> bool {
    text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}

impl<'m> Builder<'_, 'm> {
    pub(super) fn assembly(&mut self, i: Value<'m>, assembly: Value<'m>) -> Lowered {
        let (text, constraints) = assembly.assembly();
        let shape = self.shape(i.ty())?;
        if text.contains("cpuid") {
            // A processor that reports no features: programs then work without them.
            let zeros: Vec<Operand> = shape.widths().map(|width| self.number(width, 0)).collect();
            self.define(i, zeros);
            return Ok(());
        }
        if !is_nothing(&text) {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            return unsupported(format!("inline assembly `{text}`"));
        }
        let mut results = Vec::with_capacity(shape.len());
        for output in outputs(&constraints) {
            match output {
                Some(argument) => {
                    let parts = self.parts(i.operand(argument as u32))?;
                    results.extend(self.all(parts));
                }
                None => {
                    let Some(leaf) = shape.leaves.get(results.len()) else { break };
                    results.push(self.shared.undefined(leaf.width));
                }
            }
        }
        let widths: Vec<u8> = results.iter().map(|&result| self.width(result)).collect();
        if shape.widths().ne(widths) {
            return unsupported(format!("inline assembly with the result type {}", i.ty().text()));
        }
        self.define(i, results);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{is_nothing, outputs};

    #[test]
    fn outputs_are_tied_to_arguments() {
        for (constraints, expected) in [
            ("", vec![]),
            ("r,~{memory}", vec![]),
            ("=r,0,~{dirflag}", vec![Some(0)]),
            ("=r,r,0", vec![Some(1)]),
            ("=r,=r,1,0", vec![Some(1), Some(0)]),
            ("=r,r", vec![None]),
            ("=*m,=r,*m,1", vec![Some(2)]),
            ("=&{ax},={bx},0,~{memory}", vec![Some(0), None]),
        ] {
            assert_eq!(outputs(constraints), expected, "{constraints}");
        }
    }

    #[test]
    fn comments_are_nothing() {
        assert!(is_nothing("") && is_nothing(" \n\t# barrier\n"));
        assert!(!is_nothing("nop") && !is_nothing("# one\nnop"));
    }
}
