//! Rust code that compares two structures from their roots, in lockstep. Addresses of objects do
//! not matter.

use std::fmt::Write;

use pikse_llvm::types::{Kind, TypeId};

use crate::calls;
use crate::rust::{Rust, escape, guard, is_number};

impl Rust<'_> {
    /// The trait, and its implementation for every type that the structures are made of.
    pub(crate) fn same(&self) -> String {
        let mut types: Vec<TypeId> = self.bounds.types.iter().copied().flatten().collect();
        let call = self.calls.and_then(|calls| calls::function(self.types, &calls.property.call));
        types.extend(call.and_then(|call| call.returns));
        let mut text = SAME.to_owned();
        let (mut at, mut named) = (0, Vec::new());
        while let Some(&id) = types.get(at) {
            at += 1;
            let of = self.types.get(id);
            let path = self.own_path(&of.name).map(|_| self.type_path(&of.name));
            let mut conditions = Vec::new();
            match &of.kind {
                Kind::Struct { fields } => {
                    for field in fields.iter().filter(|field| field.constant.is_none()) {
                        if !types.contains(&field.of) {
                            types.push(field.of);
                        }
                        let name = field.name.strip_prefix("__").filter(|name| is_number(name));
                        let name = escape(name.unwrap_or(&field.name));
                        conditions
                            .push(format!("PikseSame::same(&self.{name}, &other.{name}, pairs)"));
                    }
                }
                Kind::Array { of, .. } => {
                    if !types.contains(of) {
                        types.push(*of);
                    }
                    continue;
                }
                Kind::Enum { .. } => conditions.push(
                    "std::mem::discriminant(self) == std::mem::discriminant(other)".to_owned(),
                ),
                _ => continue,
            }
            let Some(path) = path.filter(|_| guard(&of.name).is_none()) else { continue };
            if named.contains(&path) {
                continue;
            }
            if conditions.is_empty() {
                conditions.push("true".to_owned());
            }
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n    impl PikseSame for {path} {{\n        \
                 fn same(&self, other: &Self, pairs: &mut Pairs) -> bool {{\n            \
                 {}\n        }}\n    }}\n",
                conditions.join("\n                && ")
            );
            named.push(path);
        }
        text
    }

    /// A type with its arguments. Debug information knows no lifetimes; the source does.
    fn type_path(&self, name: &str) -> String {
        let own = format!("{}::", self.subject.module);
        let path = name.replace(&own, "").replace("alloc::", "std::").replace("core::", "std::");
        let (plain, arguments) = match path.split_once('<') {
            Some((plain, rest)) => (plain, rest.strip_suffix('>').unwrap_or(rest)),
            None => (path.as_str(), ""),
        };
        let lifetimes = lifetimes(self.subject.text, plain.rsplit("::").next().unwrap_or(plain));
        let mut all = vec!["'_"; lifetimes];
        all.extend((!arguments.is_empty()).then_some(arguments));
        match all.is_empty() {
            true => plain.to_owned(),
            false => format!("{plain}<{}>", all.join(", ")),
        }
    }
}

/// The number of lifetime parameters of a struct.
fn lifetimes(text: &str, name: &str) -> usize {
    let declared = text.match_indices("struct ").find_map(|(at, word)| {
        let rest = text[at + word.len()..].trim_start().strip_prefix(name)?;
        rest.trim_start().strip_prefix('<')
    });
    let parameters = declared.map_or("", |rest| rest.split('>').next().unwrap_or(rest));
    parameters.split(',').filter(|one| one.trim_start().starts_with('\'')).count()
}

/// The trait and its implementations for library types.
const SAME: &str = "
    /// Objects that were visited, with their counterparts.
    type Pairs = Vec<(usize, usize)>;

    /// Comparison of two structures from two places.
    trait PikseSame {
        fn same(&self, other: &Self, pairs: &mut Pairs) -> bool;
    }

    /// Compares the objects that two pointers point to.
    fn same_object<T: PikseSame>(one: &T, other: &T, pairs: &mut Pairs) -> bool {
        let met = (one as *const T as usize, other as *const T as usize);
        match pairs.iter().find(|pair| pair.0 == met.0 || pair.1 == met.1) {
            Some(known) if std::mem::size_of::<T>() > 0 => *known == met,
            _ => {
                pairs.push(met);
                one.same(other, pairs)
            }
        }
    }

    macro_rules! values {
        ($($of:ty)*) => {
            $(impl PikseSame for $of {
                fn same(&self, other: &Self, _: &mut Pairs) -> bool {
                    self == other
                }
            })*
        };
    }
    values! { () i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool std::cmp::Ordering }

    macro_rules! atomics {
        ($($of:ident)*) => {
            $(impl PikseSame for std::sync::atomic::$of {
                fn same(&self, other: &Self, _: &mut Pairs) -> bool {
                    use std::sync::atomic::Ordering::SeqCst;
                    self.load(SeqCst) == other.load(SeqCst)
                }
            })*
        };
    }
    atomics! { AtomicBool AtomicI8 AtomicI16 AtomicI32 AtomicI64 AtomicIsize }
    atomics! { AtomicU8 AtomicU16 AtomicU32 AtomicU64 AtomicUsize }

    macro_rules! pointers {
        ($($of:ty, $get:expr;)*) => {
            $(impl<T: PikseSame> PikseSame for $of {
                fn same(&self, other: &Self, pairs: &mut Pairs) -> bool {
                    let get: fn(&$of) -> *const T = $get;
                    match unsafe { (get(self).as_ref(), get(other).as_ref()) } {
                        (Some(one), Some(other)) => same_object(one, other, pairs),
                        (one, other) => one.is_none() && other.is_none(),
                    }
                }
            })*
        };
    }
    pointers! {
        Box<T>, |p| &**p;
        std::rc::Rc<T>, |p| std::rc::Rc::as_ptr(p);
        std::sync::Arc<T>, |p| std::sync::Arc::as_ptr(p);
        std::rc::Weak<T>, |p| p.upgrade().map_or(std::ptr::null(), |p| std::rc::Rc::as_ptr(&p));
        std::sync::Weak<T>, |p| p.upgrade().map_or(std::ptr::null(), |p| std::sync::Arc::as_ptr(&p));
        &T, |p| *p;
        &mut T, |p| &**p;
        *const T, |p| *p;
        *mut T, |p| *p;
        std::ptr::NonNull<T>, |p| p.as_ptr();
        std::sync::atomic::AtomicPtr<T>, |p| p.load(std::sync::atomic::Ordering::SeqCst);
    }

    macro_rules! cells {
        ($($of:ty, $get:expr;)*) => {
            $(impl<T: PikseSame> PikseSame for $of {
                fn same(&self, other: &Self, pairs: &mut Pairs) -> bool {
                    let get: fn(&$of) -> *const T = $get;
                    unsafe { (*get(self)).same(&*get(other), pairs) }
                }
            })*
        };
    }
    cells! {
        std::cell::Cell<T>, |c| c.as_ptr();
        std::cell::RefCell<T>, |c| c.as_ptr();
        std::cell::UnsafeCell<T>, |c| c.get();
        std::sync::Mutex<T>, |c| &*c.lock().unwrap();
        std::sync::RwLock<T>, |c| &*c.read().unwrap();
        std::num::Wrapping<T>, |c| &c.0;
        std::cmp::Reverse<T>, |c| &c.0;
    }

    impl<T> PikseSame for std::marker::PhantomData<T> {
        fn same(&self, _: &Self, _: &mut Pairs) -> bool {
            true
        }
    }

    impl<T: PikseSame> PikseSame for Option<T> {
        fn same(&self, other: &Self, pairs: &mut Pairs) -> bool {
            match (self, other) {
                (Some(one), Some(other)) => one.same(other, pairs),
                (one, other) => one.is_none() && other.is_none(),
            }
        }
    }

    impl<T: PikseSame, const N: usize> PikseSame for [T; N] {
        fn same(&self, other: &Self, pairs: &mut Pairs) -> bool {
            self.iter().zip(other).all(|(one, other)| one.same(other, pairs))
        }
    }

    macro_rules! tuples {
        ($(($($of:ident $at:tt),*))*) => {
            $(impl<$($of: PikseSame),*> PikseSame for ($($of,)*) {
                fn same(&self, other: &Self, pairs: &mut Pairs) -> bool {
                    true $(&& self.$at.same(&other.$at, pairs))*
                }
            })*
        };
    }
    tuples! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) }
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifetimes_of_structs() {
        let text = "pub struct Node<'a, 'b: 'a, T> {}\nstruct NodeList<'a>(T);\nstruct List {}";
        for (name, count) in [("Node", 2), ("NodeList", 1), ("List", 0), ("Other", 0)] {
            assert_eq!(lifetimes(text, name), count, "{name}");
        }
    }
}
