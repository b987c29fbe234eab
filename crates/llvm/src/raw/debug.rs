//! Source locations.
#![expect(unsafe_code, reason = "LLVM's C interface is unsafe")]

use std::ptr;

use inkwell::llvm_sys::core::{
    LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands, LLVMGetMDString, LLVMMetadataAsValue,
    LLVMValueAsMetadata,
};
use inkwell::llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDILocationGetColumn,
    LLVMDILocationGetInlinedAt, LLVMDILocationGetLine, LLVMDILocationGetScope, LLVMDIScopeGetFile,
    LLVMDISubprogramGetLine, LLVMGetMetadataKind, LLVMMetadataKind,
};
use inkwell::llvm_sys::prelude::{LLVMContextRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::InstructionValue;

use super::{Node, text, value};

/// A location in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its line; 0 if there is none.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// The function that contains it, as named in the source.
    pub function: Option<String>,
    /// The file.
    pub file: String,
    /// The folder that the file's name is relative to.
    pub folder: String,
}

/// The source location of an instruction; if it was inlined, also the location of the call, and so
/// on outwards.
pub fn places(module: &Module<'_>, instruction: InstructionValue<'_>) -> Vec<Place> {
    let context = super::context(module);
    let first = value(&instruction).location();
    let locations = std::iter::successors(first, |location| location.inlined_at());
    locations
        .map(|location| {
            let ((line, column), scope) = (location.position(), location.scope());
            let file = scope.and_then(Node::file);
            let (folder, file) = file.map_or_else(Default::default, Node::path);
            let function = scope.and_then(|scope| scope.function(context));
            let function = function.and_then(|function| function.function_name(context));
            Place { line, column, function, file, folder }
        })
        .collect()
}

/// Locations.
impl<'m> Node<'m> {
    /// Line and column of a location; 0 if not known.
    pub fn position(self) -> (u32, u32) {
        // SAFETY: callers pass places.
        unsafe { (LLVMDILocationGetLine(self.0), LLVMDILocationGetColumn(self.0)) }
    }

    /// The block or function of the source that contains a location.
    pub fn scope(self) -> Option<Node<'m>> {
        // SAFETY: callers pass places.
        Node::of(unsafe { LLVMDILocationGetScope(self.0) })
    }

    /// The location of the call, if the code was inlined.
    pub fn inlined_at(self) -> Option<Node<'m>> {
        // SAFETY: callers pass places.
        Node::of(unsafe { LLVMDILocationGetInlinedAt(self.0) })
    }
}

/// Scopes and functions of the source.
impl<'m> Node<'m> {
    /// The file of a scope.
    pub fn file(self) -> Option<Node<'m>> {
        // SAFETY: callers pass scopes.
        Node::of(unsafe { LLVMDIScopeGetFile(self.0) })
    }

    /// The folder and the name of a file.
    pub fn path(self) -> (String, String) {
        // SAFETY: callers pass files; the texts have the lengths that LLVM gives.
        unsafe {
            let mut length = 0;
            let folder = LLVMDIFileGetDirectory(self.0, &raw mut length);
            let folder = text(folder, length as usize);
            let name = LLVMDIFileGetFilename(self.0, &raw mut length);
            (folder, text(name, length as usize))
        }
    }

    /// The line of a function.
    pub fn line(self) -> u32 {
        // SAFETY: callers pass functions.
        unsafe { LLVMDISubprogramGetLine(self.0) }
    }

    /// The function that contains a scope. The operands of a scope are in LLVM's order: file,
    /// parent, name.
    pub fn function(self, context: Context) -> Option<Node<'m>> {
        // Blocks nest finitely; the bound guards against damaged debug information.
        const DEEPEST: usize = 1000;
        let mut scope = self;
        for _ in 0..DEEPEST {
            // SAFETY: the scope is metadata of the module.
            match unsafe { LLVMGetMetadataKind(scope.0) } {
                LLVMMetadataKind::LLVMDISubprogramMetadataKind => return Some(scope),
                LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
                | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind => {
                    let parent = scope.operand(context, 1)?;
                    // SAFETY: the operand is metadata wrapped as a value.
                    scope = Node::of(unsafe { LLVMValueAsMetadata(parent) })?;
                }
                _ => return None,
            }
        }
        None
    }

    /// The name of a function in the source.
    pub fn function_name(self, context: Context) -> Option<String> {
        let name = self.operand(context, 2)?;
        let mut length = 0;
        // SAFETY: the third operand of a function is its name, a string.
        unsafe {
            let start = LLVMGetMDString(name, &raw mut length);
            (!start.is_null()).then(|| text(start, length as usize))
        }
    }

    /// An operand, if present.
    fn operand(self, context: Context, at: usize) -> Option<LLVMValueRef> {
        // SAFETY: the node is metadata of the context; there is a place for each operand.
        let found = unsafe {
            let node = LLVMMetadataAsValue(context.0, self.0);
            let mut found = vec![ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, found.as_mut_ptr());
            found
        };
        found.get(at).copied().filter(|operand| !operand.is_null())
    }
}

/// The context of the metadata.
#[derive(Clone, Copy, Debug)]
pub struct Context(pub(super) LLVMContextRef);
