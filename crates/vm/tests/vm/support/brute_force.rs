//! All inputs, one after the other.
//!
//! A small program is a function `unsigned long f(unsigned char a, unsigned char b)`. Its paths are
//! found symbolically; then the machine runs it on every input with plain numbers, and a native
//! program does the same. Each input has to be in the condition of exactly one path, on which the
//! branches, the verdict and the result are those of the plain run; and every path has to have an
//! input. This shares with the symbolic run what the machine does with plain numbers, and with the
//! native run nothing.

use std::collections::HashMap;

use pikse_expr::{Evaluator, Exprs, Model};
use pikse_ir::FuncId;
use pikse_vm::{ErrorKind, Machine, NoteKind, Options, Place, State, Stop, Value, Verdict};

use super::{Argument, Ended, Subject, begin, explore, folder, native, program};

/// What is compared of a run's end.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum End {
    Finished,
    Rejected,
    Error(ErrorKind, Vec<(u32, u32)>),
}

/// What came of all inputs.
#[derive(Debug, Default)]
pub struct Summary {
    /// Symbolic paths.
    pub paths: usize,
    /// Inputs, by how the program ends on them.
    pub inputs: HashMap<&'static str, usize>,
}

impl Summary {
    /// Inputs that ended in a way: `finished`, `rejected`, or the name of an error.
    pub fn of(&self, end: &str) -> usize {
        self.inputs.get(end).copied().unwrap_or(0)
    }
}

/// How a program is looked at.
pub struct Setting {
    pub options: Options,
    /// How many values `b` has, a power of two; `a` has 256.
    pub values: u32,
    /// Whether to compare with native runs. Not for programs with errors, or that use the harness.
    pub native: bool,
}

impl Default for Setting {
    fn default() -> Self {
        Self { options: Options::default(), values: 16, native: true }
    }
}

/// A program that calls `f` with one byte, and with one of so many values.
pub fn whole_program(text: &str, values: u32) -> Subject {
    let mask = values - 1;
    program(&format!(
        "#include <pikse.h>\n{text}\nlong pikse_vm_write(int, const void *, unsigned long);\n\
         void entry(unsigned char a, unsigned char b)\n\
         {{ unsigned long r = f(a, b & {mask}); pikse_vm_write(1, &r, 8); }}\n"
    ))
}

/// Compares symbolic, plain and native runs of `f` on all inputs; the error says what is wrong.
pub fn check(text: &str, setting: &Setting) -> Result<Summary, String> {
    let subject = whole_program(text, setting.values);
    let entry = subject.entry("entry");
    let mut machine = subject.machine(setting.options.clone());
    let first = begin(&mut machine, entry, &[Argument::Symbolic, Argument::Symbolic]);
    let symbols: Vec<usize> =
        first.inputs().iter().map(|input| machine.exprs().symbol(input.array, 0)).collect();
    let paths = explore(&mut machine, first);
    for path in &paths {
        if let Verdict::Cut(cut, _) = &path.verdict {
            return Err(format!("a path was cut: {cut}"));
        }
        if let Some(note) =
            path.state.notes().iter().find(|note| note.kind == NoteKind::Concretized)
        {
            return Err(format!("something was made concrete: {}", note.text));
        }
    }
    let mut plain = subject.machine(setting.options.clone());
    let native = setting.native.then(|| native_results(text, setting.values));
    let mut summary = Summary { paths: paths.len(), ..Summary::default() };
    let mut used = vec![false; paths.len()];
    let mut evaluator = Evaluator::new();
    for (a, b) in (0..256).flat_map(|a| (0..setting.values).map(move |b| (a, b))) {
        let (verdict, state) = run_plainly(&mut plain, entry, a, b);
        let end = end_of(&verdict);
        let result = result_of(&state, |value| value.concrete().map(|bits| bits as u8))?;
        *summary.inputs.entry(name_of(&end)).or_default() += 1;
        let at = || format!("f({a}, {b})");
        if end == End::Finished
            && let Some(native) = &native
            && native[(a * setting.values + b) as usize] != result.unwrap_or(0)
        {
            let expected = native[(a * setting.values + b) as usize];
            return Err(format!("{} is {result:x?}, natively {expected:x}", at()));
        }
        let model = Model::new().with(&[(symbols[0], a as u8), (symbols[1], b as u8)]);
        let exprs = machine.exprs();
        let holding: Vec<usize> =
            (0..paths.len()).filter(|&k| holds(&mut evaluator, exprs, &model, &paths[k])).collect();
        let [path] = holding[..] else {
            return Err(format!("{} is on {} paths: {holding:?}", at(), holding.len()));
        };
        used[path] = true;
        let path = &paths[path];
        if end_of(&path.verdict) != end {
            let (found, expected) = (&path.verdict, &verdict);
            return Err(format!("{} should end {expected:?}, and ends {found:?}", at()));
        }
        if path.state.trace() != state.trace() {
            return Err(format!("{} takes other branches than its path", at()));
        }
        let symbolic = result_of(&path.state, |value| match value {
            Value::Concrete(bits) => Some(bits as u8),
            Value::Symbolic(expr) => Some(evaluator.eval(exprs, &model, expr) as u8),
        })?;
        if symbolic != result {
            return Err(format!("{} is {result:x?}, on its path {symbolic:x?}", at()));
        }
    }
    match used.iter().position(|&used| !used) {
        Some(path) => {
            let text: Vec<String> = paths[path]
                .state
                .path()
                .conjuncts()
                .iter()
                .map(|&conjunct| machine.exprs().text(conjunct).to_string())
                .collect();
            let verdict = &paths[path].verdict;
            Err(format!("no input is on the path {text:?}, which ends {verdict:?}"))
        }
        None => Ok(summary),
    }
}

fn holds(evaluator: &mut Evaluator, exprs: &Exprs, model: &Model, path: &Ended) -> bool {
    let components = path.state.path().components();
    let mut conjuncts = components.iter().flat_map(|component| component.conjuncts());
    conjuncts.all(|conjunct| evaluator.holds(exprs, model, conjunct))
}

fn name_of(end: &End) -> &'static str {
    match end {
        End::Finished => "finished",
        End::Rejected => "rejected",
        End::Error(kind, _) => kind.name(),
    }
}

fn end_of(verdict: &Verdict) -> End {
    match verdict {
        Verdict::Finished(_) => End::Finished,
        Verdict::Rejected => End::Rejected,
        Verdict::Error(failure) => {
            let place = |place: &Place| (place.function.0, place.instruction);
            End::Error(failure.kind, failure.stack.iter().map(place).collect())
        }
        Verdict::Killed(..) | Verdict::Blocked(..) => panic!("these programs send no signals"),
        Verdict::Cut(cut, _) => panic!("a plain run was cut: {cut}"),
    }
}

/// What a program wrote: one number, if it came so far.
fn result_of(
    state: &State,
    mut byte: impl FnMut(Value) -> Option<u8>,
) -> Result<Option<u64>, String> {
    let output = state.output();
    let Some(output) = output.first() else { return Ok(None) };
    let bytes: Option<Vec<u8>> = output.bytes().map(&mut byte).collect();
    let bytes = bytes.ok_or("a plain run has a symbolic result")?;
    let bytes: [u8; 8] = bytes.try_into().map_err(|_| "a result of another size")?;
    Ok(Some(u64::from_le_bytes(bytes)))
}

fn run_plainly(machine: &mut Machine<'_>, entry: FuncId, a: u32, b: u32) -> (Verdict, State) {
    let arguments = [Argument::Number(u64::from(a)), Argument::Number(u64::from(b))];
    let mut state = begin(machine, entry, &arguments);
    match machine.run(&mut state, u64::MAX) {
        Stop::Ended(verdict, others) if others.is_empty() => (verdict, state),
        stop => panic!("a plain run does not split: {stop:?}"),
    }
}

/// The results of a native program on all inputs.
fn native_results(text: &str, values: u32) -> Vec<u64> {
    let whole = format!(
        "#include <pikse.h>\n{text}\n#include <stdio.h>\nint main(void) {{\n\
         for (unsigned a = 0; a < 256; a++) for (unsigned b = 0; b < {values}; b++) {{\n\
         unsigned long r = f(a, b); fwrite(&r, 8, 1, stdout); }} return 0; }}\n"
    );
    let folder = folder();
    let file = folder.join("native.c");
    std::fs::write(&file, whole).expect("a file");
    let program = native::build(&file, &folder, &["-O1", "-w"]);
    let output = native::run(&program, &[]);
    assert!(output.status.success(), "the native program ends with {}", output.status);
    std::fs::remove_dir_all(folder).expect("the folder goes");
    let words = output.stdout.chunks_exact(8);
    words.map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes"))).collect()
}
