//! `charmap_encode` and `charmap_decode`. Tables that are neither a dict nor a str are for Python.

use ttd_core::value::Value;
use ttd_pyalgos::codec::unicode::table::Table;

use super::arguments::{Errors, data_arg, text_arg};
use super::{Decoding, encoded_by_handler, with_length};
use crate::ops::codec::charmap::{Mapper, REASON};
use crate::ops::codec::decode::Decoder;
use crate::ops::codec::encode::cannot_encode;
use crate::{Vm, ids, native::*};

pub(super) fn encode(vm: &mut Vm, args: Args) -> Res {
    let Some(table) = args.opt(2).filter(|table| !table.is_none()) else {
        return super::encoded(vm, args, "charmap_encode", crate::ops::codec::Codec::Latin1);
    };
    let text = text_arg(vm, args.get(0), "charmap_encode")?;
    let errors = Errors::of(vm, args.opt(1), "charmap_encode")?;
    if !table.is(ids::DICT) {
        let f = vm.lib("encode_mapped");
        return Err(vm.tail_call(f, &[text, table, errors.name]));
    }
    let mut out = Vec::with_capacity(vm.str_len(text));
    match (Mapper::new(table).encode(vm, text, 0, errors.handler, &mut out)?, errors.handler) {
        (Ok(()), _) => {
            let bytes = vm.new_bytes(&out);
            Ok(with_length(vm, bytes, text))
        }
        (Err(refused), Some(_)) => Err(cannot_encode(vm, text, "charmap", REASON, &refused)),
        (Err(_), None) => Err(encoded_by_handler(vm, "charmap", text, table, &errors)),
    }
}

pub(super) fn decode(vm: &mut Vm, args: Args) -> Res {
    let data = data_arg(vm, args.get(0))?;
    let errors = Errors::of(vm, args.opt(1), "charmap_decode")?;
    let table = args.opt(2).unwrap_or(Value::NONE);
    let decoder = match table {
        _ if table.is_none() => Decoder::Latin1,
        _ if table.is(ids::STR) => Decoder::Table(Box::new(Table::new(vm.heap.bytes(table)))),
        _ => {
            let f = vm.lib("decode_mapped");
            return Err(vm.tail_call(f, &[data, table, errors.name]));
        }
    };
    Decoding { data, decoder, at: 0, last: true, table, order: None }.run(vm, &errors)
}
