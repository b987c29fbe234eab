//! The objects that a pointer may lead to.
//!
//! Usually they are those of the type that it points to. There are two exceptions, and in both the pointer
//! leads into the middle of an object:
//!
//! - In C++, a pointer to a class with virtual functions leads to every class below it that the program
//!   makes objects of; to a second base class, it leads to the part that is this base.
//! - In C, a **link** (`struct list_head`) is a struct of nothing but pointers to itself, which elements of a
//!   list contain. A pointer to a link leads to the link of an element, or to that of the list itself, the
//!   **head**. Which struct the elements are is known if only one has such a link; otherwise the user says so
//!   (`--embedded list_head=item.link`).

use pikse_llvm::Types;
use pikse_llvm::types::{Flavour, Kind, Pointer, TypeId};

use super::request::{EmbeddedIn, Request};
use crate::symbols::{is_polymorphic, table_of};

/// An object that a pointer may lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// Its type.
    pub(super) of: TypeId,
    /// Where in the object.
    pub(super) into: u64,
    /// Whether it is the head of a list: there is one, which nothing else needs.
    pub(super) is_head: bool,
    /// The field, if the pointer leads to a link: `link`.
    pub(super) field: Option<String>,
}

/// The objects that a pointer to a type may lead to, in a structure with a root of some type.
pub(super) fn targets(types: &Types, root: TypeId, to: TypeId, request: &Request) -> Vec<Target> {
    let plain = |of| Target { of, into: 0, is_head: false, field: None };
    if let Some(found) = embedded(types, root, to, &request.embedded) {
        return found;
    }
    if !is_polymorphic(types, to) {
        return vec![plain(to)];
    }
    let is_made = |target: &Target| {
        let table = table_of(&types.get(target.of).name);
        table.is_some_and(|table| request.symbols.contains(&table))
    };
    let below = types.derived_from(to).into_iter();
    let below = below.map(|(of, into)| Target { into, ..plain(of) });
    let found: Vec<Target> = std::iter::once(plain(to)).chain(below).filter(is_made).collect();
    if found.is_empty() { vec![plain(to)] } else { found }
}

/// Whether a struct has nothing but plain pointers to itself. Pointers that own lead to a value alone, not
/// into another struct: the counts before the value of an `Rc` are no element.
fn is_link(types: &Types, of: TypeId) -> bool {
    let Kind::Struct { fields } = &types.get(of).kind else { return false };
    let is_plain = |flavour| {
        matches!(flavour, Flavour::Plain | Flavour::Const | Flavour::Mut | Flavour::NonNull)
    };
    let to_itself = |of: TypeId| match types.get(of).kind {
        Kind::Pointer(Pointer { to, flavour, .. }) => to.filter(|_| is_plain(flavour)),
        _ => None,
    };
    !types.get(of).name.is_empty()
        && !fields.is_empty()
        && fields.iter().all(|field| to_itself(field.of) == Some(of))
}

/// The links that are fields of a struct: their names and offsets.
fn links_in(types: &Types, of: TypeId, link: TypeId) -> Vec<(String, u64)> {
    let Kind::Struct { fields } = &types.get(of).kind else { return Vec::new() };
    let links = fields.iter().filter(|field| field.of == link && !field.name.is_empty());
    links.map(|field| (field.name.clone(), field.offset)).collect()
}

/// The objects that a pointer to a link leads to; none if it is no link, or if it is not known which struct
/// the elements are.
fn embedded(
    types: &Types,
    root: TypeId,
    link: TypeId,
    asked: &[EmbeddedIn],
) -> Option<Vec<Target>> {
    let target = |of, (field, into): (String, u64), is_head| Target {
        of,
        into,
        is_head,
        field: Some(field),
    };
    let is_named = |of: TypeId, name: &str| {
        let known = types.get(of).name.as_str();
        known == name || known.rsplit("::").next() == Some(name)
    };
    let asked = asked.iter().rev().find(|asked| is_named(link, &asked.link));
    if asked.is_none() && !is_link(types, link) {
        return None;
    }
    let others = types.ids().filter(|&of| of != link && !types.get(of).name.is_empty());
    let others: Vec<(TypeId, Vec<(String, u64)>)> = others
        .map(|of| (of, links_in(types, of, link)))
        .filter(|(_, links)| !links.is_empty())
        .collect();
    let mut found = Vec::new();
    let (element, place) = match asked {
        Some(asked) => {
            let element = types.structs_named(&asked.element.class).first().copied()?;
            let at = types.field_at(element, &asked.element.field).filter(|(_, of)| *of == link)?;
            (element, (asked.element.field.clone(), at.0))
        }
        None => {
            let mut elements = others.iter().filter(|(of, _)| *of != root);
            let (of, links) = match (elements.next(), elements.next()) {
                (Some(only), None) => only,
                // A root that has a link may be an element itself.
                (None, _) => others.first()?,
                _ => return None,
            };
            let [only] = &links[..] else { return None };
            (*of, only.clone())
        }
    };
    // Pointers may lead to links of a list, or to links alone, where these are.
    if root == link {
        found.push(target(link, (String::new(), 0), true));
    }
    for (of, links) in others.iter().filter(|(of, _)| *of != element) {
        match &links[..] {
            [only] => found.push(target(*of, only.clone(), true)),
            _ if *of == root => return None,
            _ => {}
        }
    }
    found.push(target(element, place, false));
    Some(found)
}

/// What is said about links in a structure: the link, and where pointers to it lead.
pub(super) fn notes(
    types: &Types,
    root: TypeId,
    links: &[TypeId],
    request: &Request,
) -> Vec<(String, String)> {
    let note = |&link: &TypeId| {
        let name = types.get(link).name.clone();
        match embedded(types, root, link, &request.embedded) {
            Some(targets) => {
                let element = targets.last()?;
                let (of, field) = (&types.get(element.of).name, element.field.as_ref()?);
                Some((name, format!("a link: pointers to it lead to `{of}.{field}`")))
            }
            None if is_link(types, link) => {
                let has_one = |of: &TypeId| *of != link && !links_in(types, *of, link).is_empty();
                let example = types.ids().find(has_one)?;
                let field = links_in(types, example, link).swap_remove(0).0;
                let example = format!("{}.{field}", types.get(example).name);
                let what = format!(
                    "a link that several structs have: pointers to it lead to links of their own; \
                     `--embedded {name}={example}` says which struct the elements are"
                );
                Some((name, what))
            }
            None => None,
        }
    };
    links.iter().filter_map(note).collect()
}
