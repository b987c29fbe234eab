//! The tasks that the arguments name.

use std::path::Path;

use pikse_verify::task::{in_folder, property, read};
use pikse_verify::{Property, Task};

use crate::args::verify::Verify;
use crate::errors::CliError;

/// The tasks, in order. All mistakes are found before anything runs.
pub(crate) fn tasks(args: &Verify) -> Result<Vec<Task>, CliError> {
    let wanted = args.property.as_deref().map(named).transpose()?;
    let mut tasks = Vec::new();
    for path in &args.tasks {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            for file in in_folder(path).map_err(CliError::Task)? {
                tasks.extend(read(&file).map_err(CliError::Task)?);
            }
        } else if matches!(&*ending, "c" | "i" | "bc" | "ll") {
            tasks.push(program(path, wanted.as_ref(), args)?);
        } else {
            tasks.extend(read(path).map_err(CliError::Task)?);
        }
    }
    if let Some(wanted) = &wanted {
        // The function of unreach-call is the definition's.
        tasks.retain(|task| task.property.name() == wanted.name());
    }
    match tasks.is_empty() {
        true => Err(CliError::Usage(match &wanted {
            Some(wanted) => format!("no task has the property {}", wanted.name()),
            None => "the tasks have no properties to verify".to_owned(),
        })),
        false => Ok(tasks),
    }
}

/// The property of a name or of a file.
fn named(text: &str) -> Result<Property, CliError> {
    if let Some(property) = Property::named(text) {
        return Ok(property);
    }
    if Path::new(text).exists() {
        return property(Path::new(text)).map_err(CliError::Task);
    }
    Err(CliError::Usage(format!(
        "--property {text}: neither a file nor a property; the properties are unreach-call, \
         no-overflow, valid-memsafety, valid-memcleanup, termination and no-data-race"
    )))
}

/// The task of a program without a definition.
fn program(path: &Path, property: Option<&Property>, args: &Verify) -> Result<Task, CliError> {
    let Some(property) = property else {
        let path = path.display();
        let message = format!("`{path}` is a program; name the property with --property");
        return Err(CliError::Usage(message));
    };
    if let Err(error) = std::fs::File::open(path) {
        let path = path.to_owned();
        return Err(CliError::Task(pikse_verify::TaskError::Unreadable {
            path,
            named: None,
            error,
        }));
    }
    Ok(Task {
        name: path.display().to_string(),
        files: vec![path.to_owned()],
        data_model: args.data_model.into(),
        property: property.clone(),
        expected: None,
    })
}
