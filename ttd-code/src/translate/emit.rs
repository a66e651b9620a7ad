//! Collects register instructions with labels and events, and turns them into a `Code`'s tables at the end.

use super::decode::{NONE, Stack};
use crate::code::{Event, Handler, Pos};
use crate::op::{Ins, Op, Operand};

/// A place in the code that jumps lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(pub(super) u32);

/// An instruction whose jump is still a label.
#[derive(Clone, Copy, Debug)]
struct Proto {
    op: Op,
    events: u8,
    a: u16,
    b: u16,
    c: u16,
    label: Option<Label>,
    /// The stack instruction that it does: for its position and its exception handler.
    step: u32,
}

/// The finished tables.
pub(super) struct Tables {
    pub(super) ins: Vec<Ins>,
    pub(super) positions: Vec<Pos>,
    pub(super) events: Vec<(u32, Event)>,
    pub(super) handlers: Vec<Handler>,
    /// The step that each instruction was made for.
    pub(super) steps: Vec<u32>,
}

/// The instructions so far.
pub(super) struct Emitter {
    /// Whether events are kept; without them handlers have no line either.
    pub(super) counted: bool,
    protos: Vec<Proto>,
    events: Vec<(u32, Event)>,
    /// Events that the next instruction will deliver.
    pending: Vec<Event>,
    /// Where labels are; `NONE` while not bound.
    labels: Vec<u32>,
    /// The step that is being translated.
    pub(super) step: u32,
    /// Instructions before this one can no longer be changed: a jump may lead here.
    barrier: usize,
}

impl Emitter {
    /// Starts with one label for every step, so that a step's number is its label.
    pub(super) fn new(counted: bool, steps: usize) -> Self {
        Emitter {
            counted,
            protos: Vec::new(),
            events: Vec::new(),
            pending: Vec::new(),
            labels: vec![NONE; steps],
            step: 0,
            barrier: 0,
        }
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(NONE);
        Label(self.labels.len() as u32 - 1)
    }

    pub(super) fn bind(&mut self, label: Label) {
        self.barrier = self.protos.len();
        self.labels[label.0 as usize] = self.barrier as u32;
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

    /// Whether events wait for an instruction.
    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Delivers waiting events by a `nop`.
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
        self.events
            .extend(self.pending.drain(..).map(|e| (at as u32, e)));
        self.protos.push(Proto {
            op,
            events,
            a,
            b,
            c,
            label,
            step: self.step,
        });
        at
    }

    /// Lets the last instruction write `to` instead of `from`, if it is the one numbered `at`, nothing can come
    /// between it and the next, and `from` is what it writes.
    pub(super) fn retarget(&mut self, at: usize, from: u16, to: u16) -> bool {
        if at + 1 != self.protos.len() || at < self.barrier || self.has_pending() {
            return false;
        }
        let proto = &mut self.protos[at];
        let Some(out) = proto
            .op
            .info()
            .operands
            .iter()
            .position(|o| *o == Operand::Out)
        else {
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

    /// Resolves all labels. `line_of` gives the line for events of a step, 0 for none.
    pub(super) fn finish(mut self, stack: &Stack, nlocals: u32) -> Result<Tables, &'static str> {
        self.thread_jumps();
        let offsets = self.layout()?;
        let mut out = Tables {
            ins: Vec::with_capacity(self.protos.len()),
            positions: Vec::new(),
            events: self
                .events
                .iter()
                .map(|(at, e)| (offsets[*at as usize], *e))
                .collect(),
            handlers: Vec::new(),
            steps: Vec::new(),
        };
        for at in 0..self.protos.len() {
            self.encode(at, &offsets, &mut out.ins)?;
            out.steps.resize(out.ins.len(), self.protos[at].step);
        }
        out.positions = out
            .steps
            .iter()
            .map(|s| stack.steps[*s as usize].pos)
            .collect();
        self.handlers(stack, nlocals, &offsets, &mut out)?;
        Ok(out)
    }

    /// Lets jumps to plain jumps go to where those lead.
    fn thread_jumps(&mut self) {
        for at in 0..self.protos.len() {
            let Some(mut label) = self.protos[at].label else {
                continue;
            };
            // A bound on the hops, because an empty endless loop jumps to itself.
            for _ in 0..8 {
                match self.protos.get(self.labels[label.0 as usize] as usize) {
                    Some(Proto {
                        op: Op::Jump,
                        events: 0,
                        label: Some(next),
                        ..
                    }) => label = *next,
                    _ => break,
                }
            }
            self.protos[at].label = Some(label);
        }
    }

    /// Index of every instruction in the final code, and of its end. A short jump that must go far takes three
    /// instructions; making one long may make others long, hence the loop.
    fn layout(&self) -> Result<Vec<u32>, &'static str> {
        let mut long = vec![false; self.protos.len()];
        loop {
            let mut offsets = Vec::with_capacity(self.protos.len() + 1);
            let mut at = 0u32;
            for long in &long {
                offsets.push(at);
                at += if *long { 3 } else { 1 };
            }
            offsets.push(at);
            let mut changed = false;
            for (i, proto) in self.protos.iter().enumerate() {
                let Some(label) = proto.label.filter(|_| !is_wide(proto.op) && !long[i]) else {
                    continue;
                };
                if i16::try_from(self.distance(i, label, &offsets)?).is_err() {
                    long[i] = true;
                    changed = true;
                }
            }
            if !changed {
                return Ok(offsets);
            }
        }
    }

    fn distance(&self, from: usize, label: Label, offsets: &[u32]) -> Result<i64, &'static str> {
        let to = *offsets
            .get(self.labels[label.0 as usize] as usize)
            .ok_or("jump to a label that is nowhere")?;
        Ok(i64::from(to) - i64::from(offsets[from]) - 1)
    }

    fn encode(&self, at: usize, offsets: &[u32], out: &mut Vec<Ins>) -> Result<(), &'static str> {
        let Proto {
            op,
            events,
            a,
            b,
            c,
            label,
            ..
        } = self.protos[at];
        let Some(label) = label else {
            out.push(Ins {
                op,
                events,
                a,
                b,
                c,
            });
            return Ok(());
        };
        let distance = self.distance(at, label, offsets)?;
        if is_wide(op) {
            out.push(Ins {
                events,
                ..wide_jump(distance)
            });
        } else if offsets[at + 1] - offsets[at] == 1 {
            out.push(Ins {
                op,
                events,
                a,
                b,
                c: distance as i16 as u16,
            });
        } else {
            out.push(Ins {
                op,
                events,
                a,
                b,
                c: 1,
            });
            out.push(wide_jump(1));
            out.push(wide_jump(distance - 2));
        }
        Ok(())
    }

    /// One row for every run of instructions with the same handler.
    fn handlers(
        &self,
        stack: &Stack,
        nlocals: u32,
        offsets: &[u32],
        out: &mut Tables,
    ) -> Result<(), &'static str> {
        let handler_at = |s: u32| stack.steps[s as usize].handler;
        let mut start = 0;
        while start < out.steps.len() {
            let row = handler_at(out.steps[start]);
            let run = out.steps[start..]
                .iter()
                .take_while(|s| handler_at(**s) == row)
                .count();
            if let Some(row) = stack.table.get(row as usize) {
                let target = offsets
                    .get(self.labels[row.target as usize] as usize)
                    .ok_or("handler without code")?;
                let line = if self.counted {
                    stack.steps[row.target as usize].line
                } else {
                    0
                };
                out.handlers.push(Handler {
                    start: start as u32,
                    end: (start + run) as u32,
                    target: *target,
                    reg: (nlocals + row.depth) as u16,
                    lasti: row.lasti,
                    line: line.max(0) as u32,
                });
            }
            start += run;
        }
        Ok(())
    }
}

fn is_wide(op: Op) -> bool {
    matches!(op, Op::Jump | Op::JumpBack)
}

fn wide_jump(distance: i64) -> Ins {
    let op = if distance < 0 { Op::JumpBack } else { Op::Jump };
    let bits = distance as i32 as u32;
    Ins {
        op,
        events: 0,
        a: 0,
        b: bits as u16,
        c: (bits >> 16) as u16,
    }
}
