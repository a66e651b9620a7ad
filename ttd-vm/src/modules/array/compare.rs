//! Comparison of arrays: bytewise where that gives the right answer, else item by item.

use ttd_core::value::Value;

use super::{code_of, item_at, len_of, octets_of};
use crate::ops::compare::CmpOp;
use crate::{Vm, ids, native::*};

macro_rules! comparisons {
    ($($name:ident $op:ident;)*) => {$(
        pub(super) fn $name(vm: &mut Vm, args: Args) -> Res {
            compare(vm, CmpOp::$op, args.get(0), args.get(1))
        }
    )*};
}

comparisons! { eq Eq; ne Ne; lt Lt; le Le; gt Gt; ge Ge; }

/// `item == x`. Items are new objects whenever they are read, so identity never makes them equal.
pub(super) fn same(vm: &mut Vm, item: Value, x: Value) -> Res<bool> {
    let equal = vm.rich(CmpOp::Eq, item, x)?;
    vm.truth(equal)
}

/// `a op b` of two arrays.
pub(super) fn slot(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Option<Res> {
    b.is(ids::ARRAY).then(|| compare(vm, op, a, b))
}

/// `a op b`.
pub(super) fn compare(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Res {
    let Some(b) = vm.payload(b, ids::ARRAY) else { return Ok(Value::NOT_IMPLEMENTED) };
    let (x, y) = (len_of(vm, a), len_of(vm, b));
    if x != y && matches!(op, CmpOp::Eq | CmpOp::Ne) {
        return Ok(Value::bool(op == CmpOp::Ne));
    }
    let mut first = 0;
    // Floats can be equal with different bytes (zeros) and unequal with equal bytes (NaN).
    if code_of(vm, a) == code_of(vm, b) && !matches!(code_of(vm, a), b'f' | b'd') {
        let size = super::code::size(code_of(vm, a));
        let same = octets_of(vm, a).iter().zip(octets_of(vm, b)).take_while(|(p, q)| p == q).count();
        first = same / size;
    }
    for i in first..x.min(y) {
        let (Some(p), Some(q)) = (item_at(vm, a, i)?, item_at(vm, b, i)?) else { break };
        if !same(vm, p, q)? {
            return match op {
                CmpOp::Eq => Ok(Value::FALSE),
                CmpOp::Ne => Ok(Value::TRUE),
                _ => vm.rich(op, p, q),
            };
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    vm.rich(op, Value::int(x as i64), Value::int(y as i64))
}
