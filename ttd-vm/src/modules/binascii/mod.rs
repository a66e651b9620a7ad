//! `binascii`: bytes as text and back. The codecs are in `ttd-pyalgos`; nothing here has state.

use ttd_core::value::Value;
use ttd_pyalgos::codec::quoted::Style;
use ttd_pyalgos::codec::{base64, checksum, hex, quoted, uu};

use crate::ops::concat::check_size;
use crate::types::bytes::value::{bytes_arg, is_bytes_like};
use crate::types::str::value::decode;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "binascii",
    doc: "Conversion between binary data and ASCII",
    functions: methods! {
        /// Decode a line of uuencoded data.
        CallsBack "a2b_uu" "(data, /)" => a2b_uu;
        /// Uuencode line of data.
        CallsBack "b2a_uu" "(data, /, *, backtick=False)" => b2a_uu;
        /// Decode a line of base64 data.
        CallsBack "a2b_base64" "(data, /, *, strict_mode=False)" => a2b_base64;
        /// Base64-code line of data.
        CallsBack "b2a_base64" "(data, /, *, newline=True)" => b2a_base64;
        /// Hexadecimal representation of binary data.
        CallsBack "b2a_hex" "(data, sep=None, bytes_per_sep=1)" => hexlify;
        /// Hexadecimal representation of binary data.
        CallsBack "hexlify" "(data, sep=None, bytes_per_sep=1)" => hexlify;
        /// Binary data of hexadecimal representation.
        CallsBack "a2b_hex" "(hexstr, /)" => unhexlify;
        /// Binary data of hexadecimal representation.
        CallsBack "unhexlify" "(hexstr, /)" => unhexlify;
        /// Compute CRC-CCITT incrementally.
        CallsBack "crc_hqx" "(data, crc, /)" => crc_hqx;
        /// Compute CRC-32 incrementally.
        CallsBack "crc32" "(data, crc=0, /)" => crc32;
        /// Decode a string of qp-encoded data.
        CallsBack "a2b_qp" "(data, header=False)" => a2b_qp;
        /// Encode a string using quoted-printable encoding.
        CallsBack "b2a_qp" "(data, quotetabs=False, istext=True, header=False)" => b2a_qp;
    },
    types: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let error = error_class(vm);
    vm.dict_set_str(dict, "Error", error);
    let base = vm.types.exception;
    let incomplete = super::errors::exception_class(vm, "binascii", "Incomplete", base);
    vm.dict_set_str(dict, "Incomplete", incomplete);
    Ok(())
}

fn error_class(vm: &mut Vm) -> Value {
    let base = vm.types.value_error;
    super::errors::exception_class(vm, "binascii", "Error", base)
}

/// Raises `binascii.Error`.
#[cold]
fn error(vm: &mut Vm, message: &str) -> Trap {
    let class = error_class(vm);
    vm.error(class, message)
}

/// An argument that is ASCII text or bytes, as bytes.
fn ascii_arg(vm: &mut Vm, v: Value) -> Res<Vec<u8>> {
    let inner = vm.unwrap(v);
    if inner.is(ids::STR) {
        if !vm.is_ascii(inner) {
            return Err(vm.value_error("string argument should contain only ASCII characters"));
        }
        return Ok(vm.heap.bytes(inner).to_vec());
    }
    if is_bytes_like(inner) {
        return Ok(vm.raw_bytes(inner).to_vec());
    }
    let type_error = vm.types.type_error;
    let bytes = bytes_arg(vm, v);
    match vm.catch(bytes, type_error)? {
        Some(bytes) => Ok(bytes),
        None => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("argument should be bytes, buffer or ASCII string, not '{name}'")))
        }
    }
}

/// A boolean argument.
fn flag(vm: &mut Vm, v: Option<Value>, absent: bool) -> Res<bool> {
    match v {
        Some(v) => vm.truth(v),
        None => Ok(absent),
    }
}

/// The low 32 bits of an integer argument, as C's `unsigned int`.
pub fn low_bits(vm: &mut Vm, v: Option<Value>, absent: u32) -> Res<u32> {
    let Some(v) = v else { return Ok(absent) };
    let i = vm.index(v)?;
    if let Some(i) = vm.as_i64(i) {
        return Ok(i as u32);
    }
    let digits = vm.as_big(i);
    let low = digits.as_ref().and_then(|i| i.iter_u32_digits().next()).unwrap_or(0);
    let negative = digits.is_some_and(|i| i.sign() == malachite_bigint::Sign::Minus);
    Ok(if negative { low.wrapping_neg() } else { low })
}

fn crc32(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let start = low_bits(vm, args.opt(1), 0)?;
    Ok(Value::int(i64::from(checksum::crc32(start, &data))))
}

fn crc_hqx(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let start = low_bits(vm, args.opt(1), 0)?;
    Ok(Value::int(i64::from(checksum::crc_hqx(start, &data))))
}

fn b2a_base64(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let newline = flag(vm, args.opt(1), true)?;
    check_size(vm, data.len(), 2, 1)?;
    Ok(vm.new_bytes(&base64::encode(&data, newline)))
}

fn a2b_base64(vm: &mut Vm, args: Args) -> Res {
    let data = ascii_arg(vm, args.get(0))?;
    let strict = flag(vm, args.opt(1), false)?;
    match base64::decode(&data, strict) {
        Ok(out) => Ok(vm.new_bytes(&out)),
        Err(message) => Err(error(vm, &message)),
    }
}

/// The separator of `hexlify`: one character.
fn separator(vm: &mut Vm, v: Option<Value>) -> Res<Option<u8>> {
    let Some(v) = v else { return Ok(None) };
    if vm.len(v)? != 1 {
        return Err(vm.value_error("sep must be length 1."));
    }
    let inner = vm.unwrap(v);
    if inner.is(ids::BYTES) {
        return Ok(Some(vm.heap.bytes(inner)[0]));
    }
    if !inner.is(ids::STR) {
        return Err(vm.type_error("sep must be str or bytes."));
    }
    // CPython takes any Latin-1 character.
    match u8::try_from(decode(vm.heap.bytes(inner), 0).0.to_u32()) {
        Ok(byte) => Ok(Some(byte)),
        Err(_) => Err(vm.value_error("sep must be ASCII.")),
    }
}

fn hexlify(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let separator = separator(vm, args.opt(1))?;
    let group = match args.opt(2) {
        Some(v) => vm.index_i64(v)?,
        None => 1,
    };
    check_size(vm, data.len(), 3, 1)?;
    Ok(vm.new_bytes(&hex::encode(&data, separator, group)))
}

fn unhexlify(vm: &mut Vm, args: Args) -> Res {
    let data = ascii_arg(vm, args.get(0))?;
    bytes_or_error(vm, hex::decode(&data))
}

fn b2a_uu(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let backtick = flag(vm, args.opt(1), false)?;
    if data.len() > uu::LINE_MAX {
        return Err(error(vm, "At most 45 bytes at once"));
    }
    Ok(vm.new_bytes(&uu::encode(&data, backtick)))
}

fn a2b_uu(vm: &mut Vm, args: Args) -> Res {
    let data = ascii_arg(vm, args.get(0))?;
    bytes_or_error(vm, uu::decode(&data))
}

fn b2a_qp(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let style = Style {
        quote_tabs: flag(vm, args.opt(1), false)?,
        text: flag(vm, args.opt(2), true)?,
        header: flag(vm, args.opt(3), false)?,
    };
    Ok(vm.new_bytes(&quoted::encode(&data, style)))
}

fn a2b_qp(vm: &mut Vm, args: Args) -> Res {
    let data = ascii_arg(vm, args.get(0))?;
    let header = flag(vm, args.opt(1), false)?;
    Ok(vm.new_bytes(&quoted::decode(&data, header)))
}

fn bytes_or_error(vm: &mut Vm, decoded: Result<Vec<u8>, &str>) -> Res {
    match decoded {
        Ok(out) => Ok(vm.new_bytes(&out)),
        Err(message) => Err(error(vm, message)),
    }
}
