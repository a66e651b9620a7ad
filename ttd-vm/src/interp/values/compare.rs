//! Comparisons and truth, as values and as jumps.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::modules::functools::key_wrapper;
use crate::native::Res;
use crate::ops::compare::{self, CmpOp};
use crate::ops::protocol::TruthMethod;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

/// A comparing instruction, decoded.
struct Compare {
    op: CmpOp,
    /// Jump when the answer is this; `None`: store it.
    jump_if: Option<bool>,
    immediate: bool,
}

fn decode(op: Op) -> Compare {
    use CmpOp as C;
    let row = |op, jump_if, immediate| Compare { op, jump_if, immediate };
    match op {
        Op::Lt => row(C::Lt, None, false),
        Op::Le => row(C::Le, None, false),
        Op::Eq => row(C::Eq, None, false),
        Op::Ne => row(C::Ne, None, false),
        Op::Gt => row(C::Gt, None, false),
        Op::Ge => row(C::Ge, None, false),
        Op::JumpLt => row(C::Lt, Some(true), false),
        Op::JumpLe => row(C::Le, Some(true), false),
        Op::JumpEq => row(C::Eq, Some(true), false),
        Op::JumpNe => row(C::Ne, Some(true), false),
        Op::JumpGt => row(C::Gt, Some(true), false),
        Op::JumpGe => row(C::Ge, Some(true), false),
        Op::JumpNotLt => row(C::Lt, Some(false), false),
        Op::JumpNotLe => row(C::Le, Some(false), false),
        Op::JumpNotEq => row(C::Eq, Some(false), false),
        Op::JumpNotNe => row(C::Ne, Some(false), false),
        Op::JumpNotGt => row(C::Gt, Some(false), false),
        Op::JumpNotGe => row(C::Ge, Some(false), false),
        Op::JumpLtI => row(C::Lt, Some(true), true),
        Op::JumpLeI => row(C::Le, Some(true), true),
        Op::JumpEqI => row(C::Eq, Some(true), true),
        Op::JumpNeI => row(C::Ne, Some(true), true),
        Op::JumpGtI => row(C::Gt, Some(true), true),
        Op::JumpGeI => row(C::Ge, Some(true), true),
        Op::JumpNotLtI => row(C::Lt, Some(false), true),
        Op::JumpNotLeI => row(C::Le, Some(false), true),
        Op::JumpNotEqI => row(C::Eq, Some(false), true),
        Op::JumpNotNeI => row(C::Ne, Some(false), true),
        Op::JumpNotGtI => row(C::Gt, Some(false), true),
        _ => row(C::Ge, Some(false), true),
    }
}

impl Vm {
    /// A comparison whose operands are not both small numbers.
    #[inline(never)]
    pub(crate) fn op_compare(&mut self, ins: Ins, x: Value, y: Value) -> Res<()> {
        let Compare { op, jump_if, .. } = decode(ins.op);
        if let Some(holds) = compare::plain(self, op, x, y) {
            match jump_if {
                None => self.set_reg(ins.a, Value::bool(holds)),
                Some(wanted) if wanted == holds => self.jump(ins.c),
                Some(_) => {}
            }
            return Ok(());
        }
        if self.compares_natively(x) && self.compares_natively(y) {
            let v = compare::rich(self, op, x, y)?;
            if v != Value::NOT_IMPLEMENTED {
                return self.finish_compare(v);
            }
            if matches!(op, CmpOp::Eq | CmpOp::Ne) {
                return self.finish_compare(Value::bool((x == y) == (op == CmpOp::Eq)));
            }
        } else if self.enter_left_comparison(op, x, y) {
            return Ok(());
        }
        let (tx, ty) = (self.type_of(x), self.type_of(y));
        if tx != ty
            && self.is_subclass(ty, tx)
            && let Some(f) = self.comparison_method(y, op.swapped())
        {
            return match self.compare_within(f, op.swapped(), y, x)? {
                Some(v) => self.finish_compare(v),
                None => self.invoke(f, &[y, x], &[], Cont::CompareFirst, 1),
            };
        }
        let Some(f) = self.comparison_method(x, op) else { return self.compare_second(op, x, y) };
        match self.compare_within(f, op, x, y)? {
            Some(v) => self.finish_compare(v),
            None => self.invoke(f, &[x, y], &[], Cont::CompareFirst, 0),
        }
    }

    /// Whether no class of the program says how a value compares: not its own, not its metaclass.
    fn compares_natively(&self, v: Value) -> bool {
        !v.is(ids::INST) && (!v.is(ids::CLASS) || self.type_of(v) == self.types.type_)
    }

    /// Enters the left operand's method if it goes first and is a Python function, or the function that compares two
    /// keys of `cmp_to_key`. Returns false without any effect otherwise.
    fn enter_left_comparison(&mut self, op: CmpOp, x: Value, y: Value) -> bool {
        if !x.is(ids::INST) || self.may_go_first(x, y) {
            return false;
        }
        if let Some([cmp, x, y]) = key_wrapper::comparison(self, x, y) {
            return cmp.is(ids::FUNCTION) && self.enter_with(cmp, &[x, y], Cont::CompareKeys, 0);
        }
        self.enter_special(self.comparison_name(op), &[x, y], Cont::CompareFirst, 0)
    }

    /// Delivers the result of the function that compares two keys of `cmp_to_key`.
    pub(crate) fn deliver_order_of_keys(&mut self, v: Value) -> Res<()> {
        let op = decode(self.waiting().op).op;
        let answer = key_wrapper::answer(self, op, v)?;
        self.finish_compare(answer)
    }

    fn compare_second(&mut self, op: CmpOp, x: Value, y: Value) -> Res<()> {
        match self.comparison_method(y, op.swapped()) {
            Some(f) => self.invoke(f, &[y, x], &[], Cont::CompareSecond, 0),
            None => self.compare_default(op, x, y),
        }
    }

    /// The default if no method decides: identity for `==` and `!=`, else TypeError.
    fn compare_default(&mut self, op: CmpOp, x: Value, y: Value) -> Res<()> {
        let same = self.is_same(x, y);
        match op {
            CmpOp::Eq => self.finish_compare(Value::bool(same)),
            CmpOp::Ne => self.finish_compare(Value::bool(!same)),
            _ => Err(self.not_comparable(op, x, y)),
        }
    }

    /// Delivers the result of a comparison's method.
    pub(crate) fn deliver_compare(&mut self, cont: Cont, v: Value) -> Res<()> {
        if v != Value::NOT_IMPLEMENTED {
            return self.finish_compare(v);
        }
        let ins = self.waiting();
        let Compare { op, jump_if, immediate } = decode(ins.op);
        let (x, y) = match (jump_if, immediate) {
            (None, _) => (self.reg(ins.b), self.reg(ins.c)),
            (_, true) => (self.reg(ins.a), Value::int(i64::from(ins.b as i16))),
            (_, false) => (self.reg(ins.a), self.reg(ins.b)),
        };
        if cont == Cont::CompareSecond {
            return self.compare_default(op, x, y);
        }
        let (tx, ty) = (self.type_of(x), self.type_of(y));
        if tx != ty && self.is_subclass(ty, tx) && self.comparison_method(y, op.swapped()).is_some() {
            // The right operand went first; the left one is the last to try.
            return match self.comparison_method(x, op) {
                Some(f) => self.invoke(f, &[x, y], &[], Cont::CompareSecond, 0),
                None => self.compare_default(op, x, y),
            };
        }
        self.compare_second(op, x, y)
    }

    /// Finishes a comparison: stores the result, or jumps by its truth.
    fn finish_compare(&mut self, v: Value) -> Res<()> {
        let ins = self.waiting();
        if decode(ins.op).jump_if.is_none() {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        if v.is_bool() {
            return self.finish_truth(v == Value::TRUE);
        }
        self.truth_then(v)
    }

    /// A jump on the truth of a value other than a bool, int or None.
    #[inline(never)]
    pub(crate) fn op_truth_jump(&mut self, _ins: Ins, v: Value) -> Res<()> {
        self.truth_then(v)
    }

    /// Determines the truth of a value for the waiting instruction.
    pub(crate) fn truth_then(&mut self, v: Value) -> Res<()> {
        if let Some(truth) = self.plain_truth(v) {
            return self.finish_truth(truth);
        }
        match self.truth_method(v)? {
            TruthMethod::Bool(f) => self.invoke(f, &[v], &[], Cont::Truth, 0),
            TruthMethod::Len(f) => self.invoke(f, &[v], &[], Cont::TruthLen, 0),
            TruthMethod::None => self.finish_truth(true),
        }
    }

    /// Delivers the result of `__bool__`.
    pub(crate) fn deliver_truth(&mut self, v: Value) -> Res<()> {
        if !v.is_bool() {
            let name = self.type_name(v);
            return Err(self.type_error(format!("__bool__ should return bool, returned {name}")));
        }
        self.finish_truth(v == Value::TRUE)
    }

    /// Finishes an instruction by a truth value: stores it, or jumps.
    pub(crate) fn finish_truth(&mut self, truth: bool) -> Res<()> {
        let ins = self.waiting();
        match ins.op {
            Op::Not => self.set_reg(ins.a, Value::bool(!truth)),
            Op::ToBool => self.set_reg(ins.a, Value::bool(truth)),
            Op::JumpTrue if truth => self.jump(ins.c),
            Op::JumpFalse if !truth => self.jump(ins.c),
            Op::JumpTrue | Op::JumpFalse => {}
            _ => {
                if decode(ins.op).jump_if == Some(truth) {
                    self.jump(ins.c);
                }
            }
        }
        Ok(())
    }

    /// `in` and `not in`.
    pub(crate) fn op_contains(&mut self, ins: Ins) -> Res<()> {
        let (x, container) = (self.reg(ins.b), self.reg(ins.c));
        let negate = ins.op == Op::NotContains;
        if !container.is(ids::INST)
            && let Some(found) = crate::ops::item::contains(self, container, x)
        {
            let found = found?;
            self.set_reg(ins.a, Value::bool(found != negate));
            return Ok(());
        }
        if let Some(f) = self.special_named(container, self.names.contains) {
            return self.invoke(f, &[container, x], &[], Cont::Contains, ins.a);
        }
        self.check_container(container)?;
        let class = self.type_of(container);
        if self.lookup(class, self.names.iter).is_none() && self.lookup(class, self.names.getitem).is_none() {
            let name = self.class_name(class);
            return Err(self.type_error(format!("argument of type '{name}' is not iterable")));
        }
        let f = self.lib("contains_");
        self.invoke(f, &[container, x], &[], Cont::Contains, ins.a)
    }
}
