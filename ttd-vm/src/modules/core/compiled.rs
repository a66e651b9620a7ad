//! Native helpers of `marshal` and of compiled files.

use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Const};
use ttd_core::value::Value;
use ttd_pyalgos::hash::string::keyed_hash;

use super::importing::{decoded, module_name, text};
use crate::native::*;
use crate::{Vm, ids};

/// Bytes before the packed code: which build wrote it, and a checksum.
const HEAD: usize = 16;

pub(super) fn pack_code(vm: &mut Vm, args: Args) -> Res {
    let Some(code) = vm.code_of(args.get(0)) else { return Err(vm.type_error("a code object is required")) };
    let packed = ttd_code::pack(&code.code);
    let mut data = ttd_code::format_id().to_le_bytes().to_vec();
    data.extend_from_slice(&keyed_hash(ttd_code::format_id(), &packed).to_le_bytes());
    data.extend_from_slice(&packed);
    Ok(vm.new_bytes(&data))
}

pub(super) fn unpack_code(vm: &mut Vm, args: Args) -> Res {
    if !args.get(0).is(ids::BYTES) {
        return Err(vm.type_error("bytes are required"));
    }
    let data = vm.heap.bytes(args.get(0)).to_vec();
    let id = ttd_code::format_id();
    if data.len() < HEAD || data[..8] != id.to_le_bytes() {
        return Err(vm.value_error("bad marshal data (code of another version or interpreter)"));
    }
    let packed = &data[HEAD..];
    if data[8..HEAD] != keyed_hash(id, packed).to_le_bytes() {
        return Err(vm.value_error("bad marshal data (damaged code)"));
    }
    let Ok(code) = ttd_code::unpack(packed) else { return Err(vm.value_error("bad marshal data (damaged code)")) };
    if let Err(why) = ttd_code::verify_foreign(&code) {
        return Err(vm.value_error(format!("bad marshal data (invalid code: {why})")));
    }
    Ok(vm.load_dynamic_code(code))
}

pub(super) fn refiled_code(vm: &mut Vm, args: Args) -> Res {
    let path: Arc<str> = text(vm, args.get(1)).into();
    let Some(code) = vm.code_of(args.get(0)) else { return Err(vm.type_error("a code object is required")) };
    let moved = refiled(&code.code, &code.code.path, &path);
    Ok(vm.load_dynamic_code(moved))
}

fn refiled(code: &Code, from: &Arc<str>, to: &Arc<str>) -> Arc<Code> {
    let mut code = code.clone();
    if code.path == *from {
        code.path = to.clone();
    }
    for constant in &mut code.consts {
        if let Const::Code(inner) = constant {
            *inner = refiled(inner, from, to);
        }
    }
    Arc::new(code)
}

pub(super) fn fits_role(vm: &mut Vm, args: Args) -> Res {
    let path = text(vm, args.get(1));
    let Some(code) = vm.code_of(args.get(0)) else { return Ok(Value::FALSE) };
    let module = module_name(vm, args.get(2), &path)?;
    let role = vm.role_of_module(&module, &path);
    Ok(Value::bool(code.code.counted == role.counted && code.code.program == role.program))
}

pub(super) fn keep_source(vm: &mut Vm, args: Args) -> Res {
    let path = text(vm, args.get(1));
    if let Ok(source) = decoded(vm, args.get(0)) {
        vm.add_source(&path, &source);
    }
    Ok(Value::NONE)
}

pub(super) fn magic_number(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::int((ttd_code::format_id() & 0xFFFF) as i64))
}
