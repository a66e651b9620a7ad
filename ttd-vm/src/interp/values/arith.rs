//! Binary and unary operators beyond the loop's fast cases: builtin types first, then the operands' methods.

use ttd_code::bytecode::op::{Ins, Op, Operand};
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::operators::BinOp;
use crate::ops::{arith, concat};
use crate::types::int;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

/// The operator of an instruction, and whether it is in place.
fn operator(op: Op) -> (BinOp, bool) {
    use BinOp as B;
    match op {
        Op::Add | Op::AddI => (B::Add, false),
        Op::Sub | Op::SubI => (B::Sub, false),
        Op::Mul | Op::MulI => (B::Mul, false),
        Op::TrueDiv => (B::TrueDiv, false),
        Op::FloorDiv | Op::FloorDivI => (B::FloorDiv, false),
        Op::Mod | Op::ModI => (B::Mod, false),
        Op::Pow => (B::Pow, false),
        Op::MatMul => (B::MatMul, false),
        Op::And | Op::AndI => (B::And, false),
        Op::Or => (B::Or, false),
        Op::Xor => (B::Xor, false),
        Op::LShift | Op::LShiftI => (B::LShift, false),
        Op::RShift | Op::RShiftI => (B::RShift, false),
        Op::IAdd | Op::IAddI => (B::Add, true),
        Op::ISub | Op::ISubI => (B::Sub, true),
        Op::IMul | Op::IMulI => (B::Mul, true),
        Op::ITrueDiv => (B::TrueDiv, true),
        Op::IFloorDiv | Op::IFloorDivI => (B::FloorDiv, true),
        Op::IMod | Op::IModI => (B::Mod, true),
        Op::IPow => (B::Pow, true),
        Op::IMatMul => (B::MatMul, true),
        Op::IAnd => (B::And, true),
        Op::IOr => (B::Or, true),
        Op::IXor => (B::Xor, true),
        Op::ILShift => (B::LShift, true),
        _ => (B::RShift, true),
    }
}

/// The right operand of an instruction: a register or an immediate.
fn right_operand(vm: &Vm, ins: Ins) -> Value {
    match ins.op.info().operands[2] {
        Operand::Imm => Value::int(i64::from(ins.c as i16)),
        _ => vm.reg(ins.c),
    }
}

/// Common operators on a float and a small int, and division of small ints.
#[inline]
fn mixed(op: BinOp, x: Value, y: Value) -> Option<Value> {
    let (x, y) = if x.is_float() && y.is_int() {
        (x.as_float(), y.as_int() as f64)
    } else if x.is_int() && y.is_float() {
        (x.as_int() as f64, y.as_float())
    } else if Value::both_int(x, y) && op == BinOp::TrueDiv {
        (x.as_int() as f64, y.as_int() as f64)
    } else {
        return None;
    };
    match op {
        BinOp::Add => Some(Value::float_any(x + y)),
        BinOp::Sub => Some(Value::float_any(x - y)),
        BinOp::Mul => Some(Value::float_any(x * y)),
        BinOp::TrueDiv if y != 0.0 => Some(Value::float_any(x / y)),
        _ => None,
    }
}

impl Vm {
    /// A binary operator whose operands are not both small numbers.
    #[inline(never)]
    pub(crate) fn op_binary(&mut self, ins: Ins, y: Value) -> Res<()> {
        let x = self.reg(ins.b);
        let (op, in_place) = operator(ins.op);
        if let Some(v) = mixed(op, x, y) {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        if x.is(ids::INST)
            && !in_place
            && let Some(done) = self.left_operator(op, x, y, ins.a)
        {
            return done;
        }
        self.poll_work();
        if let Some(v) = self.plain_binary(op, x, y) {
            self.set_reg(ins.a, v?);
            return Ok(());
        }
        let user = |v: Value| v.is(ids::INST);
        if !user(x) && !user(y) {
            return self.builtin_binary(ins, op, in_place, x, y);
        }
        if in_place
            && let Some(f) = self.lookup(self.type_of(x), self.operator_names[op as usize].in_place)
            && (op == BinOp::Add && user(x) || !self.is_of_sequence(op, x, f))
        {
            let f = self.as_function(f);
            return self.invoke(f, &[x, y], &[], Cont::InPlace, ins.a);
        }
        self.user_binary(op, in_place, x, y, ins.a)
    }

    /// Operators on ints, and concatenation of strings: the most frequent cases after those of the loop.
    #[inline(always)]
    fn plain_binary(&mut self, op: BinOp, x: Value, y: Value) -> Option<Res> {
        if x.is(ids::STR) && y.is(ids::STR) {
            return (op == BinOp::Add).then(|| concat::strings(self, x, y));
        }
        let whole = self.is_integer(x) && self.is_integer(y) && op != BinOp::MatMul;
        whole.then(|| int::arith::binary(self, op, x, y))
    }

    /// Enters the left operand's method if it goes first and is a Python function of exactly two parameters, or calls
    /// it if it is a native one of the very class. `None`, without any effect, otherwise.
    fn left_operator(&mut self, op: BinOp, x: Value, y: Value, dst: u16) -> Option<Res<()>> {
        let class = self.loaded.shapes.get(self.heap.shape(x)).class;
        if self.may_go_first(x, y) {
            return None;
        }
        let left = self.operator_names[op as usize].left;
        let f = self.lookup(class, left)?;
        if f.is(ids::FUNCTION) {
            return self.enter_with(f, &[x, y], Cont::BinaryLeft, dst).then_some(Ok(()));
        }
        let result = self.call_method_of(class, f, &[x, y])?;
        if let Ok(v) = result
            && v != Value::NOT_IMPLEMENTED
        {
            self.set_reg(dst, v);
            return Some(Ok(()));
        }
        Some(self.deliver_native(Cont::BinaryLeft, dst, result))
    }

    fn builtin_binary(&mut self, ins: Ins, op: BinOp, in_place: bool, x: Value, y: Value) -> Res<()> {
        if in_place {
            let v = arith::inplace(self, op, x, y);
            match v {
                Ok(Value::NOT_IMPLEMENTED) => {}
                done => return self.store_or_tail(ins.a, done),
            }
        }
        let v = arith::binary(self, op, x, y)?;
        if v == Value::NOT_IMPLEMENTED {
            return self.user_binary(op, in_place, x, y, ins.a);
        }
        self.set_reg(ins.a, v);
        Ok(())
    }

    /// Stores a native's result, or performs its tail call.
    pub(crate) fn store_or_tail(&mut self, dst: u16, result: Res) -> Res<()> {
        match result {
            Ok(v) => {
                self.set_reg(dst, v);
                Ok(())
            }
            Err(Trap::Tail) => self.run_tail(Cont::Store, dst),
            Err(trap) => Err(trap),
        }
    }

    /// Whether a method is a builtin sequence's `+` or `*`: those come last, in `arith::no_method`.
    fn is_of_sequence(&self, op: BinOp, v: Value, method: Value) -> bool {
        matches!(op, BinOp::Add | BinOp::Mul)
            && method.is(ids::METHOD_DESC)
            && arith::is_concatenated(self, self.unwrap(v))
    }

    /// An operand's method. A builtin sequence's own does not count, unless its class has methods for numbers.
    pub(crate) fn operand_method(
        &mut self,
        op: BinOp,
        v: Value,
        class: Value,
        name: Value,
        other: Value,
    ) -> Option<Value> {
        let found = self.lookup(class, name)?;
        // None in its place is called, too, and so refuses the operator for both sides.
        if found.is_none() || !self.is_of_sequence(op, v, found) {
            return Some(found);
        }
        // A class that defines the method for the other side has both in its number slots.
        let numbers = v.is(ids::INST) && self.lookup_special(class, other).is_some_and(|f| !f.is(ids::METHOD_DESC));
        numbers.then_some(found)
    }

    /// The methods of the operands, in Python's order: a subclass on the right goes first.
    fn user_binary(&mut self, op: BinOp, in_place: bool, x: Value, y: Value, dst: u16) -> Res<()> {
        let names = &self.operator_names[op as usize];
        let (left, right) = (names.left, names.right);
        let (tx, ty) = (self.type_of(x), self.type_of(y));
        if tx != ty
            && self.is_subclass(ty, tx)
            && let Some(r) = self.operand_method(op, y, ty, right, left)
            && self.lookup(tx, right) != Some(r)
        {
            let r = self.as_function(r);
            return self.invoke(r, &[y, x], &[], Cont::BinaryRightFirst, dst);
        }
        if let Some(l) = self.operand_method(op, x, tx, left, right) {
            if let Some((a, b)) = self.numbers_within(l, left, x, y) {
                let v = arith::binary(self, op, a, b)?;
                self.set_reg(dst, v);
                return Ok(());
            }
            let l = self.as_function(l);
            return self.invoke(l, &[x, y], &[], Cont::BinaryLeft, dst);
        }
        if tx != ty
            && let Some(r) = self.operand_method(op, y, ty, right, left)
        {
            let r = self.as_function(r);
            return self.invoke(r, &[y, x], &[], Cont::BinaryLast, dst);
        }
        let v = arith::no_method(self, op, x, y, in_place);
        self.store_or_tail(dst, v)
    }

    /// The numbers that the operands are or hold, if the left one's method is that of an int and the right one has none
    /// that could answer otherwise.
    fn numbers_within(&self, method: Value, name: Value, x: Value, y: Value) -> Option<(Value, Value)> {
        let is_int = |v: Value| v.is_int() || v.is(ids::BIGINT);
        let (a, b) = (self.unwrap(x), self.unwrap(y));
        let are_ints = a != x && is_int(a) && is_int(b);
        (are_ints && self.is_native_method(method, self.types.int, self.heap.bytes(name))).then_some((a, b))
    }

    /// An operand's method has answered.
    pub(crate) fn deliver_binary(&mut self, cont: Cont, dst: u16, v: Value) -> Res<()> {
        if v != Value::NOT_IMPLEMENTED {
            self.set_reg(dst, v);
            return Ok(());
        }
        let ins = self.waiting();
        let (op, in_place) = operator(ins.op);
        let (x, y) = (self.reg(ins.b), right_operand(self, ins));
        let names = &self.operator_names[op as usize];
        let (left, right) = (names.left, names.right);
        match cont {
            Cont::InPlace => return self.user_binary(op, in_place, x, y, dst),
            Cont::BinaryLeft if self.type_of(x) != self.type_of(y) => {
                let class = self.type_of(y);
                if let Some(r) = self.operand_method(op, y, class, right, left) {
                    let r = self.as_function(r);
                    return self.invoke(r, &[y, x], &[], Cont::BinaryLast, dst);
                }
            }
            Cont::BinaryRightFirst => {
                let class = self.type_of(x);
                if let Some(l) = self.operand_method(op, x, class, left, right) {
                    let l = self.as_function(l);
                    return self.invoke(l, &[x, y], &[], Cont::BinaryLast, dst);
                }
            }
            _ => {}
        }
        let v = arith::no_method(self, op, x, y, in_place);
        self.store_or_tail(dst, v)
    }

    /// `-x`, `+x`, `~x`.
    pub(crate) fn op_unary(&mut self, ins: Ins) -> Res<()> {
        let x = self.reg(ins.b);
        let v = match ins.op {
            Op::Neg => arith::unary_neg(self, x)?,
            Op::Pos => arith::unary_pos(self, x)?,
            _ => arith::unary_invert(self, x)?,
        };
        if v != Value::NOT_IMPLEMENTED {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let (dunder, symbol) = match ins.op {
            Op::Neg => (self.names.neg, "-"),
            Op::Pos => (self.names.pos, "+"),
            _ => (self.names.invert, "~"),
        };
        match self.special_named(x, dunder) {
            Some(f) => self.invoke(f, &[x], &[], Cont::Store, ins.a),
            None => {
                let name = self.type_name(x);
                Err(self.type_error(format!("bad operand type for unary {symbol}: '{name}'")))
            }
        }
    }
}
