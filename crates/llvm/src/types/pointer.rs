//! Kinds of pointers: plain pointers, references, and the smart pointers of Rust and C++, which are
//! structs around a pointer.

use serde::{Deserialize, Serialize};

use super::library::is_std;
use super::{Field, Kind, Type, TypeId, Types};

/// A pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pointer {
    /// The type it points to; `None` for `void`. For `Rc` and `Arc` it is the value, not the block
    /// with the counts.
    pub to: Option<TypeId>,
    /// Whether it can be null.
    pub nullable: bool,
    /// The kind of pointer.
    pub flavour: Flavour,
    /// Whether it is in an `Option`, whose `None` is null.
    pub in_option: bool,
    /// How many bytes before the value it points: `Rc` and `Arc` point to the counts.
    pub before: u64,
}

/// The kind of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Flavour {
    /// `T *` of C and C++.
    Plain,
    /// `T &` of C++.
    Reference,
    /// `std::unique_ptr<T>`
    UniquePtr,
    /// `std::shared_ptr<T>`. Only its pointer is modelled; the pointer to the control block after
    /// it is null, as in a `shared_ptr` without ownership.
    SharedPtr,
    /// `*const T`
    Const,
    /// `*mut T`
    Mut,
    /// `&T`
    Ref,
    /// `&mut T`
    RefMut,
    /// `NonNull<T>`
    NonNull,
    /// `Box<T>`
    Box,
    /// `Rc<T>`
    Rc,
    /// `Arc<T>`
    Arc,
    /// `rc::Weak<T>`
    RcWeak,
    /// `sync::Weak<T>`
    ArcWeak,
}

impl Pointer {
    /// The bits of null: a dangling `Weak` has all bits set.
    pub fn null(&self) -> i64 {
        match self.flavour {
            Flavour::RcWeak | Flavour::ArcWeak if !self.in_option => -1,
            _ => 0,
        }
    }

    /// The kind of a pointer type with a name in the debug information: rustc names its pointers,
    /// clang does not.
    pub(super) fn plain(to: Option<TypeId>, name: &str, is_reference: bool) -> Pointer {
        let names = [
            ("&mut ", Flavour::RefMut),
            ("&", Flavour::Ref),
            ("*const ", Flavour::Const),
            ("*mut ", Flavour::Mut),
            ("alloc::boxed::Box<", Flavour::Box),
        ];
        let named = names.iter().find(|(start, _)| name.starts_with(start));
        let flavour = match named {
            Some(&(_, flavour)) => flavour,
            None if is_reference => Flavour::Reference,
            None => Flavour::Plain,
        };
        let nullable = matches!(flavour, Flavour::Plain | Flavour::Const | Flavour::Mut);
        Pointer { to, nullable, flavour, in_option: false, before: 0 }
    }
}

/// An enum with two variants: one for discriminant 0, and one for all others.
pub(super) struct TwoVariants {
    /// The enum.
    pub(super) number: usize,
    /// The data of the first.
    pub(super) nothing: Option<TypeId>,
    /// The data of the second.
    pub(super) something: Option<TypeId>,
}

/// Turns structs and enums that are pointers in memory into pointers. Wrappers nest, so this
/// repeats until nothing changes.
pub(super) fn recognise(types: &mut Types, enums: &[TwoVariants]) {
    let mut changed = true;
    while changed {
        changed = false;
        for number in 0..types.types.len() {
            if let Some(pointer) = wrapper(types, &types.types[number]) {
                types.types[number].kind = Kind::Pointer(pointer);
                changed = true;
            }
        }
        for of in enums {
            let is_known = matches!(types.types[of.number].kind, Kind::Pointer(_));
            if let Some(pointer) = option(types, of).filter(|_| !is_known) {
                types.types[of.number].kind = Kind::Pointer(pointer);
                changed = true;
            }
        }
    }
}

/// Structs of Rust's library that consist of one pointer.
const WRAPPERS: [(&str, Flavour); 6] = [
    ("core::ptr::non_null::NonNull<", Flavour::NonNull),
    ("core::ptr::unique::Unique<", Flavour::NonNull),
    ("alloc::rc::Rc<", Flavour::Rc),
    ("alloc::rc::Weak<", Flavour::RcWeak),
    ("alloc::sync::Arc<", Flavour::Arc),
    ("alloc::sync::Weak<", Flavour::ArcWeak),
];

/// The pointer inside a library struct.
fn wrapper(types: &Types, of: &Type) -> Option<Pointer> {
    let Kind::Struct { fields } = &of.kind else { return None };
    if let Some(&(_, flavour)) = WRAPPERS.iter().find(|(name, _)| of.name.starts_with(name)) {
        let mut sized = fields.iter().filter(|field| types.get(field.of).size > 0);
        let (Some(only), None) = (sized.next(), sized.next()) else { return None };
        let Kind::Pointer(inner) = types.get(only.of).kind else { return None };
        let nullable = matches!(flavour, Flavour::RcWeak | Flavour::ArcWeak);
        let pointer = Pointer { nullable, flavour, ..inner };
        return match flavour {
            Flavour::NonNull => Some(pointer),
            _ => counted(types, inner.to?).map(|value| Pointer {
                to: Some(value.of),
                before: value.offset,
                ..pointer
            }),
        };
    }
    let flavour = match of.size {
        8 if is_std(&of.name, "unique_ptr<") => Flavour::UniquePtr,
        16 if is_std(&of.name, "shared_ptr<") => Flavour::SharedPtr,
        _ => return None,
    };
    let pointer = first_pointer(types, of, DEEPEST)?;
    Some(Pointer { flavour, nullable: true, ..pointer })
}

/// The value in the block that `Rc` and `Arc` point to, after the counts.
fn counted(types: &Types, block: TypeId) -> Option<&Field> {
    let Kind::Struct { fields } = &types.get(block).kind else { return None };
    fields.iter().find(|field| matches!(field.name.as_str(), "value" | "data"))
}

/// The maximum depth of the pointer inside a C++ smart pointer, with a margin.
const DEEPEST: u32 = 16;

/// The first pointer in a class, through its base classes and members; classes without a pointer
/// (deleters, allocators) are skipped.
fn first_pointer(types: &Types, of: &Type, depth: u32) -> Option<Pointer> {
    let Kind::Struct { fields } = &of.kind else { return None };
    let deeper = depth.checked_sub(1)?;
    fields.iter().filter(|field| field.offset == 0).find_map(|field| {
        let of = types.get(field.of);
        match of.kind {
            Kind::Pointer(pointer) => Some(pointer),
            _ => first_pointer(types, of, deeper),
        }
    })
}

/// The pointer in an enum of a pointer and nothing.
fn option(types: &Types, of: &TwoVariants) -> Option<Pointer> {
    let data = |variant: Option<TypeId>| match &types.get(variant?).kind {
        Kind::Struct { fields } => Some(fields),
        _ => None,
    };
    let ([], [field]) = (&data(of.nothing)?[..], &data(of.something)?[..]) else { return None };
    let Kind::Pointer(pointer) = types.get(field.of).kind else { return None };
    // The null of a `Weak` is not zero, so an `Option` of it can use zero.
    let is_niche = !pointer.nullable || pointer.null() != 0;
    is_niche.then_some(Pointer { nullable: true, in_option: true, ..pointer })
}
