//! Paths, kept for a report: their tree, and tests of them.

use pikse_explore::tree::End;
use pikse_explore::{Cells, Ended, Test, Tree};
use pikse_report::{ExploreInput, ExploreTest};
use pikse_structure::Snapshot;

/// What a report shows of paths.
#[derive(Debug)]
pub(crate) struct Collected {
    pub(crate) tree: Tree,
    pub(crate) tests: Vec<ExploreTest>,
    /// So many tests are kept.
    limit: usize,
    /// The cells of the structures that the entry is given.
    cells: Option<Cells>,
}

impl Collected {
    /// Keeps at most so many tests.
    pub(crate) fn new(limit: usize, cells: Option<Cells>) -> Self {
        Self { tree: Tree::default(), tests: Vec::new(), limit, cells }
    }

    /// A path has ended.
    pub(crate) fn path(&mut self, path: &Ended<'_>) {
        let end = End::of(path.verdict, path.error);
        self.tree.insert(path.number, &path.state.decisions(), end);
    }

    /// Whether another test is kept.
    pub(crate) fn wants_tests(&self) -> bool {
        self.tests.len() < self.limit
    }

    /// A path has a test, which may be a file.
    pub(crate) fn test(&mut self, path: &Ended<'_>, test: &Test, replay: Option<String>) {
        self.tests.push(ExploreTest {
            number: path.number,
            verdict: test.verdict.clone(),
            message: test.message.clone(),
            error: path.error,
            inputs: inputs(test, self.cells.as_ref()),
            structure: structure(test, self.cells.as_ref()),
            exit_code: test.exit_code,
            output: test.output.clone(),
            replay,
        });
    }
}

/// The inputs of a test, as reports have them.
pub(crate) fn inputs(test: &Test, cells: Option<&Cells>) -> Vec<ExploreInput> {
    let input = |input: &pikse_explore::Input| ExploreInput {
        name: input.name.clone(),
        bytes: input.bytes.clone(),
        meaning: cells.and_then(|cells| cells.meaning(input)),
    };
    test.inputs.iter().map(input).collect()
}

/// The structures of a test, as far as its path read them.
pub(crate) fn structure(test: &Test, cells: Option<&Cells>) -> Option<Snapshot> {
    Some(cells?.chosen(test).ok()?.snapshot())
}
