//! Looking at a thread that does not run: its frames are put on the stack for the time of a look.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::{shared, slot};
use crate::vm::State;
use crate::vm::event::{EventKind, How};
use crate::vm::host::exchanges::Moment;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// The stack of the thread that runs, put aside.
pub(crate) struct RunningStack {
    frames: Vec<Frame>,
    registers: Vec<Value>,
    pc: *const Ins,
    state: State,
}

impl Vm {
    /// The number of the thread whose frames these are, from the bottom of a stack.
    pub(crate) fn thread_of_stack(bottom: Option<&Frame>) -> u64 {
        bottom.map(|frame| frame.locals).filter(|v| v.is_int()).map_or(1, |v| v.as_int() as u64)
    }

    /// The present for what is asked of the outside now.
    pub(crate) fn moment(&self) -> Moment {
        Moment { now: self.now(), thread: Vm::thread_of_stack(self.frame_above(1)) }
    }

    /// The record of a thread that does not run.
    pub(crate) fn thread_numbered(&self, number: u64) -> Option<Value> {
        let found = self.other_threads().into_iter().find(|(_, ident)| *ident == Value::int(number as i64));
        found.map(|(record, _)| record)
    }

    /// Puts another thread's frames on the stack. Nothing may run or travel until `show_running` puts back the others.
    pub(crate) fn show_suspended(&mut self, record: Value) -> RunningStack {
        let frames = (1..=self.depth()).filter_map(|n| self.frame_above(n).copied()).collect();
        let registers = self.registers_above(self.stack.start());
        let saved = RunningStack { frames, registers, pc: self.pc, state: self.state };
        let words = self.stack_words(record);
        self.fp = self.frame_stack.start();
        let suspended = self.suspended_frames(words);
        let words = self.heap.list(words).to_vec();
        for (_, frame) in &suspended {
            let end = frame.registers + frame.code.nregs as usize;
            self.put_suspended(frame, &words[frame.registers..end]);
        }
        self.state.exc = self.of_thread(record, slot::EXC);
        (self.state.unwinding, self.state.phase) = (None, 0);
        let top = *self.top_ref();
        (self.state.last.kind, self.state.last.how) = (EventKind::Line, How::None);
        if let Some((_, last)) = suspended.last() {
            self.state.last.line = top.code().line_of(last.at);
        }
        saved
    }

    /// Puts back what `show_suspended` has put aside.
    pub(crate) fn show_running(&mut self, saved: &RunningStack) {
        self.put_stack(&saved.registers, &saved.frames);
        (self.pc, self.state) = (saved.pc, saved.state);
    }

    /// Whether the program can have had several threads by now.
    pub(crate) fn knows_threads(&self) -> bool {
        self.threads(shared::ALL).is(ids::LIST)
    }

    /// Whether the program has several threads now.
    pub(crate) fn has_threads(&self) -> bool {
        let all = self.threads(shared::ALL);
        all.is(ids::LIST) && self.heap.list(all).len() > 1
    }
}
