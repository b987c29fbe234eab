//! Types of Rust's and C++'s libraries that only guard a value: what they hold takes
//! their place in a path, and what they keep for themselves is constant.

use super::{Kind, Type, TypeId, Types};

/// Types of Rust's library around one value, with the name of the value.
const GUARDS: [(&str, &str); 9] = [
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

/// The only value that what a guard keeps for itself has: nobody borrows, no lock is
/// held.
const AT_REST: i64 = 0;

/// Whether a name is that of a template of C++'s library, whatever the namespace of
/// its version.
pub(super) fn is_std(name: &str, template: &str) -> bool {
    let Some(rest) = name.strip_prefix("std::") else { return false };
    let versioned = rest.split_once("::").filter(|(version, _)| version.starts_with("__"));
    rest.starts_with(template) || versioned.is_some_and(|(_, rest)| rest.starts_with(template))
}

/// Takes the names from what guards hold, and makes the rest constant.
pub(super) fn see_through(types: &mut Types) {
    for of in &mut types.types {
        let Kind::Struct { fields } = &mut of.kind else { continue };
        if of.name == "core::sync::atomic::AtomicBool" {
            of.kind = Kind::Bool;
        } else if of.name.starts_with("core::num::nonzero::NonZero<") {
            of.kind = Kind::Unknown("a number that is never zero".to_owned());
        } else if is_std(&of.name, "weak_ptr<") {
            of.kind = Kind::Unknown("a std::weak_ptr".to_owned());
        } else if is_std(&of.name, "unique_ptr<") && of.name.contains("[]") {
            of.kind = Kind::Unknown("a std::unique_ptr to an array".to_owned());
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

/// The type that a guard holds.
pub(super) fn guarded(of: &Type) -> Option<TypeId> {
    let Kind::Struct { fields } = &of.kind else { return None };
    guard(&of.name)?;
    fields.iter().find(|field| field.name.is_empty()).map(|field| field.of)
}

fn guard(name: &str) -> Option<(&'static str, &'static str)> {
    GUARDS.into_iter().find(|(start, _)| name.starts_with(start))
}
