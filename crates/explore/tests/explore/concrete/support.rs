//! Runs a program in the machine and natively, and tells what either did.

use std::path::Path;
use std::process::{Command, Stdio};

use pikse_env::{Argument, Plan};
use pikse_explore::{Ended, Explorer, Limits, Order, Wanted, Watch, begin, open, strategy};
use pikse_llvm::inkwell::context::Context;
use pikse_vm::{Cut, Machine, Options, Value, Verdict};

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) output: String,
}

/// Runs modules in the machine, as one program. Nothing if it takes too many instructions.
pub(crate) fn in_machine(
    modules: &[&Path],
    arguments: &[&str],
    instructions: u64,
) -> Result<Option<Run>, String> {
    let mut plan = Plan::new("program");
    plan.arguments.extend(arguments.iter().map(|&text| Argument::Text(text.into())));
    let wanted = Wanted {
        files: modules.iter().map(|&file| file.to_owned()).collect(),
        bin: None,
        entry: None,
        invariant: None,
        arguments: Vec::new(),
        pre: Vec::new(),
        structures: pikse_explore::Structures::default(),
        plan,
        targets: Vec::new(),
        options: pikse_llvm::Options::default(),
    };
    let context = Context::create();
    let opened = open(&context, &wanted).map_err(|error| error.to_string())?;
    let mut machine =
        Machine::new(&opened.ir, Options::default()).map_err(|error| error.to_string())?;
    let first = begin(&mut machine, opened.function, &opened.entry);
    let order = strategy(&[Order::of("dfs").expect("an order")], 0);
    let limits = Limits { path_instructions: Some(instructions), ..Limits::default() };
    let mut seen = Seen { runs: Vec::new() };
    Explorer::new(machine, first, order, limits).run(&mut seen);
    // Whether its output is a terminal makes no difference to what a program does here.
    seen.runs.dedup();
    match &mut seen.runs[..] {
        [(Verdict::Finished(code), output)] => {
            Ok(Some(Run { code: code.unwrap_or(0), output: std::mem::take(output) }))
        }
        [(Verdict::Cut(Cut::Stopped(_), _), _)] => Ok(None),
        [(Verdict::Error(failure), output)] => {
            let place = failure.stack.first().map(|place| {
                let name = &opened.ir.functions[place.function.index()].name;
                let location = opened.ir.locations[place.location.index()];
                format!("{name}, line {}", location.line)
            });
            Err(format!("{} in {place:?}\n{output}", failure.message))
        }
        other => Err(format!("one path was expected: {other:?}")),
    }
}

/// How paths ended, with what they wrote to standard output.
struct Seen {
    runs: Vec<(Verdict, String)>,
}

impl Watch for Seen {
    fn ended(&mut self, _: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        let output = path.state.output();
        let written = output.iter().filter(|part| part.descriptor == 1);
        let bytes = written.flat_map(|part| part.bytes()).map(|byte| match byte {
            Value::Concrete(byte) => byte as u8,
            Value::Symbolic(_) => b'?',
        });
        let output = String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned();
        self.runs.push((path.verdict.clone(), output));
        true
    }
}

/// Runs an executable. Nothing if it takes more than so many seconds of the processor.
pub(crate) fn natively(program: &Path, arguments: &[&str], seconds: u32) -> Option<Run> {
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -t {seconds}; exec \"$0\" \"$@\"")])
        .arg(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let output_text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.code().map(|code| Run { code, output: output_text })
}
