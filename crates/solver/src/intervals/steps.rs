//! A query as a list of steps that compute bounds of each part from those of its operands.
//!
//! Many boxes are examined, so a query is translated once.

use std::collections::HashMap;

use pikse_expr::{Binary, Expr, Exprs, Float, NumberView, View};

use super::values::{Number, Word, arithmetic, compare, convert};

/// A variable: a word of symbols, used as a number or as an integer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub(super) expr: Expr,
    pub(super) width: u32,
    pub(super) is_number: bool,
}

/// How a part is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Item {
    Number(Expr),
    Word(Expr),
}

/// The bounds of a part.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    Number(Number),
    Word(Word),
}

impl Known {
    fn number(self) -> Number {
        match self {
            Self::Number(number) => number,
            Self::Word(_) => Number::ANY,
        }
    }

    pub(super) fn word(self) -> Word {
        match self {
            Self::Word(word) => word,
            Self::Number(_) => Word::any(128),
        }
    }
}

/// How a part is computed from others, which are given by their indices.
#[derive(Clone, Copy, Debug)]
enum Step {
    Fixed(Known),
    Variable(usize),
    Neg(usize),
    Abs(usize),
    Ite(usize, usize, usize),
    /// An operator, with the widths of operands and result.
    Float(Float, u32, u32, [usize; 2]),
    Not(u32, usize),
    Binary(Binary, u32, usize, usize),
    Same(usize),
}

/// A translated query.
#[derive(Debug, Default)]
pub(super) struct Steps {
    steps: Vec<Step>,
    places: HashMap<Item, usize>,
    pub(super) variables: Vec<Variable>,
    /// The indices of the conjuncts.
    roots: Vec<usize>,
}

impl Steps {
    pub(super) fn new(exprs: &Exprs, conjuncts: &[Expr]) -> Self {
        let mut steps = Self::default();
        for &conjunct in conjuncts {
            let root = Item::Word(conjunct);
            let mut stack = vec![root];
            while let Some(&item) = stack.last() {
                let before = stack.len();
                if !steps.places.contains_key(&item)
                    && let Some(step) = steps.step(exprs, item, &mut stack)
                {
                    steps.places.insert(item, steps.steps.len());
                    steps.steps.push(step);
                }
                if stack.len() == before {
                    stack.pop();
                }
            }
            steps.roots.push(steps.places[&root]);
        }
        steps
    }

    /// The step of an item; parts without a step go onto the stack.
    fn step(&mut self, exprs: &Exprs, item: Item, stack: &mut Vec<Item>) -> Option<Step> {
        let places = &self.places;
        let mut part = |item: Item| {
            let place = places.get(&item).copied();
            if place.is_none() {
                stack.push(item);
            }
            place
        };
        let (Item::Number(expr) | Item::Word(expr)) = item;
        let width = exprs.width(expr);
        let view = exprs.view(expr);
        if let View::Read { .. } = view
            && width <= 64
        {
            let is_number = matches!(item, Item::Number(_));
            self.variables.push(Variable { expr, width, is_number });
            return Some(Step::Variable(self.variables.len() - 1));
        }
        if let Item::Number(_) = item {
            return Some(match exprs.number_view(expr) {
                NumberView::Result(op, operands) => {
                    let as_operand = if op.takes_floats() { Item::Number } else { Item::Word };
                    let a = part(as_operand(operands[0]));
                    let b = match op.arity() {
                        2 => part(as_operand(operands[1])),
                        _ => a,
                    };
                    Step::Float(op, exprs.width(operands[0]), width, [a?, b?])
                }
                NumberView::Neg(a) => Step::Neg(part(Item::Number(a))?),
                NumberView::Abs(a) => Step::Abs(part(Item::Number(a))?),
                NumberView::Ite(c, a, b) => {
                    let c = part(Item::Word(c));
                    let (a, b) = (part(Item::Number(a)), part(Item::Number(b)));
                    Step::Ite(c?, a?, b?)
                }
                NumberView::Bits => Step::Fixed(Known::Number(match exprs.as_const(expr) {
                    Some(bits) => Number::of_bits(width, bits as u64),
                    None => Number::ANY,
                })),
            });
        }
        Some(match view {
            View::Float(op, operands) if !op.makes_float() => {
                let a = part(Item::Number(operands[0]));
                let b = match op.arity() {
                    2 => part(Item::Number(operands[1])),
                    _ => a,
                };
                Step::Float(op, exprs.width(operands[0]), width, [a?, b?])
            }
            View::Const(value) => Step::Fixed(Known::Word(Word { low: value, high: value })),
            View::Not(a) => Step::Not(width, part(Item::Word(a))?),
            View::Zext(a) => Step::Same(part(Item::Word(a))?),
            View::Binary(op, a, b)
                if op.is_comparison() || (width == 1 && matches!(op, Binary::And | Binary::Or)) =>
            {
                let operands = exprs.width(a);
                let (a, b) = (part(Item::Word(a)), part(Item::Word(b)));
                Step::Binary(op, operands, a?, b?)
            }
            View::Ite(c, a, b) => {
                let c = part(Item::Word(c));
                let (a, b) = (part(Item::Word(a)), part(Item::Word(b)));
                Step::Ite(c?, a?, b?)
            }
            _ if width <= 64 => {
                let facts = exprs.facts(expr);
                let word = Word { low: facts.low.into(), high: facts.high.into() };
                Step::Fixed(Known::Word(word))
            }
            _ => Step::Fixed(Known::Word(Word::any(width))),
        })
    }

    /// Whether all conjuncts may hold under the bounds of the variables.
    pub(super) fn may_hold(&self, variables: &[Known], known: &mut Vec<Known>) -> bool {
        known.clear();
        for &step in &self.steps {
            let new = self.known(step, variables, known);
            known.push(new);
        }
        !self.roots.iter().any(|&root| known[root].word().is_false())
    }

    fn known(&self, step: Step, variables: &[Known], known: &[Known]) -> Known {
        match step {
            Step::Fixed(known) => known,
            Step::Variable(k) => variables[k],
            Step::Same(a) => known[a],
            Step::Neg(a) => Known::Number(known[a].number().neg()),
            Step::Abs(a) => Known::Number(known[a].number().abs()),
            Step::Ite(c, a, b) => match (known[c].word(), known[a], known[b]) {
                (Word { low: 1, .. }, yes, _) => yes,
                (Word { high: 0, .. }, _, no) => no,
                (_, Known::Number(a), Known::Number(b)) => Known::Number(a.union(b)),
                (_, a, b) => Known::Word(a.word().union(b.word())),
            },
            Step::Not(width, a) => Known::Word(known[a].word().not(width)),
            Step::Binary(op, width, a, b) => {
                Known::Word(Word::binary(op, width, known[a].word(), known[b].word()))
            }
            Step::Float(op, from, to, [a, b]) => match op {
                Float::FromSigned | Float::FromUnsigned => {
                    Known::Number(known[a].word().to_number(op, from, to))
                }
                Float::ToSigned | Float::ToUnsigned => {
                    Known::Word(Word::of_number(op, from, to, known[a].number()))
                }
                Float::Convert => Known::Number(convert(to, known[a].number())),
                Float::Equal | Float::Less | Float::AtMost => {
                    Known::Word(compare(op, known[a].number(), known[b].number(), a == b))
                }
                _ => {
                    let same = op.arity() == 2 && a == b;
                    let (a, b) = (known[a].number(), known[b].number());
                    Known::Number(arithmetic(op, from, a, b, same))
                }
            },
        }
    }
}
