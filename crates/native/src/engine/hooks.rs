//! The functions that the program's hooks call, on the program's stack.
#![expect(unsafe_code, reason = "works on the predicate's memory")]

use super::broken::Broken;
use super::containers;
use super::control::{control_at, present_host};
use super::host::{DecideAll, Decider, Flow, Host, LEFT, StoppedAt};
use super::switch;

/// The first read of something, from the hook.
pub(super) unsafe extern "C" fn first_read(
    address: u64,
    bytes: u64,
    decide: Option<DecideAll>,
    needed: *const u8,
    stack: u64,
) {
    // SAFETY: the hook runs on the predicate's stack, in its slot.
    let host = unsafe { (*control_at(stack)).host };
    // SAFETY: nothing else uses the host while the hook runs, and nothing here has to be dropped.
    unsafe {
        if (*host).has_containers {
            (*(*host).control).again = 0;
            if (*host).is_stack_short(stack) {
                (*host).broken.get_or_insert(Broken::StackOverflow);
                switch::leave((*host).control, LEFT)
            }
            containers::touch(host, address, bytes, stack);
            // The functions that make containers may have gone back to a checkpoint.
            (*(*host).control).again = 0;
        }
    }
    // SAFETY: as above.
    let host = unsafe { &mut *host };
    if let Some(checking) = &mut host.checking {
        let memory = (&host.heap, &host.layout);
        let Some(broken) = checking.judge(address, bytes, false, memory) else { return };
        host.broken.get_or_insert(broken);
        // SAFETY: the hook has left its registers there.
        unsafe {
            let at = |offset| *((stack + offset) as *const u64);
            // The call of the hook is right before its return address.
            host.stopped_at = StoppedAt { code: at(120) - 1, frame: at(40) };
            switch::leave(host.control, LEFT)
        }
    }
    let decide = decide.map(|all| Decider { all, needed });
    if host.read(address, bytes, decide, stack) == Flow::End {
        // SAFETY: nothing here has to be dropped.
        unsafe { switch::leave(host.control, LEFT) }
    }
}

/// A write that the program could not log itself, from the hook.
pub(super) unsafe extern "C" fn before_write(address: u64, bytes: u64, code: u64, frame: u64) {
    // SAFETY: the hook runs on the predicate's stack, and nothing here has to be dropped.
    let host = unsafe {
        let host: *mut Host = present_host();
        if (*host).has_containers && (*host).checking.is_some() {
            containers::touch(host, address, bytes, 0);
        }
        &mut *host
    };
    if let Err(broken) = host.before_write(address, bytes) {
        host.broken.get_or_insert(broken);
        // The call of the hook is right before its return address.
        host.stopped_at = StoppedAt { code: code - 1, frame };
        // SAFETY: nothing here has to be dropped.
        unsafe { switch::leave(host.control, LEFT) }
    }
}

/// A copy of code under test, from the hook.
pub(super) unsafe extern "C" fn before_copy(to: u64, from: u64, bytes: u64, code: u64, frame: u64) {
    // SAFETY: as in `before_write`.
    let host = unsafe {
        let host: *mut Host = present_host();
        if (*host).has_containers {
            containers::touch(host, from, bytes, 0);
            containers::touch(host, to, bytes, 0);
        }
        &mut *host
    };
    if let Err(broken) = host.copy(to, from, bytes) {
        host.broken.get_or_insert(broken);
        host.stopped_at = StoppedAt { code: code - 1, frame };
        // SAFETY: nothing here has to be dropped.
        unsafe { switch::leave(host.control, LEFT) }
    }
}
