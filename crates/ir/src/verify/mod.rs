//! Verifies programs.
//!
//! A verified program runs without checks of indices or widths, and without checks whether a
//! register was set (`definitions`). `widths` has the rules for single instructions.

mod definitions;
mod widths;

use std::fmt;

use crate::ids::{BlockId, FileId, FuncId, LocId, Reg};
use crate::inst::{Call, Callee, Clause, Inst, Operand};
use crate::program::{Body, Constant, Function, Global, Program, Target};

/// A violated rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where: a function with an instruction, a global, a table.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// All problems of a program; empty if it can be run.
#[must_use]
pub fn verify(program: &Program) -> Vec<Problem> {
    let mut verifier = Verifier { program, place: String::new(), problems: Vec::new() };
    verifier.constants();
    verifier.places_in_the_source();
    for global in &program.globals {
        verifier.global(global);
    }
    for function in program.constructors.iter().chain(&program.destructors) {
        verifier.place = "constructors and destructors".to_owned();
        verifier.function_id(*function);
    }
    for alias in &program.aliases {
        verifier.place = format!("alias `{}`", alias.name);
        verifier.target(alias.target);
    }
    for function in &program.functions {
        verifier.function(function);
    }
    verifier.problems
}

struct Verifier<'a> {
    program: &'a Program,
    place: String,
    problems: Vec<Problem>,
}

fn is_width(width: u8) -> bool {
    (1..=128).contains(&width)
}

fn fits(width: u8, value: u128) -> bool {
    width >= 128 || value >> width == 0
}

impl Verifier<'_> {
    fn problem(&mut self, what: impl Into<String>) {
        self.problems.push(Problem { place: self.place.clone(), what: what.into() });
    }

    fn check(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.problem(what());
        }
    }

    fn function_id(&mut self, function: FuncId) {
        let count = self.program.functions.len();
        self.check(function.index() < count, || format!("there is no function {}", function.0));
    }

    fn target(&mut self, target: Target) {
        match target {
            Target::Function(function) => self.function_id(function),
            Target::Global(global) => {
                let count = self.program.globals.len();
                self.check(global.index() < count, || format!("there is no global {}", global.0));
            }
        }
    }

    fn constants(&mut self) {
        let mut seen = std::collections::HashSet::new();
        for (at, &constant) in self.program.constants.iter().enumerate() {
            self.place = format!("constant {at}");
            self.check(seen.insert(constant), || "duplicate constant".to_owned());
            match constant {
                Constant::Int { width, value } => {
                    let good = is_width(width) && fits(width, value);
                    self.check(good, || format!("{value} does not fit in {width} bits"));
                }
                Constant::Undefined { width } => {
                    self.check(is_width(width), || format!("no value has {width} bits"));
                }
                Constant::Address { target, .. } => self.target(target),
            }
        }
    }

    fn places_in_the_source(&mut self) {
        self.place = "source locations".to_owned();
        let program = self.program;
        let first = program.locations.first().map(|first| first.line);
        self.check(first == Some(0), || "the first one is not the unknown location".to_owned());
        for (at, location) in program.locations.iter().enumerate() {
            let FileId(file) = location.file;
            let good = (file as usize) < program.files.len();
            self.check(good, || format!("{at} is in file {file}, which does not exist"));
            if let Some(scope) = location.scope {
                match program.scopes.get(scope as usize) {
                    None => self.problem(format!("{at} is in scope {scope}, which does not exist")),
                    // So the chain of calls ends.
                    Some(scope) => self.check(scope.called_at.index() < at, || {
                        format!("{at} was called at {}, which comes later", scope.called_at.0)
                    }),
                }
            }
        }
    }

    fn global(&mut self, global: &Global) {
        self.place = format!("global `{}`", global.name);
        self.check(global.align.is_power_of_two(), || format!("it is aligned to {}", global.align));
        let bytes = global.bytes.as_ref().map_or(0, Vec::len) as u64;
        self.check(bytes <= global.size, || format!("it has {bytes} of {} bytes", global.size));
        let external = global.bytes.is_none() && !global.relocations.is_empty();
        self.check(!external, || "it has addresses, but no contents".to_owned());
        let mut free = 0;
        for relocation in &global.relocations {
            let offset = relocation.offset;
            let bytes = u64::from(relocation.bytes);
            let inside = offset >= free && offset.saturating_add(bytes) <= global.size;
            self.check(inside, || format!("the address at {offset} overlaps"));
            free = offset.saturating_add(bytes);
            self.target(relocation.target);
        }
    }

    fn function(&mut self, function: &Function) {
        self.place = format!("function `{}`", function.name);
        for &width in function.params.iter().chain(&function.results) {
            self.check(is_width(width), || format!("no value has {width} bits"));
        }
        let (params, passing) = (function.params.len(), function.passing.len());
        self.check(params == passing, || format!("{passing} of {params} parameters are passed"));
        self.location(function.location);
        if let Some(body) = &function.body {
            self.body(function, body);
        }
    }

    fn location(&mut self, location: LocId) {
        let count = self.program.locations.len();
        self.check(location.index() < count, || format!("there is no location {}", location.0));
    }

    fn body(&mut self, function: &Function, body: &Body) {
        let before = self.problems.len();
        for (at, &width) in body.registers.iter().enumerate() {
            self.check(is_width(width), || format!("%{at} has {width} bits"));
        }
        let params = body.registers.get(..function.params.len());
        let good = params == Some(&function.params[..]);
        self.check(good, || "the first registers are not the parameters".to_owned());
        let (code, places) = (body.code.len(), body.places.len());
        self.check(code == places, || format!("{code} instructions have {places} locations"));
        for &place in &body.places {
            self.location(place);
        }
        if !self.blocks(body) {
            return;
        }
        for (at, inst) in body.code.iter().enumerate() {
            let problems = self.problems.len();
            self.inst(function, body, inst);
            if self.problems.len() > problems {
                // The text is only made now: it may need what was found missing.
                for problem in &mut self.problems[problems..] {
                    problem.place = format!("{}, instruction {at}, {inst:?}", problem.place);
                }
            }
        }
        if self.problems.len() == before {
            self.landing_pads(body);
            definitions::check(self, function.params.len(), body);
        }
    }

    /// Checks that the blocks cover the code, one after the other, each with one terminator.
    fn blocks(&mut self, body: &Body) -> bool {
        let before = self.problems.len();
        self.check(!body.blocks.is_empty(), || "there is no block".to_owned());
        let mut next = 0;
        for (at, block) in body.blocks.iter().enumerate() {
            let (start, end) = (block.start, block.end);
            let good = start == next && start < end && end as usize <= body.code.len();
            self.check(good, || format!("block {at} is from {start} to {end}, after {next}"));
            next = end;
            if !good {
                return false;
            }
            let code = &body.code[start as usize..end as usize];
            for (inst, place) in code.iter().zip(start + 1..) {
                let good = inst.is_terminator() == (place == end);
                self.check(good, || format!("block {at} does not end with its only terminator"));
            }
            if block.edge {
                let (last, moves) = code.split_last().expect("the block is not empty");
                let plain = moves.iter().all(widths::is_plain);
                let good = plain && matches!(last, Inst::Jump { .. } | Inst::Unreachable);
                self.check(good, || format!("edge block {at} contains more than moves"));
            }
        }
        let all = next as usize == body.code.len();
        self.check(all, || "there is code after the last block".to_owned());
        self.problems.len() == before
    }

    fn block(&mut self, body: &Body, block: BlockId) {
        let count = body.blocks.len();
        self.check(block.index() < count, || format!("there is no block {}", block.0));
    }

    /// The width of an operand, if it exists.
    fn width(&mut self, body: &Body, operand: Operand) -> Option<u8> {
        if let Some(register) = operand.as_register() {
            let width = body.registers.get(register.index()).copied();
            self.check(width.is_some(), || format!("there is no register {}", register.0));
            return width;
        }
        let constant = operand.as_constant()?;
        match self.program.constants.get(constant.index()) {
            Some(&Constant::Int { width, .. } | &Constant::Undefined { width }) => Some(width),
            Some(Constant::Address { .. }) => Some(64),
            None => {
                self.problem(format!("there is no constant {}", constant.0));
                None
            }
        }
    }

    fn operand(&mut self, body: &Body, operand: Operand, width: u8) {
        if let Some(found) = self.width(body, operand) {
            self.check(found == width, || format!("{operand:?} has {found} bits, not {width}"));
        }
    }

    fn register(&mut self, body: &Body, register: Reg, width: u8) {
        self.operand(body, Operand::register(register), width);
    }

    fn call(&mut self, body: &Body, call: &Call) {
        let (arguments, widths) = (call.arguments.len(), call.widths.len());
        self.check(arguments == widths, || format!("{arguments} arguments have {widths} widths"));
        for (&argument, &width) in call.arguments.iter().zip(&call.widths) {
            self.operand(body, argument, width);
        }
        let passing = call.passing.len();
        self.check(arguments == passing, || {
            format!("{passing} of {arguments} arguments are passed")
        });
        let copies = call.copies.len();
        let good = copies == 0 || copies == arguments;
        self.check(good, || format!("{copies} of {arguments} arguments are marked as copied"));
        for (&size, &width) in call.copies.iter().zip(&call.widths) {
            self.check(size == 0 || width == 64, || {
                "a copied argument is not an address".to_owned()
            });
        }
        for &result in &call.results {
            self.width(body, Operand::register(result));
        }
        if let Some(unwind) = call.unwind {
            self.block(body, unwind);
        }
        let function = match call.callee {
            Callee::Indirect(address) => return self.operand(body, address, 64),
            Callee::Function(function) => function,
        };
        let Some(function) = self.program.functions.get(function.index()) else {
            return self.problem(format!("there is no function {}", function.0));
        };
        let fixed = call.widths.get(..function.params.len());
        let rest = arguments > function.params.len();
        let good = fixed == Some(&function.params[..]) && (!rest || function.variadic);
        self.check(good, || format!("`{}` takes other arguments", function.name));
        let results = call.results.iter().map(|r| body.registers.get(r.index()).copied());
        let good = results.eq(function.results.iter().map(|&width| Some(width)));
        self.check(good, || format!("`{}` returns something else", function.name));
    }

    /// Checks that exceptions go to landing pads, through at most one edge block, and that nothing
    /// else does.
    fn landing_pads(&mut self, body: &Body) {
        let begins = |block: BlockId| body.block(block).first().copied();
        let is_pad = |block: BlockId| matches!(begins(block), Some(Inst::LandingPad { .. }));
        let leads_to_pad = |block: BlockId| {
            body.blocks[block.index()].edge
                && matches!(body.block(block).last(), Some(&Inst::Jump { to }) if is_pad(to))
        };
        // An unsupported pad is an `Unsupported` instruction.
        let is_odd = |block: BlockId| {
            body.block(block).iter().any(|inst| matches!(inst, Inst::Unsupported { .. }))
        };
        for at in (0..body.blocks.len()).map(BlockId::at) {
            let code = body.block(at);
            let inner = code.iter().skip(1).any(|inst| matches!(inst, Inst::LandingPad { .. }));
            self.check(!inner, || format!("block {} does not begin with its landing pad", at.0));
            for (place, inst) in code.iter().enumerate() {
                let &Inst::Call { call } = inst else { continue };
                let Some(unwind) = body.calls[call.index()].unwind else { continue };
                let good = is_pad(unwind) || leads_to_pad(unwind) || is_odd(unwind) || {
                    let to = body.block(unwind).last();
                    matches!(to, Some(&Inst::Jump { to }) if is_odd(to))
                };
                self.check(good, || format!("block {} is not a landing pad", unwind.0));
                let after = &code[place + 1..];
                let plain = after.iter().rev().skip(1).all(widths::is_plain);
                let jumps = matches!(after.last(), Some(Inst::Jump { .. } | Inst::Unreachable));
                let good = plain && jumps;
                self.check(good, || {
                    format!("block {} continues after a call that may throw", at.0)
                });
            }
            let edge = body.blocks[at.index()].edge;
            let mut entered = |to: BlockId| {
                let good = edge || !(is_pad(to) || leads_to_pad(to));
                self.check(good, || format!("block {} jumps to a landing pad", at.0));
            };
            match code.last() {
                Some(&Inst::Jump { to }) => entered(to),
                Some(&Inst::Branch { yes, no, .. }) => {
                    entered(yes);
                    entered(no);
                }
                Some(&Inst::Switch { switch, .. }) => {
                    let switch = &body.switches[switch as usize];
                    switch.cases.iter().for_each(|&(_, to)| entered(to));
                    entered(switch.default);
                }
                _ => {}
            }
        }
    }

    fn clause(&mut self, body: &Body, clause: &Clause) {
        match clause {
            Clause::Catch(what) => self.operand(body, *what, 64),
            Clause::Filter(all) => all.iter().for_each(|&what| self.operand(body, what, 64)),
        }
    }
}
