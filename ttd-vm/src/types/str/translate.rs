//! `str.translate` and `str.maketrans`.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;

use super::args::str_arg;
use super::value::{chars, push_char};
use crate::{Vm, ids, native::*};

/// `s.translate(table)`: looks up every character's number in the table.
pub fn translate(vm: &mut Vm, args: Args) -> Res {
    let (s, table) = (args.get(0), args.get(1));
    if table.is(ids::DICT)
        && vm.is_ascii(s)
        && let Some(out) = by_dict(vm, s, table)?
    {
        return Ok(vm.new_str_raw(&out));
    }
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

/// What becomes of an ASCII character.
#[derive(Clone, Copy)]
enum Becomes {
    Unknown,
    Nothing,
    Octet(u8),
}

/// Translates ASCII by a dict that gives characters of ASCII, or nothing; looks each character up once. `None` where
/// the dict gives something else.
fn by_dict(vm: &mut Vm, s: Value, table: Value) -> Res<Option<Vec<u8>>> {
    let text = vm.heap.bytes(s).to_vec();
    let mut known = [Becomes::Unknown; 128];
    let mut out = Vec::with_capacity(text.len());
    for c in text {
        if matches!(known[usize::from(c)], Becomes::Unknown) {
            let found = vm.dict_get(table, Value::int(i64::from(c)))?;
            known[usize::from(c)] = match found {
                None => Becomes::Octet(c),
                Some(v) if v.is_none() => Becomes::Nothing,
                Some(v) if v.is_int() && (0..128).contains(&v.as_int()) => Becomes::Octet(v.as_int() as u8),
                Some(v) if v.is(ids::STR) && vm.heap.bytes(v).len() == 1 => Becomes::Octet(vm.heap.bytes(v)[0]),
                Some(_) => return Ok(None),
            };
        }
        if let Becomes::Octet(octet) = known[usize::from(c)] {
            out.push(octet);
        }
    }
    Ok(Some(out))
}

fn translated(vm: &mut Vm, v: Value, out: &mut Vec<u8>) -> Res<()> {
    let v = vm.unwrap(v);
    if v.is(ids::STR) {
        out.extend_from_slice(vm.heap.bytes(v));
        return Ok(());
    }
    if !vm.is_integer(v) {
        return Err(vm.type_error("character mapping must return integer, None or str"));
    }
    let code = vm.as_i64(v).and_then(|i| u32::try_from(i).ok()).and_then(CodePoint::from_u32);
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
        let map = args.get(0);
        if !map.is(ids::DICT) {
            return Err(vm.type_error("if you give only one argument to maketrans it must be a dict"));
        }
        return copy_table(vm, map, table);
    };
    let to = str_arg(vm, to, "maketrans", 2)?;
    let removed = args.opt(2).map(|z| str_arg(vm, z, "maketrans", 3)).transpose()?;
    let from = vm.unwrap(args.get(0));
    if !from.is(ids::STR) {
        return Err(vm.type_error("first maketrans argument must be a string if there is a second argument"));
    }
    if vm.str_len(from) != vm.str_len(to) {
        return Err(vm.value_error("the first two maketrans arguments must have equal length"));
    }
    let number = |c: CodePoint| Value::int(i64::from(c.to_u32()));
    let mut pairs: Vec<(Value, Value)> =
        chars(vm.heap.bytes(from)).zip(chars(vm.heap.bytes(to))).map(|(a, b)| (number(a), number(b))).collect();
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
        } else if plain.is(ids::STR) {
            let mut letters = chars(vm.heap.bytes(plain));
            match (letters.next(), letters.next()) {
                (Some(c), None) => Value::int(i64::from(c.to_u32())),
                _ => {
                    drop(letters);
                    return Err(vm.value_error("string keys in translate table must be of length 1"));
                }
            }
        } else {
            return Err(vm.type_error("keys in translate table must be strings or integers"));
        };
        vm.dict_set(table, key, value)?;
    }
    Ok(table)
}
