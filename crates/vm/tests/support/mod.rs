//! Runs a C text in the machine.
#![allow(dead_code, reason = "each test uses a part")]

use pikse_ir::Program;
use pikse_llvm::inkwell::context::Context;
use pikse_vm::{Machine, Options, State, Stop, Value, Verdict};

/// Compiles a C text as `explore` does.
pub fn program(text: &str) -> Program {
    let folder = std::env::temp_dir().join(format!("pikse-vm-{:?}", std::thread::current().id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("subject.c");
    std::fs::write(&file, text).expect("a file");
    let context = Context::create();
    let options = pikse_llvm::Options::default();
    let llvm = pikse_llvm::Program::compile(&context, &[file], &options).expect("it compiles");
    pikse_ir::lower(&llvm).expect("it is lowered")
}

/// How a path ended, with the values of its inputs, in order.
pub struct Ended {
    pub verdict: Verdict,
    pub inputs: Vec<(String, Vec<u8>)>,
    pub state: State,
}

/// Runs every path of a function, with symbolic arguments, depth first.
pub fn explore<'p>(
    program: &'p Program,
    entry: &str,
    options: Options,
) -> (Vec<Ended>, Machine<'p>) {
    let mut machine = Machine::new(program, options).expect("it can be run");
    let entry = program.function(entry).expect("the entry");
    let mut first = machine.start(entry, &[]);
    let widths = program.functions[entry.index()].params.clone();
    let mut arguments = Vec::new();
    for (k, width) in widths.iter().enumerate() {
        let bytes = u32::from(*width).div_ceil(8);
        let array = machine.input(&mut first, &format!("arg{k}"), bytes, pikse_ir::LocId(0));
        let word = machine.exprs_mut().read(array, 0, bytes * 8);
        arguments.push(Value::Symbolic(word));
    }
    machine.set_arguments(&mut first, &arguments);
    let mut open = vec![first];
    let mut ended = Vec::new();
    let finish = |machine: &mut Machine<'_>, state: State, verdict| {
        let inputs = state
            .inputs()
            .iter()
            .map(|input| {
                let exprs = machine.exprs();
                let model = state.path().model().expect("values of the path");
                (exprs.array_name(input.array).to_owned(), model.array(exprs, input.array))
            })
            .collect();
        Ended { verdict, inputs, state }
    };
    while let Some(mut state) = open.pop() {
        match machine.run(&mut state, u64::MAX) {
            Stop::Budget => open.push(state),
            Stop::Split(others) => {
                for side in others.into_iter().rev() {
                    match side.ended {
                        None => open.push(side.state),
                        Some(verdict) => ended.push(finish(&mut machine, side.state, verdict)),
                    }
                }
                open.push(state);
            }
            Stop::Ended(verdict, others) => {
                for side in others.into_iter().rev() {
                    match side.ended {
                        None => open.push(side.state),
                        Some(verdict) => ended.push(finish(&mut machine, side.state, verdict)),
                    }
                }
                ended.push(finish(&mut machine, state, verdict));
            }
        }
    }
    (ended, machine)
}
