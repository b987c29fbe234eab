//! The part of a brute-force program that all subjects share: rows of choices, and a heap that
//! knows what is freed twice and what is never freed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// A row of choices, each with how many there are.
#[derive(Default)]
pub struct Choices {
    row: Vec<(i64, i64)>,
    next: usize,
    /// How many objects were made.
    pub objects: u32,
}

impl Choices {
    /// A number of a range, both ends included. Of an empty range it is the first.
    pub fn range(&mut self, first: i64, last: i64) -> i64 {
        if self.next == self.row.len() {
            self.row.push((0, (last - first + 1).max(1)));
        }
        self.next += 1;
        first + self.row[self.next - 1].0
    }

    pub fn flip(&mut self) -> bool {
        self.range(0, 1) == 1
    }

    /// Another object, if `left` are left and there should be one.
    pub fn object(&mut self, left: &mut i64) -> bool {
        if *left == 0 || !self.flip() {
            return false;
        }
        *left -= 1;
        self.objects += 1;
        true
    }

    /// Begins again: the same choices as far as they go.
    pub fn rewind(&mut self) {
        self.next = 0;
        self.objects = 0;
    }

    /// The next row; false after the last.
    fn advance(&mut self) -> bool {
        self.row.truncate(self.next);
        while let Some((choice, count)) = self.row.pop() {
            if choice + 1 < count {
                self.row.push((choice + 1, count));
                self.rewind();
                return true;
            }
        }
        false
    }
}

unsafe extern "C" {
    fn setrlimit(resource: i32, limit: &[u64; 2]) -> i32;
}

const RLIMIT_CPU: i32 = 0;

/// How long a program may compute.
const SECONDS: u64 = 10;

/// What became of a candidate.
pub enum Outcome {
    NoInput,
    Passed,
    /// What did not hold.
    Failed(&'static str),
}

/// Runs every candidate, and prints how many inputs there are and each failure with the number
/// of objects of its input.
pub fn run(mut one: impl FnMut(&mut Choices) -> Outcome) {
    panic::set_hook(Box::new(|_| {}));
    let limit = [SECONDS, SECONDS];
    // SAFETY: The limit is two numbers. An endless loop ends the program.
    unsafe { setrlimit(RLIMIT_CPU, &limit) };
    let mut choices = Choices { row: Vec::with_capacity(1000), ..Choices::default() };
    let mut inputs = 0;
    loop {
        let freed_before = BAD_FREES.load(Ordering::Relaxed);
        let live = LIVE.load(Ordering::Relaxed);
        let outcome = panic::catch_unwind(panic::AssertUnwindSafe(|| one(&mut choices)));
        let is_leak = LIVE.load(Ordering::Relaxed) > live;
        let failure = match outcome {
            Ok(Outcome::NoInput) => None,
            Err(_) => Some("panic"),
            _ if BAD_FREES.load(Ordering::Relaxed) != freed_before => Some("bad free"),
            Ok(Outcome::Failed(what)) => Some(what),
            Ok(Outcome::Passed) if is_leak => Some("leak"),
            Ok(Outcome::Passed) => {
                inputs += 1;
                None
            }
        };
        if let Some(failure) = failure {
            inputs += 1;
            println!("fails {} {failure}", choices.objects);
        }
        release();
        if !choices.advance() {
            break;
        }
    }
    println!("inputs {inputs}");
}

/// A heap in which what is freed stays freed until the candidate is done with.
struct Heap;

/// What is before each block, in as many bytes as no alignment exceeds.
struct Head {
    is_used: bool,
    layout: Layout,
    freed_before: *mut Head,
}

const HEAD: usize = 64;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static BAD_FREES: AtomicUsize = AtomicUsize::new(0);
/// The block that was freed last.
static FREED: AtomicPtr<Head> = AtomicPtr::new(ptr::null_mut());

#[global_allocator]
static HEAP: Heap = Heap;

// SAFETY: Blocks come from the heap of the system, with room for a head before each.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Ok(layout) = Layout::from_size_align(layout.size() + HEAD, HEAD) else {
            return ptr::null_mut();
        };
        LIVE.fetch_add(1, Ordering::Relaxed);
        // SAFETY: The layout is not empty, and the head fits into the block.
        unsafe {
            let block = System.alloc(layout);
            let head = Head { is_used: true, layout, freed_before: ptr::null_mut() };
            block.cast::<Head>().write(head);
            block.add(HEAD)
        }
    }

    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        // SAFETY: The head was written when the block was handed out.
        let head = unsafe { &mut *address.sub(HEAD).cast::<Head>() };
        if !head.is_used {
            BAD_FREES.fetch_add(1, Ordering::Relaxed);
            return;
        }
        LIVE.fetch_sub(1, Ordering::Relaxed);
        head.is_used = false;
        head.freed_before = FREED.load(Ordering::Relaxed);
        FREED.store(head, Ordering::Relaxed);
        // SAFETY: The block is as long. What is read there later is no good address.
        unsafe { address.write_bytes(0xfb, layout.size()) };
    }
}

/// Gives back what was freed.
fn release() {
    let mut at = FREED.swap(ptr::null_mut(), Ordering::Relaxed);
    while !at.is_null() {
        // SAFETY: The block was freed once, and nothing of the candidate is used any more.
        unsafe {
            let Head { layout, freed_before, .. } = at.read();
            System.dealloc(at.cast(), layout);
            at = freed_before;
        }
    }
}
