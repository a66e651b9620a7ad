//! What traced calls and branches come to: `c_return`, `c_exception`, and where a branch went.
//!
//! A call or branch that is traced leaves a note in a list of the heap: how many frames there were, the instruction,
//! and for a call what is called. The instruction at which the frame goes on finds the note.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use super::monitoring::event;
use crate::native::{Res, Trap};
use crate::vm::code::CodeRt;
use crate::vm::code::trace_sites::{is_branch, jump_target, wants};
use crate::vm::objects::bind_attr::method;
use crate::vm::slots;
use crate::{Vm, ids};

/// Values of one note: depth, instruction, callable (NULL for a branch), first argument.
const NOTE: usize = 4;

impl Vm {
    fn notes(&mut self) -> Value {
        let list = self.global(slots::OUTCOMES);
        if list.is(ids::LIST) {
            return list;
        }
        let list = self.new_list(&[]);
        self.heap.set_slot(self.globals, slots::OUTCOMES, list);
        list
    }

    fn note(&mut self, at: u32, callable: Value, first: Value) {
        let list = self.notes();
        let depth = Value::int(self.depth() as i64);
        // The list holds no NULL: a branch is noted by None.
        self.heap.list_extend(list, &[depth, Value::int(i64::from(at)), callable, first]);
    }

    /// The last note, if it is about the top frame. Drops notes of frames that are gone.
    fn last_note(&mut self) -> Option<[Value; NOTE]> {
        let list = self.global(slots::OUTCOMES);
        if !list.is(ids::LIST) {
            return None;
        }
        let depth = self.depth() as i64;
        loop {
            let items = self.heap.list(list);
            let n = items.len().checked_sub(NOTE)?;
            let note = [items[n], items[n + 1], items[n + 2], items[n + 3]];
            if note[0].as_int() > depth {
                self.heap.list_truncate(list, n);
                continue;
            }
            return (note[0].as_int() == depth).then_some(note);
        }
    }

    fn drop_note(&mut self) {
        let list = self.notes();
        let n = self.heap.list(list).len();
        self.heap.list_truncate(list, n.saturating_sub(NOTE));
    }

    /// Tells of the jump at `at`, or notes that a branch is about to be taken, or not.
    pub(super) fn trace_jump(&mut self, ins: Ins, at: u32, target: u32) -> Res<()> {
        let follows_loop = at > 0 && self.top_ref().code().original(at - 1).op == Op::ForNext;
        if !is_branch(ins.op) {
            // What follows a loop only leads away from it: the loop's branch says where to.
            return if follows_loop { Ok(()) } else { self.monitor_jump(event::JUMP, at, target) };
        }
        self.note(at, Value::NONE, Value::NONE);
        Ok(())
    }

    /// Tells that the instruction at `at` calls.
    pub(super) fn trace_call_begins(&mut self, ins: Ins, at: u32) -> Res<()> {
        let (mut callable, own) = (self.reg(ins.a), self.reg(ins.a + 1));
        let mut first = own;
        if own.is_unbound() {
            first = self.first_argument(ins);
        }
        if callable.is(ids::METHOD) {
            first = self.heap.slot(callable, method::SELF);
        } else if callable.is(ids::METHOD_DESC) && first.is_obj() && !own.is_unbound() {
            let class = self.type_of(first);
            if let Ok(crate::vm::objects::get_attr::Attr::Bound(f, this)) = self.bind_found(callable, first, class) {
                callable = self.new_method(f, this);
            }
        }
        let native = self.is_native(callable);
        let line = self.top_ref().code().line_of(at);
        if native {
            self.tell_profiler("c_call", line, callable)?;
        }
        self.monitor_call(event::CALL, at, callable, first)?;
        if self.is_python_function(callable) {
            return Ok(());
        }
        let first = if first.is_unbound() { Value::ELLIPSIS } else { self.new_tuple(&[first]) };
        self.note(at, callable, first);
        Ok(())
    }

    fn first_argument(&mut self, ins: Ins) -> Value {
        let given = self.reg(ins.a + 2);
        match ins.op {
            Op::CallEx if given.is(ids::TUPLE) => self.heap.tuple(given).first().copied().unwrap_or(Value::UNBOUND),
            Op::CallEx => Value::UNBOUND,
            _ if ins.b > 0 => given,
            _ => Value::UNBOUND,
        }
    }

    /// Whether a program sees it as a native function: some are written in Python.
    fn is_native(&self, callable: Value) -> bool {
        let function = callable.is(ids::FUNCTION) || callable.is(ids::METHOD);
        callable.is(ids::BUILTIN) || callable.is(ids::METHOD_DESC) || function && !self.is_python_function(callable)
    }

    /// Whether calling it enters a frame of the program or the library.
    fn is_python_function(&self, callable: Value) -> bool {
        let func = if callable.is(ids::METHOD) { self.heap.slot(callable, method::FUNC) } else { callable };
        func.is(ids::FUNCTION) && self.loaded.codes[self.heap.shape(func) as usize].is_traceable()
    }

    /// Comes to the instruction at `at`: tells the outcome of the call or branch before it.
    pub(crate) fn trace_outcomes(&mut self, at: u32) -> Res<()> {
        if !self.is_tracing() {
            return Ok(());
        }
        let pc = self.pc;
        let told = self.tell_outcomes(at).and_then(|()| self.tell_jump_to_top(at));
        if matches!(told, Err(Trap::Raise(_))) {
            self.pc = pc.wrapping_add(1);
        }
        told
    }

    /// The bottom of a loop stands for a jump to its top as well.
    fn tell_jump_to_top(&mut self, at: u32) -> Res<()> {
        let code = self.top_ref().code();
        if at == 0 || self.loaded.tracing.wanted & wants::JUMPS == 0 || code.original(at).op != Op::ForNext {
            return Ok(());
        }
        self.monitor_jump(event::JUMP, at - 1, top_of_loop(code, at))
    }

    fn tell_outcomes(&mut self, at: u32) -> Res<()> {
        if !self.global(slots::OUTCOMES).is(ids::LIST) {
            return Ok(());
        }
        while let Some([_, from, callable, first]) = self.last_note() {
            let from = from.as_int() as u32;
            self.drop_note();
            match callable.is_none() {
                true => self.tell_branch(from, at)?,
                false if from + 1 == at => self.tell_call_ends(from, callable, first, event::C_RETURN)?,
                false => {}
            }
        }
        Ok(())
    }

    fn tell_branch(&mut self, from: u32, to: u32) -> Res<()> {
        let code = self.top_ref().code();
        let (op, jumped) = (code.original(from).op, to != from + 1);
        // A loop has one branch, at its top. The instruction sets the variable itself, so going on leads to it.
        let site = if op == Op::ForNext { top_of_loop(code, from) } else { from };
        let (left, to) = match op {
            Op::ForIter | Op::ForNext if jumped == (op == Op::ForNext) => (true, site),
            Op::ForNext => {
                let next = code.original(to);
                let behind = jump_target(next, to as usize).filter(|_| next.op == Op::Jump);
                (false, behind.map_or(to, |behind| behind as u32))
            }
            _ => (!jumped, to),
        };
        let bit = if left { event::BRANCH_LEFT } else { event::BRANCH_RIGHT };
        self.monitor_jump(bit, site, to)?;
        self.monitor_branch(bit, site, to)
    }

    fn tell_call_ends(&mut self, at: u32, callable: Value, first: Value, bit: usize) -> Res<()> {
        let native = self.is_native(callable);
        let line = self.top_ref().code().line_of(at);
        if native {
            let name = if bit == event::C_RETURN { "c_return" } else { "c_exception" };
            self.tell_profiler(name, line, callable)?;
        }
        let first = if first.is(ids::TUPLE) { self.heap.tuple(first)[0] } else { Value::UNBOUND };
        self.monitor_call(bit, at, callable, first)
    }

    /// An exception is raised in the top frame: tells that the call in which it waited has failed.
    pub(super) fn end_outcomes_by(&mut self, exc: Value) -> Res<()> {
        let at = self.state.unwinding.map_or(u32::MAX, |u| u.at);
        while let Some([_, from, callable, first]) = self.last_note() {
            self.drop_note();
            if !callable.is_none() && !exc.is_none() && from.as_int() == i64::from(at) {
                self.tell_call_ends(at, callable, first, event::C_RAISE)?;
            }
        }
        Ok(())
    }
}

/// The instruction at the top of the loop that the one at `at` goes on with.
fn top_of_loop(code: &CodeRt, at: u32) -> u32 {
    let body = jump_target(code.original(at), at as usize).unwrap_or(0) as u32;
    let top = body.saturating_sub(1);
    if code.original(top).op == Op::ForIter { top } else { at }
}
