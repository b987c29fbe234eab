//! The instrumented program as a shared library.
#![expect(unsafe_code, reason = "loads what was compiled")]

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pikse_llvm::Program;

use crate::instrument::{CONSTRUCTORS, ENTRY};
use crate::predicate::NativeError;

/// Compiles and links an instrumented program into `folder`.
pub(crate) fn link(program: &Program<'_>, folder: &Path) -> Result<PathBuf, NativeError> {
    let (object, shared) = (folder.join("program.o"), folder.join("program.so"));
    program.write_object(&object).map_err(NativeError::Llvm)?;
    let mut linker = Command::new("cc");
    linker.arg("-shared").arg("-o").arg(&shared).arg(&object);
    linker.args(["-Wl,--as-needed", "-lc++", "-lc++abi"].iter().filter(|_| needs_cpp(program)));
    linker.arg("-lm");
    let output = linker.stdin(Stdio::null()).output();
    let output = output.map_err(|error| {
        NativeError::Link(format!("`cc` cannot be run ({error}); install a C compiler"))
    })?;
    match output.status.success() {
        true => Ok(shared),
        false => Err(NativeError::Link(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

/// Whether the program calls C++'s library.
fn needs_cpp(program: &Program<'_>) -> bool {
    let names = program.module().get_functions().filter(|f| f.count_basic_blocks() == 0);
    names.map(|f| f.get_name().to_bytes().to_vec()).any(|name| {
        name.starts_with(b"_Z") || name.starts_with(b"__cxa") || name.starts_with(b"__gxx")
    })
}

/// A library that is loaded.
pub(crate) struct Library {
    /// The address of the entry.
    pub(crate) entry: u64,
    /// Where its code begins and ends.
    pub(crate) code: (u64, u64),
    /// Its constructors, in the order in which they run.
    pub(crate) constructors: Vec<u64>,
    /// Keeps the code in memory.
    _library: libloading::Library,
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
    /// Loads a library with so many constructors.
    pub(crate) fn load(path: &Path, constructors: u32) -> Result<Library, NativeError> {
        let refuse = |error: libloading::Error| NativeError::Link(error.to_string());
        // SAFETY: what runs when a program is loaded does not know of predicates; its own
        // constructors were set aside.
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
        Ok(Library {
            entry,
            code: code_around(entry),
            constructors: list.iter().map(|constructor| constructor.function).collect(),
            _library: library,
        })
    }
}

/// The executable part of the library that an address is in.
fn code_around(address: u64) -> (u64, u64) {
    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the library is loaded, and a loaded library begins with its headers.
    unsafe {
        if libc::dladdr(address as *const c_void, info.as_mut_ptr()) == 0 {
            return (address, address + 1);
        }
        let base = info.assume_init().dli_fbase as u64;
        let header = &*(base as *const libc::Elf64_Ehdr);
        let segments = std::slice::from_raw_parts(
            (base + header.e_phoff) as *const libc::Elf64_Phdr,
            header.e_phnum.into(),
        );
        let holds = |segment: &&libc::Elf64_Phdr| {
            let start = base + segment.p_vaddr;
            segment.p_type == libc::PT_LOAD && (start..start + segment.p_memsz).contains(&address)
        };
        match segments.iter().find(holds) {
            Some(code) => (base + code.p_vaddr, base + code.p_vaddr + code.p_memsz),
            None => (address, address + 1),
        }
    }
}
