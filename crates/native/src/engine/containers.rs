//! Containers of the program's library: maps, sets, lists.
//!
//! Their contents are cells in a buffer that the program does not know. When the program first touches
//! the bytes of a container, the host calls a function of the program on the program's stack. It reads
//! the contents, which makes them choice points like any other cells, and makes the container by its own
//! operations. For a predicate, a word of the buffer says whether the container is made: the word, the
//! bytes of the container and its memory are undone like everything that the program writes. Code under
//! test gets its containers anew in every run.
//!
//! Contents that are not in order, or that the container does not accept, are no candidate: the
//! predicate rejects, and a run of code under test does not count.
#![expect(unsafe_code, reason = "calls functions of the program")]

use std::sync::Arc;

use pikse_structure::layout::{CONTENTS_HEAD, MAKES, SHOWS};
use pikse_structure::space::{ArrayLength, Part, Shape, Style};
use pikse_structure::{BoundedHeap, CellId, Contents, FieldId, Space};

use super::checking::Checking;
use super::host::{Flow, Host, LEFT};
use super::slot::OLD;
use super::switch;
use crate::candidate::{CandidateLayout, Held};
use crate::library::Library;
use crate::predicate::NativeError;

/// Makes a container at a place from the contents in a buffer; whether they are its contents.
type Make = unsafe extern "C" fn(u64, u64) -> bool;
/// Writes the contents of a container into a buffer, which begins with the greatest number of entries
/// and the address of the container.
type Show = unsafe extern "C" fn(u64);

/// The functions for the containers of a candidate, in the order of its layout.
pub(crate) struct Containers {
    space: Arc<Space>,
    functions: Vec<(u64, u64)>,
    /// In code under test: which containers are made, of the input and of its copy.
    built: Vec<[bool; 2]>,
    /// The same: whose bytes were hidden when a run began.
    hidden: Vec<bool>,
    /// Whether the current run has met contents that are none.
    pub(crate) has_rejected: bool,
}

impl Containers {
    /// None, before a program is loaded.
    pub(crate) fn new(space: &Arc<Space>, layout: &CandidateLayout) -> Containers {
        Containers {
            space: Arc::clone(space),
            functions: Vec::new(),
            built: vec![[false; 2]; layout.containers().len()],
            hidden: vec![false; layout.containers().len()],
            has_rejected: false,
        }
    }

    /// Finds the functions in a program.
    pub(crate) fn find(
        &mut self,
        layout: &CandidateLayout,
        library: &Library,
    ) -> Result<(), NativeError> {
        let missing = |name: &str| NativeError::Link(format!("the program has no `{name}`"));
        for held in layout.containers() {
            let address = |prefix: &str| {
                let name = format!("{prefix}{}", held.name);
                library.address_of(&name).ok_or_else(|| missing(&name))
            };
            self.functions.push((address(MAKES)?, address(SHOWS)?));
        }
        Ok(())
    }

    /// Whether any container was made in the current run.
    pub(crate) fn any_built(&self) -> bool {
        self.built.iter().any(|built| built[0] || built[1])
    }

    /// Begins a run of code under test.
    pub(crate) fn begin(&mut self, layout: &CandidateLayout, checking: &mut Checking) {
        self.has_rejected = false;
        let is_there = |checking: &Checking, held: &Held| {
            layout.is_there(held.length, &|cell: CellId| checking.raws[cell.index()])
        };
        // Bytes of one that is not there may be another's, or those of a tag.
        for (at, held) in layout.containers().iter().enumerate() {
            self.built[at] = [false; 2];
            checking.set_made(at, false);
            if !is_there(checking, held) && std::mem::take(&mut self.hidden[at]) {
                checking.show(layout, held.start.into(), (held.end - held.start).into());
            }
        }
        for (at, held) in layout.containers().iter().enumerate() {
            if is_there(checking, held) {
                self.hidden[at] = true;
                checking.hide(held.start.into(), (held.end - held.start).into());
            }
        }
    }
}

/// The part of the predicate's stack that the host needs to make containers.
const RESERVED: u64 = 256 << 10;

/// What has to be done before an access.
enum Todo {
    Nothing,
    /// Choose this cell.
    Choose(CellId),
    /// Make the container, of the input or of its copy some bytes further.
    Make(u64),
}

impl Host {
    /// Finds the functions for containers of the program's library.
    pub(crate) fn find_containers(
        &mut self,
        space: &Arc<Space>,
        library: &Library,
    ) -> Result<(), NativeError> {
        if !self.has_containers {
            return Ok(());
        }
        let mut containers = Containers::new(space, &self.layout);
        containers.find(&self.layout, library)?;
        self.containers = Some(containers);
        Ok(())
    }

    /// Lays the candidate out again, with the addresses of symbols; the places stay the same.
    pub(crate) fn lay_out_again(&mut self, layout: CandidateLayout) {
        let initial = layout.initial();
        // SAFETY: the memory was mapped with that size.
        unsafe {
            std::ptr::copy_nonoverlapping(initial.as_ptr(), self.base() as *mut u8, initial.len());
        }
        self.layout = layout;
    }

    /// Whether so little of the predicate's stack is left that the host should not use it.
    pub(super) fn is_stack_short(&self, stack: u64) -> bool {
        let limit = self.mapped.limits().stack;
        let left = stack.wrapping_sub(self.stack_end() - limit);
        left < RESERVED.min(limit / 4)
    }

    /// What an access of a predicate has to do about a container.
    fn todo(&self, at: usize, address: u64, bytes: u64) -> Todo {
        let held = &self.layout.containers()[at];
        let (start, end) = (self.base() + u64::from(held.start), self.base() + u64::from(held.end));
        if address >= end || address + bytes <= start {
            return Todo::Nothing;
        }
        for &(tag, low, high) in self.layout.conditions(held.length) {
            match self.tag(tag) {
                None => return Todo::Choose(tag),
                Some(raw) if (low..=high).contains(&raw) => {}
                Some(_) => return Todo::Nothing,
            }
        }
        // SAFETY: the buffer is in the candidate's memory.
        match unsafe { *((self.base() + held.buffer + 8) as *const u64) } {
            0 => Todo::Make(0),
            _ => Todo::Nothing,
        }
    }

    /// The same for code under test.
    fn todo_checked(&self, at: usize, address: u64, bytes: u64) -> Todo {
        let held = &self.layout.containers()[at];
        let (Some(checking), Some(containers)) = (&self.checking, &self.containers) else {
            return Todo::Nothing;
        };
        for (copy, behind) in [0, OLD].into_iter().enumerate() {
            let start = self.base() + behind + u64::from(held.start);
            let end = self.base() + behind + u64::from(held.end);
            let is_touched = address < end && address + bytes > start;
            let raw = |cell: CellId| checking.raws[cell.index()];
            if is_touched
                && !containers.built[at][copy]
                && self.layout.is_there(held.length, &raw)
                && !checking.is_gone(start, &self.heap)
            {
                return Todo::Make(behind);
            }
        }
        Todo::Nothing
    }
}

/// Makes the containers that an access touches.
///
/// # Safety
/// The caller runs on the program's stack, keeps nothing that has to be dropped, and uses the host only
/// through this pointer: the program's functions call the host again.
pub(super) unsafe fn touch(host: *mut Host, address: u64, bytes: u64, stack: u64) {
    // SAFETY: as the caller says.
    unsafe {
        for at in 0..(*host).layout.containers().len() {
            loop {
                let todo = match (*host).checking.is_some() {
                    true => (*host).todo_checked(at, address, bytes),
                    false => (*host).todo(at, address, bytes),
                };
                match todo {
                    Todo::Nothing => break,
                    Todo::Choose(cell) => {
                        if (*host).choose(cell, stack) == Flow::End {
                            switch::leave((*host).control, LEFT)
                        }
                    }
                    Todo::Make(behind) => make(host, at, behind),
                }
            }
        }
    }
}

/// Makes a container.
///
/// # Safety
/// As for [`touch`].
unsafe fn make(host: *mut Host, at: usize, behind: u64) {
    // SAFETY: as the caller says; the functions have these types.
    unsafe {
        let (start, size, buffer) = {
            let host = &*host;
            let Held { start, end, buffer, .. } = host.layout.containers()[at];
            let base = host.base() + behind;
            (base + u64::from(start), u64::from(end - start), base + buffer)
        };
        let is_made = (buffer + 8) as *mut u64;
        if (*host).checking.is_some() {
            let host = &mut *host;
            if let Some(containers) = &mut host.containers {
                containers.built[at][usize::from(behind > 0)] = true;
            }
            if let (Some(checking), layout) = (&mut host.checking, &host.layout) {
                checking.unhide(layout, start, size);
                if behind == 0 {
                    checking.set_made(at, true);
                }
            }
        } else if let Err(broken) = (*host).before_write(is_made as u64, 8) {
            (*host).broken.get_or_insert(broken);
            switch::leave((*host).control, LEFT)
        }
        *is_made = start;
        let function = (*host).containers.as_ref().map(|containers| containers.functions[at].0);
        let Some(function) = function else { return };
        let make: Make = std::mem::transmute(function);
        if make(start, buffer) {
            return;
        }
        if let Some(containers) = &mut (*host).containers {
            containers.has_rejected = true;
        }
        // For a predicate, the candidate is rejected.
        switch::leave((*host).control, if (*host).checking.is_some() { LEFT } else { 0 })
    }
}

/// The container whose contents are in a buffer, and how far behind the input they are.
fn held_at(host: &Host, buffer: u64) -> Option<(&Held, u64)> {
    let offset = buffer - host.base();
    let behind = if offset >= OLD { OLD } else { 0 };
    let mut containers = host.layout.containers().iter();
    containers.find(|held| held.buffer == offset - behind).map(|held| (held, behind))
}

/// The address of a cell of an entry's key that was not read yet, or 0: the order of entries depends on
/// all of it.
pub(super) fn next_unread(host: &Host, buffer: u64, entry: usize) -> u64 {
    let Some(containers) = &host.containers else { return 0 };
    let Some((held, behind)) = held_at(host, buffer) else { return 0 };
    let (space, layout) = (&containers.space, &host.layout);
    let contents = &space.contents()[held.contents];
    let Some(entry) = contents.entries.get(entry) else { return 0 };
    let fields = match contents.order {
        pikse_structure::Order::Any => return 0,
        pikse_structure::Order::Keys => entry.key.clone(),
        pikse_structure::Order::Entries => entry.all.clone(),
    };
    let first = space.cell_of(held.obj, FieldId(fields.start), Part::Scalar);
    let first = first.or_else(|| space.cell_of(held.obj, FieldId(fields.start), Part::Length));
    let first = first.or_else(|| space.cell_of(held.obj, FieldId(fields.start), Part::Element(0)));
    let Some(first) = first else { return 0 };
    let cells = (first.index()..layout.cells()).map(CellId::at);
    let mut cells = cells.take_while(|&cell| {
        space.cell(cell).object == held.obj.id() && fields.contains(&space.cell(cell).field.0)
    });
    let is_unread = |cell: &CellId| match &host.checking {
        Some(checking) => {
            let raw = |cell: CellId| checking.raws[cell.index()];
            layout.is_there(*cell, &raw) && checking.is_open(layout, *cell)
        }
        None => {
            let holds = |&(tag, low, high): &(CellId, i64, i64)| {
                host.tag(tag).is_some_and(|raw| (low..=high).contains(&raw))
            };
            layout.conditions(*cell).iter().all(holds) && host.tag(*cell).is_none()
        }
    };
    let is_shown = |cell: &CellId| space.field(space.cell(*cell).field).style != Style::Hidden;
    let found = cells.find(|cell| is_shown(cell) && is_unread(cell));
    found.map_or(0, |cell| host.base() + behind + u64::from(layout.place(cell).at))
}

/// Whether an entry may follow the one before it, in the contents in a buffer.
pub(super) fn is_in_order(host: &Host, buffer: u64, entry: usize) -> bool {
    let Some(containers) = &host.containers else { return true };
    let held = held_at(host, buffer).map(|(held, _)| held);
    held.is_none_or(|held| {
        let mut raw = |cell: CellId| match &host.checking {
            Some(checking) => Some(checking.raws[cell.index()]),
            None => host.tag(cell),
        };
        let contents = &containers.space.contents()[held.contents];
        containers.space.may_follow(contents, held.obj, entry, &mut raw)
    })
}

/// Writes the current contents of all containers that were made into their buffers, on the program's
/// stack.
///
/// # Safety
/// As for [`touch`].
pub(super) unsafe fn show_all(host: *mut Host) {
    // SAFETY: as the caller says.
    unsafe {
        for at in 0..(*host).layout.containers().len() {
            for behind in [0, OLD] {
                if let Some((show, buffer)) = (*host).shown_by(at, behind) {
                    let show: Show = std::mem::transmute(show);
                    show(buffer);
                    (*host).sort_shown(at, buffer);
                }
            }
        }
    }
}

impl Host {
    /// Writes the current contents of the containers of the input that were made into their buffers,
    /// after a run.
    pub(crate) fn show_containers(&mut self) {
        for at in 0..self.layout.containers().len() {
            let Some((show, buffer)) = self.shown_by(at, 0) else { continue };
            let broken = self.broken.take();
            // SAFETY: the function takes a buffer; no run goes on.
            unsafe { switch::enter(self.control, show, buffer, self.stack_end()) };
            let has_failed = std::mem::replace(&mut self.broken, broken).is_some();
            match has_failed {
                // The container is no longer one: it has no contents that could be shown.
                // SAFETY: the buffer is in the memory of the input.
                true => unsafe { *(buffer as *mut u64) = 0 },
                false => self.sort_shown(at, buffer),
            }
        }
    }

    /// The function that shows a container that was made, and its buffer, prepared.
    fn shown_by(&mut self, at: usize, behind: u64) -> Option<(u64, u64)> {
        let containers = self.containers.as_ref()?;
        if !containers.built[at][usize::from(behind > 0)] {
            return None;
        }
        let held = &self.layout.containers()[at];
        let base = self.base() + behind;
        let start = base + u64::from(held.start);
        if self.checking.as_ref().is_some_and(|checking| checking.is_gone(start, &self.heap)) {
            return None;
        }
        let most = containers.space.contents()[held.contents].entries.len() as u64;
        let buffer = base + held.buffer;
        // SAFETY: the buffer is in the memory of the input, or of its copy.
        unsafe {
            *(buffer as *mut u64) = most;
            *((buffer + 8) as *mut u64) = start;
        }
        Some((containers.functions[at].1, buffer))
    }

    /// Puts shown entries in the order of their keys: a hash map has none of its own.
    fn sort_shown(&self, at: usize, buffer: u64) {
        let Some(checking) = &self.checking else { return };
        let held = &self.layout.containers()[at];
        let space = &checking.bounds.space;
        let contents = &space.contents()[held.contents];
        let stride = held.stride as usize;
        if contents.order == pikse_structure::Order::Any || stride == 0 {
            return;
        }
        // SAFETY: as above.
        let count = unsafe { *(buffer as *const u64) } as usize;
        let count = count.min(contents.entries.len());
        let first = buffer + CONTENTS_HEAD;
        // SAFETY: the entries are in the buffer.
        let entries = unsafe { std::slice::from_raw_parts_mut(first as *mut u8, count * stride) };
        let mut sorted: Vec<(Vec<u64>, Vec<u8>)> = (0..count)
            .map(|entry| {
                let key = key_of(checking, contents, held, &checking.bounds, first, entry);
                (key, entries[entry * stride..][..stride].to_vec())
            })
            .collect();
        sorted.sort();
        for (entry, (_, bytes)) in sorted.iter().enumerate() {
            entries[entry * stride..][..stride].copy_from_slice(bytes);
        }
    }
}

/// Numbers by which an entry is sorted: those of its fields that are in the entry itself, or in a vector
/// of it.
fn key_of(
    checking: &Checking,
    contents: &Contents,
    held: &Held,
    bounds: &BoundedHeap,
    first: u64,
    entry: usize,
) -> Vec<u64> {
    let (space, layout) = (&bounds.space, bounds.layout(contents.class));
    let Some(fields) = contents.entries.first().map(|entry| entry.all.clone()) else {
        return Vec::new();
    };
    let begin = held.offset + CONTENTS_HEAD;
    let place = |offset: u64, size: u64| {
        let inside = offset >= begin && offset + size <= begin + held.stride;
        inside.then(|| first + entry as u64 * held.stride + (offset - begin))
    };
    let read = |address: u64, size: u64| {
        let mut bytes = [0; 8];
        let size = size.min(8) as usize;
        // SAFETY: the caller knows that memory is there.
        unsafe { std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), size) };
        u64::from_le_bytes(bytes)
    };
    let mut key = Vec::new();
    for field in fields.map(FieldId) {
        let decl = space.field(field);
        let cell = &layout.cells[decl.offset as usize];
        let Some(address) = place(cell.offset, cell.size) else { continue };
        let bits = read(address, cell.size);
        key.push(bits);
        let Shape::Array { length: ArrayLength::Own(_), .. } = decl.shape else { continue };
        let Some(element) = layout.cells.get(decl.offset as usize + 1) else { continue };
        let Some(buffer) = layout.buffer_at(element.offset) else { continue };
        let buffer = &layout.buffers[buffer];
        let Some(pointer) = place(buffer.pointer, 8) else { continue };
        let elements = read(pointer, 8);
        for at in 0..bits.min(64) {
            let address = elements.wrapping_add(at * element.size);
            if checking.is_readable(address, element.size) {
                key.push(read(address, element.size));
            }
        }
    }
    key
}
