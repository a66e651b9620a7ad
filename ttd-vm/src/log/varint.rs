//! Encoding numbers and registers; `format` describes the layout.
//!
//! # Why the unsafe code is sound
//!
//! The callers guarantee room, and each function writes at most the number of bytes in its contract.

/// In a nibble: the number follows as a varint.
pub(crate) const NIBBLE_ESCAPE: u8 = 15;
/// The form of references.
pub(crate) const REFERENCE: u8 = 15;
/// The form that ends uncounted registers.
pub(crate) const LAST_REGISTER: u8 = 14;
/// The most bytes of a register.
pub(crate) const MAX_REGISTER_BYTES: usize = 1 + MAX_VARINT_BYTES + 8;

/// The largest moment that is written without making room, in items: a register is one, a pushed frame two.
pub(crate) const SMALL_MOMENT: usize = 160;
/// The most bytes of a moment of `size` items: the rest are flags, five numbers, a pair and the end.
pub(crate) fn max_bytes(size: usize) -> usize {
    9 * MAX_VARINT_BYTES + size * MAX_REGISTER_BYTES
}

/// How many bytes `n` needs, without leading zero bytes.
#[inline(always)]
pub(crate) fn byte_length(n: u64) -> u8 {
    (8 - n.leading_zeros() / 8) as u8
}

/// Encodes a number below 2^14; returns its bytes and their count.
pub(crate) fn encode_short(n: u16) -> ([u8; 2], u8) {
    if n < 0x80 { ([n as u8, 0], 1) } else { ([n as u8 | 0x80, (n >> 7) as u8], 2) }
}

/// A write pointer into a moment's bytes: there must be room behind it.
#[derive(Clone, Copy)]
pub(crate) struct VarintWriter(pub(super) *mut u8);

impl VarintWriter {
    /// Writes a byte.
    ///
    /// # Safety
    /// There must be room.
    #[inline(always)]
    pub(crate) unsafe fn byte(&mut self, byte: u8) {
        // SAFETY: the caller's promise.
        unsafe {
            self.0.write(byte);
            self.0 = self.0.add(1);
        }
    }

    /// Writes a number.
    ///
    /// # Safety
    /// There must be room for `MAX_VARINT_BYTES` bytes.
    #[inline(always)]
    pub(crate) unsafe fn put(&mut self, mut n: u64) {
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
    /// There must be room for `1 + 2 * MAX_VARINT_BYTES` bytes.
    #[inline(always)]
    pub(crate) unsafe fn pair(&mut self, one: usize, other: usize) {
        let nibble = |n: usize| n.min(usize::from(NIBBLE_ESCAPE)) as u8;
        // SAFETY: the caller's promise.
        unsafe {
            self.byte(nibble(one) | nibble(other) << 4);
            for n in [one, other] {
                if n >= usize::from(NIBBLE_ESCAPE) {
                    self.put(n as u64);
                }
            }
        }
    }

    /// Writes the changed bits of a register in `byte_length` bytes.
    ///
    /// # Safety
    /// There must be room for a word.
    #[inline(always)]
    pub(crate) unsafe fn bits(&mut self, changed: u64) {
        // SAFETY: the caller's promise.
        unsafe {
            self.0.cast::<[u8; 8]>().write(changed.to_le_bytes());
            self.0 = self.0.add(usize::from(byte_length(changed)));
        }
    }

    /// Writes a register's distance from the base, and the form of its bytes.
    ///
    /// # Safety
    /// There must be room for `1 + MAX_VARINT_BYTES` bytes.
    #[inline(always)]
    pub(crate) unsafe fn register_head(&mut self, up: usize, form: u8) {
        // SAFETY: the caller's promise.
        unsafe {
            if up < usize::from(NIBBLE_ESCAPE) {
                self.byte(up as u8 | form << 4);
            } else {
                self.byte(NIBBLE_ESCAPE | form << 4);
                self.put(up as u64);
            }
        }
    }
}

/// The most bytes of a number.
pub(crate) const MAX_VARINT_BYTES: usize = 10;
