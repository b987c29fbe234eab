//! Variables by activity, for the choice of the next decision.

/// A binary heap with the position of each variable.
#[derive(Debug)]
pub(super) struct Heap {
    heap: Vec<u32>,
    place: Vec<u32>,
    activity: Vec<f64>,
    step: f64,
}

const NOWHERE: u32 = u32::MAX;

impl Default for Heap {
    fn default() -> Self {
        Self { heap: Vec::new(), place: Vec::new(), activity: Vec::new(), step: 1.0 }
    }
}

impl Heap {
    pub(super) fn grow(&mut self, count: usize) {
        self.place.resize(count, NOWHERE);
        self.activity.resize(count, 0.0);
    }

    /// Holds exactly these variables. Among equally active variables, the last comes first: in a
    /// cone these are the inputs, and deciding on them keeps conflicts few.
    pub(super) fn refill(&mut self, variables: &[u32]) {
        for &variable in &self.heap {
            self.place[variable as usize] = NOWHERE;
        }
        self.heap.clear();
        for &variable in variables.iter().rev() {
            self.insert(variable);
        }
    }

    pub(super) fn insert(&mut self, variable: u32) {
        if self.place[variable as usize] == NOWHERE {
            self.place[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.up(self.heap.len() - 1);
        }
    }

    /// Removes the most active variable.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[first as usize] = NOWHERE;
        if !self.heap.is_empty() {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.down(0);
        }
        Some(first)
    }

    /// Raises the activity of a variable in a conflict.
    pub(super) fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.step;
        if *activity > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.step *= 1e-100;
        }
        let place = self.place[variable as usize];
        if place != NOWHERE {
            self.up(place as usize);
        }
    }

    /// Makes later conflicts count more.
    pub(super) fn decay(&mut self) {
        self.step /= 0.95;
    }

    fn before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }

    fn up(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(variable, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, variable);
    }

    fn down(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, variable);
    }
}
