//! Assembles the emitted instructions into the tables of a `Code`: resolves jumps, and computes the handlers' ranges.

use super::decode::StackCode;
use super::emit::{Emitter, Label, Proto};
use crate::bytecode::code::{Event, Handler, Pos};
use crate::bytecode::op::{Ins, Op};

/// The finished tables.
pub(super) struct Tables {
    pub(super) ins: Vec<Ins>,
    pub(super) positions: Vec<Pos>,
    pub(super) events: Vec<(u32, Event)>,
    pub(super) handlers: Vec<Handler>,
    /// The step that each instruction implements.
    pub(super) steps: Vec<u32>,
}

impl Emitter {
    /// Resolves all labels and returns the tables.
    pub(super) fn finish(mut self, stack: &StackCode, nlocals: u32) -> Result<Tables, &'static str> {
        self.thread_jumps();
        let offsets = self.layout()?;
        let mut out = Tables {
            ins: Vec::with_capacity(self.protos.len()),
            positions: Vec::new(),
            events: self.events.iter().map(|(at, e)| (offsets[*at as usize], *e)).collect(),
            handlers: Vec::new(),
            steps: Vec::new(),
        };
        for at in 0..self.protos.len() {
            self.encode(at, &offsets, &mut out.ins)?;
            out.steps.resize(out.ins.len(), self.protos[at].step);
        }
        out.positions = out.steps.iter().map(|s| stack.steps[*s as usize].pos).collect();
        self.handlers(stack, nlocals, &offsets, &mut out)?;
        Ok(out)
    }

    /// Redirects jumps to unconditional jumps to the targets of those.
    fn thread_jumps(&mut self) {
        for at in 0..self.protos.len() {
            let Some(mut label) = self.protos[at].label else {
                continue;
            };
            // Bounded, because an empty endless loop jumps to itself.
            for _ in 0..8 {
                match self.protos.get(self.labels[label.0 as usize] as usize) {
                    Some(Proto { op: Op::Jump, events: 0, label: Some(next), .. }) => label = *next,
                    _ => break,
                }
            }
            self.protos[at].label = Some(label);
        }
    }

    /// Returns the index of every instruction in the final code, and that of its end. A conditional jump whose target
    /// is beyond 16 bits takes three instructions; lengthening one may lengthen others, hence the loop.
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
        let to = *offsets.get(self.labels[label.0 as usize] as usize).ok_or("jump to a label that is nowhere")?;
        Ok(i64::from(to) - i64::from(offsets[from]) - 1)
    }

    fn encode(&self, at: usize, offsets: &[u32], out: &mut Vec<Ins>) -> Result<(), &'static str> {
        let Proto { op, events, a, b, c, label, .. } = self.protos[at];
        let Some(label) = label else {
            out.push(Ins { op, events, a, b, c });
            return Ok(());
        };
        let distance = self.distance(at, label, offsets)?;
        if is_wide(op) {
            out.push(Ins { events, ..wide_jump(distance) });
        } else if offsets[at + 1] - offsets[at] == 1 {
            out.push(Ins { op, events, a, b, c: distance as i16 as u16 });
        } else {
            out.push(Ins { op, events, a, b, c: 1 });
            out.push(wide_jump(1));
            out.push(wide_jump(distance - 2));
        }
        Ok(())
    }

    /// Adds one row for every run of instructions with the same handler.
    fn handlers(&self, stack: &StackCode, nlocals: u32, offsets: &[u32], out: &mut Tables) -> Result<(), &'static str> {
        let handler_at = |s: u32| stack.steps[s as usize].handler;
        let mut start = 0;
        while start < out.steps.len() {
            let row = handler_at(out.steps[start]);
            let run = out.steps[start..].iter().take_while(|s| handler_at(**s) == row).count();
            if let Some(row) = stack.table.get(row as usize) {
                let target = offsets.get(self.labels[row.target as usize] as usize).ok_or("handler without code")?;
                let line = if self.counted { stack.steps[row.target as usize].line } else { 0 };
                let handler = Handler {
                    start: start as u32,
                    end: (start + run) as u32,
                    target: *target,
                    reg: (nlocals + row.depth) as u16,
                    lasti: row.lasti,
                    line: line.max(0) as u32,
                };
                match out.handlers.last_mut() {
                    // CPython's rows end at jumps, ours need not.
                    Some(last)
                        if Handler { start: last.start, ..handler } == Handler { end: handler.end, ..*last }
                            && last.end == handler.start =>
                    {
                        last.end = handler.end;
                    }
                    _ => out.handlers.push(handler),
                }
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
    Ins { op, events: 0, a: 0, b: bits as u16, c: (bits >> 16) as u16 }
}
