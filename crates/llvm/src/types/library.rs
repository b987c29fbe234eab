//! Library types of Rust and C++ that only wrap a value. The wrapped value takes their place in a
//! path, and their bookkeeping fields are constant.

use super::{Kind, Type, TypeId, Types};

/// Wrappers in Rust's library, with the name of the field for the value.
const GUARDS: [(&str, &str); 10] = [
    ("core::mem::manually_drop::ManuallyDrop<", "value"),
    ("core::cell::UnsafeCell<", "value"),
    ("core::cell::Cell<", "value"),
    ("core::cell::RefCell<", "value"),
    ("core::num::wrapping::Wrapping<", "__0"),
    ("core::sync::atomic::AtomicPtr<", "p"),
    ("core::sync::atomic::Atomic", "v"),
    ("std::sync::poison::mutex::Mutex<", "data"),
    ("std::sync::poison::rwlock::RwLock<", "data"),
    ("core::cmp::Reverse<", "__0"),
];

/// The only value of a wrapper's bookkeeping fields: not borrowed, not locked.
const AT_REST: i64 = 0;

/// Whether a name is that of a template of the C++ library, in any version namespace.
pub(super) fn is_std(name: &str, template: &str) -> bool {
    let Some(rest) = name.strip_prefix("std::") else { return false };
    let versioned = rest.split_once("::").filter(|(version, _)| version.starts_with("__"));
    rest.starts_with(template) || versioned.is_some_and(|(_, rest)| rest.starts_with(template))
}

/// Removes the names of wrapped fields, and makes the bookkeeping fields constant.
pub(super) fn see_through(types: &mut Types) {
    for of in &mut types.types {
        let Kind::Struct { fields } = &mut of.kind else { continue };
        if of.name == "core::sync::atomic::AtomicBool" {
            of.kind = Kind::Bool;
        } else if of.name.starts_with("core::num::nonzero::NonZero<") {
            let signed = of.name.contains("<i");
            of.kind = Kind::Int { signed };
        } else if is_std(&of.name, "array<") {
            fields.iter_mut().for_each(|field| field.name.clear());
        } else if let Some((_, value)) = guard(&of.name)
            && fields.iter().any(|field| field.name == value)
        {
            for field in fields {
                match field.name == value {
                    true => field.name.clear(),
                    false => field.constant = Some(AT_REST),
                }
            }
        }
    }
}

/// The type that a wrapper holds.
pub(super) fn guarded(of: &Type) -> Option<TypeId> {
    let Kind::Struct { fields } = &of.kind else { return None };
    guard(&of.name)?;
    fields.iter().find(|field| field.name.is_empty()).map(|field| field.of)
}

fn guard(name: &str) -> Option<(&'static str, &'static str)> {
    GUARDS.into_iter().find(|(start, _)| name.starts_with(start))
}
