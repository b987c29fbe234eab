//! The owner of each object of a structure, and the order in which Rust can build the objects.

use std::collections::BTreeMap;

use pikse_llvm::types::{Flavour, Pointer};
use pikse_structure::{ObjectId, Structure};

use crate::calls::Part;
use crate::error::ReportError;

/// The home of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// A `Box`, or a variable that is moved into one.
    Box,
    /// An `Rc`.
    Rc,
    /// An `Arc`.
    Arc,
    /// Memory that is never freed: only non-owning pointers point to it.
    Leaked,
}

/// How a structure is built.
#[derive(Debug)]
pub(crate) struct Plan {
    homes: BTreeMap<ObjectId, Home>,
    /// The objects, each after those that it refers to; none if there is a cycle.
    pub(crate) order: Option<Vec<ObjectId>>,
    /// Whether safe code can do it in that order.
    pub(crate) is_safe: bool,
}

impl Plan {
    /// A plan for a part of a structure, with the references of each object.
    pub(crate) fn new(
        structure: &Structure,
        part: &Part<'_>,
        references: &BTreeMap<ObjectId, Vec<(Pointer, ObjectId)>>,
    ) -> Result<Plan, ReportError> {
        let all: Vec<(Pointer, ObjectId)> = references.values().flatten().copied().collect();
        let mut homes = BTreeMap::new();
        let mut is_safe = true;
        for object in &part.objects {
            let to_it: Vec<Flavour> =
                all.iter().filter(|(_, to)| *to == object.id).map(|(of, _)| of.flavour).collect();
            let home = home(&to_it).map_err(|why| why(structure.name(object.id)))?;
            is_safe &= is_plain(home, &to_it);
            homes.insert(object.id, home);
        }
        let root = part.root;
        if all.iter().any(|&(of, to)| to == root && of.flavour == Flavour::Box) {
            return Err(ReportError::OwnedTwice { object: structure.name(root) });
        }
        let order = order(part, references);
        is_safe &= order.is_some();
        Ok(Plan { homes, order, is_safe })
    }

    /// The home of an object.
    pub(crate) fn home(&self, id: ObjectId) -> Home {
        self.homes.get(&id).copied().unwrap_or(Home::Leaked)
    }
}

/// The home of an object that a pointer owns, alone or shared. A `Weak` owns nothing, but points
/// only to objects that an `Rc` can own.
pub(crate) fn owner(flavour: Flavour) -> Option<Home> {
    match flavour {
        Flavour::Box => Some(Home::Box),
        Flavour::Rc | Flavour::RcWeak => Some(Home::Rc),
        Flavour::Arc | Flavour::ArcWeak => Some(Home::Arc),
        _ => None,
    }
}

fn home(pointers: &[Flavour]) -> Result<Home, fn(String) -> ReportError> {
    let mut home = None;
    for owner in pointers.iter().filter_map(|&flavour| owner(flavour)) {
        match home {
            None => home = Some(owner),
            Some(Home::Box) if owner == Home::Box => {
                return Err(|object| ReportError::OwnedTwice { object });
            }
            Some(other) if other != owner => {
                return Err(|object| ReportError::OwnedDifferently { object });
            }
            Some(_) => {}
        }
    }
    Ok(home.unwrap_or(Home::Leaked))
}

/// Whether an object's pointers can all be made from one variable in safe code.
fn is_plain(home: Home, pointers: &[Flavour]) -> bool {
    let is_raw =
        |flavour: &Flavour| matches!(flavour, Flavour::Const | Flavour::Mut | Flavour::NonNull);
    match home {
        Home::Box => pointers.len() == 1,
        // An object that only a `Weak` points to would be freed at the end of the statement; its
        // variable keeps it.
        Home::Rc | Home::Arc => pointers.iter().all(|&flavour| owner(flavour).is_some()),
        Home::Leaked => pointers.iter().all(is_raw),
    }
}

/// The objects, each after those that it refers to.
fn order(
    part: &Part<'_>,
    references: &BTreeMap<ObjectId, Vec<(Pointer, ObjectId)>>,
) -> Option<Vec<ObjectId>> {
    // The number of references of each object to objects that are not built yet.
    let mut missing: BTreeMap<ObjectId, usize> = BTreeMap::new();
    let mut from: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
    for object in &part.objects {
        let targets = references.get(&object.id).map_or(&[][..], Vec::as_slice);
        missing.insert(object.id, targets.len());
        targets.iter().for_each(|&(_, to)| from.entry(to).or_default().push(object.id));
    }
    let mut order: Vec<ObjectId> = Vec::new();
    let ready = |object: &&ObjectId| missing[*object] == 0;
    let ids: Vec<ObjectId> = part.objects.iter().map(|object| object.id).collect();
    // In breadth-first order the deepest objects come last.
    order.extend(ids.iter().rev().filter(ready).copied());
    let mut at = 0;
    while let Some(&built) = order.get(at) {
        at += 1;
        for &user in from.get(&built).map_or(&[][..], Vec::as_slice) {
            let left = missing.get_mut(&user)?;
            *left -= 1;
            if *left == 0 {
                order.push(user);
            }
        }
    }
    (order.len() == ids.len()).then_some(order)
}
