//! Sequences of steps that are translated as a whole: entering a `with`, the beginning of an inlined comprehension,
//! unpacking into locals. Step by step they would need scratch registers and many moves.

use rustpython_compiler_core::bytecode::Opcode;

use super::Translator;
use super::abstract_stack::Entry;
use super::decode::Step;
use crate::bytecode::op::Op;

impl Translator<'_> {
    /// Translates `COPY 1, LOAD_SPECIAL exit, SWAP 2, SWAP 3, LOAD_SPECIAL enter`, which replaces the manager by exit,
    /// self, enter, self. Returns false and does nothing if the steps from `at` differ.
    pub(super) fn enter_with(&mut self, at: u32, step: Step) -> bool {
        let Some([exit, swap, rotate, enter]) = self.followers(at) else {
            return false;
        };
        let shape = [exit.op, swap.op, rotate.op, enter.op];
        let wanted = [Opcode::LoadSpecial, Opcode::Swap, Opcode::Swap, Opcode::LoadSpecial];
        if step.arg != 1 || shape != wanted || (swap.arg, rotate.arg) != (2, 3) {
            return false;
        }
        self.load_top(1);
        let manager = self.pop();
        let base = self.out_many(4, &[]);
        let from = match manager {
            Entry::Local(local) => local,
            _ => {
                // Keep it clear of the outputs, if possible by retargeting the instruction that made it.
                let away = base + 2;
                if self.stack.contains(&manager) {
                    self.load(manager, away);
                } else {
                    self.load_or_retarget(manager, away);
                }
                away
            }
        };
        self.code.step = at + 1;
        self.code.emit(Op::LoadSpecial, base, from, exit.arg as u16);
        self.code.step = at + 4;
        self.code.emit(Op::LoadSpecial, base + 2, from, enter.arg as u16);
        for i in 0..4 {
            self.push(Entry::Reg(base + i));
        }
        self.next = at + 5;
        true
    }

    /// Translates `GET_ITER, LOAD_FAST_AND_CLEAR x ..., SWAP, BUILD_LIST 0, SWAP 2`, which replaces the iterable by the
    /// saved variables, the empty container and the iterator. Returns false and does nothing if the steps differ.
    pub(super) fn begin_comprehension(&mut self, at: u32, op: Op) -> bool {
        let mut saved = Vec::new();
        let mut last = at;
        while let Some((next, step)) = self.follower(last) {
            if step.op != Opcode::LoadFastAndClear {
                break;
            }
            saved.push(step.arg as u16);
            last = next;
        }
        let k = saved.len() as u32;
        let Some([rotate, build, swap]) = self.followers(last) else {
            return false;
        };
        let container = match build.op {
            Opcode::BuildList => Op::BuildList,
            Opcode::BuildSet => Op::BuildSet,
            Opcode::BuildMap => Op::BuildMap,
            _ => return false,
        };
        let swaps = (rotate.op, rotate.arg, swap.op, swap.arg);
        let named = self.stack.iter().any(|e| saved.iter().any(|l| *e == Entry::Local(*l)));
        if k == 0 || build.arg != 0 || named || swaps != (Opcode::Swap, k + 1, Opcode::Swap, 2) {
            return false;
        }
        let [iterable] = self.take();
        let base = self.out_many(saved.len() + 2, &[iterable]);
        let (list, iterator) = (base + k as u16, base + k as u16 + 1);
        self.code.emit(op, iterator, iterable, 0);
        // The first swap exchanges the iterator with the last saved variable, which therefore comes first.
        saved.rotate_right(1);
        let homes: Vec<u16> = match k {
            1 => vec![base],
            _ => std::iter::once(base).chain(base + 1..list).collect(),
        };
        for (local, home) in saved.iter().zip(homes) {
            self.code.emit(Op::Move, home, *local, 0);
            self.code.emit(Op::ClearLocal, *local, 0, 0);
        }
        self.code.step = last + 2;
        self.code.emit(container, list, list, 0);
        for register in base..=iterator {
            self.push(Entry::Reg(register));
        }
        self.next = last + 4;
        true
    }

    /// Translates `UNPACK_SEQUENCE n, STORE_FAST ...` to `n` locals with ascending or descending consecutive numbers as
    /// one instruction that writes the locals. Returns false and does nothing if the steps differ.
    pub(super) fn unpack_to_locals(&mut self, at: u32, step: Step) -> bool {
        let mut locals = Vec::new();
        let mut last = at;
        while locals.len() < step.arg as usize {
            match self.follower(last) {
                Some((next, store)) if store.op == Opcode::StoreFast => {
                    locals.push(store.arg as u16);
                    last = next;
                }
                _ => return false,
            }
        }
        let (op, first) = match locals[..] {
            [first, .., last] if first < last => (Op::UnpackUp, first),
            [.., last] => (Op::UnpackSequence, last),
            [] => return false,
        };
        let number = self.operand(step.arg);
        let wanted = |(i, local): (usize, &u16)| match op {
            Op::UnpackUp => *local == first + i as u16,
            _ => *local == first + number - 1 - i as u16,
        };
        if !locals.iter().enumerate().all(wanted) {
            return false;
        }
        // The container is still on the stack, which protects its register.
        for local in locals {
            self.spill_local(local, 1);
        }
        let [container] = self.take();
        self.code.emit(op, first, container, number);
        self.next = last + 1;
        true
    }

    /// Returns the next `N` steps if they can all be fused with `at`.
    fn followers<const N: usize>(&self, at: u32) -> Option<[Step; N]> {
        let mut steps = [self.step(at); N];
        let mut last = at;
        for slot in &mut steps {
            (last, *slot) = self.follower(last)?;
        }
        Some(steps)
    }
}
