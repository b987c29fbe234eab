//! Test code in Rust: the user's file, and after it a module with a test for each
//! structure, which therefore sees private fields.
//!
//! Where safe code can build a structure, each object is a variable, after the objects
//! that it refers to. Where it cannot (cycles, several kinds of pointers to one object),
//! memory for all objects comes first and then their values, as one does it by hand.

use std::collections::BTreeMap;
use std::fmt::Write;

use pikse_front::Bounds;
use pikse_front::containers::{LibraryContainer, container_of};
use pikse_llvm::Types;
use pikse_llvm::types::{Access, Field, Flavour, Kind, Pointer, Type, TypeId};
use pikse_structure::{Object, ObjectId, Structure, Value};

use crate::calls::{Calls, Part, enumerator};
use crate::error::ReportError;
use crate::names::Names;
use crate::rust_owners::{Home, Plan, owner};
use crate::shape::{is_unusual, of_object};
use crate::test_code::{Call, Subject};

/// A generator for Rust.
#[derive(Debug)]
pub(crate) struct Rust<'a> {
    pub(crate) types: &'a Types,
    pub(crate) bounds: &'a Bounds,
    pub(crate) subject: &'a Subject<'a>,
    names: Names,
    /// Whether integers say their type, since a type parameter could be another one.
    int_types: bool,
    /// Whether pointers point to objects without owning them.
    pub(crate) has_borrows: bool,
    /// What tests do, if they are of inputs.
    pub(crate) calls: Option<Calls<'a>>,
    /// The types that test code can build.
    checked: Vec<TypeId>,
}

/// The values of an object that are not yet in the expression.
type Values<'b> = std::slice::Iter<'b, Value>;

/// What an expression is written for.
pub(crate) struct Writing<'b> {
    pub(crate) part: &'b Part<'b>,
    pub(crate) plan: &'b Plan,
    /// What goes before the names of variables.
    pub(crate) prefix: &'b str,
}

impl<'a> Rust<'a> {
    pub(crate) fn new(
        types: &'a Types,
        bounds: &'a Bounds,
        subject: &'a Subject<'a>,
        calls: Option<Calls<'a>>,
    ) -> Result<Self, ReportError> {
        let names = Names::new(&bounds.space);
        let is_generic = |of: TypeId| types.get(types.guarded(of)).name.contains('<');
        let int_types = bounds.types.iter().copied().flatten().any(is_generic);
        let (has_borrows, checked) = (false, Vec::new());
        let mut rust =
            Rust { types, bounds, subject, names, int_types, has_borrows, calls, checked };
        // The root of an input is nothing that is declared.
        let declared = usize::from(calls.is_some());
        for (class, of) in bounds.space.classes().iter().zip(&bounds.types).skip(declared) {
            let of = of.ok_or_else(|| ReportError::NoName { class: class.name.clone() })?;
            rust.check(of)?;
        }
        Ok(rust)
    }

    /// Whether test code can build a type.
    fn check(&mut self, id: TypeId) -> Result<(), ReportError> {
        let of = self.types.get(id);
        if is_container(&of.name) {
            // Other arguments are allocators and hashers.
            let contents = match container_of(self.types, id) {
                Some(LibraryContainer { key, value, .. }) => {
                    std::iter::once(key).chain(value).collect()
                }
                None if of.name.starts_with("alloc::string::") => Vec::new(),
                None => of.arguments.iter().copied().take(1).collect::<Vec<_>>(),
            };
            return contents.into_iter().try_for_each(|of| self.check_once(of));
        }
        match &of.kind {
            Kind::Tagged { variants, .. } => {
                let is_known = ["core::option::Option<", "core::result::Result<"];
                if !is_known.iter().any(|known| of.name.starts_with(known)) {
                    self.struct_path(of)?;
                    if self.is_far(&of.name) && of.access == Access::Private {
                        return Err(ReportError::Private(of.name.clone()));
                    }
                }
                for variant in variants {
                    let Kind::Struct { fields } = &self.types.get(variant.of).kind else {
                        continue;
                    };
                    for field in fields.iter().filter(|field| field.constant.is_none()) {
                        self.check_once(field.of)?;
                    }
                }
                Ok(())
            }
            Kind::Struct { fields } => {
                self.struct_path(of)?;
                // Another module hides what is private to it, unless it is above the tests.
                let is_inside = self.is_far(&of.name);
                if is_inside && of.access == Access::Private {
                    return Err(ReportError::Private(of.name.clone()));
                }
                for field in fields.iter().filter(|field| field.constant.is_none()) {
                    if is_inside && field.access == Access::Private {
                        let name = format!("{}.{}", of.name, field.name);
                        return Err(ReportError::Private(name));
                    }
                    self.check(field.of)?;
                }
                Ok(())
            }
            Kind::Array { of, .. } => self.check(*of),
            Kind::Pointer(pointer) => {
                self.has_borrows |= owner(pointer.flavour).is_none();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_once(&mut self, of: TypeId) -> Result<(), ReportError> {
        if self.checked.contains(&of) {
            return Ok(());
        }
        self.checked.push(of);
        self.check(of)
    }

    pub(crate) fn prologue(&self) -> String {
        let newline = if self.subject.text.ends_with('\n') { "" } else { "\n" };
        match self.calls {
            Some(_) => self.input_prologue(&format!("{}{newline}", self.subject.text)),
            None => format!("{}{newline}\n{MODULE}{MEMORY}", self.subject.text),
        }
    }

    pub(crate) fn test(&self, number: usize, structure: &Structure) -> Result<String, ReportError> {
        let part = Part::whole(structure);
        let plan = self.plan(structure, &part)?;
        let writing = Writing { part: &part, plan: &plan, prefix: "" };
        let mut text = format!("\n    #[test]\n    fn structure_{number}() {{\n");
        let root = self.name(part.root, "");
        match (&plan.order, plan.is_safe) {
            (Some(order), true) => {
                self.variables(&mut text, &writing, order, false)?;
                // Writing to a string cannot fail.
                let _ = writeln!(text, "        {}", self.assert(&root, &format!("&{root}")));
            }
            _ => {
                self.memory(&mut text, &writing)?;
                let _ = writeln!(text, "            let {root} = &*{root};");
                let _ = writeln!(text, "            {}\n        }}", self.assert(&root, &root));
            }
        }
        Ok(text + "    }\n")
    }

    /// How a part of a structure is built.
    pub(crate) fn plan(&self, structure: &Structure, part: &Part<'_>) -> Result<Plan, ReportError> {
        let mut references = BTreeMap::new();
        for object in &part.objects {
            let of = self.type_of(object)?;
            let mut found = Vec::new();
            match is_unusual(self.bounds, self.types, object) {
                true => {
                    let shape = of_object(self.types, self.bounds, object)?;
                    shape.references(self.types, &mut found);
                }
                false => self.references(of, &mut object.values.iter(), &mut found)?,
            }
            references.insert(object.id, found);
        }
        Plan::new(structure, part, &references)
    }

    /// Each object as a variable, after the objects that it refers to.
    pub(crate) fn variables(
        &self,
        text: &mut String,
        writing: &Writing<'_>,
        order: &[ObjectId],
        is_changed: bool,
    ) -> Result<(), ReportError> {
        let root = writing.part.root;
        for &id in order {
            let Some(object) = writing.part.objects.iter().find(|object| object.id == id) else {
                continue;
            };
            let value = self.object(writing, object)?;
            let home = match (id == root, writing.plan.home(id)) {
                // Dropping it could free what it only points to.
                (true, _) if self.has_borrows => {
                    format!("std::mem::ManuallyDrop::new({value})")
                }
                (true, _) | (_, Home::Box) => value,
                (_, Home::Rc) => format!("std::rc::Rc::new({value})"),
                (_, Home::Arc) => format!("std::sync::Arc::new({value})"),
                (_, Home::Leaked) => format!("Box::into_raw(Box::new({value}))"),
            };
            let changed = if id == root && is_changed { "mut " } else { "" };
            let name = self.name(id, writing.prefix);
            let _ = writeln!(text, "        let {changed}{name} = {home};");
        }
        Ok(())
    }

    /// Memory for all objects, and then, in a block that is left open, their values.
    pub(crate) fn memory(
        &self,
        text: &mut String,
        writing: &Writing<'_>,
    ) -> Result<(), ReportError> {
        for object in &writing.part.objects {
            let memory = match writing.plan.home(object.id) {
                Home::Box | Home::Leaked => "memory::boxed()",
                Home::Rc => "memory::rc()",
                Home::Arc => "memory::arc()",
            };
            let name = self.name(object.id, writing.prefix);
            let _ = writeln!(text, "        let {name} = {memory};");
        }
        *text += "        // Every object is written before it is read, and none is freed.\n        \
             unsafe {\n";
        for object in &writing.part.objects {
            let value = self.object(writing, object)?;
            let name = self.name(object.id, writing.prefix);
            let _ = writeln!(text, "            std::ptr::write({name}, {value});");
        }
        Ok(())
    }

    fn assert(&self, root: &str, reference: &str) -> String {
        match &self.subject.call {
            Call::Method(name) => format!("assert!({root}.{name}());"),
            Call::Reference(name) | Call::Pointer(name) => format!("assert!({name}({reference}));"),
        }
    }

    /// The variable of an object.
    pub(crate) fn name(&self, id: ObjectId, prefix: &str) -> String {
        format!("{prefix}{}", self.names.of(&self.bounds.space, id))
    }

    fn type_of(&self, object: &Object) -> Result<TypeId, ReportError> {
        let class = || self.bounds.space.class(object.class).name.clone();
        let of = self.bounds.type_of(object.class);
        of.ok_or_else(|| ReportError::NoName { class: class() })
    }

    /// The expression of an object's value.
    fn object(&self, writing: &Writing<'_>, object: &Object) -> Result<String, ReportError> {
        if is_unusual(self.bounds, self.types, object) {
            return self.shape(writing, &of_object(self.types, self.bounds, object)?);
        }
        let of = self.type_of(object)?;
        self.expression(writing, of, &mut object.values.iter())
    }

    /// The expression of a value of a type. Types nest as deep as their source does.
    fn expression(
        &self,
        writing: &Writing<'_>,
        id: TypeId,
        values: &mut Values<'_>,
    ) -> Result<String, ReportError> {
        let of = self.types.get(id);
        match &of.kind {
            Kind::Struct { fields } => self.fields(writing, of, fields, values),
            Kind::Array { of, length, dimensions } => {
                let mut elements = Vec::new();
                match self.types.get(*of).kind {
                    Kind::Struct { .. } | Kind::Array { .. } => {
                        for _ in 0..*length {
                            elements.push(self.expression(writing, *of, values)?);
                        }
                    }
                    _ => {
                        let Some(Value::Array(found)) = values.next() else {
                            return Err(ReportError::OtherBounds);
                        };
                        for value in found {
                            elements.push(self.scalar(writing, *of, value)?);
                        }
                    }
                }
                // An array of arrays has all its elements in one.
                for inner in dimensions.iter().skip(1).rev() {
                    let rows = elements.chunks((*inner).max(1) as usize);
                    elements = rows.map(|row| format!("[{}]", row.join(", "))).collect();
                }
                Ok(format!("[{}]", elements.join(", ")))
            }
            _ => self.scalar(writing, id, values.next().ok_or(ReportError::OtherBounds)?),
        }
    }

    fn fields(
        &self,
        writing: &Writing<'_>,
        of: &Type,
        fields: &[Field],
        values: &mut Values<'_>,
    ) -> Result<String, ReportError> {
        let path = self.struct_path(of)?;
        let mut parts = Vec::new();
        for field in fields.iter().filter(|field| field.constant.is_none()) {
            let value = self.expression(writing, field.of, values)?;
            let name = field.name.strip_prefix("__").filter(|name| is_number(name));
            parts.push((name.unwrap_or(&field.name), value));
        }
        let only_values = |parts: Vec<(&str, String)>| {
            parts.into_iter().map(|(_, value)| value).collect::<Vec<_>>().join(", ")
        };
        Ok(match guard(&of.name) {
            // The cell inside another cell is not written.
            Some("") => only_values(parts),
            Some(guard) => format!("{guard}({})", only_values(parts)),
            None if of.name.starts_with('(') => match &parts[..] {
                [(_, only)] => format!("({only},)"),
                _ => format!("({})", only_values(parts)),
            },
            None if path.ends_with("PhantomData") => path,
            None if parts.is_empty() => format!("{path} {{}}"),
            None => {
                let shown = parts.iter().map(|(name, value)| format!("{}: {value}", escape(name)));
                format!("{path} {{ {} }}", shown.collect::<Vec<_>>().join(", "))
            }
        })
    }

    pub(crate) fn scalar(
        &self,
        writing: &Writing<'_>,
        id: TypeId,
        value: &Value,
    ) -> Result<String, ReportError> {
        let of = self.types.get(id);
        Ok(match (value, &of.kind) {
            (Value::Int(_), _) if is_special(of) => self.constant(of, value),
            (Value::Int(int), _) if self.int_types => format!("{int}_{}", of.name),
            (Value::Bool(bool), _) if of.name.ends_with("AtomicBool") => {
                format!("std::sync::atomic::AtomicBool::new({bool})")
            }
            (Value::Int(_) | Value::Bool(_) | Value::Enum(_), _) => self.constant(of, value),
            (Value::Null, Kind::Pointer(pointer)) => null(pointer).to_owned(),
            (Value::Ref(to), Kind::Pointer(pointer)) => {
                let pointed = match writing.plan.is_safe {
                    true => self.safe_pointer(writing, pointer.flavour, *to),
                    false => self.made_pointer(writing, pointer.flavour, *to),
                };
                if pointer.in_option { format!("Some({pointed})") } else { pointed }
            }
            _ => return Err(ReportError::OtherBounds),
        })
    }

    /// A value that is not an object.
    pub(crate) fn constant(&self, of: &Type, value: &Value) -> String {
        match value {
            Value::Int(int) if of.name == "char" => u32::try_from(*int)
                .ok()
                .and_then(char::from_u32)
                .map_or_else(String::new, |c| format!("{c:?}")),
            Value::Int(int) if is_special(of) => {
                format!("std::num::NonZero::new({int}).unwrap()")
            }
            Value::Int(int) => int.to_string(),
            Value::Bool(bool) => bool.to_string(),
            Value::Enum(variant) => {
                let path = self.path_here(&of.name).unwrap_or_else(|| of.name.clone());
                format!("{}::{}", without_arguments(&path), enumerator(of, *variant).0)
            }
            Value::Null | Value::Ref(_) | Value::Array(_) | Value::Absent => String::new(),
        }
    }

    /// A pointer to the variable of an object.
    fn safe_pointer(&self, writing: &Writing<'_>, flavour: Flavour, to: ObjectId) -> String {
        let name = self.name(to, writing.prefix);
        match (flavour, writing.plan.home(to)) {
            (Flavour::Box, _) => format!("Box::new({name})"),
            (Flavour::Rc, _) => format!("std::rc::Rc::clone(&{name})"),
            (Flavour::Arc, _) => format!("std::sync::Arc::clone(&{name})"),
            (Flavour::RcWeak, _) => format!("std::rc::Rc::downgrade(&{name})"),
            (Flavour::ArcWeak, _) => format!("std::sync::Arc::downgrade(&{name})"),
            (Flavour::NonNull, _) => format!("std::ptr::NonNull::new({name}).unwrap()"),
            _ => name,
        }
    }

    /// A pointer to the memory of an object, which is a `*mut`.
    fn made_pointer(&self, writing: &Writing<'_>, flavour: Flavour, to: ObjectId) -> String {
        let name = self.name(to, writing.prefix);
        match flavour {
            Flavour::Box => format!("Box::from_raw({name})"),
            Flavour::Rc => format!("memory::share_rc({name})"),
            Flavour::Arc => format!("memory::share_arc({name})"),
            Flavour::RcWeak => format!("memory::weak_rc({name})"),
            Flavour::ArcWeak => format!("memory::weak_arc({name})"),
            Flavour::NonNull => format!("std::ptr::NonNull::new_unchecked({name})"),
            Flavour::Ref => format!("&*{name}"),
            Flavour::RefMut => format!("&mut *{name}"),
            _ => name,
        }
    }

    /// The references in a value of a type.
    fn references(
        &self,
        id: TypeId,
        values: &mut Values<'_>,
        found: &mut Vec<(Pointer, ObjectId)>,
    ) -> Result<(), ReportError> {
        match &self.types.get(id).kind {
            Kind::Struct { fields } => {
                for field in fields.iter().filter(|field| field.constant.is_none()) {
                    self.references(field.of, values, found)?;
                }
            }
            Kind::Array { of, length, .. } => match self.types.get(*of).kind {
                Kind::Struct { .. } | Kind::Array { .. } => {
                    for _ in 0..*length {
                        self.references(*of, values, found)?;
                    }
                }
                Kind::Pointer(pointer) => {
                    let Some(Value::Array(elements)) = values.next() else {
                        return Err(ReportError::OtherBounds);
                    };
                    found.extend(elements.iter().filter_map(|value| target(pointer, value)));
                }
                _ => drop(values.next()),
            },
            Kind::Pointer(pointer) => {
                let value = values.next().ok_or(ReportError::OtherBounds)?;
                found.extend(target(*pointer, value));
            }
            _ => drop(values.next()),
        }
        Ok(())
    }

    /// A path inside the user's file.
    pub(crate) fn own_path<'b>(&self, name: &'b str) -> Option<&'b str> {
        name.strip_prefix(self.subject.module)?.strip_prefix("::")
    }

    /// A path as the tests name it: inside of their module, or from the root of their crate.
    pub(crate) fn path_here(&self, name: &str) -> Option<String> {
        let own_crate = self.subject.module.split("::").next().unwrap_or_default();
        let in_crate = || name.strip_prefix(own_crate)?.strip_prefix("::");
        let own = self.own_path(name).map(str::to_owned);
        own.or_else(|| in_crate().map(|rest| format!("crate::{rest}")))
    }

    /// Whether a type is in a module whose private items the tests do not see: another one than theirs
    /// and those above it.
    fn is_far(&self, name: &str) -> bool {
        let path = without_arguments(name);
        let module = path.rsplit_once("::").map_or("", |(module, _)| module);
        let is_above = self.subject.module.strip_prefix(module);
        self.path_here(name).is_some()
            && !is_above.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }

    /// How an expression names a struct.
    pub(crate) fn struct_path(&self, of: &Type) -> Result<String, ReportError> {
        if guard(&of.name).is_some() || of.name.starts_with('(') {
            return Ok(String::new());
        }
        if of.name.starts_with("core::marker::PhantomData<") {
            return Ok("std::marker::PhantomData".to_owned());
        }
        match self.path_here(&of.name) {
            Some(path) => Ok(without_arguments(&path).to_owned()),
            None => Err(ReportError::Foreign { name: of.name.clone() }),
        }
    }
}

fn target(pointer: Pointer, value: &Value) -> Option<(Pointer, ObjectId)> {
    match value {
        Value::Ref(to) => Some((pointer, *to)),
        _ => None,
    }
}

/// A pointer to nothing.
fn null(pointer: &Pointer) -> &'static str {
    match pointer.flavour {
        _ if pointer.in_option => "None",
        Flavour::RcWeak => "std::rc::Weak::new()",
        Flavour::ArcWeak => "std::sync::Weak::new()",
        Flavour::Const => "std::ptr::null()",
        _ => "std::ptr::null_mut()",
    }
}

/// Whether a type is a container of the library, which test code builds of its elements.
fn is_container(name: &str) -> bool {
    let containers =
        ["alloc::vec::", "alloc::string::", "alloc::collections::", "std::collections::"];
    let slices =
        ["alloc::boxed::Box<[", "alloc::boxed::Box<str", "&[", "&mut [", "&str", "&mut str"];
    let counted = ["alloc::rc::Rc<", "alloc::sync::Arc<"];
    let inside = counted.iter().find_map(|owner| name.strip_prefix(owner));
    let is_counted = |inside: &str| inside.starts_with('[') || inside.starts_with("str");
    inside.is_some_and(is_counted)
        || containers.iter().chain(&slices).any(|start| name.starts_with(start))
}

/// The function that makes a library's type around a value; nothing for the cell that
/// other cells are made of.
pub(crate) fn guard(name: &str) -> Option<&'static str> {
    let guards = [
        ("core::cell::UnsafeCell<", ""),
        ("core::cell::Cell<", "std::cell::Cell::new"),
        ("core::cell::RefCell<", "std::cell::RefCell::new"),
        ("core::num::wrapping::Wrapping<", "std::num::Wrapping"),
        ("core::cmp::Reverse<", "std::cmp::Reverse"),
        ("std::sync::poison::mutex::Mutex<", "std::sync::Mutex::new"),
        ("std::sync::poison::rwlock::RwLock<", "std::sync::RwLock::new"),
        ("core::sync::atomic::AtomicPtr<", "std::sync::atomic::AtomicPtr::new"),
        ("core::sync::atomic::AtomicI8", "std::sync::atomic::AtomicI8::new"),
        ("core::sync::atomic::AtomicI16", "std::sync::atomic::AtomicI16::new"),
        ("core::sync::atomic::AtomicI32", "std::sync::atomic::AtomicI32::new"),
        ("core::sync::atomic::AtomicI64", "std::sync::atomic::AtomicI64::new"),
        ("core::sync::atomic::AtomicIsize", "std::sync::atomic::AtomicIsize::new"),
        ("core::sync::atomic::AtomicU8", "std::sync::atomic::AtomicU8::new"),
        ("core::sync::atomic::AtomicU16", "std::sync::atomic::AtomicU16::new"),
        ("core::sync::atomic::AtomicU32", "std::sync::atomic::AtomicU32::new"),
        ("core::sync::atomic::AtomicU64", "std::sync::atomic::AtomicU64::new"),
        ("core::sync::atomic::AtomicUsize", "std::sync::atomic::AtomicUsize::new"),
    ];
    guards.into_iter().find(|(start, _)| name.starts_with(start)).map(|(_, guard)| guard)
}

/// `list::Node` of `list::Node<i32>`: an expression infers the arguments.
fn without_arguments(path: &str) -> &str {
    path.split('<').next().unwrap_or(path)
}

pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A field called like a keyword; debug information has it without the `r#`.
pub(crate) fn escape(name: &str) -> String {
    const KEYWORDS: &str = " as async await break const continue dyn else enum extern false fn for \
        gen if impl in let loop match mod move mut pub ref return static struct trait true try type \
        unsafe use where while yield ";
    match KEYWORDS.contains(&format!(" {name} ")) {
        true => format!("r#{name}"),
        false => name.to_owned(),
    }
}

/// The beginning of the tests' module.
const MODULE: &str = "\
#[cfg(test)]
#[allow(dead_code, unsafe_code, unused_imports, unused_unsafe)]
mod pikse_structures {
    use super::*;
";

/// The first items of the module.
pub(crate) const MEMORY: &str = "
    /// Memory for objects that are written later and never freed.
    mod memory {
        use std::mem::ManuallyDrop;
        use std::rc::{self, Rc};
        use std::sync::{self, Arc};

        pub fn boxed<T>() -> *mut T {
            Box::into_raw(Box::<T>::new_uninit()).cast()
        }

        pub fn rc<T>() -> *mut T {
            Rc::into_raw(Rc::<T>::new_uninit()).cast_mut().cast()
        }

        pub fn arc<T>() -> *mut T {
            Arc::into_raw(Arc::<T>::new_uninit()).cast_mut().cast()
        }

        pub unsafe fn share_rc<T>(object: *mut T) -> Rc<T> {
            unsafe {
                Rc::increment_strong_count(object);
                Rc::from_raw(object)
            }
        }

        pub unsafe fn share_arc<T>(object: *mut T) -> Arc<T> {
            unsafe {
                Arc::increment_strong_count(object);
                Arc::from_raw(object)
            }
        }

        pub unsafe fn weak_rc<T>(object: *mut T) -> rc::Weak<T> {
            Rc::downgrade(&ManuallyDrop::new(unsafe { Rc::from_raw(object) }))
        }

        pub unsafe fn weak_arc<T>(object: *mut T) -> sync::Weak<T> {
            Arc::downgrade(&ManuallyDrop::new(unsafe { Arc::from_raw(object) }))
        }
    }
";

/// Whether values of an integer type are not written as integers.
fn is_special(of: &Type) -> bool {
    of.name == "char" || of.name.starts_with("core::num::nonzero::NonZero<")
}
