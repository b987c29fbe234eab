//! Objects as variables: `node0`.

use std::collections::HashSet;

use pikse_structure::{ClassId, ObjectId, Space};

/// The variable that objects of each class are called after.
#[derive(Debug)]
pub(crate) struct Names(Vec<String>);

impl Names {
    pub(crate) fn new(space: &Space) -> Names {
        let mut taken = HashSet::new();
        let names = space.classes().iter().map(|class| {
            let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            let mut name = snake_case(&class.name.chars().map(fits).collect::<String>());
            // The object's number comes after it.
            if name.is_empty() || name.ends_with(|c: char| c.is_ascii_digit()) {
                name.push('_');
            }
            if name.starts_with(|c: char| c.is_ascii_digit()) {
                name.insert(0, '_');
            }
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            name
        });
        Names(names.collect())
    }

    /// The variable that objects of a class are called after.
    pub(crate) fn of_class(&self, class: usize) -> &str {
        &self.0[class]
    }

    /// The variable of an object.
    pub(crate) fn of(&self, space: &Space, id: ObjectId) -> String {
        let obj = space.object(id);
        let class: ClassId = obj.class();
        format!("{}{}", self.0[class.index()], space.ordinal(obj))
    }
}

/// `SearchTree` as `search_tree`, `BST` as `bst`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
        before = c;
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_as_variables() {
        let cases =
            [("SearchTree", "search_tree"), ("BST", "bst"), ("node", "node"), ("A1B", "a1_b")];
        for (class, variable) in cases {
            assert_eq!(snake_case(class), variable);
        }
    }
}
