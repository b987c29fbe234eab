//! The program of an exploration: opened from its sources, or stored with the parts of a run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pikse_explore::{Called, Ready, Source, Stages, open};
use pikse_llvm::inkwell::context::Context;
use pikse_solver::{Limits, chain, last};
use pikse_vm::Ends;
use serde::{Deserialize, Serialize};

use crate::args::explore::Explore;
use crate::errors::CliError;
use crate::explore::plan;
use crate::explore::position::{self, Position};
use crate::explore::staged::{Staged, Texts};
use crate::program::Packed;

/// A program that is ready, and where its exploration begins and ends.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) ready: Ready,
    /// The entry as its source has it. It is not stored with parts.
    source: Option<Source>,
    pub(crate) staged: Staged,
    pub(crate) stages: Arc<Stages>,
    pub(crate) range: Range,
}

/// A range of paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) ends: Ends,
    /// The names of the tests at its ends.
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
}

/// What is stored.
type Stored = (Ready, Texts, Stages, Range);

impl Loaded {
    /// Opens the program that the arguments name. LLVM is released afterwards, because workers are copies of
    /// this process.
    pub(crate) fn open(args: &mut Explore) -> Result<Loaded, CliError> {
        if let Some(program) = args.shared.mode.program() {
            let (ready, texts, stages, range): Stored = program.unpack()?;
            let staged = Staged::of(texts, &mut args.program)?;
            return Ok(Loaded { ready, source: None, staged, stages: Arc::new(stages), range });
        }
        let staged = Staged::read(&mut args.program, &args.shared)?;
        let wanted = plan::wanted(args)?;
        let context = Context::create();
        let opened = open(&context, &wanted).map_err(CliError::Open)?;
        let options = plan::machine_options(&args.search, opened.is_rust);
        let stages = Arc::new(staged.stages(&opened, &options)?);
        let (ready, source) = opened.ready();
        let range = range(args, &ready)?;
        Ok(Loaded { ready, source: Some(source), staged, stages, range })
    }

    /// What test code is made of, if the source was opened.
    pub(crate) fn called(&self) -> Option<Called<'_>> {
        let Ready { entry, values, .. } = &self.ready;
        self.source.as_ref().map(|source| Called { source, entry, values })
    }

    /// The program as bytes, with the checksums of its sources.
    pub(crate) fn pack(&self, files: &[PathBuf]) -> Packed {
        let Loaded { ready, staged, stages, range, .. } = self;
        let own = ready.ir.files.iter().map(|file| Path::new(file).to_owned());
        let whole = (ready, staged.texts(), &**stages, range);
        Packed::new(&whole, own.chain(files.iter().cloned()))
    }
}

/// The range between the tests that the arguments name.
fn range(args: &Explore, ready: &Ready) -> Result<Range, CliError> {
    let shared = &args.shared;
    if shared.from.is_none() && shared.to.is_none() {
        return Ok(Range::default());
    }
    let options = plan::machine_options(&args.search, ready.is_rust);
    let solver = Box::new(chain(last(Limits::default())));
    let (mut machine, first) = ready.code().machine(options, solver).map_err(CliError::Load)?;
    let words = plan::words(&args.program, &args.search);
    let read =
        |path: &Option<PathBuf>| path.as_ref().map(|path| Position::read(path, &words)).transpose();
    let (from, to) = (read(&shared.from)?, read(&shared.to)?);
    let ends = position::ends(&mut machine, &first, from.as_ref(), to.as_ref())?;
    let name = |position: Option<Position>| position.map(|position| position.name);
    Ok(Range { ends, from: name(from), to: name(to) })
}
