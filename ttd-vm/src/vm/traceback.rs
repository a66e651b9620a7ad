//! Tracebacks: the objects, and the text that CPython prints.

use ttd_core::value::Value;

use super::errors::fields;
use crate::{Vm, ids};

/// The slots of a traceback object.
pub mod tb {
    /// The next one, towards where it was raised.
    pub const NEXT: usize = 0;
    /// The code object.
    pub const CODE: usize = 1;
    /// The instruction.
    pub const LASTI: usize = 2;
    /// The line.
    pub const LINE: usize = 3;
}

/// Code with such a path is the machine's own: no traceback shows it.
pub const HIDDEN: &str = "<ttd ";

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
        let entry = self.heap.new_slots_from(
            ids::TRACEBACK,
            0,
            &[next, code.value, Value::int(i64::from(at)), Value::int(i64::from(line))],
        );
        self.heap.set_slot(exc, fields::TRACEBACK, entry);
    }

    /// The text of an uncaught exception, with its causes, as CPython prints it.
    pub fn format_exception(&mut self, exc: Value) -> String {
        let mut seen = Vec::new();
        let mut out = String::new();
        self.format_chain(exc, &mut seen, &mut out);
        out
    }

    fn format_chain(&mut self, exc: Value, seen: &mut Vec<Value>, out: &mut String) {
        if !self.is_exception(exc) || seen.contains(&exc) || seen.len() > 100 {
            return;
        }
        seen.push(exc);
        let cause = self.exc_field(exc, fields::CAUSE);
        let context = self.exc_field(exc, fields::CONTEXT);
        if !cause.is_none() && !seen.contains(&cause) {
            self.format_chain(cause, seen, out);
            out.push_str("\nThe above exception was the direct cause of the following exception:\n\n");
        } else if cause.is_none()
            && !context.is_none()
            && self.exc_field(exc, fields::SUPPRESS) != Value::TRUE
            && !seen.contains(&context)
        {
            self.format_chain(context, seen, out);
            out.push_str("\nDuring handling of the above exception, another exception occurred:\n\n");
        }
        let entry = self.exc_field(exc, fields::TRACEBACK);
        if !entry.is_none() {
            out.push_str("Traceback (most recent call last):\n");
            self.format_entries(entry, out);
        }
        let summary = self.format_summary(exc);
        out.push_str(&summary);
        out.push('\n');
        self.format_notes(exc, out);
    }

    fn format_notes(&mut self, exc: Value, out: &mut String) {
        let Ok(Some(notes)) = self.getattr_opt(exc, self.names.notes) else { return };
        if !notes.is(ids::LIST) {
            return;
        }
        for note in self.heap.list(notes).to_vec() {
            if let Ok(text) = self.str_of(note) {
                out.push_str(&self.text_lossy(text));
                out.push('\n');
            }
        }
    }

    fn format_entries(&mut self, first: Value, out: &mut String) {
        let mut entry = first;
        let mut last: Option<(String, usize)> = None;
        while entry.is(ids::TRACEBACK) {
            let text = self.format_entry(entry);
            let times = match &last {
                Some((same, n)) if *same == text => n + 1,
                _ => {
                    repeated(&last, out);
                    1
                }
            };
            if times <= 3 {
                out.push_str(&text);
            }
            last = Some((text, times));
            entry = self.heap.slot(entry, tb::NEXT);
        }
        repeated(&last, out);
    }

    fn format_entry(&mut self, entry: Value) -> String {
        let Some(code) = self.code_of(self.heap.slot(entry, tb::CODE)) else { return String::new() };
        let line = self.heap.slot(entry, tb::LINE).as_int() as u32;
        let at = self.heap.slot(entry, tb::LASTI).as_int() as usize;
        let name = &code.code.name;
        let mut out = format!("  File \"{}\", line {line}, in {name}\n", code.code.path);
        let source = self.source_lines(&code.code.path);
        if let Some(lines) = source {
            let pos = code.code.positions.get(at).copied();
            out.push_str(&super::carets::source_block(&lines, line, pos));
        }
        out
    }

    /// `TypeName: message`.
    pub fn format_summary(&mut self, exc: Value) -> String {
        let class = self.type_of(exc);
        let qualname = self.text_lossy(self.heap.slot(class, super::class::fields::QUALNAME)).into_owned();
        let module = self.dict_get_name(self.class_dict(class), self.names.module);
        let module = module.filter(|m| m.is(ids::STR)).map(|m| self.text_lossy(m).into_owned());
        let name = match module.as_deref() {
            Some("builtins" | "__main__") | None => qualname,
            Some(m) => format!("{m}.{qualname}"),
        };
        let text = match self.str_of(exc) {
            Ok(t) => self.text_lossy(t).into_owned(),
            Err(_) => "<exception str() failed>".to_string(),
        };
        if text.is_empty() { name } else { format!("{name}: {text}") }
    }
}

fn repeated(last: &Option<(String, usize)>, out: &mut String) {
    if let Some((_, n)) = last
        && *n > 3
    {
        let more = n - 3;
        let plural = if more == 1 { "" } else { "s" };
        out.push_str(&format!("  [Previous line repeated {more} more time{plural}]\n"));
    }
}
