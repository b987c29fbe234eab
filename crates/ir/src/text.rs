//! Prints programs as text, for developers and tests.
//!
//! ```text
//! function @mid(i32 %0, i32 %1) -> i32 {
//! b0:
//!   %2 = slt i32 %0, %1
//!   branch %2, b1, b2
//! ```
//!
//! Constants are printed as values: an unsigned number, `@name+8` for an address, `undefined`.
//! Blocks of edges are marked. There is no parser for this text.

use std::fmt::{self, Display, Formatter};

use crate::ids::{BlockId, FuncId, Reg};
use crate::inst::{
    Call, Callee, Clause, Flags, FloatCompare, Inst, Intrinsic, Operand, Pad, Switch,
};
use crate::program::{Body, Constant, Function, Global, Program, Target};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for global in &self.globals {
            self.write_global(f, global)?;
        }
        for alias in &self.aliases {
            let constant = Constant::Address { target: alias.target, addend: 0 };
            writeln!(f, "alias @{} = {}", alias.name, ShowConstant { program: self, constant })?;
        }
        for (what, list) in [("constructor", &self.constructors), ("destructor", &self.destructors)]
        {
            for &function in list {
                writeln!(f, "{what} @{}", self.functions[function.index()].name)?;
            }
        }
        for at in 0..self.functions.len() {
            write!(f, "{}", self.show(FuncId::at(at)))?;
        }
        Ok(())
    }
}

impl Program {
    /// A function as text.
    #[must_use]
    pub fn show(&self, function: FuncId) -> impl Display {
        ShowFunction { program: self, function: &self.functions[function.index()] }
    }

    /// An instruction of a function as text, without the end of the line.
    #[must_use]
    pub fn show_inst<'a>(&'a self, body: &'a Body, inst: &Inst) -> impl Display + use<'a> {
        ShowInst { program: self, body, inst: *inst }
    }

    pub(crate) fn write_global(&self, f: &mut Formatter<'_>, global: &Global) -> fmt::Result {
        let kind = if global.constant { "constant" } else { "global" };
        write!(f, "{kind} @{}: {} bytes, align {}", global.name, global.size, global.align)?;
        if global.thread_local {
            write!(f, ", thread-local")?;
        }
        if global.weak {
            write!(f, ", weak")?;
        }
        match &global.bytes {
            None => match global.unsupported {
                None => write!(f, ", external")?,
                Some(what) => write!(f, ", unsupported {}", self.text(what))?,
            },
            Some(bytes) if bytes.is_empty() => {}
            Some(bytes) => write!(f, " = \"{}\"", bytes.escape_ascii())?,
        }
        for relocation in &global.relocations {
            let (target, addend) = (relocation.target, relocation.addend);
            let address =
                ShowConstant { program: self, constant: Constant::Address { target, addend } };
            write!(f, " [{}: {address}]", relocation.offset)?;
        }
        writeln!(f)
    }
}

struct ShowFunction<'a> {
    program: &'a Program,
    function: &'a Function,
}

impl Display for ShowFunction<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.function;
        let kind = if function.body.is_some() { "function" } else { "external" };
        write!(f, "{kind} @{}(", function.name)?;
        let params = function.params.iter().enumerate();
        let mut params: Vec<String> = params.map(|(at, width)| format!("i{width} %{at}")).collect();
        if function.variadic {
            params.push("...".to_owned());
        }
        write!(f, "{})", params.join(", "))?;
        for (at, width) in function.results.iter().enumerate() {
            write!(f, "{} i{width}", if at == 0 { " ->" } else { "," })?;
        }
        let Some(body) = &function.body else { return writeln!(f) };
        writeln!(f, " {{")?;
        for (at, block) in body.blocks.iter().enumerate() {
            writeln!(f, "b{at}:{}", if block.edge { " (edge)" } else { "" })?;
            for inst in body.block(BlockId::at(at)) {
                writeln!(f, "  {}", self.program.show_inst(body, inst))?;
            }
        }
        writeln!(f, "}}")
    }
}

struct ShowConstant<'a> {
    program: &'a Program,
    constant: Constant,
}

impl Display for ShowConstant<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.constant {
            Constant::Int { value, .. } => write!(f, "{value}"),
            Constant::Undefined { .. } => f.write_str("undefined"),
            Constant::Address { target, addend } => {
                let name = match target {
                    Target::Global(global) => &self.program.globals[global.index()].name,
                    Target::Function(function) => &self.program.functions[function.index()].name,
                };
                match addend {
                    0 => write!(f, "@{name}"),
                    _ => write!(f, "@{name}{addend:+}"),
                }
            }
        }
    }
}

struct ShowInst<'a> {
    program: &'a Program,
    body: &'a Body,
    inst: Inst,
}

/// Lower-case words of a name like `AddOverflowsSigned`: `add-overflows-signed`.
fn words(name: &dyn fmt::Debug) -> String {
    let mut text = String::new();
    for letter in format!("{name:?}").chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

impl ShowInst<'_> {
    fn operand(&self, operand: Operand) -> String {
        match (operand.as_register(), operand.as_constant()) {
            (Some(register), _) => format!("%{}", register.0),
            (_, Some(constant)) => {
                let constant = self.program.constant(constant);
                ShowConstant { program: self.program, constant }.to_string()
            }
            _ => String::new(),
        }
    }

    fn list(&self, operands: &[Operand]) -> String {
        operands.iter().map(|&o| self.operand(o)).collect::<Vec<_>>().join(", ")
    }

    fn call(&self, call: &Call) -> String {
        let mut text = String::new();
        if !call.results.is_empty() {
            let results: Vec<String> =
                call.results.iter().map(|&r| format!("%{}:i{}", r.0, self.body.width(r))).collect();
            text += &format!("{} = ", results.join(", "));
        }
        let callee = match call.callee {
            Callee::Function(function) => {
                format!("@{}", self.program.functions[function.index()].name)
            }
            Callee::Indirect(address) => format!("*{}", self.operand(address)),
        };
        let arguments = call.arguments.iter().zip(&call.widths).enumerate();
        let arguments = arguments.map(|(at, (&argument, width))| {
            let copied = match call.copies.get(at) {
                Some(&size) if size > 0 => format!(" copy {size}"),
                _ => String::new(),
            };
            format!("i{width} {}{copied}", self.operand(argument))
        });
        text += &format!("call {callee}({})", arguments.collect::<Vec<_>>().join(", "));
        if let Some(unwind) = call.unwind {
            text += &format!(" unwind b{}", unwind.0);
        }
        text
    }

    fn switch(&self, width: u8, value: Operand, switch: &Switch) -> String {
        let mut text = format!("switch i{width} {}", self.operand(value));
        for (case, to) in &switch.cases {
            text += &format!(", {case}: b{}", to.0);
        }
        text + &format!(", else b{}", switch.default.0)
    }

    fn pad(&self, dst: Reg, pad: &Pad) -> String {
        let mut text = format!("%{}, %{} = landing-pad", dst.0, dst.0 + 1);
        for clause in &pad.clauses {
            text += &match clause {
                Clause::Catch(what) => format!(" catch {}", self.operand(*what)),
                Clause::Filter(all) => format!(" filter [{}]", self.list(all)),
            };
        }
        text + if pad.cleanup { " cleanup" } else { "" }
    }

    fn intrinsic(&self, op: Intrinsic, width: u8, dst: Reg, operands: [Operand; 3]) -> String {
        let all = self.list(&operands[..op.operands()]);
        let name = words(&op);
        let result = match op.results() {
            0 => String::new(),
            1 => format!("%{} = ", dst.0),
            _ => format!("%{}, %{} = ", dst.0, dst.0 + 1),
        };
        format!("{result}{name} i{width} {all}").trim_end().to_owned()
    }
}

fn flags(flags: Flags) -> String {
    let mut text = String::new();
    for (flag, name) in [
        (Flags::NO_SIGNED_WRAP, ".nsw"),
        (Flags::NO_UNSIGNED_WRAP, ".nuw"),
        (Flags::EXACT, ".exact"),
    ] {
        if flags.has(flag) {
            text.push_str(name);
        }
    }
    text
}

/// The outcomes of a comparison, as letters.
fn outcomes(op: FloatCompare) -> String {
    let letters = [(op.less, 'l'), (op.equal, 'e'), (op.greater, 'g'), (op.unordered, 'u')];
    letters.iter().filter(|(holds, _)| *holds).map(|&(_, letter)| letter).collect()
}

impl Display for ShowInst<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let o = |operand| self.operand(operand);
        match self.inst {
            Inst::Binary { op, width, flags: promised, dst, a, b } => {
                let op = words(&op) + &flags(promised);
                write!(f, "%{} = {op} i{width} {}, {}", dst.0, o(a), o(b))
            }
            Inst::Compare { op, width, dst, a, b } => {
                write!(f, "%{} = {} i{width} {}, {}", dst.0, words(&op), o(a), o(b))
            }
            Inst::Cast { op, from, to, dst, a } => {
                write!(f, "%{} = {} i{from} {} to i{to}", dst.0, words(&op), o(a))
            }
            Inst::Select { width, dst, condition, yes, no } => {
                let (condition, yes, no) = (o(condition), o(yes), o(no));
                write!(f, "%{} = select i{width} {condition}, {yes}, {no}", dst.0)
            }
            Inst::Move { dst, a } => write!(f, "%{} = {}", dst.0, o(a)),
            Inst::Freeze { width, dst, a } => write!(f, "%{} = freeze i{width} {}", dst.0, o(a)),
            Inst::Load { width, align, dst, address } => {
                write!(f, "%{} = load i{width} {}, align {align}", dst.0, o(address))
            }
            Inst::Store { width, align, value, address } => {
                write!(f, "store i{width} {}, {}, align {align}", o(value), o(address))
            }
            Inst::Offset { dst, base, offset } => {
                write!(f, "%{} = offset {}, {offset}", dst.0, o(base))
            }
            Inst::Index { width, dst, base, index, scale } => {
                write!(f, "%{} = index {}, i{width} {} * {scale}", dst.0, o(base), o(index))
            }
            Inst::Alloca { align, dst, count, size } => {
                write!(f, "%{} = alloca {} * {size}, align {align}", dst.0, o(count))
            }
            Inst::FloatBinary { op, width, dst, a, b } => {
                write!(f, "%{} = float-{} f{width} {}, {}", dst.0, words(&op), o(a), o(b))
            }
            Inst::FloatUnary { op, width, dst, a } => {
                write!(f, "%{} = float-{} f{width} {}", dst.0, words(&op), o(a))
            }
            Inst::FloatCompare { op, width, dst, a, b } => {
                write!(f, "%{} = float-compare.{} f{width} {}, {}", dst.0, outcomes(op), o(a), o(b))
            }
            Inst::FloatCast { op, from, to, dst, a } => {
                write!(f, "%{} = float-{} {from} {} to {to}", dst.0, words(&op), o(a))
            }
            Inst::Intrinsic { op, width, dst, a, b, c } => {
                f.write_str(&self.intrinsic(op, width, dst, [a, b, c]))
            }
            Inst::Call { call } => f.write_str(&self.call(&self.body.calls[call.index()])),
            Inst::LandingPad { pad, dst } => {
                f.write_str(&self.pad(dst, &self.body.pads[pad as usize]))
            }
            Inst::Resume { exception, selector } => {
                write!(f, "resume {}, {}", o(exception), o(selector))
            }
            Inst::Wide { wide } => {
                let wide = &self.body.wides[wide as usize];
                let results: Vec<String> =
                    wide.results.iter().map(|register| format!("%{}", register.0)).collect();
                let results = results.join(", ");
                let (op, a, b) = (words(&wide.op), self.list(&wide.a), self.list(&wide.b));
                write!(f, "{results} = wide-{op} i{} [{a}] [{b}]", wide.width)
            }
            Inst::Unsupported { what } => write!(f, "unsupported {}", self.program.text(what)),
            Inst::Jump { to } => write!(f, "jump b{}", to.0),
            Inst::Branch { condition, yes, no } => {
                write!(f, "branch {}, b{}, b{}", o(condition), yes.0, no.0)
            }
            Inst::Switch { width, value, switch } => {
                f.write_str(&self.switch(width, value, &self.body.switches[switch as usize]))
            }
            Inst::Return { values } => {
                let values = self.list(&self.body.returns[values as usize]);
                write!(f, "return{}{values}", if values.is_empty() { "" } else { " " })
            }
            Inst::Unreachable => f.write_str("unreachable"),
        }
    }
}
