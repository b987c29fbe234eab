//! Bounds that a Rust type declares with `#[derive(Finite)]`.
//!
//! A [`Finitizer`] collects the requests as lines, in the syntax of the command line of
//! `pikse`. This file needs only std: it is also compiled alone, for Rust files that belong
//! to no package.

use std::any::type_name;
use std::marker::PhantomData;

/// A type that declares the bounds of a search. Derive it.
///
/// ```
/// #[derive(pikse::Finite)]
/// #[finite(objects = n)]
/// struct Node {
///     next: Option<Box<Node>>,
///     #[finite(1..=n)]
///     data: i32,
/// }
///
/// #[derive(pikse::Finite)]
/// struct List {
///     first: Option<Box<Node>>,
///     #[finite(n)]
///     size: usize,
/// }
///
/// let mut finitizer = pikse::Finitizer::new(3);
/// <List as pikse::Finite>::finitize(&mut finitizer);
/// let node = std::any::type_name::<Node>();
/// assert!(finitizer.lines().contains(&format!("range {node}.data=1..3\n")));
/// ```
pub trait Finite {
    /// Requests the bounds of this type and of the types of its fields.
    fn finitize(f: &mut Finitizer);
}

/// Collects requests for bounds.
#[derive(Clone, Debug, Default)]
pub struct Finitizer {
    size: i64,
    /// The types that were already visited: types can contain themselves.
    begun: Vec<&'static str>,
    lines: String,
}

impl Finitizer {
    /// An empty collection, for a size.
    pub fn new(size: i64) -> Finitizer {
        Finitizer { size, ..Finitizer::default() }
    }

    /// The size.
    pub fn size(&self) -> i64 {
        self.size
    }

    /// The requests, one on each line.
    pub fn lines(&self) -> &str {
        &self.lines
    }

    /// Whether a type is visited for the first time.
    pub fn begin<T: ?Sized>(&mut self) -> bool {
        let name = type_name::<T>();
        let is_first = !self.begun.contains(&name);
        if is_first {
            self.begun.push(name);
        }
        is_first
    }

    /// Requests a number of objects.
    pub fn objects<T: ?Sized>(&mut self, count: i64) {
        self.line("objects", type_name::<T>(), &count.to_string());
    }

    /// Requests a range of values for an integer field, both ends included.
    pub fn range<T: ?Sized>(&mut self, field: &str, low: i64, high: i64) {
        let name = format!("{}.{field}", type_name::<T>());
        self.line("range", &name, &format!("{low}..{high}"));
    }

    /// Requests a list of values for an integer field, in this order.
    pub fn values<T: ?Sized>(&mut self, field: &str, values: &[i64]) {
        let name = format!("{}.{field}", type_name::<T>());
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        self.line("values", &name, &values.join(","));
    }

    /// Requests that a pointer is never null.
    pub fn non_null<T: ?Sized>(&mut self, field: &str) {
        self.lines.push_str(&format!("non-null {}.{field}\n", type_name::<T>()));
    }

    fn line(&mut self, what: &str, name: &str, value: &str) {
        self.lines.push_str(&format!("{what} {name}={value}\n"));
    }
}

/// Pointers, containers and the like request the bounds of the types in them.
macro_rules! leads_on {
    ($([$($generics:tt)*] $of:ty => $to:ty;)*) => {$(
        impl<$($generics)*> Finite for $of {
            fn finitize(f: &mut Finitizer) {
                <$to as Finite>::finitize(f);
            }
        }
    )*};
}

leads_on! {
    [T: Finite] Option<T> => T;
    [T: Finite + ?Sized] Box<T> => T;
    [T: Finite + ?Sized] std::rc::Rc<T> => T;
    [T: Finite + ?Sized] std::sync::Arc<T> => T;
    [T: Finite + ?Sized] std::cell::Cell<T> => T;
    [T: Finite + ?Sized] std::cell::RefCell<T> => T;
    [T: Finite + ?Sized] std::ptr::NonNull<T> => T;
    [T: Finite + ?Sized] *const T => T;
    [T: Finite + ?Sized] *mut T => T;
    [T: Finite + ?Sized] &T => T;
    [T: Finite + ?Sized] &mut T => T;
    [T: Finite, const N: usize] [T; N] => T;
    [T: Finite] Vec<T> => T;
}

/// The type of a field, which may or may not be [`Finite`]. With [`Known`] and [`Unknown`] in
/// scope, `(&Of::<T>::new()).requests(f)` requests its bounds if it is.
#[derive(Debug, Default)]
pub struct Of<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Of<T> {
    /// The marker of a type.
    pub fn new() -> Of<T> {
        Of(PhantomData)
    }
}

/// A type that is [`Finite`].
pub trait Known {
    /// Requests the bounds.
    fn requests(&self, f: &mut Finitizer);
}

impl<T: Finite + ?Sized> Known for Of<T> {
    fn requests(&self, f: &mut Finitizer) {
        T::finitize(f);
    }
}

/// Any type. A method of this trait needs one more reference than one of [`Known`], so
/// the compiler uses it only if the type is not [`Finite`].
pub trait Unknown {
    /// Requests nothing.
    fn requests(&self, f: &mut Finitizer);
}

impl<T: ?Sized> Unknown for &Of<T> {
    fn requests(&self, _: &mut Finitizer) {}
}
