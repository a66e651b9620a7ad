//! Which temporary registers are still needed: what a program lets go of must not seem to be held by a register that
//! nobody will read.

use crate::bytecode::code::Code;
use crate::bytecode::disassemble::jump_target;
use crate::bytecode::operands::{Window, reads, writes};
use crate::bytecode::verify::goes_on;

/// For every instruction of a code object, the temporaries that are read at it or after it, before they are written.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// The first temporary's register.
    first: usize,
    /// How many words there are for one instruction.
    words: usize,
    /// One bit for each temporary, `words` words for each instruction.
    bits: Vec<u64>,
    /// The same of those that are read after it, or by a handler of what it raises.
    later: Vec<u64>,
}

impl Liveness {
    /// Computes it.
    pub fn new(code: &Code) -> Liveness {
        let first = code.locals.len();
        let words = (code.nregs as usize - first).div_ceil(64).max(1);
        let mut live = Liveness { first, words, bits: vec![0; words * code.ins.len()], later: Vec::new() };
        while live.pass(code) {}
        live.later = (0..code.ins.len()).flat_map(|at| live.later(code, at)).collect();
        live
    }

    /// Whether a register is needed when this instruction runs. Variables always are.
    pub fn is_live(&self, at: usize, register: usize) -> bool {
        self.has(&self.bits, at, register)
    }

    /// Whether a register is needed when this instruction has what it works with, and only its result is missing.
    pub fn is_live_later(&self, at: usize, register: usize) -> bool {
        self.has(&self.later, at, register)
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

    /// The temporaries that are needed when this instruction runs, one bit for each; all bits when there are more than 64.
    pub fn mask(&self, at: usize) -> u64 {
        self.word(&self.bits, at)
    }

    /// The same of those that `is_live_later` is about.
    pub fn mask_later(&self, at: usize) -> u64 {
        self.word(&self.later, at)
    }

    fn word(&self, bits: &[u64], at: usize) -> u64 {
        if self.words == 1 { bits.get(at).copied().unwrap_or(u64::MAX) } else { u64::MAX }
    }

    /// Goes through the instructions once, backwards; true when something was learned.
    fn pass(&mut self, code: &Code) -> bool {
        let mut changed = false;
        for at in (0..code.ins.len()).rev() {
            let before = self.before(code, at);
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

    fn before(&self, code: &Code, at: usize) -> Vec<u64> {
        let mut live = self.later(code, at);
        for window in reads(code.ins[at]) {
            self.each(window, |word, bit| live[word] |= bit);
        }
        live
    }

    fn later(&self, code: &Code, at: usize) -> Vec<u64> {
        let ins = code.ins[at];
        let mut live = vec![0; self.words];
        let jump = jump_target(at, ins).map(|to| (to, true));
        let next = goes_on(ins.op).then_some((at + 1, false));
        for (to, jumps) in [jump, next].into_iter().flatten() {
            let mut after = self.row(to).to_vec();
            for window in writes(ins, jumps) {
                self.each(window, |word, bit| after[word] &= !bit);
            }
            live.iter_mut().zip(&after).for_each(|(l, a)| *l |= a);
        }
        if let Some(h) = code.handler_of(at as u32) {
            let mut after = self.row(h.target as usize).to_vec();
            self.each((h.reg, 1 + u32::from(h.lasti)), |word, bit| after[word] &= !bit);
            live.iter_mut().zip(&after).for_each(|(l, a)| *l |= a);
        }
        live
    }

    /// The word and the bit of every temporary in a window.
    fn each(&self, (start, n): Window, mut f: impl FnMut(usize, u64)) {
        let start = usize::from(start);
        for register in start.max(self.first)..start + n as usize {
            let bit = register - self.first;
            f(bit / 64, 1 << (bit % 64));
        }
    }
}
