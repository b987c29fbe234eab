//! Random numbers whose state the program keeps: `random_r`, `initstate`, `drand48_r` and similar functions.

use core::ffi::{c_char, c_int, c_long, c_uint};
use core::ptr::null_mut;

use super::super::errno;
use super::random::{SEQUENCE, Sequence, WORDS, made, next_of, with_seed};

/// glibc's `struct random_data`.
#[repr(C)]
pub struct Data {
    front: *mut i32,
    rear: *mut i32,
    state: *mut i32,
    kind: c_int,
    degree: c_int,
    distance: c_int,
    end: *mut i32,
}

/// The sizes of states, with the number of words and the distance of the two that are added.
const KINDS: [(usize, usize, usize); 5] =
    [(8, 0, 0), (32, 7, 3), (64, 15, 1), (128, 31, 3), (256, 63, 1)];

fn kind_for(size: usize) -> Option<usize> {
    let mut found = None;
    for (kind, (least, _, _)) in KINDS.iter().enumerate() {
        if size >= *least {
            found = Some(kind);
        }
    }
    found
}

unsafe fn set_up(data: *mut Data, state: *mut i32, kind: usize) {
    let Some(&(_, degree, distance)) = KINDS.get(kind) else { return };
    (*data).kind = kind as c_int;
    (*data).degree = degree as c_int;
    (*data).distance = distance as c_int;
    (*data).state = state;
    (*data).end = state.add(degree);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_srandom_r(seed: c_uint, data: *mut Data) -> c_int {
    if data.is_null() || !(0..5).contains(&(*data).kind) {
        return -1;
    }
    let state = (*data).state;
    let seed = if seed == 0 { 1 } else { seed };
    *state = seed as i32;
    if (*data).kind == 0 {
        return 0;
    }
    let degree = (*data).degree as usize;
    let (mut word, mut at) = (i64::from(seed as i32), 1);
    while at < degree {
        word = 16807 * (word % 127_773) - 2836 * (word / 127_773);
        if word < 0 {
            word += 2_147_483_647;
        }
        *state.add(at) = word as i32;
        at += 1;
    }
    (*data).front = state.add((*data).distance as usize);
    (*data).rear = state;
    let (mut round, mut number) = (0, 0);
    while round < 10 * degree {
        pikse_libc_random_r(data, &raw mut number);
        round += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_initstate_r(
    seed: c_uint,
    memory: *mut c_char,
    size: usize,
    data: *mut Data,
) -> c_int {
    let Some(kind) = kind_for(size).filter(|_| !data.is_null()) else {
        return errno::fail(errno::EINVAL);
    };
    remember(data);
    set_up(data, memory.cast::<i32>().add(1), kind);
    pikse_libc_srandom_r(seed, data);
    *memory.cast::<i32>() = 0;
    remember(data);
    0
}

/// Writes the kind and the position before the words, for `setstate`.
unsafe fn remember(data: *mut Data) {
    let state = (*data).state;
    if !state.is_null() {
        *state.sub(1) = match (*data).kind {
            0 => 0,
            kind => (*data).rear.offset_from(state) as i32 * 5 + kind,
        };
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setstate_r(memory: *mut c_char, data: *mut Data) -> c_int {
    if memory.is_null() || data.is_null() {
        return errno::fail(errno::EINVAL);
    }
    remember(data);
    let state = memory.cast::<i32>().add(1);
    let (kind, rear) = (*state.sub(1) % 5, *state.sub(1) / 5);
    if !(0..5).contains(&kind) {
        return errno::fail(errno::EINVAL);
    }
    set_up(data, state, kind as usize);
    if kind != 0 && (*data).degree > 0 {
        let front = (rear + (*data).distance) % (*data).degree;
        (*data).rear = state.add(rear as usize);
        (*data).front = state.add(front as usize);
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_random_r(data: *mut Data, to: *mut i32) -> c_int {
    if data.is_null() || to.is_null() {
        return errno::fail(errno::EINVAL);
    }
    let state = (*data).state;
    if (*data).kind == 0 {
        let next = (*state as u32).wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
        *state = next as i32;
        *to = next as i32;
        return 0;
    }
    let (front, rear) = ((*data).front, (*data).rear);
    let sum = (*front as u32).wrapping_add(*rear as u32);
    *front = sum as i32;
    *to = (sum >> 1) as i32;
    let next = |at: *mut i32| if at.add(1) >= (*data).end { state } else { at.add(1) };
    ((*data).front, (*data).rear) = (next(front), next(rear));
    0
}

/// The state that `initstate` set, if it did.
static mut OWN: Data = Data {
    front: null_mut(),
    rear: null_mut(),
    state: null_mut(),
    kind: 3,
    degree: WORDS as c_int,
    distance: 3,
    end: null_mut(),
};
/// The words of the state that a program begins with, after its kind.
static mut FIRST: [i32; WORDS + 1] = [0; WORDS + 1];

/// The next number of a state of the program's own.
unsafe fn from_own() -> u32 {
    let mut number = 0;
    pikse_libc_random_r(&raw mut OWN, &raw mut number);
    number as u32
}

unsafe fn seed_own(seed: c_uint) {
    pikse_libc_srandom_r(seed, &raw mut OWN);
}

/// From here on `random` uses a state of the program's own.
unsafe fn begin() {
    if !OWN.state.is_null() {
        return;
    }
    let sequence: *mut Sequence = &raw mut SEQUENCE;
    let words = made(sequence);
    let state = (&raw mut FIRST).cast::<i32>().add(1);
    core::ptr::copy_nonoverlapping(words.0.cast::<i32>(), state, WORDS);
    set_up(&raw mut OWN, state, 3);
    OWN.rear = state.add(words.1);
    OWN.front = state.add((words.1 + 3) % WORDS);
    next_of(sequence, from_own);
    with_seed(sequence, seed_own);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_initstate(
    seed: c_uint,
    memory: *mut c_char,
    size: usize,
) -> *mut c_char {
    begin();
    remember(&raw mut OWN);
    let old = OWN.state.sub(1);
    if pikse_libc_initstate_r(seed, memory, size, &raw mut OWN) < 0 {
        return null_mut();
    }
    old.cast()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setstate(memory: *mut c_char) -> *mut c_char {
    begin();
    remember(&raw mut OWN);
    let old = OWN.state.sub(1);
    if pikse_libc_setstate_r(memory, &raw mut OWN) < 0 { null_mut() } else { old.cast() }
}

/// glibc's `struct drand48_data`.
#[repr(C)]
pub struct Data48 {
    x: [u16; 3],
    old: [u16; 3],
    c: u16,
    is_set: u16,
    a: u64,
}

unsafe fn number(of: [u16; 3]) -> u64 {
    let [low, middle, high] = of;
    u64::from(high) << 32 | u64::from(middle) << 16 | u64::from(low)
}

unsafe fn parts(of: u64) -> [u16; 3] {
    [of as u16, (of >> 16) as u16, (of >> 32) as u16]
}

unsafe fn step(state: *mut [u16; 3], data: *mut Data48) -> u64 {
    if (*data).is_set == 0 {
        ((*data).a, (*data).c, (*data).is_set) = (0x5_deec_e66d, 11, 1);
    }
    let next = number(*state).wrapping_mul((*data).a).wrapping_add(u64::from((*data).c));
    let next = next & 0xffff_ffff_ffff;
    *state = parts(next);
    next
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_srand48_r(seed: c_long, data: *mut Data48) -> c_int {
    (*data).x = [0x330e, seed as u16, (seed >> 16) as u16];
    ((*data).a, (*data).c, (*data).is_set) = (0x5_deec_e66d, 11, 1);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_seed48_r(seed: *const [u16; 3], data: *mut Data48) -> c_int {
    (*data).old = (*data).x;
    (*data).x = *seed;
    ((*data).a, (*data).c, (*data).is_set) = (0x5_deec_e66d, 11, 1);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lcong48_r(of: *const [u16; 7], data: *mut Data48) -> c_int {
    let [x0, x1, x2, a0, a1, a2, c] = *of;
    (*data).x = [x0, x1, x2];
    (*data).a = number([a0, a1, a2]);
    ((*data).c, (*data).is_set) = (c, 1);
    0
}

fn fraction(state: u64) -> f64 {
    f64::from_bits(0x3ff << 52 | state << 4) - 1.0
}

fn positive(state: u64) -> c_long {
    (state >> 17) as c_long
}

fn signed(state: u64) -> c_long {
    c_long::from((state >> 16) as c_int)
}

macro_rules! next {
    ($($given:ident $kept:ident: $of:ty = $how:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $given(
            state: *mut [u16; 3],
            data: *mut Data48,
            to: *mut $of,
        ) -> c_int {
            *to = $how(step(state, data));
            0
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $kept(data: *mut Data48, to: *mut $of) -> c_int {
            $given(&raw mut (*data).x, data, to)
        }
    )*};
}

next! {
    pikse_libc_erand48_r pikse_libc_drand48_r: f64 = fraction;
    pikse_libc_nrand48_r pikse_libc_lrand48_r: c_long = positive;
    pikse_libc_jrand48_r pikse_libc_mrand48_r: c_long = signed;
}
