//! `strftime` of days and moments, where nobody has to be asked about a zone.

use ttd_core::value::Value;
use ttd_pyalgos::time::strftime;

use super::*;
use crate::types::str::args::given_name;
use crate::{Vm, native::*};

pub(super) fn of_date(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    formatted_by(vm, this, args.get(1), |vm, v| Some((number(vm, v, 0), 0)))
}

pub(super) fn of_moment(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    formatted_by(vm, this, args.get(1), |vm, v| {
        let zone = vm.heap.tuple(v)[2];
        (zone.is_none() || zone::is_fixed(vm, zone)).then(|| (number(vm, v, 0), number(vm, v, 1) / SECOND))
    })
}

/// Formats a value of no subclass. `parts` gives its day and the seconds of it.
fn formatted_by(vm: &mut Vm, this: Value, format: Value, parts: fn(&Vm, Value) -> Option<(i64, i64)>) -> Res {
    if !vm.unwrap(format).is(crate::ids::STR) {
        let name = given_name(vm, format);
        return Err(vm.type_error(format!("strftime() argument 1 must be str, not {name}")));
    }
    if !this.is(crate::ids::INST)
        && format.is(crate::ids::STR)
        && is_plain(vm.heap.bytes(format))
        && let Some((day, seconds)) = parts(vm, this)
    {
        let (year, month, date) = unpack(day);
        let ordinal = ordinal(day);
        let year_day = ordinal - super::ordinal(pack(year, 1, 1)) + 1;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let fields = [year, month, date, hour, minute, second, (ordinal + 6) % 7, year_day, -1];
        let text = strftime::format(vm.heap.bytes(format), &fields, "", 0);
        return Ok(vm.new_str_raw(&text));
    }
    Err(vm.call_hidden_module("_datetime", "_strftime", &[this, format]))
}

/// Whether a format has no directive that means a zone or fractions, and none with flags.
fn is_plain(format: &[u8]) -> bool {
    let mut rest = format.iter();
    while let Some(byte) = rest.next() {
        let plain = match byte {
            0 => false,
            b'%' => rest.next().is_some_and(|code| b"aAbBcdHIjmMpSuUVwWxXyYG%".contains(code)),
            _ => true,
        };
        if !plain {
            return false;
        }
    }
    true
}
