//! The driver: translates block by block and step by step, and places the events between them.

use rustpython_compiler_core::bytecode::Opcode;

use super::decode::{NONE, Step};
use super::{Translator, control_flow, emit};
use crate::bytecode::code::Event;
use crate::bytecode::op::Op;

impl Translator<'_> {
    /// Translates all blocks in the order of the code, then the stubs.
    pub(super) fn blocks(&mut self) {
        let n = self.source.steps.len() as u32;
        let mut at = 0;
        while at < n {
            if self.flow.leader(at).is_some() {
                self.code.step = at;
                self.code.bind(emit::Label(at));
                self.reset(self.flow.depth[at as usize]);
                if self.flow.leader(at).is_some_and(|l| l.entry_event) {
                    self.line_event(at);
                }
                at = if self.absorbed(at) {
                    self.pop();
                    self.rest_of_block(at, at + 1)
                } else {
                    self.block(at, false)
                };
            } else {
                at += 1;
            }
        }
        for (label, from, to) in std::mem::take(&mut self.stubs) {
            self.code.step = to;
            self.code.bind(label);
            self.edge_event(from, to);
            self.code.emit_jump(Op::Jump, 0, 0, emit::Label(to));
        }
    }

    /// Translates the rest of a block whose first step has been translated.
    pub(super) fn rest_of_block(&mut self, done: u32, next: u32) -> u32 {
        if self.flow.leader(next).is_some() {
            self.fall_through(done, next);
            return next;
        }
        self.step_boundary(done, next);
        self.block(next, false)
    }

    /// Translates from `at` to the end of its block and returns the step after it. `at_bottom`: this is a loop's
    /// header, repeated at the bottom of the loop.
    pub(super) fn block(&mut self, mut at: u32, at_bottom: bool) -> u32 {
        loop {
            self.code.step = at;
            self.next = at + 1;
            self.translate_step(at, at_bottom);
            let step = self.step(self.next - 1);
            if self.problem.is_some() {
                return self.source.steps.len() as u32;
            }
            let next = self.next;
            if control_flow::ends_block(step.op) || step.target != NONE {
                return next;
            }
            if self.flow.leader(next).is_some() {
                self.fall_through(next - 1, next);
                return next;
            }
            self.step_boundary(next - 1, next);
            at = next;
        }
    }

    /// Goes from one step of a block to the next. Entries that a handler needs are settled before the next step's
    /// events, so that an exception raised at an event finds them.
    pub(super) fn step_boundary(&mut self, from: u32, to: u32) {
        if let Some(row) = self.source.table.get(self.step(to).handler as usize) {
            self.settle(0, row.depth as usize);
        }
        if self.step(from).handler != self.step(to).handler {
            // The line of a `try` is not in its block: what is raised at its event goes past the handlers.
            self.code.flush();
        }
        self.code.step = to;
        if self.code.counted && control_flow::edge_event(self.source, from, to) {
            self.line_event(to);
        }
    }

    /// Goes from the end of a block to the block after it without a jump.
    pub(super) fn fall_through(&mut self, from: u32, to: u32) {
        self.settle_all();
        self.edge_event(from, to);
        self.code.flush();
    }

    pub(super) fn line_event(&mut self, at: u32) {
        let line = self.step(at).line;
        self.code.event(Event::Line(line.max(0) as u32));
    }

    /// Emits the event of an edge between blocks, if the edge has one of its own.
    pub(super) fn edge_event(&mut self, from: u32, to: u32) {
        if self.code.counted && self.flow.has_edge_event(self.source, from, to) {
            self.code.step = to;
            self.line_event(to);
        }
    }

    /// Returns the next step if it can be fused with `at`: no event and no jump lies between them.
    pub(super) fn follower(&self, at: u32) -> Option<(u32, Step)> {
        let next = at + 1;
        if !self.flow.reached(next) || self.flow.leader(next).is_some() {
            return None;
        }
        let silent = !(self.code.counted && control_flow::edge_event(self.source, at, next));
        silent.then(|| (next, self.step(next)))
    }

    /// Whether a step is a store that the `for_iter` in front of it performs.
    pub(super) fn absorbed(&self, at: u32) -> bool {
        let step = self.step(at);
        let Some(leader) = self.flow.leader(at) else {
            return false;
        };
        let [from] = leader.preds[..] else {
            return false;
        };
        step.op == Opcode::StoreFast
            && !leader.handler
            && from + 1 == at
            && self.step(from).op == Opcode::ForIter
            && !(self.code.counted && control_flow::edge_event(self.source, from, at))
    }

    fn translate_step(&mut self, at: u32, at_bottom: bool) {
        let step = self.step(at);
        if !(self.value_step(at, step) || self.call_step(at, step) || self.jump_step(at, step, at_bottom)) {
            self.exception_step(at, step);
        }
    }
}
