//! Stage 2: which file serves which argument of a function.

use std::fmt;

use pikse_explore::{Argument, Opened, Stages};
use pikse_vm::Options;

use crate::file::{FileError, StageFile};
use crate::identity::Identity;

/// Why files do not serve a function. Files are named by their place in the list, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// The function takes no structure with a predicate.
    NoStructure,
    /// A file is damaged.
    Damaged {
        /// The file.
        file: usize,
        /// How.
        error: FileError,
    },
    /// A file serves no argument.
    Unused {
        /// The file.
        file: usize,
        /// What differs.
        differs: Differs,
    },
    /// An argument has no file.
    Missing {
        /// The name of the predicate's function.
        predicate: String,
        /// The place of the argument.
        argument: usize,
    },
}

/// What a file was made for, and the function does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Differs {
    /// The code of the predicate.
    Predicate,
    /// The bounds.
    Bounds,
    /// The errors that are looked for.
    Options,
    /// Another file serves all arguments.
    Nothing,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStructure => write!(
                f,
                "the function takes no structure that a predicate accepts, so there is nothing that stored \
                 inputs could be used for; remove --staged"
            ),
            Self::Damaged { error, .. } => write!(f, "{error}"),
            Self::Unused { differs: Differs::Predicate, .. } => write!(
                f,
                "no argument of the function has the predicate that it was made with, or the predicate has \
                 changed; make it again with `pikse stage`"
            ),
            Self::Unused { differs: Differs::Bounds, .. } => write!(
                f,
                "it was made with other bounds; use the same --size and bounds, or make it again with \
                 `pikse stage`"
            ),
            Self::Unused { differs: Differs::Options, .. } => write!(
                f,
                "it was made with other options: use the same --ub, --uninitialised, --abort and \
                 --loop-limit, or make it again with `pikse stage`"
            ),
            Self::Unused { differs: Differs::Nothing, .. } => {
                write!(f, "it is given twice: another file serves the same arguments")
            }
            Self::Missing { predicate, argument } => write!(
                f,
                "no file serves argument {} with the predicate `{predicate}`; add one with --staged, or \
                 remove --staged",
                argument + 1
            ),
        }
    }
}

impl std::error::Error for Misuse {}

/// The stored inputs of each predicate of an entry.
pub fn stages(
    opened: &Opened<'_>,
    options: &Options,
    files: &[StageFile],
) -> Result<Stages, Misuse> {
    let mut used = vec![false; files.len()];
    let mut differs = vec![Differs::Predicate; files.len()];
    let mut scripts = Vec::new();
    let mut missing = None;
    for (at, condition) in opened.entry.before.iter().enumerate() {
        // The predicates of structures come first; each takes one.
        let [argument] = condition.arguments[..] else { break };
        let Some(Argument::Structure { root, .. }) = opened.entry.arguments.get(argument) else {
            break;
        };
        let Some(identity) = Identity::of(opened, options, at, *root) else { break };
        let found = files.iter().position(|file| file.identity == identity);
        for (file, differs) in files.iter().zip(&mut differs) {
            let Identity { code, space, .. } = &file.identity;
            match (*code == identity.code, *space == identity.space) {
                (true, true) => *differs = Differs::Options,
                (true, false) => *differs = Differs::Bounds,
                (false, _) => {}
            }
        }
        match found {
            Some(file) => {
                used[file] = true;
                let damaged = |error| Misuse::Damaged { file, error };
                scripts.push(files[file].scripts().map_err(damaged)?);
            }
            None => {
                let predicate = condition.function.clone();
                missing.get_or_insert(Misuse::Missing { predicate, argument });
            }
        }
    }
    if scripts.is_empty() && missing.is_none() {
        return Err(Misuse::NoStructure);
    }
    if let Some(file) = used.iter().position(|used| !used) {
        let is_repeated = files
            .iter()
            .enumerate()
            .any(|(at, other)| at != file && other.identity == files[file].identity);
        let differs = if is_repeated { Differs::Nothing } else { differs[file] };
        return Err(Misuse::Unused { file, differs });
    }
    match missing {
        Some(missing) => Err(missing),
        None => Ok(Stages::new(scripts)),
    }
}
