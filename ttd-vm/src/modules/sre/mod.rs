//! `_sre`: the native half of `re`.
//!
//! `re` parses patterns into words, `ttd_pyalgos::regex` compiles the words into a program and runs it. The program is
//! immutable data in a heap object. The position of a scan is in the slots of a scanner, so that a loop over matches
//! can be left and travelled through anywhere.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::regex::{charset, program};

use crate::{Vm, ids, methods, native::*};

mod job;
pub mod matched;
pub mod pattern;
pub mod replace;
pub mod scan;
pub mod scanner;

/// The types of this module.
pub const TYPES: &[TypeDef] = &[pattern::TYPE, matched::TYPE, scanner::TYPE, scanner::ITER_TYPE, replace::TYPE];

/// The module.
pub const MODULE: ModuleDef = ModuleDef { name: "_sre", doc: "", functions: FUNCTIONS, types: TYPES, init };

/// The flags of patterns.
mod flag {
    pub(super) const LOCALE: i64 = 4;
    pub(super) const UNICODE: i64 = 32;
}

const FUNCTIONS: &[Method] = methods! {
    CallsBack "compile" "(pattern, flags, code, groups, groupindex, indexgroup)" => compile;
    CallsBack "template" "(pattern, template, /)" => replace::template;
    Pure "getcodesize" "()" => getcodesize;
    CallsBack "getlower" "(character, flags, /)" => getlower;
    CallsBack "ascii_iscased" "(character, /)" => ascii_iscased;
    CallsBack "unicode_iscased" "(character, /)" => unicode_iscased;
    CallsBack "ascii_tolower" "(character, /)" => ascii_tolower;
    CallsBack "unicode_tolower" "(character, /)" => unicode_tolower;
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let numbers = [("MAGIC", 20230612), ("CODESIZE", 4), ("MAXREPEAT", 4294967295), ("MAXGROUPS", 1073741823)];
    for (name, number) in numbers {
        vm.dict_set_str(dict, name, Value::int(number));
    }
    let copyright = vm.new_str(" SRE 2.2.2 Copyright (c) 1997-2002 by Secret Labs AB ");
    vm.dict_set_str(dict, "copyright", copyright);
    Ok(())
}

fn getcodesize(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::int(4))
}

/// An argument of C type `int`.
fn int_arg(vm: &mut Vm, v: Value) -> Res<i64> {
    let i = vm.index(v)?;
    match vm.as_i64(i) {
        Some(i) if i32::try_from(i).is_ok() => Ok(i),
        Some(i) if i > 0 => Err(vm.overflow_error("signed integer is greater than maximum")),
        Some(_) => Err(vm.overflow_error("signed integer is less than minimum")),
        None => Err(vm.overflow_error("Python int too large to convert to C long")),
    }
}

fn character(vm: &mut Vm, args: Args) -> Res<u32> {
    Ok(int_arg(vm, args.get(0))? as u32)
}

fn getlower(vm: &mut Vm, args: Args) -> Res {
    let (c, flags) = (character(vm, args)?, int_arg(vm, args.get(1))?);
    let lower = if flags & flag::LOCALE == 0 && flags & flag::UNICODE != 0 {
        charset::lower_unicode(c)
    } else {
        charset::lower_ascii(c)
    };
    Ok(Value::int(i64::from(lower)))
}

fn ascii_iscased(vm: &mut Vm, args: Args) -> Res {
    let c = character(vm, args)?;
    Ok(Value::bool(u8::try_from(c).is_ok_and(|b| b.is_ascii_alphabetic())))
}

fn unicode_iscased(vm: &mut Vm, args: Args) -> Res {
    let c = character(vm, args)?;
    let lower = charset::lower_unicode(c);
    Ok(Value::bool(c != lower || c != charset::upper_unicode(c)))
}

fn ascii_tolower(vm: &mut Vm, args: Args) -> Res {
    let c = character(vm, args)?;
    Ok(Value::int(i64::from(charset::lower_ascii(c))))
}

fn unicode_tolower(vm: &mut Vm, args: Args) -> Res {
    let c = character(vm, args)?;
    Ok(Value::int(i64::from(charset::lower_unicode(c))))
}

/// A word of a compiled pattern.
fn word(vm: &mut Vm, v: Value) -> Res<u32> {
    let inner = vm.unwrap(v);
    match vm.as_i64(inner) {
        Some(i) if u32::try_from(i).is_ok() => Ok(i as u32),
        Some(i) if i < 0 => Err(vm.overflow_error("can't convert negative int to unsigned")),
        Some(_) => Err(vm.overflow_error("regular expression code size limit exceeded")),
        None if vm.is_integer(inner) => Err(vm.overflow_error("Python int too large to convert to C unsigned long")),
        None => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("'{name}' object cannot be interpreted as an integer")))
        }
    }
}

fn expect(vm: &mut Vm, v: Value, tid: ttd_core::value::TypeId, argument: &str, name: &str) -> Res {
    match vm.payload(v, tid) {
        Some(inner) => Ok(inner),
        None => {
            let given = vm.type_name(v);
            Err(vm.type_error(format!("compile() argument '{argument}' must be {name}, not {given}")))
        }
    }
}

fn compile(vm: &mut Vm, args: Args) -> Res {
    let pattern = args.get(0);
    let flags = int_arg(vm, args.get(1))?;
    let code = expect(vm, args.get(2), ids::LIST, "code", "list")?;
    let groups = vm.index_i64(args.get(3))?;
    let groupindex = expect(vm, args.get(4), ids::DICT, "groupindex", "dict")?;
    let indexgroup = expect(vm, args.get(5), ids::TUPLE, "indexgroup", "tuple")?;
    let mut words = Vec::with_capacity(vm.heap.list(code).len());
    let mut i = 0;
    while let Some(v) = vm.heap.list(code).get(i).copied() {
        words.push(word(vm, v)?);
        i += 1;
    }
    let known = usize::try_from(groups).ok().filter(|g| *g <= words.len());
    let Some(program) = known.and_then(|groups| program::compile(&words, groups)) else {
        return Err(vm.runtime_error("invalid SRE code"));
    };
    let inner = vm.unwrap(pattern);
    let kind = match () {
        () if pattern.is_none() => pattern::Kind::Any,
        () if inner.is(ids::STR) => pattern::Kind::Text,
        () if crate::types::bytes::value::is_bytes_like(inner) => pattern::Kind::Bytes,
        () => {
            let name = vm.type_name(pattern);
            return Err(vm.type_error(format!("expected string or bytes-like object, got '{name}'")));
        }
    };
    let boxed = vm.heap.new_boxed(ids::COMPILED, Rc::new(program));
    let slots =
        [pattern, Value::int(flags), boxed, Value::int(groups), groupindex, indexgroup, Value::int(kind as i64)];
    Ok(vm.heap.new_slots_from(ids::RE_PATTERN, 0, &slots))
}
