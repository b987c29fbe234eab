//! hand
/// Trail shared by hand-written loops.
struct Hand<const N: usize> {
    value: [u8; N],
    last: [u8; N],
    read: [bool; N],
    trail: [u8; N],
    len: usize,
}
impl<const N: usize> Hand<N> {
    fn new() -> Self {
        Hand { value: [0; N], last: [0; N], read: [false; N], trail: [0; N], len: 0 }
    }
    #[inline(always)]
    fn int(&mut self, f: usize, last: u8) -> u8 {
        if !self.read[f] {
            self.read[f] = true;
            self.last[f] = last;
            self.value[f] = 0;
            self.trail[self.len] = f as u8;
            self.len += 1;
        }
        self.value[f]
    }
    #[inline(always)]
    fn reference(&mut self, f: usize, n: u8, is_ref: impl Fn(u8) -> bool) -> u8 {
        if !self.read[f] {
            let mut max = 0;
            for &g in &self.trail[..self.len] {
                if is_ref(g) && self.value[g as usize] > max {
                    max = self.value[g as usize];
                }
            }
            self.int(f, (max + 1).min(n));
        }
        self.value[f]
    }
    #[inline(always)]
    fn advance(&mut self) -> bool {
        while self.len > 0 {
            let f = self.trail[self.len - 1] as usize;
            if self.value[f] < self.last[f] {
                self.value[f] += 1;
                return true;
            }
            self.read[f] = false;
            self.len -= 1;
        }
        false
    }
}
/// binary trees
pub fn binary_tree(n: usize) -> (u64, u64) {
    // root 0, size 1, left 2+2i, right 3+2i
    let mut h = Hand::<64>::new();
    let (mut explored, mut valid) = (0, 0);
    loop {
        explored += 1;
        let ok = (|| {
            let root = h.reference(0, n as u8, |g| g != 1);
            if root == 0 {
                h.int(1, 0);
                return n == 0;
            }
            let mut visited = 1u32 << root;
            let mut queue = [0u8; 32];
            queue[0] = root;
            let (mut at, mut end) = (0, 1);
            while at < end {
                let c = queue[at] as usize - 1;
                at += 1;
                for side in 0..2 {
                    let child = h.reference(2 + 2 * c + side, n as u8, |g| g != 1);
                    if child != 0 {
                        if visited >> child & 1 == 1 {
                            return false;
                        }
                        visited |= 1 << child;
                        queue[end] = child;
                        end += 1;
                    }
                }
            }
            h.int(1, 0);
            end == n
        })();
        valid += u64::from(ok);
        if !h.advance() {
            return (explored, valid);
        }
    }
}
/// search trees
pub fn search_tree(n: usize) -> (u64, u64) {
    // root 0, size 1, node i: left 2+4i right 3+4i parent 4+4i data 5+4i
    let mut h = Hand::<64>::new();
    let (mut explored, mut valid) = (0, 0);
    let is_ref = |g: u8| g != 1 && (g < 2 || (g - 2) % 4 != 3);
    loop {
        explored += 1;
        let ok = (|| {
            let root = h.reference(0, n as u8, is_ref);
            let mut stack = [(0u8, 0i32, 0i32); 32];
            let mut top = 0;
            let mut visited = 0u32;
            if root != 0 {
                stack[0] = (root, i32::MIN, i32::MAX);
                top = 1;
                visited |= 1 << root;
            }
            while top > 0 {
                top -= 1;
                let (c, min, max) = stack[top];
                let base = 2 + 4 * (c as usize - 1);
                let data = i32::from(h.int(base + 3, n as u8 - 1)) + 1;
                if data < min || data > max {
                    return false;
                }
                for (side, min, max) in [(0, min, data - 1), (1, data + 1, max)] {
                    let child = h.reference(base + side, n as u8, is_ref);
                    if child != 0 {
                        if visited >> child & 1 == 1 {
                            return false;
                        }
                        visited |= 1 << child;
                        if h.reference(2 + 4 * (child as usize - 1) + 2, n as u8, is_ref) != c {
                            return false;
                        }
                        stack[top] = (child, min, max);
                        top += 1;
                    }
                }
            }
            h.int(1, 0);
            visited.count_ones() as usize == n
        })();
        valid += u64::from(ok);
        if !h.advance() {
            return (explored, valid);
        }
    }
}
