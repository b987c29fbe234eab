//! Programs: globals, functions, and their source locations.

use serde::{Deserialize, Serialize};

use crate::ids::{BlockId, ConstId, FileId, FuncId, GlobalId, LocId, Reg, TextId};
use crate::inst::{Call, Inst, Operand, Pad, Switch, Wide};
use crate::passing::Pass;

/// A whole program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// Every function, with and without a body.
    pub functions: Vec<Function>,
    /// Every global.
    pub globals: Vec<Global>,
    /// Constants, each once.
    pub constants: Vec<Constant>,
    /// Aliases of functions and globals.
    pub aliases: Vec<Alias>,
    /// Functions that run before the entry, in order. The C library calls them with the arguments of
    /// `main`: the number of arguments, their addresses, and those of the environment.
    pub constructors: Vec<FuncId>,
    /// Functions that run after the entry has returned, in order.
    pub destructors: Vec<FuncId>,
    /// Source files, as the compiler names them, made absolute.
    pub files: Vec<String>,
    /// Source locations. The first one means unknown: line 0.
    pub locations: Vec<Location>,
    /// Inlined functions, for locations in their code.
    pub scopes: Vec<Scope>,
    /// Texts of instructions.
    pub texts: Vec<String>,
    /// Whether it is a 32-bit program: addresses are below 4 GiB, and have 4 bytes in its memory.
    /// Registers with addresses have 64 bits nevertheless.
    pub is_narrow: bool,
}

impl Program {
    /// The function with a symbol name or an alias.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<FuncId> {
        let found = self.functions.iter().position(|function| function.name == name);
        found.map(FuncId::at).or_else(|| match self.alias(name)? {
            Target::Function(function) => Some(function),
            Target::Global(_) => None,
        })
    }

    /// The global with a symbol name or an alias.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<GlobalId> {
        let found = self.globals.iter().position(|global| global.name == name);
        found.map(GlobalId::at).or_else(|| match self.alias(name)? {
            Target::Global(global) => Some(global),
            Target::Function(_) => None,
        })
    }

    fn alias(&self, name: &str) -> Option<Target> {
        self.aliases.iter().find(|alias| alias.name == name).map(|alias| alias.target)
    }
}

/// A constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Constant {
    /// A number; bits above the width are 0.
    Int {
        /// Its width.
        width: u8,
        /// Its value.
        value: u128,
    },
    /// The address of a global or function plus an offset. 64 bits wide.
    Address {
        /// The target of the address.
        target: Target,
        /// The offset in bytes.
        addend: i64,
    },
    /// An undefined value: LLVM's `undef` and `poison`. A branch that depends on it is a use of
    /// uninitialised memory.
    Undefined {
        /// Its width.
        width: u8,
    },
}

/// A global or a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Target {
    /// A global.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
}

/// An alias: another name of a function or a global. Code refers to the target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alias {
    /// The symbol name.
    pub name: String,
    /// The target.
    pub target: Target,
}

/// A global variable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Global {
    /// Its symbol name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u32,
    /// Whether it is read-only.
    pub constant: bool,
    /// Whether it is thread-local.
    pub thread_local: bool,
    /// Whether it is weak: its address is null if it is not defined.
    pub weak: bool,
    /// Its initial contents; `None` if it is only declared. The bytes after the end are 0.
    pub bytes: Option<Vec<u8>>,
    /// What is unsupported in its initial contents; then it has none.
    pub unsupported: Option<TextId>,
    /// Addresses in its initial contents, in order.
    pub relocations: Vec<Relocation>,
}

/// An address in the contents of a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Relocation {
    /// Its offset.
    pub offset: u64,
    /// The target of the address.
    pub target: Target,
    /// The offset in bytes from the target.
    pub addend: i64,
    /// Its length: 8 bytes, or 4 in a 32-bit program.
    pub bytes: u8,
}

/// A function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Function {
    /// Its symbol name.
    pub name: String,
    /// Its name in the source, if the debug information has it.
    pub source_name: Option<String>,
    /// The widths of its parameters; a struct becomes several.
    pub params: Vec<u8>,
    /// How each parameter is passed.
    pub passing: Vec<Pass>,
    /// The widths of its results; none for `void`, several for a struct.
    pub results: Vec<u8>,
    /// How each result is returned.
    pub returning: Vec<Pass>,
    /// Whether it is variadic.
    pub variadic: bool,
    /// Whether it is weak: its address is null if it is not defined.
    pub weak: bool,
    /// Its location in the source.
    pub location: LocId,
    /// Its code; `None` if it is only declared.
    pub body: Option<Body>,
}

/// The code of a function. Its parameters are its first registers, in order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Body {
    /// The widths of its registers.
    pub registers: Vec<u8>,
    /// Instructions, block after block.
    pub code: Vec<Inst>,
    /// For each instruction, its source location.
    pub places: Vec<LocId>,
    /// Blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// The calls of [`Inst::Call`].
    pub calls: Vec<Call>,
    /// The operations of [`Inst::Wide`].
    pub wides: Vec<Wide>,
    /// The tables of [`Inst::Switch`].
    pub switches: Vec<Switch>,
    /// Landing pads of [`Inst::LandingPad`].
    pub pads: Vec<Pad>,
    /// The values that [`Inst::Return`] returns.
    pub returns: Vec<Box<[Operand]>>,
}

impl Body {
    /// The instructions of a block.
    #[must_use]
    pub fn block(&self, block: BlockId) -> &[Inst] {
        let block = &self.blocks[block.index()];
        &self.code[block.start as usize..block.end as usize]
    }

    /// The landing pad for a call's exceptions: in the block that it names, or after the moves of
    /// an edge. `None` if the pad is unsupported; then the block says so.
    #[must_use]
    pub fn landing_pad(&self, unwind: BlockId) -> Option<&Pad> {
        let pad_of = |block: BlockId| match self.block(block).first() {
            Some(&Inst::LandingPad { pad, .. }) => Some(&self.pads[pad as usize]),
            _ => None,
        };
        pad_of(unwind).or_else(|| match self.block(unwind).last() {
            Some(&Inst::Jump { to }) if self.blocks[unwind.index()].edge => pad_of(to),
            _ => None,
        })
    }

    /// The width of a register.
    #[must_use]
    pub fn width(&self, register: Reg) -> u8 {
        self.registers[register.index()]
    }
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Its first instruction.
    pub start: u32,
    /// The end of its instructions, exclusive.
    pub end: u32,
    /// Whether it only holds the moves of an edge; such a block has no source.
    pub edge: bool,
}

/// A source location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// The line, from 1 on; 0 if unknown.
    pub line: u32,
    /// The column, from 1 on; 0 if unknown.
    pub column: u32,
    /// The inlined function that contains it, as an index in [`Program::scopes`]; `None` if it is
    /// the function whose code it is.
    pub scope: Option<u32>,
}

/// An inlined function.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Scope {
    /// The function's name in the source.
    pub function: String,
    /// The location of the call.
    pub called_at: LocId,
}

/// Interning of constants and texts while a [`Program`] is made.
impl Program {
    /// The id of a constant, which is stored once.
    #[must_use]
    pub fn constant(&self, id: ConstId) -> Constant {
        self.constants[id.index()]
    }

    /// The id of a text.
    #[must_use]
    pub fn text(&self, id: TextId) -> &str {
        &self.texts[id.index()]
    }
}
