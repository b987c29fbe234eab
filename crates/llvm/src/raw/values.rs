//! Values: functions, globals, constants, instructions.
#![expect(unsafe_code, reason = "LLVM's C interface is unsafe")]

use std::ffi::CStr;
use std::marker::PhantomData;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMInstructionGetDebugLoc};

use super::{
    AtomicOp, Block, IntPredicate, Linkage, Node, Opcode, Type, Value, ValueKind, list, message,
    text,
};

/// Any value.
impl<'m> Value<'m> {
    /// The kind of the value. The C interface reports unknown constants as instructions; here they
    /// are tokens, a kind that is not used otherwise.
    pub fn kind(self) -> ValueKind {
        // SAFETY: the value is valid.
        let kind = unsafe { LLVMGetValueKind(self.0) };
        match kind {
            ValueKind::LLVMInstructionValueKind if !self.is_instruction() => {
                ValueKind::LLVMConstantTokenNoneValueKind
            }
            kind => kind,
        }
    }

    /// Whether it is an instruction.
    pub fn is_instruction(self) -> bool {
        // SAFETY: the value is valid.
        unsafe { !LLVMIsAInstruction(self.0).is_null() }
    }

    /// Whether it is a constant.
    pub fn is_constant(self) -> bool {
        // SAFETY: the value is valid.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Its type.
    pub fn ty(self) -> Type<'m> {
        // SAFETY: every value has a type.
        Type(unsafe { LLVMTypeOf(self.0) }, PhantomData)
    }

    /// Its name; empty if it has none.
    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: the text has the length that LLVM gives.
        unsafe { text(LLVMGetValueName2(self.0, &raw mut length), length) }
    }

    /// How many operands an instruction or a constant has.
    pub fn operands(self) -> u32 {
        // SAFETY: callers pass instructions and constants.
        unsafe { LLVMGetNumOperands(self.0).max(0) as u32 }
    }

    /// An operand of an instruction or a constant.
    pub fn operand(self, at: u32) -> Value<'m> {
        debug_assert!(at < self.operands());
        // SAFETY: callers pass numbers of operands.
        Value(unsafe { LLVMGetOperand(self.0, at) }, PhantomData)
    }

    /// The value as LLVM prints it.
    pub fn text(self) -> String {
        // SAFETY: the value is valid; the text is ours to free.
        unsafe { message(LLVMPrintValueToString(self.0)) }
    }
}

/// Functions and globals.
impl<'m> Value<'m> {
    /// The linkage of a global or a function.
    pub fn linkage(self) -> Linkage {
        // SAFETY: callers pass globals and functions.
        unsafe { LLVMGetLinkage(self.0) }
    }

    /// The type of a global's contents; the type of a function.
    pub fn value_type(self) -> Type<'m> {
        // SAFETY: callers pass globals and functions.
        Type(unsafe { LLVMGlobalGetValueType(self.0) }, PhantomData)
    }

    /// The initial value of a global, if the module defines it.
    pub fn initializer(self) -> Option<Value<'m>> {
        // SAFETY: callers pass globals.
        Value::of(unsafe { LLVMGetInitializer(self.0) })
    }

    /// Whether a global is thread-local.
    pub fn is_thread_local(self) -> bool {
        // SAFETY: callers pass globals.
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    /// Whether a global is never written.
    pub fn is_read_only(self) -> bool {
        // SAFETY: callers pass globals.
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// The section of a global, if it names one.
    pub fn section(self) -> Option<String> {
        // SAFETY: callers pass globals; the text ends with a zero byte.
        unsafe {
            let section = LLVMGetSection(self.0);
            let section = (!section.is_null()).then(|| CStr::from_ptr(section).to_string_lossy());
            section.map(std::borrow::Cow::into_owned).filter(|section| !section.is_empty())
        }
    }

    /// The alignment of a global, an alloca or an access; 0 if not specified.
    pub fn align(self) -> u32 {
        // SAFETY: callers pass such values.
        unsafe { LLVMGetAlignment(self.0) }
    }

    /// The target of an alias.
    pub fn aliasee(self) -> Value<'m> {
        // SAFETY: callers pass aliases.
        Value(unsafe { LLVMAliasGetAliasee(self.0) }, PhantomData)
    }

    /// A parameter of a function.
    pub fn param(self, at: u32) -> Value<'m> {
        // SAFETY: callers pass functions and numbers of their parameters.
        Value(unsafe { LLVMGetParam(self.0, at) }, PhantomData)
    }

    /// The type of a parameter's attribute, if the function has it.
    pub fn param_type(self, at: u32, kind: u32) -> Option<Type<'m>> {
        // SAFETY: callers pass functions, the number of a parameter (0 is the result), and the kind of
        // an attribute that has a type.
        unsafe {
            let attribute = LLVMGetEnumAttributeAtIndex(self.0, at + 1, kind);
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute), PhantomData))
        }
    }

    /// The blocks of a function; the first is the entry.
    pub fn blocks(self) -> Vec<Block<'m>> {
        // SAFETY: callers pass functions; the list ends with null.
        unsafe {
            list(Block::of(LLVMGetFirstBasicBlock(self.0)), |one| {
                Block::of(LLVMGetNextBasicBlock(one.0))
            })
        }
    }

    /// The name of an intrinsic without its types; `None` for other functions.
    pub fn intrinsic(self) -> Option<String> {
        // SAFETY: callers pass functions; the number is of an intrinsic if it is not 0.
        unsafe {
            let number = LLVMGetIntrinsicID(self.0);
            let mut length = 0;
            (number != 0).then(|| text(LLVMIntrinsicGetName(number, &raw mut length), length))
        }
    }

    /// The debug information of a function.
    pub fn subprogram(self) -> Option<Node<'m>> {
        // SAFETY: callers pass functions.
        Node::of(unsafe { LLVMGetSubprogram(self.0) })
    }
}

/// Constants.
impl<'m> Value<'m> {
    /// The value of a constant integer of at most 64 bits.
    pub fn int(self) -> u64 {
        // SAFETY: callers pass constant integers.
        unsafe { LLVMConstIntGetZExtValue(self.0) }
    }

    /// A constant floating-point number as an integer of the same bits.
    pub fn float_bits(self, width: u32) -> Value<'m> {
        // SAFETY: callers pass constant numbers and their width.
        unsafe {
            let ty = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(self.0)), width);
            Value(LLVMConstBitCast(self.0, ty), PhantomData)
        }
    }

    /// An element of a constant array, vector or struct.
    pub fn element(self, at: u32) -> Option<Value<'m>> {
        // SAFETY: callers pass such constants; a number that is too large gives null.
        Value::of(unsafe { LLVMGetAggregateElement(self.0, at) })
    }

    /// The bytes of an array or vector of plain numbers.
    pub fn data(self) -> &'m [u8] {
        let mut length = 0_usize;
        let kind = self.kind();
        if !matches!(
            kind,
            ValueKind::LLVMConstantDataArrayValueKind | ValueKind::LLVMConstantDataVectorValueKind
        ) {
            return &[];
        }
        // SAFETY: the constant is one of plain numbers, which lives as long as the module's context.
        unsafe {
            // The bindings have a number where the C function has a pointer to one.
            let place = (&raw mut length).expose_provenance();
            let start = LLVMGetRawDataValues(self.0, place);
            std::slice::from_raw_parts(start.cast(), length)
        }
    }

    /// The operation of a constant expression.
    pub fn expression(self) -> Opcode {
        // SAFETY: callers pass constant expressions.
        unsafe { LLVMGetConstOpcode(self.0) }
    }

    /// The function and the block of a block's address.
    pub fn block_address(self) -> (Value<'m>, Block<'m>) {
        // SAFETY: callers pass addresses of blocks.
        unsafe {
            let function = LLVMGetBlockAddressFunction(self.0);
            (
                Value(function, PhantomData),
                Block(LLVMGetBlockAddressBasicBlock(self.0), PhantomData),
            )
        }
    }

    /// The text of inline assembly, and its constraints.
    pub fn assembly(self) -> (String, String) {
        // SAFETY: callers pass inline assembly.
        unsafe {
            let mut length = 0;
            let code = text(LLVMGetInlineAsmAsmString(self.0, &raw mut length), length);
            let constraints = LLVMGetInlineAsmConstraintString(self.0, &raw mut length);
            (code, text(constraints, length))
        }
    }
}

/// Instructions.
impl<'m> Value<'m> {
    /// What an instruction does.
    pub fn opcode(self) -> Opcode {
        debug_assert!(self.is_instruction());
        // SAFETY: callers pass instructions.
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    /// The flags of arithmetic: no signed wrap, no unsigned wrap, exact.
    pub fn promises(self) -> (bool, bool, bool) {
        use Opcode::{LLVMAShr, LLVMAdd, LLVMLShr, LLVMMul, LLVMSDiv, LLVMShl, LLVMSub, LLVMUDiv};
        // SAFETY: each is asked of the operations only that can promise it.
        unsafe {
            match self.opcode() {
                LLVMAdd | LLVMSub | LLVMMul | LLVMShl => {
                    (LLVMGetNSW(self.0) != 0, LLVMGetNUW(self.0) != 0, false)
                }
                LLVMSDiv | LLVMUDiv | LLVMLShr | LLVMAShr => {
                    (false, false, LLVMGetExact(self.0) != 0)
                }
                _ => (false, false, false),
            }
        }
    }

    /// The comparison of `icmp`.
    pub fn int_predicate(self) -> IntPredicate {
        debug_assert_eq!(self.opcode(), Opcode::LLVMICmp);
        // SAFETY: callers pass comparisons of integers.
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    /// The comparison of floating-point numbers by LLVM's bits: equal, greater, less, unordered.
    pub fn float_predicate(self) -> u32 {
        debug_assert_eq!(self.opcode(), Opcode::LLVMFCmp);
        // SAFETY: callers pass comparisons of floating-point numbers.
        unsafe { LLVMGetFCmpPredicate(self.0) as u32 }
    }

    /// The operation of `atomicrmw`.
    pub fn atomic_op(self) -> AtomicOp {
        debug_assert_eq!(self.opcode(), Opcode::LLVMAtomicRMW);
        // SAFETY: callers pass `atomicrmw`.
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }

    /// The type that an alloca makes room for.
    pub fn allocated(self) -> Type<'m> {
        // SAFETY: callers pass allocas.
        Type(unsafe { LLVMGetAllocatedType(self.0) }, PhantomData)
    }

    /// The source element type of `getelementptr`, as an instruction or a constant.
    pub fn gep_type(self) -> Type<'m> {
        // SAFETY: callers pass `getelementptr`.
        Type(unsafe { LLVMGetGEPSourceElementType(self.0) }, PhantomData)
    }

    /// The indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> &'m [u32] {
        // SAFETY: callers pass such instructions, which own that many numbers.
        unsafe {
            std::slice::from_raw_parts(LLVMGetIndices(self.0), LLVMGetNumIndices(self.0) as usize)
        }
    }

    /// The mask of a `shufflevector`: indices, or `None` for undefined elements.
    pub fn mask(self) -> Vec<Option<u32>> {
        debug_assert_eq!(self.opcode(), Opcode::LLVMShuffleVector);
        // SAFETY: callers pass `shufflevector`, and the numbers are below their count.
        let places = unsafe {
            (0..LLVMGetNumMaskElements(self.0))
                .map(|at| LLVMGetMaskValue(self.0, at))
                .collect::<Vec<_>>()
        };
        places.into_iter().map(|place| u32::try_from(place).ok()).collect()
    }

    /// The values of a phi and the blocks they come from.
    pub fn incoming(self) -> impl Iterator<Item = (Block<'m>, Value<'m>)> {
        debug_assert_eq!(self.opcode(), Opcode::LLVMPHI);
        // SAFETY: callers pass phis, and the numbers are below their count.
        unsafe {
            (0..LLVMCountIncoming(self.0)).map(move |at| {
                let block = LLVMGetIncomingBlock(self.0, at);
                (Block(block, PhantomData), Value(LLVMGetIncomingValue(self.0, at), PhantomData))
            })
        }
    }

    /// The callee of a call, an invoke or a `callbr`.
    pub fn callee(self) -> Value<'m> {
        // SAFETY: callers pass calls.
        Value(unsafe { LLVMGetCalledValue(self.0) }, PhantomData)
    }

    /// The type of the called function.
    pub fn callee_type(self) -> Type<'m> {
        // SAFETY: callers pass calls.
        Type(unsafe { LLVMGetCalledFunctionType(self.0) }, PhantomData)
    }

    /// How many arguments a call has.
    pub fn arguments(self) -> u32 {
        // SAFETY: callers pass calls.
        unsafe { LLVMGetNumArgOperands(self.0) }
    }

    /// The type of an argument's attribute, if the call has it.
    pub fn argument_type(self, at: u32, kind: u32) -> Option<Type<'m>> {
        // SAFETY: callers pass calls, the number of an argument (0 is the result), and the kind of an
        // attribute that has a type.
        unsafe {
            let attribute = LLVMGetCallSiteEnumAttribute(self.0, at + 1, kind);
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute), PhantomData))
        }
    }

    /// Whether an argument of a call has an attribute.
    pub fn argument_has(self, at: u32, kind: u32) -> bool {
        // SAFETY: callers pass calls and the number of an argument; 0 is the result.
        unsafe { !LLVMGetCallSiteEnumAttribute(self.0, at + 1, kind).is_null() }
    }

    /// Whether something uses the value.
    pub fn is_used(self) -> bool {
        // SAFETY: the value is valid.
        unsafe { !LLVMGetFirstUse(self.0).is_null() }
    }

    /// The values that use an instruction, each as often as it does.
    pub fn users(self) -> Vec<Value<'m>> {
        // SAFETY: uses are a list that ends with null, and each has a user.
        unsafe {
            let first = LLVMGetFirstUse(self.0);
            let uses = std::iter::successors((!first.is_null()).then_some(first), |&one| {
                let next = LLVMGetNextUse(one);
                (!next.is_null()).then_some(next)
            });
            uses.map(|one| Value(LLVMGetUser(one), PhantomData)).collect()
        }
    }

    /// The successors of an invoke: the normal one, and the one for exceptions.
    pub fn invoke_targets(self) -> (Block<'m>, Block<'m>) {
        debug_assert_eq!(self.opcode(), Opcode::LLVMInvoke);
        // SAFETY: callers pass invokes.
        unsafe {
            (
                Block(LLVMGetNormalDest(self.0), PhantomData),
                Block(LLVMGetUnwindDest(self.0), PhantomData),
            )
        }
    }

    /// The successors of a terminator, in LLVM's order: a branch has the block for true first, a
    /// switch its default, an invoke the normal successor.
    pub fn successors(self) -> Vec<Block<'m>> {
        // SAFETY: callers pass terminators, and the numbers are below their count.
        unsafe {
            (0..LLVMGetNumSuccessors(self.0))
                .map(|at| Block(LLVMGetSuccessor(self.0, at), PhantomData))
                .collect()
        }
    }

    /// The case value of a successor of a switch, other than the default.
    pub fn switch_case(self, at: u32) -> Value<'m> {
        // SAFETY: callers pass switches, and numbers of successors other than the default.
        Value(unsafe { LLVMGetSwitchCaseValue(self.0, at) }, PhantomData)
    }

    /// Whether a landing pad is a cleanup, and its clauses.
    pub fn landing_pad(self) -> (bool, Vec<Value<'m>>) {
        debug_assert_eq!(self.opcode(), Opcode::LLVMLandingPad);
        // SAFETY: callers pass landing pads, and the numbers are below their count.
        unsafe {
            let clauses = (0..LLVMGetNumClauses(self.0))
                .map(|at| Value(LLVMGetClause(self.0, at), PhantomData))
                .collect();
            (LLVMIsCleanup(self.0) != 0, clauses)
        }
    }

    /// The source location of an instruction.
    pub fn location(self) -> Option<Node<'m>> {
        // SAFETY: callers pass instructions.
        Node::of(unsafe { LLVMInstructionGetDebugLoc(self.0) })
    }
}
