//! A thread's frames as words in the heap, while another one runs.
//!
//! The words of a frame: the code object, the index of the next instruction, the window's distance from the bottom of
//! the stack, the values of [`Frame::values`], birth, destination and continuation; then its registers. Dead registers
//! are left out, because they are no part of the program's state.
//!
//! # Why the unsafe code is sound
//!
//! Words are only written by `save_stack`, from frames that were pushed: what is copied back fits where it was.

use ttd_core::value::Value;

use super::{shared, slot};
use crate::native::Res;
use crate::vm::code::CodeRt;
use crate::vm::slots;
use crate::vm::stack::frame::{Cont, Frame};
use crate::{Vm, ids};

/// Number of words before the registers.
pub(crate) const HEAD: usize = 10;

/// The items of a record that are in `Vm::globals` while the thread runs.
const EXCHANGED: [(usize, usize); 8] = [
    (slot::AWAITING, slots::AWAITING),
    (slot::HOOKS, slots::ASYNC_HOOKS),
    (slot::ORIGIN, slots::ORIGIN_DEPTH),
    (slot::TRACE, slots::TRACE),
    (slot::PROFILE, slots::PROFILE),
    (slot::TRACING, slots::TRACING),
    (slot::OUTCOMES, slots::OUTCOMES),
    (slot::RUNNING_LOOP, slots::RUNNING_LOOP),
];

/// A frame of a thread that does not run.
pub(crate) struct Suspended {
    pub(crate) code: &'static CodeRt,
    /// The index of its next instruction.
    pub(crate) at: u32,
    /// Where its window begins, from the bottom of the stack.
    base: usize,
    /// [`Frame::values`].
    pub(crate) values: [Value; 5],
    pub(crate) born: u64,
    dst: u16,
    cont: Cont,
    /// Where its registers are among the words.
    pub(crate) registers: usize,
}

/// `None` as a list keeps it, which programs must be able to read.
fn shown(v: Value) -> Value {
    if v.is_unbound() { Value::NONE } else { v }
}

impl Vm {
    /// Moves the stack, and what else belongs to the running thread, into its record.
    pub(super) fn save_stack(&mut self, record: Value) {
        let depth = self.depth();
        let mut words = Vec::with_capacity(depth * (HEAD + 8));
        for number in 1..=depth {
            let Some(frame) = self.frame_above(number).copied() else { break };
            let above = self.frame_above(number + 1).map(|f| f.cont);
            let code = frame.code();
            let at = code.index_of(if above.is_none() { self.pc } else { frame.pc });
            let base = (frame.base as usize - self.stack.start() as usize) / size_of::<Value>();
            words.extend([code.value, Value::int(i64::from(at)), Value::int(base as i64)]);
            words.extend(frame.values());
            words.push(Value::int(frame.born as i64));
            words.push(Value::int(i64::from(frame.dst) << 8 | frame.cont as i64));
            for register in 0..code.nregs as usize {
                let live = match above {
                    None => code.is_live(at, register, false),
                    Some(cont) => code.is_live_while_waiting(at, cont, register),
                };
                words.push(if live { self.register_in(&frame, register) } else { Value::UNBOUND });
            }
        }
        let stack = self.of_thread(record, slot::STACK);
        self.heap.list_replace(stack, words);
        self.set_of_thread(record, slot::EXC, self.state.exc);
        for (item, global) in EXCHANGED {
            let value = shown(self.global(global));
            if self.of_thread(record, item) != value {
                self.set_of_thread(record, item, value);
            }
        }
        self.move_contexts(record, true);
    }

    /// Puts a thread's frames back on the stack.
    pub(super) fn load_stack(&mut self, record: Value) -> Res<()> {
        self.fp = self.frame_stack.start();
        self.state.exc = self.of_thread(record, slot::EXC);
        for (item, global) in EXCHANGED {
            let value = self.of_thread(record, item);
            if shown(self.global(global)) != value {
                let value = if value.is_none() { Value::UNBOUND } else { value };
                self.heap.set_slot(self.globals, global, value);
            }
        }
        self.move_contexts(record, false);
        let start = self.of_thread(record, slot::START);
        if !start.is_none() {
            return self.begin_thread(record, start);
        }
        let stack = self.of_thread(record, slot::STACK);
        let words = self.heap.list(stack).to_vec();
        let mut at = 0;
        while let Some(frame) = self.suspended_at(&words, at) {
            at = frame.registers + frame.code.nregs as usize;
            self.put_suspended(&frame, &words[frame.registers..at]);
        }
        self.heap.list_clear(stack);
        Ok(())
    }

    pub(super) fn put_suspended(&mut self, frame: &Suspended, registers: &[Value]) {
        let [globals, func, locals, owner, outer_exc] = frame.values;
        // SAFETY: see the module.
        unsafe {
            let (pc, base) = (frame.code.start().add(frame.at as usize), self.stack.start().add(frame.base));
            std::ptr::copy_nonoverlapping(registers.as_ptr(), base, registers.len());
            self.fp = self.fp.add(1);
            self.fp.write(Frame {
                pc,
                base,
                code: frame.code,
                globals,
                func,
                locals,
                owner,
                outer_exc,
                born: frame.born,
                dst: frame.dst,
                cont: frame.cont,
                point: 0,
            });
            self.pc = pc;
        }
    }

    /// Pushes the first frame of a thread. Its namespace is the thread's number: by this a log's reader knows whose
    /// stack it is.
    fn begin_thread(&mut self, record: Value, function: Value) -> Res<()> {
        self.set_of_thread(record, slot::START, Value::NONE);
        let bootstrap = self.threads(shared::BOOTSTRAP);
        self.push_function(bootstrap, &[function], &[], Cont::Exit, 0)?;
        let ident = self.of_thread(record, slot::IDENT);
        (self.top().locals, self.top().point) = (ident, 0);
        Ok(())
    }

    /// The frame whose words begin at `at`.
    pub(crate) fn suspended_at(&self, words: &[Value], at: usize) -> Option<Suspended> {
        let head = words.get(at..at + HEAD)?;
        let code = self.code_of(head[0])?;
        let last = head[9].as_int();
        Some(Suspended {
            code,
            at: head[1].as_int() as u32,
            base: head[2].as_int() as usize,
            values: [head[3], head[4], head[5], head[6], head[7]],
            born: head[8].as_int() as u64,
            dst: (last >> 8) as u16,
            cont: *Cont::ALL.get((last & 0xFF) as usize)?,
            registers: at + HEAD,
        })
    }

    /// Exchanges what the list of entered contexts holds.
    fn move_contexts(&mut self, record: Value, save: bool) {
        let (shared, own) = (self.threads(shared::CONTEXTS), self.of_thread(record, slot::CONTEXTS));
        if !shared.is(ids::LIST) {
            return;
        }
        let (from, to) = if save { (shared, own) } else { (own, shared) };
        if self.heap.list(from) != self.heap.list(to) {
            let items = self.heap.list(from).to_vec();
            self.heap.list_replace(to, items);
        }
    }
}
