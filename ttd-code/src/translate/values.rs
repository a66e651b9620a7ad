//! Loads, stores, arithmetic, items and building.

use rustpython_compiler_core::bytecode::{BinaryOperator, Opcode};

use super::abstract_stack::{Entry, NULL};
use super::decode::Step;
use super::{Translator, consts};
use crate::bytecode::op::Op;

impl Translator<'_> {
    /// Translates a step if it belongs to this file.
    pub(super) fn value_step(&mut self, at: u32, step: Step) -> bool {
        let local = step.arg as u16;
        match step.op {
            Opcode::Nop | Opcode::NotTaken | Opcode::EndFor => {}
            Opcode::LoadFast => self.push(Entry::Local(local)),
            Opcode::LoadSmallInt => self.push(Entry::Int(step.arg as i16)),
            Opcode::LoadConst => match self.object.constants.get(step.arg as usize) {
                Some(data) => self.push(consts::entry(data, step.arg)),
                None => self.fail("constant out of range"),
            },
            Opcode::PushNull => self.push(NULL),
            Opcode::PopTop | Opcode::PopIter => {
                self.pop();
            }
            Opcode::Copy if self.enter_with(at, step) => {}
            Opcode::Copy => {
                let entry = self.peek(step.arg as usize - 1);
                self.push(entry);
            }
            Opcode::Swap => self.swap(step.arg as usize),
            Opcode::StoreFast => self.store_local(local),
            Opcode::LoadFastCheck => {
                self.code.emit(Op::CheckBound, local, 0, 0);
                self.push(Entry::Local(local));
            }
            Opcode::LoadFastAndClear => {
                self.spill_local(local, 0);
                self.push(Entry::Local(local));
                self.spill_local(local, 0);
                self.code.emit(Op::ClearLocal, local, 0, 0);
            }
            Opcode::DeleteFast => {
                self.spill_local(local, 0);
                self.code.emit(Op::DeleteLocal, local, 0, 0);
            }
            Opcode::MakeCell => self.emit_unary(Op::MakeCell, local),
            Opcode::CopyFreeVars => self.emit_unary(Op::CopyFreeVars, local),
            Opcode::LoadDeref => self.make::<0>(Op::LoadDeref, local),
            Opcode::StoreDeref => {
                let [value] = self.take();
                self.code.emit(Op::StoreDeref, local, value, 0);
            }
            Opcode::DeleteDeref => self.emit_unary(Op::DeleteDeref, local),
            Opcode::BinaryOp => self.binary(step.arg),
            Opcode::UnaryNegative => self.make::<1>(Op::Neg, 0),
            Opcode::UnaryInvert => self.make::<1>(Op::Invert, 0),
            Opcode::UnaryNot => self.make::<1>(Op::Not, 0),
            _ => return self.item_step(step) || self.build_step(at, step),
        }
        true
    }

    fn item_step(&mut self, step: Step) -> bool {
        match step.op {
            Opcode::BinarySlice => self.build(Op::GetSlice, 3, 0),
            Opcode::StoreSlice => {
                // Container, start and stop must be in consecutive registers, the value below them may be anywhere.
                self.settle(self.depth().saturating_sub(3), self.depth());
                let [value, base, _, _] = self.take();
                self.code.emit(Op::SetSlice, base, value, 0);
            }
            Opcode::StoreSubscr => match self.peek(0) {
                Entry::Int(key) => {
                    self.pop();
                    let [value, container] = self.take();
                    self.code.emit(Op::SetItemI, container, key as u16, value);
                }
                _ => {
                    let [value, container, key] = self.take();
                    self.code.emit(Op::SetItem, container, key, value);
                }
            },
            Opcode::DeleteSubscr => {
                let [container, key] = self.take();
                self.code.emit(Op::DeleteItem, container, key, 0);
            }
            _ => return false,
        }
        true
    }

    fn build_step(&mut self, at: u32, step: Step) -> bool {
        let n = step.arg as usize;
        match step.op {
            Opcode::BuildList => self.build(Op::BuildList, n, step.arg),
            Opcode::BuildTuple => self.build(Op::BuildTuple, n, step.arg),
            Opcode::BuildSet => self.build(Op::BuildSet, n, step.arg),
            Opcode::BuildMap => self.build(Op::BuildMap, 2 * n, step.arg),
            Opcode::BuildString => self.build(Op::BuildString, n, step.arg),
            Opcode::BuildSlice if n == 3 && self.subscript_follows(at) => {
                self.code.step = at + 1;
                self.next = at + 2;
                self.build(Op::GetSliceStep, 4, 0);
            }
            Opcode::BuildSlice => self.build(Op::BuildSlice, n, step.arg),
            Opcode::BuildTemplate => self.build(Op::BuildTemplate, 2, 0),
            Opcode::BuildInterpolation => {
                let spec = step.arg & 1;
                self.build(Op::BuildInterpolation, 2 + spec as usize, spec | (step.arg >> 2) << 1);
            }
            Opcode::ListAppend => self.extend(Op::ListAppend, n),
            Opcode::SetAdd => self.extend(Op::SetAdd, n),
            Opcode::ListExtend => self.extend(Op::ListExtend, n),
            Opcode::SetUpdate => self.extend(Op::SetUpdate, n),
            Opcode::DictUpdate => self.extend(Op::DictUpdate, n),
            Opcode::DictMerge => {
                self.load_top(n + 4);
                let [dict, callable] = [self.reg(n), self.reg(n + 3)];
                let [other] = self.take();
                self.code.emit(Op::DictMerge, dict, other, callable);
            }
            Opcode::MapAdd => {
                self.load_top(n + 2);
                let map = self.reg(n + 1);
                let [key, value] = self.take();
                self.code.emit(Op::MapAdd, map, key, value);
            }
            Opcode::UnpackSequence if self.unpack_to_locals(at, step) => {}
            Opcode::UnpackSequence => self.unpack(Op::UnpackSequence, n, step.arg),
            Opcode::UnpackEx => {
                self.unpack(Op::UnpackEx, (step.arg & 255) as usize + 1 + (step.arg >> 8) as usize, step.arg)
            }
            Opcode::FormatSimple => self.make::<1>(Op::FormatSimple, 0),
            Opcode::FormatWithSpec => self.make::<2>(Op::FormatSpec, 0),
            Opcode::ConvertValue => self.make::<1>(Op::ConvertValue, step.arg as u16),
            Opcode::GetIter if self.begin_comprehension(at, Op::GetIter) => {}
            Opcode::GetIter => self.make::<1>(Op::GetIter, 0),
            Opcode::GetLen => self.inspect(Op::GetLen),
            _ => return false,
        }
        true
    }

    /// Emits an instruction with one operand and no result.
    pub(super) fn emit_unary(&mut self, op: Op, a: u16) {
        self.code.emit(op, a, 0, 0);
    }

    /// Pops `N` operands and pushes the result of `op`, whose operands are the output, those `N`, and `extra`.
    pub(super) fn make<const N: usize>(&mut self, op: Op, extra: u16) {
        let operands = self.take::<N>();
        let out = self.out(&operands);
        let [b, c] = match operands[..] {
            [b, c, ..] => [b, c],
            [b] => [b, extra],
            [] => [extra, 0],
        };
        let at = self.code.emit(op, out, b, c);
        self.push_result(at, out);
    }

    /// Pushes the result of `op` on the top entry, which stays.
    pub(super) fn inspect(&mut self, op: Op) {
        self.load_top(1);
        let operand = self.reg(0);
        let out = self.out(&[operand]);
        let at = self.code.emit(op, out, operand, 0);
        self.push_result(at, out);
    }

    /// Pops `n` operands, which must be in consecutive registers, and pushes the result.
    pub(super) fn build(&mut self, op: Op, n: usize, number: u32) {
        let number = self.operand(number);
        let base = self.take_base(n);
        // Without operands the base register may still be in use.
        self.out(&[]);
        let at = self.code.emit(op, base, base, number);
        self.push_result(at, base);
    }

    fn subscript_follows(&self, at: u32) -> bool {
        let subscript = u32::from(BinaryOperator::Subscr);
        self.follower(at).is_some_and(|(_, step)| step.op == Opcode::BinaryOp && step.arg == subscript)
    }

    /// Emits the addition of the top entry to the container `n` below it.
    fn extend(&mut self, op: Op, n: usize) {
        self.load_top(n + 1);
        let container = self.reg(n);
        let [value] = self.take();
        self.code.emit(op, container, value, 0);
    }

    /// Replaces the container on top by `n` entries, its first item on top.
    fn unpack(&mut self, op: Op, n: usize, number: u32) {
        let number = self.operand(number);
        let [container] = self.take();
        let base = self.out_many(n, &[container]);
        self.code.emit(op, base, container, number);
        for i in 0..n {
            self.push(Entry::Reg(base + i as u16));
        }
    }

    pub(super) fn swap(&mut self, n: usize) {
        let (Some(top), Some(other)) = (self.depth().checked_sub(1), self.depth().checked_sub(n)) else {
            self.fail("stack underflow");
            return;
        };
        self.stack.swap(top, other);
    }

    fn binary(&mut self, arg: u32) {
        let Ok(kind) = BinaryOperator::try_from(arg) else {
            self.fail("unknown operator");
            return;
        };
        if let (Entry::Int(value), Some(op)) = (self.peek(0), immediate_form(kind)) {
            let fits = match op {
                Op::FloorDivI | Op::ModI | Op::IFloorDivI | Op::IModI => value > 0,
                Op::LShiftI | Op::RShiftI => (0..64).contains(&value),
                _ => true,
            };
            if fits {
                self.pop();
                self.make::<1>(op, value as u16);
                return;
            }
        }
        self.make::<2>(binary_op(kind), 0);
    }
}

/// Returns the form of an operator whose right operand is an immediate integer.
fn immediate_form(kind: BinaryOperator) -> Option<Op> {
    Some(match kind {
        BinaryOperator::Add => Op::AddI,
        BinaryOperator::Subtract => Op::SubI,
        BinaryOperator::Multiply => Op::MulI,
        BinaryOperator::FloorDivide => Op::FloorDivI,
        BinaryOperator::Remainder => Op::ModI,
        BinaryOperator::InplaceAdd => Op::IAddI,
        BinaryOperator::InplaceSubtract => Op::ISubI,
        BinaryOperator::InplaceMultiply => Op::IMulI,
        BinaryOperator::InplaceFloorDivide => Op::IFloorDivI,
        BinaryOperator::InplaceRemainder => Op::IModI,
        BinaryOperator::And => Op::AndI,
        BinaryOperator::Lshift => Op::LShiftI,
        BinaryOperator::Rshift => Op::RShiftI,
        BinaryOperator::Subscr => Op::GetItemI,
        _ => return None,
    })
}

fn binary_op(kind: BinaryOperator) -> Op {
    match kind {
        BinaryOperator::Add => Op::Add,
        BinaryOperator::And => Op::And,
        BinaryOperator::FloorDivide => Op::FloorDiv,
        BinaryOperator::Lshift => Op::LShift,
        BinaryOperator::MatrixMultiply => Op::MatMul,
        BinaryOperator::Multiply => Op::Mul,
        BinaryOperator::Remainder => Op::Mod,
        BinaryOperator::Or => Op::Or,
        BinaryOperator::Power => Op::Pow,
        BinaryOperator::Rshift => Op::RShift,
        BinaryOperator::Subtract => Op::Sub,
        BinaryOperator::TrueDivide => Op::TrueDiv,
        BinaryOperator::Xor => Op::Xor,
        BinaryOperator::InplaceAdd => Op::IAdd,
        BinaryOperator::InplaceAnd => Op::IAnd,
        BinaryOperator::InplaceFloorDivide => Op::IFloorDiv,
        BinaryOperator::InplaceLshift => Op::ILShift,
        BinaryOperator::InplaceMatrixMultiply => Op::IMatMul,
        BinaryOperator::InplaceMultiply => Op::IMul,
        BinaryOperator::InplaceRemainder => Op::IMod,
        BinaryOperator::InplaceOr => Op::IOr,
        BinaryOperator::InplacePower => Op::IPow,
        BinaryOperator::InplaceRshift => Op::IRShift,
        BinaryOperator::InplaceSubtract => Op::ISub,
        BinaryOperator::InplaceTrueDivide => Op::ITrueDiv,
        BinaryOperator::InplaceXor => Op::IXor,
        BinaryOperator::Subscr => Op::GetItem,
    }
}
