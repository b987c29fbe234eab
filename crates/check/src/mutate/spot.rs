//! Instructions with their places in the source.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use pikse_llvm::inkwell::values::{FunctionValue, InstructionValue};
use pikse_llvm::raw::{Place, places};
use pikse_llvm::{Program, Types};

use super::reach::Within;
use super::text::{Sources, Text};

/// Where an instruction is in a module, and in all of its copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) function: String,
    pub(super) block: usize,
    pub(super) instruction: usize,
}

/// An instruction of the user's code.
pub(super) struct Spot<'ctx> {
    pub(super) position: Position,
    pub(super) function: FunctionValue<'ctx>,
    pub(super) instruction: InstructionValue<'ctx>,
    pub(super) place: Place,
    /// `None` if the source cannot be read.
    pub(super) text: Option<Text>,
    pub(super) is_rust: bool,
}

impl Spot<'_> {
    /// The file.
    pub(super) fn path(&self) -> PathBuf {
        Path::new(&self.place.folder).join(&self.place.file)
    }

    /// Whether it is in C, where text that looks like a call may be a macro.
    pub(super) fn is_c(&self) -> bool {
        self.path().extension().is_some_and(|ending| ending == "c" || ending == "h")
    }

    /// Whether the text satisfies a condition; true if there is no text.
    pub(super) fn says(&self, asked: impl FnOnce(&Text) -> bool) -> bool {
        self.text.as_ref().is_none_or(asked)
    }
}

/// Finds instructions with their places.
pub(super) struct Spots<'a, 'ctx> {
    pub(super) program: &'a Program<'ctx>,
    pub(super) types: &'a Types,
    /// Numbers of functions in `types`, by their symbols.
    symbols: HashMap<&'a str, usize>,
    sources: Sources,
    within: Within<'a>,
}

impl<'a, 'ctx> Spots<'a, 'ctx> {
    pub(super) fn new(program: &'a Program<'ctx>, types: &'a Types, within: Within<'a>) -> Self {
        let functions = types.functions().iter().enumerate();
        let symbols = functions.map(|(at, function)| (function.symbol.as_str(), at)).collect();
        Spots { program, types, symbols, sources: Sources::default(), within }
    }

    /// The function as it is in the source.
    pub(super) fn known(&self, symbol: &str) -> Option<&'a pikse_llvm::types::Function> {
        self.symbols.get(symbol).map(|&at| &self.types.functions()[at])
    }

    /// The name of a function in the source.
    pub(super) fn name_of(&self, function: FunctionValue<'_>, place: &Place) -> String {
        let symbol = function.get_name().to_string_lossy().into_owned();
        let known = self.known(&symbol).map(|known| known.name.clone());
        known.or_else(|| place.function.clone()).unwrap_or(symbol)
    }

    /// The instructions of a function that come from the user's source.
    pub(super) fn of(&mut self, function: FunctionValue<'ctx>) -> Vec<Spot<'ctx>> {
        let symbol = function.get_name().to_string_lossy().into_owned();
        let mut found = Vec::new();
        for (block, instructions) in function.get_basic_block_iter().enumerate() {
            for (number, instruction) in instructions.get_instructions().enumerate() {
                let places = places(self.program.module(), instruction);
                // The innermost place: inlined code of a library is not a statement of the user.
                let Some(place) = places.into_iter().next() else { continue };
                let path = Path::new(&place.folder).join(&place.file);
                if place.line == 0 || !self.within.has(&path) {
                    continue;
                }
                // Lines after the end of the file are the appended entry.
                let Ok(text) = self.sources.text(&path, place.line, place.column) else { continue };
                // In Rust all sources of the program exist: a missing file belongs to a library.
                let is_rust = path.extension().is_some_and(|ending| ending == "rs");
                if text.as_ref().map_or(is_rust, Text::is_attribute) {
                    continue;
                }
                let position = Position { function: symbol.clone(), block, instruction: number };
                found.push(Spot { position, function, instruction, place, text, is_rust });
            }
        }
        found
    }
}
