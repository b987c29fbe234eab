//! A compiled check: its property, its bounds, and the programs that generate its inputs and run
//! on them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use pikse_check::{CheckMutants, CheckRunner, CheckTally, Mutant, Observed, WantedMutants};
use pikse_cluster::{Observer, Options, State};
use pikse_front::bounds::{FieldName, INPUT, Parameter, Request};
use pikse_front::check::{CheckBounds, Checked, Named, open};
use pikse_front::properties::bounds_text;
use pikse_front::{Bounds, Property};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::types::Kind;
use pikse_llvm::{Language, Types};
use pikse_native::{Broken, Build, Check, CheckBuild, Compiled, CompiledCheck, Failed, Predicate};
use pikse_report::{CheckNote, Likely};
use pikse_search::{Cancel, Position, Search, SearchTally, SearchWork, Settings, Solution, Step};
use pikse_structure::{CellId, Snapshot};
use serde::{Deserialize, Serialize};

use crate::args::check::{Check as CheckArgs, RunArgs};
use crate::args::{Switch, UnreadFields};
use crate::errors::CliError;
use crate::files;
use crate::nothing;
use crate::session::{refuse_meaningless, request, wanted_of};
use crate::{ship, signals};

/// The number of runs of a native predicate that are checked in full.
const STRICT_RUNS: u64 = 16;

/// The flags of clang with which undefined arithmetic ends a run. Rust code panics instead.
const UNDEFINED: [&str; 2] = [
    "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow,bounds,\
     vla-bound,return,unreachable",
    "-fsanitize-trap=all",
];

/// A compiled check.
#[derive(Debug)]
pub(crate) struct CheckSession {
    pub(crate) language: Language,
    pub(crate) types: Rc<Types>,
    pub(crate) property: Property,
    pub(crate) bounds: Bounds,
    pub(crate) size: u32,
    pub(crate) check: CompiledCheck,
    /// The check with mutants of the code under test.
    pub(crate) mutants: Vec<(Mutant, CompiledCheck)>,
    /// Notes for the user.
    pub(crate) notes: Vec<CheckNote>,
    pub(super) pre: Compiled,
}

/// When a run stops, and what it reports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    /// Stop after this many inputs, and report each.
    pub(crate) observe: Option<u64>,
    /// Stop at the first failure.
    pub(crate) until_failure: bool,
}

/// The tally of a check, with that of the search for its inputs.
pub(crate) type Tally = SearchTally<CheckTally>;

/// The outcome of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) state: State<Position, Tally>,
    pub(crate) seconds: f64,
}

/// Compiles the checks that the arguments name; with `of`, only this one. LLVM is released
/// afterwards, because workers are copies of this process. With `known`, a name in `--only` may
/// belong to another plan: `known` gets the names of the checks here.
pub(crate) fn sessions(
    args: &CheckArgs,
    of: Option<&str>,
    known: Option<&mut Vec<String>>,
) -> Result<Vec<CheckSession>, CliError> {
    let context = Context::create();
    let mut wanted = wanted_of(&args.files, args.package.as_deref(), &args.names);
    if args.run.ub {
        let flags = UNDEFINED.iter().map(|&flag| flag.to_owned());
        wanted.options.cflags.extend(flags);
    }
    let named = args.property.call.as_ref().map(|call| Named {
        call: call.clone(),
        of: args.names.of.clone(),
        predicate: args.names.predicate.clone(),
        pre: args.property.pre.clone(),
        post: args.property.post.clone(),
        same_as: args.property.same_as.clone(),
    });
    let mut only = args.property.only.clone();
    if let Some(of) = of {
        only = vec![of.to_owned()];
    }
    let checked = open(&context, &wanted, named.as_ref(), &only)?;
    let found: Vec<&str> = checked
        .iter()
        .flat_map(|checked| &checked.properties)
        .map(|property| property.name.as_str())
        .collect();
    if let Some(missing) = only.iter().find(|name| !found.contains(&name.as_str())) {
        // All of them, for the message.
        let all = open(&context, &wanted, named.as_ref(), &[])?;
        let all = all.into_iter().flat_map(|checked| checked.properties);
        let names = all.map(|property| property.name);
        match known {
            Some(known) => known.extend(names),
            None => {
                return Err(CliError::NoSuchCheck {
                    name: missing.clone(),
                    known: names.collect(),
                });
            }
        }
    } else if found.is_empty() {
        return Err(CliError::NoChecks { what: what(args) });
    }
    let given = given(args)?;
    check_arguments(args, &checked)?;
    let mut sessions = Vec::new();
    for checked in checked {
        for property in &checked.properties {
            sessions.push(session(args, &checked, property, &given)?);
        }
    }
    Ok(sessions)
}

/// The name of the source, for messages.
fn what(args: &CheckArgs) -> String {
    match (&args.package, &args.files[..]) {
        (Some(package), _) => format!("the package `{}`", package.display()),
        (None, [file, ..]) => format!("`{}`", file.display()),
        (None, []) => "nothing".to_owned(),
    }
}

/// The bounds of the options.
fn given(args: &CheckArgs) -> Result<CheckBounds, CliError> {
    let mut given = CheckBounds { size: args.size, request: request(&args.fields) };
    let name_of = |text: &String| text.split('=').next().unwrap_or_default().trim().to_owned();
    for (at, text) in args.args.iter().enumerate() {
        let name = name_of(text);
        if args.args[..at].iter().any(|earlier| name_of(earlier) == name) {
            let message = format!("--args gives values for `{name}` twice; remove one of the two");
            return Err(CliError::Usage(message));
        }
        given.add_argument(text).map_err(|error| CliError::Usage(format!("--args {error}")))?;
    }
    Ok(given)
}

/// Every `--args` must name a parameter of some check.
fn check_arguments(args: &CheckArgs, checked: &[Checked<'_>]) -> Result<(), CliError> {
    let properties = || checked.iter().flat_map(|checked| &checked.properties);
    let parameters = || properties().flat_map(|property| &property.parameters);
    for text in &args.args {
        let name = text.split('=').next().unwrap_or_default().trim();
        if !parameters().any(|parameter| parameter.name() == name) {
            let known: BTreeSet<&str> = parameters().map(Parameter::name).collect();
            let known: Vec<&str> = known.into_iter().collect();
            return Err(CliError::Usage(format!(
                "--args {text}: no check has a parameter `{name}`; the parameters are: {}",
                known.join(", ")
            )));
        }
    }
    Ok(())
}

fn session(
    args: &CheckArgs,
    checked: &Checked<'_>,
    property: &Property,
    given: &CheckBounds,
) -> Result<CheckSession, CliError> {
    let of_check = |why: String| CliError::Check { name: property.name.clone(), why };
    let mut bounds = match bounds_text(&checked.program, &property.name) {
        Some(text) => text.parse::<CheckBounds>().map_err(|error| of_check(error.to_string()))?,
        None => CheckBounds::default(),
    };
    let mut given = given.clone();
    // With several checks, `--args` applies to those that have the parameter.
    let is_own = |field: &FieldName| {
        field.class != INPUT
            || property.parameters.iter().any(|parameter| parameter.name() == field.field)
    };
    given.request.ranges.retain(|range| is_own(&range.field));
    given.request.values.retain(|list| is_own(&list.field));
    let is_of_other = |field: &FieldName| {
        let named = |parameter: &Parameter| parameter.name() == field.class;
        field.field.is_empty() && !property.parameters.iter().any(named)
    };
    given.request.lengths.retain(|range| !is_of_other(&range.field));
    bounds.add(&given);
    let needs_size = property.parameters.iter().any(|parameter| match parameter {
        Parameter::Structure { .. } => true,
        Parameter::Scalar { name, of } => {
            let is_int = matches!(checked.types.get(*of).kind, Kind::Int { .. });
            let is_given = |field: &FieldName| field.class == INPUT && field.field == *name;
            let Request { ranges, values, .. } = &bounds.request;
            is_int
                && !ranges.iter().any(|range| is_given(&range.field))
                && !values.iter().any(|list| is_given(&list.field))
        }
    });
    let size = bounds.size.or((!needs_size).then_some(0));
    let Some(size) = size else {
        return Err(of_check(
            "it has no size: set one with --size, or in the source (PIKSE_BOUNDS, \
             #[pikse::check(size = 5)])"
                .to_owned(),
        ));
    };
    bounds.request.size = size;
    let bounds = checked.bounds(property, bounds.request, args.fields.finitize.as_deref());
    let bounds = bounds.map_err(|error| of_check(error.to_string()))?;
    refuse_meaningless(&bounds.space, &args.fields)?;
    let build = Build {
        multi_value: args.run.multi_value == Switch::On,
        limits: args.limits.for_native(),
        keeps_text: args.output.dump_instrumented.is_some(),
        ..Build::default()
    };
    let pre = pikse_check::compile_pre(&checked.program, property, &bounds, &build);
    let build = CheckBuild {
        limits: args.limits.for_native(),
        leaks: args.run.leaks.into(),
        coverage: args.output.files.coverage.is_some() || args.output.files.report.is_some(),
        keeps_text: args.output.dump_instrumented.is_some(),
    };
    let check = pikse_check::compile(&checked.program, property, &bounds, &build);
    let refuse = |error: pikse_native::NativeError| of_check(error.to_string());
    let (pre, check) = (pre.map_err(refuse)?, check.map_err(refuse)?);
    if let Some(folder) = &args.output.dump_instrumented {
        for (text, what) in [(pre.text(), "pre"), (check.text(), "check")] {
            let name = format!("{}-{what}.ll", property.name.replace("::", "-"));
            text.map_or(Ok(()), |text| files::keep(&text, folder, &name))?;
        }
    }
    let asked = args.run.mutants.map_or(0, |count| count as usize);
    let mutants = match asked {
        0 => CheckMutants::default(),
        count => {
            let wanted = WantedMutants { count, within: args.run.mutate_in.as_deref() };
            let how = (&bounds, &build);
            CheckMutants::new(checked, property, how, wanted, &signals::is_cancelled)
                .map_err(|error| of_check(error.to_string()))?
        }
    };
    let (made, places) = (mutants.compiled.len(), mutants.places);
    let notes = (made < asked).then_some(CheckNote::FewMutants { asked, made, places });
    Ok(CheckSession {
        mutants: mutants.compiled,
        notes: notes.into_iter().collect(),
        language: checked.language,
        types: Rc::clone(&checked.types),
        property: property.clone(),
        bounds,
        size,
        check,
        pre,
    })
}

impl CheckSession {
    /// Runs the check, or a mutant of it.
    pub(crate) fn run(
        &self,
        check: &CompiledCheck,
        args: &CheckArgs,
        ask: Ask,
        observer: &mut dyn Observer<Solution<Option<Observed>>, Tally>,
        cancel: &Cancel,
    ) -> Result<Outcome, CliError> {
        let mut state = State::new();
        let begun = Instant::now();
        self.go_on((check, args, &args.run, ask), &mut state, observer, cancel, &mut |_| {})?;
        Ok(Outcome { state, seconds: begun.elapsed().as_secs_f64() })
    }

    /// Goes on with the check, or a mutant of it, from a state. Every second `keep` gets the state.
    pub(crate) fn go_on(
        &self,
        (check, args, run, ask): (&CompiledCheck, &CheckArgs, &RunArgs, Ask),
        state: &mut State<Position, Tally>,
        observer: &mut dyn Observer<Solution<Option<Observed>>, Tally>,
        cancel: &Cancel,
        keep: &mut dyn FnMut(&State<Position, Tally>),
    ) -> Result<(), CliError> {
        let settings = self.settings(args);
        let asked = (ask.observe.is_some(), args.unread == UnreadFields::First);
        let options = Options {
            workers: usize::from(run.jobs),
            shipped: ship::check(
                (&self.pre, check),
                &self.bounds.heap,
                &settings,
                self.pre.name(),
                asked,
            ),
            first: ask.observe,
            stop_after: run.stop_after,
            finds: ask.observe.is_some(),
            until_failure: ask.until_failure,
            ..Options::default()
        };
        let load = || self.runner(check, asked);
        let work = SearchWork {
            space: &self.bounds.space,
            settings: &settings,
            signature: self.pre.name(),
            load: &load,
            digest: false,
        };
        pikse_cluster::run_keeping(&work, &options, state, observer, cancel, keep)
            .map_err(CliError::Search)
    }

    /// Divides what is left of the check into parts.
    pub(crate) fn divide(
        &self,
        args: &CheckArgs,
        state: &State<Position, Tally>,
        parts: usize,
    ) -> Result<State<Position, Tally>, CliError> {
        let settings = self.settings(args);
        let load = || self.runner(&self.check, (false, args.unread == UnreadFields::First));
        let work = SearchWork {
            space: &self.bounds.space,
            settings: &settings,
            signature: self.pre.name(),
            load: &load,
            digest: false,
        };
        let divided = pikse_cluster::divide_further(&work, state, parts);
        divided.map(|(state, _)| state).map_err(CliError::Search)
    }

    /// What runs, in the process that checks: whether inputs are observed, and whether unread cells keep
    /// their first value.
    fn runner(
        &self,
        check: &CompiledCheck,
        (observes, keeps_first): (bool, bool),
    ) -> Result<CheckRunner, String> {
        let predicate = Predicate::load(&self.pre, &self.bounds);
        let predicate = predicate.map_err(|error| error.to_string())?;
        let check = Check::load(check, &self.bounds).map_err(|error| error.to_string())?;
        let runner = CheckRunner::new(predicate, check, &self.bounds.space, observes);
        Ok(if keeps_first { runner.keeping_unread_first() } else { runner })
    }

    /// The code of the check, as bytes.
    pub(crate) fn packed(&self) -> std::io::Result<Vec<u8>> {
        Ok([self.pre.pack()?, self.check.pack()?].concat())
    }

    fn settings(&self, args: &CheckArgs) -> Settings {
        let mut settings = Settings::new(&self.bounds.space);
        settings.strict_runs = STRICT_RUNS;
        settings.multi_value = args.run.multi_value == Switch::On;
        settings
    }

    /// Why no input satisfies the pre-condition, if that can be told.
    pub(crate) fn likely_reason(&self, args: &CheckArgs) -> Vec<Likely> {
        nothing::likely(&self.pre, &self.bounds, &self.settings(args))
    }

    /// Runs the pre-condition and then the property on one input, in this process.
    pub(crate) fn run_here(&self, candidate: &[u32]) -> Result<Replayed, CliError> {
        let cells = || candidate.iter().zip(0..).map(|(&index, cell)| (CellId::at(cell), index));
        let mut settings = Settings::new(&self.bounds.space);
        settings.strict_runs = STRICT_RUNS;
        let mistake = |why: String| CliError::Check { name: self.property.name.clone(), why };
        for (cell, index) in cells() {
            let fixed = settings.restrictions.fix_cell(cell, index);
            fixed.map_err(|error| mistake(error.to_string()))?;
        }
        let predicate = Predicate::load(&self.pre, &self.bounds)?;
        let mut search = Search::new(&self.bounds.space, predicate, settings);
        let step = search.step().map_err(|error| mistake(error.to_string()))?;
        if let Some(failure) = search.runner().failures().first() {
            return Ok(Replayed::PreFailed(failure.broken.clone()));
        }
        if step != Step::Solution {
            return Ok(Replayed::NotTried);
        }
        let mut check = Check::load(&self.check, &self.bounds)?;
        check.choose_cells(cells());
        Ok(match check.run() {
            Ok(()) => Replayed::Passed,
            Err(failed) => Replayed::Failed { failed, after: Some(check.after()) },
        })
    }

    /// The file with the property, as the user writes it.
    pub(crate) fn file(&self, args: &CheckArgs) -> String {
        let place = self.property.place.as_ref().map(|(file, _)| short(Path::new(file)));
        let named = args.files.first().map(PathBuf::as_path).map(short);
        place.or(named).unwrap_or_default()
    }
}

/// The result of one input, sent from one process to another.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Replayed {
    /// The property holds.
    Passed,
    /// The search does not reach the input any more, so the property did not run: the
    /// pre-condition rejects it, or reads its fields in another order.
    NotTried,
    /// The pre-condition failed to return a result.
    PreFailed(Broken),
    /// The property does not hold.
    Failed {
        /// What happened.
        failed: Failed,
        /// The state afterwards, if the process survived the run.
        after: Option<Snapshot>,
    },
}

/// A path relative to the current folder.
pub(crate) fn short(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    // Compilers also write paths with `..` in them.
    let clean = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let inside = clean.strip_prefix(&here).unwrap_or(&clean);
    inside.display().to_string()
}
