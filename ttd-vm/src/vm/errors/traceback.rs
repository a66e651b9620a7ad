//! Traceback objects, and their entries in CPython's format. `format_exception` has the rest of the text.

use std::rc::Rc;

use ttd_code::bytecode::code::flags;
use ttd_core::value::Value;

use super::raise::fields;
use crate::vm::code::CodeRt;
use crate::vm::code::file_names;
use crate::vm::code::source::Lines;
use crate::vm::slots;
use crate::{Vm, ids};

/// The slots of a traceback object.
pub mod tb {
    /// The next entry, towards where it was raised.
    pub const NEXT: usize = 0;
    /// The code object.
    pub const CODE: usize = 1;
    /// The instruction.
    pub const LASTI: usize = 2;
    /// The line.
    pub const LINE: usize = 3;
    /// For suggestions, if a name or an attribute was missing: the local variable `self`, or NULL.
    pub const SELF: usize = 4;
    /// For suggestions, if a name was missing: a tuple of the local variables' names, or None.
    pub const NAMES: usize = 5;
    /// The module's namespace, or None.
    pub const GLOBALS: usize = 6;
    /// The frame object, or None.
    pub const FRAME: usize = 7;
}

/// Prefix of the paths of the machine's own code, which no traceback shows.
pub const HIDDEN: &str = "<ttd ";

/// Maximum number of identical entries shown in a row.
const REPEATED: usize = 3;

/// At this recursion limit CPython's printing of tracebacks fails, and its fallback prints no marks.
const NO_ROOM_FOR_MARKS: i64 = 100;

impl Vm {
    /// Adds the top frame to an exception's traceback.
    pub(crate) fn add_traceback(&mut self, exc: Value) {
        let code = self.top_ref().code();
        if code.code.path.starts_with(HIDDEN) || !exc.is(ids::INST) {
            return;
        }
        let at = code.index_of(self.pc).saturating_sub(1);
        let line = self.raising_line();
        let next = self.exc_field(exc, fields::TRACEBACK);
        let [this, names, globals] = if next.is_none() { self.scope_of_error(exc) } else { NO_SCOPE };
        let frame = self.frame_object(0);
        let entry = self.heap.new_slots_from(
            ids::TRACEBACK,
            0,
            &[next, code.value, Value::int(i64::from(at)), Value::int(i64::from(line)), this, names, globals, frame],
        );
        self.heap.set_slot(exc, fields::TRACEBACK, entry);
    }

    /// Saves what suggestions need of the top frame, which is gone when they are made.
    fn scope_of_error(&mut self, exc: Value) -> [Value; 3] {
        let undefined_name = self.is_instance(exc, self.types.name_error);
        if !undefined_name && !self.is_instance(exc, self.types.attribute_error) {
            return NO_SCOPE;
        }
        let (this, names) = self.top_locals();
        if !undefined_name {
            return [this, Value::NONE, Value::NONE];
        }
        let names = self.new_tuple(&names);
        [this, names, self.top_ref().globals]
    }

    /// The local variable `self` of the top frame, and the names of all variables that are set.
    fn top_locals(&self) -> (Value, Vec<Value>) {
        let code = self.top_ref().code();
        if !code.has(flags::OPTIMIZED) {
            let namespace = self.top_ref().locals;
            if !namespace.is(ids::DICT) {
                return (Value::UNBOUND, Vec::new());
            }
            let this = self.dict_get_name(namespace, self.names.self_).unwrap_or(Value::UNBOUND);
            return (this, self.dict_pairs(namespace).into_iter().map(|(name, _)| name).collect());
        }
        let bound = |i: usize| !self.local_value(code, i).is_unbound();
        let names = (0..code.code.locals.len()).filter(|i| bound(*i)).map(|i| code.local_names[i]).collect();
        let this = code.local_names.iter().position(|n| *n == self.names.self_);
        (this.map_or(Value::UNBOUND, |i| self.local_value(code, i)), names)
    }

    /// A local variable of the top frame, out of its cell; NULL if unset.
    fn local_value(&self, code: &CodeRt, i: usize) -> Value {
        let value = self.reg(i as u16);
        let local = &code.code.locals[i];
        if (local.cell || local.free) && value.is(ids::CELL) { self.heap.slot(value, 0) } else { value }
    }

    /// The last entry of a traceback: where the exception was raised.
    pub(crate) fn last_entry(&self, first: Value) -> Option<Value> {
        let mut entry = first.is(ids::TRACEBACK).then_some(first)?;
        while self.heap.slot(entry, tb::NEXT).is(ids::TRACEBACK) {
            entry = self.heap.slot(entry, tb::NEXT);
        }
        Some(entry)
    }

    /// Formats the entries of a traceback.
    pub(crate) fn format_entries(&mut self, first: Value, out: &mut String) {
        let mut entry = first;
        let mut same: Option<(&CodeRt, Value)> = None;
        let mut times = 0;
        while entry.is(ids::TRACEBACK) {
            let line = self.heap.slot(entry, tb::LINE);
            if let Some(code) = self.code_of(self.heap.slot(entry, tb::CODE)) {
                let alike = |(c, l): (&CodeRt, Value)| {
                    l == line && c.code.path == code.code.path && c.code.name == code.code.name
                };
                if !same.is_some_and(alike) {
                    repeated(times, out);
                    (same, times) = (Some((code, line)), 0);
                }
                times += 1;
                if times <= REPEATED {
                    self.format_entry(code, entry, out);
                }
            }
            entry = self.heap.slot(entry, tb::NEXT);
        }
        repeated(times, out);
    }

    fn format_entry(&mut self, code: &CodeRt, entry: Value, out: &mut String) {
        let line = self.heap.slot(entry, tb::LINE).as_int() as u32;
        let at = self.heap.slot(entry, tb::LASTI).as_int().max(0) as usize;
        let (path, name) = (&code.code.path, &code.code.name);
        out.push_str(&file_names::shown(&format!("  File \"{path}\", line {line}, in {name}\n")));
        if let Some(lines) = self.source_lines(path).or_else(|| self.lines_in_linecache(path)) {
            let marks =
                self.global(slots::RECURSION).as_int() > NO_ROOM_FOR_MARKS && !self.host.world.settings.hides_columns();
            let pos = code.code.positions.get(at).copied().filter(|_| marks);
            out.push_str(&super::carets::source_block(&lines, line, pos));
        }
    }

    /// The lines of a text that is no file, as the program has put them into the cache of `linecache`: templates,
    /// generated code.
    fn lines_in_linecache(&self, path: &str) -> Option<Lines> {
        let module =
            self.dict_get_str(self.global(slots::MODULES), "linecache").filter(|found| found.is(ids::MODULE))?;
        let cache = self.dict_get_str(self.heap.slot(module, 0), "cache").filter(|found| found.is(ids::DICT))?;
        let entry = self.dict_get_str(cache, path).filter(|found| found.is(ids::TUPLE))?;
        let [_, _, lines, _] = *self.heap.tuple(entry) else { return None };
        if !lines.is(ids::LIST) {
            return None;
        }
        let texts = self.heap.list(lines).iter().filter(|line| line.is(ids::STR));
        Some(Rc::new(texts.map(|line| self.text_lossy(*line).trim_end_matches('\n').to_string()).collect()))
    }
}

/// The scope of an entry without suggestions.
const NO_SCOPE: [Value; 3] = [Value::UNBOUND, Value::NONE, Value::NONE];

fn repeated(times: usize, out: &mut String) {
    if times > REPEATED {
        let more = times - REPEATED;
        let plural = if more == 1 { "" } else { "s" };
        out.push_str(&format!("  [Previous line repeated {more} more time{plural}]\n"));
    }
}
