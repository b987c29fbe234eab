//! Threads of native runs, which take turns as in the symbolic machine.
//!
//! The models decide which thread runs (`crates/env/libc/threads`). Here each is a real thread, so that
//! it has a stack and thread-local variables of its own; but only the one whose turn it is runs, and the
//! others wait. So a native run has the schedule of the path that it repeats.

use core::ffi::c_int;

use super::system;

/// The most threads, as in the models.
const MOST: usize = 1000;
/// A page for each thread would be too little, and the usual stack is more than it may have.
const STACK: usize = 1 << 20;

/// Whether it is a thread's turn.
static mut TURNS: [u32; MOST] = [0; MOST];
/// How each thread begins.
static mut BEGIN: [Option<Begin>; MOST] = [None; MOST];
static mut COUNT: usize = 1;
static mut NOW: usize = 0;

#[derive(Clone, Copy)]
struct Begin {
    function: unsafe extern "C" fn(*mut u8),
    argument: *mut u8,
}

/// `pthread_attr_t`.
#[repr(C, align(8))]
struct Attributes([u8; 56]);

unsafe extern "C" {
    fn pthread_attr_init(attributes: *mut Attributes) -> c_int;
    fn pthread_attr_setstacksize(attributes: *mut Attributes, size: usize) -> c_int;
    fn pthread_create(
        to: *mut usize,
        attributes: *const Attributes,
        start: unsafe extern "C" fn(*mut u8) -> *mut u8,
        argument: *mut u8,
    ) -> c_int;
}

fn turn(of: usize) -> *mut u32 {
    // SAFETY: there are never more threads.
    unsafe { (&raw mut TURNS).cast::<u32>().add(of) }
}

/// Waits for the turn of a thread, and takes it.
fn wait(own: usize) {
    // SAFETY: the word is there for ever; the others change it before they wake this thread.
    unsafe {
        while turn(own).read_volatile() == 0 {
            system::wait_while(turn(own), 0);
        }
        turn(own).write_volatile(0);
    }
}

unsafe extern "C" fn start(own: *mut u8) -> *mut u8 {
    wait(own as usize);
    // SAFETY: it was set when the thread was made.
    unsafe {
        if let Some(Begin { function, argument }) =
            *(&raw const BEGIN).cast::<Option<Begin>>().add(own as usize)
        {
            function(argument);
        }
    }
    core::ptr::null_mut()
}

/// A new thread, which waits for its turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_thread(
    function: unsafe extern "C" fn(*mut u8),
    argument: *mut u8,
) -> usize {
    // SAFETY: only one thread runs at a time; the structures are those of the C library.
    unsafe {
        let own = COUNT;
        if own >= MOST {
            return 0;
        }
        *(&raw mut BEGIN).cast::<Option<Begin>>().add(own) = Some(Begin { function, argument });
        let mut attributes = Attributes([0; 56]);
        let (mut thread, attributes) = (0, &raw mut attributes);
        pthread_attr_init(attributes);
        pthread_attr_setstacksize(attributes, STACK);
        if pthread_create(&raw mut thread, attributes, start, own as *mut u8) != 0 {
            return 0;
        }
        COUNT = own + 1;
        own
    }
}

/// Gives the turn to another thread. The current one waits until it has it again, unless it has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_vm_switch(to: usize, has_ended: c_int) {
    // SAFETY: only one thread runs at a time, up to the change of the turn.
    unsafe {
        let own = NOW;
        NOW = to;
        turn(to).write_volatile(1);
        system::wake(turn(to));
        if has_ended != 0 {
            system::end_thread();
        }
        wait(own);
    }
}
