//! Programs: globals, functions, and where they come from.

use crate::ids::{BlockId, ConstId, FileId, FuncId, GlobalId, LocId, Reg, TextId};
use crate::inst::{Call, Inst, Operand, Pad, Switch};

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Every function, with and without a body.
    pub functions: Vec<Function>,
    /// Every global.
    pub globals: Vec<Global>,
    /// Constants, each once.
    pub constants: Vec<Constant>,
    /// Other names of functions and globals.
    pub aliases: Vec<Alias>,
    /// Functions that run before the entry, in order. The C library calls them with the arguments of
    /// `main`: the number of arguments, their addresses, and those of the environment.
    pub constructors: Vec<FuncId>,
    /// Functions that run after the entry has returned, in order.
    pub destructors: Vec<FuncId>,
    /// Source files, as the compiler names them, made absolute.
    pub files: Vec<String>,
    /// Places in the source. The first one is nowhere: line 0.
    pub locations: Vec<Location>,
    /// Functions of the source, for places in code that was inlined.
    pub scopes: Vec<Scope>,
    /// Texts of instructions.
    pub texts: Vec<String>,
}

impl Program {
    /// The function of a name, as the linker knows it; also of one that is another name for it.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<FuncId> {
        let found = self.functions.iter().position(|function| function.name == name);
        found.map(FuncId::at).or_else(|| match self.alias(name)? {
            Target::Function(function) => Some(function),
            Target::Global(_) => None,
        })
    }

    /// The global of a name; also of one that is another name for it.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// A number; bits above the width are 0.
    Int {
        /// Its width.
        width: u8,
        /// Its value.
        value: u128,
    },
    /// The address of a global or function, and so many bytes more. 64 bits wide.
    Address {
        /// Whose address.
        target: Target,
        /// How many bytes more.
        addend: i64,
    },
    /// No particular value: LLVM's `undef` and `poison`. A branch that depends on it reads what
    /// nobody has written.
    Undefined {
        /// Its width.
        width: u8,
    },
}

/// What has an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A global.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
}

/// Another name of a function or a global, at its beginning. The code names what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The name, as the linker knows it.
    pub name: String,
    /// What it stands for.
    pub target: Target,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name, as the linker knows it.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u32,
    /// Whether it may not be written.
    pub constant: bool,
    /// Whether every thread has one.
    pub thread_local: bool,
    /// Whether its address is null if nobody defines it.
    pub weak: bool,
    /// Its first contents; none, if somebody else has to define it. Bytes behind the end are 0.
    pub bytes: Option<Vec<u8>>,
    /// What of its first contents is not supported; it has none then.
    pub unsupported: Option<TextId>,
    /// Addresses in its first contents, in order.
    pub relocations: Vec<Relocation>,
}

/// An address in the contents of a global, 8 bytes long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Where it stands.
    pub offset: u64,
    /// Whose address it is.
    pub target: Target,
    /// How many bytes more.
    pub addend: i64,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, as the linker knows it.
    pub name: String,
    /// Its name in the source, if the debug information tells it.
    pub source_name: Option<String>,
    /// The widths of its parameters; a struct is several.
    pub params: Vec<u8>,
    /// The widths of what it returns; none for `void`, several for a struct.
    pub results: Vec<u8>,
    /// Whether it takes more arguments than its parameters.
    pub variadic: bool,
    /// Whether its address is null if nobody defines it.
    pub weak: bool,
    /// Where it begins in the source.
    pub location: LocId,
    /// Its code; none, if somebody else has to define it.
    pub body: Option<Body>,
}

/// The code of a function. Its parameters are its first registers, in order.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The widths of its registers.
    pub registers: Vec<u8>,
    /// Instructions, block after block.
    pub code: Vec<Inst>,
    /// For each instruction, its place in the source.
    pub places: Vec<LocId>,
    /// Blocks; the first is where it begins.
    pub blocks: Vec<Block>,
    /// The calls of [`Inst::Call`].
    pub calls: Vec<Call>,
    /// The tables of [`Inst::Switch`].
    pub switches: Vec<Switch>,
    /// Landing pads of [`Inst::LandingPad`].
    pub pads: Vec<Pad>,
    /// What [`Inst::Return`] returns.
    pub returns: Vec<Box<[Operand]>>,
}

impl Body {
    /// The instructions of a block.
    #[must_use]
    pub fn block(&self, block: BlockId) -> &[Inst] {
        let block = &self.blocks[block.index()];
        &self.code[block.start as usize..block.end as usize]
    }

    /// The landing pad where a call's exceptions go on: in the block that it names, or behind the
    /// moves of an edge. None if the pad is not supported; the block says so.
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

/// A block: instructions without a branch but for the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its first instruction.
    pub start: u32,
    /// The instruction behind its last one.
    pub end: u32,
    /// Whether it only holds the moves of an edge; such a block is in no source.
    pub edge: bool,
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// The line, from 1 on; 0 if it is not known.
    pub line: u32,
    /// The column, from 1 on; 0 if it is not known.
    pub column: u32,
    /// The function of the source that it belongs to, as a place in [`Program::scopes`]; none if
    /// that is the function whose code it is.
    pub scope: Option<u32>,
}

/// A function of the source whose code was put into another one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scope {
    /// The function's name in the source.
    pub function: String,
    /// Where it was called.
    pub called_at: LocId,
}

/// What [`Program`] interns while it is made: constants and texts.
impl Program {
    /// The constant, which stands once.
    #[must_use]
    pub fn constant(&self, id: ConstId) -> Constant {
        self.constants[id.index()]
    }

    /// A text.
    #[must_use]
    pub fn text(&self, id: TextId) -> &str {
        &self.texts[id.index()]
    }
}
