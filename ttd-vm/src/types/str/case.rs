//! Methods of `str` about letters: case conversion and the `is...` questions.

use rustpython_unicode::{case, classify, identifier};
use rustpython_wtf8::{CodePoint, Wtf8Buf};
use ttd_core::value::Value;

use super::value::{chars, push_char};
use crate::{Vm, native::*};

/// A new string from a conversion; ASCII texts go the short way.
fn convert(
    vm: &mut Vm,
    s: Value,
    ascii: fn(&mut [u8]),
    full: fn(&rustpython_wtf8::Wtf8) -> Wtf8Buf,
) -> Res {
    if vm.is_ascii(s) {
        let mut bytes = vm.heap.bytes(s).to_vec();
        ascii(&mut bytes);
        let chars = bytes.len();
        return Ok(vm.new_str_counted(&bytes, chars));
    }
    let converted = full(vm.wtf8(s));
    Ok(vm.new_wtf8(&converted))
}

/// `s.upper()`.
pub fn upper(vm: &mut Vm, args: Args) -> Res {
    convert(
        vm,
        args.get(0),
        <[u8]>::make_ascii_uppercase,
        rustpython_wtf8::Wtf8::to_uppercase,
    )
}

/// `s.lower()`.
pub fn lower(vm: &mut Vm, args: Args) -> Res {
    convert(
        vm,
        args.get(0),
        <[u8]>::make_ascii_lowercase,
        rustpython_wtf8::Wtf8::to_lowercase,
    )
}

/// `s.casefold()`.
pub fn casefold(vm: &mut Vm, args: Args) -> Res {
    convert(
        vm,
        args.get(0),
        <[u8]>::make_ascii_lowercase,
        case::casefold_wtf8,
    )
}

/// `s.capitalize()`.
pub fn capitalize(vm: &mut Vm, args: Args) -> Res {
    convert(vm, args.get(0), ascii_capitalize, case::capitalize_wtf8)
}

/// `s.title()`.
pub fn title(vm: &mut Vm, args: Args) -> Res {
    convert(vm, args.get(0), ascii_title, case::title_wtf8)
}

/// `s.swapcase()`.
pub fn swapcase(vm: &mut Vm, args: Args) -> Res {
    convert(vm, args.get(0), ascii_swapcase, case::swapcase_wtf8)
}

/// The first letter large, the others small.
pub fn ascii_capitalize(bytes: &mut [u8]) {
    if let [first, rest @ ..] = bytes {
        first.make_ascii_uppercase();
        rest.make_ascii_lowercase();
    }
}

/// The first letter of every run of letters large.
pub fn ascii_title(bytes: &mut [u8]) {
    let mut inside = false;
    for b in bytes {
        if inside {
            b.make_ascii_lowercase();
        } else {
            b.make_ascii_uppercase();
        }
        inside = b.is_ascii_alphabetic();
    }
}

/// Large letters small and small ones large.
pub fn ascii_swapcase(bytes: &mut [u8]) {
    for b in bytes {
        if b.is_ascii_alphabetic() {
            *b ^= 0x20;
        }
    }
}

/// Whether there is a character and the test holds for all.
fn all(vm: &Vm, s: Value, test: fn(char) -> bool) -> Res {
    let bytes = vm.heap.bytes(s);
    Ok(Value::bool(
        !bytes.is_empty() && chars(bytes).all(|c| c.is_char_and(test)),
    ))
}

/// `s.isalpha()`.
pub fn isalpha(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), classify::is_alpha)
}

/// `s.isalnum()`.
pub fn isalnum(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), classify::is_alnum)
}

/// `s.isdecimal()`.
pub fn isdecimal(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), classify::is_decimal)
}

/// `s.isdigit()`.
pub fn isdigit(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), classify::is_digit)
}

/// `s.isnumeric()`.
pub fn isnumeric(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), classify::is_numeric)
}

/// `s.isspace()`.
pub fn isspace(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), classify::is_space)
}

/// `s.isascii()`.
pub fn isascii(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.is_ascii(args.get(0))))
}

/// `s.isprintable()`.
pub fn isprintable(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(
        chars(vm.heap.bytes(args.get(0))).all(|c| c.is_char_and(classify::is_printable)),
    ))
}

/// `s.isidentifier()`.
pub fn isidentifier(vm: &mut Vm, args: Args) -> Res {
    let mut letters = chars(vm.heap.bytes(args.get(0)));
    let start = letters
        .next()
        .is_some_and(|c| c.is_char_and(identifier::is_start));
    Ok(Value::bool(
        start && letters.all(|c| c.is_char_and(identifier::is_xid_continue)),
    ))
}

/// Whether there are cased characters and the other case does not occur.
fn only_case(vm: &Vm, s: Value, wanted: fn(char) -> bool, unwanted: fn(char) -> bool) -> Res {
    let mut found = false;
    for c in chars(vm.heap.bytes(s)).filter_map(CodePoint::to_char) {
        if unwanted(c) || case::is_titlecase(c) {
            return Ok(Value::FALSE);
        }
        found |= wanted(c);
    }
    Ok(Value::bool(found))
}

/// `s.isupper()`.
pub fn isupper(vm: &mut Vm, args: Args) -> Res {
    only_case(vm, args.get(0), case::is_uppercase, case::is_lowercase)
}

/// `s.islower()`.
pub fn islower(vm: &mut Vm, args: Args) -> Res {
    only_case(vm, args.get(0), case::is_lowercase, case::is_uppercase)
}

/// `s.istitle()`.
pub fn istitle(vm: &mut Vm, args: Args) -> Res {
    let (mut found, mut inside) = (false, false);
    for c in chars(vm.heap.bytes(args.get(0))) {
        let large = c.is_char_and(|c| case::is_uppercase(c) || case::is_titlecase(c));
        let small = c.is_char_and(case::is_lowercase);
        if large && inside || small && !inside {
            return Ok(Value::FALSE);
        }
        inside = large || small;
        found |= inside;
    }
    Ok(Value::bool(found))
}

/// `s.translate(table)`: the table is asked for every character by number.
pub fn translate(vm: &mut Vm, args: Args) -> Res {
    let (s, table) = (args.get(0), args.get(1));
    let text: Vec<CodePoint> = chars(vm.heap.bytes(s)).collect();
    let mut out = Vec::with_capacity(text.len());
    for (i, c) in text.into_iter().enumerate() {
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
        let found = vm.get_item(table, Value::int(i64::from(c.to_u32())));
        let lookup_error = vm.types.lookup_error;
        match vm.catch(found, lookup_error)? {
            None => push_char(&mut out, c),
            Some(v) if v.is_none() => {}
            Some(v) => translated(vm, v, &mut out)?,
        }
    }
    Ok(vm.new_str_raw(&out))
}

fn translated(vm: &mut Vm, v: Value, out: &mut Vec<u8>) -> Res<()> {
    let v = vm.unwrap(v);
    if v.is(crate::ids::STR) {
        out.extend_from_slice(vm.heap.bytes(v));
        return Ok(());
    }
    if !vm.is_integer(v) {
        return Err(vm.type_error("character mapping must return integer, None or str"));
    }
    let code = vm
        .as_i64(v)
        .and_then(|i| u32::try_from(i).ok())
        .and_then(CodePoint::from_u32);
    match code {
        Some(c) => {
            push_char(out, c);
            Ok(())
        }
        None => Err(vm.value_error("character mapping must be in range(0x110000)")),
    }
}

/// `str.maketrans(x, y, z)`.
pub fn maketrans(vm: &mut Vm, args: Args) -> Res {
    let table = vm.new_dict();
    let Some(to) = args.opt(1) else {
        let map = vm.unwrap(args.get(0));
        if !map.is(crate::ids::DICT) {
            return Err(
                vm.type_error("if you give only one argument to maketrans it must be a dict")
            );
        }
        return copy_table(vm, map, table);
    };
    let to = super::args::str_arg(vm, to, "maketrans", 2)?;
    let from = vm.unwrap(args.get(0));
    if !from.is(crate::ids::STR) {
        return Err(vm.type_error(
            "first maketrans argument must be a string if there is a second argument",
        ));
    }
    let removed = args
        .opt(2)
        .map(|z| super::args::str_arg(vm, z, "maketrans", 3))
        .transpose()?;
    if vm.str_len(from) != vm.str_len(to) {
        return Err(vm.value_error("the first two maketrans arguments must have equal length"));
    }
    let number = |c: CodePoint| Value::int(i64::from(c.to_u32()));
    let mut pairs: Vec<(Value, Value)> = chars(vm.heap.bytes(from))
        .zip(chars(vm.heap.bytes(to)))
        .map(|(a, b)| (number(a), number(b)))
        .collect();
    if let Some(removed) = removed {
        pairs.extend(chars(vm.heap.bytes(removed)).map(|c| (number(c), Value::NONE)));
    }
    for (key, value) in pairs {
        vm.dict_set(table, key, value)?;
    }
    Ok(table)
}

fn copy_table(vm: &mut Vm, map: Value, table: Value) -> Res {
    let items = vm.call_method(map, "items", &[])?;
    for pair in vm.collect(items)? {
        let (key, value) = (vm.heap.tuple(pair)[0], vm.heap.tuple(pair)[1]);
        let plain = vm.unwrap(key);
        let key = if vm.is_integer(plain) {
            key
        } else if plain.is(crate::ids::STR) {
            let mut letters = chars(vm.heap.bytes(plain));
            match (letters.next(), letters.next()) {
                (Some(c), None) => Value::int(i64::from(c.to_u32())),
                _ => {
                    drop(letters);
                    return Err(
                        vm.value_error("string keys in translate table must be of length 1")
                    );
                }
            }
        } else {
            return Err(vm.type_error("keys in translate table must be strings or integers"));
        };
        vm.dict_set(table, key, value)?;
    }
    Ok(table)
}
