//! Builtins on numbers.

use num_traits::Signed;
use smallvec::SmallVec;
use ttd_core::value::Value;

use crate::ops::arith::{self, BinOp};
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, native::*, types};

pub(super) fn abs(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if !v.is(ids::INST) {
        let done = arith::absolute(vm, v)?;
        if done != Value::NOT_IMPLEMENTED {
            return Ok(done);
        }
    }
    match vm.special(v, "__abs__") {
        Some(f) => Err(vm.tail_call(f, &[v])),
        None => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("bad operand type for abs(): '{name}'")))
        }
    }
}

/// The digits of an int with a prefix, `bits` of it in each digit.
fn in_base(vm: &mut Vm, v: Value, bits: u32, letter: u8) -> Res {
    let index = vm.index(v)?;
    if let Some(number) = vm.as_i64(index) {
        return Ok(small_in_base(vm, number, bits, letter));
    }
    let number = vm.as_big(index).unwrap_or_default();
    let sign = if number.is_negative() { "-" } else { "" };
    let digits = digits_of_bits(&number.magnitude().to_u64_digits(), bits);
    Ok(vm.new_str(&format!("{sign}0{}{digits}", letter as char)))
}

/// The digits of a number of these words, the lowest first, `bits` of it in each digit.
fn digits_of_bits(words: &[u64], bits: u32) -> String {
    let top = words.last().map_or(0, |word| u64::from(word.ilog2()));
    let length = ((words.len() as u64 - 1) * 64 + top) / u64::from(bits) + 1;
    let word = |at: u64| words.get(at as usize).copied().unwrap_or(0);
    let digit = |at: u64| {
        let bit = at * u64::from(bits);
        // A digit may lie in two words.
        let pair = u128::from(word(bit / 64)) | u128::from(word(bit / 64 + 1)) << 64;
        char::from(b"0123456789abcdef"[(pair >> (bit % 64)) as usize & ((1 << bits) - 1)])
    };
    (0..length).rev().map(digit).collect()
}

fn small_in_base(vm: &mut Vm, number: i64, bits: u32, letter: u8) -> Value {
    // A sign, the prefix, and at most 64 digits.
    let (mut text, mut at, mut rest) = ([0; 67], 67, number.unsigned_abs());
    let mut put = |byte| {
        at -= 1;
        text[at] = byte;
    };
    loop {
        put(b"0123456789abcdef"[rest as usize & ((1 << bits) - 1)]);
        rest >>= bits;
        if rest == 0 {
            break;
        }
    }
    put(letter);
    put(b'0');
    if number < 0 {
        put(b'-');
    }
    vm.new_str_counted(&text[at..], text.len() - at)
}

pub(super) fn bin(vm: &mut Vm, args: Args) -> Res {
    in_base(vm, args.get(0), 1, b'b')
}

pub(super) fn oct(vm: &mut Vm, args: Args) -> Res {
    in_base(vm, args.get(0), 3, b'o')
}

pub(super) fn hex(vm: &mut Vm, args: Args) -> Res {
    in_base(vm, args.get(0), 4, b'x')
}

pub(super) fn chr(vm: &mut Vm, args: Args) -> Res {
    let index = vm.index(args.get(0))?;
    let code = vm.as_i64(index).and_then(|i| u32::try_from(i).ok()).and_then(rustpython_wtf8::CodePoint::from_u32);
    match code {
        Some(code) => {
            let mut bytes = Vec::with_capacity(4);
            types::str::value::push_char(&mut bytes, code);
            Ok(types::str::one_char(vm, &bytes))
        }
        None => Err(vm.value_error("chr() arg not in range(0x110000)")),
    }
}

pub(super) fn ord(vm: &mut Vm, args: Args) -> Res {
    let v = vm.unwrap(args.get(0));
    let len = if v.is(ids::STR) {
        let bytes = vm.heap.bytes(v);
        if vm.heap.aux(v) == 1 {
            let (code, _) = types::str::value::decode(bytes, 0);
            return Ok(Value::int(i64::from(code.to_u32())));
        }
        vm.heap.aux(v) as usize
    } else if v.is(ids::BYTES) || v.is(ids::BYTEARRAY) {
        let bytes = if v.is(ids::BYTES) { vm.heap.bytes(v) } else { vm.heap.buffer(v) };
        if let [only] = *bytes {
            return Ok(Value::int(i64::from(only)));
        }
        bytes.len()
    } else {
        let name = vm.type_name(args.get(0));
        return Err(vm.type_error(format!("ord() expected string of length 1, but {name} found")));
    };
    Err(vm.type_error(format!("ord() expected a character, but string of length {len} found")))
}

pub(super) fn divmod(vm: &mut Vm, args: Args) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if !a.is(ids::INST) && !b.is(ids::INST) {
        let done = arith::divmod(vm, a, b)?;
        if done != Value::NOT_IMPLEMENTED {
            return Ok(done);
        }
    }
    Err(by_methods(vm, Wait::Divmod, a, b))
}

/// Calls the first method of `divmod(a, b)` or `pow(a, b)`, and others if it does not know.
fn by_methods(vm: &mut Vm, wait: Wait, a: Value, b: Value) -> Trap {
    let is_pow = wait == Wait::Pow;
    let args = [Value::bool(is_pow), a, b, Value::int(0)];
    match methods_of(vm, is_pow, a, b).first() {
        Some(&(method, this, other)) => vm.tail_wait(wait, [method, this, other], "by_methods", &args),
        None => {
            let function = vm.lib("by_methods");
            vm.tail_call(function, &args)
        }
    }
}

/// `(methods, message)`: those of `divmod(a, b)` or `pow(a, b)` as `((method, self, other), ...)`, and what an error
/// says.
pub(super) fn binary_methods(vm: &mut Vm, args: Args) -> Res {
    let (is_pow, a, b) = (args.get(0) == Value::TRUE, args.get(1), args.get(2));
    let methods: Vec<Value> =
        methods_of(vm, is_pow, a, b).into_iter().map(|(f, x, y)| vm.new_tuple(&[f, x, y])).collect();
    let methods = vm.new_tuple(&methods);
    let (left, right) = (vm.type_name(a), vm.type_name(b));
    let what = if is_pow { "** or pow()" } else { "divmod()" };
    let message = vm.new_str(&format!("unsupported operand type(s) for {what}: '{left}' and '{right}'"));
    Ok(vm.new_tuple(&[methods, message]))
}

/// The methods of a binary operation with their arguments, in the order in which they are tried.
fn methods_of(vm: &mut Vm, is_pow: bool, a: Value, b: Value) -> SmallVec<[(Value, Value, Value); 2]> {
    let [name, reflected] = if is_pow { ["__pow__", "__rpow__"] } else { ["__divmod__", "__rdivmod__"] };
    let left = vm.special(a, name).map(|f| (f, a, b));
    let right = vm.special(b, reflected).map(|f| (f, b, a));
    let (ta, tb) = (vm.type_of(a), vm.type_of(b));
    let right_first = ta != tb && vm.is_subclass(tb, ta);
    let order = match right_first {
        true => [right, left],
        false if ta == tb => [left, None],
        false => [left, right],
    };
    order.into_iter().flatten().collect()
}

pub(super) fn pow(vm: &mut Vm, args: Args) -> Res {
    let (base, exp) = (args.get(0), args.get(1));
    let Some(modulus) = args.opt(2).filter(|m| !m.is_none()) else {
        if (base.is(ids::INST) || exp.is(ids::INST))
            && methods_of(vm, true, base, exp).first().is_some_and(|(method, ..)| method.is(ids::FUNCTION))
        {
            return Err(by_methods(vm, Wait::Pow, base, exp));
        }
        return vm.binary(BinOp::Pow, base, exp);
    };
    // An instance without a builtin number in it has a method of its own, which may be native.
    let bare = base.is(ids::INST) && vm.unwrap(base) == base;
    if let Some(method) = vm.special(base, "__pow__").filter(|f| f.is(ids::FUNCTION) || bare) {
        return Err(vm.tail_call(method, &[base, exp, modulus]));
    }
    let [x, y, z] = [base, exp, modulus].map(|v| vm.unwrap(v));
    let done = arith::pow_mod(vm, x, y, z)?;
    if done != Value::NOT_IMPLEMENTED {
        return Ok(done);
    }
    let [x, y, z] = [base, exp, modulus].map(|v| vm.type_name(v));
    Err(vm.type_error(format!("unsupported operand type(s) for ** or pow(): '{x}', '{y}', '{z}'")))
}

pub(super) fn round(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if vm.is_integer(v) && args.opt(1).is_none_or(|n| n.is_none()) {
        return arith::unary_pos(vm, v);
    }
    let Some(method) = vm.special(v, "__round__") else {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("type {name} doesn't define __round__ method")));
    };
    match args.opt(1).filter(|n| !n.is_none()) {
        Some(digits) => Err(vm.tail_call(method, &[v, digits])),
        None => Err(vm.tail_call(method, &[v])),
    }
}
