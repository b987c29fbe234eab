//! Sorted lists whose size is right: a small search, with a predicate that may be deadly.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use pikse_search::{Choices, Killed, Probe, Runner, SearchWork, Settings, WorkRunner};
use pikse_structure::{CellId, ClassId, Field, Int, Ref, SmallObjSet, Space, SpaceBuilder};
use pikse_work::{Death, Journal, Tally};
use serde::{Deserialize, Serialize};

/// What a predicate does with a list that ends with the data value 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    None,
    Exits,
    Aborts,
    Waits,
    /// Nothing; but only what runs on a solution reads the data, as far as it is increasing.
    ReadsLate,
}

/// Sorted lists whose size is right.
pub(crate) struct Lists {
    head: Field<Ref>,
    size: Field<Int>,
    next: Field<Ref>,
    data: Field<Int>,
    pub(crate) space: Arc<Space>,
    node: ClassId,
    defect: Defect,
}

impl Lists {
    pub(crate) fn new(nodes: usize, values: i64, defect: Defect) -> Lists {
        let mut bounds = SpaceBuilder::new();
        let list = bounds.class("List", 1);
        let node = bounds.class("Node", nodes);
        let head = bounds.reference(list, "head", node);
        let size = bounds.int(list, "size", 0..=nodes as i64);
        let next = bounds.reference(node, "next", node);
        let data = bounds.int(node, "data", 0..=values);
        let space = Arc::new(bounds.build().expect("the bounds are sound"));
        Lists { head, size, next, data, space, node, defect }
    }

    pub(crate) fn walker(&self) -> Walker {
        let Lists { head, size, next, data, defect, .. } = *self;
        let rejected = Rejected::default();
        let (space, node) = (Arc::clone(&self.space), self.node);
        let nodes = space.class(node).count as usize;
        Walker { head, size, next, data, defect, journal: None, rejected, space, node, nodes }
    }

    pub(crate) fn work<'a>(
        &'a self,
        settings: &'a Settings,
        load: &'a dyn Fn() -> Result<Walker, String>,
    ) -> SearchWork<'a, Walker> {
        SearchWork { space: &self.space, settings, signature: "sorted", load, digest: false }
    }
}

/// The predicate.
pub(crate) struct Walker {
    head: Field<Ref>,
    size: Field<Int>,
    next: Field<Ref>,
    data: Field<Int>,
    defect: Defect,
    journal: Option<Rc<dyn Journal>>,
    pub(crate) rejected: Rejected,
    space: Arc<Space>,
    node: ClassId,
    nodes: usize,
}

/// Rejected candidates, by how much the predicate has read, and candidates that ended a process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rejected {
    pub(crate) by_reads: BTreeMap<usize, u64>,
    pub(crate) killed: BTreeMap<Death, u64>,
}

impl Tally for Rejected {
    fn merge(&mut self, other: &Self) {
        for (&reads, count) in &other.by_reads {
            *self.by_reads.entry(reads).or_default() += count;
        }
        for (death, count) in &other.killed {
            *self.killed.entry(death.clone()).or_default() += count;
        }
    }
}

impl Walker {
    fn accepts(&self, probe: &mut Probe) -> bool {
        let list = probe.root();
        let mut seen = SmallObjSet::new();
        let mut last = i64::MIN;
        let mut node = probe.get(list, self.head);
        self.note(probe);
        while let Some(here) = node {
            if !seen.insert(here) {
                return false;
            }
            if self.defect != Defect::ReadsLate {
                let data = probe.get(here, self.data);
                self.note(probe);
                if data < last {
                    return false;
                }
                last = data;
            }
            node = probe.get(here, self.next);
            self.note(probe);
        }
        if last == 3 {
            match self.defect {
                Defect::None | Defect::ReadsLate => {}
                Defect::Exits => std::process::exit(5),
                Defect::Aborts => std::process::abort(),
                Defect::Waits => std::thread::sleep(Duration::from_secs(3600)),
            }
        }
        let size = probe.get(list, self.size);
        self.note(probe);
        size == seen.len() as i64
    }

    fn note(&self, probe: &Probe) {
        if let Some(journal) = &self.journal {
            let count = probe.met();
            journal.note(count, count.checked_sub(1).map_or(0, |last| probe.cell_at(last).0));
        }
    }
}

impl Runner for Walker {
    fn run(&mut self, probe: &mut Probe, _changed: usize) -> bool {
        let accepted = self.accepts(probe);
        if !accepted {
            *self.rejected.by_reads.entry(probe.met()).or_default() += 1;
        }
        accepted
    }

    fn current(&self) -> String {
        self.signature()
    }

    fn signature(&self) -> String {
        "sorted".to_owned()
    }
}

impl WorkRunner for Walker {
    type Tally = Rejected;
    type Detail = ();

    fn tally(&self) -> Rejected {
        self.rejected.clone()
    }

    fn keep_journal(&mut self, journal: Option<Rc<dyn Journal>>) {
        self.journal = journal;
    }

    fn solved(&mut self, choices: Choices<'_>, late: &mut Vec<CellId>) {
        if self.defect != Defect::ReadsLate {
            return;
        }
        let chosen: BTreeMap<CellId, u32> = choices.collect();
        let mut last = 0;
        // Nodes are found in the order of their numbers.
        for node in 0..self.nodes {
            let first_cell = self.space.object_of(self.node, node).expect("a node").first_cell();
            let [next, data] = [0, 1].map(|offset| CellId(first_cell.0 + offset));
            if !chosen.contains_key(&next) {
                break;
            }
            if !chosen.contains_key(&data) {
                late.push(data);
            }
            let value = chosen.get(&data).copied().unwrap_or(0);
            if value < last {
                break;
            }
            last = value;
        }
    }

    fn looks_at_solutions(&self) -> bool {
        self.defect == Defect::ReadsLate
    }

    fn killed(killed: Killed, _: &Arc<Space>) -> Rejected {
        Rejected { killed: BTreeMap::from([(killed.death, 1)]), ..Rejected::default() }
    }
}
