//! The types of a program, from its debug information.
//!
//! A [`Types`] is a table of types as a program lays them out: structs with fields
//! at offsets, pointers with what they point to, integers with their width. It is
//! what bounds are inferred from. Names of types are paths (`alloc::boxed::Box<T>`);
//! typedefs and qualifiers are looked through.
//!
//! Rust's pointers are recognised by what they are in memory: `Box`, references,
//! `NonNull`, `Rc` and `Arc` are pointers that are never null (the last two to an
//! object with counters before the value), and an `Option` of such a pointer is a
//! pointer that may be.
//!
//! **Invariant:** the debug information of a file may be anything; a type that
//! cannot be made sense of is [`Kind::Unknown`] with the reason, never a guess.

mod dwarf;
mod functions;
mod object_file;

use std::collections::HashMap;
use std::fmt;

use crate::error::Error;
use crate::program::Program;

pub use functions::Function;

/// A type of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);

/// The types of a program.
#[derive(Debug, Default)]
pub struct Types {
    types: Vec<Type>,
    /// Other names of structs.
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
    Pointer {
        /// What it points to; `None` for `void`.
        to: Option<TypeId>,
        /// Whether it can be null.
        nullable: bool,
    },
    /// Fields at offsets.
    Struct {
        /// The fields, in order of declaration; base classes are fields too.
        fields: Vec<Field>,
    },
    /// Equal elements one after the other.
    Array {
        /// The type of each.
        of: TypeId,
        /// How many.
        length: u64,
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
}

impl Types {
    /// The types that a program's debug information tells of.
    pub fn of(program: &Program<'_>) -> Result<Types, Error> {
        dwarf::read(&object_file::emit(program)?)
    }

    /// A type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The structs with this name: the whole path, its last part, or another name
    /// that the source gives it.
    pub fn structs_named(&self, name: &str) -> Vec<TypeId> {
        let is_struct = |of: &Type| matches!(of.kind, Kind::Struct { .. });
        let fits = |known: &str| known == name || last_part(known) == name;
        let mut found: Vec<TypeId> =
            self.ids().filter(|&id| is_struct(self.get(id)) && fits(&self.get(id).name)).collect();
        if found.is_empty() {
            let aliases = self.aliases.iter().filter(|(known, _)| fits(known));
            found = aliases.map(|&(_, id)| id).collect();
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// Takes in another name of a type. A struct without a name of its own has it.
    fn add_alias(&mut self, name: &str, of: TypeId) {
        let named = &mut self.types[of.0 as usize];
        if let Kind::Struct { .. } = named.kind {
            if named.name.is_empty() {
                named.name = name.to_owned();
            }
            self.aliases.push((name.to_owned(), of));
        }
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
                Kind::Pointer { to: Some(id), .. } | Kind::Array { of: id, .. } => {
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
