//! Conjuncts as comparisons of terms `x + c`, and the integer values of terms.

use pikse_expr::bits::{mask, signed};
use pikse_expr::{Binary, Expr, Exprs, View};

/// The extension of an atom in a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extension {
    /// None: the term has the atom's width, and its values wrap around.
    None,
    /// Zero extension.
    Zero,
    /// Sign extension.
    Sign,
}

/// `ext(atom) + offset`, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Term {
    /// `None`, if the term is a constant.
    pub(super) atom: Option<Expr>,
    pub(super) extension: Extension,
    /// From 0 up to 2^width.
    pub(super) offset: i128,
}

/// The comparison of two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Equal,
    Differ,
    Less,
    AtMost,
}

impl Relation {
    /// Whether it holds between two numbers whose difference, left minus right, is this.
    pub(super) fn holds(self, difference: i128) -> bool {
        match self {
            Self::Equal => difference == 0,
            Self::Differ => difference != 0,
            Self::Less => difference < 0,
            Self::AtMost => difference <= 0,
        }
    }
}

/// A comparison of two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Literal {
    pub(super) relation: Relation,
    pub(super) signed: bool,
    pub(super) width: u32,
    pub(super) left: Term,
    pub(super) right: Term,
}

/// The conjunct as a comparison, if it is one of values of up to 64 bits.
pub(super) fn parse(exprs: &Exprs, conjunct: Expr) -> Option<Literal> {
    let (relation, signed, a, b) = match exprs.view(conjunct) {
        View::Binary(Binary::Eq, a, b) => (Relation::Equal, false, a, b),
        View::Binary(Binary::Ult, a, b) => (Relation::Less, false, a, b),
        View::Binary(Binary::Ule, a, b) => (Relation::AtMost, false, a, b),
        View::Binary(Binary::Slt, a, b) => (Relation::Less, true, a, b),
        View::Binary(Binary::Sle, a, b) => (Relation::AtMost, true, a, b),
        View::Not(inner) => match exprs.view(inner) {
            View::Binary(Binary::Eq, a, b) => (Relation::Differ, false, a, b),
            _ => return None,
        },
        _ => return None,
    };
    let width = exprs.width(a);
    if width > 64 {
        return None;
    }
    Some(Literal { relation, signed, width, left: term(exprs, a), right: term(exprs, b) })
}

fn term(exprs: &Exprs, expr: Expr) -> Term {
    if let Some(value) = exprs.as_const(expr) {
        return Term { atom: None, extension: Extension::None, offset: value as i128 };
    }
    let (base, offset) = exprs.offset_form(expr);
    let (atom, extension) = match exprs.view(base) {
        View::Zext(inner) => (inner, Extension::Zero),
        View::Sext(inner) => (inner, Extension::Sign),
        _ => (base, Extension::None),
    };
    Term { atom: Some(atom), extension, offset: offset as i128 }
}

/// Where an atom's value, as an integer, is `shift` less than its term's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) low: i128,
    pub(super) high: i128,
    pub(super) shift: i128,
}

/// The interpretation of a term's value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) signed: bool,
    pub(super) width: u32,
}

impl Reading {
    fn least(self) -> i128 {
        if self.signed { -(1 << (self.width - 1)) } else { 0 }
    }

    /// The representative of all integers that are equal modulo the width.
    fn wrap(self, value: i128) -> i128 {
        ((value - self.least()) & ((1 << self.width) - 1)) + self.least()
    }

    /// The value of a constant.
    pub(super) fn constant(self, value: i128) -> i128 {
        if self.signed { signed(self.width, value as u128 & mask(self.width)) } else { value }
    }

    /// The pieces of a term for values of its atom from `low` to `high`. The atom's values are
    /// integers modulo 2^`atom_width`.
    pub(super) fn pieces(
        self,
        term: &Term,
        atom_width: u32,
        low: i128,
        high: i128,
    ) -> impl Iterator<Item = Piece> {
        let extended = match term.extension {
            Extension::None => None,
            Extension::Zero => Some(Self { signed: false, width: atom_width }),
            Extension::Sign => Some(Self { signed: true, width: atom_width }),
        };
        let offset = term.offset;
        let mut at = low;
        std::iter::from_fn(move || {
            if at > high {
                return None;
            }
            let inner = extended.map_or(at, |reading| reading.wrap(at));
            let value = self.wrap(inner + offset);
            // The piece ends where the atom's extension or the sum wraps around.
            let room = self.least() + (1 << self.width) - 1 - value;
            let inner_room =
                extended.map_or(room, |reading| reading.least() + (1 << reading.width) - 1 - inner);
            let end = (at + room.min(inner_room)).min(high);
            let piece = Piece { low: at, high: end, shift: value - at };
            at = end + 1;
            Some(piece)
        })
    }

    /// The least value of a window of atom values in which the term does not wrap around.
    pub(super) fn window(self, term: &Term, atom_width: u32) -> i128 {
        match term.extension {
            Extension::None => {
                // Offsets near 2^width are small steps down, so that windows stay near zero.
                let half = 1 << (self.width - 1);
                let offset =
                    if term.offset >= half { term.offset - (1 << self.width) } else { term.offset };
                self.least() - offset
            }
            Extension::Zero => 0,
            Extension::Sign => -(1 << (atom_width - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces against the definition, for every value of small atoms.
    #[test]
    fn pieces_are_what_terms_mean() {
        for (atom_width, width) in [(3, 3), (3, 5), (1, 4), (4, 4)] {
            for extension in [Extension::None, Extension::Zero, Extension::Sign] {
                if (extension == Extension::None) != (atom_width == width) {
                    continue;
                }
                for offset in 0..1i128 << width {
                    for signed in [false, true] {
                        let term = Term { atom: Some(Expr::TRUE), extension, offset };
                        let reading = Reading { signed, width };
                        for start in -20i128..20 {
                            let end = start + (1 << atom_width) - 1;
                            let mut expected = start;
                            for piece in reading.pieces(&term, atom_width, start, end) {
                                assert_eq!(piece.low, expected);
                                assert!(piece.high >= piece.low);
                                for x in piece.low..=piece.high {
                                    let atom = x.rem_euclid(1 << atom_width) as u128;
                                    let wide = match extension {
                                        Extension::Sign => {
                                            pikse_expr::bits::sign_extend(atom_width, width, atom)
                                        }
                                        _ => atom,
                                    };
                                    let sum = (wide + offset as u128) & mask(width);
                                    let value = reading.constant(sum as i128);
                                    assert_eq!(x + piece.shift, value, "{term:?} {reading:?}");
                                }
                                expected = piece.high + 1;
                            }
                            assert_eq!(expected, end + 1);
                        }
                        let window = reading.window(&term, atom_width);
                        let whole = window + (1 << atom_width) - 1;
                        if extension == Extension::None {
                            assert_eq!(reading.pieces(&term, atom_width, window, whole).count(), 1);
                        }
                    }
                }
            }
        }
    }
}
