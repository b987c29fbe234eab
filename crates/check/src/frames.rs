//! The call stack of a failed run, with functions and lines of the source.

use std::path::Path;
use std::sync::Arc;

use addr2line::Context;
use gimli::{EndianArcSlice, LittleEndian};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use pikse_front::is_library;

use crate::distinct::clean;

/// A call that had not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// The source, if it is known.
    pub file: Option<String>,
    /// The line in it.
    pub line: u32,
}

impl Frame {
    /// Whether it is the user's code, not code that the engine adds.
    fn is_own(&self) -> bool {
        let is_file = |file: &Path| file.is_file() && !is_library(file);
        !self.function.contains("pikse_rust_panic")
            && self.file.as_deref().is_some_and(|file| is_file(Path::new(file)))
    }
}

/// The debug information of a library, to look up addresses.
pub struct Frames {
    /// `None` if the library has no readable debug information.
    context: Option<Context<Slice>>,
    /// Addresses, sizes and names of variables.
    variables: Vec<(u64, u64, String)>,
}

type Slice = EndianArcSlice<LittleEndian>;

impl Frames {
    /// The frames of a library; none if its debug information cannot be read.
    pub fn of(library: &Path) -> Frames {
        let nothing = Frames { context: None, variables: Vec::new() };
        let Ok(bytes) = std::fs::read(library) else { return nothing };
        let Ok(file) = object::File::parse(&*bytes) else { return nothing };
        let section = |id: gimli::SectionId| -> Result<Slice, gimli::Error> {
            let found = file.section_by_name(id.name()).and_then(|section| section.data().ok());
            Ok(EndianArcSlice::new(Arc::from(found.unwrap_or_default()), LittleEndian))
        };
        let dwarf = gimli::Dwarf::load(section);
        let context = dwarf.ok().and_then(|dwarf| Context::from_dwarf(dwarf).ok());
        let symbols = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Data);
        let variables = symbols
            .filter_map(|symbol| {
                Some((symbol.address(), symbol.size(), symbol.name().ok()?.to_owned()))
            })
            .collect();
        Frames { context, variables }
    }

    /// The calls at addresses. Inlined calls share an address.
    pub fn look_up(&self, addresses: &[u64]) -> Vec<Frame> {
        let Some(context) = &self.context else { return Vec::new() };
        let mut found = Vec::new();
        for &address in addresses {
            let Ok(mut frames) = context.find_frames(address).skip_all_loads() else { continue };
            while let Ok(Some(frame)) = frames.next() {
                let name = frame.function.and_then(|name| name.demangle().ok().map(Into::into));
                let place = frame.location;
                found.push(Frame {
                    function: name.unwrap_or_default(),
                    file: place.as_ref().and_then(|place| place.file.map(str::to_owned)),
                    line: place.and_then(|place| place.line).unwrap_or(0),
                });
            }
        }
        found
    }

    /// The calls of the user's own code among those that stand for addresses.
    pub fn own(&self, addresses: &[u64]) -> Vec<Frame> {
        let mut frames = self.look_up(addresses);
        frames.retain(Frame::is_own);
        for frame in &mut frames {
            frame.file = frame.file.as_deref().map(clean);
        }
        frames
    }

    /// The name of the variable at an address.
    pub fn variable(&self, address: u64) -> Option<&str> {
        let is_in = |(start, size, _): &&(u64, u64, String)| {
            (*start..*start + (*size).max(1)).contains(&address)
        };
        self.variables.iter().find(is_in).map(|(_, _, name)| name.as_str())
    }
}

impl std::fmt::Debug for Frames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Frames")
    }
}
