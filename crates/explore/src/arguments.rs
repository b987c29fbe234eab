//! The arguments of the entry, as the user sets them.

use pikse_llvm::Types;
use pikse_llvm::types::{Function, Kind, Pointer, TypeId};

use crate::entry::Argument;
use crate::program::OpenError;

/// The names of a function's parameters; those without one are called by their place.
pub(crate) fn names(function: Option<&Function>, count: usize) -> Vec<String> {
    match function {
        Some(function) if function.parameter_names.len() == count => function
            .parameter_names
            .iter()
            .enumerate()
            .map(|(k, name)| if name.is_empty() { format!("arg{k}") } else { name.clone() })
            .collect(),
        _ => (0..count).map(|k| format!("arg{k}")).collect(),
    }
}

/// The arguments of a function: those that the user sets, and symbols for the rest.
pub(crate) fn arguments(
    widths: &[u8],
    function: Option<&Function>,
    types: &Types,
    given: &[String],
    structures: &[(String, Argument)],
) -> Result<Vec<Argument>, OpenError> {
    let names = names(function, widths.len());
    let mut said = vec![None; widths.len()];
    for text in given {
        let bad = |why: String| OpenError::Argument { text: text.clone(), why };
        let (name, what) = text
            .split_once('=')
            .ok_or_else(|| bad("expected NAME=WHAT, for example 'a=int[4]'".to_owned()))?;
        let Some(at) = names.iter().position(|known| known == name.trim()) else {
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(bad(format!(
                "the function has no such parameter; its parameters are: {known}"
            )));
        };
        let argument = what_it_is(name.trim(), what.trim(), widths[at]).map_err(bad)?;
        let pointer = function.and_then(|function| function.parameters.get(at).copied().flatten());
        let is_pointer = pointer.is_none_or(|id| matches!(types.get(id).kind, Kind::Pointer(_)));
        let wants_pointer = !matches!(argument, Argument::Number { .. });
        if wants_pointer && (widths[at] != 64 || !is_pointer) {
            return Err(bad("this parameter is not a pointer".to_owned()));
        }
        if said[at].replace(argument).is_some() {
            return Err(bad("this parameter is given twice".to_owned()));
        }
    }
    let mut list = Vec::with_capacity(widths.len());
    for (at, said) in said.into_iter().enumerate() {
        let of = function.and_then(|function| function.parameters.get(at).copied().flatten());
        let pointer = of.filter(|&id| matches!(types.get(id).kind, Kind::Pointer(_)));
        let structure = structures.iter().find(|(name, _)| *name == names[at]);
        list.push(match (said, structure, pointer) {
            (Some(argument), ..) => argument,
            (None, Some((_, structure)), _) => structure.clone(),
            (None, None, Some(id)) => return Err(unsaid(types, id, &names[at])),
            (None, None, None) => Argument::Symbolic { name: names[at].clone(), width: widths[at] },
        });
    }
    Ok(list)
}

/// `int[4]`, `cstr[8]`, `null`, `17`.
fn what_it_is(name: &str, what: &str, width: u8) -> Result<Argument, String> {
    if what == "null" {
        return Ok(Argument::Null);
    }
    if let Ok(number) = what.parse::<i64>() {
        let fits = width >= 64 || (-(1i64 << (width - 1))..1i64 << width).contains(&number);
        if !fits {
            return Err(format!("{number} does not fit into {width} bits"));
        }
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        return Ok(Argument::Number { width, value: number as u64 & mask });
    }
    let expected = "use `int[4]`, `cstr[8]`, `null` or a number";
    let (of, count) = what
        .strip_suffix(']')
        .and_then(|rest| rest.split_once('['))
        .ok_or_else(|| expected.to_owned())?;
    let count: u32 = count.trim().parse().map_err(|_| expected.to_owned())?;
    let (size, terminated) = match of.trim() {
        "cstr" => (1, true),
        "char" | "unsigned char" | "signed char" | "u8" | "i8" | "int8_t" | "uint8_t" | "bool"
        | "_Bool" | "byte" => (1, false),
        "short" | "unsigned short" | "i16" | "u16" | "int16_t" | "uint16_t" => (2, false),
        "int" | "unsigned" | "unsigned int" | "i32" | "u32" | "int32_t" | "uint32_t" | "float"
        | "f32" => (4, false),
        "long" | "unsigned long" | "long long" | "unsigned long long" | "size_t" | "i64"
        | "u64" | "isize" | "usize" | "int64_t" | "uint64_t" | "double" | "f64" => (8, false),
        other => return Err(format!("`{other}` is not a known type; {expected}")),
    };
    let bytes = count.checked_mul(size).filter(|&bytes| bytes <= 1 << 20);
    let bytes = bytes.ok_or_else(|| "it is too large".to_owned())?;
    Ok(Argument::Buffer { name: name.to_owned(), bytes, terminated })
}

/// The error for a pointer without an `--arg`.
fn unsaid(types: &Types, id: TypeId, name: &str) -> OpenError {
    let to = match types.get(id).kind {
        Kind::Pointer(Pointer { to, .. }) => to.map(|to| &types.get(to).kind),
        _ => None,
    };
    let why = match to {
        None => "say what this pointer points to: 'int[4]', 'cstr[8]', 'null'",
        Some(Kind::Int { .. } | Kind::Bool | Kind::Enum { .. }) => {
            "this is a pointer; say what it points to: 'int[4]', 'cstr[8]', 'null'"
        }
        Some(_) => "Pikse cannot choose what this points to; build it in a harness (see pikse.h)",
    };
    OpenError::Argument { text: format!("{name}=…"), why: why.to_owned() }
}
