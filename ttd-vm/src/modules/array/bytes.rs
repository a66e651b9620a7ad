//! Arrays as bytes and as text.

use ttd_core::value::Value;

use super::{code, code_of, items_of, octets};
use crate::ops::hashing;
use crate::types::str::value::char_width;
use crate::{Vm, ids, native::*};

/// An array's bytes.
pub(super) fn octets_of(vm: &Vm, array: Value) -> Vec<u8> {
    let (code, items) = (code_of(vm, array), vm.heap.list(items_of(vm, array)));
    let mut out = Vec::with_capacity(items.len() * code::size(code));
    for v in items {
        code::write(vm, code, *v, &mut out);
    }
    out
}

pub(super) fn tobytes(vm: &mut Vm, args: Args) -> Res {
    let bytes = octets_of(vm, args.get(0));
    Ok(vm.new_bytes(&bytes))
}

/// Appends the items that the bytes of an argument stand for.
pub(super) fn append_bytes(vm: &mut Vm, array: Value, given: Value) -> Res<()> {
    let bytes = octets(vm, given)?;
    let code = code_of(vm, array);
    if !bytes.len().is_multiple_of(code::size(code)) {
        return Err(vm.value_error("bytes length not a multiple of item size"));
    }
    let mut items = Vec::with_capacity(bytes.len() / code::size(code));
    for chunk in bytes.chunks_exact(code::size(code)) {
        items.push(code::read(vm, code, chunk)?);
    }
    let list = items_of(vm, array);
    vm.heap.list_extend(list, &items);
    Ok(())
}

pub(super) fn frombytes(vm: &mut Vm, args: Args) -> Res {
    append_bytes(vm, args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

pub(super) fn byteswap(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let code = code_of(vm, array);
    let mut bytes = octets_of(vm, array);
    let mut items = Vec::new();
    for chunk in bytes.chunks_exact_mut(code::size(code)) {
        chunk.reverse();
        items.push(code::read(vm, code, chunk)?);
    }
    let list = items_of(vm, array);
    vm.heap.list_replace(list, items);
    Ok(Value::NONE)
}

pub(super) fn buffer_info(vm: &mut Vm, args: Args) -> Res {
    let list = items_of(vm, args.get(0));
    let n = vm.heap.list(list).len();
    let address = hashing::id(vm, list);
    let address = vm.int(address as i64);
    Ok(vm.new_tuple(&[address, Value::int(n as i64)]))
}

/// The characters of an array as a str.
pub(super) fn text(vm: &mut Vm, array: Value) -> Value {
    let list = items_of(vm, array);
    let bytes: Vec<u8> = vm.heap.list(list).iter().flat_map(|c| vm.heap.bytes(*c).to_vec()).collect();
    vm.new_str_raw(&bytes)
}

fn only_text(vm: &mut Vm, array: Value, function: &str) -> Res<()> {
    if code::is_text(code_of(vm, array)) {
        return Ok(());
    }
    Err(vm.value_error(format!("{function}() may only be called on unicode type arrays ('u' or 'w')")))
}

pub(super) fn tounicode(vm: &mut Vm, args: Args) -> Res {
    only_text(vm, args.get(0), "tounicode")?;
    Ok(text(vm, args.get(0)))
}

pub(super) fn fromunicode(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let Some(s) = vm.payload(args.get(1), ids::STR) else {
        let name = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("fromunicode() argument must be str, not {name}")));
    };
    only_text(vm, array, "fromunicode")?;
    let bytes = vm.heap.bytes(s).to_vec();
    let (mut items, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let width = char_width(bytes[at]);
        items.push(vm.new_str_counted(&bytes[at..at + width], 1));
        at += width;
    }
    let list = items_of(vm, array);
    vm.heap.list_extend(list, &items);
    Ok(Value::NONE)
}

pub(super) fn tofile(vm: &mut Vm, args: Args) -> Res {
    let bytes = octets_of(vm, args.get(0));
    let bytes = vm.new_bytes(&bytes);
    let f = vm.lib("array_tofile");
    Err(vm.tail_call(f, &[args.get(1), bytes]))
}

pub(super) fn fromfile(vm: &mut Vm, args: Args) -> Res {
    let (array, n) = (args.get(0), vm.index_i64(args.get(2))?);
    if n < 0 {
        return Err(vm.value_error("negative count"));
    }
    let size = n.saturating_mul(code::size(code_of(vm, array)) as i64);
    let class = vm.class_of_tid[usize::from(ids::ARRAY.0)];
    let take = vm.getattr_str(class, "frombytes")?;
    let size = vm.int(size);
    let f = vm.lib("array_fromfile");
    Err(vm.tail_call(f, &[take, array, args.get(1), size]))
}

/// The number that pickles have for the machine's layout of a type code.
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
        let items = vm.heap.list(items_of(vm, array)).to_vec();
        let items = vm.new_list(&items);
        let arguments = vm.new_tuple(&[name, items]);
        return Ok(vm.new_tuple(&[class, arguments, state]));
    }
    let bytes = octets_of(vm, array);
    let bytes = vm.new_bytes(&bytes);
    let arguments = vm.new_tuple(&[class, name, Value::int(machine_format(code)), bytes]);
    let f = vm.lib("array_rebuild");
    Err(vm.tail_call(f, &[arguments, state]))
}

pub(super) fn reconstruct(vm: &mut Vm, args: Args) -> Res {
    let (class, code, bytes) = (args.get(0), args.get(1), args.get(3));
    if !vm.unwrap(bytes).is(ids::BYTES) {
        let name = vm.type_name(bytes);
        return Err(vm.type_error(format!("fourth argument should be bytes, not {name}")));
    }
    if !class.is(ids::CLASS) {
        let name = vm.type_name(class);
        return Err(vm.type_error(format!("first argument must be a type object, not {name}")));
    }
    Err(vm.tail_call(class, &[code, bytes]))
}
