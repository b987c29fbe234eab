//! Objects that a program is given, and what their cells may hold.
//!
//! Nothing is in the cells at first. A cell is chosen when it is first read; see `machine::lazy`.

/// Classes of objects, whose cells point to each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The classes.
    pub classes: Vec<Class>,
}

/// Objects that look alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// How many objects of it there are.
    pub objects: u32,
    /// How many bytes each of them has.
    pub size: u32,
    /// Whether somebody has the address of its first object from the beginning.
    pub is_root: bool,
    /// What is chosen, by offset.
    pub cells: Vec<Cell>,
    /// Bytes that are the same in every object, with their offsets.
    pub constants: Vec<(u32, Vec<u8>)>,
}

/// A part of an object that is chosen at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What it is called in its object: `left`, `keys[2]`.
    pub field: String,
    /// Where it begins.
    pub offset: u32,
    /// How many bytes it has, at most 16.
    pub size: u32,
    /// What it may hold.
    pub domain: Domain,
}

/// What a cell may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Domain {
    /// A number, both ends included.
    Range {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// One of some numbers.
    Values(Vec<i64>),
    /// The address of an object.
    Object {
        /// The object's class, by its place in the shape.
        class: usize,
        /// Whether it may be null.
        nullable: bool,
        /// Where in the object the address points.
        into: u32,
        /// What stands for null.
        null: i64,
    },
}

impl Domain {
    /// The number of a cell that nobody reads, unless it is the address of an object. An address is
    /// null if it may be, and otherwise that of the first object.
    #[must_use]
    pub fn first(&self) -> i64 {
        match self {
            Self::Range { low, .. } => *low,
            Self::Values(values) => values.first().copied().unwrap_or(0),
            Self::Object { null, .. } => *null,
        }
    }
}

impl Shape {
    /// What an object is called: `node2`, or `tree` if its class has no other. They are counted from 1,
    /// so that a choice is the number of an object, or 0 for null.
    #[must_use]
    pub fn object_name(&self, class: usize, object: u32) -> String {
        let class = &self.classes[class];
        match class.objects {
            1 => class.name.clone(),
            _ => format!("{}{}", class.name, object + 1),
        }
    }

    /// What the input is called that a cell is chosen by: `node2.left`.
    #[must_use]
    pub fn cell_name(&self, class: usize, object: u32, cell: usize) -> String {
        let field = &self.classes[class].cells[cell].field;
        format!("{}.{field}", self.object_name(class, object))
    }

    /// How many bytes a choice among the objects of a class has.
    #[must_use]
    pub fn choice_size(&self, class: usize) -> u32 {
        if self.classes[class].objects < 1 << 7 { 1 } else { 4 }
    }
}
