//! Makes a space with its layouts from types and a request.

use std::sync::Arc;

use pikse_llvm::Types;
use pikse_llvm::types::{Kind, Pointer, TypeId};
use pikse_structure::{
    BoundedHeap, CellLayout, ClassId, Domain, Encoding, Layout, Length, SpaceBuilder, Targets,
};

use super::request::{FieldName, Request};
use super::{Bounds, BoundsError};

/// A leaf of a struct: a scalar, or an array of scalars.
#[derive(Debug)]
pub(super) struct Leaf {
    pub(super) name: String,
    offset: u64,
    of: TypeId,
    /// For an array its length.
    length: Option<u64>,
}

/// A class to be.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) of: TypeId,
    /// The names of its type and of the class. They differ if a space has several classes
    /// for one type.
    plain: String,
    pub(super) name: String,
    pub(super) leaves: Vec<Leaf>,
    /// Offset, size and value of the library's own bytes.
    constants: Vec<(u64, u64, i64)>,
}

/// The maximum number of leaves of an object; a struct with a larger array has no
/// sensible bound.
const MAX_LEAVES: usize = 4096;

/// The bounds for a program's types and a request.
pub fn infer(types: &Types, request: &Request) -> Result<Bounds, BoundsError> {
    let root = find_root(types, &request.root)?;
    let classes = reach(types, root, "")?;
    check_names(types, &classes.iter().collect::<Vec<_>>(), &[], request)?;
    let mut builder = SpaceBuilder::new();
    let layouts = add_classes(types, &classes, request, &mut builder, 0)?;
    let types = classes.iter().map(|class| Some(class.of)).collect();
    let space = Arc::new(builder.build().map_err(BoundsError::Space)?);
    let heap = Arc::new(BoundedHeap { space, layouts });
    Ok(Bounds { heap, types, arguments: Vec::new() })
}

/// Adds classes that point to each other to a space that has `before` classes. Returns
/// their layouts.
pub(super) fn add_classes(
    types: &Types,
    classes: &[Class],
    request: &Request,
    builder: &mut SpaceBuilder,
    before: usize,
) -> Result<Vec<Layout>, BoundsError> {
    for class in classes {
        let count = count_of(types, classes, class, request)?;
        builder.class(&class.name, count);
    }
    let mut layouts = Vec::new();
    for (number, class) in classes.iter().enumerate() {
        let prefix = prefix_of(types, classes, class);
        let mut cells = Vec::new();
        for leaf in &class.leaves {
            let field = format!("{}.{}", class.name, leaf.name);
            let (domain, encoding) =
                domain_of(types, (classes, before), class, leaf, &field, request)?;
            let (id, of) = (ClassId::at(before + number), types.get(leaf.of));
            let (size, into, null) = match pointer_of(types, leaf) {
                None => (of.size, 0, 0),
                Some(pointer) => {
                    let target = classes.iter().find(|class| Some(class.of) == pointer.to);
                    let prefix = target.map_or(0, |target| prefix_of(types, classes, target));
                    (POINTER_SIZE, prefix - pointer.before, pointer.null())
                }
            };
            let mut cell = |index: u64| {
                let offset = prefix + leaf.offset + index * of.size;
                cells.push(CellLayout { offset, size, encoding: encoding.clone(), into, null });
            };
            // The handles are not needed: cells are identified by their order.
            match leaf.length {
                None => {
                    builder.scalar::<pikse_structure::Int>(id, &leaf.name, domain);
                    cell(0);
                }
                Some(length) => {
                    let fixed = Length::Fixed(length as u32);
                    builder.array::<pikse_structure::Int>(id, &leaf.name, domain, fixed);
                    (0..length).for_each(&mut cell);
                }
            }
        }
        let counts = [(0, POINTER_SIZE, 1), (POINTER_SIZE, POINTER_SIZE, 1)];
        let counts = counts.into_iter().filter(|_| prefix > 0);
        let kept = class.constants.iter().map(|&(at, size, value)| (prefix + at, size, value));
        let constants = counts.chain(kept).collect();
        let size = prefix + types.get(class.of).size;
        layouts.push(Layout { size, prefix, cells, constants });
    }
    Ok(layouts)
}

/// The size of an address in bytes.
pub(super) const POINTER_SIZE: u64 = 8;

/// The pointer that a leaf is, or that an array has as elements.
fn pointer_of(types: &Types, leaf: &Leaf) -> Option<Pointer> {
    match types.get(leaf.of).kind {
        Kind::Pointer(pointer) => Some(pointer),
        _ => None,
    }
}

/// The number of bytes before the value of an object that pointers point to.
pub(super) fn prefix_of(types: &Types, classes: &[Class], class: &Class) -> u64 {
    let leaves = classes.iter().flat_map(|class| &class.leaves);
    let pointers = leaves.filter_map(|leaf| pointer_of(types, leaf));
    let to_class = pointers.filter(|pointer| pointer.to == Some(class.of));
    to_class.map(|pointer| pointer.before).max().unwrap_or(0)
}

fn find_root(types: &Types, name: &str) -> Result<TypeId, BoundsError> {
    let found = types.structs_named(name);
    match found[..] {
        [root] => Ok(root),
        [] => {
            let likeness = |known: &str| edit_distance(&known.to_lowercase(), &name.to_lowercase());
            let mut near: Vec<&str> = types.struct_names();
            near.sort_by_key(|known| likeness(known.rsplit("::").next().unwrap_or(known)));
            let near = near.into_iter().take(3).map(str::to_owned).collect();
            Err(BoundsError::NoSuchType { name: name.to_owned(), near })
        }
        _ => Err(BoundsError::Ambiguous {
            name: name.to_owned(),
            paths: found.iter().map(|&id| types.get(id).name.clone()).collect(),
        }),
    }
}

/// The root and every struct that pointers can reach, breadth first. Their names begin with
/// `prefix`.
pub(super) fn reach(types: &Types, root: TypeId, prefix: &str) -> Result<Vec<Class>, BoundsError> {
    let mut order = vec![root];
    let mut classes: Vec<Class> = Vec::new();
    while let Some(&of) = order.get(classes.len()) {
        let plain = class_name(types, of, &classes);
        let name = format!("{prefix}{plain}");
        let (leaves, constants) = leaves(types, of, &name)?;
        for leaf in &leaves {
            if let Some(to) = pointer_of(types, leaf).and_then(|pointer| pointer.to)
                && matches!(types.get(to).kind, Kind::Struct { .. })
                && !order.contains(&to)
            {
                order.push(to);
            }
        }
        classes.push(Class { of, plain, name, leaves, constants });
    }
    Ok(classes)
}

/// The last part of a type's path, and the whole path if another class has it.
fn class_name(types: &Types, of: TypeId, classes: &[Class]) -> String {
    let path = &types.get(types.guarded(of)).name;
    let spelled = |text: &str| {
        let fits = |c: char| if pikse_structure::path::is_name_char(c) { c } else { '_' };
        text.chars().map(fits).collect::<String>()
    };
    let plain = path.split('<').next().unwrap_or(path);
    let last = spelled(plain.rsplit("::").next().unwrap_or(plain));
    match last.is_empty() || classes.iter().any(|class| class.plain == last) {
        false => last,
        true => format!("{}_{}", spelled(path), classes.len()),
    }
}

/// The leaves of a struct, and offset, size and value of its constants.
type Leaves = (Vec<Leaf>, Vec<(u64, u64, i64)>);

/// The scalars of a struct, with nested structs and arrays flattened.
fn leaves(types: &Types, of: TypeId, class: &str) -> Result<Leaves, BoundsError> {
    let (mut leaves, mut constants) = (Vec::new(), Vec::new());
    // The parts that are still to be flattened, the next one last.
    let mut todo = vec![Leaf { name: String::new(), offset: 0, of, length: None }];
    let mut steps = 0;
    while let Some(leaf) = todo.pop() {
        steps += 1;
        let no_bound = |why: String| {
            Err(BoundsError::NoBound { field: format!("{class}.{}", leaf.name), why })
        };
        // Damaged debug information may put a struct in itself.
        if leaves.len() + todo.len() > MAX_LEAVES || steps > 8 * MAX_LEAVES {
            return no_bound(format!("part of a struct with more than {MAX_LEAVES} fields"));
        }
        let join = |name: &str| match (leaf.name.is_empty(), name.is_empty()) {
            (true, _) => name.to_owned(),
            (_, true) => leaf.name.clone(),
            _ => format!("{}.{name}", leaf.name),
        };
        match &types.get(leaf.of).kind {
            Kind::Struct { fields } => {
                if let Some(bits) = fields.iter().find(|field| field.is_bit_field) {
                    let field = format!("{class}.{}", join(&bits.name));
                    let why = "a bit-field, which has no address".to_owned();
                    return Err(BoundsError::NoBound { field, why });
                }
                for field in fields.iter().rev() {
                    let (offset, of) = (leaf.offset + field.offset, field.of);
                    match field.constant {
                        Some(value) => {
                            let size = types.get(of).size.min(MAX_LEAVES as u64);
                            constants.extend((0..size).step_by(8).map(|at| {
                                (offset + at, (size - at).min(8), if at == 0 { value } else { 0 })
                            }));
                        }
                        None => {
                            let name = join(&field.name);
                            todo.push(Leaf { name, offset, of, length: None });
                        }
                    }
                }
            }
            &Kind::Array { of, length, .. } => match types.get(of).kind {
                // An array of scalars is one field.
                Kind::Int { .. } | Kind::Bool | Kind::Enum { .. } | Kind::Pointer(_) => {
                    if length > MAX_LEAVES as u64 {
                        return no_bound(format!("an array of {length} elements"));
                    }
                    leaves.push(Leaf { of, length: Some(length), ..leaf });
                }
                _ => {
                    let size = types.get(of).size;
                    let elements = (0..length.min(MAX_LEAVES as u64 + 1)).rev();
                    todo.extend(elements.map(|at| Leaf {
                        name: join(&at.to_string()),
                        offset: leaf.offset + at * size,
                        of,
                        length: None,
                    }));
                }
            },
            Kind::Unknown(why) => return no_bound(why.clone()),
            _ => leaves.push(leaf),
        }
    }
    for leaf in &mut leaves {
        // The other words of a wide pointer are zero.
        let stride = types.get(leaf.of).size;
        if pointer_of(types, leaf).is_some() && stride > POINTER_SIZE {
            let beside = |at| (leaf.offset + at * stride + POINTER_SIZE, stride - POINTER_SIZE, 0);
            constants.extend((0..leaf.length.unwrap_or(1)).map(beside));
        }
        // A class may be a single value in a `Cell`.
        if leaf.name.is_empty() {
            leaf.name = "value".to_owned();
        }
    }
    constants.sort_unstable();
    Ok((leaves, constants))
}

/// The values of a leaf. Classes that pointers point to are numbered after those `before`.
fn domain_of(
    types: &Types,
    (classes, before): (&[Class], usize),
    class: &Class,
    leaf: &Leaf,
    field: &str,
    request: &Request,
) -> Result<(Domain, Encoding), BoundsError> {
    if let Kind::Pointer(Pointer { to, nullable, .. }) = types.get(leaf.of).kind {
        check_no_integers(request, field, |name| names(name, class, leaf, types))?;
        let target = to.and_then(|to| classes.iter().position(|class| class.of == to));
        let Some(target) = target else {
            let why = "a pointer to a type that is not a struct".to_owned();
            return Err(BoundsError::NoBound { field: field.to_owned(), why });
        };
        let asked = request.non_null.iter().any(|name| names(name, class, leaf, types));
        let classes = vec![ClassId::at(before + target)];
        let targets = Targets { nullable: nullable && !asked, classes };
        return Ok((Domain::Reference(targets), Encoding::Address));
    }
    scalar_domain(types, leaf.of, field, request, |name| names(name, class, leaf, types))
}

/// Refuses ranges and lists of integers for a field that is not an integer.
fn check_no_integers(
    request: &Request,
    field: &str,
    is_meant: impl Fn(&FieldName) -> bool,
) -> Result<(), BoundsError> {
    let ranges = request.ranges.iter().map(|range| &range.field);
    let mut given = ranges.chain(request.values.iter().map(|list| &list.field));
    match given.find(|name| is_meant(name)) {
        None => Ok(()),
        Some(given) => {
            let why = format!("`{}` is given, but the field is not an integer", given.field);
            Err(BoundsError::BadRange { field: field.to_owned(), why })
        }
    }
}

/// The values of a scalar that is not a pointer; `is_meant` accepts the names that mean it.
pub(super) fn scalar_domain(
    types: &Types,
    of: TypeId,
    field: &str,
    request: &Request,
    is_meant: impl Fn(&FieldName) -> bool,
) -> Result<(Domain, Encoding), BoundsError> {
    let of = types.get(of);
    let asked = request.ranges.iter().rev().find(|range| is_meant(&range.field));
    let listed = request.values.iter().rev().find(|list| is_meant(&list.field));
    if !matches!(of.kind, Kind::Int { .. }) {
        check_no_integers(request, field, &is_meant)?;
    }
    Ok(match &of.kind {
        &Kind::Int { signed } => {
            let (low, high) = match asked {
                None => (0, i64::from(request.size)),
                Some(range) => {
                    (range.low.for_size(request.size), range.high.for_size(request.size))
                }
            };
            let (least, most) = limits(of.size, signed);
            if let Some(list) = listed {
                let values = list.values.iter().map(|value| value.for_size(request.size));
                let values: Vec<i64> = values.collect();
                let fits = |value: &i64| (least..=most).contains(&i128::from(*value));
                if let Some(value) = values.iter().find(|value| !fits(value)) {
                    let why = format!("{value} is not within {least}..{most}");
                    return Err(BoundsError::BadRange { field: field.to_owned(), why });
                }
                return Ok((Domain::List(values), Encoding::Value));
            }
            if low > high || i128::from(low) < least || i128::from(high) > most {
                let why = format!("{low}..{high} is not within {least}..{most}, or is empty");
                return Err(BoundsError::BadRange { field: field.to_owned(), why });
            }
            (Domain::Range { low, high }, Encoding::Value)
        }
        Kind::Bool => (Domain::Bool, Encoding::Value),
        Kind::Enum { variants } => {
            let names = variants.iter().map(|(name, _)| name.clone()).collect();
            let values = variants.iter().map(|(_, value)| *value).collect();
            (Domain::Enum(names), Encoding::Constants(values))
        }
        Kind::Pointer(_) | Kind::Struct { .. } | Kind::Array { .. } | Kind::Unknown(_) => {
            let why = "not a scalar".to_owned();
            return Err(BoundsError::NoBound { field: field.to_owned(), why });
        }
    })
}

/// The least and the greatest value of an integer type.
fn limits(size: u64, signed: bool) -> (i128, i128) {
    let bits = (size * 8).min(64) as u32;
    match signed {
        true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        false => (0, (1_i128 << bits) - 1),
    }
}

/// The number of objects of a class. The root is one object, unless pointers point to its
/// class; every other class has as many as the size.
fn count_of(
    types: &Types,
    classes: &[Class],
    class: &Class,
    request: &Request,
) -> Result<usize, BoundsError> {
    let asked = request.objects.iter().rev().find(|of| is_called(class, &of.class, types));
    let is_pointed_to = classes
        .iter()
        .flat_map(|class| &class.leaves)
        .any(|leaf| pointer_of(types, leaf).is_some_and(|pointer| pointer.to == Some(class.of)));
    let count = match asked {
        Some(asked) => asked.count.for_size(request.size),
        None if is_pointed_to => i64::from(request.size),
        None => 1,
    };
    let is_root = class.of == classes[0].of;
    match usize::try_from(count) {
        // Even with size 0 the root exists.
        Ok(0) if is_root && asked.is_none() => Ok(1),
        Ok(count) => Ok(count),
        Err(_) => Err(BoundsError::BadRange {
            field: class.name.clone(),
            why: format!("{count} is not a valid number of objects"),
        }),
    }
}

/// Checks that every name in a request exists: as a field of a class, or as one of `others`,
/// which are also written `class.field`.
pub(super) fn check_names(
    types: &Types,
    classes: &[&Class],
    others: &[FieldName],
    request: &Request,
) -> Result<(), BoundsError> {
    let ranges = request.ranges.iter().map(|range| &range.field);
    let lists = request.values.iter().map(|list| &list.field);
    let fields = ranges.chain(lists).chain(&request.non_null);
    for name in fields {
        let leaves = classes.iter().flat_map(|class| class.leaves.iter().map(move |l| (class, l)));
        let is_known = leaves.clone().any(|(class, leaf)| names(name, class, leaf, types));
        if !is_known && !others.contains(name) {
            let known = leaves.map(|(class, leaf)| format!("{}.{}", class.name, leaf.name));
            let known = known.chain(others.iter().map(ToString::to_string)).collect();
            return Err(BoundsError::NamesNothing { name: name.to_string(), known });
        }
    }
    for name in request.objects.iter().map(|of| &of.class) {
        if !classes.iter().any(|class| is_called(class, name, types)) {
            let known = classes.iter().map(|class| class.name.clone()).collect();
            return Err(BoundsError::NamesNothing { name: name.clone(), known });
        }
    }
    Ok(())
}

/// Whether a name is a leaf's; `corners.x` is the name of `corners.0.x`, `corners.1.x` and
/// so on.
fn names(name: &FieldName, class: &Class, leaf: &Leaf, types: &Types) -> bool {
    let is_index = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mut without_indices = leaf.name.split('.').filter(|part| !is_index(part));
    let same = name.field == leaf.name || name.field.split('.').eq(without_indices.by_ref());
    same && is_called(class, &name.class, types)
}

fn is_called(class: &Class, name: &str, types: &Types) -> bool {
    class.name == name || class.plain == name || types.get(class.of).name == name
}

/// The edit distance of two words: letters to change, add or remove.
pub(crate) fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (at, c) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (other, &d) in to.iter().enumerate() {
            let changed = diagonal + usize::from(c != d);
            diagonal = row[other + 1];
            row[other + 1] = changed.min(row[other] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}
