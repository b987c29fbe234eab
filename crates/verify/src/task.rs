//! Task definitions: YAML files of format 2.0 that name a program, its properties and what is
//! expected.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::property::{Part, Property, PropertyError};
use crate::yaml::{self, Mistake, Node};

/// The sizes of C's types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
}

impl DataModel {
    /// The name in task definitions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ilp32 => "ILP32",
            Self::Lp64 => "LP64",
        }
    }

    /// The model of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        [Self::Ilp32, Self::Lp64].into_iter().find(|model| model.name() == name)
    }
}

/// What a task definition expects of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expected {
    /// It holds.
    True,
    /// It does not hold; if it has parts, this one does not.
    False(Option<Part>),
}

/// A program and one property of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The task definition, or the program if there is none.
    pub name: String,
    /// The program's files.
    pub files: Vec<PathBuf>,
    /// The sizes of types.
    pub data_model: DataModel,
    /// The property.
    pub property: Property,
    /// What is expected, if the definition says so.
    pub expected: Option<Expected>,
}

/// Why a file is not a task definition.
#[derive(Debug)]
pub enum TaskError {
    /// A file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The task definition that names it, and the line.
        named: Option<(PathBuf, usize)>,
        /// Why.
        error: std::io::Error,
    },
    /// A task definition has a mistake.
    Mistake {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// The mistake.
        what: String,
    },
    /// A property file has an unknown property.
    Property {
        /// The file.
        path: PathBuf,
        /// What is unknown.
        error: PropertyError,
    },
    /// A folder has no task definitions.
    NoTasks {
        /// The folder.
        path: PathBuf,
    },
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, named: None, error } => {
                write!(f, "`{}` cannot be read: {error}", path.display())
            }
            Self::Unreadable { path, named: Some((by, line)), error } => {
                let (by, path) = (by.display(), path.display());
                write!(f, "{by}:{line}: `{path}` cannot be read: {error}")
            }
            Self::Mistake { path, line, what } => write!(f, "{}:{line}: {what}", path.display()),
            Self::Property { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NoTasks { path } => {
                write!(f, "`{}` has no task definitions (.yml)", path.display())
            }
        }
    }
}

impl std::error::Error for TaskError {}

/// The tasks of a definition, one for each property. Goals of test generation are left out.
pub fn read(path: &Path) -> Result<Vec<Task>, TaskError> {
    let text = std::fs::read_to_string(path).map_err(|error| TaskError::Unreadable {
        path: path.to_owned(),
        named: None,
        error,
    })?;
    let mistake = |Mistake { line, what }| TaskError::Mistake { path: path.to_owned(), line, what };
    let root = yaml::parse(&text).map_err(mistake)?;
    let version = root.need("format_version").and_then(|node| node.text("format_version"));
    match version.map_err(mistake)? {
        "2.0" | "2.1" => {}
        other => {
            let line = root.get("format_version").map_or(1, |node| node.line);
            let what = format!("`format_version` is {other}; only 2.0 is known");
            return Err(mistake(Mistake { line, what }));
        }
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let list = root.need("input_files").and_then(|node| node.list("input_files"));
    let mut files = Vec::new();
    for node in list.map_err(mistake)? {
        let file = folder.join(node.text("input_files").map_err(mistake)?);
        readable(&file, path, node.line)?;
        files.push(file);
    }
    let data_model = options(&root).map_err(mistake)?;
    let mut tasks = Vec::new();
    let list = root.need("properties").and_then(|node| node.list("properties"));
    for node in list.map_err(mistake)? {
        let name = node.need("property_file").map_err(mistake)?;
        let file = folder.join(name.text("property_file").map_err(mistake)?);
        readable(&file, path, name.line)?;
        let property = property(&file)?;
        let expected = expected(node, &property).map_err(mistake)?;
        if property != Property::Coverage {
            let (name, files) = (path.display().to_string(), files.clone());
            tasks.push(Task { name, files, data_model, property, expected });
        }
    }
    Ok(tasks)
}

fn readable(file: &Path, by: &Path, line: usize) -> Result<(), TaskError> {
    match std::fs::File::open(file) {
        Ok(_) => Ok(()),
        Err(error) => Err(TaskError::Unreadable {
            path: file.to_owned(),
            named: Some((by.to_owned(), line)),
            error,
        }),
    }
}

/// The property of a file.
pub fn property(file: &Path) -> Result<Property, TaskError> {
    let text = std::fs::read_to_string(file).map_err(|error| TaskError::Unreadable {
        path: file.to_owned(),
        named: None,
        error,
    })?;
    Property::parse(&text).map_err(|error| TaskError::Property { path: file.to_owned(), error })
}

fn options(root: &Node) -> Result<DataModel, Mistake> {
    let Some(options) = root.get("options") else { return Ok(DataModel::default()) };
    if let Some(language) = options.get("language") {
        let name = language.text("language")?;
        if name != "C" {
            let what = format!("the language {name} is not supported; only C is");
            return Err(Mistake::new(language.line, what));
        }
    }
    let Some(model) = options.get("data_model") else { return Ok(DataModel::default()) };
    let name = model.text("data_model")?;
    DataModel::of(name).ok_or_else(|| {
        Mistake::new(model.line, format!("`data_model` is {name}; it must be ILP32 or LP64"))
    })
}

fn expected(node: &Node, property: &Property) -> Result<Option<Expected>, Mistake> {
    let Some(verdict) = node.get("expected_verdict") else { return Ok(None) };
    match verdict.text("expected_verdict")? {
        "true" => Ok(Some(Expected::True)),
        "false" => {
            let Some(sub) = node.get("subproperty") else { return Ok(Some(Expected::False(None))) };
            let name = sub.text("subproperty")?;
            match (property, Part::of(name)) {
                (Property::MemSafety(_), Some(part)) => Ok(Some(Expected::False(Some(part)))),
                _ => Err(Mistake::new(sub.line, format!("unknown subproperty: {name}"))),
            }
        }
        other => {
            let what = format!("`expected_verdict` is {other}; it must be true or false");
            Err(Mistake::new(verdict.line, what))
        }
    }
}

/// The task definitions in a folder and the folders below it, sorted.
pub fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let unreadable = |error| TaskError::Unreadable { path: folder.clone(), named: None, error };
        for entry in std::fs::read_dir(&folder).map_err(unreadable)?.flatten() {
            let path = entry.path();
            // A link to a folder may lead back.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "yml" || ending == "yaml") {
                found.push(path);
            }
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(TaskError::NoTasks { path: folder.to_owned() }),
        false => Ok(found),
    }
}
