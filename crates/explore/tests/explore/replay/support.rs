//! Explores a program symbolically and replays every path natively.

use std::collections::HashSet;
use std::path::Path;

use pikse_explore::replay::{Limits as ReplayLimits, Replayed, Replayer, Start};
use pikse_explore::{
    Argument, Ended, Entry, Explorer, Input, Limits, Order, Test, TestVerdict, Watch, begin,
    strategy,
};
use pikse_expr::Evaluator;
use pikse_ir::FuncId;
use pikse_llvm::Program;
use pikse_llvm::inkwell::context::Context;
use pikse_vm::{Machine, Options, Value, Verdict};

/// What harnesses in C declare.
pub(crate) const HARNESS: &str = "
    #include <stddef.h>
    void pikse_symbolic(void *, size_t, const char *);
    void pikse_assume(int);
    void pikse_reject(void);
    void pikse_failed(const char *, const char *, int);
    void klee_make_symbolic(void *, size_t, const char *);
    void klee_assume(size_t);
    void klee_report_error(const char *, int, const char *, const char *);
    int klee_range(int, int, const char *);
    int __VERIFIER_nondet_int(void);
    void __VERIFIER_assume(int);
    void reach_error(void);
    ";

/// A program in both forms.
pub(crate) struct Subject<'ctx> {
    pub(crate) module: Program<'ctx>,
    pub(crate) lowered: pikse_ir::Program,
    /// By function.
    pub(crate) traced: Vec<bool>,
}

impl<'ctx> Subject<'ctx> {
    /// A C text.
    pub(crate) fn c(context: &'ctx Context, text: &str) -> Self {
        Self::new(compile(context, "subject.c", &format!("{HARNESS}\n{text}")), |_| true)
    }

    /// A module, of which the functions of some names are traced.
    pub(crate) fn new(module: Program<'ctx>, is_traced: impl Fn(&str) -> bool) -> Self {
        let own: HashSet<String> =
            module.defined().map(|f| f.get_name().to_string_lossy().into_owned()).collect();
        let with_models = module.copy();
        pikse_env::link(&with_models).expect("models are linked");
        let lowered = pikse_ir::lower(&with_models).expect("it is lowered");
        let names = lowered.functions.iter().map(|function| &function.name);
        let traced = names.map(|name| own.contains(name) && is_traced(name)).collect();
        Subject { module, lowered, traced }
    }

    pub(crate) fn replayer(&self, start: &Start, limits: ReplayLimits) -> Replayer {
        let is_traced = |id: FuncId| self.traced[id.index()];
        Replayer::new(&self.module, &self.lowered, is_traced, start, limits).expect("it compiles")
    }

    /// The tests of all paths.
    pub(crate) fn explore(&self, start: &Start, options: Options) -> Vec<Test> {
        self.explored(start, options).0
    }

    /// The tests of all paths, and whether these are complete.
    pub(crate) fn explored(&self, start: &Start, options: Options) -> (Vec<Test>, bool) {
        let mut machine = Machine::new(&self.lowered, options).expect("it can be run");
        for (at, is_traced) in self.traced.iter().enumerate() {
            if !is_traced {
                machine.do_not_trace(FuncId::at(at));
            }
        }
        let function = |name: &str| self.lowered.function(name).expect("the entry");
        let first = match start {
            Start::Function(entry) => begin(&mut machine, function(&entry.function), entry),
            Start::Main(plan) => {
                let plan = plan.encode();
                let length = Argument::Number { width: 64, value: plan.len() as u64 };
                let arguments = vec![Argument::Bytes(plan), length];
                let entry = Entry { arguments, ..Entry::default() };
                begin(&mut machine, function("pikse_env_main"), &entry)
            }
        };
        let mut tests = Tests(Vec::new());
        let order = strategy(&[Order::of("dfs").expect("an order")], 0);
        let outcome = Explorer::new(machine, first, order, Limits::default()).run(&mut tests);
        (tests.0, outcome.is_complete())
    }

    /// Explores, and replays every path.
    pub(crate) fn replay_all(&self, start: &Start, options: Options) -> Vec<(Test, Replayed)> {
        let replayer = self.replayer(start, ReplayLimits::default());
        let tests = self.explore(start, options);
        let replay = |test: Test| {
            let replayed = replayer.run(&test).expect("it runs");
            (test, replayed)
        };
        tests.into_iter().map(replay).collect()
    }
}

/// Compiles a text as a file of a name.
pub(crate) fn compile<'ctx>(context: &'ctx Context, name: &str, text: &str) -> Program<'ctx> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("a file");
    compile_file(context, &file)
}

pub(crate) fn compile_file<'ctx>(context: &'ctx Context, file: &Path) -> Program<'ctx> {
    Program::compile(context, &[file], &pikse_llvm::Options::default()).expect("it compiles")
}

/// A function with symbolic numbers.
pub(crate) fn entry(function: &str, widths: &[u8]) -> Start {
    let symbolic =
        |(k, &width): (usize, &u8)| Argument::Symbolic { name: format!("arg{k}"), width };
    let arguments = widths.iter().enumerate().map(symbolic).collect();
    Start::Function(Entry { function: function.to_owned(), arguments, ..Entry::default() })
}

struct Tests(Vec<Test>);

impl Watch for Tests {
    fn ended(&mut self, machine: &mut Machine<'_>, path: &Ended<'_>) -> bool {
        let model = path.state.path().model().expect("values of the path");
        let exprs = machine.exprs();
        let inputs = path.state.inputs().into_iter().map(|input| Input {
            name: exprs.array_name(input.array).to_owned(),
            bytes: model.array(exprs, input.array),
        });
        let mut evaluator = Evaluator::new();
        let mut byte = |value: Value| match value {
            Value::Concrete(bits) => bits as u8,
            Value::Symbolic(expr) => evaluator.eval(exprs, model, expr) as u8,
        };
        let written = path.state.output().into_iter().filter(|output| output.descriptor == 1);
        let output = written.flat_map(pikse_vm::Output::bytes).map(&mut byte).collect();
        let (verdict, message) = match path.verdict {
            Verdict::Finished(_) => (TestVerdict::Finished, String::new()),
            Verdict::Rejected => (TestVerdict::Rejected, String::new()),
            Verdict::Killed(signal, _) => (TestVerdict::Killed(*signal), String::new()),
            Verdict::Blocked(why, _) => (TestVerdict::Blocked, why.clone()),
            Verdict::Error(failure) => (TestVerdict::Error(failure.kind), failure.message.clone()),
            Verdict::Cut(cut, _) => (TestVerdict::Cut, cut.to_string()),
        };
        let exit_code = match path.verdict {
            Verdict::Finished(code) => *code,
            _ => None,
        };
        self.0.push(Test {
            inputs: inputs.collect(),
            verdict,
            message,
            exit_code,
            trace: path.state.trace(),
            output,
            ..Test::default()
        });
        true
    }
}
