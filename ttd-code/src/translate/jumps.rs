//! Branches, comparisons, loops, returning.

use rustpython_compiler_core::bytecode::Opcode;

use super::Translator;
use super::abstract_stack::Entry;
use super::control_flow;
use super::decode::{NONE, Step};
use super::emit::Label;
use crate::bytecode::code::Event;
use crate::bytecode::op::Op;

/// The test of a branch, on the top entries.
#[derive(Clone, Copy)]
enum Test {
    /// The truth of one entry.
    Truth,
    /// Whether one entry is None.
    IsNone,
    /// Whether two entries are the same object.
    Same,
    /// A comparison of two entries, by CPython's number.
    Compare(u32),
    /// A comparison of one entry with an integer.
    CompareInt(u32, i16),
}

/// Longest loop header, in steps, that is repeated at the bottom of its loop.
const MAX_HEADER_STEPS: u32 = 16;

impl Translator<'_> {
    /// Translates a step if it belongs to this file.
    pub(super) fn jump_step(&mut self, at: u32, step: Step, at_bottom: bool) -> bool {
        match step.op {
            Opcode::CompareOp => self.compare(at, step, at_bottom),
            Opcode::IsOp => match self.branch_after(at) {
                Some((jump, sense)) => {
                    self.next = jump + 1;
                    self.branch(jump, Test::Same, sense != (step.arg != 0), at_bottom);
                }
                None => self.make::<2>(if step.arg == 0 { Op::Is } else { Op::IsNot }, 0),
            },
            Opcode::ContainsOp => self.make::<2>(if step.arg == 0 { Op::Contains } else { Op::NotContains }, 0),
            Opcode::ToBool => self.truth(at, at_bottom),
            Opcode::PopJumpIfTrue => self.branch(at, Test::Truth, true, at_bottom),
            Opcode::PopJumpIfFalse => self.branch(at, Test::Truth, false, at_bottom),
            Opcode::PopJumpIfNone => self.branch(at, Test::IsNone, true, at_bottom),
            Opcode::PopJumpIfNotNone => self.branch(at, Test::IsNone, false, at_bottom),
            Opcode::JumpForward | Opcode::JumpBackward | Opcode::JumpBackwardNoInterrupt => self.jump(at, step),
            Opcode::ForIter => self.for_iter(at, step, at_bottom),
            Opcode::Send => {
                self.settle_all();
                let (value, receiver) = (self.reg(0), self.reg(1));
                let label = self.edge_label(at, step.target);
                self.code.emit_jump(Op::Send, value, receiver, label);
                self.fall_through(at, at + 1);
            }
            Opcode::Resume => {
                let line = if step.arg & 3 == 0 { self.first_line() } else { step.pos.line };
                self.code.event(Event::Call(line));
                if step.arg & 3 == 0 && !self.code.counted {
                    self.code.emit(Op::Tick, 0, 0, 0);
                }
            }
            _ => return false,
        }
        true
    }

    /// Returns step and sense of the `POP_JUMP_IF_TRUE` or `_FALSE` that can be fused with the test at `at`.
    fn branch_after(&self, at: u32) -> Option<(u32, bool)> {
        let (next, step) = self.follower(at)?;
        match step.op {
            Opcode::PopJumpIfTrue => Some((next, true)),
            Opcode::PopJumpIfFalse => Some((next, false)),
            Opcode::ToBool => self.branch_after(next),
            _ => None,
        }
    }

    fn compare(&mut self, at: u32, step: Step, at_bottom: bool) {
        let kind = step.arg >> 5;
        if let Some((jump, sense)) = self.branch_after(at) {
            self.next = jump + 1;
            if let Entry::Int(value) = self.peek(0) {
                self.pop();
                self.branch(jump, Test::CompareInt(kind, value), sense, at_bottom);
            } else {
                self.branch(jump, Test::Compare(kind), sense, at_bottom);
            }
            return;
        }
        let op = [Op::Lt, Op::Le, Op::Eq, Op::Ne, Op::Gt, Op::Ge].get(kind as usize).copied();
        let Some(op) = op else {
            self.fail("unknown comparison");
            return;
        };
        self.make::<2>(op, 0);
        if step.arg & 16 != 0 {
            self.make::<1>(Op::ToBool, 0);
        }
    }

    fn truth(&mut self, at: u32, at_bottom: bool) {
        if let Some((jump, sense)) = self.branch_after(at) {
            self.next = jump + 1;
            self.branch(jump, Test::Truth, sense, at_bottom);
        } else if let Some((next, Step { op: Opcode::UnaryNot, .. })) = self.follower(at) {
            self.next = next + 1;
            self.make::<1>(Op::Not, 0);
        } else {
            self.make::<1>(Op::ToBool, 0);
        }
    }

    /// Ends a block with the branch of step `at`, which jumps if the test's result is `sense`.
    fn branch(&mut self, at: u32, test: Test, sense: bool, at_bottom: bool) {
        let n = if matches!(test, Test::Same | Test::Compare(_)) { 2 } else { 1 };
        self.load_top(n);
        self.settle(0, self.depth().saturating_sub(n));
        let first = self.reg(n - 1);
        let second = match test {
            Test::CompareInt(_, value) => value as u16,
            _ if n == 2 => self.reg(0),
            _ => 0,
        };
        for _ in 0..n {
            self.pop();
        }
        let (target, next) = (self.step(at).target, at + 1);
        // At the bottom of a loop the branch that stays in the loop jumps.
        let inverted = at_bottom && self.code.bound(Label(next)) && !self.code.bound(Label(target));
        let (to, other) = if inverted { (next, target) } else { (target, next) };
        let label = self.edge_label(at, to);
        self.code.emit_jump(branch_op(test, sense != inverted), first, second, label);
        if at_bottom {
            self.go_to(at, other);
        } else {
            self.fall_through(at, other);
        }
    }

    /// Returns the label for a conditional jump: the block's, or that of a stub that delivers the edge's event.
    fn edge_label(&mut self, from: u32, to: u32) -> Label {
        if !(self.code.counted && self.flow.has_edge_event(self.source, from, to)) {
            return Label(to);
        }
        let label = self.code.label();
        self.stubs.push((label, from, to));
        label
    }

    /// Ends a block by going to another, with a jump unless that block is next in the code.
    fn go_to(&mut self, from: u32, to: u32) {
        self.settle_all();
        self.edge_event(from, to);
        if self.following_block() == to {
            self.code.flush();
        } else {
            self.code.emit_jump(Op::Jump, 0, 0, Label(to));
        }
    }

    /// Returns the block that will be translated next.
    fn following_block(&self) -> u32 {
        let n = self.source.steps.len() as u32;
        (self.copy_end.unwrap_or(self.next)..n).find(|s| self.flow.leader(*s).is_some()).unwrap_or(NONE)
    }

    fn jump(&mut self, at: u32, step: Step) {
        let to = step.target;
        if step.op == Opcode::JumpBackward {
            if !self.code.counted {
                self.code.emit(Op::Tick, 0, 0, 0);
            }
            if self.is_header(to) {
                self.repeat_header(at, to);
                return;
            }
        }
        self.go_to(at, to);
    }

    /// Whether the block at `to` is a loop header worth repeating: a short one that ends in a branch.
    fn is_header(&self, to: u32) -> bool {
        if self.step(to).op == Opcode::ForIter {
            return true;
        }
        for at in to..(to + MAX_HEADER_STEPS).min(self.source.steps.len() as u32) {
            let step = self.step(at);
            match step.op {
                Opcode::PopJumpIfTrue | Opcode::PopJumpIfFalse | Opcode::PopJumpIfNone | Opcode::PopJumpIfNotNone => {
                    return true;
                }
                _ if control_flow::ends_block(step.op) || step.target != NONE => return false,
                _ if at > to && self.flow.leader(at).is_some() => return false,
                _ => {}
            }
        }
        false
    }

    /// Repeats a loop's header at a jump back to it.
    fn repeat_header(&mut self, from: u32, to: u32) {
        let next = self.next;
        self.copy_end = Some(next);
        self.step_boundary(from, to);
        self.block(to, true);
        self.copy_end = None;
        self.next = next;
    }

    fn for_iter(&mut self, at: u32, step: Step, at_bottom: bool) {
        self.settle_all();
        let iterator = self.reg(0);
        let body = at + 1;
        let out = if self.absorbed(body) { self.step(body).arg as u16 } else { self.home(self.depth()) };
        if at_bottom {
            let label = self.edge_label(at, body);
            self.code.emit_jump(Op::ForNext, iterator, out, label);
            self.go_to(at, step.target);
        } else {
            let label = self.edge_label(at, step.target);
            self.code.emit_jump(Op::ForIter, iterator, out, label);
            self.fall_through(at, body);
        }
    }
}

/// Returns the instruction that jumps if a test's result is `sense`.
fn branch_op(test: Test, sense: bool) -> Op {
    const JUMPS: [[Op; 2]; 6] = [
        [Op::JumpNotLt, Op::JumpLt],
        [Op::JumpNotLe, Op::JumpLe],
        [Op::JumpNotEq, Op::JumpEq],
        [Op::JumpNotNe, Op::JumpNe],
        [Op::JumpNotGt, Op::JumpGt],
        [Op::JumpNotGe, Op::JumpGe],
    ];
    const INT_JUMPS: [[Op; 2]; 6] = [
        [Op::JumpNotLtI, Op::JumpLtI],
        [Op::JumpNotLeI, Op::JumpLeI],
        [Op::JumpNotEqI, Op::JumpEqI],
        [Op::JumpNotNeI, Op::JumpNeI],
        [Op::JumpNotGtI, Op::JumpGtI],
        [Op::JumpNotGeI, Op::JumpGeI],
    ];
    let pair = match test {
        Test::Truth => [Op::JumpFalse, Op::JumpTrue],
        Test::IsNone => [Op::JumpNotNone, Op::JumpNone],
        Test::Same => [Op::JumpIsNot, Op::JumpIs],
        Test::Compare(kind) => JUMPS[kind.min(5) as usize],
        Test::CompareInt(kind, _) => INT_JUMPS[kind.min(5) as usize],
    };
    pair[usize::from(sense)]
}
