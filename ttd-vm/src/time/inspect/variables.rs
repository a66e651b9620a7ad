//! Frames and their variables at the present time.
//!
//! # Why the unsafe code is sound
//!
//! The local variables of a pushed frame are the first registers of its window.

use ttd_code::bytecode::code::flags;
use ttd_core::value::Value;

use crate::vm::code::CodeRt;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

impl Vm {
    /// The user frame with this number, innermost first.
    pub(crate) fn user_frame(&self, n: usize) -> Option<&Frame> {
        self.frames().filter(|f| f.code().counted).nth(n)
    }

    /// The line that a waiting frame is at.
    pub(crate) fn line_of_frame(&self, frame: &Frame) -> u32 {
        let code = frame.code();
        let line = code.line_of(code.index_of(frame.pc).saturating_sub(1));
        if line == 0 { code.code.first_line } else { line }
    }

    /// The arguments of a user frame, in the order of the signature.
    pub(crate) fn arguments_of(&self, frame: usize) -> Vec<(String, Value)> {
        let Some(f) = self.user_frame(frame) else { return Vec::new() };
        let code = &f.code().code;
        let n = (code.args + code.kwonly) as usize
            + usize::from(f.code().has(flags::VARARGS))
            + usize::from(f.code().has(flags::VARKEYWORDS));
        let order: Vec<&str> = code.locals[..n].iter().map(|l| &*l.name).collect();
        let mut pairs = self.locals_of(frame);
        pairs.retain(|p| order.contains(&p.0.as_str()));
        pairs.sort_by_key(|p| order.iter().position(|o| *o == p.0));
        pairs
    }

    /// The variables of a user frame.
    pub(crate) fn locals_of(&self, n: usize) -> Vec<(String, Value)> {
        match self.user_frame(n) {
            Some(frame) => self.locals_of_frame(frame),
            None => Vec::new(),
        }
    }

    /// The variables of a frame.
    pub(crate) fn locals_of_frame(&self, frame: &Frame) -> Vec<(String, Value)> {
        if let Some(namespace) = self.namespace_dict(frame) {
            let pairs = self.dict_pairs(namespace);
            return pairs
                .into_iter()
                .filter(|p| p.0.is(ids::STR))
                .map(|(k, v)| (self.text_lossy(k).into_owned(), v))
                .collect();
        }
        let code = frame.code();
        let mut out = Vec::new();
        for (i, local) in code.code.locals.iter().enumerate() {
            if local.hidden {
                continue;
            }
            let v = self.local_at(frame, i);
            if !v.is_unbound() {
                out.push((local.name.to_string(), v));
            }
        }
        out
    }

    /// The value of a frame's variable; unbound if it has none.
    pub(crate) fn local_at(&self, frame: &Frame, i: usize) -> Value {
        // SAFETY: the locals are the first registers of the frame's window.
        let v = unsafe { *frame.base.add(i) };
        self.value_of_local(frame, i, v)
    }

    /// The value of a local variable, given what its register holds.
    pub(crate) fn value_of_local(&self, frame: &Frame, i: usize, v: Value) -> Value {
        let local = &frame.code().code.locals[i];
        if (local.cell || local.free) && v.is(ids::CELL) {
            self.heap.slot(v, 0)
        } else if local.free && v.is_unbound() {
            self.closure_cell(frame.func, frame.code(), i).map_or(v, |cell| self.heap.slot(cell, 0))
        } else {
            v
        }
    }

    /// The value that the present instruction returns or yields.
    pub(crate) fn value_of_return(&self) -> Value {
        let code: &CodeRt = self.top_ref().code();
        code.returned_register(code.index_of(self.pc)).map_or(Value::NONE, |register| self.reg(register))
    }
}
