//! Native helpers of `lib/hidden/runtime/importing.py` and `lib/hidden/runtime/importing_finders.py`: the tables of
//! builtin modules, the library in the binary, and the program's files.

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::buffer;
use crate::vm::code::event_choice::module_of;
use crate::vm::host::input_log::Reply;
use crate::vm::host::request::{HostRequest, Op};
use crate::vm::objects::get_attr::Attr;
use crate::vm::slots;
use crate::{Vm, ids};

pub(super) fn namespace(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.global(slots::LIB))
}

pub(super) fn source_hash(vm: &mut Vm, args: Args) -> Res {
    let key = vm.index_i64(args.get(0))?;
    let Some(source) = buffer::bytes_like(vm, args.get(1))? else {
        let name = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("a bytes-like object is required, not '{name}'")));
    };
    let hash = ttd_pyalgos::hash::string::source_hash(key as u64, vm.heap.bytes(source));
    Ok(vm.new_bytes(&hash))
}

pub(super) fn library_root(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.intern(ttd_lib::ROOT))
}

/// A str argument as text; anything else as the empty text, which names nothing.
pub(super) fn text(vm: &Vm, v: Value) -> String {
    match vm.payload(v, ids::STR) {
        Some(s) => vm.text_lossy(s).into_owned(),
        None => String::new(),
    }
}

fn code(vm: &mut Vm, module: &'static ttd_lib::Module) -> Value {
    vm.load_code(module.code()).value
}

pub(super) fn is_builtin(vm: &mut Vm, args: Args) -> Res {
    let name = text(vm, args.get(0));
    Ok(Value::bool(crate::modules::find(&name).is_some() || ttd_lib::native_module(&name).is_some()))
}

pub(super) fn builtin_names(vm: &mut Vm, _args: Args) -> Res {
    // Importing `_decimal` says that there is none.
    let written = ttd_lib::native_modules().iter().map(|m| m.name).filter(|name| *name != "_decimal");
    let mut names: Vec<&str> = crate::modules::names().chain(written).collect();
    names.sort_unstable();
    names.dedup();
    let names: Vec<Value> = names.into_iter().map(|n| vm.intern(n)).collect();
    Ok(vm.new_tuple(&names))
}

pub(super) fn builtin_module(vm: &mut Vm, args: Args) -> Res {
    let name = text(vm, args.get(0));
    if let Some(def) = crate::modules::find(&name) {
        let module = vm.new_native_module(def);
        (def.init)(vm, module)?;
        return Ok(module);
    }
    if ttd_lib::native_module(&name).is_none() {
        return Ok(Value::NONE);
    }
    let name = vm.intern(&name);
    Ok(vm.new_module(name))
}

pub(super) fn builtin_code(vm: &mut Vm, args: Args) -> Res {
    let name = text(vm, args.get(0));
    Ok(ttd_lib::native_module(&name).map_or(Value::NONE, |m| code(vm, m)))
}

pub(super) fn library_find(vm: &mut Vm, args: Args) -> Res {
    let name = text(vm, args.get(0));
    let Some(module) = ttd_lib::library_module(&name) else { return Ok(Value::NONE) };
    let path = vm.new_str(module.path);
    Ok(vm.new_tuple(&[path, Value::bool(module.package)]))
}

pub(super) fn library_code(vm: &mut Vm, args: Args) -> Res {
    let name = text(vm, args.get(0));
    match ttd_lib::library_module(&name) {
        Some(module) => {
            let role = vm.role_of_module(module.name, module.path);
            match role.counted {
                // What is packed in the binary has no events.
                true => vm.compile_module(&module.source(), module.path, role),
                false => Ok(code(vm, module)),
            }
        }
        None => Err(vm.import_error(format!("'{name}' is not a module of the library"))),
    }
}

fn source(vm: &mut Vm, module: Option<&'static ttd_lib::Module>) -> Res {
    match module {
        Some(module) => {
            let text = module.source();
            Ok(vm.new_str(&text))
        }
        None => Ok(Value::NONE),
    }
}

pub(super) fn library_source(vm: &mut Vm, args: Args) -> Res {
    let name = text(vm, args.get(0));
    source(vm, ttd_lib::library_module(&name))
}

pub(super) fn library_file(vm: &mut Vm, args: Args) -> Res {
    let path = text(vm, args.get(0));
    source(vm, ttd_lib::library_module_at(&path))
}

pub(super) fn program_lines(vm: &mut Vm, args: Args) -> Res {
    let name = text(vm, args.get(0));
    let lines = vm.source_lines(&name).map(|lines| lines.to_vec()).unwrap_or_default();
    let lines: Vec<Value> = lines.iter().map(|line| vm.new_str(&format!("{line}\n"))).collect();
    Ok(vm.new_list(&lines))
}

pub(super) fn library_names(vm: &mut Vm, args: Args) -> Res {
    let folder = text(vm, args.get(0));
    let inside = folder.strip_prefix(ttd_lib::ROOT).unwrap_or("/?").trim_start_matches('/').replace('/', ".");
    let prefix = if inside.is_empty() { String::new() } else { inside + "." };
    let mut found = Vec::new();
    for module in ttd_lib::library_modules() {
        let tail = module.name.strip_prefix(&*prefix).filter(|t| !t.is_empty() && !t.contains('.'));
        if let Some(tail) = tail {
            let tail = vm.intern(tail);
            found.push(vm.new_tuple(&[tail, Value::bool(module.package)]));
        }
    }
    Ok(vm.new_list(&found))
}

pub(super) fn find_file(vm: &mut Vm, args: Args) -> Res {
    let nothing = [Value::int(0), Value::NONE];
    let (Some(folder), Some(name)) = (vm.payload(args.get(0), ids::STR), vm.payload(args.get(1), ids::STR)) else {
        return Ok(vm.new_tuple(&nothing));
    };
    let (folder, name) = (vm.heap.bytes(folder).to_vec(), vm.heap.bytes(name).to_vec());
    if folder.contains(&0) || name.contains(&0) || name.is_empty() || name.contains(&b'/') {
        return Ok(vm.new_tuple(&nothing));
    }
    let reply = vm.request(&HostRequest::of(Op::FindModule).path(&folder).path(&name))?;
    let Reply::Bytes(found) = reply else { return Ok(vm.new_tuple(&nothing)) };
    let Some((kind, file)) = found.split_first() else { return Ok(vm.new_tuple(&nothing)) };
    let file = vm.new_str(&String::from_utf8_lossy(file));
    Ok(vm.new_tuple(&[Value::int(i64::from(*kind)), file]))
}

pub(super) fn read_file(vm: &mut Vm, args: Args) -> Res {
    let path = match vm.payload(args.get(0), ids::STR) {
        Some(path) if !vm.heap.bytes(path).contains(&0) => vm.heap.bytes(path).to_vec(),
        Some(_) => return Err(vm.value_error("embedded null byte")),
        None => {
            let given = vm.type_name(args.get(0));
            return Err(vm.type_error(format!("expected str, bytes or os.PathLike object, not {given}")));
        }
    };
    vm.close_abandoned_named(&path)?;
    let bytes = vm.ask_bytes(&HostRequest::of(Op::Source).path(&path), &[args.get(0)])?;
    Ok(vm.new_bytes(&bytes))
}

pub(super) fn decoded(vm: &mut Vm, data: Value) -> Res<String> {
    let bytes = match vm.unwrap(data) {
        v if v.is(ids::STR) => return Ok(vm.text_lossy(v).into_owned()),
        v if v.is(ids::BYTES) || v.is(ids::BYTEARRAY) => vm.heap.bytes(v).to_vec(),
        v => {
            let given = vm.type_name(v);
            return Err(vm.type_error(format!("a bytes-like object is required, not '{given}'")));
        }
    };
    ttd_code::decode_source(&bytes).map_err(|e| vm.syntax_error(&e))
}

pub(super) fn decode_source(vm: &mut Vm, args: Args) -> Res {
    let text = decoded(vm, args.get(0))?;
    let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
    Ok(vm.new_str(&text))
}

/// The name of the module that a loader loads: its attribute `name`, which file loaders have, or else by its file.
pub(super) fn module_name(vm: &mut Vm, loader: Value, path: &str) -> Res<String> {
    let key = vm.intern("name");
    let own = if loader.is(ids::INST) { vm.own_attr(loader, key)? } else { None };
    Ok(match own {
        Some(Attr::Slot(_, name) | Attr::Value(name)) if name.is(ids::STR) => vm.text_lossy(name).into_owned(),
        _ => module_of(path, &[]),
    })
}

pub(super) fn compile_file(vm: &mut Vm, args: Args) -> Res {
    let path = text(vm, args.get(1));
    let source = decoded(vm, args.get(0))?;
    let module = module_name(vm, args.get(2), &path)?;
    let role = vm.role_of_module(&module, &path);
    vm.compile_module(&source, &path, role)
}

pub(super) fn stdlib_names(vm: &mut Vm, _args: Args) -> Res {
    let names: Vec<Value> = crate::vm::errors::stdlib_names::STDLIB.iter().map(|n| vm.intern(n)).collect();
    Ok(vm.new_tuple(&names))
}

pub(super) fn format_exception(vm: &mut Vm, args: Args) -> Res {
    let text = vm.format_exception(args.get(0));
    Ok(vm.new_str(&text))
}
