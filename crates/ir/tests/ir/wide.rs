//! Integers of more than 128 bits, compared with arithmetic bit by bit.

use crate::common::verified;
use pikse_ir::{Binary, Cast, Compare, Constant, Function, Inst, Intrinsic, Operand, Program, Reg};
use pikse_llvm::Options;
use pikse_llvm::inkwell::context::Context;

/// A number as bits, the lowest first.
type Bits = Vec<bool>;

fn cut(width: u8, value: u128) -> u128 {
    if width == 128 { value } else { value & ((1 << width) - 1) }
}

fn signed(width: u8, value: u128) -> i128 {
    let above = 128 - u32::from(width);
    ((value << above) as i128) >> above
}

/// Runs a function without branches or memory.
fn run(program: &Program, function: &Function, arguments: &[u128]) -> Vec<u128> {
    let body = function.body.as_ref().expect("it has one");
    let mut registers = arguments.to_vec();
    registers.resize(body.registers.len(), 0);
    let value = |registers: &[u128], operand: Operand| match operand.as_register() {
        Some(register) => registers[register.index()],
        None => match program.constant(operand.as_constant().expect("a constant")) {
            Constant::Int { value, .. } => value,
            other => panic!("{other:?}"),
        },
    };
    for inst in &body.code {
        let read = |operand| value(&registers, operand);
        let (dst, result): (Reg, u128) = match *inst {
            Inst::Binary { op, width, dst, a, b, .. } => {
                let (a, b) = (read(a), read(b));
                let result = match op {
                    Binary::Add => a.wrapping_add(b),
                    Binary::Sub => a.wrapping_sub(b),
                    Binary::Mul => a.wrapping_mul(b),
                    Binary::And => a & b,
                    Binary::Or => a | b,
                    Binary::Xor => a ^ b,
                    Binary::Shl => a << b,
                    Binary::Lshr => a >> b,
                    Binary::Ashr => (signed(width, a) >> b) as u128,
                    other => panic!("{other:?}"),
                };
                (dst, cut(width, result))
            }
            Inst::Compare { op, width, dst, a, b } => {
                let (a, b) = (read(a), read(b));
                let result = match op {
                    Compare::Eq => a == b,
                    Compare::Ne => a != b,
                    Compare::Ult => a < b,
                    Compare::Ule => a <= b,
                    Compare::Slt => signed(width, a) < signed(width, b),
                    Compare::Sle => signed(width, a) <= signed(width, b),
                };
                (dst, result.into())
            }
            Inst::Cast { op, from, to, dst, a } => match op {
                Cast::Sext => (dst, cut(to, signed(from, read(a)) as u128)),
                Cast::Zext | Cast::Trunc => (dst, cut(to, read(a))),
            },
            Inst::Select { dst, condition, yes, no, .. } => {
                (dst, read(if read(condition) == 1 { yes } else { no }))
            }
            Inst::Intrinsic { op, width, dst, a, b, c } => {
                let (a, b, c) = (read(a), read(b), read(c));
                match op {
                    Intrinsic::AddOverflowsUnsigned => {
                        registers[dst.index() + 1] = u128::from(a + b != cut(width, a + b));
                        (dst, cut(width, a + b))
                    }
                    Intrinsic::SubOverflowsUnsigned => {
                        registers[dst.index() + 1] = u128::from(a < b);
                        (dst, cut(width, a.wrapping_sub(b)))
                    }
                    Intrinsic::FunnelLeft => (dst, cut(width, (a << 64 | b) << c >> 64)),
                    Intrinsic::FunnelRight => (dst, cut(width, (a << 64 | b) >> c)),
                    other => panic!("{other:?}"),
                }
            }
            Inst::Return { values } => {
                return body.returns[values as usize].iter().map(|&value| read(value)).collect();
            }
            ref other => panic!("{other:?}"),
        };
        registers[dst.index()] = result;
    }
    panic!("it does not return");
}

fn join(words: &[u128], widths: &[u8]) -> Bits {
    let bits = words.iter().zip(widths);
    bits.flat_map(|(&word, &width)| (0..width).map(move |bit| word >> bit & 1 == 1)).collect()
}

fn split(bits: &[bool]) -> Vec<u128> {
    let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, &bit| word << 1 | u128::from(bit));
    bits.chunks(64).map(word).collect()
}

fn add(a: &[bool], b: &[bool], mut carry: bool) -> Bits {
    let mut sum = Bits::new();
    for (&a, &b) in a.iter().zip(b) {
        sum.push(a ^ b ^ carry);
        carry = a && b || carry && (a || b);
    }
    sum
}

fn not(a: &[bool]) -> Bits {
    a.iter().map(|bit| !bit).collect()
}

fn shift_left(a: &[bool], by: usize) -> Bits {
    (0..a.len()).map(|at| at >= by && a[at - by]).collect()
}

fn shift_right(a: &[bool], by: usize, above: bool) -> Bits {
    (0..a.len()).map(|at| a.get(at + by).copied().unwrap_or(above)).collect()
}

fn multiply(a: &[bool], b: &[bool]) -> Bits {
    let zero = vec![false; a.len()];
    let shifted = (0..a.len()).filter(|&at| b[at]).map(|at| shift_left(a, at));
    shifted.fold(zero, |sum, more| add(&sum, &more, false))
}

fn less(a: &[bool], b: &[bool], signed: bool) -> bool {
    let top = a.len() - 1;
    if signed && a[top] != b[top] {
        return a[top];
    }
    (0..=top).rev().find(|&at| a[at] != b[at]).is_some_and(|at| b[at])
}

fn resize(a: &[bool], width: usize, above: bool) -> Bits {
    (0..width).map(|at| a.get(at).copied().unwrap_or(above)).collect()
}

/// The result of an operation, bit by bit.
fn expected(op: &str, a: &[bool], b: &[bool]) -> Bits {
    let (width, top) = (a.len(), a[a.len() - 1]);
    let number = || op.rsplit(' ').next().and_then(|n| n.parse::<usize>().ok()).expect("a number");
    match op.split(' ').next().expect("a word") {
        "add" => add(a, b, false),
        "sub" => add(a, &not(b), true),
        "mul" => multiply(a, b),
        "and" => a.iter().zip(b).map(|(&a, &b)| a && b).collect(),
        "or" => a.iter().zip(b).map(|(&a, &b)| a || b).collect(),
        "xor" => a.iter().zip(b).map(|(&a, &b)| a != b).collect(),
        "shl" => shift_left(a, number()),
        "lshr" => shift_right(a, number(), false),
        "ashr" => shift_right(a, number(), top),
        "eq" => vec![a == b],
        "ne" => vec![a != b],
        "ult" => vec![less(a, b, false)],
        "ule" => vec![!less(b, a, false)],
        "ugt" => vec![less(b, a, false)],
        "uge" => vec![!less(a, b, false)],
        "slt" => vec![less(a, b, true)],
        "sle" => vec![!less(b, a, true)],
        "sgt" => vec![less(b, a, true)],
        "sge" => vec![!less(a, b, true)],
        "trunc" => resize(a, number(), false),
        "zext" => resize(&a[..number()], width, false),
        "sext" => resize(&a[..number()], width, a[number() - 1]),
        other => panic!("{other}"),
    }
}

/// A function that does the operation with two numbers of a width.
fn function(name: &str, op: &str, width: usize) -> String {
    let wide = format!("i{width}");
    let word = op.split(' ').next().expect("a word");
    let number = op.rsplit(' ').next().expect("a word");
    let (result, code) = match word {
        "shl" | "lshr" | "ashr" => (wide.clone(), format!("%1 = {word} {wide} %a, {number}")),
        "eq" | "ne" | "ult" | "ule" | "ugt" | "uge" | "slt" | "sle" | "sgt" | "sge" => {
            ("i1".to_owned(), format!("%1 = icmp {word} {wide} %a, %b"))
        }
        "trunc" => (format!("i{number}"), format!("%1 = trunc {wide} %a to i{number}")),
        "zext" | "sext" => {
            let cast = format!("%0 = trunc {wide} %a to i{number}\n");
            (wide.clone(), cast + &format!("%1 = {word} i{number} %0 to {wide}"))
        }
        _ => (wide.clone(), format!("%1 = {word} {wide} %a, %b")),
    };
    let text =
        format!("define {result} @{name}({wide} %a, {wide} %b) {{\n{code}\nret {result} %1\n}}\n");
    // Values are numbered from the block on.
    text.replace("%1", "%r").replace("%0", "%n")
}

#[test]
fn wide_integers_are_bits() {
    let mut numbers = pikse_base::Random(1);
    let mut random = || numbers.next();
    for width in [129_usize, 130, 192, 200, 256, 300] {
        let plain = ["add", "sub", "mul", "and", "or", "xor"];
        let compares = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
        let mut ops: Vec<String> = plain.iter().chain(&compares).map(|&op| op.to_owned()).collect();
        for by in [0, 1, 63, 64, 65, 100, 128, width - 1] {
            ops.extend(["shl", "lshr", "ashr"].map(|op| format!("{op} by {by}")));
        }
        for to in [1, 5, 64, 65, 100, 127, 128].into_iter().chain((width > 129).then_some(129)) {
            ops.extend(["trunc", "zext", "sext"].map(|op| format!("{op} of {to}")));
        }
        let text: String =
            ops.iter().enumerate().map(|(at, op)| function(&format!("f{at}"), op, width)).collect();
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("wide.ll");
        std::fs::write(&path, text).expect("the file can be written");
        let context = Context::create();
        let module = pikse_llvm::Program::compile(&context, &[&path], &Options::default());
        let program = verified(&module.expect("LLVM reads it"), &path);
        for (at, op) in ops.iter().enumerate() {
            let id = program.function(&format!("f{at}")).expect("it is there");
            let function = &program.functions[id.index()];
            for round in 0..40 {
                // Words of all zeros and all ones carry furthest; equal numbers also need a test.
                let mut number = || -> Bits {
                    let words = (0..width.div_ceil(64)).map(|_| match random() % 4 {
                        0 => 0,
                        1 => u64::MAX,
                        _ => random(),
                    });
                    let words: Vec<u128> = words.map(u128::from).collect();
                    join(&words, &vec![64; words.len()])[..width].to_vec()
                };
                let a = number();
                let b = if round % 5 == 0 { a.clone() } else { number() };
                let arguments = [split(&a), split(&b)].concat();
                let found = run(&program, function, &arguments);
                let found = join(&found, &function.results);
                assert_eq!(found, expected(op, &a, &b), "{op} of {width} bits: {a:?} {b:?}");
            }
        }
    }
}
