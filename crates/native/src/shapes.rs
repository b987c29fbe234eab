//! What the objects of an input look like in memory, for those who read them back: the
//! classes with their fields, without types and without domains.

use pikse_front::bounds::{Bounds, Encoding};
use pikse_structure::Domain;
use pikse_structure::space::Shape as FieldShape;

/// The shape of each class of a space.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    classes: Vec<Shape>,
    /// The class and the name of each object.
    pub(crate) objects: Vec<(u32, String)>,
}

/// A class.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) name: String,
    /// The size of a block.
    pub(crate) size: u64,
    pub(crate) fields: Vec<Field>,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) is_array: bool,
    pub(crate) kind: Kind,
    /// Where the cells are in the block.
    pub(crate) offsets: Vec<u64>,
    /// How long each is.
    pub(crate) size: u64,
}

/// What the bytes of a cell mean.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Int,
    Bool,
    /// The constants, with their values.
    Enum(Vec<(String, i64)>),
    /// An address in the block of an object: so many bytes behind its beginning.
    Address {
        class: u32,
        into: u64,
        null: u64,
    },
}

impl Shapes {
    pub(crate) fn of(bounds: &Bounds) -> Shapes {
        let space = &bounds.space;
        let classes = space.classes().iter().zip(&bounds.layouts).map(|(class, layout)| {
            let mut cells = layout.cells.iter();
            let field = |&id: &pikse_structure::FieldId| {
                let declared = space.field(id);
                let (domain, count, is_array) = match declared.shape {
                    FieldShape::Scalar(domain) => (domain, 1, false),
                    FieldShape::Array { element, capacity, .. } => (element, capacity, true),
                };
                let cells: Vec<_> = cells.by_ref().take(count as usize).collect();
                let (encoding, into, null, size) =
                    cells.first().map_or((&Encoding::Value, 0, 0, 0), |cell| {
                        (&cell.encoding, cell.into, cell.null, cell.size)
                    });
                let kind = match (&space.domain(domain).declared, encoding) {
                    (Domain::Bool, _) => Kind::Bool,
                    (Domain::Enum(names), Encoding::Constants(values)) => {
                        Kind::Enum(names.iter().cloned().zip(values.iter().copied()).collect())
                    }
                    (Domain::Reference(targets), _) => Kind::Address {
                        class: targets.classes.first().map_or(0, |class| class.0),
                        into,
                        null: null as u64,
                    },
                    _ => Kind::Int,
                };
                let offsets = cells.iter().map(|cell| cell.offset).collect();
                Field { name: declared.name.clone(), is_array, kind, offsets, size }
            };
            Shape {
                name: class.name.clone(),
                size: layout.size,
                fields: class.fields.iter().map(field).collect(),
            }
        });
        let objects = space.objects().iter();
        Shapes {
            classes: classes.collect(),
            objects: objects.map(|&obj| (obj.class().0, space.object_name(obj))).collect(),
        }
    }

    pub(crate) fn class(&self, number: u32) -> &Shape {
        &self.classes[number as usize]
    }
}
