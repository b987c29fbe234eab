//! All decimal digits of a double, and rounding them.

/// Room for all digits of a double, at most 767, and of a `long double` in its range, at most 779. They
/// come nine at a time.
const ROOM: usize = 1152;
const BILLION: u64 = 1_000_000_000;

/// `0.d1 d2 d3 … * 10^point`, exactly. There are no leading zeros; zero has no digits.
pub struct Digits {
    digits: [u8; ROOM],
    count: usize,
    pub point: i32,
}

impl Digits {
    /// The digits of `mantissa * 2^exponent`, which is in the range of a double.
    pub fn new(mantissa: u64, exponent: i32) -> Self {
        let mut all = Digits { digits: [0; ROOM], count: 0, point: 0 };
        if mantissa == 0 {
            all.point = 1;
        } else if exponent >= 0 {
            all.whole(mantissa, exponent as usize);
        } else {
            let shift = exponent.unsigned_abs() as usize;
            let (whole, rest) = match shift {
                0..64 => (mantissa >> shift, mantissa & ((1 << shift) - 1)),
                _ => (0, mantissa),
            };
            all.chunk(whole / BILLION / BILLION);
            all.chunk(whole / BILLION % BILLION);
            all.chunk(whole % BILLION);
            all.point = all.count as i32;
            all.fraction(rest, shift);
        }
        all
    }

    /// How many digits there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The digit at an index; 0 after the last one and before the first.
    pub fn at(&self, place: i32) -> u8 {
        match self.digits.get(place as usize) {
            Some(digit) if (place as usize) < self.count => *digit,
            _ => 0,
        }
    }

    fn push(&mut self, digit: u8) {
        if let Some(place) = self.digits.get_mut(self.count) {
            *place = digit;
            self.count += 1;
        }
    }

    /// Nine more digits, without leading zeros.
    fn chunk(&mut self, value: u64) {
        let mut unit = BILLION / 10;
        while unit > 0 {
            let digit = (value / unit % 10) as u8;
            if self.count > 0 || digit > 0 {
                self.push(digit);
            }
            unit /= 10;
        }
    }

    /// The digits of `mantissa << shift`.
    fn whole(&mut self, mantissa: u64, shift: usize) {
        let mut limbs = [0u32; 36];
        spread(&mut limbs, mantissa, shift);
        let mut chunks = [0u32; 40];
        let mut count = 0;
        let mut top = limbs.len();
        while top > 0 {
            let mut rest = 0u64;
            for limb in limbs.iter_mut().take(top).rev() {
                let value = rest << 32 | u64::from(*limb);
                *limb = (value / BILLION) as u32;
                rest = value % BILLION;
            }
            if let Some(place) = chunks.get_mut(count) {
                *place = rest as u32;
                count += 1;
            }
            while top > 0 && limbs.get(top - 1).is_none_or(|limb| *limb == 0) {
                top -= 1;
            }
        }
        for chunk in chunks.iter().take(count).rev() {
            self.chunk(u64::from(*chunk));
        }
        self.point = self.count as i32;
    }

    /// The digits of `rest / 2^shift`, which is less than 1.
    fn fraction(&mut self, rest: u64, shift: usize) {
        let mut limbs = [0u32; 36];
        let used = shift.div_ceil(32);
        spread(&mut limbs, rest, used * 32 - shift);
        loop {
            let mut carry = 0u64;
            let mut left = 0;
            for limb in limbs.iter_mut().take(used) {
                let value = u64::from(*limb) * BILLION + carry;
                *limb = value as u32;
                left |= *limb;
                carry = value >> 32;
            }
            if self.count == 0 {
                // Leading zeros are not digits.
                let before = self.count;
                self.chunk(carry);
                self.point -= 9 - (self.count - before) as i32;
            } else {
                self.chunk(carry);
            }
            if left == 0 {
                return;
            }
        }
    }

    /// Rounds to `keep` digits, to nearest, ties to even.
    pub fn round(&mut self, keep: i32) {
        if keep >= self.count as i32 {
            return;
        }
        let next = self.at(keep);
        let mut beyond = 0;
        let mut at = if keep < 0 { 0 } else { keep + 1 };
        while at < self.count as i32 {
            beyond |= self.at(at);
            at += 1;
        }
        let odd = keep > 0 && self.at(keep - 1) % 2 == 1;
        let up = keep >= 0 && (next > 5 || next == 5 && (beyond > 0 || odd));
        self.count = if keep < 0 { 0 } else { keep as usize };
        if up {
            self.add_one();
        }
        if self.count == 0 {
            self.point = 1;
        }
    }

    /// Adds one to the last digit.
    fn add_one(&mut self) {
        let mut at = self.count;
        while at > 0 {
            at -= 1;
            let Some(digit) = self.digits.get_mut(at) else { return };
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        // All were nines and are zeros now: the result is a one followed by zeros.
        if let Some(first) = self.digits.get_mut(0) {
            *first = 1;
        }
        if self.count == 0 {
            self.count = 1;
        }
        self.point += 1;
    }
}

/// `value << shift` as limbs of 32 bits, the lowest first.
fn spread(limbs: &mut [u32; 36], value: u64, shift: usize) {
    let wide = u128::from(value) << (shift % 32);
    let mut part = 0;
    while part < 4 {
        if let Some(limb) = limbs.get_mut(shift / 32 + part) {
            *limb = (wide >> (32 * part)) as u32;
        }
        part += 1;
    }
}
