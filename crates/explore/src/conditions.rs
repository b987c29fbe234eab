//! Pre-conditions of the entry: functions of the program, called with arguments of the entry.

use pikse_front::structure_of;
use pikse_llvm::inkwell::values::FunctionValue;
use pikse_llvm::types::{Function, Kind, TypeId};
use pikse_llvm::{Program, Types};

use crate::arguments::names;
use crate::entry::Condition;
use crate::program::{OpenError, find};

/// The conditions of these names. A parameter gets the argument of its name, or the only one of its
/// type.
pub(crate) fn conditions(
    program: &Program<'_>,
    types: &Types,
    (symbol, entry): (&str, Option<&Function>),
    wanted: &[String],
) -> Result<Vec<Condition>, OpenError> {
    let mut list = Vec::with_capacity(wanted.len());
    for name in wanted {
        let refuse = |why: String| OpenError::Condition { name: name.clone(), why };
        let (function, known) = find(program, types, name)?;
        let as_in_source = |symbol: &str, of: Option<&Function>| {
            let count = program.module().get_function(symbol).map(FunctionValue::count_params);
            of.is_some_and(|of| count == Some(of.parameters.len() as u32))
        };
        let (Some(of), Some(entry)) = (known, entry) else {
            return Err(refuse("its parameters are unknown".to_owned()));
        };
        if !as_in_source(&function, Some(&of)) || !as_in_source(symbol, Some(entry)) {
            return Err(refuse("it, or the entry, takes or returns a struct by value".to_owned()));
        }
        let gives_verdict = of
            .returns
            .is_some_and(|id| matches!(types.get(id).kind, Kind::Bool | Kind::Int { .. }));
        if !gives_verdict {
            let signature = types.signature(&of);
            return Err(refuse(format!("it must return a bool, but it is `{signature}`")));
        }
        let own = names(Some(&of), of.parameters.len());
        let given = names(Some(entry), entry.parameters.len());
        let mut arguments = Vec::with_capacity(own.len());
        for (parameter, &is) in own.iter().zip(&of.parameters) {
            let fitting: Vec<usize> =
                (0..given.len()).filter(|&at| is_same(types, is, entry.parameters[at])).collect();
            let named = fitting.iter().find(|&&at| given[at] == *parameter);
            match (named, &fitting[..]) {
                (Some(&at), _) | (None, &[at]) => arguments.push(at),
                _ => {
                    let known = given.join(", ");
                    let why = format!(
                        "`{parameter}` is not a parameter of the entry; its parameters are: {known}"
                    );
                    return Err(refuse(why));
                }
            }
        }
        list.push(Condition { function, arguments });
    }
    Ok(list)
}

/// Whether an argument of one type is good for the other.
fn is_same(types: &Types, one: Option<TypeId>, other: Option<TypeId>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    let structure = structure_of(types, one, "");
    one == other || (structure.is_some() && structure == structure_of(types, other, ""))
}
