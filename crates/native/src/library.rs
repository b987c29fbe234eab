//! The instrumented program as a shared library, loaded.
#![expect(unsafe_code, reason = "loading a library and setting its variables is unsafe")]

use std::process::{Command, Stdio};

use pikse_llvm::{Error, Program};

use crate::predicate::NativeError;

/// What the library calls with a place in the candidate's memory and a length.
pub(crate) type Hook = extern "C" fn(u64, u64);
/// A predicate: it takes the root object. C and C++ return a bool in one byte.
type Entry = unsafe extern "C" fn(*mut u8) -> u8;

/// A program that is loaded.
pub(crate) struct Library {
    entry: Entry,
    base: *mut u64,
    length: *mut u64,
    hook: *mut Option<Hook>,
    /// Keeps the code in memory.
    _library: libloading::Library,
}

impl Library {
    /// Compiles, links and loads an instrumented program.
    pub(crate) fn load(program: &Program<'_>, entry: &str) -> Result<Library, NativeError> {
        let folder =
            tempfile::tempdir().map_err(|error| NativeError::Llvm(Error::NoFolder(error)))?;
        let (object, shared) = (folder.path().join("program.o"), folder.path().join("program.so"));
        program.write_object(&object).map_err(NativeError::Llvm)?;
        let mut linker = Command::new("cc");
        linker.arg("-shared").arg("-o").arg(&shared).arg(&object);
        linker.args(["-Wl,--as-needed", "-lc++", "-lc++abi"].iter().filter(|_| needs_cpp(program)));
        let output = linker.stdin(Stdio::null()).output();
        let output = output.map_err(|error| NativeError::Link(error.to_string()))?;
        if !output.status.success() {
            return Err(NativeError::Link(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let refuse = |error: libloading::Error| NativeError::Link(error.to_string());
        // SAFETY: loading runs the initialisers of the user's program; that program is
        // run anyway.
        let library = unsafe { libloading::Library::new(&shared) }.map_err(refuse)?;
        // SAFETY: the runtime that was linked in defines these with these types, and
        // the caller has checked the type of the entry.
        unsafe {
            Ok(Library {
                entry: *library.get::<Entry>(entry).map_err(refuse)?,
                base: *library.get::<*mut u64>("pikse_base").map_err(refuse)?,
                length: *library.get::<*mut u64>("pikse_length").map_err(refuse)?,
                hook: *library.get::<*mut Option<Hook>>("pikse_hook").map_err(refuse)?,
                _library: library,
            })
        }
    }

    /// Tells the library where the candidate's memory is, and whom to call.
    pub(crate) fn connect(&mut self, memory: &mut [u8], hook: Hook) {
        // SAFETY: the variables live as long as the library, and nothing runs in it now.
        unsafe {
            *self.base = memory.as_mut_ptr() as u64;
            *self.length = memory.len() as u64;
            *self.hook = Some(hook);
        }
    }

    /// Runs the predicate on the object at the beginning of the candidate's memory.
    pub(crate) fn run(&self, root: *mut u8) -> bool {
        // SAFETY: the entry is a function of one pointer that gives a bool. What it
        // does with the pointer is the user's affair, as in every run of their code.
        let verdict = unsafe { (self.entry)(root) };
        verdict & 1 == 1
    }
}

/// Whether the program calls C++'s library.
fn needs_cpp(program: &Program<'_>) -> bool {
    program.external().any(|function| function.get_name().to_bytes().starts_with(b"_Z"))
}
