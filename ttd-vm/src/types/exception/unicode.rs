//! `UnicodeDecodeError`, `UnicodeEncodeError` and `UnicodeTranslateError`.

use ttd_core::value::Value;

use super::common::{self, member};
use crate::{Vm, getters, ids, methods, native::*};

/// `UnicodeDecodeError(encoding, object, start, end, reason)`, of bytes.
pub(super) const DECODE: TypeDef = TypeDef {
    name: "UnicodeDecodeError",
    base: "UnicodeError",
    doc: "Unicode decoding error.",
    methods: methods! {
        /// Initialize self.  See help(type(self)) for accurate signature.
        Mutates "__init__" "(self, /, *args, **kwargs)" => decode_init;
        /// Return str(self).
        CallsBack "__str__" "(self, /)" => decode_str;
    },
    getters: CODEC,
    ..TypeDef::EMPTY
};

/// `UnicodeEncodeError(encoding, object, start, end, reason)`, of a str.
pub(super) const ENCODE: TypeDef = TypeDef {
    name: "UnicodeEncodeError",
    base: "UnicodeError",
    doc: "Unicode encoding error.",
    methods: methods! {
        /// Initialize self.  See help(type(self)) for accurate signature.
        Mutates "__init__" "(self, /, *args, **kwargs)" => encode_init;
        /// Return str(self).
        CallsBack "__str__" "(self, /)" => encode_str;
    },
    getters: CODEC,
    ..TypeDef::EMPTY
};

/// `UnicodeTranslateError(object, start, end, reason)`.
pub(super) const TRANSLATE: TypeDef = TypeDef {
    name: "UnicodeTranslateError",
    base: "UnicodeError",
    doc: "Unicode translation error.",
    methods: methods! {
        /// Initialize self.  See help(type(self)) for accurate signature.
        Mutates "__init__" "(self, /, *args, **kwargs)" => translate_init;
        /// Return str(self).
        CallsBack "__str__" "(self, /)" => translate_str;
    },
    getters: CODEC,
    ..TypeDef::EMPTY
};

const CODEC: &[Getter] = getters! {
    "encoding" => encoding, set_encoding;
    "object" => object, set_object;
    "start" => start, put_start;
    "end" => end, put_end;
    "reason" => reason, set_reason;
};

member!(encoding set_encoding "encoding" |vm, exc| detail(vm, exc, 0));
member!(object set_object "object" |vm, exc| detail(vm, exc, 1));
member!(start set_start "start" |vm, exc| detail(vm, exc, 2));
member!(end set_end "end" |vm, exc| detail(vm, exc, 3));
member!(reason set_reason "reason" |vm, exc| detail(vm, exc, 4));

fn put_start(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
    refuse_deletion(vm, value)?;
    set_start(vm, exc, value)
}

fn put_end(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
    refuse_deletion(vm, value)?;
    set_end(vm, exc, value)
}

fn refuse_deletion(vm: &mut Vm, value: Value) -> Res<()> {
    if value.is_unbound() { Err(vm.type_error("can't delete numeric/char attribute")) } else { Ok(()) }
}

/// Sets start, end and reason.
pub fn set_details(vm: &mut Vm, exc: Value, [start, end, reason]: [Value; 3]) -> Res<()> {
    set_start(vm, exc, start)?;
    set_end(vm, exc, end)?;
    set_reason(vm, exc, reason)
}

/// Returns an argument by its place; `UnicodeTranslateError` has no encoding before the others.
fn detail(vm: &Vm, exc: Value, i: usize) -> Value {
    match (common::args_of(vm, exc).len(), i) {
        (4, 0) => Value::NONE,
        (4, _) => common::arg(vm, exc, i - 1),
        _ => common::arg(vm, exc, i),
    }
}

fn decode_init(vm: &mut Vm, args: Args) -> Res {
    check(vm, &args, "sbiis")
}

fn encode_init(vm: &mut Vm, args: Args) -> Res {
    check(vm, &args, "ssiis")
}

fn translate_init(vm: &mut Vm, args: Args) -> Res {
    check(vm, &args, "siis")
}

/// Checks number and types of the arguments: `s` a str, `b` bytes, `i` an integer.
fn check(vm: &mut Vm, args: &Args, wanted: &str) -> Res {
    let exc = args.get(0);
    if !args.kw.is_empty() {
        let name = vm.type_name(exc);
        return Err(vm.type_error(format!("{name}() takes no keyword arguments")));
    }
    if args.rest.len() != wanted.len() {
        let (n, given) = (wanted.len(), args.rest.len());
        return Err(vm.type_error(format!("function takes exactly {n} arguments ({given} given)")));
    }
    for (i, (kind, &v)) in wanted.bytes().zip(args.rest).enumerate() {
        let fits = match kind {
            b's' => vm.payload(v, ids::STR).is_some(),
            b'b' => vm.payload(v, ids::BYTES).is_some() || vm.payload(v, ids::BYTEARRAY).is_some(),
            _ => vm.index(v).map(|_| true)?,
        };
        let given = vm.type_name(v);
        match kind {
            _ if fits => {}
            b's' => {
                let given = crate::types::str::args::given_name(vm, v);
                return Err(vm.type_error(format!("argument {} must be str, not {given}", i + 1)));
            }
            _ => return Err(vm.type_error(format!("a bytes-like object is required, not '{given}'"))),
        }
    }
    common::set_args(vm, exc, args.rest);
    if wanted.as_bytes()[1] == b'b'
        && let Some(buffer) = vm.payload(args.rest[1], ids::BYTEARRAY)
    {
        // It may change, and the error is about what was there.
        let bytes = vm.heap.buffer(buffer).to_vec();
        let bytes = vm.new_bytes(&bytes);
        set_object(vm, exc, bytes)?;
    }
    Ok(Value::NONE)
}

/// Returns whether `__init__` never ran: then its text is empty.
fn is_empty(vm: &mut Vm, exc: Value) -> Res<bool> {
    Ok(common::args_of(vm, exc).is_empty() && object(vm, exc)?.is_none())
}

/// Returns `start` and `end`, clipped as CPython shows them.
fn span(vm: &mut Vm, exc: Value) -> Res<(usize, usize)> {
    let (from, to) = (start(vm, exc)?, end(vm, exc)?);
    let number = |v: Value| vm.as_i64(v).and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    Ok((number(from), number(to)))
}

fn positions(from: usize, to: usize) -> String {
    format!("{from}-{}", to as i64 - 1)
}

fn decode_str(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    if is_empty(vm, exc)? {
        return Ok(vm.new_str(""));
    }
    let (codec, why, bytes) = (encoding(vm, exc)?, reason(vm, exc)?, object(vm, exc)?);
    let (codec, why) = (common::text(vm, codec)?, common::text(vm, why)?);
    let (from, to) = span(vm, exc)?;
    let bad = vm.payload(bytes, ids::BYTES).and_then(|b| vm.heap.bytes(b).get(from).copied());
    let out = match bad {
        Some(byte) if to == from + 1 => {
            format!("' codec can't decode byte 0x{byte:02x} in position {from}: ")
        }
        _ => format!("' codec can't decode bytes in position {}: ", positions(from, to)),
    };
    let out = [vm.message("'", codec, out), vm.heap.bytes(why).to_vec()].concat();
    Ok(vm.new_str_raw(&out))
}

fn encode_str(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let codec = encoding(vm, exc)?;
    let codec = common::text(vm, codec)?;
    let what = vm.message("'", codec, "' codec can't encode");
    describe_character(vm, exc, &what)
}

fn translate_str(vm: &mut Vm, args: Args) -> Res {
    describe_character(vm, args.get(0), b"can't translate")
}

fn describe_character(vm: &mut Vm, exc: Value, what: &[u8]) -> Res {
    if is_empty(vm, exc)? {
        return Ok(vm.new_str(""));
    }
    let (why, text) = (reason(vm, exc)?, object(vm, exc)?);
    let why = common::text(vm, why)?;
    let (from, to) = span(vm, exc)?;
    let bad = vm.payload(text, ids::STR).and_then(|s| vm.wtf8(s).code_points().nth(from)).map(|c| c.to_u32());
    let out = match bad {
        Some(c) if to == from + 1 => {
            let shown = match c {
                0..=0xFF => format!("\\x{c:02x}"),
                0x100..=0xFFFF => format!("\\u{c:04x}"),
                _ => format!("\\U{c:08x}"),
            };
            format!(" character '{shown}' in position {from}: ")
        }
        _ => format!(" characters in position {}: ", positions(from, to)),
    };
    let out = [what, &vm.message(out, why, "")].concat();
    Ok(vm.new_str_raw(&out))
}
