//! `format % values` for strings and bytes.

use num_traits::Signed;
use ttd_core::value::Value;
use ttd_pyalgos::format::directive::{Directive, Item, Parser, Size};
use ttd_pyalgos::format::double::MAX_DIGITS;
use ttd_pyalgos::format::padding::{pad_number, pad_text};

use crate::{Vm, ids, native::*};

pub mod convert;

use convert::{character, float_argument, float_digits, integer_argument, integer_digits, text_of};

/// The values that a format consumes.
struct Values {
    items: Vec<Value>,
    next: usize,
    /// The right operand when it can be indexed by keys.
    mapping: Option<Value>,
    /// Whether this formats bytes.
    bytes: bool,
}

/// `s % values`.
pub fn format_str(vm: &mut Vm, s: Value, values: Value) -> Res {
    if vm.heap.bytes(s) == b"%s"
        && let Some(only) = only_text(vm, values)
    {
        return Ok(only);
    }
    let (text, this) = (vm.heap.bytes(s).to_vec(), vm.receiver(s));
    let out = run(vm, &text, values, false)?;
    // Without a directive the result is the object itself, also of a subclass.
    Ok(match text.contains(&b'%') {
        true => vm.new_str_raw(&out),
        false if text.is_empty() => s,
        false => this,
    })
}

/// The one value if it is a string, which its text is then.
fn only_text(vm: &Vm, values: Value) -> Option<Value> {
    let given = if values.is(ids::TUPLE) { vm.heap.tuple(values) } else { &[values] };
    match *given {
        [only] if only.is(ids::STR) => Some(only),
        _ => None,
    }
}

/// `b % values`.
pub fn format_bytes(vm: &mut Vm, b: Value, values: Value) -> Res {
    let text = vm.raw_bytes(b).to_vec();
    let out = run(vm, &text, values, true)?;
    // Only the shortest bytes objects are shared.
    if b.is(ids::BYTES) && text.len() < 2 {
        return Ok(b);
    }
    Ok(crate::types::bytes::like(vm, b, &out))
}

fn run(vm: &mut Vm, text: &[u8], given: Value, bytes: bool) -> Res<Vec<u8>> {
    let inner = vm.unwrap(given);
    let is_tuple = inner.is(ids::TUPLE);
    let items = if is_tuple { vm.heap.tuple(inner).to_vec() } else { vec![given] };
    let is_text = inner.is(ids::STR) || bytes && (inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY));
    let has_items = !is_tuple && !is_text && vm.special_named(given, vm.names.getitem).is_some();
    let mapping = has_items.then_some(given);
    let mut values = Values { items, next: 0, mapping, bytes };
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut parser = Parser::new(text, bytes);
    loop {
        match parser.next_item() {
            Ok(None) => break,
            Ok(Some(Item::Literal(text))) => out.extend_from_slice(text),
            Ok(Some(Item::Directive(directive))) => convert(vm, &directive, &mut values, &mut out)?,
            Err(_) if values.mapping.is_none() => return Err(vm.type_error("format requires a mapping")),
            Err(problem) => return Err(vm.value_error(problem)),
        }
    }
    if values.next < values.items.len() && values.mapping.is_none() {
        let kind = if bytes { "bytes" } else { "string" };
        return Err(vm.type_error(format!("not all arguments converted during {kind} formatting")));
    }
    Ok(out)
}

impl Values {
    fn take(&mut self, vm: &mut Vm) -> Res {
        match self.items.get(self.next) {
            Some(v) => {
                self.next += 1;
                Ok(*v)
            }
            None => Err(vm.type_error("not enough arguments for format string")),
        }
    }

    /// Replaces the values by the value of a key.
    fn by_key(&mut self, vm: &mut Vm, key: &[u8]) -> Res<()> {
        let Some(mapping) = self.mapping else {
            return Err(vm.type_error("format requires a mapping"));
        };
        let key = if self.bytes { vm.new_bytes(key) } else { vm.new_str_raw(key) };
        (self.items, self.next) = (vec![vm.get_item(mapping, key)?], 0);
        Ok(())
    }

    fn size(&mut self, vm: &mut Vm, size: Size, what: &str) -> Res<Option<i64>> {
        match size {
            Size::Absent => Ok(None),
            Size::Given(n) => Ok(Some(n)),
            Size::Next => {
                let v = self.take(vm)?;
                let v = vm.unwrap(v);
                if !vm.is_integer(v) {
                    return Err(vm.type_error("* wants int"));
                }
                let of_int = what == "precision";
                match vm.as_i64(v).filter(|n| !of_int || i32::try_from(*n).is_ok()) {
                    Some(n) => Ok(Some(n)),
                    None if of_int => Err(vm.overflow_error("Python int too large to convert to C int")),
                    None => Err(vm.overflow_error("Python int too large to convert to C ssize_t")),
                }
            }
        }
    }
}

/// Most digits of an integer.
const MOST_DIGITS: usize = i32::MAX as usize - 3;

/// Raises MemoryError when a width or a precision exceeds the room.
fn check_room(vm: &mut Vm, sizes: [usize; 2]) -> Res<()> {
    match sizes.into_iter().all(|size| vm.heap.has_room(size as u64)) {
        true => Ok(()),
        false => Err(vm.memory_error()),
    }
}

fn convert(vm: &mut Vm, directive: &Directive, values: &mut Values, out: &mut Vec<u8>) -> Res<()> {
    directive.key.map(|key| values.by_key(vm, key)).transpose()?;
    let mut d = directive.clone();
    let mut width = values.size(vm, d.width, "width")?.unwrap_or(0);
    if width < 0 {
        d.left = true;
        // As in C, negating the least number overflows to itself: no width.
        width = width.wrapping_neg().max(0);
    }
    let precision = values.size(vm, d.precision, "precision")?.map(|n| n.max(0) as usize);
    if let Some(problem) = d.problem {
        return Err(vm.value_error(problem));
    }
    let width = width as usize;
    let v = values.take(vm)?;
    let sizes = [width, precision.unwrap_or(0)];
    match d.kind {
        kind if matches!(kind, 's' | 'r' | 'a') || kind == 'b' && values.bytes => {
            let text = text_of(vm, v, d.kind, values.bytes)?;
            check_room(vm, [width, 0])?;
            pad_text(&text, width, precision, d.left, values.bytes, out);
        }
        'c' => {
            let text = character(vm, v, values.bytes)?;
            check_room(vm, [width, 0])?;
            pad_text(&text, width, None, d.left, values.bytes, out);
        }
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' => {
            let i = integer_argument(vm, v, d.kind, values.bytes)?;
            if precision.is_some_and(|p| p > MOST_DIGITS) {
                return Err(vm.overflow_error("precision too large"));
            }
            check_room(vm, sizes)?;
            let digits = integer_digits(vm, &i, &d, precision)?;
            pad_number(i.is_negative(), &digits.0, &digits.1, &d, width, out);
        }
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
            let x = float_argument(vm, v, values.bytes)?;
            let cuts = matches!(d.kind, 'g' | 'G') && !d.alternate;
            // Trailing zeros are cut, and no float has more digits.
            let precision = if cuts { precision.map(|p| p.min(MAX_DIGITS)) } else { precision };
            check_room(vm, [width, precision.unwrap_or(0)])?;
            let text = float_digits(x, &d, precision);
            pad_number(x.is_sign_negative() && !x.is_nan(), "", &text, &d, width, out);
        }
        c => {
            return Err(vm.value_error(format!(
                "unsupported format character '{}' ({:#x}) at index {}",
                if (' '..'\x7f').contains(&c) { c } else { '?' },
                d.code,
                d.index()
            )));
        }
    }
    Ok(())
}
