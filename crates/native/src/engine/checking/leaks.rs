//! Leaks: which objects and blocks the input, globals and results still lead to.

use super::super::heap::Heap;
use super::{Block, Checking, GRANULE, Place};
use crate::candidate::LINE;

/// The number of bytes that are compared at a time: one number has a bit for each half of
/// their words.
const PIECE: usize = 256;
/// The bits of the first halves.
const FIRST_HALVES: u64 = u64::MAX / 3;

impl Checking {
    /// Finds the objects that can be reached from the input's arguments before a run. The
    /// input must be in memory.
    pub(crate) fn mark_before(&mut self) {
        self.before.fill(false);
        std::mem::swap(&mut self.before, &mut self.after);
        self.mark_from_root();
        std::mem::swap(&mut self.before, &mut self.after);
    }

    /// The number of objects that could be reached before, without the input's root.
    pub(crate) fn reached_before(&self) -> u32 {
        let objects = &self.before[..self.objects()];
        objects.iter().skip(1).filter(|&&reached| reached).count() as u32
    }

    /// The number of leaked objects and blocks: not freed, and no longer reachable. `globals`
    /// are scanned only if there seem to be leaks.
    pub(crate) fn leaks(&mut self, heap: &Heap, globals: &[(u64, u64)]) -> (u32, u32) {
        self.after.fill(false);
        self.blocks.iter_mut().for_each(|block| block.is_marked = false);
        self.mark_from_root();
        let mut lost = self.lost(heap);
        if lost != (0, 0) {
            self.pending.extend_from_slice(globals);
            self.mark();
            lost = self.lost(heap);
        }
        lost
    }

    /// Whether the changes of the input, whose memory was `image` before, show that nothing is
    /// leaked: no pointer to an object was overwritten, and every allocated block can be reached
    /// from a change. Most runs end like this, and the test is cheap.
    #[inline(always)]
    pub(crate) fn loses_nothing(&mut self, image: &[u8], heap: &Heap) -> bool {
        self.blocks.iter_mut().for_each(|block| block.is_marked = false);
        for start in (0..image.len()).step_by(PIECE) {
            let piece = &image[start..image.len().min(start + PIECE)];
            // SAFETY: the input's memory is as long as its image.
            let halves = unsafe { changed_halves(piece, self.base + start as u64) };
            let mut changed = (halves | halves >> 1) & FIRST_HALVES;
            while changed != 0 {
                let at = start + changed.trailing_zeros() as usize * 4;
                changed &= changed - 1;
                let object = self.granules[at / GRANULE as usize] as usize;
                if object == 0 || !self.before[object - 1] {
                    continue;
                }
                // SAFETY: as above.
                let (old, new) = unsafe {
                    let old = image.as_ptr().add(at).cast::<u64>().read_unaligned();
                    (old, *((self.base + at as u64) as *const u64))
                };
                if old.wrapping_sub(self.base) < self.length {
                    return false;
                }
                self.mark_block(new);
            }
        }
        while let Some((start, end)) = self.pending.pop() {
            for at in (start..end - end % 8).step_by(8) {
                // SAFETY: blocks are aligned, and that long.
                self.mark_block(unsafe { *(at as *const u64) });
            }
        }
        self.blocks.iter().all(|block| block.is_marked || heap.size(block.start).is_err())
    }

    pub(super) fn lost(&self, heap: &Heap) -> (u32, u32) {
        let is_lost = |number: usize| self.is_lost(number);
        let objects = (0..self.objects()).filter(|&number| is_lost(number)).count() as u32;
        let buffers = self.objects()..self.places.len();
        let buffers = buffers.filter(|&at| is_lost(at) && !self.places[at].is_static).count();
        let is_live = |block: &&Block| !block.is_marked && heap.size(block.start).is_ok();
        (objects, self.blocks.iter().filter(is_live).count() as u32 + buffers as u32)
    }

    /// Whether an object of the input could be reached before, cannot be reached now, and
    /// was not freed. After [`Checking::leaks`].
    pub(crate) fn is_lost(&self, number: usize) -> bool {
        self.before[number] && !self.after[number] && !self.is_freed(number)
    }

    /// The number of objects of the input; the places after them are buffers.
    pub(super) fn objects(&self) -> usize {
        self.bounds.space.objects().len()
    }

    pub(crate) fn was_reached(&self, number: usize) -> bool {
        self.before[number]
    }

    pub(crate) fn is_freed(&self, number: usize) -> bool {
        self.freed.contains(&(self.base + self.places[number].start))
    }

    pub(super) fn mark_from_root(&mut self) {
        self.after[0] = true;
        self.pending.push((self.base, self.base + self.places[0].size));
        self.mark();
    }

    /// Marks everything that can be reached from the pending ranges.
    pub(super) fn mark(&mut self) {
        while let Some((start, end)) = self.pending.pop() {
            let mut at = start.next_multiple_of(8);
            while at + 8 <= end {
                // SAFETY: ranges are of objects, of blocks and of the program's globals.
                let word = unsafe { *(at as *const u64) };
                at += 8;
                if word.wrapping_sub(self.base) < self.length {
                    self.mark_object(word);
                } else if let Some(first) = self.blocks.first()
                    && word >= first.start
                {
                    self.mark_block(word);
                }
            }
        }
    }

    pub(super) fn mark_object(&mut self, address: u64) {
        if let Some(number) = self.number_at(address)
            && !self.after[number]
        {
            self.after[number] = true;
            let Place { start, size, .. } = self.places[number];
            if !self.is_freed(number) {
                self.pending.push((self.base + start, self.base + start + size));
                // A container that is not made yet owns what is in its contents.
                for &(object, start, end, is_made) in &self.contents {
                    if object == number && !is_made {
                        self.pending.push((self.base + start, self.base + end));
                    }
                }
            }
        }
    }

    pub(super) fn mark_block(&mut self, address: u64) {
        let at = self.blocks.partition_point(|block| block.start <= address);
        if let Some(block) = at.checked_sub(1).map(|at| &mut self.blocks[at])
            && address < block.start + block.size
            && !block.is_marked
        {
            block.is_marked = true;
            self.pending.push((block.start, block.start + block.size));
        }
    }
}

/// Which halves of words of an image, of up to [`PIECE`] bytes and whole lines, differ from
/// memory. The result is hard to predict, so there are no branches on it here.
#[inline(always)]
unsafe fn changed_halves(image: &[u8], memory: u64) -> u64 {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16,
        _mm_packs_epi32,
    };
    let mut same = 0;
    for (line, old) in image.as_chunks::<LINE>().0.iter().enumerate() {
        // SAFETY: the caller guarantees the memory; every x86-64 has these instructions.
        let equal = unsafe {
            let (old, new) = (old.as_ptr(), (memory as *const u8).add(line * LINE));
            let [a, b, c, d] = [0, 16, 32, 48].map(|at| {
                let old = _mm_loadu_si128(old.add(at).cast::<__m128i>());
                _mm_cmpeq_epi32(old, _mm_loadu_si128(new.add(at).cast::<__m128i>()))
            });
            let (first, last) = (_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
            _mm_movemask_epi8(_mm_packs_epi16(first, last))
        };
        same |= (equal as u64) << (line * LINE / 4);
    }
    !same & u64::MAX >> (64 - image.len() / 4)
}
