//! Compiles programs and runs them in the machine.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]

pub mod brute_force;
pub mod heap;
pub mod native;
pub mod random;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use pikse_ir::{FuncId, LocId, Program};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Language, RustSource};
use pikse_vm::{Kind, Machine, Options, Side, State, Stop, Value, Verdict};

/// The header of harnesses.
pub const HEADER: &str = include_str!("../../../../../include/pikse.h");

/// A program, and which of its functions are its own: the others are models.
pub struct Subject {
    pub program: Program,
    own: Vec<String>,
}

/// The folder of the subjects of exploration.
pub fn subjects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/explore")
}

/// A new folder of this process.
pub fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("pikse-vm-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Compiles a C text as `explore` does.
pub fn program(text: &str) -> Subject {
    let folder = folder();
    let file = folder.join("subject.c");
    std::fs::write(&file, text).expect("a file");
    let subject = compile(&file, "entry", &[]);
    std::fs::remove_dir_all(folder).expect("the folder goes");
    subject
}

/// Compiles a file. Of a Rust program only what the entry needs is kept.
pub fn compile(file: &Path, entry: &str, flags: &[&str]) -> Subject {
    if Language::of(file).expect("a language") == Language::Rust {
        let mut text = std::fs::read_to_string(file).expect("a file");
        if text.contains("fn main(") {
            return compile_rust(file, &text, |symbol| symbol == "main");
        }
        // Somebody has to need the entry, or it is not compiled.
        text += &format!("\nfn main() {{ std::hint::black_box({entry} as *const ()); }}\n");
        let end = format!("{}{entry}", entry.len());
        return compile_rust(file, &text, |symbol| symbol.ends_with(&end));
    }
    let context = Context::create();
    let options = pikse_llvm::Options {
        headers: vec![("pikse.h", HEADER)],
        cflags: ["-D__PIKSE__"].iter().chain(flags).map(|&flag| flag.to_owned()).collect(),
        ..Default::default()
    };
    let llvm = pikse_llvm::Program::compile(&context, &[file], &options).expect("it compiles");
    if Language::of(file).expect("a language") == Language::Cpp {
        pikse_env::link_cpp(&llvm).expect("the library is linked");
        llvm.keep(&[entry]).expect("the rest goes");
    }
    link(&llvm)
}

/// Compiles a Rust text that stands in the place of a file, and keeps some of its functions.
pub fn compile_rust(file: &Path, text: &str, is_kept: impl Fn(&str) -> bool) -> Subject {
    let context = Context::create();
    let source = RustSource::Text { path: file, text };
    let llvm = pikse_llvm::Program::compile_rust(&context, source, &Default::default())
        .expect("it compiles");
    let names = llvm.defined().map(|of| of.get_name().to_string_lossy().into_owned());
    let kept: Vec<String> = names.filter(|name| is_kept(name)).collect();
    llvm.keep(&kept.iter().map(String::as_str).collect::<Vec<_>>()).expect("the rest goes");
    link(&llvm)
}

/// A program with its models, lowered.
fn link(llvm: &pikse_llvm::Program<'_>) -> Subject {
    let own = llvm.defined().map(|of| of.get_name().to_string_lossy().into_owned()).collect();
    pikse_env::link(llvm).expect("it is linked");
    Subject { program: pikse_ir::lower(llvm).expect("it is lowered"), own }
}

impl Subject {
    /// A machine that traces the program's own functions.
    pub fn machine(&self, options: Options) -> Machine<'_> {
        let mut machine = Machine::new(&self.program, options).expect("it can be run");
        for (k, function) in self.program.functions.iter().enumerate() {
            if !self.is_own(&function.name) {
                machine.do_not_trace(FuncId(k as u32));
            }
        }
        machine
    }

    pub fn is_own(&self, name: &str) -> bool {
        self.own.iter().any(|own| own == name)
    }

    /// A function by its name in the source.
    pub fn entry(&self, name: &str) -> FuncId {
        let functions = &self.program.functions;
        let named = |function: &&pikse_ir::Function| {
            function.body.is_some()
                && (function.name == name || function.source_name.as_deref() == Some(name))
        };
        let mut found = functions.iter().enumerate().filter(|(_, function)| named(function));
        let (k, _) = found
            .clone()
            .find(|(_, function)| self.is_own(&function.name))
            .or_else(|| found.next())
            .unwrap_or_else(|| panic!("no function `{name}`"));
        FuncId(k as u32)
    }
}

/// What an entry is called with.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A symbolic number.
    Symbolic,
    /// A number.
    Number(u64),
    /// A pointer to so many symbolic bytes.
    Buffer(u32),
    /// A pointer to so many symbolic bytes and a zero.
    Text(u32),
    /// A pointer to these bytes.
    Bytes(Vec<u8>),
}

/// A state that is about to call a function.
pub fn begin(machine: &mut Machine<'_>, entry: FuncId, arguments: &[Argument]) -> State {
    let widths = machine.program().functions[entry.index()].params.clone();
    assert_eq!(widths.len(), arguments.len(), "arguments of the entry");
    let mut state = machine.start(entry, &[]);
    let mut values = Vec::new();
    for (k, (argument, &width)) in arguments.iter().zip(&widths).enumerate() {
        let name = format!("arg{k}");
        let buffer = |machine: &mut Machine<'_>, state: &mut State, size: u32| {
            machine.allocate(state, Kind::World, size).expect("memory")
        };
        values.push(match argument {
            Argument::Symbolic => {
                let bytes = u32::from(width).div_ceil(8);
                let array = machine.input(&mut state, &name, bytes, LocId(0));
                let word = machine.exprs_mut().read(array, 0, bytes * 8);
                let word = machine.exprs_mut().trunc(word, u32::from(width));
                Value::Symbolic(word)
            }
            Argument::Number(number) => Value::Concrete(*number),
            Argument::Buffer(size) => {
                let address = buffer(machine, &mut state, *size);
                machine.make_symbolic(&mut state, address, *size, &name);
                Value::Concrete(address)
            }
            Argument::Text(length) => {
                let address = buffer(machine, &mut state, *length + 1);
                machine.make_symbolic(&mut state, address, *length, &name);
                machine.put_bytes(&mut state, address + u64::from(*length), &[0]);
                Value::Concrete(address)
            }
            Argument::Bytes(bytes) => {
                let address = buffer(machine, &mut state, bytes.len() as u32);
                machine.put_bytes(&mut state, address, bytes);
                Value::Concrete(address)
            }
        });
    }
    machine.set_arguments(&mut state, &values);
    state
}

/// A path that has ended.
pub struct Ended {
    pub verdict: Verdict,
    pub state: State,
}

impl Ended {
    /// The values of its inputs, in order.
    pub fn inputs(&self, machine: &Machine<'_>) -> Vec<(String, Vec<u8>)> {
        let exprs = machine.exprs();
        let model = self.state.path().model().expect("values of the path");
        let input = |input: &pikse_vm::Input| {
            (exprs.array_name(input.array).to_owned(), model.array(exprs, input.array))
        };
        self.state.inputs().iter().map(input).collect()
    }
}

/// Runs every path from a state on, depth first.
pub fn explore(machine: &mut Machine<'_>, first: State) -> Vec<Ended> {
    let mut ended = Vec::new();
    explore_with(machine, first, |path| ended.push(path));
    ended
}

/// Runs every path from a state on, depth first, and hands each out when it has ended.
pub fn explore_with(machine: &mut Machine<'_>, first: State, mut each: impl FnMut(Ended)) {
    explore_in_order(machine, first, |open| open - 1, &mut each);
}

/// Runs every path from a state on. `next` says which of so many open states goes on until it splits; the
/// last one is the next one depth first.
pub fn explore_in_order(
    machine: &mut Machine<'_>,
    first: State,
    mut next: impl FnMut(usize) -> usize,
    each: &mut dyn FnMut(Ended),
) {
    let mut open: Vec<(State, Option<Verdict>)> = vec![(first, None)];
    while !open.is_empty() {
        let at = next(open.len());
        let (mut state, ended) = open.remove(at);
        if let Some(verdict) = ended {
            each(Ended { verdict, state });
            continue;
        }
        let (verdict, others) = match machine.run(&mut state, u64::MAX) {
            Stop::Budget => (None, Vec::new()),
            Stop::Split(others) => (None, others),
            Stop::Ended(verdict, others) => (Some(verdict), others),
        };
        let (before, after): (Vec<Side>, Vec<Side>) =
            others.into_iter().partition(|side| side.is_first);
        let after = after.into_iter().rev().map(|side| (*side.state, side.ended));
        let before = before.into_iter().rev().map(|side| (*side.state, side.ended));
        let all: Vec<_> = after.chain([(state, verdict)]).chain(before).collect();
        open.splice(at..at, all);
    }
}

/// How many paths there are, by how they ended.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    pub finished: usize,
    pub rejected: usize,
    pub failed: usize,
    pub cut: usize,
}

impl Counts {
    pub fn add(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Finished(_) | Verdict::Killed(..) | Verdict::Blocked(..) => &mut self.finished,
            Verdict::Rejected => &mut self.rejected,
            Verdict::Error(_) => &mut self.failed,
            Verdict::Cut(..) => &mut self.cut,
        } += 1;
    }
}

/// Counts the paths of a function.
pub fn count(subject: &Subject, entry: &str, arguments: &[Argument]) -> Counts {
    let mut machine = subject.machine(Options::default());
    let first = begin(&mut machine, subject.entry(entry), arguments);
    let mut counts = Counts::default();
    explore_with(&mut machine, first, |path| {
        if let Verdict::Error(_) | Verdict::Cut(..) = path.verdict {
            eprintln!("{:?}", path.verdict);
        }
        counts.add(&path.verdict);
    });
    counts
}
