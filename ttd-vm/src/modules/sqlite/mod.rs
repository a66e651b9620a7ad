//! `_ttd_sqlite`: requests to databases, for `lib/native/database/_sqlite3.py`. See `docs/architecture/modules.md`.

use ttd_core::value::Value;

use crate::ops::buffer;
use crate::vm::host::sqlite::{self, Kind};
use crate::vm::host::wire::Wire;
use crate::vm::host::{HostRequest, Op, Reply};
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_sqlite",
    doc: "Requests to databases.",
    functions: methods! {
        /// Asks something of a database: its number, the kind, the arguments, and whether text comes as a bytearray.
        /// A row is a tuple; a list is an error, a call of a function, or an argument that cannot be passed.
        External "request" "(database, kind, args, raw, /)" => request;
        /// Whether no value of a row is text that was left raw.
        Pure "is_plain" "(row, /)" => is_plain;
        /// Whether the text ends a statement.
        Pure "is_complete" "(text, /)" => is_complete;
    },
    types: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for kind in Kind::ALL {
        vm.dict_set_str(dict, kind.name(), Value::int(*kind as i64));
    }
    let version = vm.new_str(&sqlite::version());
    vm.dict_set_str(dict, "sqlite_version", version);
    Ok(())
}

fn is_complete(vm: &mut Vm, args: Args) -> Res {
    let Some(text) = vm.payload(args.get(0), ids::STR) else { return Ok(Value::FALSE) };
    Ok(Value::bool(sqlite::is_complete(vm.heap.bytes(text))))
}

fn is_plain(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(!vm.heap.tuple(args.get(0)).iter().any(|v| v.is(ids::BYTEARRAY))))
}

fn request(vm: &mut Vm, args: Args) -> Res {
    let (number, kind) = (args.get(0).as_int(), args.get(1).as_int());
    let kind = Kind::of(kind).unwrap_or(Kind::Status);
    let mut items = Vec::new();
    for (i, item) in vm.heap.tuple(args.get(2)).to_vec().into_iter().enumerate() {
        match to_wire(vm, item)? {
            Some(wire) => items.push(wire),
            None => return Ok(unusable(vm, i)),
        }
    }
    // The parameters of a statement are counted for themselves.
    let mut data = Vec::new();
    if let Some(i) = items.iter().skip(1).find_map(|w| if let Wire::Notice(w) = w { Some(w[0].int()) } else { None }) {
        return Ok(unusable(vm, i as usize));
    }
    Wire::Row(items).encode(&mut data);
    let asked = HostRequest::of(Op::Database).number(number).number(kind as i64).data(&data);
    match vm.request(&asked)? {
        Reply::Bytes(bytes) => {
            let reply = Wire::decode(&mut bytes.as_slice());
            let raw = vm.truth(args.get(3))?;
            to_value(vm, &reply, raw)
        }
        _ => Ok(Value::NONE),
    }
}

/// Says which argument cannot be passed.
fn unusable(vm: &mut Vm, i: usize) -> Value {
    vm.new_list(&[Value::int(2), Value::int(i as i64)])
}

/// A value for the database. `None` if it is none; in a tuple, a notice with its index stands for it.
pub(crate) fn to_wire(vm: &mut Vm, v: Value) -> Res<Option<Wire>> {
    let inner = vm.unwrap(v);
    if inner.is_none() {
        return Ok(Some(Wire::Null));
    }
    if vm.is_integer(inner) {
        return match vm.as_i64(inner) {
            Some(n) => Ok(Some(Wire::Int(n))),
            None => Err(vm.overflow_error("Python int too large to convert to SQLite INTEGER")),
        };
    }
    if inner.is_float() {
        return Ok(Some(Wire::Real(inner.as_float())));
    }
    if inner.is(ids::STR) {
        // Lone surrogates have no UTF-8.
        return Ok(std::str::from_utf8(vm.heap.bytes(inner)).ok().map(Wire::text));
    }
    if inner.is(ids::TUPLE) {
        let mut items = Vec::new();
        for (i, item) in vm.heap.tuple(inner).to_vec().into_iter().enumerate() {
            match to_wire(vm, item)? {
                Some(wire) => items.push(wire),
                None => return Ok(Some(Wire::Notice(vec![Wire::Int(i as i64)]))),
            }
        }
        return Ok(Some(Wire::Row(items)));
    }
    if inner.is(ids::LIST) {
        let code = vm.heap.list(inner).first().map_or(0, |v| v.as_int());
        return Ok(Some(Wire::Notice(vec![Wire::Int(code)])));
    }
    Ok(buffer::bytes_like(vm, v)?.map(|bytes| Wire::Blob(vm.raw_bytes(bytes).to_vec())))
}

pub(crate) fn to_value(vm: &mut Vm, wire: &Wire, raw: bool) -> Res {
    Ok(match wire {
        Wire::Null => Value::NONE,
        Wire::Int(n) => vm.int(*n),
        Wire::Real(x) => Value::float(*x),
        Wire::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) if !raw => vm.new_str(text),
            _ => vm.new_bytearray(bytes),
        },
        Wire::Blob(bytes) => vm.new_bytes(bytes),
        Wire::Row(items) | Wire::Notice(items) => {
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                values.push(to_value(vm, item, raw)?);
            }
            if matches!(wire, Wire::Row(_)) { vm.new_tuple(&values) } else { vm.new_list(&values) }
        }
    })
}
