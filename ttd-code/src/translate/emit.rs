//! Collects the emitted instructions with their labels and events.

use super::decode::NONE;
use crate::bytecode::code::Event;
use crate::bytecode::op::{Op, Operand};

/// A target of jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(pub(super) u32);

/// An instruction whose jump target is still a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proto {
    pub(super) op: Op,
    pub(super) events: u8,
    pub(super) a: u16,
    pub(super) b: u16,
    pub(super) c: u16,
    pub(super) label: Option<Label>,
    /// The step that it implements, for its position and its exception handler.
    pub(super) step: u32,
}

/// The instructions emitted so far.
pub(super) struct Emitter {
    /// Whether to emit events, and lines for handlers.
    pub(super) counted: bool,
    pub(super) protos: Vec<Proto>,
    pub(super) events: Vec<(u32, Event)>,
    /// Events that the next instruction will deliver.
    pending: Vec<Event>,
    /// The instruction that each label is bound to; `NONE` while unbound.
    pub(super) labels: Vec<u32>,
    /// The step that is being translated.
    pub(super) step: u32,
    /// Instructions before this one may not be changed, because a jump may lead here.
    frozen_before: usize,
}

impl Emitter {
    /// Creates one label per step, so that a step's number is its label.
    pub(super) fn new(counted: bool, steps: usize) -> Self {
        Emitter {
            counted,
            protos: Vec::new(),
            events: Vec::new(),
            pending: Vec::new(),
            labels: vec![NONE; steps],
            step: 0,
            frozen_before: 0,
        }
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(NONE);
        Label(self.labels.len() as u32 - 1)
    }

    pub(super) fn bind(&mut self, label: Label) {
        self.frozen_before = self.protos.len();
        self.labels[label.0 as usize] = self.frozen_before as u32;
    }

    pub(super) fn bound(&self, label: Label) -> bool {
        self.labels[label.0 as usize] != NONE
    }

    pub(super) fn event(&mut self, event: Event) {
        if !self.counted {
            return;
        }
        if self.pending.len() == usize::from(u8::MAX) {
            self.flush();
        }
        self.pending.push(event);
    }

    /// Whether events are pending.
    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Emits a `nop` for pending events.
    pub(super) fn flush(&mut self) {
        if self.has_pending() {
            self.emit(Op::Nop, 0, 0, 0);
        }
    }

    /// Appends an instruction and returns its index.
    pub(super) fn emit(&mut self, op: Op, a: u16, b: u16, c: u16) -> usize {
        self.push(op, [a, b, c], None)
    }

    /// Appends an instruction that jumps to a label.
    pub(super) fn emit_jump(&mut self, op: Op, a: u16, b: u16, label: Label) {
        self.push(op, [a, b, 0], Some(label));
    }

    fn push(&mut self, op: Op, [a, b, c]: [u16; 3], label: Option<Label>) -> usize {
        let at = self.protos.len();
        let events = self.pending.len() as u8;
        self.events.extend(self.pending.drain(..).map(|e| (at as u32, e)));
        self.protos.push(Proto { op, events, a, b, c, label, step: self.step });
        at
    }

    /// Changes the output of instruction `at` from register `from` to `to`, if it is the last one emitted and neither a
    /// jump nor an event can come behind it.
    pub(super) fn retarget(&mut self, at: usize, from: u16, to: u16) -> bool {
        if at + 1 != self.protos.len() || at < self.frozen_before || self.has_pending() {
            return false;
        }
        let proto = &mut self.protos[at];
        let Some(out) = proto.op.info().operands.iter().position(|o| *o == Operand::Out) else {
            return false;
        };
        let operand = match out {
            0 => &mut proto.a,
            1 => &mut proto.b,
            _ => &mut proto.c,
        };
        if *operand != from {
            return false;
        }
        *operand = to;
        true
    }
}
