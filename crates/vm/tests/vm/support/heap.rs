//! Bounded heaps of small structs.

use std::sync::Arc;

use pikse_structure::{
    BoundedHeap, BuildError, CellLayout, ClassId, Domain, Encoding, Int, Layout, Owns,
    SpaceBuilder, Targets,
};
use pikse_vm::Given;

/// A class: its name, how many objects it has, their size, and their fields with offsets and sizes.
pub(crate) type Struct<'a> = (&'a str, usize, u64, &'a [(&'a str, u64, u64, Field)]);

/// What a field may hold.
#[derive(Clone, Copy)]
pub(crate) enum Field {
    /// An object of the class with this number, or null.
    Link(usize),
    /// An object of the class with this number.
    NonNull(usize),
    /// Both ends included.
    Range(i64, i64),
    List(&'static [i64]),
}

/// The objects of classes; a program has the address of the first object of the first class.
pub(crate) fn given(structs: &[Struct<'_>]) -> Result<Given, BuildError> {
    let mut builder = SpaceBuilder::new();
    for (name, count, ..) in structs {
        builder.class(name, *count);
    }
    let mut layouts = Vec::new();
    for (number, &(_, _, size, fields)) in structs.iter().enumerate() {
        let mut cells = Vec::new();
        for &(name, offset, size, field) in fields {
            let link = |nullable, to| {
                Domain::Reference(Targets { nullable, classes: vec![ClassId::at(to)] })
            };
            let (domain, encoding) = match field {
                Field::Link(to) => (link(true, to), Encoding::Address),
                Field::NonNull(to) => (link(false, to), Encoding::Address),
                Field::Range(low, high) => (Domain::Range { low, high }, Encoding::Value),
                Field::List(list) => (Domain::List(list.to_vec()), Encoding::Value),
            };
            builder.scalar::<Int>(ClassId::at(number), name, domain);
            let (elsewhere, owns) = (Vec::new(), Owns::Nothing);
            cells.push(CellLayout { offset, size, encoding, into: 0, elsewhere, null: 0, owns });
        }
        layouts.push(Layout { size, cells, ..Layout::default() });
    }
    let space = Arc::new(builder.build()?);
    Ok(Given { heap: Arc::new(BoundedHeap { space, layouts }), roots: vec![ClassId::at(0)] })
}
