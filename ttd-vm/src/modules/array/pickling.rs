//! Pickling of arrays: `array.__reduce_ex__` and the function that rebuilds an array.

use ttd_core::value::Value;
use ttd_pyalgos::codec::pack_format::Item;

use super::{bytes, change, code, code_of, make, octets_of};
use crate::modules::structs::codec::{Layout, unpack};
use crate::ops::construct;
use crate::{Vm, ids, native::*};

/// The number by which pickles name the layout of a type code on this machine.
fn machine_format(code: u8) -> i64 {
    match code {
        b'B' => 0,
        b'b' => 1,
        b'H' => 2,
        b'h' => 4,
        b'I' => 6,
        b'i' => 8,
        b'L' | b'Q' => 10,
        b'l' | b'q' => 12,
        b'f' => 14,
        b'd' => 16,
        _ => 20,
    }
}

pub(super) fn reduce(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let protocol = vm.index_i64(args.get(1))?;
    let this = vm.receiver(array);
    let class = vm.type_of(this);
    let code = code_of(vm, array);
    let name = vm.new_str_raw(&[code]);
    let state = vm.getattr_str(this, "__dict__").unwrap_or(Value::NONE);
    if protocol < 3 {
        let items = super::items_of(vm, array)?;
        let items = vm.new_list(&items);
        let arguments = vm.new_tuple(&[name, items]);
        return Ok(vm.new_tuple(&[class, arguments, state]));
    }
    let bytes = octets_of(vm, array).to_vec();
    let bytes = vm.new_bytes(&bytes);
    let arguments = vm.new_tuple(&[class, name, Value::int(machine_format(code)), bytes]);
    let f = vm.lib("array_rebuild");
    Err(vm.tail_call(f, &[arguments, state]))
}

/// Decodes a layout number: the `struct` code, the item size, and whether it is big-endian.
fn machine(format: i64) -> Option<(u8, usize, bool)> {
    let (code, size) = match format {
        0 => (b'B', 1),
        1 => (b'b', 1),
        2 | 3 => (b'H', 2),
        4 | 5 => (b'h', 2),
        6 | 7 => (b'I', 4),
        8 | 9 => (b'i', 4),
        10 | 11 => (b'Q', 8),
        12 | 13 => (b'q', 8),
        14 | 15 => (b'f', 4),
        16 | 17 => (b'd', 8),
        18 | 19 => (b'u', 2),
        20 | 21 => (b'u', 4),
        _ => return None,
    };
    Some((code, size, format > 1 && format % 2 == 1))
}

fn class_and_code(vm: &mut Vm, class: Value, code: Value) -> Res<u8> {
    if !class.is(ids::CLASS) {
        let name = vm.type_name(class);
        return Err(vm.type_error(format!("first argument must be a type object, not {name}")));
    }
    let builtin = vm.class_of_tid[usize::from(ids::ARRAY.0)];
    if !vm.is_subclass(class, builtin) {
        let (name, of) = (vm.class_name(class), vm.class_name(builtin));
        return Err(vm.type_error(format!("{name} is not a subtype of {of}")));
    }
    let Some(text) = vm.payload(code, ids::STR).filter(|s| vm.str_len(*s) == 1) else {
        let name = crate::types::str::args::given_name(vm, code);
        let message = format!("_array_reconstructor() argument 2 must be a unicode character, not {name}");
        return Err(vm.type_error(message));
    };
    match vm.heap.bytes(text) {
        [code] if code::CODES.as_bytes().contains(code) => Ok(*code),
        _ => Err(vm.value_error("second argument must be a valid type code")),
    }
}

pub(super) fn reconstruct(vm: &mut Vm, args: Args) -> Res {
    let (class, given) = (args.get(0), args.get(3));
    let format = vm.size_arg(args.get(2))?;
    let code = class_and_code(vm, class, args.get(1))?;
    let Some((letter, size, big_endian)) = machine(format) else {
        return Err(vm.value_error("third argument must be a valid machine format code."));
    };
    let Some(inner) = vm.payload(given, ids::BYTES) else {
        let name = vm.type_name(given);
        return Err(vm.type_error(format!("fourth argument should be bytes, not {name}")));
    };
    let bytes = vm.heap.bytes(inner).to_vec();
    let array = make(vm, code, &[]);
    // CPython counts two characters as one item of text.
    let unit = if letter == b'u' { 2 * size } else { size };
    if machine_format(code) == format {
        bytes::append_bytes(vm, array, inner)?;
    } else if !bytes.len().is_multiple_of(unit) {
        return Err(vm.value_error("string length not a multiple of item size"));
    } else if letter == b'u' {
        append_text(vm, array, &bytes, size, big_endian)?;
    } else {
        let item = Item { code: letter, size, offset: 0, repeat: 1 };
        for chunk in bytes.chunks_exact(size) {
            let v = unpack(vm, Layout { big_endian, native: false }, &item, chunk);
            change::push(vm, array, v)?;
        }
    }
    let builtin = vm.class_of_tid[usize::from(ids::ARRAY.0)];
    Ok(construct::instance(vm, class, builtin, array))
}

fn append_text(vm: &mut Vm, array: Value, bytes: &[u8], size: usize, big_endian: bool) -> Res<()> {
    if !code::is_text(code_of(vm, array)) {
        return Err(vm.type_error("an integer is required (got type str)"));
    }
    let mut units = bytes.chunks_exact(size).map(|unit| {
        let number = |acc: u32, b: &u8| acc << 8 | u32::from(*b);
        if big_endian { unit.iter().fold(0, number) } else { unit.iter().rev().fold(0, number) }
    });
    let mut out = Vec::with_capacity(bytes.len() * 2);
    let mut pending = units.next();
    while let Some(unit) = pending {
        pending = units.next();
        let mut c = unit;
        if size == 2
            && (0xD800..0xDC00).contains(&unit)
            && let Some(low) = pending.filter(|low| (0xDC00..0xE000).contains(low))
        {
            c = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            pending = units.next();
        }
        out.extend_from_slice(&c.to_le_bytes());
    }
    change::append_octets(vm, array, &out)
}
