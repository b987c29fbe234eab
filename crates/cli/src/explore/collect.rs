//! Collects paths for a report: their tree and their tests.

use pikse_explore::tree::End;
use pikse_explore::{Cells, Ended, Test, Tree, Values};
use pikse_report::{ExploreInput, ExploreTest};
use pikse_structure::Snapshot;

/// The paths and tests for a report.
#[derive(Debug)]
pub(crate) struct Collected {
    pub(crate) tree: Tree,
    pub(crate) tests: Vec<ExploreTest>,
    /// The maximum number of tests.
    limit: usize,
    /// The cells of the structures that the entry takes.
    cells: Option<Cells>,
    /// Its other arguments.
    values: Values,
}

impl Collected {
    /// Keeps at most `limit` tests.
    pub(crate) fn new(limit: usize, cells: Option<Cells>, values: Values) -> Self {
        Self { tree: Tree::default(), tests: Vec::new(), limit, cells, values }
    }

    /// Adds a path that ended.
    pub(crate) fn path(&mut self, path: &Ended<'_>) {
        let end = End::of(path.verdict, path.error);
        self.tree.insert(path.number, &path.state.decisions(), end);
    }

    /// Whether there is room for another test.
    pub(crate) fn wants_tests(&self) -> bool {
        self.tests.len() < self.limit
    }

    /// The test of a path is in another file, or in none.
    pub(crate) fn rename(&mut self, number: u64, replay: Option<String>) {
        if let Some(test) = self.tests.iter_mut().find(|test| test.number == number) {
            test.replay = replay;
        }
    }

    /// Adds the test of a path.
    pub(crate) fn test(
        &mut self,
        (number, error): (u64, Option<usize>),
        test: &Test,
        replay: Option<String>,
    ) {
        self.tests.push(ExploreTest {
            number,
            verdict: test.verdict.to_string(),
            message: test.message.clone(),
            error,
            inputs: inputs(test, self.cells.as_ref(), &self.values),
            structure: structure(test, self.cells.as_ref()),
            exit_code: test.exit_code,
            output: test.output.clone(),
            replay,
        });
    }
}

/// The inputs of a test, as the reports need them.
///
/// All inputs of one argument are one: `data = [1, 2]`, and not a length and elements.
pub(crate) fn inputs(test: &Test, cells: Option<&Cells>, values: &Values) -> Vec<ExploreInput> {
    let mut list: Vec<ExploreInput> = Vec::with_capacity(test.inputs.len());
    for input in &test.inputs {
        let is_cell = cells.is_some_and(|cells| cells.meaning(input).is_some());
        let parameter = values.parameter_of(input).filter(|_| !is_cell);
        let value = parameter.and_then(|name| Some((name, values.value(name, &test.inputs)?)));
        match value {
            Some((name, _)) if list.iter().any(|one| one.is_argument && one.name == name) => {}
            Some((name, value)) => list.push(ExploreInput {
                name: name.to_owned(),
                bytes: if input.name == name { input.bytes.clone() } else { Vec::new() },
                meaning: Some(value),
                is_argument: true,
            }),
            None => list.push(ExploreInput {
                name: input.name.clone(),
                bytes: input.bytes.clone(),
                meaning: cells.and_then(|cells| cells.meaning(input)),
                is_argument: false,
            }),
        }
    }
    list
}

/// The structures of a test, as far as its path read them.
pub(crate) fn structure(test: &Test, cells: Option<&Cells>) -> Option<Snapshot> {
    Some(cells?.chosen(test).ok()?.snapshot())
}
