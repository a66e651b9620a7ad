//! Where a program's own tracing looks: instructions with events, calls, branches.
//!
//! While a program traces, these instructions are patched with `Op::Break`, whatever a search patches them with. Code
//! without counted events (the library's) has its events derived here from the positions of its instructions.

use ttd_code::bytecode::code::{Code, Event};
use ttd_code::bytecode::op::{Ins, OPS, Op, Operand};

use super::CodeRt;
use crate::vm::errors::traceback::HIDDEN;

/// What the program's tracing wants to see: bits of [`CodeRt::traced`].
pub(crate) mod wants {
    /// Calls, lines and returns of frames.
    pub(crate) const EVENTS: u8 = 1;
    /// Calls and their ends.
    pub(crate) const CALLS: u8 = 2;
    /// Jumps and branches.
    pub(crate) const JUMPS: u8 = 4;
    /// Every instruction.
    pub(crate) const EVERY: u8 = 8;
}

/// What a program's own tracing has patched. It follows from the program's state and from what was met.
#[derive(Default)]
pub(crate) struct TracePatches {
    /// What tracing looks at: see `wants`.
    pub(crate) wanted: u8,
    /// What code is patched for, but for `repatched`: the same, or more while nothing is traced.
    pub(crate) patched_for: u8,
    /// Code that was loaded, or came to a patch, while nothing was traced.
    pub(crate) repatched: Vec<&'static CodeRt>,
}

impl CodeRt {
    /// The events of the instruction at `at` as a program's tracing sees them.
    pub(crate) fn trace_events_at(&self, at: u32) -> &[(u32, Event)] {
        if self.counted {
            return self.code.events_at(at);
        }
        let events = self.derived_events();
        let from = events.partition_point(|e| e.0 < at);
        &events[from..events.partition_point(|e| e.0 <= at)]
    }

    /// All events as a program's tracing sees them.
    pub(crate) fn trace_events(&self) -> &[(u32, Event)] {
        if self.counted { &self.code.events } else { self.derived_events() }
    }

    fn derived_events(&self) -> &[(u32, Event)] {
        self.derived.get_or_init(|| derive(&self.code).into_boxed_slice())
    }

    /// Whether the program's tracing may look at this code at all: not at the machine's own.
    pub(crate) fn is_traceable(&self) -> bool {
        !self.code.path.starts_with(HIDDEN)
    }

    /// Whether the program's tracing has this instruction patched.
    pub(super) fn is_trace_site(&self, at: u32) -> bool {
        let traced = self.traced.get();
        traced != 0 && self.marks()[at as usize] & traced != 0
    }

    /// Which wishes each instruction belongs to.
    pub(crate) fn marks(&self) -> &[u8] {
        self.trace_marks.get_or_init(|| {
            let n = self.code.ins.len();
            let mut marks = vec![wants::EVERY; n];
            for (at, _) in self.trace_events() {
                marks[*at as usize] |= wants::EVENTS;
            }
            for (at, ins) in self.code.ins.iter().enumerate() {
                let mut mark = |at: usize, bit: u8| {
                    if let Some(m) = marks.get_mut(at) {
                        *m |= bit;
                    }
                };
                if is_call(ins.op) {
                    mark(at, wants::CALLS);
                    mark(at + 1, wants::CALLS);
                }
                if let Some(target) = jump_target(*ins, at) {
                    mark(at, wants::JUMPS);
                    if is_branch(ins.op) {
                        mark(at + 1, wants::JUMPS);
                        mark(target, wants::JUMPS);
                    }
                }
            }
            marks.into_boxed_slice()
        })
    }
}

/// Whether an instruction calls what the program wrote as a call.
pub(crate) fn is_call(op: Op) -> bool {
    matches!(op, Op::Call | Op::CallKw | Op::CallEx)
}

/// Whether an instruction jumps under a condition.
pub(crate) fn is_branch(op: Op) -> bool {
    !matches!(op, Op::Jump | Op::JumpBack | Op::Send | Op::CleanupThrow)
}

/// Where an instruction may jump to.
pub(crate) fn jump_target(ins: Ins, at: usize) -> Option<usize> {
    let distance = match ins.op {
        Op::Jump | Op::JumpBack => i64::from(ins.wide() as i32),
        op if matches!(OPS[op as usize].operands[2], Operand::Jump) => i64::from(ins.c as i16),
        _ => return None,
    };
    usize::try_from(at as i64 + 1 + distance).ok()
}

/// Derives the events of code that has none of its own. Its first `tick` is where a frame begins.
fn derive(code: &Code) -> Vec<(u32, Event)> {
    let mut events = Vec::new();
    let entry = code.ins.iter().position(|ins| ins.op == Op::Tick).unwrap_or(0);
    let line = |at: usize| code.positions.get(at).map_or(0, |p| p.line);
    let mut back_targets = vec![false; code.ins.len()];
    for (at, ins) in code.ins.iter().enumerate() {
        let target = jump_target(*ins, at).filter(|target| *target <= at);
        if let Some(target) = target.filter(|target| line(*target) != line(at)) {
            back_targets[target] = true;
        }
    }
    let mut seen = 0;
    for (at, ins) in code.ins.iter().enumerate().skip(entry) {
        let index = at as u32;
        if at == entry {
            events.push((index, Event::Call(code.first_line)));
            continue;
        }
        let resumes = code.ins[at - 1].op == Op::Yield;
        if resumes {
            events.push((index, Event::Call(line(at - 1))));
        }
        if line(at) != 0 && (line(at) != seen || back_targets[at] || resumes && line(at) != line(at - 1)) {
            events.push((index, Event::Line(line(at))));
        }
        if line(at) != 0 {
            seen = line(at);
        }
        if matches!(ins.op, Op::Return | Op::ReturnNone | Op::Yield) {
            events.push((index, Event::Return(if line(at) == 0 { code.first_line } else { line(at) })));
        }
    }
    events
}
