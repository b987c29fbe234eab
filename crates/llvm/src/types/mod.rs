//! The types of a program, from its debug information.
//!
//! [`Types`] is a table of types with their layout: structs with fields at offsets, pointers with
//! their targets, integers with their width. Bounds are inferred from it. Names of types are paths
//! (`alloc::boxed::Box<T>`); typedefs and qualifiers are resolved.
//!
//! Pointers of the libraries of Rust and C++ are recognised by their representation in memory:
//! `Box`, references, `NonNull`, `Rc` and `Arc` are pointers that are never null, an `Option` of
//! such a pointer is a nullable pointer, and `std::unique_ptr` and `std::shared_ptr` are pointers.
//! A [`Pointer`] says which one it is. A bookkeeping field of the library (`RefCell`'s count of
//! borrows) has a constant value.
//!
//! **Invariant:** debug information is untrusted input; a type that cannot be interpreted is
//! [`Kind::Unknown`] with the reason, never a guess.

mod dwarf;
mod functions;
mod library;
mod object_file;
mod pointer;

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::program::Program;

pub use functions::Function;
pub use pointer::{Flavour, Pointer};

/// A type of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TypeId(u32);

/// The types of a program.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Types {
    types: Vec<Type>,
    /// Other names of types.
    aliases: Vec<(String, TypeId)>,
    functions: Vec<Function>,
}

/// A type: its name, size and kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Type {
    /// The path of the type, with its type arguments; empty for a type without name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its kind.
    pub kind: Kind,
    /// Whether the name is a typedef: then C does not write `struct` before it.
    pub is_typedef: bool,
    /// Its visibility.
    pub access: Access,
    /// Its type arguments, as far as they are known.
    pub arguments: Vec<TypeId>,
}

/// The visibility of a type or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// Public.
    Public,
    /// Restricted: `protected` in C++, `pub(crate)` and the like in Rust.
    Restricted,
    /// Private to the class or the module.
    Private,
}

/// The kind of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// An integer, or a character.
    Int {
        /// Whether it has a sign.
        signed: bool,
    },
    /// A bool.
    Bool,
    /// Named constants.
    Enum {
        /// Name and value of each.
        variants: Vec<(String, i64)>,
    },
    /// A pointer.
    Pointer(Pointer),
    /// Fields at offsets.
    Struct {
        /// The fields, in order of declaration, including base classes.
        ///
        /// A field without a name adds nothing to a path: a base class, an anonymous member in C,
        /// or the content of a `Cell` or a `std::array`.
        fields: Vec<Field>,
    },
    /// An array.
    Array {
        /// The type of each.
        of: TypeId,
        /// The number of elements, in all dimensions together.
        length: u64,
        /// The length of each dimension, the outermost first.
        dimensions: Vec<u64>,
    },
    /// One of several variants with data: an enum of Rust.
    Tagged {
        /// Where the tag is: its offset and size; none if there is one variant.
        tag: Option<(u64, u64)>,
        /// The variants, in order of declaration.
        variants: Vec<Variant>,
    },
    /// Members that share their bytes.
    Union {
        /// The members.
        fields: Vec<Field>,
    },
    /// A floating-point number.
    Float,
    /// Any other type, with its description.
    Unknown(String),
}

/// A variant of a type with a tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The tag's value; `None`: any value that is no other variant's. Then the tag's bytes belong to
    /// the data.
    pub value: Option<i64>,
    /// Its data: a struct, whose offsets are from the beginning of the whole.
    pub of: TypeId,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its offset in bytes.
    pub offset: u64,
    /// Its type.
    pub of: TypeId,
    /// Whether it is a bit-field, which has no address.
    pub is_bit_field: bool,
    /// Whether it is declared `const`.
    pub is_const: bool,
    /// Its visibility.
    pub access: Access,
    /// Its constant value, if it is a bookkeeping field of the library.
    pub constant: Option<i64>,
    /// Of a bit-field, its first bit in the struct and the number of its bits.
    pub bits: Option<(u64, u64)>,
}

/// The maximum nesting of arrays.
const MAX_DIMENSIONS: usize = 16;

impl Types {
    /// Merges nested arrays into one array with several dimensions, as in C, and computes the sizes
    /// of arrays, which debug information omits.
    fn settle_arrays(&mut self) {
        for at in 0..self.types.len() {
            let mut whole: Vec<u64> = Vec::new();
            let mut inner = TypeId(at as u32);
            while let Kind::Array { of, dimensions, .. } = &self.types[inner.0 as usize].kind
                && whole.len() <= MAX_DIMENSIONS
            {
                whole.extend(dimensions);
                inner = *of;
            }
            if whole.is_empty() {
                continue;
            }
            let length = whole.iter().try_fold(1_u64, |all, &one| all.checked_mul(one));
            let size = length.and_then(|length| length.checked_mul(self.get(inner).size));
            let array = &mut self.types[at];
            match (length, size) {
                (Some(length), Some(size)) if whole.len() <= MAX_DIMENSIONS => {
                    array.size = size;
                    array.kind = Kind::Array { of: inner, length, dimensions: whole };
                }
                _ => array.kind = Kind::Unknown("an array that is too large".to_owned()),
            }
        }
    }

    /// Reads the types in a program's debug information.
    pub fn of(program: &Program<'_>) -> Result<Types, Error> {
        // Debug information is only available in generated code. A program without any is not
        // compiled, because it may contain something that this machine has no code for.
        match program.module().get_global_metadata_size("llvm.dbg.cu") {
            0 => Err(dwarf::none()),
            _ => dwarf::read(&object_file::emit(program)?),
        }
    }

    /// A type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The structs with this name: the whole path, its last part, or another name in the source.
    pub fn structs_named(&self, name: &str) -> Vec<TypeId> {
        let is_struct = |id: TypeId| self.is_object(id);
        let fits = |known: &str| known == name || last_part(known) == name;
        let found: Vec<TypeId> =
            self.ids().filter(|&id| is_struct(id) && fits(&self.get(id).name)).collect();
        if !found.is_empty() {
            return found;
        }
        let aliases = self.aliases.iter().filter(|(known, id)| fits(known) && is_struct(*id));
        let mut found: Vec<TypeId> = aliases.map(|&(_, id)| id).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether values of a type are objects: structs, and enums with data.
    pub fn is_object(&self, id: TypeId) -> bool {
        matches!(self.get(id).kind, Kind::Struct { .. } | Kind::Tagged { .. })
    }

    /// The classes of C++ that have a base class, directly or not, and where in their objects it is.
    pub fn derived_from(&self, base: TypeId) -> Vec<(TypeId, u64)> {
        let mut found = vec![(base, 0)];
        let mut next = 0;
        while let Some(&(above, within)) = found.get(next) {
            next += 1;
            let base_in = |of: &Type| match &of.kind {
                Kind::Struct { fields } => {
                    let mut bases = fields.iter().filter(|field| field.name.is_empty());
                    bases.find(|field| field.of == above).map(|field| field.offset + within)
                }
                _ => None,
            };
            let below = self.ids().filter(|&id| !self.get(id).name.is_empty());
            let below = below.filter_map(|id| Some((id, base_in(self.get(id))?)));
            let below: Vec<_> = below.filter(|(id, _)| !found.iter().any(|f| f.0 == *id)).collect();
            found.extend(below);
        }
        found.split_off(1)
    }

    /// The offset and the type of a field, which may be nested: `position.x`.
    pub fn field_at(&self, of: TypeId, path: &str) -> Option<(u64, TypeId)> {
        path.split('.').try_fold((0, of), |(offset, of), name| {
            let Kind::Struct { fields } = &self.get(of).kind else { return None };
            let field = fields.iter().find(|field| field.name == name)?;
            Some((offset + field.offset, field.of))
        })
    }

    /// The names of all structs, for messages.
    pub fn struct_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .types
            .iter()
            .filter(|of| matches!(of.kind, Kind::Struct { .. }) && !of.name.is_empty())
            .map(|of| of.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The type inside library wrappers: `T` of `RefCell<T>`.
    pub fn guarded(&self, id: TypeId) -> TypeId {
        // A chain of wrappers is at most as long as the number of types.
        let mut id = id;
        for _ in 0..self.types.len() {
            match library::guarded(self.get(id)) {
                Some(inner) => id = inner,
                None => break,
            }
        }
        id
    }

    /// All types.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len() as u32).map(TypeId)
    }

    /// Merges equal types: every source that includes a header has its own copy of the header's
    /// types.
    fn merge_copies(&mut self) {
        let mut first: HashMap<(String, u64), TypeId> = HashMap::new();
        let mut same: Vec<TypeId> = self.ids().collect();
        for id in self.ids() {
            let of = self.get(id);
            if let Kind::Struct { .. } | Kind::Tagged { .. } = of.kind
                && !of.name.is_empty()
            {
                same[id.0 as usize] = *first.entry((of.name.clone(), of.size)).or_insert(id);
            }
        }
        for of in &mut self.types {
            match &mut of.kind {
                Kind::Pointer(Pointer { to: Some(id), .. }) | Kind::Array { of: id, .. } => {
                    *id = same[id.0 as usize];
                }
                Kind::Struct { fields } | Kind::Union { fields } => {
                    fields.iter_mut().for_each(|field| field.of = same[field.of.0 as usize]);
                }
                Kind::Tagged { variants, .. } => {
                    variants
                        .iter_mut()
                        .for_each(|variant| variant.of = same[variant.of.0 as usize]);
                }
                _ => {}
            }
            of.arguments.iter_mut().for_each(|id| *id = same[id.0 as usize]);
        }
        let of = |id: TypeId| same[id.0 as usize];
        self.aliases.iter_mut().for_each(|(_, id)| *id = of(*id));
        for function in &mut self.functions {
            let ids = function.parameters.iter_mut().chain([&mut function.returns]);
            ids.flatten().for_each(|id| *id = of(*id));
        }
        // A copy keeps its index, because ids are indices, but loses its name.
        for id in self.ids() {
            if same[id.0 as usize] != id {
                self.types[id.0 as usize].name.clear();
            }
        }
    }
}

/// `Node` of `std::list::Node<i32>`: the path's last part, without type arguments.
fn last_part(path: &str) -> &str {
    let plain = path.split('<').next().unwrap_or(path);
    plain.rsplit("::").next().unwrap_or(plain)
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.name.is_empty() { "(no name)" } else { &self.name };
        write!(f, "{name}, {} bytes", self.size)
    }
}
