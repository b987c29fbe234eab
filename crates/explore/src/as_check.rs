//! The input of a test as an input of a check, for test code.
//!
//! In a check, all arguments of a function are fields of one input, each with a domain. An exploration
//! has domains for structures only; its numbers may have any value. So each number becomes a field whose
//! domain is the value in the test.

use pikse_front::bounds::{FieldName, INPUT, Limit, Parameter, RangeOf, infer_input};
use pikse_front::check::{Callee, Passed};
use pikse_front::{Bounds, Property, structure_of};
use pikse_llvm::types::{Kind, TypeId};
use pikse_structure::{CellId, Structure};

use crate::arguments::names;
use crate::chosen::Cells;
use crate::entry::Argument;
use crate::program::Called;
use crate::test::Test;

/// An input of a check.
#[derive(Debug)]
pub struct AsCheck {
    /// The call of the entry, without conditions.
    pub property: Property,
    /// The domains of its parameters.
    pub bounds: Bounds,
    /// Their values.
    pub input: Structure,
}

/// The input of a test of a function. The error says why it cannot be an input of a check.
pub fn as_check(called: Called<'_>, test: &Test) -> Result<AsCheck, String> {
    let source = &called.source;
    let types = &source.types;
    let function = source.function.as_ref();
    let function = function.ok_or("the debug information does not have the function's types")?;
    let names = names(Some(function), function.parameters.len());
    if called.entry.arguments.len() != function.parameters.len() {
        let why = "some arguments are built by Pikse (slices, strings, values); there is no test code \
                   for these yet";
        return Err(why.to_owned());
    }
    let mut request = source.bounds.clone();
    let (mut parameters, mut numbers) = (Vec::new(), Vec::new());
    for ((argument, of), name) in
        called.entry.arguments.iter().zip(&function.parameters).zip(&names)
    {
        let refuse = |what: &str| format!("test code for `{name}` is not supported: it is {what}");
        let of = of.ok_or_else(|| refuse("of a type that is not known"))?;
        let bits = match argument {
            Argument::Structure { .. } => {
                let structure = structure_of(types, of, name);
                parameters.push(structure.ok_or_else(|| refuse("no structure"))?);
                numbers.push(None);
                continue;
            }
            Argument::Symbolic { name, .. } => {
                let input = test.inputs.iter().find(|input| input.name == *name);
                let bytes = input.map(|input| &input.bytes[..]).unwrap_or_default();
                let mut word = [0; 8];
                let count = bytes.len().min(8);
                word[..count].copy_from_slice(&bytes[..count]);
                u64::from_le_bytes(word)
            }
            Argument::Number { value, .. } => *value,
            Argument::Buffer { .. } | Argument::Bytes(_) => return Err(refuse("a buffer")),
            Argument::Null => return Err(refuse("null")),
        };
        if let Kind::Int { signed } = types.get(of).kind {
            let value = value_of(bits, types.get(of).size, signed)
                .ok_or_else(|| refuse("larger than 2^63"))?;
            let field = FieldName { class: INPUT.to_owned(), field: name.clone() };
            let limit = Limit::Number(value);
            request.ranges.push(RangeOf { field, low: limit, high: limit });
        }
        parameters.push(scalar(name, of));
        numbers.push(Some(bits));
    }
    let bounds = infer_input(types, &parameters, &request).map_err(|error| error.to_string())?;
    let input = input(called, test, &bounds, &numbers)?;
    let call = Callee {
        symbol: function.symbol.clone(),
        name: function.name.clone(),
        arguments: (0..parameters.len()).map(Passed::Argument).collect(),
        how: None,
    };
    let property = Property {
        name: function.name.clone(),
        parameters,
        pre: Vec::new(),
        call,
        is_verdict: false,
        post: Vec::new(),
        same_as: None,
        place: function.place.clone(),
    };
    Ok(AsCheck { property, bounds, input })
}

fn scalar(name: &str, of: TypeId) -> Parameter {
    Parameter::Scalar { name: name.to_owned(), of }
}

/// The number that bits are, if it is one of 64 bits with a sign.
fn value_of(bits: u64, size: u64, signed: bool) -> Option<i64> {
    let unused = 64 - 8 * size.clamp(1, 8) as u32;
    match signed {
        true => Some((bits << unused) as i64 >> unused),
        false => i64::try_from(bits << unused >> unused).ok(),
    }
}

/// The input over other bounds, whose objects but for the root are those of the exploration.
fn input(
    called: Called<'_>,
    test: &Test,
    bounds: &Bounds,
    numbers: &[Option<u64>],
) -> Result<Structure, String> {
    let given = called.entry.given.as_ref();
    let chosen = given.map(|given| Cells::of(given).chosen(test)).transpose();
    let chosen = chosen.map_err(|error| error.to_string())?;
    let space = &bounds.space;
    let first = space.root().first_cell().index();
    let mut roots = Vec::with_capacity(numbers.len());
    for (at, bits) in numbers.iter().enumerate() {
        let cell = CellId::at(first + at);
        let index = bits.map_or(Some(0), |bits| bounds.index_of_choice(cell, bits));
        let name = space.cell_name(cell);
        roots.push(
            index.ok_or_else(|| format!("`{name}` has a value that its type does not have"))?,
        );
    }
    let index = |cell: CellId| {
        let obj = space.object(space.cell(cell).object);
        let within = cell.index() - obj.first_cell().index();
        if obj.id() == space.root().id() {
            return roots[within];
        }
        let same = given.zip(chosen.as_ref()).and_then(|(given, chosen)| {
            let obj = given.heap.space.object(obj.id());
            chosen.index(CellId::at(obj.first_cell().index() + within))
        });
        same.unwrap_or(0)
    };
    Ok(Structure::of_candidate(space, index))
}
