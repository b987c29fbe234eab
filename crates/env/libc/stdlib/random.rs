//! Random numbers that are the same in every run.

use core::ffi::{c_int, c_long, c_uint};

use super::super::machine::pikse_vm_note;

/// The words of glibc's generator for `rand` and `random`.
pub const WORDS: usize = 31;
/// The distance of the two words that are added.
const DISTANCE: usize = 3;

/// The state of `rand` and `random`. The words are made when the first number is wanted.
pub struct Sequence {
    seed: c_uint,
    is_made: bool,
    words: [u32; WORDS],
    at: usize,
    /// If the program has a state of its own: its next number, and how it gets a seed.
    next: Option<unsafe fn() -> u32>,
    start: Option<unsafe fn(c_uint)>,
}

pub static mut SEQUENCE: Sequence =
    Sequence { seed: 1, is_made: false, words: [0; WORDS], at: 0, next: None, start: None };
/// The state of `drand48` and similar functions: 48 bits, the factor, and what is added.
static mut BITS: u64 = 0;
static mut FACTOR: u64 = 0x5_deec_e66d;
static mut ADDED: u64 = 11;
/// The state of the system's random numbers.
static mut SYSTEM: u64 = 0x9e37_79b9_7f4a_7c15;
/// Whether the result already has the note.
static mut NOTED: bool = false;

/// The next 31 bits of the system's numbers: the high bits of a linear congruential generator.
unsafe fn next(state: *mut u64) -> u32 {
    *state =
        (*state).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as u32
}

/// The next number: the sum of two earlier ones.
unsafe fn step(state: *mut Sequence) -> u32 {
    let words = (&raw mut (*state).words).cast::<u32>();
    let at = (*state).at;
    let front = if at + DISTANCE < WORDS { at + DISTANCE } else { at + DISTANCE - WORDS };
    let front = words.add(front);
    *front = (*front).wrapping_add(*words.add(at));
    (*state).at = if at + 1 == WORDS { 0 } else { at + 1 };
    *front >> 1
}

/// Makes the words of a seed.
unsafe fn make(state: *mut Sequence) {
    let words = (&raw mut (*state).words).cast::<u32>();
    let seed = if (*state).seed == 0 { 1 } else { (*state).seed };
    let (mut word, mut at) = (i64::from(seed as c_int), 0);
    while at < WORDS {
        *words.add(at) = word as u32;
        word = 16807 * (word % 127_773) - 2836 * (word / 127_773);
        if word < 0 {
            word += 2_147_483_647;
        }
        at += 1;
    }
    (*state).at = 0;
    let mut round = 0;
    while round < 10 * WORDS {
        step(state);
        round += 1;
    }
}

/// The words of a sequence and its position, for a state of the program's own.
pub unsafe fn made(state: *mut Sequence) -> (*mut u32, usize) {
    if !(*state).is_made {
        (*state).is_made = true;
        make(state);
    }
    ((&raw mut (*state).words).cast(), (*state).at)
}

/// Numbers come from elsewhere from here on.
pub unsafe fn next_of(state: *mut Sequence, next: unsafe fn() -> u32) {
    (*state).next = Some(next);
}

/// Seeds go elsewhere from here on.
pub unsafe fn with_seed(state: *mut Sequence, start: unsafe fn(c_uint)) {
    (*state).start = Some(start);
}

/// glibc's next number.
unsafe fn random() -> u32 {
    let state = &raw mut SEQUENCE;
    if let Some(next) = (*state).next {
        return next();
    }
    made(state);
    step(state)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rand() -> c_int {
    random() as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_srand(seed: c_uint) {
    let state = &raw mut SEQUENCE;
    if let Some(start) = (*state).start {
        start(seed);
        return;
    }
    SEQUENCE.seed = seed;
    SEQUENCE.is_made = false;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rand_r(seed: *mut c_uint) -> c_int {
    let mut state = *seed;
    let mut bits = || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        state >> 16
    };
    let first = bits() & 0x7ff;
    let second = bits() & 0x3ff;
    let value = (first << 10 ^ second) << 10 ^ bits() & 0x3ff;
    *seed = state;
    value as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_random() -> c_long {
    c_long::from(random())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_srandom(seed: c_uint) {
    pikse_libc_srand(seed);
}

/// The next state of a generator of 48 bits.
unsafe fn step48(state: u64) -> u64 {
    state.wrapping_mul(FACTOR).wrapping_add(ADDED) & 0xffff_ffff_ffff
}

/// The next state of the program's generator.
unsafe fn own48() -> u64 {
    BITS = step48(BITS);
    BITS
}

/// The next state of a generator whose state the caller has.
unsafe fn given48(state: *mut [u16; 3]) -> u64 {
    let [low, middle, high] = *state;
    let next = step48(u64::from(high) << 32 | u64::from(middle) << 16 | u64::from(low));
    *state = [next as u16, (next >> 16) as u16, (next >> 32) as u16];
    next
}

fn fraction(state: u64) -> f64 {
    // One with these bits after the point.
    f64::from_bits(0x3ff << 52 | state << 4) - 1.0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lrand48() -> c_long {
    (own48() >> 17) as c_long
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mrand48() -> c_long {
    c_long::from((own48() >> 16) as c_int)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_drand48() -> f64 {
    fraction(own48())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_nrand48(state: *mut [u16; 3]) -> c_long {
    (given48(state) >> 17) as c_long
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_jrand48(state: *mut [u16; 3]) -> c_long {
    c_long::from((given48(state) >> 16) as c_int)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_erand48(state: *mut [u16; 3]) -> f64 {
    fraction(given48(state))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_srand48(seed: c_long) {
    BITS = (seed as u64 & 0xffff_ffff) << 16 | 0x330e;
    (FACTOR, ADDED) = (0x5_deec_e66d, 11);
}

fn parts48(of: u64) -> [u16; 3] {
    [of as u16, (of >> 16) as u16, (of >> 32) as u16]
}

fn whole48(low: u16, middle: u16, high: u16) -> u64 {
    u64::from(high) << 32 | u64::from(middle) << 16 | u64::from(low)
}

/// Returns the state before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_seed48(seed: *const [u16; 3]) -> *mut [u16; 3] {
    static mut OLD: [u16; 3] = [0; 3];
    OLD = parts48(BITS);
    let [low, middle, high] = *seed;
    BITS = whole48(low, middle, high);
    (FACTOR, ADDED) = (0x5_deec_e66d, 11);
    &raw mut OLD
}

/// The state, the factor, and what is added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lcong48(of: *const [u16; 7]) {
    let [x0, x1, x2, a0, a1, a2, c] = *of;
    BITS = whole48(x0, x1, x2);
    (FACTOR, ADDED) = (whole48(a0, a1, a2), u64::from(c));
}

/// Fills memory with the system's random numbers.
pub unsafe fn fill(to: *mut u8, n: usize) {
    let mut at = 0;
    while at < n {
        *to.add(at) = (next(&raw mut SYSTEM) >> 11) as u8;
        at += 1;
    }
}

/// Adds a note once: a program that asks the system for randomness always gets the same numbers.
unsafe fn note() {
    if !NOTED {
        NOTED = true;
        pikse_vm_note(c"the system's random numbers are the same in every run".as_ptr());
    }
}

/// For randomness that need not be secure, like the keys of a hash table.
const GRND_INSECURE: c_uint = 4;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getrandom(to: *mut u8, n: usize, flags: c_uint) -> isize {
    if flags & GRND_INSECURE == 0 {
        note();
    }
    fill(to, n);
    n as isize
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getentropy(to: *mut u8, n: usize) -> c_int {
    note();
    fill(to, n);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_arc4random() -> c_uint {
    note();
    next(&raw mut SYSTEM) << 1 ^ next(&raw mut SYSTEM)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_arc4random_buf(to: *mut u8, n: usize) {
    note();
    fill(to, n);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_arc4random_uniform(limit: c_uint) -> c_uint {
    pikse_libc_arc4random().checked_rem(limit).unwrap_or(0)
}
