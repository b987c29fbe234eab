//! Search trees with a dependency and a feature.

pub mod tree;

/// A list that nobody else sees.
mod hidden {
    pub struct List {
        first: i32,
    }

    impl List {
        pub fn rep_ok(&self) -> bool {
            self.first == 7
        }
    }
}
