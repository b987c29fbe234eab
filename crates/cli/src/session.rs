//! A session: a compiled predicate and the search with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use pikse_cluster::{Observer, Options, State};
use pikse_front::bounds::Request;
use pikse_front::{Bounds, Package, Subject, Takes, Wanted};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Language, Types, rust};
use pikse_native::{Build, Compiled, NativeError, Predicate, PredicateTally};
use pikse_report::Likely;
use pikse_search::{OptionError, Position, SearchTally, SearchWork, Settings, Solution};
use pikse_structure::Space;
use pikse_structure::domain::References;
use pikse_structure::space::Shape;

use crate::args::{self, Names, Search, Source, Switch};
use crate::errors::CliError;
use crate::files;
use crate::nothing;
use crate::program::Packed;
use crate::save::{self, Identity};
use crate::{ship, signals, work};

/// The number of runs of a native predicate that are checked in full. What it reads is reported by
/// its instrumentation, so a few runs are enough.
const STRICT_RUNS: u64 = 16;

/// A compiled predicate, its bounds and the settings of the search.
#[derive(Debug)]
pub(crate) struct Session {
    /// The type of the structures, as the user writes it.
    pub(crate) root: String,
    /// The predicate, as the user writes it.
    pub(crate) predicate: String,
    /// How the predicate takes a structure.
    pub(crate) takes: Takes,
    pub(crate) language: Language,
    pub(crate) types: Types,
    pub(crate) bounds: Bounds,
    /// The predicate's name in the program.
    entry: String,
    compiled: Compiled,
    settings: Settings,
}

/// What a session is made of, as it is stored: the compiled predicate as bytes.
type Parts = (String, String, Takes, Language, Types, Bounds, String, Vec<u8>, Settings);

/// The tally of a search with a native predicate.
pub(crate) type Tally = SearchTally<PredicateTally>;

/// The state of a search with a native predicate.
pub(crate) type SearchState = State<Position, Tally>;

/// The outcome of a search.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) state: SearchState,
    pub(crate) seconds: f64,
    /// The number of workers.
    pub(crate) jobs: u64,
    /// Why it ended before the whole space was searched, if it did.
    pub(crate) stopped: Option<Stopped>,
    /// Whether saving the state succeeded.
    pub(crate) saved: Result<(), CliError>,
    /// The number of parts that it was split into instead.
    pub(crate) split: Option<u32>,
    /// If parts were merged: those that are missing, and those that are not finished.
    pub(crate) open: Option<(Vec<u32>, Vec<u32>)>,
}

/// Why a search ended before the whole space was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The requested number of structures was found.
    First(u64),
    /// Ctrl-C.
    Interrupted,
    /// The time limit was reached.
    Time,
    /// Parts are missing, or not finished.
    Parts,
}

impl Session {
    /// Compiles the predicate, unless that was done when a run was split. LLVM is released afterwards, because
    /// workers are copies of this process.
    pub(crate) fn open(
        source: &Source,
        bounds: &args::Bounds,
        search: &Search,
    ) -> Result<Session, CliError> {
        if let Some(program) = search.mode.program() {
            let (root, predicate, takes, language, types, bounds, entry, compiled, settings): Parts =
                program.unpack()?;
            let compiled = Compiled::unpack(&compiled)?;
            return Ok(Session {
                root,
                predicate,
                takes,
                language,
                types,
                bounds,
                entry,
                compiled,
                settings,
            });
        }
        let context = Context::create();
        let subject = Subject::open(&context, &wanted(source))?;
        let fields = &bounds.fields;
        let request = Request { size: bounds.size, ..request(fields) };
        let bounds = subject.bounds(request, bounds.fields.finitize.as_deref())?;
        refuse_meaningless(&bounds.space, fields)?;
        let settings = settings(&bounds.space, search)?;
        let build = Build {
            strategy: search.strategy.into(),
            multi_value: search.multi_value == Switch::On,
            limits: search.limits.for_native(),
            keeps_text: search.dump_instrumented.is_some(),
        };
        let compiled = Compiled::new(&subject.program, &subject.entry, &build)?;
        if let (Some(folder), Some(text)) = (&search.dump_instrumented, compiled.text()) {
            files::keep(&text, folder, "predicate.ll")?;
        }
        let (root, predicate) =
            (own_name(source, &subject.root), own_name(source, &subject.predicate));
        let Subject { entry, takes, language, types, .. } = subject;
        Ok(Session { root, predicate, takes, language, types, bounds, entry, compiled, settings })
    }

    /// The session as bytes, with the checksums of the sources.
    fn pack(&self, source: &Source) -> Result<Packed, CliError> {
        let Session { root, predicate, takes, language, types, bounds, entry, settings, .. } = self;
        let compiled = self.packed()?;
        let whole = (root, predicate, takes, language, types, bounds, entry, &*compiled, settings);
        let functions = types.functions().iter();
        let files = functions.filter_map(|of| of.place.as_ref()).map(|(file, _)| file.into());
        Ok(Packed::new(&whole, files.chain(source.files.iter().cloned())))
    }

    /// The code of the predicate, as bytes.
    pub(crate) fn packed(&self) -> Result<Vec<u8>, CliError> {
        self.compiled.pack().map_err(|error| NativeError::Link(error.to_string()).into())
    }

    /// Why no structure satisfies the predicate, if that can be told.
    pub(crate) fn likely_reason(&self) -> Vec<Likely> {
        nothing::likely(&self.compiled, &self.bounds, &self.settings)
    }

    /// The space of the bounds.
    pub(crate) fn space(&self) -> &Arc<Space> {
        &self.bounds.space
    }

    /// Searches, and saves the state if requested. With `finds`, the observer gets the structures.
    pub(crate) fn run(
        &self,
        source: &Source,
        bounds: &args::Bounds,
        search: &Search,
        finds: Finds,
        observer: &mut dyn Observer<Solution<()>, Tally>,
    ) -> Result<Outcome, CliError> {
        let identity = Identity::of(self, bounds, search)?;
        let load = || {
            let predicate = Predicate::load(&self.compiled, &self.bounds);
            predicate.map_err(|error| error.to_string())
        };
        let work = SearchWork {
            space: self.space(),
            settings: &self.settings,
            signature: &self.entry,
            load: &load,
            digest: search.digest,
        };
        let heap = &self.bounds.heap;
        let signature = (self.entry.as_str(), search.digest);
        let options = Options {
            workers: usize::from(search.jobs),
            shipped: ship::search(&self.compiled, heap, &self.settings, signature),
            first: search.first,
            stop_after: search.stop_after,
            finds: finds != Finds::Counted,
            ..Options::default()
        };
        let plan = work::Plan {
            mode: &search.mode,
            resume: search.resume.as_deref(),
            save: search.save.as_deref(),
            identity: &identity,
            keeps_found: finds == Finds::Kept,
            pack: &|| self.pack(source),
        };
        let cancel = signals::listen();
        let begun = Instant::now();
        let read = |path: &Path| save::read_search(path, &identity, self.space(), search.digest);
        let done = work::run(&work, &options, &plan, (State::new(), &read), observer, &cancel)?;
        let work::Done { state, before, saved, split, open, ended } = done;
        ended.map_err(CliError::Search)?;
        let seconds = begun.elapsed().as_secs_f64();
        let found = state.tally.statistics.valid - before.statistics.valid;
        let stopped = match search.first.filter(|&first| found >= first) {
            _ if state.is_complete() && open.iter().all(|(missing, _)| missing.is_empty()) => None,
            _ if open.is_some() => Some(Stopped::Parts),
            Some(first) => Some(Stopped::First(first)),
            None if cancel.is_cancelled() => Some(Stopped::Interrupted),
            None => Some(Stopped::Time),
        };
        let jobs = if search.first.is_some() { 1 } else { u64::from(search.jobs) * ship::ranks() };
        Ok(Outcome { state, seconds, jobs, stopped, saved, split, open })
    }
}

/// What becomes of the structures that a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finds {
    /// They are counted.
    Counted,
    /// They are handed out once.
    HandedOut,
    /// They are part of the state: a run that goes on hands them out again.
    Kept,
}

/// Refuses bounds that have no meaning: a number is never null.
pub(crate) fn refuse_meaningless(
    space: &Space,
    fields: &args::FieldBounds,
) -> Result<(), CliError> {
    for name in &fields.non_null {
        let field = space
            .class_named(&name.class)
            .and_then(|class| space.field_named(class, &name.field))
            .map(|field| &space.field(field).shape);
        let domain = match field {
            Some(&Shape::Scalar(domain)) => domain,
            Some(&Shape::Array { element, .. }) => element,
            None => continue,
        };
        if space.domain(domain).references() == References::No {
            let message = format!(
                "--non-null {}.{}: the field is not a pointer; remove the option",
                name.class, name.field
            );
            return Err(CliError::Usage(message));
        }
    }
    Ok(())
}

/// The bounds of classes and fields that the user requests.
pub(crate) fn request(fields: &args::FieldBounds) -> Request {
    Request {
        objects: fields.objects.clone(),
        ranges: fields.range.clone(),
        values: fields.values.clone(),
        non_null: fields.non_null.clone(),
        lengths: fields.length.clone(),
        ignored: fields.ignore.clone(),
        arrays: fields.array.clone(),
        tags: fields.tag.clone(),
        embedded: fields.embedded.clone(),
        ..Request::default()
    }
}

/// The source and the names that the user gives.
pub(crate) fn wanted(source: &Source) -> Wanted {
    wanted_of(&source.files, source.package.as_deref(), &source.names)
}

/// The same, for files or a package.
pub(crate) fn wanted_of(files: &[PathBuf], package: Option<&Path>, names: &Names) -> Wanted {
    let words = |words: &Option<args::Words>| words.clone().unwrap_or_default().0;
    Wanted {
        files: files.to_vec(),
        of: names.of.clone(),
        predicate: names.predicate.clone(),
        package: package.map(|path| Package {
            path: path.to_owned(),
            features: names.features.clone(),
            no_default_features: names.no_default_features,
        }),
        options: pikse_llvm::Options {
            cflags: words(&names.cflags),
            rustflags: words(&names.rustflags),
            ..pikse_llvm::Options::default()
        },
    }
}

/// A path as in the source: debug information adds the name of the crate.
fn own_name(source: &Source, path: &str) -> String {
    let files: Vec<&PathBuf> = source.files.iter().collect();
    let inside = match files[..] {
        [file] => path.strip_prefix(&format!("{}::", rust::crate_name(file))),
        _ => None,
    };
    inside.unwrap_or(path).to_owned()
}

/// The settings of the options.
fn settings(space: &Arc<Space>, search: &Search) -> Result<Settings, CliError> {
    let mut settings = Settings::new(space);
    settings.strict_runs = STRICT_RUNS;
    settings.multi_value = search.multi_value == Switch::On;
    settings.unread = search.unread.into();
    if let Some(both) = search.focus.iter().find(|field| search.unfocus.contains(field)) {
        let message =
            format!("`{both}` cannot be in focus and out of focus; remove one of the two");
        return Err(CliError::Usage(message));
    }
    let wrong = |option: &str, text: &str| {
        let option = format!("{option} {text}");
        move |error: OptionError| CliError::Option { option, error: Box::new(error) }
    };
    let field = |settings: &Settings, option: &str, name: &str| {
        // Classes are called by the last part of their path.
        let short = name.rsplit("::").next().unwrap_or(name);
        settings.field_named(short).map_err(wrong(option, name))
    };
    if !search.focus.is_empty() {
        let focus = search.focus.iter().map(|name| field(&settings, "--focus", name));
        let focus = focus.collect::<Result<Vec<_>, _>>()?;
        settings.out_of_focus = space.field_ids().filter(|id| !focus.contains(id)).collect();
    }
    for name in &search.unfocus {
        let out = field(&settings, "--unfocus", name)?;
        settings.out_of_focus.push(out);
    }
    settings.out_of_focus.sort_unstable();
    settings.out_of_focus.dedup();
    for fix in &search.fix {
        settings.fix(&fix.path, fix.value.clone()).map_err(wrong("--fix", &fix.text))?;
    }
    for path in &search.exclude_null {
        settings.exclude_null(path).map_err(wrong("--exclude-null", path))?;
    }
    if let Some(field) = settings.restrictions.contradiction() {
        let message = format!(
            "--fix and --exclude-null leave no value for `{field}`; remove one of those that \
             contradict each other"
        );
        return Err(CliError::Usage(message));
    }
    for condition in &search.given {
        settings.given(condition).map_err(wrong("--where", &format!("'{condition}'")))?;
    }
    Ok(settings)
}
