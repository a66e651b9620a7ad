//! Conversion of arrays from and to bytes and text.

use ttd_core::value::Value;

use super::{change, code, code_of, data_of, items_of, len_of, octets_of};
use crate::ops::{buffer, hashing};
use crate::types::str::value::decode;
use crate::{Vm, ids, native::*};

pub(super) fn tobytes(vm: &mut Vm, args: Args) -> Res {
    let bytes = octets_of(vm, args.get(0)).to_vec();
    Ok(vm.new_bytes(&bytes))
}

/// Appends items given as bytes.
pub(super) fn append_bytes(vm: &mut Vm, array: Value, given: Value) -> Res<()> {
    let Some(found) = buffer::bytes_like(vm, given)? else {
        let name = vm.type_name(given);
        return Err(vm.type_error(format!("a bytes-like object is required, not '{name}'")));
    };
    let bytes = vm.raw_bytes(found).to_vec();
    if !bytes.len().is_multiple_of(code::size(code_of(vm, array))) {
        return Err(vm.value_error("bytes length not a multiple of item size"));
    }
    change::append_octets(vm, array, &bytes)
}

pub(super) fn frombytes(vm: &mut Vm, args: Args) -> Res {
    append_bytes(vm, args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

pub(super) fn byteswap(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let size = code::size(code_of(vm, array));
    let mut bytes = octets_of(vm, array).to_vec();
    bytes.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    let data = data_of(vm, array);
    vm.heap.buffer_splice(data, 0..bytes.len(), &bytes);
    Ok(Value::NONE)
}

pub(super) fn buffer_info(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let address = hashing::id(vm, data_of(vm, array));
    let address = vm.int(address as i64);
    let len = len_of(vm, array);
    Ok(vm.new_tuple(&[address, Value::int(len as i64)]))
}

/// The characters of an array as a str.
pub(super) fn text(vm: &mut Vm, array: Value) -> Res {
    let chars = items_of(vm, array)?;
    let bytes: Vec<u8> = chars.iter().flat_map(|c| vm.heap.bytes(*c).to_vec()).collect();
    Ok(vm.new_str_raw(&bytes))
}

fn only_text(vm: &mut Vm, array: Value, function: &str) -> Res<()> {
    if code::is_text(code_of(vm, array)) {
        return Ok(());
    }
    Err(vm.value_error(format!("{function}() may only be called on unicode type arrays ('u' or 'w')")))
}

pub(super) fn tounicode(vm: &mut Vm, args: Args) -> Res {
    only_text(vm, args.get(0), "tounicode")?;
    text(vm, args.get(0))
}

pub(super) fn fromunicode(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let Some(s) = vm.payload(args.get(1), ids::STR) else {
        let name = crate::types::str::args::given_name(vm, args.get(1));
        return Err(vm.type_error(format!("fromunicode() argument must be str, not {name}")));
    };
    only_text(vm, array, "fromunicode")?;
    let bytes = vm.heap.bytes(s).to_vec();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len() * 4), 0);
    while at < bytes.len() {
        let (c, width) = decode(&bytes, at);
        out.extend_from_slice(&c.to_u32().to_le_bytes());
        at += width;
    }
    change::append_octets(vm, array, &out)?;
    Ok(Value::NONE)
}

pub(super) fn tofile(vm: &mut Vm, args: Args) -> Res {
    let bytes = octets_of(vm, args.get(0)).to_vec();
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
