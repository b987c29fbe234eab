//! C++ exceptions: throwing, landing pads, catching.
//!
//! As in the C++ runtime, the stack is first searched for a handler. Without one the path ends with
//! the exception as its verdict, and no destructor runs. With one the frames above it are left one
//! by one, through their landing pads.
//!
//! The pointer that a landing pad gets points to the thrown object itself; there is no header.

use pikse_ir::{BlockId, Clause, Constant, GlobalId, Inst, Operand, Pad, Reg, Target};

use super::{Flow, Machine, Step};
use crate::memory::place_of;
use crate::state::{Exception, Frame, State};
use crate::value::Value;
use crate::verdict::ErrorKind;

/// Exceptions of the standard library and what they derive from, by the names of their type
/// information: those that no program defines itself.
const STANDARD: [(&str, &str); 20] = [
    ("_ZTISt9bad_alloc", "_ZTISt9exception"),
    ("_ZTISt20bad_array_new_length", "_ZTISt9bad_alloc"),
    ("_ZTISt8bad_cast", "_ZTISt9exception"),
    ("_ZTISt10bad_typeid", "_ZTISt9exception"),
    ("_ZTISt13bad_exception", "_ZTISt9exception"),
    ("_ZTISt11logic_error", "_ZTISt9exception"),
    ("_ZTISt12domain_error", "_ZTISt11logic_error"),
    ("_ZTISt16invalid_argument", "_ZTISt11logic_error"),
    ("_ZTISt12length_error", "_ZTISt11logic_error"),
    ("_ZTISt12out_of_range", "_ZTISt11logic_error"),
    ("_ZTISt13runtime_error", "_ZTISt9exception"),
    ("_ZTISt11range_error", "_ZTISt13runtime_error"),
    ("_ZTISt14overflow_error", "_ZTISt13runtime_error"),
    ("_ZTISt15underflow_error", "_ZTISt13runtime_error"),
    ("_ZTINSt3__117bad_function_callE", "_ZTISt9exception"),
    ("_ZTISt18bad_variant_access", "_ZTISt9exception"),
    ("_ZTISt19bad_optional_access", "_ZTISt9exception"),
    ("_ZTINSt3__112system_errorE", "_ZTISt13runtime_error"),
    ("_ZTINSt3__18ios_base7failureE", "_ZTINSt3__112system_errorE"),
    ("_ZTINSt3__112bad_weak_ptrE", "_ZTISt9exception"),
];

/// How a frame meets an exception.
struct Met {
    pad: BlockId,
    selector: u32,
    /// How far into the thrown object the caught base lies.
    offset: i64,
}

impl Machine<'_> {
    /// The number of a type in selectors; 0 is not used.
    pub(super) fn type_id(&self, address: u64) -> u32 {
        self.global_at(address).map_or(u32::MAX, |global| global.0 + 1)
    }

    fn global_at(&self, address: u64) -> Option<GlobalId> {
        let (number, offset) = place_of(address);
        let at = self.globals.binary_search(&number).ok()?;
        (offset == 0).then_some(GlobalId::at(at))
    }

    /// `throw`.
    pub(super) fn throw(&mut self, state: &mut State, object: Value, type_info: u64) -> Step<Flow> {
        let exception = Exception { object, type_info: self.global_at(type_info) };
        self.unwind(state, exception)
    }

    /// Continues at the nearest landing pad, if there is a handler for the exception.
    pub(super) fn unwind(&mut self, state: &mut State, exception: Exception) -> Step<Flow> {
        let caught = std::iter::once(&state.top)
            .chain(state.below.iter())
            .any(|frame| self.meets(frame, exception).is_some_and(|met| met.selector != 0));
        if !caught {
            let name = exception.type_info.map(|global| {
                let name = &self.program.globals[global.index()].name;
                type_name(name)
            });
            let name = name.unwrap_or_else(|| "unknown type".to_owned());
            let message = format!("uncaught exception of type `{name}`");
            return Err(self.error(state, ErrorKind::Exception, message));
        }
        loop {
            if let Some(met) = self.meets(&state.top, exception) {
                let object = match exception.object {
                    Value::Concrete(address) if met.offset != 0 => {
                        Value::Concrete(address.wrapping_add_signed(met.offset))
                    }
                    object => object,
                };
                state.exception =
                    Some(Exception { object: exception.object, type_info: exception.type_info });
                state.landed = Some((object, met.selector));
                self.land(state, met.pad);
                return Ok(Flow::Frame);
            }
            for number in std::mem::take(&mut state.top.locals) {
                state.memory.remove(number);
            }
            if !self.leave(state) {
                return Err(self.unsupported(state, "an exception that leaves the program"));
            }
        }
    }

    /// How the call that a frame is at meets an exception.
    fn meets(&self, frame: &Frame, exception: Exception) -> Option<Met> {
        let body = self.program.functions[frame.function.index()].body.as_ref()?;
        let Inst::Call { call } = *body.code.get(frame.pc as usize)? else { return None };
        let block = body.calls[call.index()].unwind?;
        let pad = body.block(block).iter().find_map(|inst| match *inst {
            Inst::LandingPad { pad, .. } => Some(&body.pads[pad as usize]),
            _ => None,
        })?;
        self.selector(pad, exception).map(|(selector, offset)| Met { pad: block, selector, offset })
    }

    /// The selector with which a pad is entered; 0 for a cleanup.
    fn selector(&self, pad: &Pad, exception: Exception) -> Option<(u32, i64)> {
        for clause in &pad.clauses {
            match clause {
                Clause::Catch(operand) => match self.type_of(*operand) {
                    None => return Some((u32::MAX - 1, 0)),
                    Some(wanted) => {
                        if let Some(offset) = self.derives(exception.type_info?, wanted) {
                            return Some((wanted.0 + 1, offset));
                        }
                    }
                },
                Clause::Filter(allowed) => {
                    let thrown = exception.type_info?;
                    let fits = |operand: &Operand| {
                        self.type_of(*operand)
                            .is_none_or(|wanted| self.derives(thrown, wanted).is_some())
                    };
                    if !allowed.iter().any(fits) {
                        return Some((u32::MAX, 0));
                    }
                }
            }
        }
        pad.cleanup.then_some((0, 0))
    }

    /// The type information that an operand is; nothing for the null pointer.
    fn type_of(&self, operand: Operand) -> Option<GlobalId> {
        match self.program.constant(operand.as_constant()?) {
            Constant::Address { target: Target::Global(global), .. } => Some(global),
            _ => None,
        }
    }

    /// Whether a type is another one or derives from it, and how far into it the other one lies.
    fn derives(&self, thrown: GlobalId, wanted: GlobalId) -> Option<i64> {
        let name = |global: GlobalId| &*self.program.globals[global.index()].name;
        let mut open = vec![(thrown, 0i64)];
        let mut seen = Vec::new();
        while let Some((at, offset)) = open.pop() {
            if at == wanted || name(at) == name(wanted) {
                return Some(offset);
            }
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            open.extend(self.bases(at).into_iter().map(|(base, more)| (base, offset + more)));
            // Types of the standard library are known by name.
            let mut known = name(at);
            while let Some((_, base)) = STANDARD.iter().find(|(derived, _)| *derived == known) {
                if *base == name(wanted) {
                    return Some(offset);
                }
                known = base;
            }
        }
        None
    }

    /// The bases of a class whose type information is in the program: after the pointer to the
    /// functions of the type information and the name come the bases.
    fn bases(&self, class: GlobalId) -> Vec<(GlobalId, i64)> {
        let global = &self.program.globals[class.index()];
        let target = |offset: u64| {
            let found = global.relocations.iter().find(|relocation| relocation.offset == offset);
            match found?.target {
                Target::Global(global) => Some(global),
                Target::Function(_) => None,
            }
        };
        let kind = target(0).map_or("", |kind| &*self.program.globals[kind.index()].name);
        if kind.contains("__si_class_type_info") {
            return target(16).map(|base| (base, 0)).into_iter().collect();
        }
        if !kind.contains("__vmi_class_type_info") {
            return Vec::new();
        }
        let bytes = global.bytes.as_deref().unwrap_or_default();
        let number = |at: usize| {
            bytes.get(at..at + 8).and_then(|bytes| Some(i64::from_le_bytes(bytes.try_into().ok()?)))
        };
        let count =
            bytes.get(20..24).and_then(|bytes| Some(u32::from_le_bytes(bytes.try_into().ok()?)));
        (0..u64::from(count.unwrap_or(0)))
            .filter_map(|k| {
                let base = target(24 + 16 * k)?;
                // The offset is above the flags; a virtual base's is elsewhere and not followed.
                let offset = number(32 + 16 * k as usize)?;
                (offset & 1 == 0).then_some((base, offset >> 8))
            })
            .collect()
    }

    /// An exception reaches a landing pad.
    pub(super) fn landing_pad(&mut self, state: &mut State, _pad: u32, dst: Reg) -> Step<()> {
        let Some((object, selector)) = state.landed.take() else {
            return Err(self.unsupported(state, "a landing pad without an exception"));
        };
        self.set(state, dst, object);
        self.set(state, Reg(dst.0 + 1), Value::Concrete(u64::from(selector)));
        Ok(())
    }

    /// After a cleanup the exception continues to the caller.
    pub(super) fn resume(&mut self, state: &mut State, _object: Value) -> Step<Flow> {
        let Some(exception) = state.exception else {
            return Err(self.unsupported(state, "`resume` without an exception"));
        };
        for number in std::mem::take(&mut state.top.locals) {
            state.memory.remove(number);
        }
        if !self.leave(state) {
            return Err(self.unsupported(state, "an exception that leaves the program"));
        }
        self.unwind(state, exception)
    }

    /// `__cxa_begin_catch`: the exception is being handled.
    pub(super) fn begin_catch(&mut self, state: &mut State, object: Value) -> Value {
        if let Some(exception) = state.exception.take() {
            state.caught.push(exception);
        }
        object
    }

    /// `__cxa_rethrow`.
    pub(super) fn rethrow(&mut self, state: &mut State) -> Step<Flow> {
        match state.caught.pop() {
            Some(exception) => self.unwind(state, exception),
            None => Err(self.error(state, ErrorKind::Exception, "`throw;` without an exception")),
        }
    }
}

/// The type of a symbol of type information, as far as it is a plain name.
fn type_name(symbol: &str) -> String {
    let Some(rest) = symbol.strip_prefix("_ZTI") else { return symbol.to_owned() };
    match rest {
        "i" => return "int".to_owned(),
        "PKc" => return "char const*".to_owned(),
        "j" => return "unsigned int".to_owned(),
        "l" => return "long".to_owned(),
        "c" => return "char".to_owned(),
        "d" => return "double".to_owned(),
        "b" => return "bool".to_owned(),
        _ => {}
    }
    let (nested, rest) = match rest.strip_prefix('N') {
        Some(inner) => (true, inner.strip_suffix('E').unwrap_or(inner)),
        None => (false, rest),
    };
    let (standard, mut rest) = match rest.strip_prefix("St") {
        Some(inner) => (true, inner),
        None => (false, rest),
    };
    let mut parts: Vec<&str> = if standard { vec!["std"] } else { Vec::new() };
    while let Some(end) = rest.find(|c: char| !c.is_ascii_digit()).filter(|&end| end > 0) {
        let Ok(length) = rest[..end].parse::<usize>() else { break };
        let Some(part) = rest.get(end..end + length) else { break };
        parts.push(part);
        rest = &rest[end + length..];
        if !nested {
            break;
        }
    }
    if rest.is_empty() && !parts.is_empty() { parts.join("::") } else { symbol.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types() {
        for (symbol, expected) in [
            ("_ZTIi", "int"),
            ("_ZTI5Error", "Error"),
            ("_ZTISt13runtime_error", "std::runtime_error"),
            ("_ZTIN3app5ErrorE", "app::Error"),
            ("_ZTINSt3__112system_errorE", "std::__1::system_error"),
            ("_ZTI3BoxIiE", "_ZTI3BoxIiE"),
        ] {
            assert_eq!(type_name(symbol), expected);
        }
    }
}
