//! The types of a program, from its debug information.
//!
//! A [`Types`] is a table of types as a program lays them out: structs with fields
//! at offsets, pointers with what they point to, integers with their width. It is
//! what bounds are inferred from. Names of types are paths (`alloc::boxed::Box<T>`);
//! typedefs and qualifiers are looked through.
//!
//! Pointers of Rust's and C++'s libraries are recognised by what they are in memory:
//! `Box`, references, `NonNull`, `Rc` and `Arc` are pointers that are never null, an
//! `Option` of such a pointer is a pointer that may be, and `std::unique_ptr` and
//! `std::shared_ptr` are pointers. A [`Pointer`] says which one it is. What the
//! library keeps beside a value (`RefCell`'s count of borrows) is a field with a
//! constant.
//!
//! **Invariant:** the debug information of a file may be anything; a type that
//! cannot be made sense of is [`Kind::Unknown`] with the reason, never a guess.

mod dwarf;
mod functions;
mod library;
mod object_file;
mod pointer;

use std::collections::HashMap;
use std::fmt;

use crate::error::Error;
use crate::program::Program;

pub use functions::Function;
pub use pointer::{Flavour, Pointer};

/// A type of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);

/// The types of a program.
#[derive(Debug, Default)]
pub struct Types {
    types: Vec<Type>,
    /// Other names of types.
    aliases: Vec<(String, TypeId)>,
    functions: Vec<Function>,
}

/// A type: its name, size and kind.
#[derive(Clone, Debug)]
pub struct Type {
    /// The path of the type, with its type arguments; empty for a type without name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// What it is.
    pub kind: Kind,
    /// Whether the name is a typedef's: C then has no `struct` before it.
    pub is_typedef: bool,
    /// Who may name it.
    pub access: Access,
}

/// Who may name a type or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Public,
    /// Some: `protected` in C++, `pub(crate)` and the like in Rust.
    Restricted,
    /// Nobody outside the class, or the module.
    Private,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        /// The fields, in order of declaration; base classes are fields too.
        ///
        /// A field without a name is one that adds nothing to a path: a base class,
        /// an anonymous member of C, what a `Cell` or a `std::array` holds.
        fields: Vec<Field>,
    },
    /// Equal elements one after the other.
    Array {
        /// The type of each.
        of: TypeId,
        /// How many, in all dimensions together.
        length: u64,
        /// The length of each dimension, the outermost first.
        dimensions: Vec<u64>,
    },
    /// Something else: a union, a float, a Rust enum with data; with its description.
    Unknown(String),
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// Its type.
    pub of: TypeId,
    /// Whether it is a bit-field, which has no address.
    pub is_bit_field: bool,
    /// Whether it is declared `const`.
    pub is_const: bool,
    /// Who may name it.
    pub access: Access,
    /// The one value that it has, if the library keeps it for itself.
    pub constant: Option<i64>,
}

/// How deep arrays of arrays may be.
const MAX_DIMENSIONS: usize = 16;

impl Types {
    /// An array of arrays is one array with more dimensions, as in C; and arrays have a
    /// size, which debug information leaves out.
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

    /// The types that a program's debug information tells of.
    pub fn of(program: &Program<'_>) -> Result<Types, Error> {
        // Making code is the way to debug information that stands nowhere else; without any there is
        // no need to, and a program may have what this machine has no code for.
        match program.module().get_global_metadata_size("llvm.dbg.cu") {
            0 => Err(dwarf::none()),
            _ => dwarf::read(&object_file::emit(program)?),
        }
    }

    /// A type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The structs with this name: the whole path, its last part, or another name that
    /// the source gives one.
    pub fn structs_named(&self, name: &str) -> Vec<TypeId> {
        let is_struct = |id: TypeId| matches!(self.get(id).kind, Kind::Struct { .. });
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

    /// The type behind library wrappers that only guard it: `T` of `RefCell<T>`.
    pub fn guarded(&self, id: TypeId) -> TypeId {
        // No chain of wrappers is longer than there are types.
        let mut id = id;
        for _ in 0..self.types.len() {
            match library::guarded(self.get(id)) {
                Some(inner) => id = inner,
                None => break,
            }
        }
        id
    }

    fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len() as u32).map(TypeId)
    }

    /// Types that say the same are one type: every source that includes a header
    /// has its own copy of the header's types.
    fn merge_copies(&mut self) {
        let mut first: HashMap<(String, u64), TypeId> = HashMap::new();
        let mut same: Vec<TypeId> = self.ids().collect();
        for id in self.ids() {
            let of = self.get(id);
            if let Kind::Struct { .. } = of.kind
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
                Kind::Struct { fields } => {
                    fields.iter_mut().for_each(|field| field.of = same[field.of.0 as usize]);
                }
                _ => {}
            }
        }
        let of = |id: TypeId| same[id.0 as usize];
        self.aliases.iter_mut().for_each(|(_, id)| *id = of(*id));
        for function in &mut self.functions {
            let ids = function.parameters.iter_mut().chain([&mut function.returns]);
            ids.flatten().for_each(|id| *id = of(*id));
        }
        // A copy keeps its place, since ids are places, but loses its name.
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
