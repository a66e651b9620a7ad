//! The abstract stack: what the compiler's stack holds at this point, and in which registers.
//!
//! Loads of locals and constants are not carried out but remembered as *pending* entries, until an instruction takes
//! them as operands. The *home* of stack position `d` is the register `nlocals + d`; results are made in the home of
//! their position. Three rules keep the registers right:
//!
//! 1. before a register is written, entries that still need its old contents are moved away (`evacuate`);
//! 2. before a local is written, pending entries that name it are copied to their homes (`spill_local`);
//! 3. where control flow splits or joins, and below a handler's depth, every entry is in its home (`settle`).

use super::Translator;
use crate::op::Op;

/// What a stack position holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The value of a local, not yet loaded.
    Local(u16),
    /// A small integer, not yet loaded.
    Int(i16),
    /// A constant, not yet loaded.
    Const(u32),
    /// One of the values of `load_imm`, not yet loaded.
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

    /// The home of a stack position.
    pub(super) fn home(&self, position: usize) -> u16 {
        self.nlocals + position as u16
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.count(entry, 1);
        self.stack.push(entry);
    }

    pub(super) fn pop(&mut self) -> Entry {
        let Some(entry) = self.stack.pop() else {
            self.fail("stack underflow");
            return NULL;
        };
        self.count(entry, -1);
        entry
    }

    /// The entry `n` below the top.
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
        self.count(self.stack[position], -1);
        self.count(entry, 1);
        self.stack[position] = entry;
    }

    /// Starts a block: every entry is in its home.
    pub(super) fn reset(&mut self, depth: u32) {
        self.stack.clear();
        self.refs.fill(0);
        for position in 0..depth as usize {
            self.push(Entry::Reg(self.home(position)));
        }
    }

    /// Makes sure that the top `n` entries are in registers.
    pub(super) fn ready(&mut self, n: usize) {
        let Some(from) = self.stack.len().checked_sub(n) else {
            self.fail("stack underflow");
            return;
        };
        for position in from..self.stack.len() {
            let entry = self.stack[position];
            if !matches!(entry, Entry::Local(_) | Entry::Reg(_)) {
                // Any free register will do; the home of one of the operands is best.
                let homes = std::iter::once(position).chain(from..self.stack.len());
                let home = homes.map(|p| self.home(p)).find(|h| self.uses(*h) == 0);
                let to = home.unwrap_or_else(|| self.scratch(&[]));
                self.load(entry, to);
                self.set(position, Entry::Reg(to));
            }
        }
    }

    /// The register of the entry `n` below the top, which must be ready.
    pub(super) fn reg(&mut self, n: usize) -> u16 {
        match self.peek(n) {
            Entry::Local(reg) | Entry::Reg(reg) => reg,
            _ => {
                self.fail("operand without register");
                0
            }
        }
    }

    /// Brings the entries of a range of positions to their homes.
    pub(super) fn settle(&mut self, from: usize, to: usize) {
        loop {
            let (mut stuck, mut progress) = (None, false);
            for position in from..to.min(self.stack.len()) {
                let home = self.home(position);
                if self.stack[position] == Entry::Reg(home) {
                    continue;
                }
                if self.uses(home) == 0 {
                    self.load(self.stack[position], home);
                    self.set(position, Entry::Reg(home));
                    progress = true;
                } else {
                    stuck = Some(home);
                }
            }
            match stuck {
                None => return,
                Some(home) if !progress => self.evacuate(home, &[]),
                Some(_) => {}
            }
        }
    }

    /// Brings all entries home.
    pub(super) fn settle_all(&mut self) {
        self.settle(0, self.stack.len());
    }

    /// Before a call whose operands begin at `position`: no entry below may be in a register above, because the
    /// callee's registers lie there.
    pub(super) fn keep_below(&mut self, position: usize) {
        let limit = self.home(position);
        let above = |e: &Entry| matches!(e, Entry::Reg(reg) if *reg >= limit);
        if self.stack[..position].iter().any(above) {
            self.settle(0, position);
        }
    }

    /// Brings the top `n` entries home, pops them and returns the first's register.
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
        self.ready(N);
        let mut regs = [0; N];
        for (i, reg) in regs.iter_mut().enumerate() {
            *reg = self.reg(N - 1 - i);
        }
        for _ in 0..N {
            self.pop();
        }
        regs
    }

    /// Makes the home of the next position free to be written by an instruction that reads `operands`.
    pub(super) fn out(&mut self, operands: &[u16]) -> u16 {
        self.out_many(1, operands)
    }

    /// Makes the homes of the next `n` positions free to be written.
    pub(super) fn out_many(&mut self, n: usize, operands: &[u16]) -> u16 {
        for position in self.depth()..self.depth() + n {
            let home = self.home(position);
            if self.uses(home) > 0 {
                self.evacuate(home, operands);
            }
        }
        self.home(self.depth())
    }

    /// Pushes the result of the instruction numbered `at`, which is in `reg`.
    pub(super) fn push_made(&mut self, at: usize, reg: u16) {
        self.push(Entry::Reg(reg));
        self.made = Some((at, reg));
    }

    /// Writes the value of the top entry to a local and pops it.
    pub(super) fn store_local(&mut self, local: u16) {
        // The value stays on the stack meanwhile, so that its register is safe.
        let spilled = self.spill_local(local, 1);
        let value = self.pop();
        if value == Entry::Local(local) {
            return;
        }
        if spilled {
            self.load(value, local);
        } else if self.put(value, local) {
            // Copies of the value are now copies of the local.
            for position in 0..self.stack.len() {
                if self.stack[position] == value {
                    self.set(position, Entry::Local(local));
                }
            }
        }
    }

    /// Gets the value of an entry that was popped into a register: by letting the instruction that made it write it
    /// there, if that was the last one (then true), or by a move.
    pub(super) fn put(&mut self, value: Entry, to: u16) -> bool {
        if let (Entry::Reg(reg), Some((at, made))) = (value, self.made)
            && reg == made
            && self.code.retarget(at, reg, to)
        {
            return true;
        }
        self.load(value, to);
        false
    }

    /// Copies pending entries that name a local to their homes, because the local is about to change; all but the
    /// top `except` entries.
    pub(super) fn spill_local(&mut self, local: u16, except: usize) -> bool {
        let mut spilled = false;
        for position in 0..self.stack.len().saturating_sub(except) {
            if self.stack[position] == Entry::Local(local) {
                self.bring_home(position);
                spilled = true;
            }
        }
        spilled
    }

    /// Emits what puts the value of an entry into a register.
    pub(super) fn load(&mut self, entry: Entry, to: u16) {
        match entry {
            Entry::Local(from) | Entry::Reg(from) => self.code.emit(Op::Move, to, from, 0),
            Entry::Int(value) => self.code.emit(Op::LoadInt, to, value as u16, 0),
            Entry::Imm(value) => self.code.emit(Op::LoadImm, to, value, 0),
            Entry::Const(k) => self
                .code
                .emit(Op::LoadConst, to, k as u16, (k >> 16) as u16),
        };
    }

    fn bring_home(&mut self, position: usize) {
        let home = self.home(position);
        if self.uses(home) > 0 {
            self.evacuate(home, &[]);
        }
        self.load(self.stack[position], home);
        self.set(position, Entry::Reg(home));
    }

    /// Moves the value in `reg` somewhere that no entry and none of `operands` uses: to the home of one of the
    /// entries that need it, or to a scratch register.
    fn evacuate(&mut self, reg: u16, operands: &[u16]) {
        let free = |to: u16| self.uses(to) == 0 && !operands.contains(&to);
        let own = (0..self.stack.len()).find(|p| {
            self.stack[*p] == Entry::Reg(reg) && self.home(*p) != reg && free(self.home(*p))
        });
        let to = match own {
            Some(position) => self.home(position),
            None => self.scratch(operands),
        };
        self.code.emit(Op::Move, to, reg, 0);
        for position in 0..self.stack.len() {
            if self.stack[position] == Entry::Reg(reg) {
                self.set(position, Entry::Reg(to));
            }
        }
    }

    /// A register that nothing uses, above all homes.
    fn scratch(&mut self, operands: &[u16]) -> u16 {
        let mut reg = self.first_scratch;
        while self.uses(reg) > 0 || operands.contains(&reg) {
            reg += 1;
        }
        self.last_scratch = self.last_scratch.max(reg);
        reg
    }

    fn uses(&self, reg: u16) -> u32 {
        self.refs
            .get(usize::from(reg - self.nlocals))
            .copied()
            .unwrap_or(0)
    }

    fn count(&mut self, entry: Entry, by: i32) {
        if let Entry::Reg(reg) = entry {
            let at = usize::from(reg - self.nlocals);
            if at >= self.refs.len() {
                self.refs.resize(at + 1, 0);
            }
            self.refs[at] = self.refs[at].wrapping_add_signed(by);
        }
    }
}
