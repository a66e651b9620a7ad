//! Methods of `str` about letters: case conversion and the `is...` predicates.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;
use ttd_pyalgos::text::case;
use ttd_pyalgos::unicode;

use super::value::chars;
use crate::{Vm, native::*};

/// Converts a string; ASCII texts take the short path.
fn converted(vm: &mut Vm, s: Value, ascii: fn(&mut [u8]), full: fn(&[u8]) -> Vec<u8>) -> Res {
    if vm.is_ascii(s) {
        let mut bytes = vm.heap.bytes(s).to_vec();
        ascii(&mut bytes);
        let chars = bytes.len();
        return Ok(vm.new_str_counted(&bytes, chars));
    }
    let out = full(vm.heap.bytes(s));
    Ok(vm.new_str_raw(&out))
}

/// `s.upper()`.
pub fn upper(vm: &mut Vm, args: Args) -> Res {
    converted(vm, args.get(0), <[u8]>::make_ascii_uppercase, case::upper)
}

/// `s.lower()`.
pub fn lower(vm: &mut Vm, args: Args) -> Res {
    converted(vm, args.get(0), <[u8]>::make_ascii_lowercase, case::lower)
}

/// `s.casefold()`.
pub fn casefold(vm: &mut Vm, args: Args) -> Res {
    converted(vm, args.get(0), <[u8]>::make_ascii_lowercase, case::casefold)
}

/// `s.capitalize()`.
pub fn capitalize(vm: &mut Vm, args: Args) -> Res {
    converted(vm, args.get(0), ascii_capitalize, case::capitalize)
}

/// `s.title()`.
pub fn title(vm: &mut Vm, args: Args) -> Res {
    converted(vm, args.get(0), ascii_title, case::title)
}

/// `s.swapcase()`.
pub fn swapcase(vm: &mut Vm, args: Args) -> Res {
    converted(vm, args.get(0), ascii_swapcase, case::swapcase)
}

/// Converts the first letter to upper case, the others to lower.
pub fn ascii_capitalize(bytes: &mut [u8]) {
    if let [first, rest @ ..] = bytes {
        first.make_ascii_uppercase();
        rest.make_ascii_lowercase();
    }
}

/// Converts the first letter of every word to upper case, the others to lower.
pub fn ascii_title(bytes: &mut [u8]) {
    let mut inside = false;
    for b in bytes {
        if inside {
            b.make_ascii_lowercase();
        } else {
            b.make_ascii_uppercase();
        }
        inside = b.is_ascii_alphabetic();
    }
}

/// Swaps the case of letters.
pub fn ascii_swapcase(bytes: &mut [u8]) {
    for b in bytes {
        if b.is_ascii_alphabetic() {
            *b ^= 0x20;
        }
    }
}

/// Returns whether the string is not empty and the test holds for all characters; `ascii` is the test for ASCII.
fn all(vm: &Vm, s: Value, ascii: fn(&u8) -> bool, test: fn(char) -> bool) -> Res {
    let bytes = vm.heap.bytes(s);
    let holds = if vm.is_ascii(s) { bytes.iter().all(ascii) } else { chars(bytes).all(|c| c.is_char_and(test)) };
    Ok(Value::bool(!bytes.is_empty() && holds))
}

/// Returns whether `isspace()` is true for this ASCII character.
pub(super) fn is_ascii_space(byte: &u8) -> bool {
    matches!(byte, 9..=13 | 28..=32)
}

/// `s.isalpha()`.
pub fn isalpha(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), u8::is_ascii_alphabetic, unicode::is_alpha)
}

/// `s.isalnum()`.
pub fn isalnum(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), u8::is_ascii_alphanumeric, unicode::is_alnum)
}

/// `s.isdecimal()`.
pub fn isdecimal(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), u8::is_ascii_digit, unicode::is_decimal)
}

/// `s.isdigit()`.
pub fn isdigit(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), u8::is_ascii_digit, unicode::is_digit)
}

/// `s.isnumeric()`.
pub fn isnumeric(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), u8::is_ascii_digit, unicode::is_numeric)
}

/// `s.isspace()`.
pub fn isspace(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), is_ascii_space, unicode::is_space)
}

/// `s.isascii()`.
pub fn isascii(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.is_ascii(args.get(0))))
}

/// `s.isprintable()`.
pub fn isprintable(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(chars(vm.heap.bytes(args.get(0))).all(|c| c.is_char_and(unicode::is_printable))))
}

/// `s.isidentifier()`.
pub fn isidentifier(vm: &mut Vm, args: Args) -> Res {
    let s = args.get(0);
    if vm.is_ascii(s) {
        let bytes = vm.heap.bytes(s);
        let first = bytes.first().is_some_and(|b| !b.is_ascii_digit());
        return Ok(Value::bool(first && bytes.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_')));
    }
    let mut letters = chars(vm.heap.bytes(s));
    let start = letters.next().is_some_and(|c| c.is_char_and(|c| c == '_' || unicode::is_xid_start(c)));
    Ok(Value::bool(start && letters.all(|c| c.is_char_and(unicode::is_xid_continue))))
}

/// Returns whether there are cased characters and the other case does not occur.
fn only_case(vm: &Vm, s: Value, upper: bool) -> Res {
    if vm.is_ascii(s) {
        let bytes = vm.heap.bytes(s);
        let cases: [fn(&u8) -> bool; 2] = [u8::is_ascii_uppercase, u8::is_ascii_lowercase];
        let (wanted, unwanted) = if upper { (cases[0], cases[1]) } else { (cases[1], cases[0]) };
        return Ok(Value::bool(!bytes.iter().any(unwanted) && bytes.iter().any(wanted)));
    }
    let cases: [fn(char) -> bool; 2] = [unicode::is_uppercase, unicode::is_lowercase];
    let (wanted, unwanted) = if upper { (cases[0], cases[1]) } else { (cases[1], cases[0]) };
    let mut found = false;
    for c in chars(vm.heap.bytes(s)).filter_map(CodePoint::to_char) {
        if unwanted(c) || unicode::is_titlecase(c) {
            return Ok(Value::FALSE);
        }
        found |= wanted(c);
    }
    Ok(Value::bool(found))
}

/// `s.isupper()`.
pub fn isupper(vm: &mut Vm, args: Args) -> Res {
    only_case(vm, args.get(0), true)
}

/// `s.islower()`.
pub fn islower(vm: &mut Vm, args: Args) -> Res {
    only_case(vm, args.get(0), false)
}

/// `s.istitle()`.
pub fn istitle(vm: &mut Vm, args: Args) -> Res {
    let (mut found, mut inside) = (false, false);
    for c in chars(vm.heap.bytes(args.get(0))) {
        let large = c.is_char_and(|c| unicode::is_uppercase(c) || unicode::is_titlecase(c));
        let small = c.is_char_and(unicode::is_lowercase);
        if large && inside || small && !inside {
            return Ok(Value::FALSE);
        }
        inside = large || small;
        found |= inside;
    }
    Ok(Value::bool(found))
}
