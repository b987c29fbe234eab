//! Atoms, tuples, bounds of relations, and instances.
//!
//! A [`Universe`] is a list of named atoms. Some of them may stand for integers. A [`TupleSet`] is
//! a set of tuples of one arity. [`Bounds`] give each relation the tuples that it must have (lower)
//! and may have (upper). An [`Instance`] gives each relation its tuples.

use std::collections::HashMap;

use pikse_base::SmallHash;

use crate::error::Error;

/// The largest number of atoms of a universe.
pub const MAX_ATOMS: usize = (1 << 16) - 1;
/// The largest arity of a relation or expression.
pub const MAX_ARITY: usize = 8;
/// The largest bit width of integers.
pub const MAX_BIT_WIDTH: u32 = 30;

/// Bits of a tuple's key for each column.
pub(crate) const COLUMN: u32 = 16;

/// An atom: its number in the universe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(pub u32);

/// A list of named atoms, and the bit width of integers.
#[derive(Clone, Debug)]
pub struct Universe {
    names: Vec<String>,
    by_name: HashMap<String, Atom>,
    /// The integer that an atom stands for.
    integers: HashMap<Atom, i64, SmallHash>,
    by_integer: HashMap<i64, Atom, SmallHash>,
    bit_width: u32,
}

impl Universe {
    /// A universe without atoms. Integers have this many bits (two's complement); Alloy's default
    /// is 4.
    ///
    /// # Errors
    ///
    /// If the bit width is not in 1..=[`MAX_BIT_WIDTH`].
    pub fn new(bit_width: u32) -> Result<Self, Error> {
        if bit_width == 0 || bit_width > MAX_BIT_WIDTH {
            return Err(Error::BitWidth(bit_width));
        }
        Ok(Self {
            names: Vec::new(),
            by_name: HashMap::new(),
            integers: HashMap::default(),
            by_integer: HashMap::default(),
            bit_width,
        })
    }

    /// Adds an atom.
    ///
    /// # Errors
    ///
    /// If the name is taken, or there are too many atoms.
    pub fn add(&mut self, name: &str) -> Result<Atom, Error> {
        if self.names.len() >= MAX_ATOMS {
            return Err(Error::TooManyAtoms);
        }
        let atom = Atom(self.names.len() as u32);
        if self.by_name.contains_key(name) {
            return Err(Error::SameName(name.to_owned()));
        }
        self.by_name.insert(name.to_owned(), atom);
        self.names.push(name.to_owned());
        Ok(atom)
    }

    /// Adds the atom of an integer; its name is the number. If it exists, gives that one.
    ///
    /// # Errors
    ///
    /// If the integer does not fit in the bit width, or as [`add`](Self::add).
    pub fn add_integer(&mut self, value: i64) -> Result<Atom, Error> {
        if let Some(&atom) = self.by_integer.get(&value) {
            return Ok(atom);
        }
        if !self.has_room_for(i128::from(value)) {
            return Err(Error::BitWidth(self.bit_width));
        }
        let atom = self.add(&value.to_string())?;
        self.integers.insert(atom, value);
        self.by_integer.insert(value, atom);
        Ok(atom)
    }

    /// Adds atoms for all integers of the bit width, the lowest first.
    ///
    /// # Errors
    ///
    /// As [`add_integer`](Self::add_integer).
    pub fn add_integers(&mut self) -> Result<Vec<Atom>, Error> {
        (self.least()..=self.greatest()).map(|value| self.add_integer(value)).collect()
    }

    /// The number of atoms.
    #[must_use]
    pub fn size(&self) -> usize {
        self.names.len()
    }

    /// All atoms, in order.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> + use<> {
        (0..self.names.len() as u32).map(Atom)
    }

    /// The name of an atom; empty if the universe does not have it.
    #[must_use]
    pub fn name(&self, atom: Atom) -> &str {
        self.names.get(atom.0 as usize).map_or("", String::as_str)
    }

    /// The atom with this name.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<Atom> {
        self.by_name.get(name).copied()
    }

    /// The integer that an atom stands for.
    #[must_use]
    pub fn integer(&self, atom: Atom) -> Option<i64> {
        self.integers.get(&atom).copied()
    }

    /// The atom that stands for an integer.
    #[must_use]
    pub fn of_integer(&self, value: i64) -> Option<Atom> {
        self.by_integer.get(&value).copied()
    }

    /// The number of bits of an integer.
    #[must_use]
    pub fn bit_width(&self) -> u32 {
        self.bit_width
    }

    /// The lowest integer.
    #[must_use]
    pub fn least(&self) -> i64 {
        -(1 << (self.bit_width - 1))
    }

    /// The highest integer.
    #[must_use]
    pub fn greatest(&self) -> i64 {
        (1 << (self.bit_width - 1)) - 1
    }

    /// Whether a number fits in the bit width.
    #[must_use]
    pub fn has_room_for(&self, value: i128) -> bool {
        i128::from(self.least()) <= value && value <= i128::from(self.greatest())
    }

    /// The set of all atoms.
    #[must_use]
    pub fn all(&self) -> TupleSet {
        TupleSet::of_atoms(self.atoms())
    }

    /// The set of all atoms that stand for integers.
    #[must_use]
    pub fn all_integers(&self) -> TupleSet {
        TupleSet::of_atoms(self.integers.keys().copied())
    }
}

/// A set of tuples of one arity, in lexicographic order.
///
/// A tuple is a key: 16 bits for each column, the first column highest. So a set does not depend on
/// the size of a universe.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TupleSet {
    arity: usize,
    keys: Vec<u128>,
}

/// The key of a tuple. An atom beyond [`MAX_ATOMS`] becomes one that no universe has.
pub(crate) fn key(tuple: &[Atom]) -> u128 {
    tuple.iter().fold(0, |key, atom| key << COLUMN | u128::from(atom.0.min(0xffff)))
}

/// The key of a tuple followed by another of this arity.
pub(crate) fn append(tuple: u128, value: u128, arity: usize) -> u128 {
    tuple.checked_shl(arity as u32 * COLUMN).unwrap_or(0) | value
}

/// The atoms of a key.
pub(crate) fn atoms_of(key: u128, arity: usize) -> Vec<Atom> {
    (0..arity).rev().map(|column| Atom((key >> (column as u32 * COLUMN)) as u32 & 0xffff)).collect()
}

impl TupleSet {
    /// The empty set of an arity.
    #[must_use]
    pub fn empty(arity: usize) -> Self {
        Self { arity, keys: Vec::new() }
    }

    /// A set of single atoms.
    pub fn of_atoms(atoms: impl IntoIterator<Item = Atom>) -> Self {
        Self::of_keys(1, atoms.into_iter().map(|atom| key(&[atom])).collect())
    }

    /// A set of pairs.
    pub fn of_pairs(pairs: impl IntoIterator<Item = (Atom, Atom)>) -> Self {
        Self::of_keys(2, pairs.into_iter().map(|(a, b)| key(&[a, b])).collect())
    }

    /// A set of tuples of any arity.
    ///
    /// # Errors
    ///
    /// If the arity is 0 or too large, or a tuple has another one, or an atom's number is too large.
    pub fn of_tuples<T: AsRef<[Atom]>>(
        arity: usize,
        tuples: impl IntoIterator<Item = T>,
    ) -> Result<Self, Error> {
        if arity == 0 || arity > MAX_ARITY {
            return Err(Error::Arity { operator: "set", arity });
        }
        let mut keys = Vec::new();
        for tuple in tuples {
            let tuple = tuple.as_ref();
            if tuple.len() != arity {
                return Err(Error::Mismatch { operator: "set", left: tuple.len(), right: arity });
            }
            if let Some(atom) = tuple.iter().find(|atom| atom.0 as usize >= MAX_ATOMS) {
                return Err(Error::UnknownAtom(atom.0));
            }
            keys.push(key(tuple));
        }
        Ok(Self::of_keys(arity, keys))
    }

    pub(crate) fn of_keys(arity: usize, mut keys: Vec<u128>) -> Self {
        keys.sort_unstable();
        keys.dedup();
        Self { arity, keys }
    }

    pub(crate) fn keys(&self) -> &[u128] {
        &self.keys
    }

    /// The number of columns.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of tuples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no tuple.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether a tuple is in the set.
    #[must_use]
    pub fn contains(&self, tuple: &[Atom]) -> bool {
        tuple.len() == self.arity
            && tuple.iter().all(|atom| (atom.0 as usize) < MAX_ATOMS)
            && self.keys.binary_search(&key(tuple)).is_ok()
    }

    /// The tuples, in order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Atom>> + '_ {
        self.keys.iter().map(|&key| atoms_of(key, self.arity))
    }

    /// Whether every tuple is in another set.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.arity == other.arity
            && self.keys.iter().all(|key| other.keys.binary_search(key).is_ok())
    }

    /// The tuples of either set. The other one must have the same arity; if not, it is ignored.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        if self.arity != other.arity {
            return self.clone();
        }
        Self::of_keys(self.arity, self.keys.iter().chain(&other.keys).copied().collect())
    }

    /// The tuples that are not in another set.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let is_here =
            |key: &u128| self.arity == other.arity && other.keys.binary_search(key).is_ok();
        Self {
            arity: self.arity,
            keys: self.keys.iter().copied().filter(|key| !is_here(key)).collect(),
        }
    }

    /// Every tuple of this set followed by every tuple of another.
    ///
    /// # Errors
    ///
    /// If the arity would be too large.
    pub fn product(&self, other: &Self) -> Result<Self, Error> {
        let arity = self.arity + other.arity;
        if arity > MAX_ARITY {
            return Err(Error::Arity { operator: "->", arity });
        }
        let shift = other.arity as u32 * COLUMN;
        let keys = self.keys.iter().flat_map(|a| other.keys.iter().map(move |b| a << shift | b));
        Ok(Self { arity, keys: keys.collect() })
    }

    /// The largest atom number, if there is a tuple.
    fn largest(&self) -> Option<u32> {
        self.keys.iter().flat_map(|&key| atoms_of(key, self.arity)).map(|atom| atom.0).max()
    }

    /// Checks that a universe of this size has all atoms.
    pub(crate) fn check_atoms(&self, size: usize) -> Result<(), Error> {
        match self.largest() {
            Some(atom) if atom as usize >= size => Err(Error::UnknownAtom(atom)),
            _ => Ok(()),
        }
    }
}

impl std::fmt::Debug for TupleSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tuples = self.iter().map(|tuple| tuple.iter().map(|atom| atom.0).collect::<Vec<_>>());
        f.debug_set().entries(tuples).finish()
    }
}

/// A relation: its number in the [`Bounds`] that made it, and its arity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelationId {
    pub(crate) index: u32,
    pub(crate) arity: u8,
}

impl RelationId {
    /// The number of columns.
    #[must_use]
    pub fn arity(self) -> usize {
        usize::from(self.arity)
    }

    /// The number of the relation, from 0 in the order of declaration.
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

/// A relation's name and bounds.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The name, for output only.
    pub name: String,
    /// The tuples that it has in every instance: a partial instance.
    pub lower: TupleSet,
    /// The tuples that it may have.
    pub upper: TupleSet,
}

/// The relations of a problem with their bounds.
#[derive(Clone, Debug)]
pub struct Bounds {
    universe: Universe,
    bounds: Vec<Bound>,
}

impl Bounds {
    /// No relations yet.
    #[must_use]
    pub fn new(universe: Universe) -> Self {
        Self { universe, bounds: Vec::new() }
    }

    /// The universe.
    #[must_use]
    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// Declares a relation with lower and upper bound.
    ///
    /// # Errors
    ///
    /// If the arities differ, an atom is not in the universe, or the lower bound is not inside the
    /// upper one.
    pub fn add(
        &mut self,
        name: &str,
        lower: TupleSet,
        upper: TupleSet,
    ) -> Result<RelationId, Error> {
        let arity = upper.arity();
        if arity == 0 || arity > MAX_ARITY {
            return Err(Error::Arity { operator: "relation", arity });
        }
        if lower.arity() != arity {
            return Err(Error::Mismatch { operator: "bounds", left: lower.arity(), right: arity });
        }
        upper.check_atoms(self.universe.size())?;
        if !lower.is_subset(&upper) {
            return Err(Error::Bounds(name.to_owned()));
        }
        let id = RelationId { index: self.bounds.len() as u32, arity: arity as u8 };
        self.bounds.push(Bound { name: name.to_owned(), lower, upper });
        Ok(id)
    }

    /// Declares a relation with an upper bound only.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub fn add_upper(&mut self, name: &str, upper: TupleSet) -> Result<RelationId, Error> {
        self.add(name, TupleSet::empty(upper.arity()), upper)
    }

    /// Declares a constant relation.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub fn add_exactly(&mut self, name: &str, tuples: TupleSet) -> Result<RelationId, Error> {
        self.add(name, tuples.clone(), tuples)
    }

    /// The number of relations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Whether there is no relation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// Name and bounds of a relation.
    #[must_use]
    pub fn get(&self, relation: RelationId) -> Option<&Bound> {
        self.bounds.get(relation.index()).filter(|bound| bound.upper.arity() == relation.arity())
    }

    /// All relations, in order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (RelationId, &Bound)> {
        self.bounds.iter().enumerate().map(|(index, bound)| {
            (RelationId { index: index as u32, arity: bound.upper.arity() as u8 }, bound)
        })
    }

    /// Narrows a relation to exactly these tuples.
    pub(crate) fn fix(&mut self, relation: RelationId, tuples: TupleSet) {
        let bound = &mut self.bounds[relation.index()];
        (bound.lower, bound.upper) = (tuples.clone(), tuples);
    }
}

/// The witness of an existential quantifier that became a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The name of the variable.
    pub name: String,
    /// Its value. Under universal quantifiers, the first columns are the values of their variables.
    pub tuples: TupleSet,
}

/// The tuples of every relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub(crate) relations: Vec<TupleSet>,
    /// Values for variables of existential quantifiers: one choice for each, of possibly many.
    pub witnesses: Vec<Witness>,
}

impl Instance {
    /// An instance with these tuples, one set for each relation in the order of declaration.
    #[must_use]
    pub fn new(relations: Vec<TupleSet>) -> Self {
        Self { relations, witnesses: Vec::new() }
    }

    /// The tuples of a relation.
    #[must_use]
    pub fn get(&self, relation: RelationId) -> Option<&TupleSet> {
        self.relations.get(relation.index()).filter(|tuples| tuples.arity() == relation.arity())
    }

    /// The tuples of all relations, in the order of declaration.
    #[must_use]
    pub fn relations(&self) -> &[TupleSet] {
        &self.relations
    }
}
