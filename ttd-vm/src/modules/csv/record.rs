//! `next` of a reader: the commonest lines are records by themselves.

use std::ops::Range;

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::{Dialect, is_simple, parse};
use crate::modules::bufferedio;
use crate::ops::iter;
use crate::vm::objects::member_slots;
use crate::vm::objects::numbered_slots::Found;
use crate::{Vm, ids, native::*};

/// More fields are not worth keeping where they end.
const MOST_FIELDS: usize = 64;

/// The attributes of a reader, which are slots of its class.
const READER: [&str; 4] = ["_lines", "dialect", "line_num", "_most"];
const LINES: usize = 0;
const DIALECT: usize = 1;
const LINE_NUM: usize = 2;
const MOST: usize = 3;

/// The values of attributes that are slots of the class of an instance, and the place of the one with this number.
fn members<const N: usize>(vm: &mut Vm, this: Value, names: [&str; N], place: usize) -> Option<(usize, [Value; N])> {
    if !this.is(ids::INST) {
        return None;
    }
    let (id, version) = (vm.heap.shape(this), vm.caches.class_version);
    let known = vm.loaded.shapes.get(id).fact(0, version).is_some();
    let (mut values, mut at) = ([Value::NONE; N], 0);
    for (number, name) in names.into_iter().enumerate() {
        let slot = match vm.loaded.shapes.get(id).kept().find(number) {
            Found::Slot(slot) if known => slot,
            _ => member(vm, this, number, name)?,
        };
        values[number] = Some(vm.heap.slot(this, slot)).filter(|v| !v.is_unbound())?;
        if number == place {
            at = slot;
        }
    }
    if !known {
        vm.loaded.shapes.get(id).keep_fact(0, version, 1);
    }
    Some((at, values))
}

/// The slot of an attribute that is one of the class.
fn member(vm: &mut Vm, this: Value, number: usize, name: &str) -> Option<usize> {
    let class = vm.type_of(this);
    let member = vm.lookup_type(class, name).filter(|v| v.is(ids::MEMBER))?;
    let key = vm.heap.slot(member, member_slots::member::KEY);
    vm.loaded.shapes.get(vm.heap.shape(this)).numbered(number, || key)
}

/// `next(reader)`: mostly the next line is ready, and a record.
pub(super) fn next(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    let mut taken = Value::NONE;
    if let Some((number, values)) = members(vm, this, READER, LINE_NUM)
        && let Some((parts, limit)) = rules(vm, values[DIALECT], values[MOST])
        && values[LINE_NUM].is_int()
        && let Some(item) = ready(vm, values[LINES])?
    {
        if let Some(fields) = record(vm, item, parts, limit)? {
            vm.heap.set_slot(this, number, Value::int(values[LINE_NUM].as_int() + 1));
            return Ok(fields);
        }
        taken = vm.new_tuple(&[item]);
    }
    let class = vm.type_of(this);
    match vm.lookup_type(class, "_slow___next__") {
        Some(method) => Err(vm.tail_call(method, &[this, taken])),
        None => Err(vm.system_error("the class has no such method")),
    }
}

/// The parts of a dialect, and the limit that a list of one holds.
fn rules(vm: &mut Vm, dialect: Value, most: Value) -> Option<(Value, i64)> {
    let (_, [parts]) = members(vm, dialect, ["_parts"], 0)?;
    let limit = *(if most.is(ids::LIST) { vm.heap.list(most).first()? } else { return None });
    (parts.is(ids::TUPLE) && limit.is_int()).then(|| (parts, limit.as_int()))
}

/// The fields of a line, if it is a record and nothing is wrong with it: what is, is found again.
fn record(vm: &mut Vm, item: Value, parts: Value, limit: i64) -> Res<Option<Value>> {
    if !item.is(ids::STR) {
        return Ok(None);
    }
    let dialect = Dialect::new(vm, parts);
    if let Some(fields) = bare_record(vm, item, &dialect, limit) {
        return Ok(Some(fields));
    }
    if let Some(fields) = quoted_record(vm, item, &dialect, limit) {
        return Ok(Some(fields));
    }
    parse::whole(vm, item, &dialect, limit)
}

/// The fields of a line in which nothing is quoted or escaped.
fn bare_record(vm: &mut Vm, item: Value, dialect: &Dialect, limit: i64) -> Option<Value> {
    let [delimiter, quote, escape] = marks(dialect)?;
    let line = without_end(vm.heap.bytes(item));
    let (mut ends, mut count) = ([0; MOST_FIELDS], 0);
    for (at, byte) in line.iter().enumerate() {
        if *byte == delimiter {
            *ends.get_mut(count)? = at;
            count += 1;
        } else if *byte == quote || *byte == escape || matches!(*byte, b'\n' | b'\r' | 0) {
            return None;
        }
    }
    *ends.get_mut(count)? = line.len();
    if line.is_empty() || !is_within(line, limit) {
        return None;
    }
    let (mut fields, mut from) = (SmallVec::<[Value; MOST_FIELDS]>::new(), 0);
    for end in &ends[..=count] {
        fields.push(vm.new_str_part(item, from..*end));
        from = end + 1;
    }
    Some(vm.new_list(&fields))
}

/// The fields of a line some of which are quoted as a whole.
fn quoted_record(vm: &mut Vm, item: Value, dialect: &Dialect, limit: i64) -> Option<Value> {
    let [delimiter, quote, escape] = marks(dialect)?;
    let line = without_end(vm.heap.bytes(item));
    if dialect.quotechar.is_none() || line.is_empty() || !is_within(line, limit) || line.contains(&0) {
        return None;
    }
    if dialect.escapechar.is_some() && line.contains(&escape) {
        return None;
    }
    let (mut fields, mut at) = (SmallVec::<[Field; MOST_FIELDS]>::new(), 0);
    loop {
        let field = match line.get(at) {
            Some(first) if *first == quote => quoted_field(line, at, quote, dialect.doublequote)?,
            _ => {
                let end = at + line[at..].iter().position(|b| *b == delimiter).unwrap_or(line.len() - at);
                if line[at..end].iter().any(|b| *b == quote || matches!(*b, b'\n' | b'\r')) {
                    return None;
                }
                Field { text: at..end, behind: end, doubled: false }
            }
        };
        at = field.behind;
        fields.push(field);
        match line.get(at) {
            None => break,
            Some(byte) if *byte == delimiter => at += 1,
            Some(_) => return None,
        }
    }
    let mut values = SmallVec::<[Value; MOST_FIELDS]>::new();
    for field in fields {
        values.push(match field.doubled {
            false => vm.new_str_part(item, field.text),
            true => {
                let pair = [quote, quote];
                let text = vm.heap.bytes(item)[field.text].to_vec();
                vm.new_str_raw(&once(&text, pair))
            }
        });
    }
    Some(vm.new_list(&values))
}

/// A field within a line.
struct Field {
    text: Range<usize>,
    behind: usize,
    /// Whether there are doubled quotes in it.
    doubled: bool,
}

/// The field whose quote is at a place, if it is closed in the line.
fn quoted_field(line: &[u8], at: usize, quote: u8, doubles: bool) -> Option<Field> {
    let (begin, mut from, mut doubled) = (at + 1, at + 1, false);
    loop {
        let end = from + memchr::memchr(quote, &line[from..])?;
        if !doubles || line.get(end + 1) != Some(&quote) {
            return Some(Field { text: begin..end, behind: end + 1, doubled });
        }
        (from, doubled) = (end + 2, true);
    }
}

/// A text with one quote for each two.
fn once(text: &[u8], pair: [u8; 2]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some(at) = memchr::memmem::find(rest, &pair) {
        out.extend_from_slice(&rest[..=at]);
        rest = &rest[at + 2..];
    }
    out.extend_from_slice(rest);
    out
}

/// The delimiter, the quote and the escape of a dialect whose lines are simple, if they are ASCII.
fn marks(dialect: &Dialect) -> Option<[u8; 3]> {
    if is_simple(dialect) && !dialect.skipinitialspace { dialect.ascii_marks() } else { None }
}

/// A line without its end.
fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r\n").or_else(|| line.strip_suffix(b"\n")).unwrap_or(line)
}

/// Whether no field of a line can be longer than the limit.
fn is_within(line: &[u8], limit: i64) -> bool {
    usize::try_from(limit).is_ok_and(|limit| line.len() <= limit)
}

/// Takes the next item of an iterator, if that runs no Python code.
fn ready(vm: &mut Vm, lines: Value) -> Res<Option<Value>> {
    if lines.is(ids::INST) {
        return Ok(bufferedio::next_line(vm, lines));
    }
    if !vm.plain_iterable(lines) {
        return Ok(None);
    }
    iter::builtin_next(vm, lines).unwrap_or(Ok(None))
}
