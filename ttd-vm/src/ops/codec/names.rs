//! The arguments `encoding` and `errors`.

use ttd_core::value::Value;

use super::handlers::Handler;
use super::{Codec, encode};
use crate::{Vm, ids, native::*};

/// The native codec and the native error handler that are named, without making texts of their names.
#[inline]
pub fn named(vm: &Vm, encoding: Option<Value>, errors: Option<Value>) -> Option<(Codec, &'static str)> {
    let text = |v: Value| if v.is(ids::STR) { std::str::from_utf8(vm.heap.bytes(v)).ok() } else { None };
    let codec = match encoding {
        None => Codec::Utf8,
        Some(name) => Codec::find(text(name)?)?,
    };
    let errors = match errors {
        None => "strict",
        Some(name) => Handler::find(text(name)?)?.name(),
    };
    Some((codec, errors))
}

/// Returns the codec and the handler named by `encoding` and `errors`; both are checked before the codec is looked up.
pub fn codec_args(vm: &mut Vm, encoding: Option<Value>, errors: Option<Value>, function: &str) -> Res<(Codec, String)> {
    let encoding = encoding.map(|v| name_arg(vm, v, function, "encoding")).transpose()?;
    let errors = errors.map(|v| name_arg(vm, v, function, "errors")).transpose()?;
    let codec = match encoding {
        None => Codec::Utf8,
        Some(name) => match Codec::find(&name) {
            Some(codec) => codec,
            None => return Err(vm.lookup_error(format!("unknown encoding: {name}"))),
        },
    };
    Ok((codec, errors.unwrap_or_else(|| "strict".to_owned())))
}

/// Tail-calls the registered codec or handler for names that are not native. `function` of `lib/hidden/text/codecs.py`
/// gets the object, the encoding and the error handler.
pub fn registered(
    vm: &mut Vm,
    encoding: Option<Value>,
    errors: Option<Value>,
    function: &str,
    object: Value,
) -> Option<Trap> {
    let strings = [encoding, errors].map(|v| v.and_then(|v| vm.payload(v, ids::STR)));
    let native = strings[0].is_none_or(|name| Codec::find(&vm.text_lossy(name)).is_some());
    if encoding.is_some() != strings[0].is_some() || errors.is_some() != strings[1].is_some() {
        return None;
    }
    // An invalid name is refused before the registry is asked.
    let is_name = |v: &Value| std::str::from_utf8(vm.heap.bytes(*v)).is_ok_and(|text| !text.contains('\0'));
    if !strings.iter().flatten().all(is_name) {
        return None;
    }
    if native {
        let errors = strings[1].filter(|e| Handler::find(&vm.text_lossy(*e)).is_none())?;
        let (known, name) = (vm.lib("codec_errors"), vm.intern_value(errors));
        vm.dict_get_name(known, name)?;
    }
    let f = vm.lib(function);
    let encoding = strings[0].unwrap_or_else(|| vm.intern("utf-8"));
    let errors = strings[1].unwrap_or_else(|| vm.intern("strict"));
    Some(vm.tail_call(f, &[object, encoding, errors]))
}

/// Passes on a result. After an error of a codec that CPython has in its registry, tail-calls what that has: its errors
/// say so.
pub fn or_by_registry(vm: &mut Vm, result: Res, codec: Codec, function: &str, args: Args) -> Res {
    match (result, args.opt(1)) {
        (Err(Trap::Raise(_)), Some(encoding)) if codec.is_registered() => {
            let errors = args.opt(2).unwrap_or_else(|| vm.intern("strict"));
            let f = vm.lib(function);
            Err(vm.tail_call(f, &[args.get(0), encoding, errors]))
        }
        (result, _) => result,
    }
}

fn name_arg(vm: &mut Vm, v: Value, function: &str, parameter: &str) -> Res<String> {
    let text = vm.unwrap(v);
    if text.is(ids::STR) {
        let octets = encode(vm, text, Codec::Utf8, "strict")?;
        if octets.contains(&0) {
            return Err(vm.value_error("embedded null character"));
        }
        return Ok(String::from_utf8(octets).unwrap_or_default());
    }
    let name = if function == "str" { vm.type_name(v) } else { crate::types::str::args::given_name(vm, v) };
    Err(vm.type_error(format!("{function}() argument '{parameter}' must be str, not {name}")))
}

/// Checks the types of the arguments only: an empty text needs no codec.
pub fn check_names(vm: &mut Vm, encoding: Option<Value>, errors: Option<Value>, function: &str) -> Res<()> {
    for (v, parameter) in [(encoding, "encoding"), (errors, "errors")] {
        if let Some(v) = v {
            name_arg(vm, v, function, parameter)?;
        }
    }
    Ok(())
}

/// Whether names are checked where no codec is needed, too (`-X dev`).
pub fn checks_all_names(vm: &Vm) -> bool {
    vm.host.world.settings.flag("dev_mode") > 0
}

/// In development mode, refuses an error handler that nobody has registered, before an error occurs.
pub fn check_handler(vm: &mut Vm, errors: Option<Value>) -> Res<()> {
    let Some(name) = errors.and_then(|v| vm.payload(v, ids::STR)).filter(|_| checks_all_names(vm)) else {
        return Ok(());
    };
    let text = vm.text_lossy(name).into_owned();
    let (known, key) = (vm.lib("codec_errors"), vm.intern_value(name));
    match Handler::find(&text).is_some() || vm.dict_get_name(known, key).is_some() {
        true => Ok(()),
        false => Err(vm.lookup_error(format!("unknown error handler name '{text}'"))),
    }
}
