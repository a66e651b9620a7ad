//! `format(value, spec)` for builtin values: CPython's format specification mini-language.

use malachite_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use rustpython_wtf8::{CodePoint, Wtf8};
use ttd_core::value::Value;
pub use ttd_pyalgos::format::double::{Double, Style};
use ttd_pyalgos::format::layout::{Number, fill};
use ttd_pyalgos::format::spec::{self, Align, Spec};

use crate::types::{complex, float, int};
use crate::{Vm, ids, native::*};

/// `format(v, spec)` where `spec` is a string object; `given` is the instance that holds `v`, or `v` itself.
pub fn builtin(vm: &mut Vm, v: Value, given: Value, spec: Value) -> Res {
    let text = vm.unwrap(spec);
    if !text.is(ids::STR) {
        let name = crate::types::str::args::given_name(vm, spec);
        return Err(vm.type_error(format!("__format__() argument must be str, not {name}")));
    }
    let text = vm.wtf8(text).to_owned();
    formatted(vm, v, given, &text)
}

/// `format(v, spec)` for an exact builtin value.
pub fn format_builtin(vm: &mut Vm, v: Value, spec: &Wtf8) -> Res {
    formatted(vm, v, v, spec)
}

fn formatted(vm: &mut Vm, v: Value, given: Value, spec: &Wtf8) -> Res {
    if spec.is_empty() {
        return vm.str_of(v);
    }
    if v.is_obj()
        && let Some(format) = vm.slots_of(v).format
    {
        return format(vm, v, spec);
    }
    if v.is(ids::STR) {
        let spec = parse(vm, spec, given, 's', Align::Left)?;
        return string(vm, v, given, &spec);
    }
    if vm.is_integer(v) {
        let spec = parse(vm, spec, given, 'd', Align::Right)?;
        return integer(vm, v, given, &spec);
    }
    if v.is_float() {
        let spec = parse(vm, spec, given, '\0', Align::Right)?;
        return match spec.kind {
            '\0' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'n' | '%' => real(vm, v.as_float(), &spec),
            _ => Err(unknown_code(vm, &spec, given)),
        };
    }
    if v.is(ids::COMPLEX) {
        let spec = parse(vm, spec, given, '\0', Align::Right)?;
        return match spec.kind {
            '\0' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'n' => complex_number(vm, v, &spec),
            _ => Err(unknown_code(vm, &spec, given)),
        };
    }
    let name = vm.type_name(given);
    Err(vm.type_error(format!("unsupported format string passed to {name}.__format__")))
}

fn parse(vm: &mut Vm, text: &Wtf8, v: Value, kind: char, align: Align) -> Res<Spec> {
    match Spec::parse(text, kind, align) {
        Ok(spec) => Ok(spec),
        Err(spec::Problem::Invalid) => {
            let name = vm.type_name(v);
            let behind = format!("' for object of type '{name}'");
            Err(vm.value_error([b"Invalid format specifier '", text.as_bytes(), behind.as_bytes()].concat()))
        }
        Err(spec::Problem::Message(message)) => Err(vm.value_error(message)),
    }
}

fn unknown_code(vm: &mut Vm, spec: &Spec, v: Value) -> Trap {
    let name = vm.type_name(v);
    let code = if ('!'..'\x7f').contains(&spec.kind) { spec.kind.to_string() } else { format!("\\x{:x}", spec.code) };
    vm.value_error(format!("Unknown format code '{code}' for object of type '{name}'"))
}

/// Raises MemoryError when the width exceeds the room.
fn check_width(vm: &mut Vm, spec: &Spec) -> Res<()> {
    let width = spec.width.unwrap_or(0).saturating_mul(spec.fill.len_wtf8());
    if vm.heap.has_room(width as u64) { Ok(()) } else { Err(vm.memory_error()) }
}

fn string(vm: &mut Vm, v: Value, given: Value, spec: &Spec) -> Res {
    if spec.kind != 's' {
        return Err(unknown_code(vm, spec, given));
    }
    let refused = match spec.sign {
        Some(' ') => Some("Space"),
        Some(_) => Some("Sign"),
        None if spec.no_negative_zero => Some("Negative zero coercion (z)"),
        None if spec.alternate => Some("Alternate form (#)"),
        None => None,
    };
    if let Some(what) = refused {
        return Err(vm.value_error(format!("{what} not allowed in string format specifier")));
    }
    if spec.align == Align::AfterSign {
        return Err(vm.value_error("'=' alignment not allowed in string format specifier"));
    }
    check_width(vm, spec)?;
    let text = vm.heap.bytes(v);
    let chars = vm.str_len(v).min(spec.precision.unwrap_or(usize::MAX));
    let text = &text[..crate::types::str::value::byte_position(text, chars)];
    let missing = spec.width.unwrap_or(0).saturating_sub(chars);
    let (left, right) = spec.align.share(missing);
    let mut out = Vec::with_capacity(text.len() + missing);
    fill(&mut out, spec, left);
    out.extend_from_slice(text);
    fill(&mut out, spec, right);
    Ok(vm.new_str_raw(&out))
}

fn integer(vm: &mut Vm, v: Value, given: Value, spec: &Spec) -> Res {
    if matches!(spec.kind, 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') {
        let x = float::to_f64(vm, v)?;
        return real(vm, x, spec);
    }
    if !matches!(spec.kind, 'b' | 'c' | 'd' | 'o' | 'x' | 'X' | 'n') {
        return Err(unknown_code(vm, spec, given));
    }
    if spec.precision.is_some() {
        return Err(vm.value_error("Precision not allowed in integer format specifier"));
    }
    if spec.no_negative_zero {
        return Err(vm.value_error("Negative zero coercion (z) not allowed in integer format specifier"));
    }
    if spec.kind == 'c' {
        return character(vm, v, spec);
    }
    let (negative, digits) = match vm.as_i64(v) {
        Some(i) => (i < 0, small_digits(i.unsigned_abs(), spec.kind)),
        None => {
            let i = vm.as_big(v).unwrap_or_default();
            (i.is_negative(), large_digits(vm, &i, spec.kind)?)
        }
    };
    check_width(vm, spec)?;
    let prefix = match spec.kind {
        'b' => "0b",
        'o' => "0o",
        'x' => "0x",
        'X' => "0X",
        _ => "",
    };
    let number = Number { negative, prefix: if spec.alternate { prefix } else { "" }, digits: &digits, rest: "" };
    let text = number.lay_out(spec);
    Ok(vm.new_str_raw(&text))
}

/// Returns the digits of a magnitude in the base of a type character.
fn small_digits(i: u64, kind: char) -> String {
    match kind {
        'b' => format!("{i:b}"),
        'o' => format!("{i:o}"),
        'x' => format!("{i:x}"),
        'X' => format!("{i:X}"),
        _ => i.to_string(),
    }
}

/// As `small_digits`, for an integer of any size.
fn large_digits(vm: &mut Vm, i: &BigInt, kind: char) -> Res<String> {
    Ok(match kind {
        'b' => i.magnitude().to_str_radix(2),
        'o' => i.magnitude().to_str_radix(8),
        'x' => i.magnitude().to_str_radix(16),
        'X' => i.magnitude().to_str_radix(16).to_uppercase(),
        _ => int::text::big_decimal(vm, &i.abs())?,
    })
}

fn character(vm: &mut Vm, v: Value, spec: &Spec) -> Res {
    if spec.sign.is_some() {
        return Err(vm.value_error("Sign not allowed with integer format specifier 'c'"));
    }
    if spec.alternate {
        return Err(vm.value_error("Alternate form (#) not allowed with integer format specifier 'c'"));
    }
    let Some(code) = vm.as_i64(v) else {
        return Err(vm.overflow_error("Python int too large to convert to C long"));
    };
    let code = u32::try_from(code).ok().and_then(rustpython_wtf8::CodePoint::from_u32);
    let Some(c) = code else {
        return Err(vm.overflow_error("%c arg not in range(0x110000)"));
    };
    check_width(vm, spec)?;
    let missing = spec.width.unwrap_or(0).saturating_sub(1);
    let (left, right) = spec.align.share(missing);
    let mut out = Vec::new();
    fill(&mut out, spec, left);
    crate::types::str::value::push_char(&mut out, c);
    fill(&mut out, spec, right);
    Ok(vm.new_str_raw(&out))
}

/// Returns the style of a float for `n`, no type and the rest.
fn style(spec: &Spec, add_point_zero: bool) -> Double {
    let precision = spec.precision;
    let style = match spec.kind {
        '\0' if precision.is_none() => Style::Repr,
        '\0' | 'n' | 'g' | 'G' => Style::General,
        'e' | 'E' => Style::Exponent,
        _ => Style::Fixed,
    };
    Double {
        style,
        precision: precision.unwrap_or(6),
        alternate: spec.alternate,
        add_point_zero: add_point_zero && spec.kind == '\0',
        uppercase: spec.kind.is_ascii_uppercase(),
    }
}

fn check_precision(vm: &mut Vm, spec: &Spec) -> Res<()> {
    match spec.precision {
        Some(precision) if precision > i32::MAX as usize => Err(vm.value_error("precision too big")),
        Some(precision) if !vm.heap.has_room(precision as u64) => Err(vm.memory_error()),
        _ => check_width(vm, spec),
    }
}

/// Returns the text of a float's magnitude, and whether it gets a minus sign.
fn signed_text(x: f64, spec: &Spec, double: &Double) -> (bool, String) {
    let text = double.text(x.abs());
    let zero = !text.bytes().any(|b| b.is_ascii_digit() && b != b'0') && text.contains('0');
    let negative = x.is_sign_negative() && !x.is_nan() && !(spec.no_negative_zero && zero);
    (negative, text)
}

fn real(vm: &mut Vm, x: f64, spec: &Spec) -> Res {
    check_precision(vm, spec)?;
    let percent = spec.kind == '%';
    let (negative, mut text) = signed_text(if percent { x * 100.0 } else { x }, spec, &style(spec, true));
    if percent {
        text.push('%');
    }
    let text = Number::of_float(negative, &text).lay_out(spec);
    Ok(vm.new_str_raw(&text))
}

fn complex_number(vm: &mut Vm, v: Value, spec: &Spec) -> Res {
    check_precision(vm, spec)?;
    if spec.fill.to_char() == Some('0') {
        return Err(vm.value_error("Zero padding is not allowed in complex format specifier"));
    }
    if spec.align == Align::AfterSign {
        return Err(vm.value_error("'=' alignment flag is not allowed in complex format specifier"));
    }
    let (re, im) = complex::parts(vm, v);
    let mut double = style(spec, false);
    if double.style == Style::Repr {
        double.strip_point_zero();
    }
    let bare = spec.kind == '\0';
    let only_imaginary = bare && re == 0.0 && re.is_sign_positive();
    let part = Spec { width: None, fill: CodePoint::from_char('\0'), align: Align::Left, ..*spec };
    let mut text = Vec::new();
    if !only_imaginary {
        let (negative, digits) = signed_text(re, spec, &double);
        text = Number::of_float(negative, &digits).lay_out(&part);
    }
    let part = if only_imaginary { part } else { Spec { sign: Some('+'), ..part } };
    let (negative, digits) = signed_text(im, spec, &double);
    text.extend(Number::of_float(negative, &digits).lay_out(&part));
    text.push(b'j');
    if bare && !only_imaginary {
        text = [b"(", &text[..], b")"].concat();
    }
    let missing = spec.width.unwrap_or(0).saturating_sub(text.len());
    let (left, right) = spec.align.share(missing);
    let mut out = Vec::with_capacity(text.len() + missing);
    fill(&mut out, spec, left);
    out.extend(text);
    fill(&mut out, spec, right);
    Ok(vm.new_str_raw(&out))
}

/// Returns the code point for `%c`, below 0x110000.
pub(crate) fn code_point(i: &BigInt) -> Option<rustpython_wtf8::CodePoint> {
    i.to_u32().and_then(rustpython_wtf8::CodePoint::from_u32)
}
