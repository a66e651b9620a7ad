//! `_ttd_charmap`: the loops of codecs with a table, for `lib/native/text/_codecs.py`. They stop at what the table has
//! no plain entry for, and Python goes on from there.

use ttd_core::value::Value;
use ttd_pyalgos::text::wtf8::char_width;

use crate::types::bytes::value::bytes_arg;
use crate::types::str::value::chars;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_charmap",
    doc: "The loops of codecs with a table.",
    functions: methods! {
        /// `(text, next position)`, for a table that is a str.
        CallsBack "decode" "(data, position, table, /)" => decode;
        /// `(bytes, next position)`, for a table that is a dict.
        CallsBack "encode" "(text, position, table, /)" => encode;
    },
    types: &[],
    init: |_, _| Ok(()),
};

/// What stands in a table for bytes that mean nothing.
const UNDEFINED: &[u8] = "\u{FFFE}".as_bytes();

fn decode(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let mut at = args.get(1).as_int() as usize;
    let mut out = Vec::with_capacity(data.len() * 2);
    if let Some(table) = vm.payload(args.get(2), ids::STR) {
        let mut rest = vm.heap.bytes(table);
        let mut entries: Vec<Option<&[u8]>> = Vec::with_capacity(256);
        while let [lead, ..] = rest
            && entries.len() < 256
        {
            let (entry, behind) = rest.split_at(char_width(*lead));
            entries.push((entry != UNDEFINED).then_some(entry));
            rest = behind;
        }
        while let Some(&byte) = data.get(at)
            && let Some(&Some(entry)) = entries.get(usize::from(byte))
        {
            out.extend_from_slice(entry);
            at += 1;
        }
    }
    let text = vm.new_str_raw(&out);
    Ok(vm.new_tuple(&[text, Value::int(at as i64)]))
}

fn encode(vm: &mut Vm, args: Args) -> Res {
    let text = vm.unwrap(args.get(0));
    let (mut at, table) = (args.get(1).as_int() as usize, args.get(2));
    let mut out = Vec::new();
    if table.is(ids::DICT) {
        let codes: Vec<u32> = chars(vm.heap.bytes(text)).skip(at).map(|c| c.to_u32()).collect();
        out.reserve(codes.len());
        for code in codes {
            match vm.dict_get(table, Value::int(i64::from(code)))? {
                Some(byte) if byte.is_int() && (0..256).contains(&byte.as_int()) => out.push(byte.as_int() as u8),
                _ => break,
            }
            at += 1;
        }
    }
    let bytes = vm.new_bytes(&out);
    Ok(vm.new_tuple(&[bytes, Value::int(at as i64)]))
}
