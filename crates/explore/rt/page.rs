//! The page of a run: found before anything of the program runs.

use super::layout::{FILES, FIRST_INPUT, INPUTS, MEMORY, VARIABLE};
use super::system;

/// A page for programs that run without a replayer: it has no inputs.
static mut NOBODYS: [u64; FIRST_INPUT / 8] = [0; FIRST_INPUT / 8];

/// `_IONBF`.
const UNBUFFERED: i32 = 2;

static mut PAGE: *mut u8 = (&raw mut NOBODYS).cast();

unsafe extern "C" {
    static mut environ: *mut *mut u8;
    static mut stdout: *mut u8;
    fn setvbuf(stream: *mut u8, buffer: *mut u8, mode: i32, size: usize) -> i32;
}

/// Runs before the constructors of the program.
#[used]
#[unsafe(link_section = ".init_array.00000")]
static FIRST: unsafe extern "C" fn() = begin;

unsafe extern "C" fn begin() {
    // SAFETY: the C library has set the environment: a list that ends with null, of texts that
    // end with a zero byte.
    unsafe {
        let mut at = environ;
        while !at.is_null() && !(*at).is_null() {
            if let Some(path) = path_in(*at) {
                let page = system::map(path);
                if !page.is_null() {
                    PAGE = page;
                    system::reset_signals();
                    system::become_user();
                    system::confine();
                }
                // The program does not see it.
                while !(*at).is_null() {
                    *at = *at.add(1);
                    at = at.add(1);
                }
                break;
            }
            at = at.add(1);
        }
        // The symbolic machine writes at once. A buffer would be lost if the program ends without `exit`,
        // and change the order of what is written with and without it.
        setvbuf(stdout, core::ptr::null_mut(), UNBUFFERED, 0);
        system::limit(system::CORE, 0);
        system::limit(system::DESCRIPTORS, 1024);
        if get(MEMORY) > 0 {
            system::limit(system::ADDRESS_SPACE, get(MEMORY));
        }
        if get(FILES) > 0 {
            system::limit(system::FILE_SIZE, get(FILES));
        }
    }
}

/// The value of a variable of the environment, if it is the one.
unsafe fn path_in(text: *const u8) -> Option<*const u8> {
    let name = VARIABLE.as_bytes();
    let mut at = 0;
    while at < name.len() {
        // SAFETY: the text ends with a zero byte, which is in no name.
        if unsafe { *text.add(at) != *name.as_ptr().add(at) } {
            return None;
        }
        at += 1;
    }
    // SAFETY: as above.
    unsafe { if *text.add(at) == b'=' { Some(text.add(at + 1)) } else { None } }
}

/// A number of the page.
pub(crate) unsafe fn get(offset: usize) -> u64 {
    // SAFETY: offsets are those of the layout, and pages have that size.
    unsafe { PAGE.add(offset).cast::<u64>().read() }
}

/// Sets a number of the page.
pub(crate) unsafe fn set(offset: usize, number: u64) {
    // SAFETY: as above.
    unsafe { PAGE.add(offset).cast::<u64>().write(number) }
}

/// The page from an offset on.
pub(crate) unsafe fn at(offset: usize) -> *mut u8 {
    // SAFETY: as above.
    unsafe { PAGE.add(offset) }
}

/// An input of the test.
#[derive(Clone, Copy)]
pub(crate) struct Input {
    at: usize,
}

impl Input {
    /// The first one whose name fits and that was not used; it is used now.
    pub(crate) unsafe fn take(name: *const u8) -> Option<Input> {
        // SAFETY: the name ends with a zero byte.
        unsafe { Self::find(name, true) }
    }

    /// The same, but one that has this very name.
    pub(crate) unsafe fn take_only(name: *const u8) -> Option<Input> {
        // SAFETY: the name ends with a zero byte.
        unsafe { Self::find(name, false) }
    }

    unsafe fn find(name: *const u8, numbered: bool) -> Option<Input> {
        // SAFETY: the replayer wrote as many inputs as the page says.
        unsafe {
            let mut input = Input { at: FIRST_INPUT };
            let mut left = get(INPUTS);
            while left > 0 {
                if get(input.at) == 0 && input.is_called(name, numbered) {
                    set(input.at, 1);
                    return Some(input);
                }
                let end = input.at + 24 + input.name_size() + input.size();
                input = Input { at: end.next_multiple_of(8) };
                left -= 1;
            }
            None
        }
    }

    unsafe fn name_size(self) -> usize {
        // SAFETY: an input of the page.
        unsafe { get(self.at + 8) as usize }
    }

    /// How many bytes it has.
    pub(crate) unsafe fn size(self) -> usize {
        // SAFETY: an input of the page.
        unsafe { get(self.at + 16) as usize }
    }

    /// Its bytes.
    pub(crate) unsafe fn bytes(self) -> *const u8 {
        // SAFETY: an input of the page.
        unsafe { at(self.at + 24 + self.name_size()) }
    }

    /// Whether it has the name, or the name with `_` and a number if that is allowed: so the second
    /// input of a name is called.
    unsafe fn is_called(self, name: *const u8, numbered: bool) -> bool {
        // SAFETY: an input of the page; the name ends with a zero byte.
        unsafe {
            let (own, size) = (at(self.at + 24), self.name_size());
            let mut same = 0;
            while same < size && *name.add(same) != 0 && *name.add(same) == *own.add(same) {
                same += 1;
            }
            if *name.add(same) != 0 {
                return false;
            }
            if same == size {
                return true;
            }
            if !numbered || *own.add(same) != b'_' || same + 1 == size {
                return false;
            }
            let mut digit = same + 1;
            while digit < size {
                if !(*own.add(digit)).is_ascii_digit() {
                    return false;
                }
                digit += 1;
            }
            true
        }
    }
}
