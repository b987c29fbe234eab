//! Structures that `pikse stage` stored, for an exploration.

use std::path::{Path, PathBuf};

use clap::Parser;
use pikse_explore::{Opened, Outcome, Stages};
use pikse_ir::Program;
use pikse_report::{ExploreRun, Incomplete, Reached, Reason, Unit};
use pikse_stage::{Misuse, StageFile};

use crate::args::explore::{ProgramArgs, SharedArgs, StructureArgs};
use crate::errors::CliError;
use crate::explore::plan;

/// Files, and what is in them.
pub(crate) type Texts = Vec<(PathBuf, String)>;

/// The files that an exploration begins with.
#[derive(Debug, Default)]
pub(crate) struct Staged {
    files: Vec<StageFile>,
    paths: Vec<String>,
}

/// The options of structures alone, as a file stores them.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Stored {
    // Options of structures need an entry; there is one.
    #[arg(long, default_value = "stored")]
    _entry: String,
    #[command(flatten)]
    structures: StoredStructures,
}

/// The bounds that a file stores.
#[derive(Debug, clap::Args)]
struct StoredStructures {
    #[arg(long)]
    size: Option<u32>,
    #[command(flatten)]
    fields: crate::args::FieldBounds,
    #[arg(long)]
    predicate: Option<String>,
}

impl Staged {
    /// Reads the files that the arguments name. Bounds that the arguments do not set are those of the
    /// files.
    pub(crate) fn read(program: &mut ProgramArgs, shared: &SharedArgs) -> Result<Self, CliError> {
        let mut texts = Texts::new();
        for path in &program.structures.staged {
            let refuse = |why: String| CliError::Staged { path: path.clone(), why };
            let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
            texts.push((path.clone(), text));
        }
        if texts.is_empty() {
            return Ok(Self::default());
        }
        let staged = Self::of(texts, program)?;
        if shared.from.is_some() || shared.to.is_some() {
            let message =
                "--staged begins with stored structures, --from and --to with tests; use one";
            return Err(CliError::Usage(message.to_owned()));
        }
        if shared.since.is_some() {
            let message = "--staged and --since cannot be used together; remove one";
            return Err(CliError::Usage(message.to_owned()));
        }
        Ok(staged)
    }

    /// The same, for what is in the files.
    pub(crate) fn of(texts: Texts, program: &mut ProgramArgs) -> Result<Self, CliError> {
        let mut staged = Self::default();
        for (path, text) in texts {
            let refuse = |why: String| CliError::Staged { path: path.clone(), why };
            let file = StageFile::from_json(&text).map_err(|error| refuse(error.to_string()))?;
            staged.files.push(file);
            staged.paths.push(path.display().to_string());
        }
        if staged.files.is_empty() {
            return Ok(staged);
        }
        let given = StructureArgs { staged: Vec::new(), ..program.structures.clone() };
        if plan::words_of(&given).is_empty() {
            program.structures = staged.stored(&program.structures)?;
        }
        Ok(staged)
    }

    /// The files, and what is in them.
    pub(crate) fn texts(&self) -> Texts {
        let files = self.paths.iter().zip(&self.files);
        files.map(|(path, file)| (path.into(), file.to_json())).collect()
    }

    /// The bounds of the files, which must be the same.
    fn stored(&self, given: &StructureArgs) -> Result<StructureArgs, CliError> {
        let first = &self.files[0].options;
        if let Some(at) = self.files.iter().position(|file| file.options != *first) {
            return Err(CliError::Staged {
                path: given.staged[at].clone(),
                why: format!(
                    "it has other bounds than `{}`; make both with the same options, or set the bounds \
                     here, too",
                    self.paths[0]
                ),
            });
        }
        let stored = Stored::try_parse_from(first).map_err(|error| CliError::Staged {
            path: given.staged[0].clone(),
            why: format!("its options are not those of bounds: {}", first_line(&error.to_string())),
        })?;
        let StoredStructures { size, fields, predicate } = stored.structures;
        Ok(StructureArgs { size, fields, predicate, ..given.clone() })
    }

    /// The stored inputs of each structure of an entry.
    pub(crate) fn stages(
        &self,
        opened: &Opened<'_>,
        options: &pikse_vm::Options,
    ) -> Result<Stages, CliError> {
        if self.files.is_empty() {
            return Ok(Stages::default());
        }
        pikse_stage::stages(opened, options, &self.files).map_err(|misuse| {
            let at = match misuse {
                Misuse::Unused { file, .. } | Misuse::Damaged { file, .. } => file,
                Misuse::NoStructure | Misuse::Missing { .. } => 0,
            };
            let path = Path::new(&self.paths[at]).to_owned();
            CliError::Staged { path, why: misuse.to_string() }
        })
    }

    /// Adds what stage 1 ran: the predicate on structures that it rejects is covered, too.
    pub(crate) fn add_coverage(&self, ir: &Program, outcome: &mut Outcome) {
        for file in &self.files {
            outcome.tally.coverage.add_by_name(ir, &file.covered);
        }
    }

    /// Adds to a result what stage 1 left open, and its time.
    pub(crate) fn add_to(&self, run: &mut ExploreRun) {
        if self.files.is_empty() {
            return;
        }
        run.stage_seconds = Some(self.files.iter().map(|file| file.seconds).sum());
        let open = self.files.iter().zip(&self.paths);
        for (_, path) in open.filter(|(file, _)| !file.complete || file.errors > 0) {
            let reached = Reached { done: None, tried: Some((run.paths, Unit::Path)) };
            let incomplete =
                run.incomplete.get_or_insert_with(|| Incomplete { reasons: Vec::new(), reached });
            incomplete.reasons.push(Reason::Stage { file: path.clone() });
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
