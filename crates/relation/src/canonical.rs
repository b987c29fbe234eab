//! The canonical form of an instance under permutations of atoms inside symmetry classes.
//!
//! As in programs for graph isomorphism: atoms are coloured by class, colours are refined by the
//! tuples in which atoms occur, and where atoms of one colour remain, each is tried as the first of
//! them. Every leaf of this search is an order of the atoms; the least instance that these orders
//! give is the canonical form. Leaves that give the same instance are automorphisms, which spare the
//! search atoms that one of them maps to an atom already tried.

use pikse_base::random::mix;

use crate::universe::{Atom, COLUMN};

/// Tuples of an instance: relation and key.
pub(crate) type Tuples = Vec<(u32, u128)>;

#[derive(Debug)]
pub(crate) struct Canonizer {
    /// By relation.
    arities: Vec<usize>,
    /// By atom: the first place of its class, where places are given class by class.
    start: Vec<u32>,
    /// The atoms of classes; the others keep their number.
    movable: Vec<u32>,
    /// The atom at each place.
    at_place: Vec<u32>,
}

/// Atoms in cells: for each atom, the first place of its cell.
type Colours = Vec<u32>;

struct Run<'a> {
    canonizer: &'a Canonizer,
    tuples: &'a [(u32, u128)],
    best: Option<(Tuples, Colours)>,
    automorphisms: Vec<Vec<u32>>,
    /// The atoms that were tried first on the way to the current node.
    path: Vec<u32>,
    sums: Vec<u64>,
}

impl Canonizer {
    pub(crate) fn new(atoms: usize, arities: Vec<usize>, classes: &[Vec<Atom>]) -> Self {
        let movable: Vec<u32> = classes.iter().flatten().map(|atom| atom.0).collect();
        let mut is_movable = vec![false; atoms];
        for &atom in &movable {
            is_movable[atom as usize] = true;
        }
        // The places of a class are the numbers of its own atoms, in order of classes: places are
        // consecutive in a class, so that cells split them.
        let mut at_place = movable.clone();
        at_place.extend((0..atoms as u32).filter(|&atom| !is_movable[atom as usize]));
        let mut start = vec![0; atoms];
        let mut place = 0;
        for class in classes {
            for atom in class {
                start[atom.0 as usize] = place;
            }
            place += class.len() as u32;
        }
        for &atom in &at_place[place as usize..] {
            start[atom as usize] = place;
            place += 1;
        }
        Self { arities, start, movable, at_place }
    }

    /// Whether no atom can move: then every instance is its own canonical form.
    pub(crate) fn is_trivial(&self) -> bool {
        self.movable.is_empty()
    }

    /// The canonical form of an instance, as sorted tuples.
    pub(crate) fn form(&self, tuples: &[(u32, u128)]) -> Tuples {
        let mut run = Run {
            canonizer: self,
            tuples,
            best: None,
            automorphisms: Vec::new(),
            path: Vec::new(),
            sums: vec![0; self.start.len()],
        };
        run.search(self.start.clone());
        run.best.map(|(form, _)| form).unwrap_or_default()
    }
}

impl Run<'_> {
    /// Splits cells until all atoms of a cell occur in tuples alike.
    fn refine(&mut self, colours: &mut Colours) {
        let mut order: Vec<(u32, u64, u32)> = Vec::new();
        loop {
            self.sums.fill(0);
            for &(relation, key) in self.tuples {
                let arity = self.canonizer.arities[relation as usize];
                let mut hash = u64::from(relation) + 1;
                for column in 0..arity as u32 {
                    let atom = (key >> (column * COLUMN)) as usize & 0xffff;
                    hash = mix(hash ^ u64::from(colours[atom]) << 8);
                }
                for column in 0..arity as u32 {
                    let atom = (key >> (column * COLUMN)) as usize & 0xffff;
                    let part = mix(hash.wrapping_add(u64::from(column)));
                    self.sums[atom] = self.sums[atom].wrapping_add(part);
                }
            }
            order.clear();
            order.extend(
                self.canonizer
                    .movable
                    .iter()
                    .map(|&atom| (colours[atom as usize], self.sums[atom as usize], atom)),
            );
            order.sort_unstable();
            let mut is_split = false;
            let mut first = 0;
            for at in 0..order.len() {
                if at > 0 && (order[at].0, order[at].1) != (order[at - 1].0, order[at - 1].1) {
                    first = at;
                }
                // Cells are consecutive places, and movable atoms have the lowest.
                let colour = first as u32;
                is_split |= colours[order[at].2 as usize] != colour;
                colours[order[at].2 as usize] = colour;
            }
            if !is_split {
                return;
            }
        }
    }

    fn search(&mut self, mut colours: Colours) {
        self.refine(&mut colours);
        let mut cell: Vec<u32> = Vec::new();
        let movable = &self.canonizer.movable;
        // Atoms in no tuple may come in any order. They share one cell of each class.
        let mut idle = vec![0; movable.len()];
        for &atom in movable.iter().filter(|&&atom| self.sums[atom as usize] == 0) {
            let colour = &mut colours[atom as usize];
            let next = &mut idle[*colour as usize];
            *colour += *next;
            *next += 1;
        }
        let mut sizes = vec![0u32; movable.len()];
        for &atom in movable {
            sizes[colours[atom as usize] as usize] += 1;
        }
        if let Some(colour) = sizes.iter().position(|&size| size > 1) {
            let members = movable.iter().filter(|&&atom| colours[atom as usize] == colour as u32);
            cell.extend(members);
        }
        if cell.is_empty() {
            self.leaf(colours);
            return;
        }
        let mut tried: Vec<u32> = Vec::new();
        for &atom in &cell {
            if self.is_image(atom, &tried) {
                continue;
            }
            tried.push(atom);
            let mut next = colours.clone();
            for &other in &cell {
                if other != atom {
                    next[other as usize] += 1;
                }
            }
            self.path.push(atom);
            self.search(next);
            self.path.pop();
        }
    }

    /// Whether known automorphisms that keep the path map an atom to one that was tried.
    fn is_image(&self, atom: u32, tried: &[u32]) -> bool {
        if tried.is_empty() || self.automorphisms.is_empty() {
            return false;
        }
        let usable: Vec<&Vec<u32>> = self
            .automorphisms
            .iter()
            .filter(|map| self.path.iter().all(|&fixed| map[fixed as usize] == fixed))
            .collect();
        let mut orbit = vec![atom];
        let mut at = 0;
        while at < orbit.len() {
            if tried.contains(&orbit[at]) {
                return true;
            }
            for map in &usable {
                let image = map[orbit[at] as usize];
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            at += 1;
        }
        false
    }

    fn leaf(&mut self, colours: Colours) {
        let mut form: Tuples = Vec::with_capacity(self.tuples.len());
        for &(relation, key) in self.tuples {
            let arity = self.canonizer.arities[relation as usize];
            let mut image = 0;
            for column in (0..arity as u32).rev() {
                let atom = (key >> (column * COLUMN)) as usize & 0xffff;
                let place = self.canonizer.at_place[colours[atom] as usize];
                image = image << COLUMN | u128::from(place);
            }
            form.push((relation, image));
        }
        form.sort_unstable();
        match &self.best {
            Some((best, places)) if *best == form => {
                // The atom at each place of the best leaf goes to the atom at the same place here.
                let mut at_place = vec![0; colours.len()];
                for (atom, &place) in colours.iter().enumerate() {
                    at_place[place as usize] = atom as u32;
                }
                let map = places.iter().map(|&place| at_place[place as usize]).collect();
                self.automorphisms.push(map);
            }
            Some((best, _)) if *best <= form => {}
            _ => self.best = Some((form, colours)),
        }
    }
}
