//! Special methods of builtin types as functions for their tables: `__add__`, `__eq__`, `__len__` ...
//!
//! Each applies the builtin meaning (`ops::arith`, `ops::compare`, ...) to its arguments and never the protocol
//! around it (`Vm::binary`, `Vm::rich`, ...), which would come back here. `self` is already the builtin value when
//! the method was called on an instance of a Python subclass; the other operand is unwrapped here.

use ttd_core::value::Value;

use super::arith::{self, BinOp};
use super::compare::{self, CmpOp};
use super::{format as formats, hashing, item, iter as iteration, repr as reprs};
use crate::types::iter::next_method;
use crate::{Vm, methods, native::*};

macro_rules! binary_methods {
    ($($name:ident $reflected:ident $op:ident;)*) => {$(
        #[doc = concat!("`self ", stringify!($op), " value`.")]
        pub fn $name(vm: &mut Vm, args: Args) -> Res {
            let other = operand(vm, args.get(0), args.get(1));
            if arith::outranks(vm, other, args.get(0)) || is_of_view(args.get(0), other) {
                return Ok(Value::NOT_IMPLEMENTED);
            }
            arith::binary(vm, BinOp::$op, args.get(0), other)
        }

        #[doc = concat!("`value ", stringify!($op), " self`.")]
        pub fn $reflected(vm: &mut Vm, args: Args) -> Res {
            let other = operand(vm, args.get(0), args.get(1));
            if arith::outranks(vm, other, args.get(0)) || is_of_view(args.get(0), other) {
                return Ok(Value::NOT_IMPLEMENTED);
            }
            arith::binary(vm, BinOp::$op, other, args.get(0))
        }
    )*};
}

binary_methods! {
    add radd Add;
    sub rsub Sub;
    mul rmul Mul;
    truediv rtruediv TrueDiv;
    floordiv rfloordiv FloorDiv;
    mod_ rmod Mod;
    matmul rmatmul MatMul;
    and_ rand And;
    or_ ror Or;
    xor rxor Xor;
    lshift rlshift LShift;
    rshift rrshift RShift;
}

/// Returns the other operand of a builtin's method: unwrapped, but a dict view gets any non-set as the program sees it.
fn operand(vm: &Vm, value: Value, given: Value) -> Value {
    let other = vm.unwrap(given);
    let is_view = value.is(crate::ids::DICT_KEYS) || value.is(crate::ids::DICT_ITEMS);
    if is_view && !(other.is_obj() && crate::types::set::is_set_like(other.tid())) { given } else { other }
}

macro_rules! inplace_methods {
    ($($name:ident $op:ident;)*) => {$(
        #[doc = concat!("`self ", stringify!($op), "= value`.")]
        pub fn $name(vm: &mut Vm, args: Args) -> Res {
            let value = args.get(0);
            let (given, inner) = (args.get(1), vm.unwrap(args.get(1)));
            // The message names the class of the instance.
            let whole = BinOp::$op == BinOp::Add && (value.is(crate::ids::BYTEARRAY) || value.is(crate::ids::LIST))
                || value.is(crate::ids::DICT) && !inner.is(crate::ids::DICT);
            let other = if whole { given } else { inner };
            let this = vm.receiver(value);
            let result = arith::inplace(vm, BinOp::$op, value, other)?;
            Ok(if result == value { this } else { result })
        }
    )*};
}

inplace_methods! {
    iadd Add;
    isub Sub;
    imul Mul;
    iand And;
    ior Or;
    ixor Xor;
}

/// `value % self` of text and bytes: only a format of the same type counts.
pub fn reflected_mod(vm: &mut Vm, args: Args) -> Res {
    let format = vm.unwrap(args.get(1));
    if !format.is(args.get(0).tid()) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    let values = vm.receiver(args.get(0));
    if format.is(crate::ids::STR) {
        super::printf::format_str(vm, format, values)
    } else {
        super::printf::format_bytes(vm, format, values)
    }
}

/// `format % values`. The values stay wrapped, also a mapping of a Python class.
pub fn format_mod(vm: &mut Vm, args: Args) -> Res {
    let format = args.get(0);
    if format.is(crate::ids::STR) {
        super::printf::format_str(vm, format, args.get(1))
    } else {
        super::printf::format_bytes(vm, format, args.get(1))
    }
}

/// `__add__` of a sequence by name; the operator `+` does not call it.
pub fn concat(vm: &mut Vm, args: Args) -> Res {
    arith::by_name(vm, BinOp::Add, args.get(0), args.get(1), false)
}

/// `__mul__` of a sequence by name; the operator `*` does not call it.
pub fn repeat(vm: &mut Vm, args: Args) -> Res {
    arith::by_name(vm, BinOp::Mul, args.get(0), args.get(1), false)
}

/// `__imul__` of a sequence.
pub fn repeat_inplace(vm: &mut Vm, args: Args) -> Res {
    let value = args.get(0);
    let this = vm.receiver(value);
    let result = arith::by_name(vm, BinOp::Mul, value, args.get(1), true)?;
    Ok(if result == value { this } else { result })
}

/// `pow(self, value, mod=None)`.
pub fn pow(vm: &mut Vm, args: Args) -> Res {
    let other = vm.unwrap(args.get(1));
    match args.opt(2).filter(|m| !m.is_none()) {
        Some(modulus) => {
            let modulus = vm.unwrap(modulus);
            arith::pow_mod(vm, args.get(0), other, modulus)
        }
        None if arith::outranks(vm, other, args.get(0)) => Ok(Value::NOT_IMPLEMENTED),
        None => arith::binary(vm, BinOp::Pow, args.get(0), other),
    }
}

/// `pow(value, self, mod=None)`.
pub fn rpow(vm: &mut Vm, args: Args) -> Res {
    let other = vm.unwrap(args.get(1));
    match args.opt(2).filter(|m| !m.is_none()) {
        Some(modulus) => {
            let modulus = vm.unwrap(modulus);
            arith::pow_mod(vm, other, args.get(0), modulus)
        }
        None if arith::outranks(vm, other, args.get(0)) => Ok(Value::NOT_IMPLEMENTED),
        None => arith::binary(vm, BinOp::Pow, other, args.get(0)),
    }
}

/// `divmod(self, value)`.
pub fn divmod(vm: &mut Vm, args: Args) -> Res {
    let other = vm.unwrap(args.get(1));
    if arith::outranks(vm, other, args.get(0)) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    arith::divmod(vm, args.get(0), other)
}

/// `divmod(value, self)`.
pub fn rdivmod(vm: &mut Vm, args: Args) -> Res {
    let other = vm.unwrap(args.get(1));
    if arith::outranks(vm, other, args.get(0)) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    arith::divmod(vm, other, args.get(0))
}

macro_rules! unary_methods {
    ($(#[doc = $doc:literal] $name:ident $function:path;)*) => {$(
        #[doc = $doc]
        pub fn $name(vm: &mut Vm, args: Args) -> Res {
            $function(vm, args.get(0))
        }
    )*};
}

unary_methods! {
    /// `-self`.
    neg arith::unary_neg;
    /// `+self`.
    pos arith::unary_pos;
    /// `~self`.
    invert arith::unary_invert;
    /// `abs(self)`.
    abs arith::absolute;
}

/// `repr(self)`. A set in an instance of a subclass is written with the name of that class.
pub fn repr(vm: &mut Vm, args: Args) -> Res {
    let value = args.get(0);
    let this = vm.receiver(value);
    crate::types::set::repr_in_subclass(vm, this).unwrap_or_else(|| reprs::builtin(vm, value))
}

/// Returns whether only a dict view defines the operator for this pair.
fn is_of_view(value: Value, other: Value) -> bool {
    let set_like = |v: Value| v.is_obj() && crate::types::set::is_set_like(v.tid());
    let is_set = |v: Value| v.is(crate::ids::SET) || v.is(crate::ids::FROZENSET);
    set_like(other) && !set_like(value) || is_set(value) && !is_set(other)
}

/// Returns whether the right operand compares: bytearrays and memoryviews with bytes, non-contiguous views with
/// bytearrays, dict views with sets.
fn is_left_to_other(vm: &Vm, a: Value, b: Value) -> bool {
    let view = b.is(crate::ids::MEMORYVIEW);
    let set = a.is(crate::ids::SET) || a.is(crate::ids::FROZENSET);
    set && (b.is(crate::ids::DICT_KEYS) || b.is(crate::ids::DICT_ITEMS))
        || a.is(crate::ids::BYTES) && (b.is(crate::ids::BYTEARRAY) || view)
        || a.is(crate::ids::BYTEARRAY) && view && !crate::types::memoryview::is_simple(vm, b)
}

macro_rules! comparisons {
    ($($name:ident $op:ident;)*) => {$(
        #[doc = concat!("Comparison `", stringify!($op), "`.")]
        pub fn $name(vm: &mut Vm, args: Args) -> Res {
            let other = vm.unwrap(args.get(1));
            if arith::outranks(vm, other, args.get(0)) || is_left_to_other(vm, args.get(0), other) {
                return Ok(Value::NOT_IMPLEMENTED);
            }
            compare::rich(vm, CmpOp::$op, args.get(0), args.get(1))
        }
    )*};
}

comparisons! {
    lt Lt;
    le Le;
    eq Eq;
    ne Ne;
    gt Gt;
    ge Ge;
}

/// `str(self)`: of text itself, of everything else its `repr`.
pub fn str_(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if v.is(crate::ids::STR) { Ok(v) } else { reprs::builtin(vm, v) }
}

/// `hash(self)`.
pub fn hash(vm: &mut Vm, args: Args) -> Res {
    let hash = hashing::hash_builtin(vm, args.get(0))?;
    Ok(vm.int(hash))
}

/// `len(self)`.
pub fn len(vm: &mut Vm, args: Args) -> Res {
    match item::len(vm, args.get(0)) {
        Some(len) => Ok(vm.int(len as i64)),
        None => Err(vm.overflow_error("Python int too large to convert to C ssize_t")),
    }
}

/// `bool(self)` of a number or container.
pub fn bool_(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if let Some(len) = item::len(vm, v) {
        return Ok(Value::bool(len != 0));
    }
    let zero = compare::scalars(vm, v, Value::int(0)) == Some(Some(std::cmp::Ordering::Equal));
    Ok(Value::bool(!zero))
}

/// `iter(self)`.
pub fn iter(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    iteration::builtin_iter(vm, v).ok_or_else(|| iteration::not_iterable(vm, v))
}

/// `next(self)`.
pub fn next(vm: &mut Vm, args: Args) -> Res {
    next_method(vm, args)
}

/// `reversed(self)`.
pub fn reversed(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    crate::types::iter::reversed::builtin(vm, v).ok_or_else(|| iteration::not_iterable(vm, v))
}

/// `self[key]`.
pub fn getitem(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    match item::get(vm, v, args.get(1)) {
        Some(found) => found,
        None => Err(item::not_subscriptable(vm, v)),
    }
}

/// `self[key] = value`.
pub fn setitem(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    match item::set(vm, v, args.get(1), args.get(2)) {
        Some(done) => done.map(|()| Value::NONE),
        None => Err(item::no_assignment(vm, v, args.get(1))),
    }
}

/// `del self[key]`.
pub fn delitem(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    match item::del(vm, v, args.get(1)) {
        Some(done) => done.map(|()| Value::NONE),
        None => Err(item::no_deletion(vm, v, args.get(1))),
    }
}

/// `key in self`.
pub fn contains(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    match item::contains(vm, v, args.get(1)) {
        Some(found) => found.map(Value::bool),
        None => Err(iteration::not_iterable(vm, v)),
    }
}

/// `int(self)` and `self.__index__()` of an integer.
pub fn index(vm: &mut Vm, args: Args) -> Res {
    arith::unary_pos(vm, args.get(0))
}

/// `int(self)` of an integer or float.
pub fn int_(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if v.is_float() { crate::types::float::trunc(vm, v) } else { arith::unary_pos(vm, v) }
}

/// `float(self)` of an integer or float.
pub fn float_(vm: &mut Vm, args: Args) -> Res {
    crate::types::float::to_f64(vm, args.get(0)).map(Value::float)
}

/// `format(self, spec)`.
pub fn format(vm: &mut Vm, args: Args) -> Res {
    let (this, spec) = (vm.receiver(args.get(0)), args.get(1));
    // An empty specification means `str(self)`, which a subclass may override.
    if this.is(crate::ids::INST)
        && spec.is(crate::ids::STR)
        && vm.heap.bytes(spec).is_empty()
        && let Some(own) = vm.special_named(this, vm.names.str_).filter(|f| !f.is(crate::ids::METHOD_DESC))
    {
        return Err(vm.tail_call(own, &[this]));
    }
    formats::builtin(vm, args.get(0), this, args.get(1))
}

/// The class methods of a generic builtin that has no others.
pub const GENERIC: &[Method] = methods! {
    /// See PEP 585
    CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
};
