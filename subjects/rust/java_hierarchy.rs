//! Java programs of classes and interfaces (document 001, section 4.3.3). Each is known by its
//! place; -1 is none.

const CAPACITY: usize = 4;

pub struct List {
    pub count: usize,
    pub interfaces: [i32; CAPACITY],
}

pub struct JavaClass {
    pub extends: i32,
    pub implements: List,
}

pub struct JavaProgram {
    pub class_count: usize,
    pub interface_count: i32,
    pub classes: [JavaClass; CAPACITY],
    /// What each interface extends.
    pub interfaces: [List; CAPACITY],
}

impl JavaProgram {
    /// Whether types only extend earlier ones, and every list is in order.
    pub fn rep_ok(&self) -> bool {
        let mut classes = (0..).zip(self.classes.iter().take(self.class_count));
        let mut interfaces = (0..self.interface_count).zip(&self.interfaces);
        classes.all(|(place, class)| {
            class.extends < place && class.implements.is_sorted(self.interface_count)
        }) && interfaces.all(|(place, list)| list.is_sorted(place))
    }
}

impl List {
    /// Whether it is in order, none twice, and all are before `end`.
    fn is_sorted(&self, end: i32) -> bool {
        let mut before = -1;
        self.interfaces.iter().take(self.count).all(|&interface| {
            let fits = interface > before && interface < end;
            before = interface;
            fits
        })
    }
}
