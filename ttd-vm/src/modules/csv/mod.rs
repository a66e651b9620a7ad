//! `_ttd_csv`: the native half of `_csv` (`lib/native/text/_csv.py`).
//!
//! A dialect is passed as a tuple. So is the state of a record that spans several lines: the parser's state, the field
//! so far, and whether that is unquoted.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::numparse;

use crate::types::str::value::{chars, push_char};
use crate::{Vm, ids, methods, native::*};
use rustpython_wtf8::CodePoint;

mod parse;
mod record;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_csv",
    doc: "What of `_csv` must be fast.",
    functions: methods! {
        /// Takes a line apart; the result is None when the record is complete.
        Mutates "parse" "(dialect, state, line, fields, limit, /)" => parse::parse;
        /// Implement next(self).
        CallsBack "next" "(self, /)" => record::next;
        /// Ends the field of a record that is cut off.
        Mutates "save" "(dialect, state, fields, /)" => parse::save;
        /// A line from values; None if one has to be made text by Python code.
        Pure "join" "(dialect, values, kinds, /)" => join;
        /// What a value counts as: 0 for None, 1 for text, 2 for a number, 3 for anything else.
        Pure "kind" "(value, /)" => kind;
    },
    types: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let error = error_class(vm);
    vm.dict_set_str(dict, "Error", error);
    Ok(())
}

fn error_class(vm: &mut Vm) -> Value {
    let base = vm.types.exception;
    super::errors::exception_class(vm, "_csv", "Error", base)
}

/// Raises `_csv.Error`.
#[cold]
fn csv_error(vm: &mut Vm, message: &str) -> Trap {
    let class = error_class(vm);
    vm.error(class, message)
}

const MINIMAL: i64 = 0;
const ALL: i64 = 1;
const NONNUMERIC: i64 = 2;
const NONE: i64 = 3;
const STRINGS: i64 = 4;
const NOTNULL: i64 = 5;

/// A dialect.
struct Dialect {
    delimiter: CodePoint,
    quotechar: Option<CodePoint>,
    escapechar: Option<CodePoint>,
    lineterminator: Vec<u8>,
    quoting: i64,
    doublequote: bool,
    skipinitialspace: bool,
    strict: bool,
}

impl Dialect {
    fn new(vm: &Vm, parts: Value) -> Dialect {
        let parts = vm.heap.tuple(parts);
        let char = |i: usize| parts[i].is(ids::STR).then(|| chars(vm.heap.bytes(parts[i])).next()).flatten();
        Dialect {
            delimiter: char(0).unwrap_or(CodePoint::from_char(',')),
            quotechar: char(1),
            escapechar: char(2),
            lineterminator: vm.heap.bytes(vm.unwrap(parts[3])).to_vec(),
            quoting: parts[4].as_int(),
            doublequote: parts[5] == Value::TRUE,
            skipinitialspace: parts[6] == Value::TRUE,
            strict: parts[7] == Value::TRUE,
        }
    }

    /// The delimiter, the quote and the escape, if they are ASCII. One that there is not is the end of a line, which
    /// needs the same care.
    fn ascii_marks(&self) -> Option<[u8; 3]> {
        let ascii = |c: Option<CodePoint>| match c {
            None => Some(b'\n'),
            Some(c) => u8::try_from(c.to_u32()).ok().filter(u8::is_ascii),
        };
        Some([ascii(Some(self.delimiter))?, ascii(self.quotechar)?, ascii(self.escapechar)?])
    }
}

fn kind_of(vm: &mut Vm, v: Value) -> i64 {
    let inner = vm.unwrap(v);
    if v.is_none() {
        return 0;
    }
    if inner.is(ids::STR) {
        return 1;
    }
    let number = inner.is_float() || vm.is_integer(inner) || inner.is(ids::COMPLEX);
    let convertible = |vm: &mut Vm| ["__index__", "__int__", "__float__"].iter().any(|f| vm.special(v, f).is_some());
    if number || convertible(vm) { 2 } else { 3 }
}

fn kind(vm: &mut Vm, args: Args) -> Res {
    let kind = kind_of(vm, args.get(0));
    Ok(Value::int(kind))
}

fn join(vm: &mut Vm, args: Args) -> Res {
    let dialect = Dialect::new(vm, args.get(0));
    let values = vm.collect(args.get(1))?;
    let kinds = args.get(2);
    let mut out = Vec::new();
    let mut null = false;
    for (i, v) in values.iter().enumerate() {
        let kind = match kinds.is_none() {
            true => kind_of(vm, *v),
            false => vm.heap.list(kinds)[i].as_int(),
        };
        let text = match vm.unwrap(*v) {
            s if s.is(ids::STR) => s,
            _ if v.is_none() => vm.names.empty,
            n if n == *v && (n.is_int() || n.is_float() || n.is_bool() || n.is(ids::BIGINT)) => vm.repr(n)?,
            _ => return Ok(Value::NONE),
        };
        let quoted = match dialect.quoting {
            ALL => true,
            NONNUMERIC => kind != 2,
            STRINGS => kind == 1,
            NOTNULL => kind != 0,
            _ => false,
        };
        null = kind == 0;
        if i > 0 {
            push_char(&mut out, dialect.delimiter);
        }
        let bytes = vm.heap.bytes(text);
        if !quoted && is_bare(&dialect, bytes) {
            out.extend_from_slice(bytes);
        } else {
            let bytes = bytes.to_vec();
            append(vm, &dialect, &bytes, null, quoted, &mut out)?;
        }
    }
    if !values.is_empty() && out.is_empty() {
        if dialect.quoting == NONE || null && matches!(dialect.quoting, STRINGS | NOTNULL) {
            return Err(csv_error(vm, "single empty field record must be quoted"));
        }
        append(vm, &dialect, b"", true, true, &mut out)?;
    }
    out.extend_from_slice(&dialect.lineterminator);
    Ok(vm.new_str_raw(&out))
}

/// Whether nothing in a field has to be quoted or escaped.
fn is_bare(dialect: &Dialect, text: &[u8]) -> bool {
    let Some(marks) = dialect.ascii_marks() else { return false };
    let is_special = |b: &u8| marks.contains(b) || matches!(*b, b'\n' | b'\r') || dialect.lineterminator.contains(b);
    !text.is_empty() && !text.iter().any(is_special)
}

/// Appends a field, quoted and escaped.
fn append(vm: &mut Vm, dialect: &Dialect, text: &[u8], null: bool, quoted: bool, out: &mut Vec<u8>) -> Res<()> {
    let mut quoted = quoted;
    let mut field = Vec::with_capacity(text.len() + 2);
    let terminator: Vec<CodePoint> = chars(&dialect.lineterminator).collect();
    for c in chars(text) {
        let special = c == dialect.delimiter
            || Some(c) == dialect.escapechar
            || Some(c) == dialect.quotechar
            || matches!(c.to_u32(), 10 | 13)
            || terminator.contains(&c);
        if special {
            let escape = match () {
                () if dialect.quoting == NONE => true,
                () if Some(c) == dialect.quotechar && dialect.doublequote => {
                    push_char(&mut field, c);
                    false
                }
                () => Some(c) == dialect.quotechar || Some(c) == dialect.escapechar,
            };
            if escape {
                match dialect.escapechar {
                    Some(escape) => push_char(&mut field, escape),
                    None => return Err(csv_error(vm, "need to escape, but no escapechar set")),
                }
            } else {
                quoted = true;
            }
        }
        push_char(&mut field, c);
    }
    if text.is_empty() && dialect.delimiter.to_u32() == 32 && dialect.skipinitialspace && !quoted {
        if dialect.quoting == NONE || null && matches!(dialect.quoting, STRINGS | NOTNULL) {
            let message = "empty field must be quoted if delimiter is a space and skipinitialspace is true";
            return Err(csv_error(vm, message));
        }
        quoted = true;
    }
    let quote = dialect.quotechar.filter(|_| quoted);
    if let Some(quote) = quote {
        push_char(out, quote);
    }
    out.extend_from_slice(&field);
    if let Some(quote) = quote {
        push_char(out, quote);
    }
    Ok(())
}

/// Converts a field as the dialect demands.
fn field_value(vm: &mut Vm, dialect: &Dialect, field: &[u8], unquoted: bool) -> Res {
    if unquoted && field.is_empty() && matches!(dialect.quoting, STRINGS | NOTNULL) {
        return Ok(Value::NONE);
    }
    if unquoted && !field.is_empty() && matches!(dialect.quoting, NONNUMERIC | STRINGS) {
        let text = String::from_utf8_lossy(field).into_owned();
        return match numparse::parse_float(text.trim()) {
            Some(x) => Ok(Value::float_any(x)),
            None => {
                let shown = vm.new_str_raw(field);
                let shown = vm.repr(shown)?;
                let message = format!("could not convert string to float: {}", vm.text_lossy(shown));
                Err(vm.value_error(message))
            }
        };
    }
    Ok(vm.new_str_raw(field))
}

/// Whether a dialect allows the fast path of the reader.
fn is_simple(dialect: &Dialect) -> bool {
    matches!(dialect.quoting, MINIMAL | ALL)
}
