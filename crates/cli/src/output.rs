//! Writes structures to standard output or a file, in each format.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pikse_cluster::{Observer, Progress};
use pikse_front::Takes;
use pikse_llvm::{Language, rust};
use pikse_report::{Call, ReportError, TestCode};
use pikse_search::{SearchTally, Solution};
use pikse_structure::{Space, Structure};

use crate::args::{Format, Source};
use crate::errors::CliError;
use crate::files::WholeFile;
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::summary::structure_of;

/// Standard output, or a file.
#[derive(Debug)]
pub(crate) enum Sink {
    Stdout(BufWriter<Stdout>),
    File(WholeFile),
}

impl Sink {
    pub(crate) fn open(path: Option<&Path>) -> Result<Sink, CliError> {
        Ok(match path {
            Some(path) => Sink::File(WholeFile::begin(path)?),
            None => Sink::Stdout(BufWriter::new(io::stdout())),
        })
    }

    /// Flushes the output; a file is complete then.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        match self {
            Sink::Stdout(mut stdout) => stdout.flush().map_err(CliError::Print),
            Sink::File(file) => file.finish(),
        }
    }

    /// Ends an output that is not complete. A file keeps another name.
    pub(crate) fn keep_partial(self) -> Result<Option<PathBuf>, CliError> {
        match self {
            Sink::Stdout(mut stdout) => stdout.flush().map(|()| None).map_err(CliError::Print),
            Sink::File(file) => file.keep_partial(),
        }
    }

    /// Whether a progress line would mix with the output.
    fn is_on_terminal(&self) -> bool {
        matches!(self, Sink::Stdout(_)) && io::stdout().is_terminal()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

/// The format of structures.
enum Form<'a> {
    Json,
    Dot,
    Text,
    Code(Box<TestCode<'a>>),
}

/// What test code needs to know about the file with the predicate.
pub(crate) struct CodeSubject {
    language: pikse_report::Language,
    /// As test code includes it.
    file: PathBuf,
    text: String,
    module: String,
    call: Call,
}

impl CodeSubject {
    /// The subject of test code in the language of the format; none for other formats.
    pub(crate) fn new(
        session: &Session,
        source: &Source,
        format: Format,
        output: Option<&Path>,
    ) -> Result<Option<CodeSubject>, CliError> {
        let language = match (format, session.language) {
            (Format::Json | Format::Dot | Format::Text, _) => return Ok(None),
            (Format::C, Language::C) => pikse_report::Language::C,
            (Format::C, Language::Cpp) => pikse_report::Language::Cpp,
            (Format::Rust, Language::Rust) => pikse_report::Language::Rust,
            (Format::C | Format::Rust, of) => {
                let wanted = if format == Format::C { "c" } else { "rust" };
                let message = format!(
                    "--format {wanted} writes tests that include the file, but the file is {of}; \
                     use the format of the file's language, or json"
                );
                return Err(CliError::Usage(message));
            }
        };
        let Some(file) = source.files.first() else {
            let message =
                "test code can be generated for files, not for packages; use another --format";
            return Err(CliError::Usage(message.to_owned()));
        };
        let text = std::fs::read_to_string(file).map_err(|error| {
            let path = file.clone();
            pikse_front::SubjectError::Llvm(pikse_llvm::Error::Unreadable { path, error })
        })?;
        let name = session.predicate.clone();
        let last = name.rsplit("::").next().unwrap_or(&name).to_owned();
        let call = match session.takes {
            Takes::Pointer => Call::Pointer(name),
            Takes::Reference => Call::Reference(name),
            Takes::Method => Call::Method(last),
        };
        let module = rust::crate_name(file);
        let file = seen_from(file, output);
        Ok(Some(CodeSubject { language, file, text, module, call }))
    }

    /// In the form that the generator of test code takes.
    pub(crate) fn for_report(&self) -> pikse_report::Subject<'_> {
        pikse_report::Subject {
            language: self.language,
            file: &self.file,
            text: &self.text,
            module: &self.module,
            call: self.call.clone(),
        }
    }
}

/// The path by which the output can include a file: only its name if both are in the same folder.
/// Standard output counts as a file in the current folder.
fn seen_from(file: &Path, output: Option<&Path>) -> PathBuf {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).canonicalize().ok()
    };
    match (output, file.file_name()) {
        (None, _) => file.to_owned(),
        (Some(output), Some(name)) if folder(output) == folder(file) => name.into(),
        (Some(_), _) => file.canonicalize().unwrap_or_else(|_| file.to_owned()),
    }
}

/// Writes every structure that a search finds.
pub(crate) struct Printer<'a> {
    space: Arc<Space>,
    form: Form<'a>,
    sink: Sink,
    count: usize,
    progress: ProgressLine,
    /// Why test code of a structure cannot be generated.
    pub(crate) refused: Option<ReportError>,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(
        session: &'a Session,
        format: Format,
        code: Option<&'a pikse_report::Subject<'a>>,
        sink: Sink,
        shows_progress: bool,
    ) -> Result<Printer<'a>, CliError> {
        let form = match (format, code) {
            (_, Some(code)) => {
                Form::Code(Box::new(TestCode::new(&session.types, &session.bounds, code)?))
            }
            (Format::Dot, None) => Form::Dot,
            (Format::Text, None) => Form::Text,
            (_, None) => Form::Json,
        };
        let progress = ProgressLine::new(shows_progress && !sink.is_on_terminal());
        let space = Arc::clone(session.space());
        Ok(Printer { space, form, sink, count: 0, progress, refused: None })
    }

    /// The part of the space that was searched, if it is known.
    pub(crate) fn done(&self) -> Option<f64> {
        self.progress.done()
    }

    /// Writes the text before the structures.
    pub(crate) fn begin(&mut self) -> Result<(), CliError> {
        if let Form::Code(code) = &self.form {
            write!(self.sink, "{}", code.prologue()).map_err(CliError::Print)?;
        }
        Ok(())
    }

    /// Writes the text after the structures, and returns the output.
    pub(crate) fn end(mut self) -> Result<Sink, CliError> {
        self.progress.clear();
        if let Form::Code(code) = &self.form {
            write!(self.sink, "{}", code.epilogue(self.count)).map_err(CliError::Print)?;
        }
        Ok(self.sink)
    }

    fn write(&mut self, structure: &Structure) -> io::Result<()> {
        match &self.form {
            Form::Json => writeln!(self.sink, "{}", structure.to_json()),
            Form::Dot => writeln!(self.sink, "{}", structure.to_dot()),
            Form::Text => writeln!(self.sink, "{}. {structure}", self.count),
            Form::Code(code) => match code.test(self.count, structure) {
                Ok(test) => write!(self.sink, "{test}"),
                Err(error) => {
                    let failed = io::Error::other(error.to_string());
                    self.refused = Some(error);
                    Err(failed)
                }
            },
        }
    }
}

impl<T> Observer<Solution<()>, SearchTally<T>> for Printer<'_> {
    fn found(&mut self, found: Solution<()>) -> io::Result<()> {
        self.count += 1;
        let structure = structure_of(&self.space, &found.candidate);
        self.write(&structure)
    }

    fn progress(&mut self, progress: &Progress<SearchTally<T>>) {
        // Structures become visible as they are found. An error comes back with the next one.
        let _ = self.sink.flush();
        self.progress.show(progress);
    }
}

/// Shows the progress of a search whose structures are not printed.
#[derive(Debug)]
pub(crate) struct Counter(pub(crate) ProgressLine);

impl<D, T> Observer<Solution<D>, SearchTally<T>> for Counter {
    fn found(&mut self, _: Solution<D>) -> io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, progress: &Progress<SearchTally<T>>) {
        self.0.show(progress);
    }
}
