//! Moves entries of the abstract stack into registers: stores to locals, and the three invariants of `abstract_stack`.

use super::Translator;
use super::abstract_stack::Entry;
use crate::bytecode::op::Op;

impl Translator<'_> {
    /// Moves the entries of a range of positions to their homes.
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

    /// Moves all entries to their homes.
    pub(super) fn settle_all(&mut self) {
        self.settle(0, self.stack.len());
    }

    /// Prepares a call whose operands begin at `position`: settles the entries below it if any is in a register above,
    /// where the callee's window will lie.
    pub(super) fn clear_window(&mut self, position: usize) {
        let limit = self.home(position);
        let above = |e: &Entry| matches!(e, Entry::Reg(reg) if *reg >= limit);
        if self.stack[..position].iter().any(above) {
            self.settle(0, position);
        }
    }

    /// Stores the top entry to a local and pops it.
    pub(super) fn store_local(&mut self, local: u16) {
        // The value is still on the stack, which protects its register.
        let spilled = self.spill_local(local, 1);
        let value = self.pop();
        if value == Entry::Local(local) {
            return;
        }
        if spilled {
            self.load(value, local);
        } else if self.load_or_retarget(value, local) {
            // Copies of the value are now copies of the local.
            for position in 0..self.stack.len() {
                if self.stack[position] == value {
                    self.set(position, Entry::Local(local));
                }
            }
        }
    }

    /// Loads a popped entry into a register. Returns true if the instruction that made it could be retargeted instead,
    /// false if it took a move.
    pub(super) fn load_or_retarget(&mut self, value: Entry, to: u16) -> bool {
        if let (Entry::Reg(reg), Some((at, made))) = (value, self.last_result)
            && reg == made
            && self.code.retarget(at, reg, to)
        {
            return true;
        }
        self.load(value, to);
        false
    }

    /// Copies pending entries that name a local to their homes before the local changes, except the top `except`
    /// entries; true if there were any.
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

    /// Emits the instruction that loads an entry into a register.
    pub(super) fn load(&mut self, entry: Entry, to: u16) {
        match entry {
            Entry::Local(from) | Entry::Reg(from) => self.code.emit(Op::Move, to, from, 0),
            Entry::Int(value) => self.code.emit(Op::LoadInt, to, value as u16, 0),
            Entry::Imm(value) => self.code.emit(Op::LoadImm, to, value, 0),
            Entry::Const(k) => self.code.emit(Op::LoadConst, to, k as u16, (k >> 16) as u16),
        };
    }

    pub(super) fn bring_home(&mut self, position: usize) {
        let home = self.home(position);
        if self.uses(home) > 0 {
            self.evacuate(home, &[]);
        }
        self.load(self.stack[position], home);
        self.set(position, Entry::Reg(home));
    }

    /// Moves the value in `reg` to a register that neither an entry nor `operands` use: to the home of an entry that
    /// needs it, or to a scratch register.
    pub(super) fn evacuate(&mut self, reg: u16, operands: &[u16]) {
        let free = |to: u16| self.uses(to) == 0 && !operands.contains(&to);
        let own = (0..self.stack.len())
            .find(|p| self.stack[*p] == Entry::Reg(reg) && self.home(*p) != reg && free(self.home(*p)));
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

    /// Returns an unused register above all homes.
    pub(super) fn scratch(&mut self, operands: &[u16]) -> u16 {
        let mut reg = self.first_scratch;
        while self.uses(reg) > 0 || operands.contains(&reg) {
            reg += 1;
        }
        self.last_scratch = self.last_scratch.max(reg);
        reg
    }
}
