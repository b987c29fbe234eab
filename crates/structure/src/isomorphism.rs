//! A direct isomorphism test: walk two structures side by side and keep the
//! pairing of objects one to one. It shares no code with the search's rule and the
//! canonical form on purpose, because tests use it to check them.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::ObjectId;
use crate::structure::{Structure, Value};

/// Whether the two structures differ only in the identities of their objects.
pub fn isomorphic(left: &Structure, right: &Structure) -> bool {
    if left.objects().len() != right.objects().len() {
        return false;
    }
    let mut partner: BTreeMap<ObjectId, ObjectId> = BTreeMap::new();
    let mut taken: BTreeSet<ObjectId> = BTreeSet::new();
    let mut todo = vec![(left.root().id, right.root().id)];
    while let Some((l, r)) = todo.pop() {
        match partner.get(&l) {
            Some(&known) if known == r => continue,
            Some(_) => return false,
            None if taken.contains(&r) => return false,
            None => {}
        }
        partner.insert(l, r);
        taken.insert(r);
        let (Some(l), Some(r)) = (left.object(l), right.object(r)) else {
            return false;
        };
        if l.class != r.class || l.values.len() != r.values.len() {
            return false;
        }
        for pair in l.values.iter().zip(&r.values) {
            let matched = match pair {
                (Value::Array(ls), Value::Array(rs)) => {
                    ls.len() == rs.len() && ls.iter().zip(rs).all(|(l, r)| pair_up(l, r, &mut todo))
                }
                (l, r) => pair_up(l, r, &mut todo),
            };
            if !matched {
                return false;
            }
        }
    }
    true
}

/// Whether two scalar values can correspond. Pairs of objects are added to `todo`.
fn pair_up(left: &Value, right: &Value, todo: &mut Vec<(ObjectId, ObjectId)>) -> bool {
    match (left, right) {
        (Value::Ref(l), Value::Ref(r)) => {
            todo.push((*l, *r));
            true
        }
        (l, r) => l == r,
    }
}
