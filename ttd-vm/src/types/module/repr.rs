//! `repr` of modules: their name and where they come from.

use ttd_core::value::Value;

use crate::ops::repr::{append, text_of};
use crate::{Vm, native::*};

pub(super) fn module(vm: &mut Vm, v: Value) -> Res {
    let dict = vm.heap.slot(v, 0);
    let unknown = vm.intern("?");
    let mut name = vm.dict_get_str(dict, "__name__").unwrap_or(unknown);
    let loader = vm.dict_get_name(dict, vm.names.loader).unwrap_or(Value::NONE);
    let (mut file, mut origin) = (vm.dict_get_str(dict, "__file__"), None);
    let spec = vm.dict_get_name(dict, vm.names.spec).unwrap_or(Value::NONE);
    if !spec.is_none() {
        let mut of_spec = |name: &str| {
            let name = vm.intern(name);
            vm.getattr_opt(spec, name)
        };
        name = of_spec("name")?.unwrap_or(name);
        origin = of_spec("origin")?;
        file = if of_spec("has_location")? == Some(Value::TRUE) { origin } else { None };
    }
    let mut out = b"<module ".to_vec();
    append(vm, name, &mut out)?;
    let known = |v: &Value| !v.is_none();
    if let Some(file) = file.filter(known) {
        out.extend_from_slice(b" from ");
        append(vm, file, &mut out)?;
    } else if let Some(origin) = origin.filter(known) {
        out.extend_from_slice(format!(" ({})", text_of(vm, origin)).as_bytes());
    } else if let Some(path) = namespace_path(vm, dict, loader, spec)? {
        out.extend_from_slice(b" (namespace) from ");
        let list = vm.lib("list_of");
        let path = vm.call(list, &[path])?;
        append(vm, path, &mut out)?;
    } else if !loader.is_none() {
        out.extend_from_slice(b" (");
        append(vm, loader, &mut out)?;
        out.push(b')');
    }
    out.push(b'>');
    Ok(vm.new_str_raw(&out))
}

/// Returns where a namespace package looks: by its loader, or else by the module.
fn namespace_path(vm: &mut Vm, dict: Value, loader: Value, spec: Value) -> Res<Option<Value>> {
    if spec.is_none() {
        return Ok(None);
    }
    if loader.is_none() {
        return Ok(vm.dict_get_name(dict, vm.names.path));
    }
    if vm.class_short_name(vm.type_of(loader)) != "NamespaceLoader" {
        return Ok(None);
    }
    let name = vm.intern("_path");
    vm.getattr_opt(loader, name)
}
