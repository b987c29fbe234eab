//! What a file of stored inputs belongs to.

use std::fmt::Write as _;

use pikse_base::Fnv;
use pikse_explore::Opened;
use pikse_structure::space::{ArrayLength, Shape};
use pikse_structure::{BoundedHeap, ClassId, Domain, DomainId, FieldId};
use pikse_vm::Options;
use serde::{Deserialize, Serialize};

/// The code of a predicate, and the bounds of its structures, as hashes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The code that the predicate reaches.
    pub code: String,
    /// The objects, their cells, and the domains of these.
    pub space: String,
    /// The errors that were looked for: each look is a decision of a path.
    pub options: String,
}

impl Identity {
    /// The identity of the pre-condition `at` of a program's entry, for the structure with the root `root`.
    /// None if there is no such function or structure.
    #[must_use]
    pub fn of(opened: &Opened<'_>, options: &Options, at: usize, root: usize) -> Option<Self> {
        let condition = opened.entry.before.get(at)?;
        let function = opened.ir.function(&condition.function)?;
        let given = opened.entry.given.as_ref()?;
        let first = given.roots.get(root)?.index();
        let end =
            given.roots.get(root + 1).map_or(given.heap.space.classes().len(), |next| next.index());
        let hash = |text: &str| format!("{:016x}", Fnv::of(text.as_bytes()));
        Some(Self {
            code: hash(&opened.ir.show_reached(function)),
            space: hash(&space(&given.heap, first..end)),
            options: hash(&looked_for(options)),
        })
    }
}

/// The options on which the decisions of a path depend.
fn looked_for(options: &Options) -> String {
    let Options { undefined_behaviour, alignment, uninitialised, .. } = options;
    let Options { allow_uninitialised, reject_aborts, loops, .. } = options;
    format!(
        "{undefined_behaviour} {alignment} {uninitialised:?} {allow_uninitialised:?} {reject_aborts} \
         {loops:?}"
    )
}

/// The classes of one structure as text. Names of classes and numbers of fields and domains are left out:
/// they depend on the parameter.
fn space(heap: &BoundedHeap, classes: std::ops::Range<usize>) -> String {
    let space = &heap.space;
    let mut text = String::new();
    let domain = |id: DomainId| match &space.domain(id).declared {
        Domain::Reference(targets) => {
            let numbers = targets.classes.iter().map(|class| class.index() - classes.start);
            format!("{} {:?}", targets.nullable, numbers.collect::<Vec<_>>())
        }
        other => format!("{other:?}"),
    };
    for class in classes.clone().map(ClassId::at) {
        let of = space.class(class);
        let place = |field: FieldId| of.fields.iter().position(|&own| own == field);
        let _ = writeln!(text, "{} {:?}", of.count, heap.layout(class));
        for &field in &of.fields {
            let field = space.field(field);
            let shape = match field.shape {
                Shape::Scalar(of) => domain(of),
                Shape::Array { element, capacity, length } => {
                    let length = match length {
                        ArrayLength::Fixed => String::new(),
                        ArrayLength::Own(lengths) => domain(lengths),
                        ArrayLength::Field(field) => format!("{:?}", place(field)),
                    };
                    format!("{} * {capacity} {length}", domain(element))
                }
            };
            let when = field.when.map(|when| (place(when.tag), when.low, when.high));
            let _ = writeln!(text, "{} {shape} {when:?}", field.name);
        }
    }
    text
}
