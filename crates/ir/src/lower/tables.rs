//! Data shared by all functions of a program during lowering.

use std::collections::HashMap;

use pikse_llvm::raw::{Block, Type, Value, ValueKind};

use super::debug::Debug;
use super::intrinsics::{Known, RelativeTables};
use super::maps::PointerMap;
use super::types::{Lowered, Types};
use crate::ids::{ConstId, FuncId, TextId};
use crate::inst::Operand;
use crate::passing::Pass;
use crate::program::{Constant, Program, Target};

/// What a symbol of the module is.
#[derive(Clone, Copy)]
pub(super) enum Symbol {
    /// A function or global of the program.
    Target(Target),
    /// An intrinsic of LLVM.
    Intrinsic(Known),
}

/// The scalars of a function's parameters and results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Signature {
    pub(super) params: Vec<u8>,
    pub(super) passing: Vec<Pass>,
    pub(super) results: Vec<u8>,
    pub(super) returning: Vec<Pass>,
    pub(super) variadic: bool,
}

/// The program so far, and tables of what was found.
pub(super) struct Shared<'m> {
    pub(super) program: Program,
    pub(super) types: Types<'m>,
    pub(super) debug: Debug,
    pub(super) symbols: PointerMap<Symbol>,
    constants: HashMap<Constant, ConstId>,
    texts: HashMap<String, TextId>,
    /// Constant scalars of LLVM that were found.
    pub(super) known: PointerMap<Operand>,
    /// The numbers that stand for addresses of blocks.
    blocks: PointerMap<u64>,
    pub(super) relative_tables: RelativeTables,
    /// The kind of the attribute `byval`.
    pub(super) byval: u32,
    /// The kind of the attribute `signext`.
    pub(super) sign_extended: u32,
    /// Functions of the other target that a 32-bit program calls, and whether their numbers are signed.
    pub(super) foreign: HashMap<FuncId, bool>,
}

impl<'m> Shared<'m> {
    pub(super) fn new(types: Types<'m>, debug: Debug, program: Program) -> Self {
        Self {
            program,
            types,
            debug,
            symbols: PointerMap::default(),
            constants: HashMap::new(),
            texts: HashMap::new(),
            known: PointerMap::default(),
            blocks: PointerMap::default(),
            relative_tables: RelativeTables::default(),
            byval: pikse_llvm::raw::attribute("byval"),
            sign_extended: pikse_llvm::raw::attribute("signext"),
            foreign: HashMap::new(),
        }
    }

    /// The operand of a constant.
    pub(super) fn constant(&mut self, constant: Constant) -> Operand {
        let constants = &mut self.program.constants;
        let id = *self.constants.entry(constant).or_insert_with(|| {
            constants.push(constant);
            ConstId::at(constants.len() - 1)
        });
        Operand::constant(id)
    }

    /// The operand of a number; bits above its width are dropped.
    pub(super) fn number(&mut self, width: u8, value: u128) -> Operand {
        self.constant(Constant::Int { width, value: cut(width, value) })
    }

    /// The operand of an undefined value.
    pub(super) fn undefined(&mut self, width: u8) -> Operand {
        self.constant(Constant::Undefined { width })
    }

    /// A text, stored once.
    pub(super) fn text(&mut self, text: String) -> TextId {
        let texts = &mut self.program.texts;
        *self.texts.entry(text).or_insert_with_key(|text| {
            texts.push(text.clone());
            TextId::at(texts.len() - 1)
        })
    }

    /// The scalars of a function type.
    pub(super) fn signature(&mut self, ty: Type<'m>) -> Lowered<Signature> {
        let (mut params, mut passing) = (Vec::new(), Vec::new());
        for param in ty.params() {
            params.extend(self.types.shape(param)?.widths());
            passing.extend(self.types.passing(param)?);
        }
        let results = self.types.shape(ty.returns())?.widths().collect();
        let returning = self.types.passing(ty.returns())?;
        Ok(Signature { params, passing, results, returning, variadic: ty.is_variadic() })
    }

    /// The scalars of a function, with what its attributes say.
    pub(super) fn declared(&mut self, function: Value<'m>) -> Lowered<Signature> {
        let ty = function.value_type();
        let mut signature = self.signature(ty)?;
        // An `ifunc` has no attributes.
        if function.kind() != ValueKind::LLVMFunctionValueKind {
            return Ok(signature);
        }
        let mut next = 0;
        for (at, param) in ty.params().into_iter().enumerate() {
            if let Some(copied) = function.param_type(at as u32, self.byval) {
                signature.passing[next] = self.types.copy(copied);
            }
            next += self.types.shape(param)?.len();
        }
        Ok(signature)
    }

    /// The number that represents the address of a block, for computed jumps. It is not the address
    /// of an object.
    pub(super) fn block_number(&mut self, block: Block<'m>) -> u64 {
        let next = self.blocks.len() as u64 + 1;
        *self.blocks.entry(block.key()).or_insert(next)
    }
}

/// The low bits of a number.
pub(super) fn cut(width: u8, value: u128) -> u128 {
    match width {
        128.. => value,
        _ => value & ((1 << width) - 1),
    }
}

/// A number of a given width, as a signed one.
pub(super) fn signed(width: u8, value: u128) -> i128 {
    let above = 128 - u32::from(width.min(128));
    ((value << above) as i128) >> above
}
