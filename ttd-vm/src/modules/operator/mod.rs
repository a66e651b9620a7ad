//! `_operator`: the operators as functions. Builtin operands are handled here, all others by functions of
//! `lib/hidden/containers/operator.py`, in frames.

use std::cmp::Ordering;

use ttd_core::value::Value;

use crate::ops::arith::{self, BinOp};
use crate::ops::compare::{self, CmpOp};
use crate::{Vm, ids, methods, native::*};

mod containers;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_operator",
    doc: "Operator interface.\n\n\
          This module exports a set of functions implemented in C corresponding\n\
          to the intrinsic operators of Python.  For example, operator.add(x, y)\n\
          is equivalent to the expression x+y.",
    functions: FUNCTIONS,
    types: &[],
    init,
};

const FUNCTIONS: &[Method] = methods! {
    /// Same as a + b.
    CallsBack "add" "(a, b, /)" => add;
    /// Same as a & b.
    CallsBack "and_" "(a, b, /)" => and;
    /// Same as a // b.
    CallsBack "floordiv" "(a, b, /)" => floordiv;
    /// Same as a << b.
    CallsBack "lshift" "(a, b, /)" => lshift;
    /// Same as a @ b.
    CallsBack "matmul" "(a, b, /)" => matmul;
    /// Same as a % b.
    CallsBack "mod" "(a, b, /)" => modulo;
    /// Same as a * b.
    CallsBack "mul" "(a, b, /)" => mul;
    /// Same as a | b.
    CallsBack "or_" "(a, b, /)" => or;
    /// Same as a ** b.
    CallsBack "pow" "(a, b, /)" => pow;
    /// Same as a >> b.
    CallsBack "rshift" "(a, b, /)" => rshift;
    /// Same as a - b.
    CallsBack "sub" "(a, b, /)" => sub;
    /// Same as a / b.
    CallsBack "truediv" "(a, b, /)" => truediv;
    /// Same as a ^ b.
    CallsBack "xor" "(a, b, /)" => xor;
    /// Same as a += b.
    CallsBack "iadd" "(a, b, /)" => iadd;
    /// Same as a &= b.
    CallsBack "iand" "(a, b, /)" => iand;
    /// Same as a //= b.
    CallsBack "ifloordiv" "(a, b, /)" => ifloordiv;
    /// Same as a <<= b.
    CallsBack "ilshift" "(a, b, /)" => ilshift;
    /// Same as a @= b.
    CallsBack "imatmul" "(a, b, /)" => imatmul;
    /// Same as a %= b.
    CallsBack "imod" "(a, b, /)" => imod;
    /// Same as a *= b.
    CallsBack "imul" "(a, b, /)" => imul;
    /// Same as a |= b.
    CallsBack "ior" "(a, b, /)" => ior;
    /// Same as a **= b.
    CallsBack "ipow" "(a, b, /)" => ipow;
    /// Same as a >>= b.
    CallsBack "irshift" "(a, b, /)" => irshift;
    /// Same as a -= b.
    CallsBack "isub" "(a, b, /)" => isub;
    /// Same as a /= b.
    CallsBack "itruediv" "(a, b, /)" => itruediv;
    /// Same as a ^= b.
    CallsBack "ixor" "(a, b, /)" => ixor;
    /// Same as a < b.
    CallsBack "lt" "(a, b, /)" => lt;
    /// Same as a <= b.
    CallsBack "le" "(a, b, /)" => le;
    /// Same as a == b.
    CallsBack "eq" "(a, b, /)" => eq;
    /// Same as a != b.
    CallsBack "ne" "(a, b, /)" => ne;
    /// Same as a > b.
    CallsBack "gt" "(a, b, /)" => gt;
    /// Same as a >= b.
    CallsBack "ge" "(a, b, /)" => ge;
    /// Same as not a.
    CallsBack "not_" "(a, /)" => not;
    /// Return True if a is true, False otherwise.
    CallsBack "truth" "(a, /)" => truth;
    /// Same as a is b.
    Pure "is_" "(a, b, /)" => is;
    /// Same as a is not b.
    Pure "is_not" "(a, b, /)" => is_not;
    /// Same as a is None.
    Pure "is_none" "(a, /)" => is_none;
    /// Same as a is not None.
    Pure "is_not_none" "(a, /)" => is_not_none;
    /// Same as -a.
    CallsBack "neg" "(a, /)" => neg;
    /// Same as +a.
    CallsBack "pos" "(a, /)" => pos;
    /// Same as ~a.
    CallsBack "inv" "(a, /)" => invert;
    /// Same as ~a.
    CallsBack "invert" "(a, /)" => invert;
    /// Return the absolute value of the argument.
    CallsBack "abs" "(a, /)" => absolute;
    /// Same as a.__index__()
    CallsBack "index" "(a, /)" => index;
    /// Same as a + b, for a and b sequences.
    CallsBack "concat" "(a, b, /)" => containers::concat;
    /// Same as a += b, for a and b sequences.
    CallsBack "iconcat" "(a, b, /)" => containers::iconcat;
    /// Same as b in a (note reversed operands).
    CallsBack "contains" "(a, b, /)" => containers::contains;
    /// Return the number of items in a which are, or which equal, b.
    CallsBack "countOf" "(a, b, /)" => containers::count_of;
    /// Return the first index of b in a.
    CallsBack "indexOf" "(a, b, /)" => containers::index_of;
    /// Same as a[b].
    CallsBack "getitem" "(a, b, /)" => containers::getitem;
    /// Same as a[b] = c.
    CallsBack "setitem" "(a, b, c, /)" => containers::setitem;
    /// Same as del a[b].
    CallsBack "delitem" "(a, b, /)" => containers::delitem;
    /// Return an estimate of the number of items in obj.
    ///
    /// This is useful for presizing containers when building from an iterable.
    ///
    /// If the object supports len(), the result will be exact.
    /// Otherwise, it may over- or under-estimate by an arbitrary amount.
    CallsBack "length_hint" "(obj, default=0, /)" => containers::length_hint;
    /// Same as obj(*args, **kwargs).
    CallsBack "call" "(obj, /, *args, **kwargs)" => call;
    /// Return 'a == b'.
    ///
    /// This function uses an approach designed to prevent
    /// timing analysis, making it appropriate for cryptography.
    ///
    /// a and b must both be of the same type: either str (ASCII only),
    /// or any bytes-like object.
    Pure "_compare_digest" "(a, b, /)" => compare_digest;
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for (name, tid) in
        [("itemgetter", ids::ITEMGETTER), ("attrgetter", ids::ATTRGETTER), ("methodcaller", ids::METHODCALLER)]
    {
        let class = vm.class_of_tid[usize::from(tid.0)];
        vm.dict_set_str(dict, name, class);
    }
    Ok(())
}

/// Hands over to a function of the library, with these arguments.
fn leave_to(vm: &mut Vm, function: &str, args: &Args) -> Res {
    let function = vm.lib(function);
    Err(vm.tail_call(function, args.pos))
}

fn objects(args: &Args) -> bool {
    args.pos.iter().any(|v| v.is(ids::INST))
}

macro_rules! operators {
    ($($name:ident $inplace:ident $op:ident $lib:literal $ilib:literal;)*) => {$(
        fn $name(vm: &mut Vm, args: Args) -> Res {
            binary(vm, BinOp::$op, $lib, &args)
        }

        fn $inplace(vm: &mut Vm, args: Args) -> Res {
            in_place(vm, BinOp::$op, $ilib, &args)
        }
    )*};
}

operators! {
    add iadd Add "op_add" "op_iadd";
    and iand And "op_and" "op_iand";
    floordiv ifloordiv FloorDiv "op_floordiv" "op_ifloordiv";
    lshift ilshift LShift "op_lshift" "op_ilshift";
    matmul imatmul MatMul "op_matmul" "op_imatmul";
    modulo imod Mod "op_mod" "op_imod";
    mul imul Mul "op_mul" "op_imul";
    or ior Or "op_or" "op_ior";
    pow ipow Pow "op_pow" "op_ipow";
    rshift irshift RShift "op_rshift" "op_irshift";
    sub isub Sub "op_sub" "op_isub";
    truediv itruediv TrueDiv "op_truediv" "op_itruediv";
    xor ixor Xor "op_xor" "op_ixor";
}

fn binary(vm: &mut Vm, op: BinOp, lib: &str, args: &Args) -> Res {
    if !objects(args) {
        let result = arith::binary(vm, op, args.get(0), args.get(1))?;
        if result != Value::NOT_IMPLEMENTED {
            return Ok(result);
        }
    }
    leave_to(vm, lib, args)
}

fn in_place(vm: &mut Vm, op: BinOp, lib: &str, args: &Args) -> Res {
    if !objects(args) {
        let (a, b) = (args.get(0), args.get(1));
        let mut result = arith::inplace(vm, op, a, b)?;
        if result == Value::NOT_IMPLEMENTED {
            result = arith::binary(vm, op, a, b)?;
        }
        if result != Value::NOT_IMPLEMENTED {
            return Ok(result);
        }
    }
    leave_to(vm, lib, args)
}

macro_rules! comparisons {
    ($($name:ident $op:ident $lib:literal;)*) => {$(
        fn $name(vm: &mut Vm, args: Args) -> Res {
            if !objects(&args) {
                let result = compare::rich(vm, CmpOp::$op, args.get(0), args.get(1))?;
                if result != Value::NOT_IMPLEMENTED {
                    return Ok(result);
                }
            }
            leave_to(vm, $lib, &args)
        }
    )*};
}

comparisons! {
    lt Lt "op_lt";
    le Le "op_le";
    eq Eq "op_eq";
    ne Ne "op_ne";
    gt Gt "op_gt";
    ge Ge "op_ge";
}

fn truth(vm: &mut Vm, args: Args) -> Res {
    match vm.plain_truth(args.get(0)) {
        Some(truth) => Ok(Value::bool(truth)),
        None => leave_to(vm, "op_truth", &args),
    }
}

fn not(vm: &mut Vm, args: Args) -> Res {
    match vm.plain_truth(args.get(0)) {
        Some(truth) => Ok(Value::bool(!truth)),
        None => leave_to(vm, "op_not", &args),
    }
}

fn is(_: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(args.get(0) == args.get(1)))
}

fn is_not(_: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(args.get(0) != args.get(1)))
}

fn is_none(_: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(args.get(0).is_none()))
}

fn is_not_none(_: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(!args.get(0).is_none()))
}

macro_rules! unary {
    ($($name:ident $builtin:path, $lib:literal;)*) => {$(
        fn $name(vm: &mut Vm, args: Args) -> Res {
            let result = $builtin(vm, args.get(0))?;
            if result != Value::NOT_IMPLEMENTED {
                return Ok(result);
            }
            leave_to(vm, $lib, &args)
        }
    )*};
}

unary! {
    neg arith::unary_neg, "op_neg";
    pos arith::unary_pos, "op_pos";
    invert arith::unary_invert, "op_invert";
    absolute arith::absolute, "op_abs";
}

fn index(vm: &mut Vm, args: Args) -> Res {
    vm.index(args.get(0))
}

fn call(vm: &mut Vm, args: Args) -> Res {
    Err(vm.tail_with(args.get(0), args.rest, args.kw.to_vec()))
}

fn compare_digest(vm: &mut Vm, args: Args) -> Res {
    let (a, b) = (vm.unwrap(args.get(0)), vm.unwrap(args.get(1)));
    if a.is(ids::STR) && b.is(ids::STR) {
        if !vm.heap.bytes(a).is_ascii() || !vm.heap.bytes(b).is_ascii() {
            return Err(vm.type_error("comparing strings with non-ASCII characters is not supported"));
        }
        return Ok(Value::bool(vm.heap.bytes(a) == vm.heap.bytes(b)));
    }
    let octets = |v: Value| v.is(ids::BYTES) || v.is(ids::BYTEARRAY);
    if octets(a) != octets(b) {
        let other = if octets(a) { args.get(1) } else { args.get(0) };
        let name = vm.type_name(other);
        return Err(vm.type_error(format!("a bytes-like object is required, not '{name}'")));
    }
    if !octets(a) {
        let (x, y) = (vm.type_name(args.get(0)), vm.type_name(args.get(1)));
        let message = format!("unsupported operand types(s) or combination of types: '{x}' and '{y}'");
        return Err(vm.type_error(message));
    }
    Ok(Value::bool(compare::scalars(vm, a, b) == Some(Some(Ordering::Equal))))
}
