//! `binascii`: bytes as text and back. The functions are tables and loops over bytes; nothing here has state.

use ttd_core::value::Value;

use crate::types::bytes::value::{bytes_arg, is_bytes_like};
use crate::{Vm, ids, methods, native::*};

mod base64;
mod hex;
mod quoted;
mod uu;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "binascii",
    doc: "Conversion between binary data and ASCII",
    functions: methods! {
        /// Decode a line of uuencoded data.
        CallsBack "a2b_uu" "(data, /)" => uu::decode;
        /// Uuencode line of data.
        CallsBack "b2a_uu" "(data, /, *, backtick=False)" => uu::encode;
        /// Decode a line of base64 data.
        CallsBack "a2b_base64" "(data, /, *, strict_mode=False)" => base64::decode;
        /// Base64-code line of data.
        CallsBack "b2a_base64" "(data, /, *, newline=True)" => base64::encode;
        /// Hexadecimal representation of binary data.
        CallsBack "b2a_hex" "(data, sep=None, bytes_per_sep=1)" => hex::encode;
        /// Hexadecimal representation of binary data.
        CallsBack "hexlify" "(data, sep=None, bytes_per_sep=1)" => hex::encode;
        /// Binary data of hexadecimal representation.
        CallsBack "a2b_hex" "(hexstr, /)" => hex::decode;
        /// Binary data of hexadecimal representation.
        CallsBack "unhexlify" "(hexstr, /)" => hex::decode;
        /// Compute CRC-CCITT incrementally.
        CallsBack "crc_hqx" "(data, crc, /)" => crc_hqx;
        /// Compute CRC-32 incrementally.
        CallsBack "crc32" "(data, crc=0, /)" => crc32;
        /// Decode a string of qp-encoded data.
        CallsBack "a2b_qp" "(data, header=False)" => quoted::decode;
        /// Encode a string using quoted-printable encoding.
        CallsBack "b2a_qp" "(data, quotetabs=False, istext=True, header=False)" => quoted::encode;
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

/// An argument that is ASCII text or bytes.
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

/// An argument that is true or false.
fn flag(vm: &mut Vm, v: Option<Value>, absent: bool) -> Res<bool> {
    match v {
        Some(v) => vm.truth(v),
        None => Ok(absent),
    }
}

/// An argument that is a C `unsigned int`, of which only the low bits count.
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
    let mut hasher = crc32fast::Hasher::new_with_initial(start);
    hasher.update(&data);
    Ok(Value::int(i64::from(hasher.finalize())))
}

fn crc_hqx(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let mut crc = low_bits(vm, args.opt(1), 0)? & 0xFFFF;
    for byte in data {
        crc ^= u32::from(byte) << 8;
        for _ in 0..8 {
            crc = if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
        }
        crc &= 0xFFFF;
    }
    Ok(Value::int(i64::from(crc)))
}
