//! The same predicates as plain native code, on every candidate.
#![expect(unsafe_code, reason = "plain native predicates are loaded and run")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use pikse_front::Bounds;
use pikse_structure::{CellId, CellLayout, Encoding, Obj, Structure};

/// With more candidates than that, nobody tries them all.
const MOST_CANDIDATES: u64 = 40_000;

/// A file of predicates, compiled plainly.
pub(crate) struct Library(libloading::Library);

impl Library {
    pub(crate) fn compile(file: &Path, folder: &Path) -> Library {
        let shared = folder.join("plain.so");
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-w", "-fwrapv", "-fno-strict-aliasing", "-o"]);
        let output = cc.arg(&shared).arg(file).output().expect("there is a C compiler");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // SAFETY: the file is the test's own.
        Library(unsafe { libloading::Library::new(&shared) }.expect("it loads"))
    }

    /// The digests of the structures that a predicate accepts, if there are few enough
    /// candidates. `wide` says that it returns an `int`.
    pub(crate) fn accepted(
        &self,
        name: &str,
        wide: bool,
        bounds: &Bounds,
    ) -> Option<BTreeSet<u128>> {
        let mut memory = Memory::new(bounds)?;
        // SAFETY: the file has these functions, with these types.
        let (reset, narrow_call, wide_call) = unsafe {
            (
                *self.0.get::<unsafe extern "C" fn()>("reset").expect("it is there"),
                *self.0.get::<unsafe extern "C" fn(*mut u128) -> bool>(name).expect("it is there"),
                *self.0.get::<unsafe extern "C" fn(*mut u128) -> i32>(name).expect("it is there"),
            )
        };
        let mut accepted = BTreeSet::new();
        loop {
            let root = memory.bytes.as_mut_ptr();
            // SAFETY: the memory is a candidate, and the root comes first in it. Predicates
            // that break on some candidate are not run here.
            let verdict = unsafe {
                reset();
                if wide { wide_call(root) != 0 } else { narrow_call(root) }
            };
            if verdict {
                let index = |cell: CellId| memory.candidate[cell.index()];
                let structure = Structure::of_candidate(&bounds.space, index);
                accepted.insert(structure.canonical().digest());
            }
            if !memory.next(bounds) {
                return Some(accepted);
            }
        }
    }
}

/// A candidate in memory.
struct Memory {
    bytes: Vec<u128>,
    /// Where each cell is, and how it looks.
    cells: Vec<(usize, CellLayout)>,
    /// Where each object is.
    objects: Vec<usize>,
    candidate: Vec<u32>,
}

impl Memory {
    /// The first candidate.
    fn new(bounds: &Bounds) -> Option<Memory> {
        let space = &bounds.space;
        let count = (0..space.cells().len()).try_fold(1_u64, |all, cell| {
            all.checked_mul(space.domain_of(CellId::at(cell)).len().into())
        });
        if count.is_none_or(|count| count > MOST_CANDIDATES) {
            return None;
        }
        let (mut size, mut cells, mut objects) = (0, Vec::new(), Vec::new());
        for obj in space.objects() {
            let layout = &bounds.layouts[obj.class().index()];
            objects.push(size);
            let place = |cell: &CellLayout| (size + cell.offset as usize, cell.clone());
            cells.extend(layout.cells.iter().map(place));
            size += (layout.size as usize).next_multiple_of(16);
        }
        let candidate = vec![0; cells.len()];
        let mut memory = Memory { bytes: vec![0; size / 16], cells, objects, candidate };
        (0..memory.cells.len()).for_each(|cell| memory.put(bounds, cell));
        Some(memory)
    }

    /// Writes a cell.
    fn put(&mut self, bounds: &Bounds, cell: usize) {
        let (at, layout) = &self.cells[cell];
        let raw = bounds.space.domain_of(CellId::at(cell)).raw(self.candidate[cell]);
        let bits = match &layout.encoding {
            Encoding::Value => raw,
            Encoding::Constants(values) => values[raw as usize],
            Encoding::Table(_) => unreachable!("the types have no tags"),
            Encoding::Address => match Obj::from_raw(raw) {
                None => 0,
                Some(obj) => (self.bytes.as_ptr() as usize + self.objects[obj.id().index()]) as i64,
            },
        };
        // SAFETY: cells are within the memory.
        unsafe {
            let to = self.bytes.as_mut_ptr().cast::<u8>().add(*at);
            std::ptr::copy_nonoverlapping(bits.to_le_bytes().as_ptr(), to, layout.size as usize);
        }
    }

    /// The next candidate, if there is one.
    fn next(&mut self, bounds: &Bounds) -> bool {
        for cell in 0..self.cells.len() {
            self.candidate[cell] += 1;
            let over = self.candidate[cell] == bounds.space.domain_of(CellId::at(cell)).len();
            if over {
                self.candidate[cell] = 0;
            }
            self.put(bounds, cell);
            if !over {
                return true;
            }
        }
        false
    }
}
