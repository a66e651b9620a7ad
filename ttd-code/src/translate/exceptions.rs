//! Exceptions, generators and coroutines, patterns, and CPython's intrinsic functions.

use rustpython_compiler_core::bytecode::Opcode;

use super::Translator;
use super::abstract_stack::{Entry, NONE_VALUE, NULL};
use super::decode::Step;
use crate::bytecode::op::Op;

impl Translator<'_> {
    /// Translates a step that belongs to none of the other files.
    pub(super) fn exception_step(&mut self, at: u32, step: Step) {
        match step.op {
            Opcode::PushExcInfo => {
                let base = self.take_base(1);
                self.out_many(2, &[base]);
                self.code.emit(Op::PushExc, base, 0, 0);
                self.push(Entry::Reg(base));
                self.push(Entry::Reg(base + 1));
            }
            Opcode::PopExcept => {
                let [previous] = self.take();
                self.code.emit(Op::PopExc, previous, 0, 0);
            }
            Opcode::CheckExcMatch => {
                self.load_top(2);
                let (class, exception) = (self.reg(0), self.reg(1));
                self.pop();
                let out = self.out(&[class, exception]);
                let at = self.code.emit(Op::CheckExcMatch, out, exception, class);
                self.push_result(at, out);
            }
            Opcode::CheckEgMatch => {
                let [exception, class] = self.take();
                let base = self.out_many(2, &[exception, class]);
                self.code.emit(Op::CheckEgMatch, base, exception, class);
                self.push(Entry::Reg(base));
                self.push(Entry::Reg(base + 1));
            }
            Opcode::RaiseVarargs => self.raise(step.arg),
            Opcode::Reraise => {
                let n = step.arg as usize;
                self.load_top(n + 1);
                let lasti = if n > 0 { self.reg(n) } else { 0 };
                let [exception] = self.take();
                self.code.emit(Op::Reraise, exception, u16::from(n > 0), lasti);
            }
            Opcode::WithExceptStart => {
                // Exit function, self or NULL, index, previous exception, exception: the result goes on top.
                self.settle(self.depth().saturating_sub(5), self.depth());
                let (exit, exception) = (self.reg(4), self.reg(0));
                let out = self.out(&[]);
                let at = self.code.emit(Op::WithExceptStart, out, exit, exception);
                self.push_result(at, out);
            }
            _ => self.generator_step(at, step),
        }
    }

    fn raise(&mut self, n: u32) {
        let (exception, cause) = match n {
            0 => (0, 0),
            1 => {
                let [exception] = self.take();
                (exception, 0)
            }
            _ => {
                let [exception, cause] = self.take();
                (exception, cause)
            }
        };
        self.code.emit(Op::Raise, n as u16, exception, cause);
    }

    fn generator_step(&mut self, at: u32, step: Step) {
        match step.op {
            Opcode::ReturnGenerator => {
                self.code.emit(Op::ReturnGenerator, 0, 0, 0);
                // The next step drops the value sent by the first resumption.
                self.push(NULL);
            }
            Opcode::YieldValue => {
                let [value] = self.take();
                let out = self.out(&[value]);
                let event = self.return_event(step);
                self.code.event(event);
                let at = self.code.emit(Op::Yield, out, value, step.arg as u16);
                self.push_result(at, out);
            }
            Opcode::EndSend => {
                let value = self.pop();
                self.pop();
                self.push(value);
            }
            Opcode::GetYieldFromIter => self.make::<1>(Op::GetYieldFromIter, 0),
            Opcode::GetAwaitable => self.make::<1>(Op::GetAwaitable, step.arg as u16),
            Opcode::GetAiter if self.begin_comprehension(at, Op::GetAIter) => {}
            Opcode::GetAiter => self.make::<1>(Op::GetAIter, 0),
            Opcode::GetAnext => self.inspect(Op::GetANext),
            Opcode::EndAsyncFor => {
                let [_, exception] = self.take();
                self.code.emit(Op::EndAsyncFor, exception, 0, 0);
            }
            Opcode::CleanupThrow => {
                // Replaces iterator, last value and exception by an unused entry and the iterator's return value.
                let [exception] = self.take();
                self.pop();
                let out = self.out(&[exception]);
                self.code.emit(Op::CleanupThrow, out, exception, 0);
                self.push(Entry::Reg(out));
            }
            _ => self.pattern_step(step),
        }
    }

    fn pattern_step(&mut self, step: Step) {
        match step.op {
            Opcode::MatchSequence => self.inspect(Op::MatchSequence),
            Opcode::MatchMapping => self.inspect(Op::MatchMapping),
            Opcode::MatchKeys => {
                self.load_top(2);
                let (keys, subject) = (self.reg(0), self.reg(1));
                let out = self.out(&[]);
                let at = self.code.emit(Op::MatchKeys, out, subject, keys);
                self.push_result(at, out);
            }
            Opcode::MatchClass => self.build(Op::MatchClass, 3, step.arg),
            Opcode::CallIntrinsic1 => self.intrinsic_1(step.arg),
            Opcode::CallIntrinsic2 => self.intrinsic_2(step.arg),
            _ => self.fail("an instruction of the compiler that is not known here"),
        }
    }

    fn intrinsic_1(&mut self, number: u32) {
        match number {
            1 | 2 => {
                let [value] = self.take();
                self.code.emit(if number == 1 { Op::PrintExpr } else { Op::ImportStar }, 0, value, 0);
                self.push(NONE_VALUE);
            }
            3 => self.make::<1>(Op::StopIterationError, 0),
            4 => self.make::<1>(Op::AsyncGenWrap, 0),
            5 => self.make::<1>(Op::Pos, 0),
            6 => self.make::<1>(Op::ListToTuple, 0),
            7 => self.build(Op::TypeParam, 1, 0),
            8 => self.build(Op::TypeParam, 1, 1),
            9 => self.build(Op::TypeParam, 1, 2),
            10 => self.build(Op::TypeParam, 1, 6),
            11 => self.build(Op::TypeParam, 1, 7),
            _ => self.fail("an intrinsic function of the compiler that is not known here"),
        }
    }

    fn intrinsic_2(&mut self, number: u32) {
        match number {
            1 => self.make::<2>(Op::PrepReraiseStar, 0),
            2 => self.build(Op::TypeParam, 2, 3),
            3 => self.build(Op::TypeParam, 2, 4),
            4 => self.build(Op::TypeParam, 2, 8),
            5 => self.build(Op::TypeParam, 2, 5),
            _ => self.fail("an intrinsic function of the compiler that is not known here"),
        }
    }
}
