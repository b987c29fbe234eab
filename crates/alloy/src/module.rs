//! A model as users of the library see it: opened, with its commands.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ast::File;
use crate::ir::World;
use crate::modules::Resolver;
use crate::source::{Diagnostic, SourceFile, Sources, Span};

/// Why a model cannot be used: a diagnostic, and the same as text.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What is wrong, and where.
    pub diagnostic: Diagnostic,
    /// With place, excerpt and help.
    pub text: String,
}

impl Failure {
    pub(crate) fn new(diagnostic: Diagnostic, sources: &Sources) -> Failure {
        let text = sources.render(&diagnostic);
        Failure { diagnostic, text }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for Failure {}

/// What a command asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandKind {
    /// An instance.
    Run,
    /// A counterexample.
    Check,
}

/// A command of a model.
#[derive(Debug, Clone)]
pub struct Command {
    /// Its number in the file, from 0.
    pub index: usize,
    /// Its label, or the name of what it runs or checks.
    pub name: String,
    /// What it asks.
    pub kind: CommandKind,
    /// `expect 1`: there is an instance; `expect 0`: there is none.
    pub expect: Option<bool>,
    /// Where it stands.
    pub place: String,
    /// Its text.
    pub text: String,
}

/// A model: resolved, with all modules that it opens.
#[derive(Debug)]
pub struct Module {
    pub(crate) world: World,
    pub(crate) sources: Sources,
    pub(crate) root: Arc<File>,
    /// Where other modules are looked for.
    folder: Option<PathBuf>,
}

/// Opens a model.
///
/// # Errors
///
/// If the file cannot be read, or the model has an error.
pub fn open(path: &Path) -> Result<Module, Failure> {
    let name = path.display().to_string();
    let unreadable = |why: String| {
        let sources =
            Sources { files: vec![SourceFile { name: name.clone(), text: String::new() }] };
        Failure::new(Diagnostic::new(Span::default(), why), &sources)
    };
    let bytes =
        std::fs::read(path).map_err(|e| unreadable(format!("cannot read the file: {e}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| unreadable("the file is not UTF-8 text".to_string()))?;
    let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    open_text(&name, text, Some(&folder))
}

/// Opens a model that is already in memory. Modules that it opens are files in the folder, if one is
/// given, or those that come with the language.
///
/// # Errors
///
/// If the model has an error.
pub fn open_text(name: &str, text: String, folder: Option<&Path>) -> Result<Module, Failure> {
    let folder = folder.map(Path::to_path_buf);
    on_large_stack(move || {
        let at = folder.clone();
        let root_name = std::cell::RefCell::new(None::<String>);
        let reader = |path: &str| read_module(at.as_deref(), root_name.borrow().as_deref(), path);
        let mut resolver = Resolver::new(&reader);
        let result = resolver.parse_file(name.to_string(), text).and_then(|file| {
            *root_name.borrow_mut() = file.name.as_ref().map(|n| n.text.clone());
            resolver.resolve_all(&file).map(|()| file)
        });
        match result {
            Ok(root) => Ok(Module {
                world: std::mem::take(&mut resolver.world),
                sources: std::mem::take(&mut resolver.sources),
                root,
                folder: folder.clone(),
            }),
            Err(diagnostic) => Err(Failure::new(*diagnostic, &resolver.sources)),
        }
    })
}

/// The file of a module: below the folder that holds the main module's path, or beside the main file.
fn read_module(folder: Option<&Path>, root: Option<&str>, path: &str) -> Option<(String, String)> {
    let folder = folder?;
    if path.split('/').any(|part| part.is_empty() || part == "..") {
        return None;
    }
    let mut places = Vec::new();
    let mut above = folder.to_path_buf();
    for _ in 0..root.map_or(0, |r| r.matches('/').count()) {
        above = above.join("..");
    }
    places.push(above);
    places.push(folder.to_path_buf());
    let mut up = folder.to_path_buf();
    for _ in 0..3 {
        up = up.join("..");
        places.push(up.clone());
    }
    // Modules of the language are not looked for in folders above.
    let is_builtin = crate::util::text(path).is_some();
    places.truncate(if is_builtin { 2 } else { places.len() });
    places.iter().find_map(|place| {
        let file = place.join(format!("{path}.als"));
        let text = std::fs::read_to_string(&file).ok()?;
        Some((file.display().to_string(), text))
    })
}

/// Runs work that recurses over expressions, whose height is limited.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, work);
        match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(why) => panic!("a thread cannot be started: {why}"),
        }
    })
}

impl Module {
    /// The commands, in the order of the file. A file without commands has one that looks for any
    /// instance.
    #[must_use]
    pub fn commands(&self) -> Vec<Command> {
        self.world
            .commands
            .iter()
            .enumerate()
            .map(|(index, c)| Command {
                index,
                name: c.name.clone(),
                kind: if c.check { CommandKind::Check } else { CommandKind::Run },
                expect: c.expect.map(|e| e != 0),
                place: self.sources.at(c.span),
                text: self.sources.text(c.span).split_whitespace().collect::<Vec<_>>().join(" "),
            })
            .collect()
    }

    /// The files of the model.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    pub(crate) fn reader(&self) -> impl Fn(&str) -> Option<(String, String)> + '_ {
        |path: &str| {
            read_module(
                self.folder.as_deref(),
                self.root.name.as_ref().map(|n| n.text.as_str()),
                path,
            )
        }
    }
}
