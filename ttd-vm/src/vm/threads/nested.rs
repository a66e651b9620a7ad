//! Waiting inside native code: its frames stay on Rust's stack, and the other threads run on top of them.
//!
//! A thread that waits so can only go on when everything above it has ended. Its level says how many wait below.

use ttd_core::value::Value;

use super::{shared, slot};
use crate::Vm;
use crate::native::{Res, Trap};

/// The level of the main thread when its module has ended on top of another thread's native code.
const ENDED: i64 = -1;

impl Vm {
    /// Whether a thread can be put on the stack here: no native code of it waits, or it is what waits on top.
    pub(super) fn can_run_here(&self, record: Value) -> bool {
        let level = self.of_thread(record, slot::LEVEL).as_int();
        let here = i64::from(self.limits.native_level);
        level == 0 || level == here || level == ENDED && here == 0
    }

    /// Handles what made the loop stop: raises, or lets the next thread run. Returns what ends the loop, if something
    /// does. `counts`: whether it counts events.
    pub(crate) fn after_trap(&mut self, trap: Trap, bottom: usize, counts: bool) -> Option<Res> {
        if trap != Trap::Switch {
            return match self.handle_trap(trap, bottom) {
                Err(trap) => Some(Err(trap)),
                Ok(()) => self.ended_by_unwinding().map(Ok),
            };
        }
        loop {
            if let Err(trap) = self.switch_thread() {
                return Some(Err(trap));
            }
            if self.waits_below() {
                return Some(Err(Trap::Switch));
            }
            if let Some(outcome) = self.take_main_outcome() {
                return Some(outcome);
            }
            match self.retry().and_then(|()| self.make_call()) {
                Ok(()) => break,
                Err(Trap::Switch) => {}
                Err(trap) => match self.handle_trap(trap, bottom) {
                    Ok(()) => break,
                    Err(trap) => return Some(Err(trap)),
                },
            }
        }
        (self.counting() != counts).then(|| self.run_nested(bottom))
    }

    /// The result for native code that waits, if unwinding has given it: that of a task's step, whose exceptions are
    /// the task's.
    fn ended_by_unwinding(&mut self) -> Option<Value> {
        self.pending.exit_pending.then(|| self.take_exit())
    }

    /// Whether the thread that runs now waits in native code below, so that this loop has to end.
    fn waits_below(&self) -> bool {
        match self.threads(shared::CURRENT) {
            Value::NONE => false,
            record => self.of_thread(record, slot::LEVEL).as_int() > 0,
        }
    }

    /// The outcome of the main module, if it ended while native code of another thread waited below.
    fn take_main_outcome(&mut self) -> Option<Res> {
        let record = self.threads(shared::CURRENT);
        if record.is_none() || self.of_thread(record, slot::LEVEL) != Value::int(ENDED) {
            return None;
        }
        self.set_of_thread(record, slot::LEVEL, Value::int(0));
        let outcome = self.of_thread(record, slot::CALL);
        self.set_of_thread(record, slot::CALL, Value::NONE);
        Some(if outcome.is_none() { Ok(Value::NONE) } else { Err(Trap::Raise(outcome)) })
    }

    /// The main module has ended on top of another thread's native code: the loop below that hears of it.
    fn note_main_ended(&mut self, ended: Res) {
        let record = self.current_thread();
        let outcome = if let Err(Trap::Raise(exc)) = ended { exc } else { Value::NONE };
        self.set_of_thread(record, slot::CALL, outcome);
        self.set_of_thread(record, slot::LEVEL, Value::int(ENDED));
        self.make_ready(record);
    }

    /// Runs other threads until the present one, which waits inside native code, can go on.
    pub(super) fn run_others(&mut self) -> Res<()> {
        let record = self.current_thread();
        let base = std::mem::replace(&mut self.limits.native_base, self.limits.native_depth);
        self.limits.native_level += 1;
        let level = self.limits.native_level;
        self.set_of_thread(record, slot::LEVEL, Value::int(i64::from(level)));
        let (direct, compare, tail) = (self.limits.direct_depth, self.limits.compare_depth, self.limits.tail_depth);
        let (guard, receiver) = (std::mem::take(&mut self.pending.repr_guard), self.pending.receiver);
        let ran = self.run_until_current(record);
        self.limits.native_level -= 1;
        self.limits.native_base = base;
        (self.limits.direct_depth, self.limits.compare_depth, self.limits.tail_depth) = (direct, compare, tail);
        (self.pending.repr_guard, self.pending.receiver) = (guard, receiver);
        if ran != Err(Trap::Unwind) {
            self.set_of_thread(record, slot::LEVEL, Value::int(0));
        }
        ran
    }

    fn run_until_current(&mut self, record: Value) -> Res<()> {
        loop {
            self.switch_thread()?;
            if self.current_thread() == record {
                return self.make_call();
            }
            match self.run_nested(0) {
                Err(Trap::Switch) => {}
                Err(Trap::Unwind) => return Err(Trap::Unwind),
                ended => self.note_main_ended(ended),
            }
        }
    }
}
