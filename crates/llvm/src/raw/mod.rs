//! The parts of LLVM's C interface that inkwell does not offer: modules as small handles (values,
//! types, blocks and source locations), and a few edits of modules (`edit`).
//!
//! Inkwell wraps each value into one of many types and asks LLVM for its type to do so. It does not
//! support constant expressions and operands that are not ordinary values. Lowering looks at
//! hundreds of thousands of instructions, so it uses LLVM directly.
//!
//! A handle lives as long as its module. The documentation of each function says what kind of
//! handle it needs (an instruction, an integer type); LLVM does not check it.
#![expect(unsafe_code, reason = "LLVM's C interface is unsafe")]

use std::ffi::{CStr, c_char, c_uint};
use std::marker::PhantomData;
use std::ptr;

use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
pub use inkwell::llvm_sys::{
    LLVMAtomicRMWBinOp as AtomicOp, LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage,
    LLVMOpcode as Opcode, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};
use inkwell::module::Module;
use inkwell::values::AsValueRef;

mod debug;
mod edit;
mod values;

pub use debug::{Context, Place, places};
pub use edit::{
    allow_wrapping, block_address, count_uses, forget_types_of_accesses, freeze, mentioned, offset,
    ungroup, users,
};

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $raw:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name<'m>($raw, PhantomData<&'m ()>);

        impl $name<'_> {
            /// The pointer, which identifies it.
            pub fn key(self) -> usize {
                self.0 as usize
            }

        }
    };
}

handle!(
    /// A function, an instruction, a constant, a parameter, or another operand.
    Value,
    LLVMValueRef
);
handle!(
    /// A type.
    Type,
    LLVMTypeRef
);
handle!(
    /// A block of a function.
    Block,
    LLVMBasicBlockRef
);
handle!(
    /// A node of the debug information.
    Node,
    LLVMMetadataRef
);

macro_rules! maybe {
    ($($name:ident, $raw:ty;)*) => {
        $(impl $name<'_> {
            /// `None` for the null pointer. Only for pointers that LLVM returned for the module.
            fn of(raw: $raw) -> Option<Self> {
                (!raw.is_null()).then_some(Self(raw, PhantomData))
            }
        })*
    };
}

maybe! { Value, LLVMValueRef; Block, LLVMBasicBlockRef; Node, LLVMMetadataRef; }

/// The memory layout of a module's types.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'m>(LLVMTargetDataRef, PhantomData<&'m ()>);

/// The layout of a module.
pub fn layout<'m>(module: &'m Module<'_>) -> Layout<'m> {
    // SAFETY: the layout is the module's own and lives as long.
    Layout(unsafe { LLVMGetModuleDataLayout(module.as_mut_ptr()) }, PhantomData)
}

/// An inkwell value, which lives in a module.
pub fn value<'m>(value: &impl AsValueRef) -> Value<'m> {
    Value(value.as_value_ref(), PhantomData)
}

/// An inkwell block.
pub fn block(block: BasicBlock<'_>) -> Block<'_> {
    Block(block.as_mut_ptr(), PhantomData)
}

impl<'m> Layout<'m> {
    /// Whether the target is little-endian.
    pub fn is_little_endian(self) -> bool {
        // SAFETY: the layout is valid.
        unsafe { LLVMByteOrder(self.0) == LLVMByteOrdering::LLVMLittleEndian }
    }

    /// The size of a pointer in bytes.
    pub fn pointer_size(self) -> u32 {
        // SAFETY: the layout is valid.
        unsafe { LLVMPointerSize(self.0) }
    }

    /// The distance between two elements in an array of the type; 0 for a type without a size.
    pub fn size(self, ty: Type<'m>) -> u64 {
        // SAFETY: the type has a size, which is asked.
        if ty.is_sized() { unsafe { LLVMABISizeOfType(self.0, ty.0) } } else { 0 }
    }

    /// The size in bits, without padding.
    pub fn bits(self, ty: Type<'m>) -> u64 {
        // SAFETY: the type has a size, which is asked.
        if ty.is_sized() { unsafe { LLVMSizeOfTypeInBits(self.0, ty.0) } } else { 0 }
    }

    /// The alignment of a type.
    pub fn align(self, ty: Type<'m>) -> u32 {
        // SAFETY: the type has a size, which is asked.
        if ty.is_sized() { unsafe { LLVMABIAlignmentOfType(self.0, ty.0) } } else { 1 }
    }

    /// The offset of a field of a struct.
    pub fn field(self, ty: Type<'m>, at: u32) -> u64 {
        // SAFETY: callers pass structs that have a size and the number of one of their fields.
        unsafe { LLVMOffsetOfElement(self.0, ty.0, at) }
    }
}

impl<'m> Type<'m> {
    /// What kind of type it is.
    pub fn kind(self) -> TypeKind {
        // SAFETY: the type is valid.
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Whether values of the type have a size in memory.
    pub fn is_sized(self) -> bool {
        // SAFETY: the type is valid.
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// The width of an integer type.
    pub fn int_width(self) -> u32 {
        debug_assert_eq!(self.kind(), TypeKind::LLVMIntegerTypeKind);
        // SAFETY: callers pass types of integers.
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    /// How many elements an array, vector or struct has; 0 for other types.
    pub fn count(self) -> u64 {
        // SAFETY: each is asked of its kind of type only.
        unsafe {
            match self.kind() {
                TypeKind::LLVMStructTypeKind => u64::from(LLVMCountStructElementTypes(self.0)),
                TypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.0),
                TypeKind::LLVMVectorTypeKind => u64::from(LLVMGetVectorSize(self.0)),
                _ => 0,
            }
        }
    }

    /// The type of an element of an array, vector or struct.
    pub fn element(self, at: u32) -> Type<'m> {
        // SAFETY: callers pass such types, and for structs numbers of fields.
        let element = unsafe {
            match self.kind() {
                TypeKind::LLVMStructTypeKind => LLVMStructGetTypeAtIndex(self.0, at),
                _ => LLVMGetElementType(self.0),
            }
        };
        Type(element, PhantomData)
    }

    /// The return type of a function type.
    pub fn returns(self) -> Type<'m> {
        debug_assert_eq!(self.kind(), TypeKind::LLVMFunctionTypeKind);
        // SAFETY: callers pass types of functions.
        Type(unsafe { LLVMGetReturnType(self.0) }, PhantomData)
    }

    /// The parameters of a function type.
    pub fn params(self) -> Vec<Type<'m>> {
        debug_assert_eq!(self.kind(), TypeKind::LLVMFunctionTypeKind);
        // SAFETY: callers pass types of functions; there is a place for each parameter.
        let found = unsafe {
            let mut found = vec![ptr::null_mut(); LLVMCountParamTypes(self.0) as usize];
            LLVMGetParamTypes(self.0, found.as_mut_ptr());
            found
        };
        found.into_iter().map(|ty| Type(ty, PhantomData)).collect()
    }

    /// Whether functions of the type are variadic.
    pub fn is_variadic(self) -> bool {
        // SAFETY: callers pass types of functions.
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// The type as LLVM prints it.
    pub fn text(self) -> String {
        // SAFETY: the type is valid; the text is ours to free.
        unsafe { message(LLVMPrintTypeToString(self.0)) }
    }
}

/// # Safety
///
/// The text must be owned by the caller.
unsafe fn message(text: *mut c_char) -> String {
    // SAFETY: as the caller says.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        copy
    }
}

/// # Safety
///
/// The pointer must point to that many bytes, or be null.
unsafe fn text(start: *const c_char, length: usize) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: as the caller says.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A list that LLVM gives element by element.
fn list<T: Copy>(first: Option<T>, next: impl Fn(T) -> Option<T>) -> Vec<T> {
    std::iter::successors(first, |&one| next(one)).collect()
}

/// The functions of a module.
pub fn functions<'m>(module: &'m Module<'_>) -> Vec<Value<'m>> {
    // SAFETY: the lists end with null.
    unsafe {
        list(Value::of(LLVMGetFirstFunction(module.as_mut_ptr())), |one| {
            Value::of(LLVMGetNextFunction(one.0))
        })
    }
}

/// The global variables of a module.
pub fn globals<'m>(module: &'m Module<'_>) -> Vec<Value<'m>> {
    // SAFETY: the lists end with null.
    unsafe {
        list(Value::of(LLVMGetFirstGlobal(module.as_mut_ptr())), |one| {
            Value::of(LLVMGetNextGlobal(one.0))
        })
    }
}

/// The aliases of a module.
pub fn aliases<'m>(module: &'m Module<'_>) -> Vec<Value<'m>> {
    // SAFETY: the lists end with null.
    unsafe {
        list(Value::of(LLVMGetFirstGlobalAlias(module.as_mut_ptr())), |one| {
            Value::of(LLVMGetNextGlobalAlias(one.0))
        })
    }
}

/// The indirect functions (ifuncs) of a module.
pub fn ifuncs<'m>(module: &'m Module<'_>) -> Vec<Value<'m>> {
    // SAFETY: the lists end with null.
    unsafe {
        list(Value::of(LLVMGetFirstGlobalIFunc(module.as_mut_ptr())), |one| {
            Value::of(LLVMGetNextGlobalIFunc(one.0))
        })
    }
}

/// The number of an attribute's kind.
pub fn attribute(name: &str) -> u32 {
    // SAFETY: the name has the length that is given.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// Removes an attribute of a function.
pub fn remove_attribute(function: Value<'_>, kind: u32) {
    // SAFETY: callers pass functions; the index is that of the function itself.
    unsafe { LLVMRemoveEnumAttributeAtIndex(function.0, LLVMAttributeFunctionIndex, kind) };
}

#[expect(non_upper_case_globals, reason = "LLVM's name")]
const LLVMAttributeFunctionIndex: c_uint = c_uint::MAX;

impl<'m> Block<'m> {
    /// The instructions of a block, in order.
    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the list ends with null.
        unsafe {
            std::iter::successors(Value::of(LLVMGetFirstInstruction(self.0)), |one| {
                Value::of(LLVMGetNextInstruction(one.0))
            })
        }
    }

    /// The last instruction of a block, which every block of a verified module has.
    pub fn terminator(self) -> Option<Value<'m>> {
        // SAFETY: the block is valid.
        Value::of(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}

/// The context of a module's metadata.
pub fn context(module: &Module<'_>) -> Context {
    // SAFETY: the module is valid.
    Context(unsafe { LLVMGetModuleContext(module.as_mut_ptr()) })
}
