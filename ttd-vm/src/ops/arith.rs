//! The builtin meaning of the operators, for exact builtin operands.
//!
//! `binary` gives `NotImplemented` when it has nothing to say; the interpreter then asks the operands' methods and, if
//! none answers, `no_method`, which tries what CPython tries last and otherwise raises CPython's TypeError.

use ttd_core::value::Value;

use super::{concat, item};
use crate::native::{Res, Trap};
pub use crate::operators::BinOp;
use crate::types::{bytearray, complex, dict, float, int, list, set};
use crate::{Vm, ids};

/// Rank in the numeric tower; `None` for other values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tower {
    Int,
    Float,
    Complex,
}

fn tower(v: Value) -> Option<Tower> {
    if v.is_float() {
        Some(Tower::Float)
    } else if v.is_int() || v.is_bool() || v.is(ids::BIGINT) {
        Some(Tower::Int)
    } else if v.is(ids::COMPLEX) {
        Some(Tower::Complex)
    } else {
        None
    }
}

/// Returns whether the methods of `a` accept `b`, but not the other way round: int's methods know neither floats nor
/// sequences.
pub fn outranks(vm: &Vm, a: Value, b: Value) -> bool {
    matches!((tower(a), tower(b)), (Some(a), Some(b)) if a > b) || concat::is_sequence(vm, a) && tower(b).is_some()
}

/// `a op b` for exact builtin operands, `NotImplemented` when the builtin types do not define it.
pub fn binary(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    if Value::both_int(a, b) {
        return int::arith::small(vm, op, a.as_int(), b.as_int());
    }
    if a.is_float() && b.is_float() {
        return float::arith::binary(vm, op, a.as_float(), b.as_float());
    }
    match (tower(a), tower(b)) {
        (Some(x), Some(y)) => match x.max(y) {
            Tower::Int => int::arith::binary(vm, op, a, b),
            Tower::Float => {
                if !float::arith::defines(op) {
                    return Ok(Value::NOT_IMPLEMENTED);
                }
                let (x, y) = (float::to_f64(vm, a)?, float::to_f64(vm, b)?);
                float::arith::binary(vm, op, x, y)
            }
            Tower::Complex => complex::arith::binary(vm, op, a, b),
        },
        _ => sequences_and_sets(vm, op, a, b),
    }
}

fn is_set_like(v: Value) -> bool {
    v.is(ids::SET) || v.is(ids::FROZENSET) || v.is(ids::DICT_KEYS) || v.is(ids::DICT_ITEMS)
}

fn sequences_and_sets(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    match op {
        BinOp::Add => concat::concat(vm, a, b),
        BinOp::Mul => {
            if concat::is_sequence(vm, a) && vm.is_integer(b) {
                concat::repeat(vm, a, b)
            } else if concat::is_core_sequence(b) && vm.is_integer(a) {
                // Others decide in `__rmul__` of which class the copy is.
                concat::repeat(vm, b, a)
            } else {
                Ok(Value::NOT_IMPLEMENTED)
            }
        }
        BinOp::Mod if a.is(ids::STR) => super::printf::format_str(vm, a, b),
        BinOp::Mod if a.is(ids::BYTES) || a.is(ids::BYTEARRAY) => super::printf::format_bytes(vm, a, b),
        BinOp::Or if a.is(ids::DICT) && b.is(ids::DICT) => dict::merge_op(vm, a, b),
        BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub if is_set_like(a) || is_set_like(b) => {
            set::binary(vm, op, a, b)
        }
        _ => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// `a op= b` where a builtin type changes `a` itself; `NotImplemented` where there is only `a op b`.
pub fn inplace(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    if !a.is_obj() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    match (a.tid(), op) {
        (ids::LIST, BinOp::Add) => list::iadd(vm, a, b),
        (ids::LIST, BinOp::Mul) if vm.is_integer(b) => list::imul(vm, a, b),
        (ids::SET, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub) => set::ibinary(vm, op, a, b),
        (ids::DICT, BinOp::Or) => dict::ior(vm, a, b),
        _ => match vm.slots_of(a).inplace {
            Some(inplace) => inplace(vm, op, a, b),
            None => Ok(Value::NOT_IMPLEMENTED),
        },
    }
}

/// Finishes `a op b` after all methods returned NotImplemented: repeats by an object's `__index__`, or raises CPython's
/// TypeError. `in_place`: the program wrote `a op= b`.
pub fn no_method(vm: &mut Vm, op: BinOp, a: Value, b: Value, in_place: bool) -> Res {
    let (ua, ub) = (vm.unwrap(a), vm.unwrap(b));
    if let Some(done) = late(vm, op, ua, b, in_place) {
        return done.map(|made| if in_place { a } else { made });
    }
    if op == BinOp::Mul
        && !concat::is_sequence(vm, ua)
        && let Some(done) = late(vm, op, ub, a, false)
    {
        return done;
    }
    if op == BinOp::Add && is_concatenated(vm, ua) {
        let done = if in_place { extended(vm, a, ua, b)? } else { concat::concat(vm, ua, ub)? };
        if ua.is(ids::STR) && (a != ua || b != ub) && (done == ua || done == ub) {
            // Adding an empty str of a subclass still makes a new str.
            let text = vm.heap.bytes(done).to_vec();
            return Ok(vm.new_str_raw(&text));
        }
        if done != Value::NOT_IMPLEMENTED {
            return Ok(done);
        }
    }
    // `a *= sequence` repeats the right operand only when `a` has no sequence methods.
    let right = concat::is_sequence(vm, ub) && !(in_place && item::is_like_sequence(vm, a));
    if op == BinOp::Mul && (concat::is_sequence(vm, ua) || right) {
        let (sequence, count, count_seen) = if concat::is_sequence(vm, ua) { (ua, ub, b) } else { (ub, ua, a) };
        if vm.is_integer(count) || vm.special_named(count_seen, vm.names.index).is_some() {
            let count = vm.index_i64(count_seen)?;
            let count = vm.int(count);
            if in_place && sequence == ua && (ua.is(ids::LIST) || ua.is(ids::BYTEARRAY)) {
                inplace(vm, op, ua, count)?;
                return Ok(a);
            }
            return concat::repeat(vm, sequence, count);
        }
        let name = vm.type_name(count_seen);
        return Err(vm.type_error(format!("can't multiply sequence by non-int of type '{name}'")));
    }
    Err(operand_error(vm, op, a, b, ua, in_place))
}

/// Returns whether `+` and `*` ask this builtin sequence last: CPython gives it no numeric methods.
pub fn is_concatenated(vm: &Vm, v: Value) -> bool {
    concat::is_core_sequence(v) || v.is_obj() && vm.slots_of(v).late_operator.is_some()
}

/// Calls the slot of a sequence that is asked last.
fn late(vm: &mut Vm, op: BinOp, sequence: Value, other: Value, in_place: bool) -> Option<Res> {
    if !sequence.is_obj() || !matches!(op, BinOp::Add | BinOp::Mul) {
        return None;
    }
    vm.slots_of(sequence).late_operator.map(|late| late(vm, op, sequence, other, in_place))
}

/// `a += b` where `a` is or holds the builtin sequence `ua`.
fn extended(vm: &mut Vm, a: Value, ua: Value, b: Value) -> Res {
    if ua.is(ids::LIST) {
        return list::iadd_for(vm, ua, b, a);
    }
    if ua.is(ids::BYTEARRAY) {
        bytearray::iadd(vm, ua, b)?;
        return Ok(a);
    }
    let ub = vm.unwrap(b);
    concat::concat(vm, ua, ub)
}

/// Applies `__add__` and `__mul__` of a sequence called by name: the other operand's methods are not asked.
pub fn by_name(vm: &mut Vm, op: BinOp, sequence: Value, given: Value, in_place: bool) -> Res {
    if op == BinOp::Add {
        let (this, other) = (vm.receiver(sequence), vm.unwrap(given));
        let done = concat::concat(vm, sequence, other)?;
        if done != Value::NOT_IMPLEMENTED {
            return Ok(done);
        }
        return Err(operand_error(vm, op, this, given, sequence, false));
    }
    let count = vm.index_i64(given)?;
    let count = vm.int(count);
    if in_place { inplace(vm, op, sequence, count) } else { concat::repeat(vm, sequence, count) }
}

#[cold]
fn operand_error(vm: &mut Vm, op: BinOp, a: Value, b: Value, ua: Value, in_place: bool) -> Trap {
    let (left, right) = (vm.type_name(a), vm.type_name(b));
    let message = match op {
        BinOp::Add if ua.is(ids::STR) => {
            format!("can only concatenate str (not \"{right}\") to str")
        }
        BinOp::Add if ua.is(ids::LIST) => {
            format!("can only concatenate list (not \"{right}\") to list")
        }
        BinOp::Add if ua.is(ids::TUPLE) => {
            format!("can only concatenate tuple (not \"{right}\") to tuple")
        }
        BinOp::Add if ua.is_obj() && vm.slots_of(ua).concat.is_some() => {
            let kind = vm.class_short_name(vm.type_of(ua));
            format!("can only concatenate {kind} (not \"{right}\") to {kind}")
        }
        BinOp::Add if ua.is(ids::BYTES) || ua.is(ids::BYTEARRAY) => {
            format!("can't concat {right} to {left}")
        }
        _ => {
            let symbol = if in_place { op.isymbol() } else { op.symbol() };
            let hint = if op == BinOp::RShift && !in_place && vm.is_print(a) {
                ". Did you mean \"print(<message>, file=<output_stream>)\"?"
            } else {
                ""
            };
            format!("unsupported operand type(s) for {symbol}: '{left}' and '{right}'{hint}")
        }
    };
    vm.type_error(message)
}

impl Vm {
    fn is_print(&self, v: Value) -> bool {
        v.is(ids::BUILTIN) && self.loaded.natives[self.heap.shape(v) as usize].full_name() == "print"
    }
}

/// `-v` for exact builtin numbers, `NotImplemented` for the rest.
pub fn unary_neg(vm: &mut Vm, v: Value) -> Res {
    match tower(v) {
        Some(Tower::Int) => int::arith::neg(vm, v),
        Some(Tower::Float) => Ok(Value::float_any(-v.as_float())),
        Some(Tower::Complex) => {
            let (re, im) = complex::parts(vm, v);
            Ok(complex::new(vm, -re, -im))
        }
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// `+v` for exact builtin numbers, `NotImplemented` for the rest.
pub fn unary_pos(_vm: &mut Vm, v: Value) -> Res {
    Ok(match tower(v) {
        Some(_) if v.is_bool() => Value::int(i64::from(v == Value::TRUE)),
        Some(_) => v,
        None => Value::NOT_IMPLEMENTED,
    })
}

const INVERTED_BOOL: &str = "Bitwise inversion '~' on bool is deprecated and will be removed in Python 3.16. This \
    returns the bitwise inversion of the underlying int object and is usually not what you expect from negating a bool. \
    Use the 'not' operator for boolean negation or ~int(x) if you really want the bitwise inversion of the underlying int.";

/// `~v` for exact builtin integers, `NotImplemented` for the rest.
pub fn unary_invert(vm: &mut Vm, v: Value) -> Res {
    match tower(v) {
        Some(Tower::Int) => {
            if v.is_bool() {
                vm.warn("DeprecationWarning", INVERTED_BOOL)?;
            }
            int::arith::invert(vm, v)
        }
        _ => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// `abs(v)` for exact builtin numbers, `NotImplemented` for the rest.
pub fn absolute(vm: &mut Vm, v: Value) -> Res {
    match tower(v) {
        Some(Tower::Int) => int::arith::abs(vm, v),
        Some(Tower::Float) => Ok(Value::float_any(v.as_float().abs())),
        Some(Tower::Complex) => complex::abs(vm, v),
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// `divmod(a, b)` for exact builtin numbers, `NotImplemented` for the rest.
pub fn divmod(vm: &mut Vm, a: Value, b: Value) -> Res {
    match (tower(a), tower(b)) {
        (Some(Tower::Int), Some(Tower::Int)) => int::arith::divmod(vm, a, b),
        (Some(x), Some(y)) if x.max(y) == Tower::Float => {
            let (x, y) = (float::to_f64(vm, a)?, float::to_f64(vm, b)?);
            let Some((quotient, remainder)) = rustpython_common::float_ops::divmod(x, y) else {
                return Err(vm.zero_division("float divmod()"));
            };
            Ok(vm.new_tuple(&[Value::float_any(quotient), Value::float_any(remainder)]))
        }
        _ => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// `pow(base, exp, modulus)` for exact builtin integers, `NotImplemented` for the rest.
pub fn pow_mod(vm: &mut Vm, base: Value, exp: Value, modulus: Value) -> Res {
    match (tower(base), tower(exp), tower(modulus)) {
        (Some(Tower::Int), Some(Tower::Int), Some(Tower::Int)) => int::power::pow_mod(vm, base, exp, modulus),
        (Some(x), Some(y), Some(z)) => match [x, y, z].into_iter().find(|kind| *kind != Tower::Int) {
            // The first that is no int refuses.
            Some(Tower::Complex) => Err(vm.value_error("complex modulo")),
            _ => Err(vm.type_error("pow() 3rd argument not allowed unless all arguments are integers")),
        },
        _ => Ok(Value::NOT_IMPLEMENTED),
    }
}
