//! Random types: a root, nodes, and what may be inside them.

use std::fmt::Write;

use pikse_base::Random;
use pikse_front::Request;

/// What a field is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A pointer to a node.
    Node,
    /// A pointer to the root.
    Root,
    /// A number of this type of C.
    Int(&'static str),
    /// `enum color`
    Color,
    /// `bool`
    Bool,
    /// Several numbers.
    Ints(&'static str, usize),
    /// Several pointers to nodes.
    Nodes(usize),
    /// `struct inner`
    Inner,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// The types of a file.
#[derive(Debug)]
pub(crate) struct Types {
    pub(crate) root: Vec<Field>,
    pub(crate) node: Vec<Field>,
    pub(crate) inner: Vec<Field>,
    colors: Vec<(&'static str, i32)>,
    /// The bounds to search in.
    pub(crate) request: Request,
}

/// A space with more candidates takes too long.
const MOST_CANDIDATES: f64 = 500_000.0;

const INTS: &[&str] = &[
    "int",
    "int",
    "int",
    "unsigned",
    "short",
    "unsigned short",
    "signed char",
    "unsigned char",
    "long",
    "char",
];

impl Types {
    /// Makes some up, until the space is small enough.
    pub(crate) fn new(random: &mut Random) -> Types {
        loop {
            let types = Self::any(random);
            if types.candidates() <= MOST_CANDIDATES {
                return types;
            }
        }
    }

    fn any(random: &mut Random) -> Types {
        let values = [("RED", 0), ("GREEN", 5), ("BLUE", -3), ("BLACK", 6)];
        let colors = values[random.index(2)..2 + random.index(3)].to_vec();
        let inner: Vec<Kind> = (0..1 + random.index(2))
            .map(|_| match random.index(5) {
                0 => Kind::Node,
                1 => Kind::Bool,
                _ => Kind::Int(random.pick(INTS)),
            })
            .collect();
        let mut root = vec![Kind::Node];
        for _ in 0..1 + random.index(2) {
            root.push(match random.index(8) {
                0 => Kind::Node,
                1 => Kind::Color,
                2 => Kind::Bool,
                3 => Kind::Ints(random.pick(INTS), 2 + random.index(2)),
                4 => Kind::Inner,
                5 => Kind::Nodes(2),
                _ => Kind::Int(random.pick(INTS)),
            });
        }
        let mut node = vec![Kind::Node];
        for _ in 0..1 + random.index(3) {
            node.push(match random.index(12) {
                0..=2 => Kind::Node,
                3 => Kind::Color,
                4 => Kind::Bool,
                5 => Kind::Ints(random.pick(INTS), 2),
                6 => Kind::Inner,
                7 => Kind::Root,
                _ => Kind::Int(random.pick(INTS)),
            });
        }
        let mut fields = |mut kinds: Vec<Kind>| -> Vec<Field> {
            // In any order.
            for at in (1..kinds.len()).rev() {
                kinds.swap(at, random.index(at + 1));
            }
            let named = |(at, kind)| Field { name: format!("f{at}"), kind };
            kinds.into_iter().enumerate().map(named).collect()
        };
        let (root, node, inner) = (fields(root), fields(node), fields(inner));
        let size = 2 + random.index(2) as u32;
        let mut types =
            Types { root, node, inner, colors, request: Request { size, ..Request::default() } };
        types.bounds(random);
        types
    }

    /// Bounds that are not those of the size.
    fn bounds(&mut self, random: &mut Random) {
        self.request.root = "root".to_owned();
        let to_root = |field: &Field| field.kind == Kind::Root;
        if self.node.iter().any(to_root) {
            self.request.objects.push("root=1".parse().expect("it is well formed"));
        }
        for (class, fields) in [("root", &self.root), ("node", &self.node)] {
            for (name, signed) in self.numbers(fields) {
                match random.index(8) {
                    0 if signed => {
                        let text = format!("{class}.{name}=-1..1");
                        self.request.ranges.push(text.parse().expect("it is well formed"));
                    }
                    1..=3 => {
                        let text = format!("{class}.{name}=0..1");
                        self.request.ranges.push(text.parse().expect("it is well formed"));
                    }
                    4 => {
                        let text = format!("{class}.{name}=5,0,2");
                        self.request.values.push(text.parse().expect("it is well formed"));
                    }
                    _ => {}
                }
            }
        }
    }

    /// The names of numbers in a struct, and whether they have a sign.
    fn numbers(&self, fields: &[Field]) -> Vec<(String, bool)> {
        let signed = |of: &str| matches!(of, "int" | "short" | "signed char" | "long");
        let mut found = Vec::new();
        for field in fields {
            match field.kind {
                Kind::Int(of) | Kind::Ints(of, _) => found.push((field.name.clone(), signed(of))),
                Kind::Inner => {
                    for inner in &self.inner {
                        if let Kind::Int(of) = inner.kind {
                            found.push((format!("{}.{}", field.name, inner.name), signed(of)));
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// About how many candidates there are.
    fn candidates(&self) -> f64 {
        let size = f64::from(self.request.size);
        let values = |field: &Field| match field.kind {
            Kind::Node | Kind::Int(_) => size + 1.0,
            Kind::Root | Kind::Bool => 2.0,
            Kind::Color => self.colors.len() as f64,
            Kind::Ints(_, length) | Kind::Nodes(length) => (size + 1.0).powi(length as i32),
            Kind::Inner => 1.0,
        };
        let product = |fields: &[Field]| -> f64 {
            let inner = fields.iter().filter(|field| field.kind == Kind::Inner).count();
            let inside: f64 = self.inner.iter().map(values).product();
            fields.iter().map(values).product::<f64>() * inside.powi(inner as i32)
        };
        product(&self.root) * product(&self.node).powf(size)
    }

    /// The types in C.
    pub(crate) fn declarations(&self) -> String {
        let mut text = "struct root; struct node;\nenum color { ".to_owned();
        for (name, value) in &self.colors {
            let _ = write!(text, "{name} = {value}, ");
        }
        text += "};\n";
        for (name, fields) in [("inner", &self.inner), ("node", &self.node), ("root", &self.root)] {
            let _ = write!(text, "struct {name} {{ ");
            for Field { name, kind } in fields {
                let _ = match kind {
                    Kind::Node => write!(text, "struct node *{name}; "),
                    Kind::Root => write!(text, "struct root *{name}; "),
                    Kind::Int(of) => write!(text, "{of} {name}; "),
                    Kind::Color => write!(text, "enum color {name}; "),
                    Kind::Bool => write!(text, "bool {name}; "),
                    Kind::Ints(of, length) => write!(text, "{of} {name}[{length}]; "),
                    Kind::Nodes(length) => write!(text, "struct node *{name}[{length}]; "),
                    Kind::Inner => write!(text, "struct inner {name}; "),
                };
            }
            text += "};\n";
        }
        text
    }
}
