//! Functions of several numbers: `fsum`, `prod`, `sumprod`, `hypot`, `dist`.

use malachite_bigint::BigInt;
use ttd_core::value::Value;
use ttd_pyalgos::numbers::kernels::{ExactSum, ProductSum, SumError, norm};

use crate::native::{Args, Res, Trap};
use crate::operators::BinOp;
use crate::types::float::real_argument;
use crate::{Vm, ids};

/// `math.fsum(seq)`.
pub fn fsum(vm: &mut Vm, args: Args) -> Res {
    let mut sum = ExactSum::default();
    for v in vm.collect(args.get(0))? {
        let x = real_argument(vm, v)?;
        sum.add(x).map_err(|e| sum_error(vm, e))?;
    }
    let total = sum.total().map_err(|e| sum_error(vm, e))?;
    Ok(Value::float_any(total))
}

fn sum_error(vm: &mut Vm, error: SumError) -> Trap {
    match error {
        SumError::Overflow => vm.overflow_error("intermediate overflow in fsum"),
        SumError::Infinities => vm.value_error("-inf + inf in fsum"),
    }
}

/// `math.prod(iterable, start)`.
pub fn prod(vm: &mut Vm, args: Args) -> Res {
    let mut result = args.opt(1).unwrap_or(Value::int(1));
    for v in vm.collect(args.get(0))? {
        result = vm.binary(BinOp::Mul, result, v)?;
    }
    Ok(result)
}

/// `math.hypot(*coordinates)`.
pub fn hypot(vm: &mut Vm, args: Args) -> Res {
    let mut vector = Vec::with_capacity(args.rest.len());
    for v in args.rest {
        vector.push(real_argument(vm, *v)?.abs());
    }
    Ok(Value::float_any(norm(&mut vector)))
}

fn point(vm: &mut Vm, v: Value) -> Res<Vec<Value>> {
    if v.is(ids::TUPLE) {
        return Ok(vm.heap.tuple(v).to_vec());
    }
    vm.collect(v)
}

/// `math.dist(p, q)`.
pub fn dist(vm: &mut Vm, args: Args) -> Res {
    let p = point(vm, args.get(0))?;
    let q = point(vm, args.get(1))?;
    if p.len() != q.len() {
        return Err(vm.value_error("both points must have the same number of dimensions"));
    }
    let mut vector = Vec::with_capacity(p.len());
    for (a, b) in p.into_iter().zip(q) {
        let (a, b) = (real_argument(vm, a)?, real_argument(vm, b)?);
        vector.push((a - b).abs());
    }
    Ok(Value::float_any(norm(&mut vector)))
}

/// `math.sumprod(p, q)`: exact for integers and in extended precision for floats as long as there are only these, then
/// by the operators.
pub fn sumprod(vm: &mut Vm, args: Args) -> Res {
    let p = vm.collect(args.get(0))?;
    let q = vm.collect(args.get(1))?;
    if p.len() != q.len() {
        return Err(vm.value_error("Inputs are not the same length"));
    }
    let pairs: Vec<(Value, Value)> = p.into_iter().zip(q).collect();
    let mut at = 0;
    let mut whole = BigInt::default();
    while let Some((a, b)) = pairs.get(at)
        && let (Some(a), Some(b)) = (exact_int(vm, *a), exact_int(vm, *b))
    {
        whole += a * b;
        at += 1;
    }
    let mut total = vm.big(whole);
    let (mut sum, started) = (ProductSum::default(), at);
    while let Some((a, b)) = pairs.get(at)
        && (a.is_float() || b.is_float())
        && let (Some(x), Some(y)) = (float_or_int(vm, *a), float_or_int(vm, *b))
    {
        let mut next = sum;
        next.add(x, y);
        if !next.is_finite() {
            break;
        }
        sum = next;
        at += 1;
    }
    if at > started {
        total = vm.binary(BinOp::Add, total, Value::float_any(sum.total()))?;
    }
    for (a, b) in &pairs[at..] {
        let product = vm.binary(BinOp::Mul, *a, *b)?;
        total = vm.binary(BinOp::Add, total, product)?;
    }
    Ok(total)
}

fn exact_int(vm: &Vm, v: Value) -> Option<BigInt> {
    if v.is_int() || v.is(ids::BIGINT) { vm.as_big(v) } else { None }
}

fn float_or_int(vm: &Vm, v: Value) -> Option<f64> {
    if v.is_float() || vm.is_integer(v) { vm.as_f64(v) } else { None }
}
