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

impl JavaProgram {
    /// Makes a class implement an interface; false if it does already, or if there are no such
    /// class and interface.
    pub fn implement(&mut self, class: usize, interface: i32) -> bool {
        if class >= self.class_count || !(0..self.interface_count).contains(&interface) {
            return false;
        }
        let list = &mut self.classes[class].implements;
        let place = list.all().partition_point(|&other| other < interface);
        if list.all().get(place) == Some(&interface) {
            return false;
        }
        list.interfaces.copy_within(place..list.count, place + 1);
        list.interfaces[place] = interface;
        list.count += 1;
        true
    }

    /// Whether the objects of a class are of an interface: the class, or one that it extends,
    /// implements the interface or one that extends it.
    pub fn is_subtype(&self, class: usize, interface: i32) -> bool {
        let mut class = self.classes[..self.class_count].get(class);
        while let Some(at) = class {
            if self.leads_to(&at.implements, interface) {
                return true;
            }
            class = usize::try_from(at.extends).ok().map(|extends| &self.classes[extends]);
        }
        false
    }

    /// Whether one of the interfaces of a list is, or extends, an interface.
    fn leads_to(&self, list: &List, interface: i32) -> bool {
        list.all()
            .iter()
            .any(|&at| at == interface || self.leads_to(&self.interfaces[at as usize], interface))
    }

    /// After `implement`: the class implements what it did and the interface, and no other has
    /// changed.
    pub fn implemented(
        &self,
        old: &JavaProgram,
        class: usize,
        interface: i32,
        result: bool,
    ) -> bool {
        let is_interface = (0..old.interface_count).contains(&interface);
        let is_new = class < old.class_count
            && is_interface
            && !old.classes[class].implements.all().contains(&interface);
        let classes = self.classes.iter().zip(&old.classes).take(old.class_count);
        result == is_new
            && self.class_count == old.class_count
            && classes.enumerate().all(|(place, (now, before))| {
                let mut interfaces = before.implements.all().to_vec();
                if is_new && place == class {
                    interfaces.push(interface);
                    interfaces.sort_unstable();
                }
                now.extends == before.extends && now.implements.all() == interfaces
            })
    }

    /// After `is_subtype`: the same, found by marking from the interface down. Interfaces extend
    /// those with smaller numbers, and so do classes.
    pub fn subtype_found(
        &self,
        old: &JavaProgram,
        class: usize,
        interface: i32,
        result: bool,
    ) -> bool {
        let mut interfaces = [false; CAPACITY];
        let mut classes = [false; CAPACITY];
        let one_of = |list: &List, marked: &[bool]| list.all().iter().any(|&i| marked[i as usize]);
        for (place, number) in (0..old.interface_count).enumerate() {
            interfaces[place] = number == interface || one_of(&old.interfaces[place], &interfaces);
        }
        for place in 0..old.class_count {
            let extends = usize::try_from(old.classes[place].extends);
            classes[place] = extends.is_ok_and(|extends| classes[extends])
                || one_of(&old.classes[place].implements, &interfaces);
        }
        self.class_count == old.class_count && result == (class < old.class_count && classes[class])
    }
}

impl List {
    /// The interfaces in it.
    fn all(&self) -> &[i32] {
        &self.interfaces[..self.count]
    }
}
