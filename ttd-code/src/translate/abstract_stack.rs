//! The abstract stack: what the stack of the stack code holds at this point, and in which registers.
//!
//! Loads of locals and constants emit no instruction: they push *pending* entries, which the consuming instruction
//! takes as operands. The *home* of stack position `d` is the register `nlocals + d`; a result is written to the home
//! of its position.
//!
//! # Invariants
//!
//! 1. Before a register is written, entries that still need its old value are moved away (`evacuate`).
//! 2. Before a local is written, pending entries that name it are copied to their homes (`spill_local`).
//! 3. Where control flow splits or joins, and below a handler's depth, every entry is in its home (`settle`).

use super::Translator;

/// The contents of a stack position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The value of a local, not yet loaded.
    Local(u16),
    /// A small integer, not yet loaded.
    Int(i16),
    /// A constant, not yet loaded.
    Const(u32),
    /// One of `load_imm`'s values, not yet loaded.
    Imm(u16),
    /// A value in a register that is not a local.
    Reg(u16),
}

/// `load_imm`'s number for NULL.
pub(super) const NULL: Entry = Entry::Imm(4);

/// `load_imm`'s number for None.
pub(super) const NONE_VALUE: Entry = Entry::Imm(0);

impl Translator<'_> {
    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Returns the home of a stack position.
    pub(super) fn home(&self, position: usize) -> u16 {
        self.nlocals + position as u16
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.count_use(entry, 1);
        self.stack.push(entry);
    }

    pub(super) fn pop(&mut self) -> Entry {
        let Some(entry) = self.stack.pop() else {
            self.fail("stack underflow");
            return NULL;
        };
        self.count_use(entry, -1);
        entry
    }

    /// Returns the entry `n` below the top.
    pub(super) fn peek(&mut self, n: usize) -> Entry {
        match self.stack.len().checked_sub(n + 1) {
            Some(at) => self.stack[at],
            None => {
                self.fail("stack underflow");
                NULL
            }
        }
    }

    pub(super) fn set(&mut self, position: usize, entry: Entry) {
        self.count_use(self.stack[position], -1);
        self.count_use(entry, 1);
        self.stack[position] = entry;
    }

    /// Begins a block at a depth, with every entry in its home.
    pub(super) fn reset(&mut self, depth: u32) {
        self.stack.clear();
        self.uses_of.fill(0);
        for position in 0..depth as usize {
            self.push(Entry::Reg(self.home(position)));
        }
    }

    /// Loads those of the top `n` entries that are not in registers.
    pub(super) fn load_top(&mut self, n: usize) {
        let Some(from) = self.stack.len().checked_sub(n) else {
            self.fail("stack underflow");
            return;
        };
        for position in from..self.stack.len() {
            let entry = self.stack[position];
            if !matches!(entry, Entry::Local(_) | Entry::Reg(_)) {
                // Any free register will do, preferably the home of one of the operands.
                let homes = std::iter::once(position).chain(from..self.stack.len());
                let home = homes.map(|p| self.home(p)).find(|h| self.uses(*h) == 0);
                let to = home.unwrap_or_else(|| self.scratch(&[]));
                self.load(entry, to);
                self.set(position, Entry::Reg(to));
            }
        }
    }

    /// Returns the register of the entry `n` below the top, which must be in one (`load_top`).
    pub(super) fn reg(&mut self, n: usize) -> u16 {
        match self.peek(n) {
            Entry::Local(reg) | Entry::Reg(reg) => reg,
            _ => {
                self.fail("operand without register");
                0
            }
        }
    }

    /// Settles the top `n` entries, pops them and returns the register of the deepest.
    pub(super) fn take_base(&mut self, n: usize) -> u16 {
        let from = self.stack.len().saturating_sub(n);
        self.settle(from, self.stack.len());
        for _ in 0..n {
            self.pop();
        }
        self.home(from)
    }

    /// Pops the top `N` entries and returns their registers, the deepest first.
    pub(super) fn take<const N: usize>(&mut self) -> [u16; N] {
        self.load_top(N);
        let mut regs = [0; N];
        for (i, reg) in regs.iter_mut().enumerate() {
            *reg = self.reg(N - 1 - i);
        }
        for _ in 0..N {
            self.pop();
        }
        regs
    }

    /// Frees the home of the next position for the output of an instruction that reads `operands`, and returns it.
    pub(super) fn out(&mut self, operands: &[u16]) -> u16 {
        self.out_many(1, operands)
    }

    /// Frees the homes of the next `n` positions, and returns the first.
    pub(super) fn out_many(&mut self, n: usize, operands: &[u16]) -> u16 {
        for position in self.depth()..self.depth() + n {
            let home = self.home(position);
            if self.uses(home) > 0 {
                self.evacuate(home, operands);
            }
        }
        self.home(self.depth())
    }

    /// Pushes the result of instruction `at`, which is in `reg`.
    pub(super) fn push_result(&mut self, at: usize, reg: u16) {
        self.push(Entry::Reg(reg));
        self.last_result = Some((at, reg));
    }

    /// Number of entries in a register.
    pub(super) fn uses(&self, reg: u16) -> u32 {
        self.uses_of.get(usize::from(reg - self.nlocals)).copied().unwrap_or(0)
    }

    fn count_use(&mut self, entry: Entry, by: i32) {
        if let Entry::Reg(reg) = entry {
            let at = usize::from(reg - self.nlocals);
            if at >= self.uses_of.len() {
                self.uses_of.resize(at + 1, 0);
            }
            self.uses_of[at] = self.uses_of[at].wrapping_add_signed(by);
        }
    }
}
