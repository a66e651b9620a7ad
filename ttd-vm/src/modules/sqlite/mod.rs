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
        /// Executes a statement, by its number, for the rows from a position on: with as many as can be passed as they
        /// are. None, where the first cannot be; otherwise as `request`.
        External "request_rows" "(database, statement, rows, start, length, /)" => request_rows;
        /// Whether no value of a row is text that was left raw.
        Pure "is_plain" "(row, /)" => is_plain;
        /// Whether no value has to be adapted unless there are adapters of the database's own types.
        Pure "are_plain" "(values, /)" => are_plain;
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
    Ok(Value::bool(!sequence(vm, args.get(0)).iter().any(|v| v.is(ids::BYTEARRAY))))
}

fn are_plain(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(sequence(vm, args.get(0)).iter().all(|v| is_own(*v))))
}

/// The items of a tuple or a list.
fn sequence(vm: &Vm, v: Value) -> &[Value] {
    if v.is(ids::LIST) { vm.heap.list(v) } else { vm.heap.tuple(v) }
}

/// Whether a value is of a type that the database has as well.
fn is_own(v: Value) -> bool {
    let is_object = [ids::BIGINT, ids::STR, ids::BYTES, ids::BYTEARRAY].iter().any(|id| v.is(*id));
    is_object || v.is_none() || v.is_int() || v.is_float()
}

fn request_rows(vm: &mut Vm, args: Args) -> Res {
    let (rows, start, length) = (args.get(2), args.get(3).as_int() as usize, args.get(4).as_int() as usize);
    let mut executions = Vec::new();
    while executions.len() < sqlite::ROWS_AT_ONCE {
        let Some(row) = sequence(vm, rows).get(start + executions.len()).copied() else { break };
        if !row.is(ids::TUPLE) && !row.is(ids::LIST) {
            break;
        }
        let values = sequence(vm, row).to_vec();
        if values.len() != length || !values.iter().all(|v| is_own(*v)) {
            break;
        }
        // What cannot be passed is an error of its own execution, after those before it.
        let wires: Option<Vec<Wire>> = values.into_iter().map(|v| passed_as_it_is(vm, v)).collect();
        let Some(wires) = wires else { break };
        executions.push(Wire::Row(wires));
    }
    if executions.is_empty() {
        return Ok(Value::NONE);
    }
    let asked = Wire::Row(vec![Wire::Int(args.get(1).as_int()), Wire::Row(executions)]);
    ask(vm, args.get(0).as_int(), Kind::ExecuteRows, &asked, false)
}

/// A value of one of the database's types, if it can be passed.
fn passed_as_it_is(vm: &mut Vm, v: Value) -> Option<Wire> {
    if vm.is_integer(v) {
        return vm.as_i64(v).map(Wire::Int);
    }
    to_wire(vm, v).ok().flatten()
}

/// Asks something of a database.
fn ask(vm: &mut Vm, number: i64, kind: Kind, args: &Wire, raw: bool) -> Res {
    let mut data = Vec::new();
    args.encode(&mut data);
    let mut asked = HostRequest::of(Op::Database).number(number).number(kind as i64).data(&data);
    // What is carried out in parts cannot be asked again.
    if vm.has_other_threads() && !matches!(kind, Kind::ExecuteRows | Kind::Resume) {
        asked = asked.number(1);
    }
    match vm.request(&asked)? {
        Reply::Bytes(bytes) => {
            let reply = Wire::decode(&mut bytes.as_slice());
            to_value(vm, &reply, raw)
        }
        _ => Ok(Value::NONE),
    }
}

fn request(vm: &mut Vm, args: Args) -> Res {
    let (number, kind) = (args.get(0).as_int(), args.get(1).as_int());
    let kind = Kind::of(kind).unwrap_or(Kind::Status);
    if kind == Kind::Execute
        && let Some(i) = first_sequence(vm, args.get(2))
    {
        return Ok(unusable(vm, i));
    }
    let mut items = Vec::new();
    for (i, item) in vm.heap.tuple(args.get(2)).to_vec().into_iter().enumerate() {
        match to_wire(vm, item)? {
            Some(wire) => items.push(wire),
            None => return Ok(unusable(vm, i)),
        }
    }
    // The parameters of a statement are counted for themselves.
    if let Some(i) = items.iter().skip(1).find_map(|w| if let Wire::Notice(w) = w { Some(w[0].int()) } else { None }) {
        return Ok(unusable(vm, i as usize));
    }
    let raw = vm.truth(args.get(3))?;
    ask(vm, number, kind, &Wire::Row(items), raw)
}

/// The first parameter of a statement that is a tuple or a list: between the program and the database these mean
/// something else.
fn first_sequence(vm: &Vm, asked: Value) -> Option<usize> {
    let parameters = *vm.heap.tuple(asked).get(1)?;
    let is_sequence = |v: &Value| {
        let inner = vm.unwrap(*v);
        inner.is(ids::TUPLE) || inner.is(ids::LIST)
    };
    parameters.is(ids::TUPLE).then(|| vm.heap.tuple(parameters).iter().position(is_sequence))?
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
