//! The call stack of a stopped program.
#![expect(unsafe_code, reason = "walks over the stack of code under test")]

use super::host::StoppedAt;
use super::slot::{STACK_PART, STACK_PART_SIZE};

/// The maximum number of calls in a report.
const MOST_CALLS: usize = 64;

/// The code addresses of the calls of a stopped program, the innermost first, relative to
/// the beginning of the library.
pub(crate) fn addresses(stopped: StoppedAt, base: u64, (image, image_end): (u64, u64)) -> Vec<u64> {
    let stack = base + STACK_PART..base + STACK_PART + STACK_PART_SIZE - 16;
    let (mut code, mut frame) = (stopped.code, stopped.frame);
    let mut found = Vec::new();
    // The address of a fault is exact; the others are return addresses, after a call.
    let mut is_exact = code != 0;
    while found.len() < MOST_CALLS {
        if code != 0 {
            if (image..image_end).contains(&code) {
                found.push(code - image - u64::from(!is_exact));
            } else if !found.is_empty() {
                break;
            }
            is_exact = false;
        }
        if !stack.contains(&frame) || !frame.is_multiple_of(8) {
            break;
        }
        // SAFETY: the stack of the program is mapped where frames can be; a frame begins with
        // the frame of its caller and the return address.
        let (next, back) = unsafe { (*(frame as *const u64), *((frame + 8) as *const u64)) };
        if next != 0 && next <= frame {
            // No frame is below its caller's.
            code = back;
            frame = 0;
            continue;
        }
        (frame, code) = (next, back);
    }
    found
}
