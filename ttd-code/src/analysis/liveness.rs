//! Liveness of temporary registers: an object that only a dead temporary refers to is unreachable for finalization and
//! for the log.

use smallvec::SmallVec;

use crate::bytecode::code::Code;
use crate::bytecode::disassemble::jump_target;
use crate::bytecode::operands::{Window, reads, writes};
use crate::bytecode::verify::falls_through;

/// A bit for each temporary. Few codes have more than fit into a word.
type Bits = SmallVec<[u64; 1]>;

/// The live temporaries at every instruction of a code object. Locals are always live.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// The first temporary's register.
    first: usize,
    /// Words per instruction in `bits` and `after_bits`.
    words: usize,
    /// One bit per temporary, live before the instruction runs.
    bits: Vec<u64>,
    /// One bit per temporary, live once the instruction has read its operands: read later, or by its handler.
    after_bits: Vec<u64>,
}

impl Liveness {
    /// Analyzes a code object.
    pub fn new(code: &Code) -> Liveness {
        let first = code.locals.len();
        let words = (code.nregs as usize - first).div_ceil(64).max(1);
        let mut live = Liveness { first, words, bits: vec![0; words * code.ins.len()], after_bits: Vec::new() };
        while live.pass(code) {}
        live.after_bits = (0..code.ins.len()).flat_map(|at| live.live_after(code, at)).collect();
        live
    }

    /// Whether a register is live before the instruction runs.
    pub fn is_live(&self, at: usize, register: usize) -> bool {
        self.has(&self.bits, at, register)
    }

    /// Whether a register is live once the instruction has read its operands and only its result is missing.
    pub fn is_live_after(&self, at: usize, register: usize) -> bool {
        self.has(&self.after_bits, at, register)
    }

    fn has(&self, bits: &[u64], at: usize, register: usize) -> bool {
        match register.checked_sub(self.first) {
            None => true,
            Some(bit) => {
                let word = bits.get(at * self.words + bit / 64);
                word.is_none_or(|w| w >> (bit % 64) & 1 == 1)
            }
        }
    }

    /// Returns the bits of `is_live`, the first temporary lowest; all bits set if there are more than 64 temporaries.
    pub fn mask(&self, at: usize) -> u64 {
        self.word(&self.bits, at)
    }

    /// Returns the bits of `is_live_after` in the form of `mask`.
    pub fn mask_after(&self, at: usize) -> u64 {
        self.word(&self.after_bits, at)
    }

    fn word(&self, bits: &[u64], at: usize) -> u64 {
        if self.words == 1 { bits.get(at).copied().unwrap_or(u64::MAX) } else { u64::MAX }
    }

    /// Visits the instructions once, backwards; true if anything changed.
    fn pass(&mut self, code: &Code) -> bool {
        let mut changed = false;
        for at in (0..code.ins.len()).rev() {
            let before = self.live_before(code, at);
            let old = &mut self.bits[at * self.words..][..before.len()];
            if *old != before[..] {
                old.copy_from_slice(&before);
                changed = true;
            }
        }
        changed
    }

    fn row(&self, at: usize) -> &[u64] {
        &self.bits[at * self.words..][..self.words]
    }

    fn live_before(&self, code: &Code, at: usize) -> Bits {
        let mut live = self.live_after(code, at);
        for window in reads(code.ins[at]) {
            self.for_each_bit(window, |word, bit| live[word] |= bit);
        }
        live
    }

    fn live_after(&self, code: &Code, at: usize) -> Bits {
        let ins = code.ins[at];
        let mut live = Bits::from_elem(0, self.words);
        let jump = jump_target(at, ins).map(|to| (to, true));
        let next = falls_through(ins.op).then_some((at + 1, false));
        for (to, jumps) in [jump, next].into_iter().flatten() {
            let mut after = Bits::from_slice(self.row(to));
            for window in writes(ins, jumps) {
                self.for_each_bit(window, |word, bit| after[word] &= !bit);
            }
            live.iter_mut().zip(&after).for_each(|(l, a)| *l |= a);
        }
        if let Some(h) = code.handler_of(at as u32) {
            let mut after = Bits::from_slice(self.row(h.target as usize));
            self.for_each_bit((h.reg, 1 + u32::from(h.lasti)), |word, bit| after[word] &= !bit);
            live.iter_mut().zip(&after).for_each(|(l, a)| *l |= a);
        }
        live
    }

    /// Passes the word and the bit of every temporary in a window.
    fn for_each_bit(&self, (start, n): Window, mut f: impl FnMut(usize, u64)) {
        let start = usize::from(start);
        for register in start.max(self.first)..start + n as usize {
            let bit = register - self.first;
            f(bit / 64, 1 << (bit % 64));
        }
    }
}
