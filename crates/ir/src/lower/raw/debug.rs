//! Places in the source.
#![expect(unsafe_code, reason = "LLVM's C interface is unsafe")]

use std::ptr;

use pikse_llvm::inkwell::llvm_sys::core::{
    LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands, LLVMGetMDString, LLVMMetadataAsValue,
    LLVMValueAsMetadata,
};
use pikse_llvm::inkwell::llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDILocationGetColumn,
    LLVMDILocationGetInlinedAt, LLVMDILocationGetLine, LLVMDILocationGetScope, LLVMDIScopeGetFile,
    LLVMDISubprogramGetLine, LLVMGetMetadataKind, LLVMMetadataKind,
};
use pikse_llvm::inkwell::llvm_sys::prelude::{LLVMContextRef, LLVMValueRef};

use super::{Node, text};

/// Places.
impl<'m> Node<'m> {
    /// Line and column of a place; 0 if they are not known.
    pub(in super::super) fn position(self) -> (u32, u32) {
        // SAFETY: callers pass places.
        unsafe { (LLVMDILocationGetLine(self.0), LLVMDILocationGetColumn(self.0)) }
    }

    /// The block or function of the source that a place is in.
    pub(in super::super) fn scope(self) -> Option<Node<'m>> {
        // SAFETY: callers pass places.
        Node::of(unsafe { LLVMDILocationGetScope(self.0) })
    }

    /// The place of the call, if the code was put where it was called.
    pub(in super::super) fn inlined_at(self) -> Option<Node<'m>> {
        // SAFETY: callers pass places.
        Node::of(unsafe { LLVMDILocationGetInlinedAt(self.0) })
    }
}

/// Scopes and functions of the source.
impl<'m> Node<'m> {
    pub(in super::super) fn file(self) -> Option<Node<'m>> {
        // SAFETY: callers pass scopes.
        Node::of(unsafe { LLVMDIScopeGetFile(self.0) })
    }

    /// The folder and the name of a file.
    pub(in super::super) fn path(self) -> (String, String) {
        // SAFETY: callers pass files; the texts have the lengths that LLVM tells.
        unsafe {
            let mut length = 0;
            let folder = LLVMDIFileGetDirectory(self.0, &raw mut length);
            let folder = text(folder, length as usize);
            let name = LLVMDIFileGetFilename(self.0, &raw mut length);
            (folder, text(name, length as usize))
        }
    }

    /// The line of a function.
    pub(in super::super) fn line(self) -> u32 {
        // SAFETY: callers pass functions.
        unsafe { LLVMDISubprogramGetLine(self.0) }
    }

    /// The function around a scope. The operands of a scope are read as LLVM lays them out: file,
    /// parent, name.
    pub(in super::super) fn function(self, context: Context) -> Option<Node<'m>> {
        // Blocks nest in a finite way; the bound is for damaged debug information.
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

    /// The name of a function, as the source has it.
    pub(in super::super) fn function_name(self, context: Context) -> Option<String> {
        let name = self.operand(context, 2)?;
        let mut length = 0;
        // SAFETY: the third operand of a function is its name, a string.
        unsafe {
            let start = LLVMGetMDString(name, &raw mut length);
            (!start.is_null()).then(|| text(start, length as usize))
        }
    }

    /// An operand, if it is there.
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

/// Whose the metadata is.
#[derive(Clone, Copy)]
pub(in super::super) struct Context(pub(super) LLVMContextRef);
