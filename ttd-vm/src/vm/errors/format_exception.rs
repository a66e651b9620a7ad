//! The text of an uncaught exception, with causes and members of groups, as CPython 3.13 prints it.
//!
//! Two steps, as in CPython: first the tree of all related exceptions, each once; then the text. A program's `__str__`
//! runs in the first step.

use std::collections::HashSet;

use malachite_bigint::Sign;
use ttd_core::value::Value;

use super::format_syntax_error::Details;
use super::raise::fields;
use super::traceback::tb;
use crate::vm::slots;
use crate::{Vm, ids};

const CAUSE: &str = "\nThe above exception was the direct cause of the following exception:\n\n";
const CONTEXT: &str = "\nDuring handling of the above exception, another exception occurred:\n\n";

/// Maximum number of members of a group, and maximum depth of groups.
const MAX_WIDTH: usize = 15;
const MAX_DEPTH: usize = 10;

/// An exception in the tree; numbers are indexes into the vector of nodes.
struct Node {
    exc: Value,
    /// The entries of its traceback.
    stack: String,
    /// `Class: message`, and the notes.
    summary: String,
    /// The exception that came before it, and the words that introduce it.
    before: Option<(&'static str, usize)>,
    members: Option<Vec<usize>>,
}

/// The output, and the position in nested groups.
#[derive(Default)]
struct Printer {
    out: String,
    depth: usize,
    need_close: bool,
}

impl Printer {
    fn margin(&self) -> String {
        "  ".repeat(self.depth)
    }

    /// Adds lines, with the margin of the group.
    fn emit(&mut self, text: &str, bar: char) {
        if self.depth == 0 {
            return self.out.push_str(text);
        }
        for line in text.split_inclusive('\n') {
            self.out.push_str(&format!("{}{bar} {line}", self.margin()));
        }
    }

    /// Adds an exception and those before it.
    fn chain(&mut self, nodes: &[Node], last: usize) {
        let mut chain = vec![&nodes[last]];
        while let Some((_, before)) = chain[chain.len() - 1].before {
            chain.push(&nodes[before]);
        }
        for node in chain.into_iter().rev() {
            if let Some((words, _)) = node.before {
                self.emit(words, '|');
            }
            match &node.members {
                None => {
                    if !node.stack.is_empty() {
                        self.emit("Traceback (most recent call last):\n", '|');
                        self.emit(&node.stack, '|');
                    }
                    self.emit(&node.summary, '|');
                }
                Some(_) if self.depth > MAX_DEPTH => {
                    self.emit(&format!("... (max_group_depth is {MAX_DEPTH})\n"), '|');
                }
                Some(members) => self.group(nodes, node, members),
            }
        }
    }

    fn group(&mut self, nodes: &[Node], node: &Node, members: &[usize]) {
        let outermost = self.depth == 0;
        if outermost {
            self.depth = 1;
        }
        if !node.stack.is_empty() {
            let bar = if outermost { '+' } else { '|' };
            self.emit("Exception Group Traceback (most recent call last):\n", bar);
            self.emit(&node.stack, '|');
        }
        self.emit(&node.summary, '|');
        let shown = members.len().min(MAX_WIDTH + 1);
        self.need_close = false;
        for i in 0..shown {
            let last = i + 1 == shown;
            // The last member's frame closes this group's as well.
            if last {
                self.need_close = true;
            }
            let title = if i < MAX_WIDTH { (i + 1).to_string() } else { "...".to_string() };
            let corner = if i == 0 { "+-" } else { "  " };
            self.out.push_str(&format!("{}{corner}+---------------- {title} ----------------\n", self.margin()));
            self.depth += 1;
            if i < MAX_WIDTH {
                self.chain(nodes, members[i]);
            } else {
                let more = members.len() - MAX_WIDTH;
                let plural = if more == 1 { "" } else { "s" };
                self.emit(&format!("and {more} more exception{plural}\n"), '|');
            }
            if last && self.need_close {
                self.out.push_str(&format!("{}+------------------------------------\n", self.margin()));
                self.need_close = false;
            }
            self.depth -= 1;
        }
        if outermost {
            self.depth = 0;
        }
    }
}

impl Vm {
    /// The text of an uncaught exception, with its causes, as CPython prints it.
    pub fn format_exception(&mut self, exc: Value) -> String {
        if !self.is_exception(exc) {
            return String::new();
        }
        let nodes = self.report_tree(exc);
        let mut printer = Printer::default();
        printer.chain(&nodes, 0);
        printer.out
    }

    /// Collects the exception, those before it, and the members of groups, each once, so that cycles end.
    fn report_tree(&mut self, exc: Value) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut seen = HashSet::new();
        let mut queue = vec![self.add_node(exc, &mut nodes, &mut seen)];
        while let Some(at) = queue.pop() {
            let exc = nodes[at].exc;
            let field = |vm: &Vm, field: usize| Some(vm.exc_field(exc, field)).filter(|v| vm.is_exception(*v));
            let cause = field(self, fields::CAUSE).filter(|c| !seen.contains(c));
            let suppressed = self.exc_field(exc, fields::SUPPRESS) == Value::TRUE;
            let context = field(self, fields::CONTEXT).filter(|c| cause.is_none() && !suppressed && !seen.contains(c));
            let before = cause.map(|c| (CAUSE, c)).or(context.map(|c| (CONTEXT, c)));
            if let Some((words, earlier)) = before {
                let node = self.add_node(earlier, &mut nodes, &mut seen);
                nodes[at].before = Some((words, node));
                queue.push(node);
            }
            if self.is_instance(exc, self.types.base_exception_group) {
                let members = self.group_members(exc);
                let members: Vec<usize> =
                    members.into_iter().map(|e| self.add_node(e, &mut nodes, &mut seen)).collect();
                queue.extend_from_slice(&members);
                nodes[at].members = Some(members);
            }
        }
        nodes
    }

    fn add_node(&mut self, exc: Value, nodes: &mut Vec<Node>, seen: &mut HashSet<Value>) -> usize {
        seen.insert(exc);
        let mut stack = String::new();
        let entries = self.shown_entries(self.exc_field(exc, fields::TRACEBACK));
        self.format_entries(entries, &mut stack);
        let mut summary = match self.is_instance(exc, self.types.syntax_error) {
            true => self.format_raised_syntax_error(exc),
            false => format!("{}{}\n", self.format_summary(exc), self.suggestion(exc)),
        };
        self.format_notes(exc, &mut summary);
        nodes.push(Node { exc, stack, summary, before: None, members: None });
        nodes.len() - 1
    }

    /// The last entries of a traceback, at most `sys.tracebacklimit`.
    fn shown_entries(&mut self, first: Value) -> Value {
        let Some(limit) = self.traceback_limit() else { return first };
        let next = |vm: &Vm, entry: Value| vm.heap.slot(entry, tb::NEXT);
        let (mut behind, mut entry) = (0, first);
        while entry.is(ids::TRACEBACK) {
            (behind, entry) = (behind + 1, next(self, entry));
        }
        entry = first;
        while entry.is(ids::TRACEBACK) && behind > limit.max(0) {
            (behind, entry) = (behind - 1, next(self, entry));
        }
        entry
    }

    /// The integer `sys.tracebacklimit`, if there is one.
    fn traceback_limit(&mut self) -> Option<i64> {
        let (modules, sys) = (self.global(slots::MODULES), self.intern("sys"));
        let sys = self.dict_get_name(modules, sys).filter(|m| m.is(ids::MODULE))?;
        let (dict, name) = (self.heap.slot(sys, 0), self.intern("tracebacklimit"));
        let limit = self.dict_get_name(dict, name)?;
        let below = |vm: &Vm| vm.as_big(limit).filter(|n| n.sign() == Sign::Minus).map(|_| 0);
        self.as_i64(limit).or_else(|| below(self))
    }

    /// `TypeName: message`.
    pub fn format_summary(&mut self, exc: Value) -> String {
        let name = self.exception_name(exc);
        let text = self.printed(exc, "exception");
        if text.is_empty() { name } else { format!("{name}: {text}") }
    }

    /// The class's name with its module, as tracebacks show it.
    fn exception_name(&mut self, exc: Value) -> String {
        let class = self.type_of(exc);
        let qualname = self.text_lossy(self.heap.slot(class, crate::vm::objects::class::fields::QUALNAME)).into_owned();
        match self.dict_get_name(self.class_dict(class), self.names.module) {
            Some(m) if m.is(ids::STR) => match &*self.text_lossy(m) {
                "builtins" | "__main__" => qualname,
                module => format!("{module}.{qualname}"),
            },
            Some(_) => format!("<unknown>.{qualname}"),
            None => qualname,
        }
    }

    /// `str(v)` for printing; if that fails, a text that begins with `what`.
    fn printed(&mut self, v: Value, what: &str) -> String {
        match self.str_of(v) {
            Ok(text) => self.printable(text),
            Err(_) => format!("<{what} str() failed>"),
        }
    }

    /// A str's text, with lone surrogates as escapes, because stderr cannot encode them.
    pub(crate) fn printable(&self, text: Value) -> String {
        let text = self.unwrap(text);
        let mut out = String::new();
        for c in self.wtf8(text).code_points() {
            match c.to_char() {
                Some(c) => out.push(c),
                None => out.push_str(&format!("\\u{:04x}", c.to_u32())),
            }
        }
        out
    }

    fn format_notes(&mut self, exc: Value, out: &mut String) {
        let notes = match self.getattr_opt(exc, self.names.notes) {
            Ok(Some(notes)) if !notes.is_none() => notes,
            _ => return,
        };
        let items = match self.unwrap(notes) {
            list if list.is(ids::LIST) => self.heap.list(list).to_vec(),
            tuple if tuple.is(ids::TUPLE) => self.heap.tuple(tuple).to_vec(),
            _ => {
                match self.repr(notes) {
                    Ok(text) => out.push_str(&self.printable(text)),
                    Err(_) => out.push_str("<__notes__ repr() failed>"),
                }
                return out.push('\n');
            }
        };
        for note in items {
            out.push_str(&self.printed(note, "note"));
            out.push('\n');
        }
    }

    fn format_raised_syntax_error(&mut self, exc: Value) -> String {
        let mut field = |name: &str| match self.getattr_str(exc, name) {
            Ok(v) if !v.is_none() => Some(v),
            _ => None,
        };
        let [filename, text, msg] = ["filename", "text", "msg"].map(&mut field);
        let [line, end_line, offset, end_offset] = ["lineno", "end_lineno", "offset", "end_offset"].map(&mut field);
        let number = |v: Option<Value>| v.and_then(|v| self.as_i64(v));
        let [line, end_line, offset, end_offset] = [line, end_line, offset, end_offset].map(number);
        let [filename, text, msg] = [filename, text, msg].map(|v| v.map(|v| self.printed(v, "exception")));
        let details = Details { filename, line, end_line, offset, end_offset, text, message: msg };
        details.format(&self.exception_name(exc))
    }
}
