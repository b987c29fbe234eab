//! Splits a type into a list of scalars.

use std::rc::Rc;

use pikse_llvm::raw::{Layout, Type, TypeKind};

use super::maps::PointerMap;
use super::wide::is_wide;
use crate::passing::Pass;

/// Why something cannot be lowered, in words for the user.
#[derive(Clone, Debug)]
pub(super) struct Unsupported(pub(super) String);

/// The result of lowering.
pub(super) type Lowered<T = ()> = Result<T, Unsupported>;

/// Reports that something cannot be lowered.
pub(super) fn unsupported<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Unsupported(what.into()))
}

/// The kind of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// An integer.
    Int,
    /// An address.
    Pointer,
    /// A `float` or a `double`, by its width.
    Float,
    /// A `long double` of x86 or a number of half precision, by its width. They are computed with.
    LongFloat,
    /// A number of quadruple precision: it can be compared and converted, but not computed with.
    Quad,
    /// A floating-point number that can be moved, but not computed with.
    OtherFloat,
    /// A word of an integer of more than 128 bits.
    Word,
}

/// One scalar of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    pub(super) kind: Kind,
    pub(super) width: u8,
    /// Its offset in bytes from the start of the value.
    pub(super) offset: u32,
}

/// The scalars of a value, in order.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) leaves: Box<[Leaf]>,
    /// Whether it contains vectors whose elements do not start at a byte. The offsets of these
    /// elements are meaningless.
    pub(super) packed: bool,
}

impl Shape {
    /// The widths of the scalars.
    pub(super) fn widths(&self) -> impl Iterator<Item = u8> + '_ {
        self.leaves.iter().map(|leaf| leaf.width)
    }

    /// The number of scalars.
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }
}

/// The maximum number of scalars in a value; compilers do not make larger ones.
const MOST: usize = 4096;

/// The known types, with their shapes.
pub(super) struct Types<'m> {
    pub(super) layout: Layout<'m>,
    shapes: PointerMap<Lowered<Rc<Shape>>>,
}

impl<'m> Types<'m> {
    pub(super) fn new(layout: Layout<'m>) -> Self {
        Self { layout, shapes: PointerMap::default() }
    }

    /// The scalars of a value of the type.
    pub(super) fn shape(&mut self, ty: Type<'m>) -> Lowered<Rc<Shape>> {
        if let Some(known) = self.shapes.get(&ty.key()) {
            return known.clone();
        }
        let mut shape = (Vec::new(), false);
        let found = self.collect(ty, 0, &mut shape);
        let found = found.map(|()| Rc::new(Shape { leaves: shape.0.into(), packed: shape.1 }));
        self.shapes.insert(ty.key(), found.clone());
        found
    }

    /// The width of a scalar in memory.
    pub(super) fn width_in_memory(&self, leaf: Leaf) -> u8 {
        match leaf.kind {
            Kind::Pointer => (self.layout.pointer_size() * 8) as u8,
            _ => leaf.width,
        }
    }

    /// The scalar of a value of a plain type.
    pub(super) fn leaf(&mut self, ty: Type<'m>) -> Lowered<Leaf> {
        match &*self.shape(ty)?.leaves {
            &[leaf] => Ok(leaf),
            _ => unsupported(format!("a value of type `{}`", ty.text())),
        }
    }

    /// How the scalars of a value of the type are passed.
    pub(super) fn passing(&mut self, ty: Type<'m>) -> Lowered<Vec<Pass>> {
        let is_vector = ty.kind() == TypeKind::LLVMVectorTypeKind;
        let shape = self.shape(ty)?;
        let leaves = shape.leaves.iter().enumerate();
        let pass = |(at, leaf): (usize, &Leaf)| match leaf.kind {
            // A register holds 128 bits.
            _ if is_vector && at * usize::from(leaf.width) % 128 != 0 => Pass::Part,
            _ if is_vector => Pass::Float,
            Kind::Int | Kind::Pointer | Kind::Word => Pass::Integer { signed: false },
            Kind::LongFloat if leaf.width == 80 => Pass::Stack,
            Kind::Float | Kind::LongFloat | Kind::Quad | Kind::OtherFloat => Pass::Float,
        };
        Ok(leaves.map(pass).collect())
    }

    /// How a copy of a value of the type is passed.
    pub(super) fn copy(&self, ty: Type<'m>) -> Pass {
        Pass::Copy { align: self.layout.align(ty).clamp(8, 128) as u8 }
    }

    fn collect(&self, ty: Type<'m>, offset: u64, shape: &mut (Vec<Leaf>, bool)) -> Lowered {
        let leaf = |kind, width| match u32::try_from(offset) {
            Ok(offset) => Ok(Leaf { kind, width, offset }),
            Err(_) => unsupported(format!("a value of type `{}`", ty.text())),
        };
        let leaf = match ty.kind() {
            TypeKind::LLVMVoidTypeKind => return Ok(()),
            TypeKind::LLVMIntegerTypeKind => match u8::try_from(ty.int_width()) {
                Ok(width @ ..=128) => leaf(Kind::Int, width)?,
                _ => return self.collect_words(ty, offset, shape),
            },
            // In a 32-bit program, addresses have 64 bits only in registers.
            TypeKind::LLVMPointerTypeKind
                if self.layout.bits(ty) == u64::from(self.layout.pointer_size()) * 8 =>
            {
                leaf(Kind::Pointer, 64)?
            }
            TypeKind::LLVMFloatTypeKind => leaf(Kind::Float, 32)?,
            TypeKind::LLVMDoubleTypeKind => leaf(Kind::Float, 64)?,
            TypeKind::LLVMHalfTypeKind => leaf(Kind::LongFloat, 16)?,
            TypeKind::LLVMBFloatTypeKind => leaf(Kind::OtherFloat, 16)?,
            TypeKind::LLVMX86_FP80TypeKind => leaf(Kind::LongFloat, 80)?,
            TypeKind::LLVMFP128TypeKind => leaf(Kind::Quad, 128)?,
            TypeKind::LLVMPPC_FP128TypeKind => leaf(Kind::OtherFloat, 128)?,
            TypeKind::LLVMStructTypeKind if ty.is_sized() => {
                for at in 0..ty.count() as u32 {
                    let place = offset + self.layout.field(ty, at);
                    self.collect(ty.element(at), place, shape)?;
                }
                return Ok(());
            }
            TypeKind::LLVMArrayTypeKind => {
                let element = ty.element(0);
                let size = self.layout.size(element);
                // The number of elements without size is not limited.
                for at in 0..if size == 0 { 0 } else { ty.count() } {
                    self.collect(element, offset + at * size, shape)?;
                }
                return Ok(());
            }
            TypeKind::LLVMVectorTypeKind => {
                let element = ty.element(0);
                let bits = self.layout.bits(element);
                if is_wide(element) {
                    return unsupported(format!("a value of type `{}`", ty.text()));
                }
                shape.1 |= !bits.is_multiple_of(8);
                for at in 0..ty.count() {
                    self.collect(element, offset + at * bits / 8, shape)?;
                }
                return Ok(());
            }
            _ => return unsupported(format!("a value of type `{}`", ty.text())),
        };
        push(leaf, shape)
    }

    /// The words of an integer of more than 128 bits.
    fn collect_words(&self, ty: Type<'m>, offset: u64, shape: &mut (Vec<Leaf>, bool)) -> Lowered {
        let width = ty.int_width();
        for at in (0..width).step_by(64) {
            let Ok(offset) = u32::try_from(offset + u64::from(at) / 8) else {
                return unsupported(format!("a value of type `{}`", ty.text()));
            };
            push(Leaf { kind: Kind::Word, width: (width - at).min(64) as u8, offset }, shape)?;
        }
        Ok(())
    }
}

fn push(leaf: Leaf, shape: &mut (Vec<Leaf>, bool)) -> Lowered {
    if shape.0.len() == MOST {
        return unsupported(format!("a value of more than {MOST} scalars"));
    }
    shape.0.push(leaf);
    Ok(())
}
