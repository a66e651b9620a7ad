//! Making datetimes.

use ttd_core::value::Value;

use super::*;
use crate::ops::construct;
use crate::{Vm, ids, native::*};

pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    let first = check::required(vm, args.opt(1), "year", 1)?;
    let made = match from_state(vm, first, &args)? {
        Some(made) => made,
        None => {
            let month = check::required(vm, args.opt(2), "month", 2)?;
            let day = check::required(vm, args.opt(3), "day", 3)?;
            let (y, m, d) = (check::c_int(vm, first)?, check::c_int(vm, month)?, check::c_int(vm, day)?);
            let mut parts = [0; 4];
            for (at, part) in parts.iter_mut().enumerate() {
                *part = check::c_int_or(vm, args.opt(at + 4), 0)?;
            }
            let fold = check::c_int_or(vm, args.opt(9), 0)?;
            let day = check::day(vm, y, m, d)?;
            let micros = check::clock(vm, parts)?;
            let fold = check::fold(vm, fold)?;
            let zone = check::tzinfo(vm, args.opt(8))?;
            moment::make(vm, day, micros, zone, fold)
        }
    };
    let builtin = class(vm, MOMENT);
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

/// One of the state in a pickle.
fn from_state(vm: &mut Vm, first: Value, args: &Args) -> Res<Option<Value>> {
    if first.is_int() {
        return Ok(None);
    }
    let Some(octets) = state::octets(vm, first, 10) else { return Ok(None) };
    let Some(day) = state::day_in(&octets) else { return Ok(None) };
    let micros = state::clock_value(&octets[4..]);
    let zone = args.opt(2).filter(|v| !v.is_none()).unwrap_or(Value::NONE);
    if !zone.is_none() && !zone::is_tzinfo(vm, zone) {
        return Err(vm.type_error("bad tzinfo state arg"));
    }
    let fold = Value::int(i64::from(octets[2] >> 7));
    Ok(Some(moment::make(vm, day, micros, zone, fold)))
}

/// A moment as an instance of a class: made natively for the builtin one, by calling any other.
pub(super) fn of_class(vm: &mut Vm, given: Option<Value>, fields: [i64; 2], zone: Value, fold: Value) -> Res {
    match given {
        Some(given) if given != class(vm, MOMENT) => {
            let (y, m, d) = unpack(fields[0]);
            let seconds = fields[1] / SECOND;
            let parts = [y, m, d, seconds / 3600, seconds / 60 % 60, seconds % 60, fields[1] % SECOND];
            let mut all = parts.map(Value::int).to_vec();
            all.push(zone);
            if fold == Value::int(0) {
                return Err(vm.tail_call(given, &all));
            }
            let name = vm.intern("fold");
            Err(vm.tail_with(given, all, vec![(name, fold)]))
        }
        _ => Ok(moment::make(vm, fields[0], fields[1], zone, fold)),
    }
}

pub(super) fn combine(vm: &mut Vm, args: Args) -> Res {
    let (date, time) = (vm.unwrap(args.get(1)), vm.unwrap(args.get(2)));
    if !date.is(DATE) && !date.is(MOMENT) {
        return Err(argument(vm, "combine() argument 1 must be datetime.date", args.get(1)));
    }
    if !time.is(TIME) {
        return Err(argument(vm, "combine() argument 2 must be datetime.time", args.get(2)));
    }
    let fields = vm.heap.tuple(time).to_vec();
    let zone = match args.opt(3) {
        Some(given) if given != Value::TRUE => check::tzinfo(vm, Some(given))?,
        _ => fields[1],
    };
    let day = number(vm, date, 0);
    of_class(vm, Some(args.get(0)), [day, fields[0].as_int()], zone, fields[2])
}

fn argument(vm: &mut Vm, message: &str, given: Value) -> Trap {
    let name = vm.type_name(given);
    vm.type_error(format!("{message}, not {name}"))
}

pub(super) fn from_ordinal(vm: &mut Vm, args: Args) -> Res {
    let n = check::c_int(vm, args.get(1))?;
    if n < 1 {
        return Err(vm.value_error("ordinal must be >= 1"));
    }
    if n > MAX_ORDINAL {
        let year = ttd_pyalgos::time::calendar::date(n - EPOCH).0;
        return Err(vm.value_error(format!("year {year} is out of range")));
    }
    if args.get(0) == class(vm, MOMENT) {
        return Ok(moment::make(vm, of_ordinal(n), 0, Value::NONE, Value::int(0)));
    }
    let (y, m, d) = unpack(of_ordinal(n));
    Err(vm.tail_call(args.get(0), &[y, m, d].map(Value::int)))
}

pub(super) fn from_iso_format(vm: &mut Vm, args: Args) -> Res {
    let given = vm.unwrap(args.get(1));
    let found = if given.is(ids::STR) {
        let text = vm.heap.bytes(given);
        let separated = text.len() > 11 && text[10].is_ascii();
        let day = if separated { text::plain_day(&text[..10]) } else { None };
        day.and_then(|day| {
            let (clock, offset) = text::without_offset(&text[11..])?;
            Some((day, text::plain_clock(clock)?, offset))
        })
    } else {
        None
    };
    if let Some(((y, m, d), clock, offset)) = found {
        let (day, micros) = (check::day(vm, y, m, d)?, check::clock(vm, clock)?);
        let zone = match offset {
            None => Value::NONE,
            Some(minutes) => zone::of_minutes(vm, minutes)?,
        };
        return of_class(vm, Some(args.get(0)), [day, micros], zone, Value::int(0));
    }
    Err(vm.call_hidden_module("_datetime", "_datetime_from_iso", &[args.get(0), args.get(1)]))
}

pub(super) fn replace(vm: &mut Vm, args: Args) -> Res {
    let fields = vm.heap.tuple(args.get(0)).to_vec();
    let given = subclass(vm, args.get(0));
    let (y, m, d) = unpack(fields[0].as_int());
    let micros = fields[1].as_int();
    let seconds = micros / SECOND;
    let mut parts = [y, m, d, seconds / 3600, seconds / 60 % 60, seconds % 60, micros % SECOND];
    for (at, part) in parts.iter_mut().enumerate() {
        *part = check::c_int_or(vm, args.opt(at + 1), *part)?;
    }
    let fold = check::c_int_or(vm, args.opt(9), fields[3].as_int())?;
    let zone = args.opt(8).unwrap_or(fields[2]);
    if let Some(class) = given {
        let mut all = parts.map(Value::int).to_vec();
        all.push(zone);
        let name = vm.intern("fold");
        return Err(vm.tail_with(class, all, vec![(name, Value::int(fold))]));
    }
    let [y, m, d, clock @ ..] = parts;
    let day = check::day(vm, y, m, d)?;
    let micros = check::clock(vm, clock)?;
    let fold = check::fold(vm, fold)?;
    let zone = check::tzinfo(vm, Some(zone))?;
    Ok(moment::make(vm, day, micros, zone, fold))
}
