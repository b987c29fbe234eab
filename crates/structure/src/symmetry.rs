//! The isomorphism rule: which values of a reference have to be tried.
//!
//! Objects of one class differ only in their numbers. An object is **touched** if it is a root or
//! an earlier choice refers to it. Only cells of touched objects are read. The rule: a
//! reference takes
//!
//! - null, if its domain has it,
//! - any touched object, and
//! - of each class the first untouched object, which is **fresh**.
//!
//! **Theorem.** Let a program read cells one after the other, and never look at the numbers of
//! objects. Then the choices by this rule reach exactly one candidate of each class of isomorphic
//! candidates.
//!
//! *Nothing is lost.* The touched objects of a class are those with the numbers below `touched`: a choice
//! that touches an object takes the first untouched one, so the count says which they are. Exchanging
//! two untouched objects of a class changes no earlier choice and no value that the program has
//! seen. It maps each continuation after choosing one of them to a continuation after choosing the
//! other. So it is enough to try the first.
//!
//! *Nothing is found twice.* The objects of a class are numbered in the order in which choices first
//! refer to them, and cells are chosen in the order in which the program reads them. The program reads
//! isomorphic candidates alike, so an isomorphism of two that were reached keeps this order: it maps each
//! number to itself, and the two are the same.
//!
//! The search (`crates/search`, choice points) and the symbolic machine (`crates/vm`, cells
//! that are chosen when they are first read) use these functions. [`crate::isomorphism`] and
//! [`crate::canonical`] check them in tests.

use crate::domain::{References, ResolvedDomain};
use crate::handle::Obj;
use crate::space::Space;

/// The last index to try in a domain of one class: `nulls` indices for null, then the objects in
/// order, up to the index `last`. The first `touched` objects are touched.
#[inline(always)]
pub fn last_index(nulls: u32, last: u32, touched: u32) -> u32 {
    last.min(nulls + touched)
}

/// Whether an index of such a domain is the fresh object.
#[inline(always)]
pub fn is_fresh(nulls: u32, index: u32, touched: u32) -> bool {
    index >= nulls && index - nulls == touched
}

/// Whether an object has to be tried, by its number in its class.
#[inline(always)]
pub fn admits(ordinal: u32, touched: u32) -> bool {
    ordinal <= touched
}

/// Counts an object as touched. Returns whether it was fresh.
#[inline(always)]
pub fn touch(space: &Space, touched: &mut [u32], obj: Obj) -> bool {
    let count = &mut touched[obj.class().index()];
    let is_fresh = space.ordinal(obj) == *count;
    *count += u32::from(is_fresh);
    is_fresh
}

/// The indices of any domain that have to be tried, in order; at least one. `touched` has the
/// number of touched objects of each class.
pub fn indices(space: &Space, domain: &ResolvedDomain, touched: &[u32]) -> Vec<u32> {
    let last = domain.len() - 1;
    match domain.references() {
        References::No => (0..=last).collect(),
        References::OneClass { class, first, .. } => {
            (0..=last_index(first, last, touched[class.index()])).collect()
        }
        References::SeveralClasses => (0..=last)
            .filter(|&index| {
                let obj = domain.object(index);
                obj.is_none_or(|obj| admits(space.ordinal(obj), touched[obj.class().index()]))
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::SpaceBuilder;
    use crate::domain::{Domain, Targets};
    use crate::handle::Int;

    #[test]
    fn touched_objects_and_one_fresh_are_tried() {
        let mut builder = SpaceBuilder::new();
        let (a, b) = (builder.class("a", 3), builder.class("b", 2));
        let both = Targets::from([a, b]);
        builder.scalar::<Int>(a, "one", Domain::Reference(a.into()));
        builder.scalar::<Int>(a, "some", Domain::Reference(a.non_null()));
        builder.scalar::<Int>(a, "both", Domain::Reference(both));
        builder.scalar::<Int>(a, "number", Domain::Range { low: 4, high: 6 });
        let space = builder.build().expect("a space");
        let fields = space.class(a).fields.clone();
        let indices = |field: usize, touched: &[u32]| {
            let cell = space.cell_of(space.root(), fields[field], crate::space::Part::Scalar);
            indices(&space, space.domain_of(cell.expect("a cell")), touched)
        };
        assert_eq!(indices(0, &[1, 0]), [0, 1, 2]);
        assert_eq!(indices(0, &[3, 0]), [0, 1, 2, 3]);
        assert_eq!(indices(1, &[0, 0]), [0]);
        assert_eq!(indices(1, &[2, 0]), [0, 1, 2]);
        // Null, a0, a1, a2, b0, b1.
        assert_eq!(indices(2, &[1, 0]), [0, 1, 2, 4]);
        assert_eq!(indices(2, &[2, 2]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(indices(3, &[1, 0]), [0, 1, 2]);
        let mut touched = [1, 0];
        let object = |class, number| space.object_of(class, number).expect("an object");
        assert!(!touch(&space, &mut touched, object(a, 0)));
        assert!(touch(&space, &mut touched, object(a, 1)));
        assert!(touch(&space, &mut touched, object(b, 0)));
        assert_eq!(touched, [2, 1]);
        // The short forms say the same.
        for touched in 0..=3 {
            let last = last_index(1, 3, touched);
            assert_eq!((0..=last).collect::<Vec<_>>(), indices(0, &[touched, 0]));
            assert!((0..=last).all(|at| is_fresh(1, at, touched) == (at == touched + 1)));
        }
    }
}
