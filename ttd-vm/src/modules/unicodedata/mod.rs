//! `unicodedata`: the character database. `ucd_3_2_0` is an object with the same functions for Unicode 3.2.

use rustpython_unicode::data::LookupResult;
use rustpython_unicode::normalize::{NormalizeForm, is_normalized as is_in_form, normalize as in_form};
use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;
use ttd_pyalgos::unicode::database::Database;
use ttd_pyalgos::unicode::{map_runs, runs};

use crate::types::str::value::decode;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef { name: "unicodedata", doc: DOC, functions: NOW, types: &[], init };

/// The functions of `unicodedata.ucd_3_2_0`.
const OLD: ModuleDef = ModuleDef { name: "unicodedata.UCD", doc: "", functions: THEN, types: &[], init: nothing };

const DOC: &str = "This module provides access to the Unicode Character Database which\n\
    defines character properties for all Unicode characters.";

macro_rules! tables {
    ($($table:ident $module:ident $modern:literal;)*) => {$(
        const $table: &[Method] = methods! {
            /// Returns the general category assigned to the character chr as string.
            Pure "category" "(chr, /)" => $module::category;
            /// Returns the bidirectional class assigned to the character chr as string.
            Pure "bidirectional" "(chr, /)" => $module::bidirectional;
            /// Returns the canonical combining class assigned to the character chr as integer.
            Pure "combining" "(chr, /)" => $module::combining;
            /// Returns the mirrored property assigned to the character chr as integer.
            Pure "mirrored" "(chr, /)" => $module::mirrored;
            /// Returns the east asian width assigned to the character chr as string.
            Pure "east_asian_width" "(chr, /)" => $module::east_asian_width;
            /// Returns the character decomposition mapping assigned to the character chr as string.
            Pure "decomposition" "(chr, /)" => $module::decomposition;
            /// Converts a Unicode character into its equivalent decimal value.
            Pure "decimal" "(chr, default=None, /)" => $module::decimal;
            /// Converts a Unicode character into its equivalent digit value.
            Pure "digit" "(chr, default=None, /)" => $module::digit;
            /// Converts a Unicode character into its equivalent numeric value.
            Pure "numeric" "(chr, default=None, /)" => $module::numeric;
            /// Returns the name assigned to the character chr as a string.
            Pure "name" "(chr, default=None, /)" => $module::name;
            /// Look up character by name.
            Pure "lookup" "(name, /)" => $module::lookup;
            /// Return the normal form 'form' for the Unicode string unistr.
            Pure "normalize" "(form, unistr, /)" => normalize;
            /// Return whether the Unicode string unistr is in the normal form 'form'.
            Pure "is_normalized" "(form, unistr, /)" => is_normalized;
        };

        mod $module {
            use super::*;

            const DATA: Database = Database::new($modern);

            pub(super) fn category(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "category() argument", args)?;
                Ok(vm.new_str(DATA.category(c)))
            }

            pub(super) fn bidirectional(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "bidirectional() argument", args)?;
                Ok(vm.new_str(DATA.bidirectional(c)))
            }

            pub(super) fn combining(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "combining() argument", args)?;
                Ok(Value::int(i64::from(DATA.combining(c))))
            }

            pub(super) fn mirrored(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "mirrored() argument", args)?;
                Ok(Value::int(i64::from(DATA.mirrored(c))))
            }

            pub(super) fn east_asian_width(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "east_asian_width() argument", args)?;
                Ok(vm.new_str(DATA.east_asian_width(c)))
            }

            pub(super) fn decomposition(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "decomposition() argument", args)?;
                Ok(vm.new_str(&DATA.decomposition(c)))
            }

            pub(super) fn decimal(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "decimal() argument 1", args)?;
                let n = DATA.decimal(c).map(|n| Value::int(n as i64));
                or_default(vm, n, args, "not a decimal")
            }

            pub(super) fn digit(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "digit() argument 1", args)?;
                let n = DATA.digit(c).map(|n| Value::int(n as i64));
                or_default(vm, n, args, "not a digit")
            }

            pub(super) fn numeric(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "numeric() argument 1", args)?;
                let n = DATA.numeric(c).map(Value::float_any);
                or_default(vm, n, args, "not a numeric character")
            }

            pub(super) fn name(vm: &mut Vm, args: Args) -> Res {
                let c = character(vm, "name() argument 1", args)?;
                let name = DATA.name(c).map(|name| vm.new_str(&name));
                or_default(vm, name, args, "no such name")
            }

            pub(super) fn lookup(vm: &mut Vm, args: Args) -> Res {
                let name = match vm.payload(args.get(0), ids::STR) {
                    Some(s) => vm.text_lossy(s).into_owned(),
                    None => {
                        let bytes = crate::types::bytes::value::bytes_arg(vm, args.get(0))?;
                        String::from_utf8_lossy(&bytes).into_owned()
                    }
                };
                if name.len() > 256 {
                    let message = vm.new_str("name too long");
                    return Err(vm.key_error(message));
                }
                match DATA.lookup(&name) {
                    Some(LookupResult::Character(c)) => Ok(vm.new_str(&c.to_string())),
                    Some(LookupResult::Sequence(text)) => Ok(vm.new_str(&text.to_string())),
                    None => {
                        let message = vm.new_str(&format!("undefined character name '{name}'"));
                        Err(vm.key_error(message))
                    }
                }
            }
        }
    )*};
}

tables! { NOW now true; THEN then false; }

fn nothing(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let version = vm.new_str("15.1.0");
    vm.dict_set_str(dict, "unidata_version", version);
    let old = vm.new_native_module(&OLD);
    let old_dict = vm.heap.slot(old, 0);
    let version = vm.new_str("3.2.0");
    vm.dict_set_str(old_dict, "unidata_version", version);
    vm.dict_set_str(dict, "ucd_3_2_0", old);
    Ok(())
}

/// An argument of one character.
fn character(vm: &mut Vm, what: &str, args: Args) -> Res<CodePoint> {
    match vm.payload(args.get(0), ids::STR).filter(|s| vm.str_len(*s) == 1) {
        Some(s) => Ok(decode(vm.heap.bytes(s), 0).0),
        None => {
            let name = crate::types::str::args::given_name(vm, args.get(0));
            Err(vm.type_error(format!("{what} must be a unicode character, not {name}")))
        }
    }
}

fn or_default(vm: &mut Vm, found: Option<Value>, args: Args, message: &str) -> Res {
    match found.or(args.opt(1)) {
        Some(v) => Ok(v),
        None => Err(vm.value_error(message)),
    }
}

fn text_arg(vm: &mut Vm, args: &Args, at: usize, function: &str) -> Res {
    match vm.payload(args.get(at), ids::STR) {
        Some(s) => Ok(s),
        None => {
            let name = crate::types::str::args::given_name(vm, args.get(at));
            Err(vm.type_error(format!("{function}() argument {} must be str, not {name}", at + 1)))
        }
    }
}

fn form_and_text(vm: &mut Vm, args: &Args, function: &str) -> Res<(NormalizeForm, Value)> {
    let form = text_arg(vm, args, 0, function)?;
    let text = text_arg(vm, args, 1, function)?;
    match vm.text_lossy(form).parse() {
        Ok(form) => Ok((form, text)),
        Err(()) => Err(vm.value_error("invalid normalization form")),
    }
}

fn normalize(vm: &mut Vm, args: Args) -> Res {
    let (form, text) = form_and_text(vm, &args, "normalize")?;
    if vm.is_ascii(text) {
        return Ok(text);
    }
    if runs(vm.wtf8(text)).all(|(run, _)| is_in_form(form, run)) {
        return Ok(text);
    }
    let out = map_runs(vm.wtf8(text), |run| in_form(form, run));
    Ok(vm.new_wtf8(&out))
}

fn is_normalized(vm: &mut Vm, args: Args) -> Res {
    let (form, text) = form_and_text(vm, &args, "is_normalized")?;
    Ok(Value::bool(vm.is_ascii(text) || runs(vm.wtf8(text)).all(|(run, _)| is_in_form(form, run))))
}
