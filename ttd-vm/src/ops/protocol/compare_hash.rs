//! Comparing, hashing and binary operators on values of any type, for native code.

use crate::native::{Res, Trap};
use crate::operators::BinOp;
use crate::ops::compare::{self, CmpOp};
use crate::ops::{arith, hashing};
use crate::{Vm, ids};
use ttd_core::value::Value;

impl Vm {
    /// `hash(v)`.
    pub fn hash(&mut self, v: Value) -> Res<i64> {
        if !v.is(ids::INST) && !v.is(ids::CLASS) {
            return hashing::hash_builtin(self, v);
        }
        let class = self.type_of(v);
        let f = match self.lookup(class, self.names.hash) {
            Some(f) if f.is_none() => return Err(self.unhashable(v)),
            Some(f) => self.as_function(f),
            None => return hashing::hash_builtin(self, v),
        };
        if self.is_object_method(f) {
            return Ok(hashing::hash_identity(self, v));
        }
        if let Some(inner) = self.value_within(f, "__hash__", v) {
            let is_nan = inner.is_float() && inner.as_float().is_nan();
            return if is_nan { Ok(hashing::hash_identity(self, v)) } else { hashing::hash_builtin(self, inner) };
        }
        let h = self.call(f, &[v])?;
        let h = self.unwrap(h);
        if !self.is_integer(h) {
            return Err(self.type_error("__hash__ method should return an integer"));
        }
        // A machine word is taken unchanged, not reduced like the hash of an int.
        match self.as_i64(h) {
            Some(-1) => Ok(-2),
            Some(h) => Ok(h),
            None => hashing::hash_builtin(self, h),
        }
    }

    /// The builtin value inside an instance, if this method is that of the value's own type and of this name.
    pub(crate) fn value_within(&self, f: Value, name: &str, v: Value) -> Option<Value> {
        let inner = self.unwrap(v);
        (inner != v && self.is_native_method(f, self.type_of(inner), name.as_bytes())).then_some(inner)
    }

    /// `x op y` if the method of `x` is that of the builtin value inside it, and `y` is or holds a builtin value;
    /// `None` where that does not decide.
    pub(crate) fn compare_within(&mut self, f: Value, op: CmpOp, x: Value, y: Value) -> Res<Option<Value>> {
        let other = self.unwrap(y);
        let Some(inner) = self.value_within(f, op.method(), x).filter(|_| !other.is(ids::INST)) else {
            return Ok(None);
        };
        let v = compare::rich(self, op, inner, other)?;
        Ok((v != Value::NOT_IMPLEMENTED).then_some(v))
    }

    /// `a == b`, where identity counts as equal.
    pub fn eq(&mut self, a: Value, b: Value) -> Res<bool> {
        if self.is_same(a, b) {
            return Ok(true);
        }
        let v = self.rich(CmpOp::Eq, a, b)?;
        self.truth(v)
    }

    /// `a < b`.
    pub fn less(&mut self, a: Value, b: Value) -> Res<bool> {
        let v = self.rich(CmpOp::Lt, a, b)?;
        self.truth(v)
    }

    /// A rich comparison, including both operands' methods.
    pub fn rich(&mut self, op: CmpOp, a: Value, b: Value) -> Res {
        if !a.is(ids::INST) && !b.is(ids::INST) {
            let v = compare::rich(self, op, a, b)?;
            if v != Value::NOT_IMPLEMENTED {
                return Ok(v);
            }
        }
        let goes_first = a.is(ids::INST) && !self.may_go_first(a, b);
        let left = if goes_first { self.python_method(a, self.comparison_name(op)) } else { None };
        if let Some(f) = left {
            let v = self.call(f, &[a, b])?;
            if v != Value::NOT_IMPLEMENTED {
                return Ok(v);
            }
        }
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let right_first = ta != tb && self.is_subclass(tb, ta);
        for (turn, (x, y, op)) in [(b, a, op.swapped()), (a, b, op), (b, a, op.swapped())].into_iter().enumerate() {
            if (turn == 0) != right_first && turn != 1 || turn == 1 && left.is_some() {
                continue;
            }
            if let Some(f) = self.comparison_method(x, op) {
                if let Some(v) = self.compare_within(f, op, x, y)? {
                    return Ok(v);
                }
                let v = self.call(f, &[x, y])?;
                if v != Value::NOT_IMPLEMENTED {
                    return Ok(v);
                }
            }
        }
        match op {
            CmpOp::Eq => Ok(Value::bool(self.is_same(a, b))),
            CmpOp::Ne => Ok(Value::bool(!self.is_same(a, b))),
            _ => Err(self.not_comparable(op, a, b)),
        }
    }

    #[cold]
    pub(crate) fn not_comparable(&mut self, op: CmpOp, a: Value, b: Value) -> Trap {
        let (ta, tb, symbol) = (self.type_name(a), self.type_name(b), op.symbol());
        self.type_error(format!("'{symbol}' not supported between instances of '{ta}' and '{tb}'"))
    }

    /// A binary operator, including both operands' methods.
    pub fn binary(&mut self, op: BinOp, a: Value, b: Value) -> Res {
        if !a.is(ids::INST) && !b.is(ids::INST) {
            let v = arith::binary(self, op, a, b)?;
            if v != Value::NOT_IMPLEMENTED {
                return Ok(v);
            }
        }
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let names = &self.operator_names[op as usize];
        let (left, right) = (names.left, names.right);
        let mut tries = vec![(a, b, ta, left, right)];
        if ta != tb {
            let at = if self.is_subclass(tb, ta) { 0 } else { 1 };
            tries.insert(at, (b, a, tb, right, left));
        }
        for (x, y, class, name, other) in tries {
            if let Some(f) = self.operand_method(op, x, class, name, other) {
                let f = self.as_function(f);
                let v = self.call(f, &[x, y])?;
                if v != Value::NOT_IMPLEMENTED {
                    return Ok(v);
                }
            }
        }
        arith::no_method(self, op, a, b, false)
    }
}
