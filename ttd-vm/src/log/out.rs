//! Writing bytes of the log; `block` has the format.
//!
//! # Why the unsafe code is sound
//!
//! The callers promise room for what they write, and no more is written than is said.

use ttd_core::value::Value;

/// What does not fit into four bits follows as a number.
pub(super) const FAR: u8 = 15;
/// The form of references.
pub(super) const OBJECT: u8 = 15;
/// The most bytes of a register.
pub(super) const REGISTER: usize = 1 + LONGEST + 8;

/// What a moment may count to be written without asking for room: a register is one, and a frame that is pushed two.
pub(super) const SMALL: usize = 64;
/// The most bytes of a moment that counts so much: its flags, five numbers, a pair and the gap at the end are the rest.
pub(super) fn most_bytes(size: usize) -> usize {
    9 * LONGEST + size * REGISTER
}

/// Where the bytes of a moment are written: there must be room for them.
#[derive(Clone, Copy)]
pub(super) struct Out(pub(super) *mut u8);

impl Out {
    /// Writes a byte.
    ///
    /// # Safety
    /// There must be room.
    #[inline(always)]
    pub(super) unsafe fn byte(&mut self, byte: u8) {
        // SAFETY: the caller's promise.
        unsafe {
            self.0.write(byte);
            self.0 = self.0.add(1);
        }
    }

    /// Writes a number.
    ///
    /// # Safety
    /// There must be room for `LONGEST` bytes.
    #[inline(always)]
    pub(super) unsafe fn put(&mut self, mut n: u64) {
        // SAFETY: the caller's promise.
        unsafe {
            while n >= 0x80 {
                self.byte(n as u8 | 0x80);
                n >>= 7;
            }
            self.byte(n as u8);
        }
    }

    /// Writes two numbers that are mostly below 15.
    ///
    /// # Safety
    /// There must be room for `1 + 2 * LONGEST` bytes.
    #[inline(always)]
    pub(super) unsafe fn pair(&mut self, one: usize, other: usize) {
        let nibble = |n: usize| n.min(usize::from(FAR)) as u8;
        // SAFETY: the caller's promise.
        unsafe {
            self.byte(nibble(one) | nibble(other) << 4);
            for n in [one, other] {
                if n >= usize::from(FAR) {
                    self.put(n as u64);
                }
            }
        }
    }

    /// Writes that a register holds `now` and held `then`, but for the words of references; whether it refers to an
    /// object. `gap` is how far it is from the one before.
    ///
    /// # Safety
    /// There must be room for `REGISTER` bytes.
    #[inline(always)]
    pub(super) unsafe fn register(&mut self, gap: usize, now: Value, then: Value) -> bool {
        let by = now.raw().wrapping_sub(then.raw()) as i64;
        let signed = (by << 1 ^ by >> 63) as u64;
        let bytes = 8 - signed.leading_zeros() / 8;
        let form = if now.is_obj() { OBJECT } else { bytes as u8 };
        // SAFETY: the caller's promise.
        unsafe {
            if gap < usize::from(FAR) {
                self.byte(gap as u8 | form << 4);
            } else {
                self.byte(FAR | form << 4);
                self.put(gap as u64);
            }
            if form != OBJECT {
                self.0.cast::<[u8; 8]>().write(signed.to_le_bytes());
                self.0 = self.0.add(bytes as usize);
            }
        }
        form == OBJECT
    }
}

/// The most bytes of a number.
pub(super) const LONGEST: usize = 10;
