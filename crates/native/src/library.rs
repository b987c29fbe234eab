//! The instrumented program as a shared library.
#![expect(unsafe_code, reason = "loads what was compiled")]

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use pikse_llvm::{CppLibrary, Error, Link, Program};
use pikse_structure::BoundedHeap;
use pikse_structure::layout::SYMBOL;
use tracing::debug;

use crate::instrument::{CONSTRUCTORS, ENTRY};
use crate::predicate::NativeError;

/// The text of a program, in the folder of its library.
pub(crate) const TEXT: &str = "program.ll";

/// Compiles and links an instrumented program into `folder`, and writes its text there if that is wanted.
pub(crate) fn link(
    program: &Program<'_>,
    folder: &Path,
    keeps_text: bool,
) -> Result<PathBuf, NativeError> {
    let (object, shared) = (folder.join("program.o"), folder.join("program.so"));
    if keeps_text {
        let written = program.module().print_to_file(folder.join(TEXT));
        written.map_err(|error| NativeError::Link(error.to_string()))?;
    }
    let started = Instant::now();
    program.write_object(&object).map_err(NativeError::Llvm)?;
    // C++'s library is linked into the program: LLVM, which is also in this process, has
    // another one, and exceptions must not cross them.
    let cpp = program.needs_cpp().then_some(CppLibrary::Archives);
    // Its symbols are hidden, also C++'s operators, which exist elsewhere in this process.
    let flags = &["-shared", "-Wl,-Bsymbolic"];
    let link = Link { inputs: &[object], output: &shared, flags, cpp, libraries: &["-lm"] };
    link.run().map_err(|error| NativeError::Link(error.to_string()))?;
    debug!(took = ?started.elapsed(), "generated and linked code");
    Ok(shared)
}

/// Stores a library that another machine has linked, in a folder of its own.
pub(crate) fn store(bytes: &[u8]) -> Result<(PathBuf, tempfile::TempDir), NativeError> {
    let folder = tempfile::tempdir().map_err(|error| NativeError::Llvm(Error::NoFolder(error)))?;
    let path = folder.path().join("program.so");
    std::fs::write(&path, bytes).map_err(NativeError::System)?;
    Ok((path, folder))
}

/// A loaded library.
pub(crate) struct Library {
    /// The address of the entry.
    pub(crate) entry: u64,
    /// The address range of its code.
    pub(crate) code: (u64, u64),
    /// Its address range, with its globals.
    pub(crate) image: (u64, u64),
    /// Its writable parts.
    pub(crate) data: Vec<(u64, u64)>,
    /// Its constructors, in the order in which they run.
    pub(crate) constructors: Vec<u64>,
    /// Keeps the code in memory.
    library: libloading::Library,
}

/// An element of the list of constructors, as LLVM lays it out.
#[repr(C)]
#[derive(Clone, Copy)]
struct Constructor {
    priority: u32,
    function: u64,
    _data: u64,
}

impl Library {
    /// The address of a function.
    pub(crate) fn address_of(&self, name: &str) -> Option<u64> {
        // SAFETY: only the address is used here.
        unsafe { self.library.get::<*const c_void>(name).ok().map(|found| *found as u64) }
    }

    /// A heap with the addresses of the symbols that it has; none if it has none.
    pub(crate) fn resolve(
        &self,
        heap: &BoundedHeap,
    ) -> Result<Option<Arc<BoundedHeap>>, NativeError> {
        // SAFETY: the constant holds an address.
        let address = |name: &str| unsafe {
            let held = self.address_of(&format!("{SYMBOL}{name}"))?;
            Some(*(held as *const u64))
        };
        match heap.resolved(&address) {
            None => Ok(None),
            Some(Ok(heap)) => Ok(Some(Arc::new(heap))),
            Some(Err(name)) => Err(NativeError::Link(format!("the program has no `{name}`"))),
        }
    }

    /// Loads a library with this number of constructors.
    pub(crate) fn load(path: &Path, constructors: u32) -> Result<Library, NativeError> {
        let refuse = |error: libloading::Error| NativeError::Link(error.to_string());
        // SAFETY: code that runs when a program is loaded does not use predicates; the
        // program's constructors were renamed and do not run.
        let library = unsafe { libloading::Library::new(path) }.map_err(refuse)?;
        // SAFETY: the instrumentation defines these with these types.
        let (entry, list) = unsafe {
            let entry = *library.get::<*const c_void>(ENTRY).map_err(refuse)? as u64;
            let list = match constructors {
                0 => &[][..],
                count => std::slice::from_raw_parts(
                    *library.get::<*const Constructor>(CONSTRUCTORS).map_err(refuse)?,
                    count as usize,
                ),
            };
            (entry, list)
        };
        let mut list = list.to_vec();
        list.sort_by_key(|constructor| constructor.priority);
        let Ranges { code, image, data } = ranges_around(entry);
        Ok(Library {
            entry,
            code,
            image,
            data,
            constructors: list.iter().map(|constructor| constructor.function).collect(),
            library,
        })
    }
}

/// The address ranges of a library.
struct Ranges {
    code: (u64, u64),
    image: (u64, u64),
    data: Vec<(u64, u64)>,
}

/// The parts of the library that an address of its code is in.
fn ranges_around(address: u64) -> Ranges {
    let here = (address, address + 1);
    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the library is loaded, and a loaded library begins with its headers.
    unsafe {
        if libc::dladdr(address as *const c_void, info.as_mut_ptr()) == 0 {
            return Ranges { code: here, image: here, data: Vec::new() };
        }
        let base = info.assume_init().dli_fbase as u64;
        let header = &*(base as *const libc::Elf64_Ehdr);
        let segments = std::slice::from_raw_parts(
            (base + header.e_phoff) as *const libc::Elf64_Phdr,
            header.e_phnum.into(),
        );
        let range =
            |part: &libc::Elf64_Phdr| (base + part.p_vaddr, base + part.p_vaddr + part.p_memsz);
        let loaded = || segments.iter().filter(|part| part.p_type == libc::PT_LOAD);
        let code = loaded().map(range).find(|&(start, end)| (start..end).contains(&address));
        let end = loaded().map(range).map(|(_, end)| end).max();
        let data = loaded().filter(|part| part.p_flags & libc::PF_W != 0).map(range).collect();
        Ranges { code: code.unwrap_or(here), image: (base, end.unwrap_or(base)), data }
    }
}
