//! From arguments to a program and its environment.

use std::path::{Path, PathBuf};

use pikse_env::{Argument, Input, Plan};
use pikse_explore::{Limits, Order, PredicateChoice, Structures, Wanted};
use pikse_llvm::Options;

use crate::args::explore::{
    Explore, OnAbort, ProgramArgs, SearchArgs, StructureArgs, UninitialisedName,
};
use crate::errors::CliError;
use crate::session::request;

/// The program that the arguments name.
pub(crate) fn wanted(args: &Explore) -> Result<Wanted, CliError> {
    wanted_of(&args.files, &args.program, &args.search)
}

/// The same, for files.
pub(crate) fn wanted_of(
    files: &[PathBuf],
    program: &ProgramArgs,
    search: &SearchArgs,
) -> Result<Wanted, CliError> {
    let words = |words: &Option<crate::args::Words>| {
        words.as_ref().map(|words| words.0.clone()).unwrap_or_default()
    };
    let plan = world(&files[0], program)?;
    Ok(Wanted {
        files: files.to_vec(),
        bin: program.bin.clone(),
        entry: program.entry.clone(),
        invariant: None,
        arguments: program.arg.clone(),
        pre: program.pre.clone(),
        structures: structures(program)?,
        plan,
        options: Options {
            cflags: words(&program.cflags),
            rustflags: words(&program.rustflags),
            keeps_locals: keeps_locals(search),
            ..Options::default()
        },
        targets: Vec::new(),
    })
}

/// The structures that the entry takes.
fn structures(args: &ProgramArgs) -> Result<Structures, CliError> {
    let StructureArgs { size, fields, predicate, no_predicate, .. } = &args.structures;
    let has_bounds = !fields.objects.is_empty()
        || !fields.range.is_empty()
        || !fields.values.is_empty()
        || !fields.non_null.is_empty()
        || !fields.length.is_empty()
        || !fields.ignore.is_empty()
        || !fields.array.is_empty()
        || !fields.tag.is_empty()
        || !fields.embedded.is_empty()
        || fields.finitize.is_some();
    if args.entry.is_none() && has_bounds {
        return Err(CliError::Usage(
            "bounds apply to structures that a function takes; name the function with --entry"
                .to_owned(),
        ));
    }
    let predicate = match predicate {
        _ if *no_predicate => PredicateChoice::Nothing,
        Some(name) => PredicateChoice::Named(name.clone()),
        None => PredicateChoice::Usual,
    };
    let (bounds, finitize) = (request(fields), fields.finitize.clone());
    Ok(Structures { size: *size, bounds, finitize, predicate })
}

/// The environment of a whole program: arguments, input, files.
fn world(file: &Path, args: &ProgramArgs) -> Result<Plan, CliError> {
    let has_world = !args.arguments.is_empty()
        || !args.sym_arg.is_empty()
        || !args.sym_args.is_empty()
        || args.sym_stdin.is_some()
        || !args.sym_files.is_empty();
    if args.entry.is_some() && has_world {
        return Err(CliError::Usage(
            "--entry runs one function, which has no program arguments, input or files; remove \
             --entry, or remove --sym-arg, --sym-args, --sym-stdin, --sym-files and the arguments \
             after --"
                .to_owned(),
        ));
    }
    let name = args.bin.clone().unwrap_or_else(|| name_of(file));
    let mut plan = Plan::new(&name);
    plan.arguments.extend(args.arguments.iter().map(|text| Argument::Text(text.clone().into())));
    plan.arguments.extend(args.sym_arg.iter().map(|&length| Argument::Symbolic(length)));
    for many in args.sym_args.chunks(3) {
        let [least, most, length] = *many else { continue };
        if least > most {
            let message = format!("--sym-args {least} {most} {length}: MIN is larger than MAX");
            return Err(CliError::Usage(message));
        }
        plan.arguments.push(Argument::SymbolicMany { least, most, length });
    }
    if let Some(bytes) = args.sym_stdin {
        plan.stdin = Input::Symbolic(bytes);
    }
    for files in args.sym_files.chunks(2) {
        let [count, bytes] = *files else { continue };
        plan = plan.with_symbolic_files(count, bytes);
    }
    Ok(plan)
}

/// The name of a program: that of its file, or of the folder of a package.
pub(crate) fn name_of(file: &Path) -> String {
    let is_manifest = file.file_name().is_some_and(|name| name == "Cargo.toml");
    let named = if is_manifest { file.parent().unwrap_or(file) } else { file };
    let stem = match named.file_stem() {
        Some(stem) => Some(stem.to_owned()),
        // `.` and `..` have no name of their own.
        None => named.canonicalize().ok().and_then(|path| Some(path.file_stem()?.to_owned())),
    };
    stem.unwrap_or_default().to_string_lossy().into_owned()
}

/// The limits of the exploration.
pub(crate) fn limits(args: &SearchArgs) -> Limits {
    Limits {
        time: args.time,
        paths: args.max_paths,
        instructions: args.max_instructions,
        path_instructions: args.path_instructions,
        states: args.max_states,
        memory: Some(args.memory),
        first_error: args.fail_fast,
        ..Limits::default()
    }
}

/// The options of the interpreter: errors to report, and limits.
pub(crate) fn machine_options(args: &SearchArgs, is_rust: bool) -> pikse_vm::Options {
    pikse_vm::Options {
        undefined_behaviour: args.ub,
        leaks: args.leaks,
        reject_aborts: args.abort == OnAbort::Reject,
        alignment: is_rust,
        uninitialised: args.uninitialised.into(),
        allow_uninitialised: args.allow_uninitialised.clone(),
        depth: args.recursion_limit,
        memory: args.memory_limit,
        loops: args.loop_limit,
        ..pikse_vm::Options::default()
    }
}

/// The search orders.
pub(crate) fn orders(args: &SearchArgs) -> Vec<Order> {
    args.search.iter().map(|&name| name.into()).collect()
}

/// Whether uninitialised memory has any value somewhere.
pub(crate) fn keeps_locals(args: &SearchArgs) -> bool {
    args.uninitialised == UninitialisedName::Any || !args.allow_uninitialised.is_empty()
}

/// The options that a replay needs to run the program in the same way.
pub(crate) fn words(args: &ProgramArgs, search: &SearchArgs) -> Vec<String> {
    let mut words = Vec::new();
    if keeps_locals(search) {
        words.extend(["--uninitialised", "any"].map(str::to_owned));
    }
    let mut push = |option: &str, values: &[String]| {
        words.push(option.to_owned());
        words.extend_from_slice(values);
    };
    if let Some(bin) = &args.bin {
        push("--bin", std::slice::from_ref(bin));
    }
    if let Some(entry) = &args.entry {
        push("--entry", std::slice::from_ref(entry));
    }
    for arg in &args.arg {
        push("--arg", std::slice::from_ref(arg));
    }
    for name in &args.pre {
        push("--pre", std::slice::from_ref(name));
    }
    for (option, value) in structure_words(&args.structures) {
        push(option, &value);
    }
    let numbers = |list: &[u32]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    for &length in &args.sym_arg {
        push("--sym-arg", &numbers(&[length]));
    }
    for many in args.sym_args.chunks(3) {
        push("--sym-args", &numbers(many));
    }
    if let Some(bytes) = args.sym_stdin {
        push("--sym-stdin", &numbers(&[bytes]));
    }
    for files in args.sym_files.chunks(2) {
        push("--sym-files", &numbers(files));
    }
    for (option, flags) in [("--cflags", &args.cflags), ("--rustflags", &args.rustflags)] {
        if let Some(flags) = flags {
            push(option, &[flags.0.join(" ")]);
        }
    }
    if !args.arguments.is_empty() {
        push("--", &args.arguments);
    }
    words
}

/// The options of structures, as words.
pub(crate) fn words_of(args: &StructureArgs) -> Vec<String> {
    let pairs = structure_words(args).into_iter();
    pairs.flat_map(|(option, values)| [option.to_owned()].into_iter().chain(values)).collect()
}

/// The options of structures, and their values.
fn structure_words(args: &StructureArgs) -> Vec<(&'static str, Vec<String>)> {
    let StructureArgs { size, fields, predicate, no_predicate, .. } = args;
    let mut words = Vec::new();
    let mut push = |option, value: String| words.push((option, vec![value]));
    if let Some(size) = size {
        push("--size", size.to_string());
    }
    fields.objects.iter().for_each(|of| push("--objects", of.to_string()));
    fields.range.iter().for_each(|of| push("--range", of.to_string()));
    fields.values.iter().for_each(|of| push("--values", of.to_string()));
    fields.non_null.iter().for_each(|of| push("--non-null", of.to_string()));
    fields.length.iter().for_each(|of| push("--length", of.to_string()));
    fields.ignore.iter().for_each(|of| push("--ignore", of.to_string()));
    fields.array.iter().for_each(|of| push("--array", of.to_string()));
    fields.tag.iter().for_each(|of| push("--tag", of.to_string()));
    fields.embedded.iter().for_each(|of| push("--embedded", of.to_string()));
    if let Some(name) = &fields.finitize {
        push("--finitize", name.clone());
    }
    if let Some(name) = predicate {
        push("--predicate", name.clone());
    }
    if *no_predicate {
        words.push(("--no-predicate", Vec::new()));
    }
    words
}
