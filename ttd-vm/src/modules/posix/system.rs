//! Process, environment and system information.

use ttd_core::value::Value;

use super::paths::{decode_name, encode_name};
use crate::native::*;
use crate::types::exception::os;
use crate::vm::host::system::table::CURRENT_FOLDER;
use crate::vm::host::{HostRequest, Op, Reply};
use crate::{Vm, ids};

pub(super) fn environment(vm: &mut Vm, _args: Args) -> Res {
    let Reply::Names(names) = vm.ask_or_raise(&HostRequest::of(Op::Environment), &[])? else {
        return Ok(vm.new_list(&[]));
    };
    let values: Vec<Value> = names.iter().map(|name| vm.new_bytes(name)).collect();
    Ok(vm.new_list(&values))
}

/// The bytes of an environment variable's name or value.
fn text_arg(vm: &mut Vm, v: Value, function: &str) -> Res<Vec<u8>> {
    let inner = vm.unwrap(v);
    let bytes = if inner.is(ids::BYTES) {
        vm.heap.bytes(inner).to_vec()
    } else if inner.is(ids::STR) {
        encode_name(vm, inner)?
    } else {
        let name = vm.type_name(v);
        let message = format!("{function}() argument should be string or bytes, not {name}");
        return Err(vm.type_error(message));
    };
    if bytes.contains(&0) {
        return Err(vm.value_error("embedded null byte"));
    }
    Ok(bytes)
}

pub(super) fn putenv(vm: &mut Vm, args: Args) -> Res {
    let (name, value) = (text_arg(vm, args.get(0), "putenv")?, text_arg(vm, args.get(1), "putenv")?);
    if name.contains(&b'=') {
        return Err(vm.value_error("illegal environment variable name"));
    }
    if name.is_empty() {
        return Err(vm.errno_error(i64::from(libc::EINVAL), None));
    }
    if vm.is_audited() {
        let told = [&name, &value].map(|part| vm.new_bytes(part));
        vm.audit("os.putenv", &told)?;
    }
    vm.ask_or_raise(&HostRequest::of(Op::SetVariable).path(&name).path(&value), &[])?;
    Ok(Value::NONE)
}

pub(super) fn unsetenv(vm: &mut Vm, args: Args) -> Res {
    let name = text_arg(vm, args.get(0), "unsetenv")?;
    if name.is_empty() || name.contains(&b'=') {
        return Err(vm.errno_error(i64::from(libc::EINVAL), None));
    }
    if vm.is_audited() {
        let told = vm.new_bytes(&name);
        vm.audit("os.unsetenv", &[told])?;
    }
    vm.ask_or_raise(&HostRequest::of(Op::UnsetVariable).path(&name), &[])?;
    Ok(Value::NONE)
}

pub(super) fn id_number(vm: &mut Vm, args: Args) -> Res {
    let which = vm.index_i64(args.get(0))?;
    vm.ask_int(&HostRequest::of(Op::Ids).number(which), &[]).map(Value::int)
}

pub(super) fn cpu_count(vm: &mut Vm, _args: Args) -> Res {
    vm.ask_int(&HostRequest::of(Op::CpuCount), &[]).map(Value::int)
}

pub(super) fn umask(vm: &mut Vm, args: Args) -> Res {
    let mask = vm.index_i64(args.get(0))?;
    vm.ask_int(&HostRequest::of(Op::Umask).number(mask), &[]).map(Value::int)
}

pub(super) fn uname(vm: &mut Vm, _args: Args) -> Res {
    let Reply::Names(parts) = vm.ask_or_raise(&HostRequest::of(Op::SystemName), &[])? else {
        return Ok(vm.new_tuple(&[]));
    };
    let mut values = Vec::new();
    for part in parts {
        values.push(decode_name(vm, &part)?);
    }
    Ok(vm.new_tuple(&values))
}

pub(super) fn urandom(vm: &mut Vm, args: Args) -> Res {
    let Ok(size) = usize::try_from(vm.index_i64(args.get(0))?) else {
        return Err(vm.value_error("negative argument not allowed"));
    };
    let bytes = vm.host_random(size)?;
    Ok(vm.new_bytes(&bytes))
}

pub(super) fn strerror(vm: &mut Vm, args: Args) -> Res {
    let code = vm.index_i64(args.get(0))?;
    Ok(vm.new_str(&os::strerror(code)))
}

/// Tells of a call with its paths and numbers. The current folder is -1 there.
pub(super) fn audit_paths(vm: &mut Vm, function: &str, paths: &[Value], numbers: &[i64]) -> Res<()> {
    if !vm.is_audited() {
        return Ok(());
    }
    let mut args = paths.to_vec();
    args.extend(numbers.iter().map(|n| if *n == CURRENT_FOLDER { Value::int(-1) } else { vm.int(*n) }));
    vm.audit(&format!("os.{function}"), &args)
}
