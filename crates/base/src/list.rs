//! A persistent list: each element points to the one before it, and copies share elements.
//! A copy costs one pointer, and so does adding an element to one of two copies.

use std::rc::Rc;

/// A persistent list, whose copies share elements.
#[derive(Debug)]
pub struct List<T> {
    last: Option<Rc<Link<T>>>,
}

#[derive(Debug)]
struct Link<T> {
    element: T,
    length: usize,
    before: List<T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        Self { last: self.last.clone() }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { last: None }
    }
}

impl<T> Drop for List<T> {
    /// Elements are dropped one by one: the compiler's drop would recurse on long lists.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut link) => next = link.before.last.take(),
                Err(_) => break,
            }
        }
    }
}

impl<T> List<T> {
    /// Adds an element.
    pub fn push(&mut self, element: T) {
        let length = self.len() + 1;
        let before = Self { last: self.last.take() };
        self.last = Some(Rc::new(Link { element, length, before }));
    }

    /// The last element, to be changed; none if a copy shares it.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        Some(&mut Rc::get_mut(self.last.as_mut()?)?.element)
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |link| link.length)
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// The elements from last to first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut at = self.last.as_deref();
        std::iter::from_fn(move || {
            let link = at?;
            at = link.before.last.as_deref();
            Some(&link.element)
        })
    }

    /// The elements from first to last.
    #[must_use]
    pub fn to_vec(&self) -> Vec<&T> {
        let mut list = Vec::with_capacity(self.len());
        list.extend(self.iter());
        list.reverse();
        list
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut list = Self::default();
        elements.into_iter().for_each(|element| list.push(element));
        list
    }
}

impl<T: Clone> List<T> {
    /// Removes the last element.
    pub fn pop(&mut self) -> Option<T> {
        let link = self.last.take()?;
        match Rc::try_unwrap(link) {
            Ok(mut link) => {
                self.last = link.before.last.take();
                Some(link.element)
            }
            Err(link) => {
                self.last.clone_from(&link.before.last);
                Some(link.element.clone())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::List;

    #[test]
    fn copies_share_what_they_have_in_common() {
        let mut one = List::default();
        one.push(1);
        one.push(2);
        let mut other = one.clone();
        one.push(3);
        other.push(4);
        assert_eq!(one.to_vec(), [&1, &2, &3]);
        assert_eq!(other.to_vec(), [&1, &2, &4]);
        assert_eq!((other.pop(), other.pop(), other.len()), (Some(4), Some(2), 1));
        assert_eq!(one.iter().collect::<Vec<_>>(), [&3, &2, &1]);
        assert_eq!((other.pop(), other.pop(), other.is_empty()), (Some(1), None, true));
    }

    /// Dropping this list by recursion would overflow the stack.
    #[test]
    fn a_long_list_is_dropped() {
        let mut list = List::default();
        (0..1_000_000).for_each(|number| list.push(number));
        assert_eq!(list.len(), 1_000_000);
    }
}
