//! Inline assembly of the common kinds, in AT&T syntax.
//!
//! Empty assembly is used as an optimisation barrier: each output is the input in the same place.
//! Instructions that compilers have no builtin for in old code (bit scans, byte swaps, rotations,
//! multiplication and division with two results, exchanges) become ordinary arithmetic. There is one
//! thread, so a `lock` has no effect, and neither have fences. `cpuid` reports a processor without any
//! features, and `rdtsc` counts instructions. Anything else is unsupported, by its text.

use pikse_llvm::raw::Value;

use super::function::Builder;
use super::types::{Lowered, unsupported};
use crate::ids::Reg;
use crate::inst::{Binary, Cast, Compare, Inst, Intrinsic, Operand};

/// Where a constraint puts its operand.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Slot {
    /// The output with this place in the result, if it is one.
    output: Option<usize>,
    /// The argument, if there is one: the value, or the address of memory.
    argument: Option<usize>,
    /// Whether the argument is an address.
    is_memory: bool,
    /// The register, if the constraint names one.
    register: Option<String>,
}

/// The slots of constraints; inputs that are tied to an output are in its slot.
fn slots(constraints: &str) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    let (mut argument, mut output) = (0, 0);
    for constraint in constraints.split(',').filter(|c| !c.is_empty()) {
        // Clobbers and labels are not operands.
        if constraint.starts_with(['~', '!']) {
            continue;
        }
        let register = constraint.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
        let register = register.map(|(name, _)| name.to_owned());
        let is_memory = constraint.contains('*');
        let mut slot = Slot { output: None, argument: None, is_memory, register };
        if constraint.starts_with('=') && !is_memory {
            slot.output = Some(output);
            output += 1;
        } else {
            slot.argument = Some(argument);
            argument += 1;
        }
        let tied = constraint.parse::<usize>().ok();
        match tied.and_then(|tied| slots.get_mut(tied)) {
            Some(first) => {
                first.argument = slot.argument;
                // A place of its own, so that later numbers are right.
                slots.push(Slot { argument: None, output: None, ..slot });
            }
            None => slots.push(slot),
        }
    }
    slots
}

/// An operand of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Slot(usize, Option<u8>),
    Register(String, u8),
    Number(i128),
}

/// The registers by their names, as the constraints call them, with their widths.
fn register(name: &str) -> Option<(String, u8)> {
    for base in ["ax", "bx", "cx", "dx", "si", "di"] {
        let letter = &base[..1];
        match name {
            _ if name == base => return Some((base.to_owned(), 16)),
            _ if name.strip_prefix('e') == Some(base) => return Some((base.to_owned(), 32)),
            _ if name.strip_prefix('r') == Some(base) => return Some((base.to_owned(), 64)),
            _ if base.ends_with('x') && name == format!("{letter}l") => {
                return Some((base.to_owned(), 8));
            }
            _ => {}
        }
    }
    None
}

fn place(text: &str) -> Option<Place> {
    let text = text.trim();
    if let Some(number) = text.strip_prefix("$$") {
        let (sign, digits) = match number.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, number),
        };
        let value = match digits.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16).ok()?,
            None => digits.parse().ok()?,
        };
        return Some(Place::Number(sign * value));
    }
    if let Some(name) = text.strip_prefix('%') {
        return register(name).map(|(name, width)| Place::Register(name, width));
    }
    let inner = text.strip_prefix('$')?;
    if let Ok(slot) = inner.parse() {
        return Some(Place::Slot(slot, None));
    }
    let (slot, modifier) = inner.strip_prefix('{')?.strip_suffix('}')?.split_once(':')?;
    let width = match modifier {
        "b" => Some(8),
        "w" => Some(16),
        "k" => Some(32),
        "q" => Some(64),
        _ => return None,
    };
    Some(Place::Slot(slot.parse().ok()?, width))
}

/// A text without comments in the style of C, which may hold operands.
fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

/// The instructions of a text, each as a name and its operands.
fn instructions(text: &str) -> Option<Vec<(String, Vec<Place>)>> {
    let mut all = Vec::new();
    for line in text.split(['\n', ';']) {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (mut name, mut rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        // Prefixes change nothing here.
        while matches!(name, "lock" | "rep" | "repz") {
            let line = rest.trim_start();
            (name, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        }
        if name.is_empty() {
            continue;
        }
        let places: Option<Vec<Place>> = match rest.trim() {
            "" => Some(Vec::new()),
            rest => rest.split(',').map(place).collect(),
        };
        all.push((name.to_owned(), places?));
    }
    Some(all)
}

/// The name without the letter for its width.
fn without_width(name: &str) -> (&str, Option<u8>) {
    const KNOWN: [&str; 33] = [
        "mov", "xchg", "bswap", "bsf", "bsr", "tzcnt", "lzcnt", "popcnt", "rol", "ror", "shl",
        "sal", "shr", "sar", "add", "sub", "and", "or", "xor", "neg", "not", "inc", "dec", "imul",
        "mul", "div", "idiv", "xadd", "cmpxchg", "adc", "sbb", "cmp", "test",
    ];
    if KNOWN.contains(&name) {
        return (name, None);
    }
    let width = match name.as_bytes().last() {
        Some(b'b') => 8,
        Some(b'w') => 16,
        Some(b'l') => 32,
        Some(b'q') => 64,
        _ => return (name, None),
    };
    match name.get(..name.len() - 1) {
        Some(short) if KNOWN.contains(&short) => (short, Some(width)),
        _ => (name, None),
    }
}

/// The state while the instructions of one text are lowered.
struct Running {
    slots: Vec<Slot>,
    /// The values of the slots; for memory the address.
    values: Vec<Option<Operand>>,
    /// The types of memory.
    widths: Vec<u8>,
    /// Registers that no constraint names.
    registers: Vec<(String, Operand)>,
    /// Whether the last result that sets it was zero.
    zero: Option<Operand>,
    /// The carry of a sum or a difference.
    carry: Option<Operand>,
}

impl Running {
    fn slot_of(&self, register: &str) -> Option<usize> {
        // An input register is read until an output with the same register is written.
        self.slots.iter().position(|slot| {
            slot.register.as_deref().is_some_and(|name| {
                name == register || self::register(name).is_some_and(|(base, _)| base == register)
            })
        })
    }
}

impl<'m> Builder<'_, 'm> {
    pub(super) fn assembly(&mut self, i: Value<'m>, assembly: Value<'m>) -> Lowered {
        let (text, constraints) = assembly.assembly();
        let shape = self.shape(i.ty())?;
        let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let odd = || format!("inline assembly `{shown}`");
        let Some(code) = instructions(&without_comments(&text)) else {
            if !text.contains("cpuid") {
                return unsupported(odd());
            }
            // In Intel's syntax, as Rust has it: a processor that reports no features.
            let zeros: Vec<Operand> = shape.widths().map(|width| self.number(width, 0)).collect();
            self.define(i, zeros);
            return Ok(());
        };
        let slots = slots(&constraints);
        let mut running = Running {
            values: vec![None; slots.len()],
            widths: vec![0; slots.len()],
            slots,
            registers: Vec::new(),
            zero: None,
            carry: None,
        };
        let is_empty = code.is_empty();
        let outputs = running.slots.iter().filter(|slot| slot.output.is_some()).count();
        if !is_empty && outputs != shape.len() {
            return unsupported(odd());
        }
        if is_empty {
            return self.barrier(i, &running.slots);
        }
        for at in 0..running.slots.len() {
            let slot = running.slots[at].clone();
            if let Some(output) = slot.output {
                running.widths[at] = shape.leaves[output].width;
            }
            if let Some(argument) = slot.argument {
                let value = i.operand(argument as u32);
                let operand = self.operand(value)?;
                running.values[at] = Some(operand);
                if slot.is_memory {
                    running.widths[at] = self.memory_width(i, argument)?;
                } else if slot.output.is_none() {
                    running.widths[at] = self.width(operand);
                }
            }
        }
        // Registers that are inputs and outputs of their own have one slot from here on.
        for at in 0..running.slots.len() {
            let name = running.slots[at].register.clone();
            if let (Some(name), None) = (name, running.slots[at].output)
                && let Some(first) = running.slot_of(&name)
                && first < at
                && running.values[first].is_none()
            {
                running.values[first] = running.values[at];
            }
        }
        for (name, places) in &code {
            if self.machine_code(&mut running, name, places).is_none() {
                return unsupported(odd());
            }
        }
        let mut results = vec![None; outputs];
        for (at, slot) in running.slots.iter().enumerate() {
            if let Some(output) = slot.output {
                results[output] = running.values[at];
            }
        }
        let widths: Vec<u8> = shape.widths().collect();
        let mut all = Vec::with_capacity(outputs);
        for (result, width) in results.into_iter().zip(widths) {
            all.push(match result {
                Some(result) => {
                    let from = self.width(result);
                    self.resize(result, from, width)
                }
                None => self.shared.undefined(width),
            });
        }
        self.define(i, all);
        Ok(())
    }

    /// Assembly without instructions: each output is the input in the same place.
    fn barrier(&mut self, i: Value<'m>, slots: &[Slot]) -> Lowered {
        let shape = self.shape(i.ty())?;
        let mut results = Vec::with_capacity(shape.len());
        for slot in slots.iter().filter(|slot| slot.output.is_some()) {
            match slot.argument {
                Some(argument) => {
                    let parts = self.parts(i.operand(argument as u32))?;
                    results.extend(self.all(parts));
                }
                None => {
                    let Some(leaf) = shape.leaves.get(results.len()) else { break };
                    results.push(self.shared.undefined(leaf.width));
                }
            }
        }
        let widths: Vec<u8> = results.iter().map(|&result| self.width(result)).collect();
        if shape.widths().ne(widths) {
            return unsupported(format!("inline assembly with the result type {}", i.ty().text()));
        }
        self.define(i, results);
        Ok(())
    }

    /// The width of the memory that an argument is the address of.
    fn memory_width(&mut self, i: Value<'m>, argument: usize) -> Lowered<u8> {
        let kind = pikse_llvm::raw::attribute("elementtype");
        match i.argument_type(argument as u32, kind) {
            Some(ty) => Ok(self.shared.types.leaf(ty)?.width),
            None => Ok(64),
        }
    }

    /// The value of a place, in a width.
    fn read(&mut self, running: &Running, place: &Place, width: u8) -> Option<Operand> {
        let (value, from) = match place {
            Place::Number(number) => return Some(self.number(width, *number as u128)),
            Place::Slot(slot, part) => {
                let known = running.slots.get(*slot)?;
                let value = running.values[*slot]?;
                if known.is_memory {
                    let dst = self.register(width);
                    self.emit(Inst::Load { width, align: 1, dst, address: value });
                    return Some(Operand::register(dst));
                }
                let from = self.width(value);
                (value, part.map_or(from, |part| part.min(from)))
            }
            Place::Register(name, part) => {
                let slot = running.slot_of(name).and_then(|slot| running.values[slot]);
                let own = running.registers.iter().find(|(known, _)| known == name);
                let value = slot.or(own.map(|&(_, value)| value))?;
                let from = self.width(value);
                (value, (*part).min(from))
            }
        };
        let whole = self.width(value);
        let part = self.resize(value, whole, from);
        Some(self.resize(part, from, width))
    }

    /// Puts a value of a width at a place.
    fn write(
        &mut self,
        running: &mut Running,
        place: &Place,
        value: Operand,
        width: u8,
    ) -> Option<()> {
        let slot = match place {
            Place::Number(_) => return None,
            Place::Slot(slot, _) => *slot,
            Place::Register(name, _) => match running.slot_of(name) {
                Some(slot) => slot,
                None => {
                    running.registers.retain(|(known, _)| known != name);
                    running.registers.push((name.clone(), value));
                    return Some(());
                }
            },
        };
        let known = running.slots.get(slot)?;
        if known.is_memory {
            let address = running.values[slot]?;
            self.emit(Inst::Store { width, align: 1, value, address });
            return Some(());
        }
        let whole = running.widths[slot];
        // A part of a register of less than 32 bits leaves the others as they are.
        let merged = match running.values[slot] {
            Some(before) if width < 32 && width < whole => {
                let from = self.width(before);
                let before = self.resize(before, from, whole);
                let ones = (u128::MAX >> (128 - u32::from(whole))) << width;
                let keep = self.number(whole, ones);
                let high = self.compute(Binary::And, whole, before, keep);
                let low = self.resize(value, width, whole);
                self.compute(Binary::Or, whole, high, low)
            }
            _ => self.resize(value, width, whole),
        };
        running.values[slot] = Some(merged);
        Some(())
    }

    /// The width of a place.
    fn place_width(&self, running: &Running, place: &Place) -> Option<u8> {
        match place {
            Place::Number(_) => None,
            Place::Slot(slot, part) => part.or_else(|| running.widths.get(*slot).copied()),
            Place::Register(_, width) => Some(*width),
        }
    }

    /// One instruction; nothing if it is not known.
    fn machine_code(&mut self, running: &mut Running, name: &str, places: &[Place]) -> Option<()> {
        let fixed = |name: &str| Place::Register(name.to_owned(), 32);
        match name {
            "nop" | "pause" | "mfence" | "lfence" | "sfence" | "cld" => return Some(()),
            "cpuid" => {
                let zero = self.number(32, 0);
                for register in ["ax", "bx", "cx", "dx"] {
                    self.write(running, &fixed(register), zero, 32)?;
                }
                return Some(());
            }
            "rdtsc" | "rdtscp" => {
                let dst = self.register(64);
                let zero = self.number(1, 0);
                let op = Intrinsic::CycleCounter;
                self.emit(Inst::Intrinsic { op, width: 64, dst, a: zero, b: zero, c: zero });
                let now = Operand::register(dst);
                let low = self.resize(now, 64, 32);
                let distance = self.number(64, 32);
                let high = self.compute(Binary::Lshr, 64, now, distance);
                let high = self.resize(high, 64, 32);
                self.write(running, &fixed("ax"), low, 32)?;
                self.write(running, &fixed("dx"), high, 32)?;
                return Some(());
            }
            "sete" | "setz" | "setne" | "setnz" | "setc" | "setb" => {
                let [to] = places else { return None };
                let flag = match name {
                    "setc" | "setb" => running.carry?,
                    _ => running.zero?,
                };
                let one = self.number(1, 1);
                let flag = match name {
                    "setne" | "setnz" => self.compute(Binary::Xor, 1, flag, one),
                    _ => flag,
                };
                let byte = self.resize(flag, 1, 8);
                return self.write(running, to, byte, 8);
            }
            _ => {}
        }
        let (name, width) = without_width(name);
        let last = places.last()?;
        let width = width
            .or_else(|| places.iter().rev().find_map(|place| self.place_width(running, place)))?;
        match (name, places) {
            ("mov", [from, to]) => {
                let value = self.read(running, from, width)?;
                self.write(running, to, value, width)
            }
            ("xchg", [a, b]) => {
                let (x, y) = (self.read(running, a, width)?, self.read(running, b, width)?);
                self.write(running, a, y, width)?;
                self.write(running, b, x, width)
            }
            ("xadd", [a, b]) => {
                let (x, y) = (self.read(running, a, width)?, self.read(running, b, width)?);
                let sum = self.compute(Binary::Add, width, x, y);
                self.write(running, a, y, width)?;
                self.write(running, b, sum, width)
            }
            ("cmpxchg", [new, to]) => {
                let accumulator = Place::Register("ax".to_owned(), width);
                let expected = self.read(running, &accumulator, width)?;
                let (new, old) = (self.read(running, new, width)?, self.read(running, to, width)?);
                let same = self.test(Compare::Eq, width, old, expected);
                let value = self.choose(width, same, new, old);
                self.write(running, to, value, width)?;
                self.write(running, &accumulator, old, width)?;
                running.zero = Some(same);
                Some(())
            }
            ("bswap", [to]) => {
                let value = self.read(running, to, width)?;
                let value = self.compute_intrinsic(Intrinsic::SwapBytes, width, &[value]);
                self.write(running, to, value, width)
            }
            ("bsf" | "tzcnt" | "bsr" | "lzcnt" | "popcnt", [from, to]) => {
                let value = self.read(running, from, width)?;
                let op = match name {
                    "popcnt" => Intrinsic::PopCount,
                    "bsf" | "tzcnt" => Intrinsic::TrailingZeros,
                    _ => Intrinsic::LeadingZeros,
                };
                let mut count = self.compute_intrinsic(op, width, &[value]);
                if name == "bsr" {
                    let highest = self.number(width, u128::from(width) - 1);
                    count = self.compute(Binary::Sub, width, highest, count);
                }
                let zero = self.number(width, 0);
                let is_zero = self.test(Compare::Eq, width, value, zero);
                if matches!(name, "bsf" | "bsr") {
                    // Of zero, the target stays as it was.
                    let before = match self.read(running, to, width) {
                        Some(before) => before,
                        None => self.shared.undefined(width),
                    };
                    count = self.choose(width, is_zero, before, count);
                }
                running.zero = Some(is_zero);
                self.write(running, to, count, width)
            }
            ("rol" | "ror" | "shl" | "sal" | "shr" | "sar", places) => {
                let by = match places {
                    [by, _] => self.read(running, by, width)?,
                    _ => self.number(width, 1),
                };
                let value = self.read(running, last, width)?;
                // The processor takes the low five bits of a distance, or six.
                let most = self.number(width, if width == 64 { 63 } else { 31 });
                let by = self.compute(Binary::And, width, by, most);
                let result = match name {
                    "rol" => {
                        self.compute_intrinsic(Intrinsic::FunnelLeft, width, &[value, value, by])
                    }
                    "ror" => {
                        self.compute_intrinsic(Intrinsic::FunnelRight, width, &[value, value, by])
                    }
                    "shr" => self.compute(Binary::Lshr, width, value, by),
                    "sar" => self.compute(Binary::Ashr, width, value, by),
                    _ => self.compute(Binary::Shl, width, value, by),
                };
                self.write(running, last, result, width)
            }
            ("neg" | "not" | "inc" | "dec", [to]) => {
                let value = self.read(running, to, width)?;
                let (zero, one) = (self.number(width, 0), self.number(width, 1));
                let ones = self.number(width, u128::MAX);
                let result = match name {
                    "neg" => self.compute(Binary::Sub, width, zero, value),
                    "not" => self.compute(Binary::Xor, width, value, ones),
                    "inc" => self.compute(Binary::Add, width, value, one),
                    _ => self.compute(Binary::Sub, width, value, one),
                };
                if name != "not" {
                    running.zero = Some(self.test(Compare::Eq, width, result, zero));
                }
                self.write(running, to, result, width)
            }
            ("add" | "sub" | "and" | "or" | "xor" | "adc" | "sbb" | "cmp" | "test", [from, to]) => {
                let (x, y) = (self.read(running, to, width)?, self.read(running, from, width)?);
                let zero = self.number(width, 0);
                let (op, checked) = match name {
                    "add" | "adc" => (Binary::Add, Some(Intrinsic::AddOverflowsUnsigned)),
                    "sub" | "sbb" | "cmp" => (Binary::Sub, Some(Intrinsic::SubOverflowsUnsigned)),
                    "and" | "test" => (Binary::And, None),
                    "or" => (Binary::Or, None),
                    _ => (Binary::Xor, None),
                };
                let result = match checked {
                    None => {
                        running.carry = Some(self.number(1, 0));
                        self.compute(op, width, x, y)
                    }
                    Some(checked) => {
                        let (mut result, mut carry) = self.checked(checked, width, x, y);
                        if matches!(name, "adc" | "sbb") {
                            let before = self.resize(running.carry?, 1, width);
                            let (more, again) = self.checked(checked, width, result, before);
                            carry = self.compute(Binary::Or, 1, carry, again);
                            result = more;
                        }
                        running.carry = Some(carry);
                        result
                    }
                };
                running.zero = Some(self.test(Compare::Eq, width, result, zero));
                match name {
                    "cmp" | "test" => Some(()),
                    _ => self.write(running, to, result, width),
                }
            }
            ("imul", [from, to]) => {
                let (x, y) = (self.read(running, from, width)?, self.read(running, to, width)?);
                let product = self.compute(Binary::Mul, width, x, y);
                self.write(running, to, product, width)
            }
            ("mul" | "imul", [by]) if width >= 16 => {
                let op = if name == "mul" { Cast::Zext } else { Cast::Sext };
                let [low, high] = ["ax", "dx"].map(|name| Place::Register(name.to_owned(), width));
                let (x, y) = (self.read(running, &low, width)?, self.read(running, by, width)?);
                let (x, y) =
                    (self.extend(op, x, width, 2 * width), self.extend(op, y, width, 2 * width));
                let product = self.compute(Binary::Mul, 2 * width, x, y);
                let first = self.resize(product, 2 * width, width);
                let distance = self.number(2 * width, width.into());
                let second = self.compute(Binary::Lshr, 2 * width, product, distance);
                let second = self.resize(second, 2 * width, width);
                self.write(running, &low, first, width)?;
                self.write(running, &high, second, width)
            }
            ("div" | "idiv", [by]) if width >= 16 => {
                let op = if name == "div" { Cast::Zext } else { Cast::Sext };
                let [low, high] = ["ax", "dx"].map(|name| Place::Register(name.to_owned(), width));
                let (x, y) = (self.read(running, &low, width)?, self.read(running, &high, width)?);
                let by = self.read(running, by, width)?;
                let whole = self.regroup(&[x, y], width, 2 * width)[0];
                let by = self.extend(op, by, width, 2 * width);
                let (quotient, rest) = match name {
                    "div" => (Binary::Udiv, Binary::Urem),
                    _ => (Binary::Sdiv, Binary::Srem),
                };
                let quotient = self.compute(quotient, 2 * width, whole, by);
                let rest = self.compute(rest, 2 * width, whole, by);
                let quotient = self.resize(quotient, 2 * width, width);
                let rest = self.resize(rest, 2 * width, width);
                self.write(running, &low, quotient, width)?;
                self.write(running, &high, rest, width)
            }
            _ => None,
        }
    }

    fn extend(&mut self, op: Cast, a: Operand, from: u8, to: u8) -> Operand {
        let dst = self.register(to);
        self.emit(Inst::Cast { op, from, to, dst, a });
        Operand::register(dst)
    }

    /// A sum or a difference, and whether it overflows.
    fn checked(&mut self, op: Intrinsic, width: u8, a: Operand, b: Operand) -> (Operand, Operand) {
        let c = self.number(width, 0);
        let dst: Reg = self.register(width);
        let carry = self.register(1);
        self.emit(Inst::Intrinsic { op, width, dst, a, b, c });
        (Operand::register(dst), Operand::register(carry))
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, instructions, slots};

    #[test]
    fn outputs_are_tied_to_arguments() {
        for (constraints, expected) in [
            ("", vec![]),
            ("r,~{memory}", vec![]),
            ("=r,0,~{dirflag}", vec![Some(0)]),
            ("=r,r,0", vec![Some(1)]),
            ("=r,=r,1,0", vec![Some(1), Some(0)]),
            ("=r,r", vec![None]),
            ("=*m,=r,*m,1", vec![Some(2)]),
            ("=&{ax},={bx},0,~{memory}", vec![Some(0), None]),
        ] {
            let slots = slots(constraints);
            let outputs = slots.iter().filter(|slot| slot.output.is_some());
            let tied: Vec<Option<usize>> = outputs.map(|slot| slot.argument).collect();
            assert_eq!(tied, expected, "{constraints}");
        }
    }

    #[test]
    fn comments_are_nothing() {
        assert_eq!(instructions(""), Some(vec![]));
        assert_eq!(instructions(" \n\t# barrier\n"), Some(vec![]));
        let nop = ("nop".to_owned(), vec![]);
        assert_eq!(instructions("# one\nnop"), Some(vec![nop.clone()]));
        assert_eq!(instructions("rep; nop"), Some(vec![nop]));
    }

    #[test]
    fn operands() {
        let text = "lock cmpxchgl ${1:k}, $0\nmovq %rax, $$-5";
        let expected = vec![
            ("cmpxchgl".to_owned(), vec![Place::Slot(1, Some(32)), Place::Slot(0, None)]),
            ("movq".to_owned(), vec![Place::Register("ax".to_owned(), 64), Place::Number(-5)]),
        ];
        assert_eq!(instructions(text), Some(expected));
        assert_eq!(instructions("mov (%rax), $0"), None);
    }
}
