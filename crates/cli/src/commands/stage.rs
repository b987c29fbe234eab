//! `pikse stage`: explores a predicate once, and stores the structures that it accepts.

use std::io::Write;

use pikse_explore::{Invariant, PredicateChoice, Structures, Wanted, open, strategy};
use pikse_llvm::Options;
use pikse_llvm::inkwell::context::Context;
use pikse_report::{Incomplete, Reached, Reason, Unit, Verdict, count, duration};
use pikse_solver::{Limits, chain, last};
use pikse_stage::{About, StageFile, first};
use serde_json::json;

use crate::args::explore::StructureArgs;
use crate::args::stage::{Stage, StageFormat};
use crate::commands::{Exit, print};
use crate::errors::CliError;
use crate::explore::guard::Guard;
use crate::explore::plan;
use crate::files::WholeFile;
use crate::session::request;

pub(crate) fn run(args: &Stage) -> Result<Exit, CliError> {
    let guard = Guard::begin();
    let out = args.out.as_deref().map(WholeFile::begin).transpose()?;
    let context = Context::create();
    let opened = open(&context, &wanted(args)).map_err(CliError::Open)?;
    let options = plan::machine_options(&args.search, opened.is_rust);
    let limits = Limits { time: args.search.solver_time, halt: guard.halt(), ..Limits::default() };
    let solver = Box::new(chain(last(limits)));
    let begun = opened.machine(options.clone(), solver).map_err(CliError::Load)?;
    let limits = pikse_explore::Limits { halt: guard.halt(), ..plan::limits(&args.search) };
    guard.explore(limits.time, limits.memory);
    let (predicate, of) = names(&opened);
    let about = About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        of,
        predicate,
        size: args.bounds.size,
        bounds: opened.taken.clone(),
        options: plan::words_of(&structures(args)),
    };
    let order = strategy(&[], 0);
    let (file, outcome) =
        first(&opened, &options, begun, order, limits, about).map_err(CliError::Stage)?;
    drop(guard);
    let verdict = verdict(&file, outcome.stopped.is_some());
    if let Some(mut out) = out {
        let written = out.write_all(file.to_json().as_bytes());
        out.finish_after(written)?;
    }
    match args.format {
        _ if args.json => print(&summary(&file))?,
        Some(format) => print(&shown(&file, format))?,
        None => {}
    }
    if !args.json && !args.quiet {
        eprint!("{}", text(args, &file, &verdict));
    }
    Ok(Exit::of(&verdict, args.allow_incomplete, args.quiet || args.json))
}

/// The program that the arguments name, for its predicate.
fn wanted(args: &Stage) -> Wanted {
    let words = |words: &Option<crate::args::Words>| {
        words.as_ref().map(|words| words.0.clone()).unwrap_or_default()
    };
    let predicate = match &args.predicate {
        Some(name) => PredicateChoice::Named(name.clone()),
        None => PredicateChoice::Usual,
    };
    let fields = &args.bounds.fields;
    Wanted {
        files: args.files.clone(),
        bin: None,
        entry: None,
        invariant: Some(Invariant { of: args.of.clone() }),
        arguments: Vec::new(),
        pre: Vec::new(),
        structures: Structures {
            size: Some(args.bounds.size),
            bounds: request(fields),
            finitize: fields.finitize.clone(),
            predicate,
        },
        plan: pikse_env::Plan::new(&plan::name_of(&args.files[0])),
        options: Options {
            cflags: words(&args.cflags),
            rustflags: words(&args.rustflags),
            keeps_locals: plan::keeps_locals(&args.search),
            ..Options::default()
        },
        targets: Vec::new(),
    }
}

/// The bounds, as `pikse explore` has them.
fn structures(args: &Stage) -> StructureArgs {
    StructureArgs {
        size: Some(args.bounds.size),
        fields: args.bounds.fields.clone(),
        predicate: args.predicate.clone(),
        ..StructureArgs::default()
    }
}

/// The names of the predicate and of the type of its structures.
fn names(opened: &pikse_explore::Opened<'_>) -> (String, String) {
    let source = opened.source.function.as_ref();
    let predicate = source.map_or_else(|| opened.entry.function.clone(), |of| of.name.clone());
    let given = opened.entry.given.as_ref();
    let class = given.and_then(|given| Some(given.heap.space.class(*given.roots.first()?)));
    (predicate, class.map(|class| class.name.clone()).unwrap_or_default())
}

/// What stage 1 says.
fn verdict(file: &StageFile, is_stopped: bool) -> Verdict {
    let mut reasons = Vec::new();
    if !file.complete {
        reasons.push(if is_stopped { Reason::Time } else { Reason::Predicate });
    } else if file.valid == 0 {
        let (predicate, rejected) = (file.predicate.clone(), file.rejected);
        reasons.push(Reason::NoStructure { predicate, rejected, likely: Vec::new() });
    }
    match (file.errors, reasons.is_empty()) {
        (1.., _) => Verdict::Failed,
        (0, true) => Verdict::Passed,
        (0, false) => {
            let tried = Some((file.valid + file.rejected, Unit::Path));
            Verdict::Incomplete(Incomplete { reasons, reached: Reached { done: None, tried } })
        }
    }
}

/// The result as JSON.
fn summary(file: &StageFile) -> String {
    let StageFile { of, predicate, size, valid, rejected, errors, complete, seconds, .. } = file;
    let json = json!({
        "type": of,
        "predicate": predicate,
        "size": size,
        "valid": valid,
        "rejected": rejected,
        "errors": errors,
        "complete": complete,
        "seconds": seconds,
    });
    format!("{json}\n")
}

/// The inputs with their conditions.
fn shown(file: &StageFile, format: StageFormat) -> String {
    let mut text = String::new();
    for (at, input) in file.inputs.iter().enumerate() {
        match format {
            StageFormat::Text => {
                text.push_str(&format!("{}. {}\n", at + 1, input.shown));
                if !input.condition.is_empty() {
                    text.push_str(&format!("   where {}\n", input.condition.join(" and ")));
                }
            }
            StageFormat::Dot => {
                text.push_str(&format!(
                    "// {}\n{}",
                    input.condition.join(" and "),
                    input.shown.to_dot()
                ));
            }
        }
    }
    text
}

/// The summary for people.
fn text(args: &Stage, file: &StageFile, verdict: &Verdict) -> String {
    let StageFile { of, predicate, valid, rejected, errors, seconds, .. } = file;
    let mut text = format!(
        "{}: {} of `{of}` that `{predicate}` accepts, {} rejected, {}\n",
        args.files[0].display(),
        count(*valid, "symbolic structure"),
        count(*rejected, "path"),
        duration(*seconds),
    );
    let line = match verdict {
        Verdict::Passed => {
            "complete: every path of the predicate was followed to its end".to_owned()
        }
        Verdict::Failed => format!(
            "failed: `{predicate}` has an error on {}; see `pikse explore --entry {predicate}`",
            count(*errors, "path")
        ),
        Verdict::Incomplete(incomplete) => format!("incomplete: {}", incomplete.line()),
    };
    text.push_str(&line);
    text.push('\n');
    if let Some(out) = &args.out {
        text.push_str(&format!("{}: {}\n", out.display(), count(*valid, "input")));
    }
    text
}
