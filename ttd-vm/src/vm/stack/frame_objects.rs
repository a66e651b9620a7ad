//! Frame objects: a program's handle on a call, while it runs and afterwards.
//!
//! Most calls have none. A frame that has one names it in `Frame::owner`, a generator in a slot of its own. Leaving
//! such a frame takes a slow path that moves the variables' values into the object. While the frame is on the stack,
//! the object finds it there and reads and writes its registers.

use ttd_core::value::Value;

use super::frame::Frame;
use crate::Vm;
use crate::ids;
use crate::vm::call::function;
use crate::vm::code::CodeRt;
use crate::vm::errors::traceback::HIDDEN;
use crate::vm::objects::generator_layout;
use crate::vm::threads::HEAD;

/// The slots of a frame object.
pub mod frame_slots {
    /// The code object.
    pub const CODE: usize = 0;
    /// `f_globals`.
    pub const GLOBALS: usize = 1;
    /// The namespace of module code and class bodies, else NULL.
    pub const LOCALS: usize = 2;
    /// The function, or NULL.
    pub const FUNC: usize = 3;
    /// The generator whose frame it is, or NULL.
    pub const GENERATOR: usize = 4;
    /// Whether the frame has ended.
    pub const ENDED: usize = 5;
    /// After the end: the caller's frame object, or None.
    pub const BACK: usize = 6;
    /// After the end: the last instruction.
    pub const AT: usize = 7;
    /// Values set in `f_locals` under names that are not variables: a dict, or NULL.
    pub const EXTRA: usize = 8;
    /// `f_trace`.
    pub const TRACE: usize = 9;
    /// `f_trace_lines` and `f_trace_opcodes`: an int of two bits, or NULL for lines only.
    pub const TRACE_WHAT: usize = 10;
    /// While a trace function looks at the frame: the line of the event, and after an assignment to `f_lineno` the
    /// instruction to go on with, as a tuple; else NULL.
    pub const TRACED_AT: usize = 11;
    /// The name of that event.
    pub const TRACED_EVENT: usize = 12;
    /// After the end: the values of the variables.
    pub const VALUES: usize = 13;
}

use frame_slots as slot;

/// A bit of [`frame_slots::TRACE_WHAT`].
pub(crate) const TRACE_LINES: i64 = 1;
/// A bit of [`frame_slots::TRACE_WHAT`].
pub(crate) const TRACE_OPCODES: i64 = 2;

/// Where a frame object's frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameState {
    /// On the stack, with this many frames above it.
    Running(usize),
    /// A generator's, suspended or not started.
    Suspended,
    /// On the stack of a thread that does not run: its words, and where those of the frame begin.
    Elsewhere(Value, usize),
    /// Ended.
    Ended,
}

impl Vm {
    /// The indexes, 0 for the top, of frames that programs may see.
    pub(crate) fn visible_frames(&self) -> impl Iterator<Item = usize> + '_ {
        let visible = |f: &Frame| !f.code().code.path.starts_with(HIDDEN);
        self.frames().enumerate().filter(move |(_, f)| visible(f)).map(|(from_top, _)| from_top)
    }

    /// Returns the frame object of the frame at an index from the top, making it if necessary.
    pub(crate) fn frame_object(&mut self, from_top: usize) -> Value {
        let Some(frame) = self.frames().nth(from_top).copied() else { return Value::NONE };
        if frame.owner.is(ids::FRAME) {
            return frame.owner;
        }
        if frame.is_generator() {
            return self.generator_frame(frame.owner, frame.locals);
        }
        let object = self.new_frame_object(frame.code(), frame.globals, frame.locals, frame.func, Value::UNBOUND);
        let index = self.depth() - from_top;
        self.set_owner(index, object);
        if self.host.in_diversion() {
            self.diversion.scratch_owners.push(index);
        }
        object
    }

    /// Adds to a function's variables what the program has put into the frame under other names.
    pub(crate) fn add_extra_locals(&mut self, frame: &Frame, into: Value) {
        if let Some(extra) = self.extra_locals(frame) {
            for (name, value) in self.dict_pairs(extra) {
                self.dict_set_name(into, name, value);
            }
        }
    }

    /// The dict with the values that the program has put into a frame under names that are not its variables.
    pub(crate) fn extra_locals(&self, frame: &Frame) -> Option<Value> {
        let object = match frame.owner {
            owner if owner.is(ids::FRAME) => owner,
            owner if frame.is_generator() => self.heap.slot(owner, generator_layout::FRAME),
            _ => return None,
        };
        let extra = if object.is(ids::FRAME) { self.heap.slot(object, slot::EXTRA) } else { Value::UNBOUND };
        Some(extra).filter(|extra| extra.is(ids::DICT))
    }

    /// Removes the frame objects that a diversion made.
    pub(crate) fn drop_scratch_frames(&mut self) {
        for index in std::mem::take(&mut self.diversion.scratch_owners) {
            self.set_owner(index, Value::UNBOUND);
        }
    }

    /// Returns the frame object of a generator that has not ended.
    pub(crate) fn generator_frame(&mut self, generator: Value, locals: Value) -> Value {
        let known = self.heap.slot(generator, generator_layout::FRAME);
        if !known.is_unbound() {
            return known;
        }
        let code = self.loaded.codes[self.heap.shape(generator) as usize];
        let (globals, func) =
            (self.heap.slot(generator, generator_layout::GLOBALS), self.heap.slot(generator, generator_layout::FUNC));
        let object = self.new_frame_object(code, globals, locals, func, generator);
        self.heap.set_slot(generator, generator_layout::FRAME, object);
        object
    }

    pub(crate) fn new_frame_object(
        &mut self,
        code: &'static CodeRt,
        globals: Value,
        locals: Value,
        func: Value,
        generator: Value,
    ) -> Value {
        let object = self.heap.new_slots(ids::FRAME, code.id, slot::VALUES + code.nlocals as usize);
        for (at, v) in [
            (slot::CODE, code.value),
            (slot::GLOBALS, globals),
            (slot::LOCALS, locals),
            (slot::FUNC, func),
            (slot::GENERATOR, generator),
            (slot::ENDED, Value::FALSE),
            (slot::BACK, Value::NONE),
            (slot::AT, Value::int(0)),
            (slot::TRACE, Value::NONE),
        ] {
            self.heap.set_slot(object, at, v);
        }
        object
    }

    /// Saves the variables of a frame that was left into its frame object, if any. The registers are still there.
    #[inline]
    pub(crate) fn end_frame(&mut self, frame: &Frame) {
        if !frame.owner.is_unbound() {
            self.save_frame_values(frame, frame.owner);
        }
    }

    #[cold]
    fn save_frame_values(&mut self, frame: &Frame, object: Value) {
        let code = frame.code();
        for i in 0..code.nlocals as usize {
            let v = self.register_in(frame, i);
            self.heap.set_slot(object, slot::VALUES + i, v);
        }
        self.end_frame_object(frame, object);
    }

    /// Marks a frame object as ended, at the instruction before the frame's `pc`, returning to the top frame.
    fn end_frame_object(&mut self, frame: &Frame, object: Value) {
        let at = i64::from(frame.code().index_of(frame.pc).saturating_sub(1));
        let caller = self.visible_frames().next();
        let back = match caller {
            Some(from_top) => self.frame_object(from_top),
            None => Value::NONE,
        };
        self.heap.set_slot(object, slot::AT, Value::int(at));
        self.heap.set_slot(object, slot::BACK, back);
        self.heap.set_slot(object, slot::ENDED, Value::TRUE);
    }

    /// Ends the frame object of a generator whose frame was left for good.
    pub(crate) fn end_running_generator_frame(&mut self, frame: &Frame) {
        let object = self.heap.slot(frame.owner, generator_layout::FRAME);
        if !object.is_unbound() {
            self.save_frame_values(frame, object);
            self.heap.set_slot(frame.owner, generator_layout::FRAME, Value::UNBOUND);
        }
    }

    /// Ends the frame object of a suspended generator, saving the variables.
    pub(crate) fn end_generator_frame(&mut self, generator: Value) {
        let object = self.heap.slot(generator, generator_layout::FRAME);
        if object.is_unbound() {
            return;
        }
        let code = self.loaded.codes[self.heap.shape(generator) as usize];
        for i in 0..code.nlocals as usize {
            let v = self.heap.slot(generator, generator_layout::REGS + i);
            self.heap.set_slot(object, slot::VALUES + i, v);
        }
        let at = self.heap.slot(generator, generator_layout::PC).as_int() - 1;
        self.heap.set_slot(object, slot::AT, Value::int(at.max(0)));
        self.heap.set_slot(object, slot::ENDED, Value::TRUE);
        self.heap.set_slot(generator, generator_layout::FRAME, Value::UNBOUND);
    }

    /// Where the object's frame is.
    pub(crate) fn frame_state(&self, object: Value) -> FrameState {
        if self.heap.slot(object, slot::ENDED) == Value::TRUE {
            return FrameState::Ended;
        }
        let generator = self.heap.slot(object, slot::GENERATOR);
        let owner = if generator.is_unbound() { object } else { generator };
        match self.frames().position(|f| f.owner == owner) {
            Some(from_top) => FrameState::Running(from_top),
            None => match self.find_suspended(owner) {
                Some((words, at)) => FrameState::Elsewhere(words, at),
                None if generator.is_unbound() => FrameState::Ended,
                None => FrameState::Suspended,
            },
        }
    }

    /// The code of a frame object.
    pub(crate) fn frame_code(&self, object: Value) -> &'static CodeRt {
        self.loaded.codes[self.heap.shape(object) as usize]
    }

    /// The instruction that the frame is at.
    pub(crate) fn frame_at(&self, object: Value) -> u32 {
        let code = self.frame_code(object);
        match self.frame_state(object) {
            FrameState::Running(0) => code.index_of(self.pc).saturating_sub(1),
            FrameState::Running(from_top) => {
                let pc = self.frames().nth(from_top).map_or(code.start(), |f| f.pc);
                code.index_of(pc).saturating_sub(1)
            }
            FrameState::Elsewhere(words, at) => {
                let at = self.suspended_at(self.heap.list(words), at).map_or(0, |frame| frame.at);
                at.saturating_sub(1)
            }
            FrameState::Suspended => {
                let generator = self.heap.slot(object, slot::GENERATOR);
                (self.heap.slot(generator, generator_layout::PC).as_int() as u32).saturating_sub(1)
            }
            FrameState::Ended => self.heap.slot(object, slot::AT).as_int() as u32,
        }
    }

    /// The frame object of the caller, or None.
    pub(crate) fn frame_back(&mut self, object: Value) -> Value {
        match self.frame_state(object) {
            FrameState::Running(from_top) => {
                let caller = self.visible_frames().find(|p| *p > from_top);
                caller.map_or(Value::NONE, |p| self.frame_object(p))
            }
            FrameState::Suspended => Value::NONE,
            FrameState::Elsewhere(words, at) => self.suspended_frame_object(words, Some(at)),
            FrameState::Ended => self.heap.slot(object, slot::BACK),
        }
    }

    /// A register of the frame: a variable's value, or its cell.
    fn frame_register(&self, object: Value, i: usize) -> Value {
        match self.frame_state(object) {
            FrameState::Running(from_top) => self.register_of(from_top, i),
            FrameState::Suspended => {
                self.heap.slot(self.heap.slot(object, slot::GENERATOR), generator_layout::REGS + i)
            }
            FrameState::Elsewhere(words, at) => self.heap.list(words)[at + HEAD + i],
            FrameState::Ended => self.heap.slot(object, slot::VALUES + i),
        }
    }

    fn set_frame_register(&mut self, object: Value, i: usize, v: Value) {
        match self.frame_state(object) {
            FrameState::Running(from_top) => self.set_register_of(from_top, i, v),
            FrameState::Suspended => {
                let generator = self.heap.slot(object, slot::GENERATOR);
                self.heap.set_slot(generator, generator_layout::REGS + i, v);
            }
            FrameState::Elsewhere(words, at) => self.heap.list_set(words, at + HEAD + i, v),
            FrameState::Ended => self.heap.set_slot(object, slot::VALUES + i, v),
        }
    }

    /// The number of a variable of a frame.
    pub(crate) fn frame_variable(&self, object: Value, name: Value) -> Option<usize> {
        let code = self.frame_code(object);
        let text = self.payload(name, ids::STR)?;
        let bytes = self.heap.bytes(text);
        code.code.locals.iter().position(|l| !l.hidden && l.name.as_bytes() == bytes)
    }

    /// The value of a variable; NULL if unset.
    pub(crate) fn frame_value(&self, object: Value, i: usize) -> Value {
        let local = &self.frame_code(object).code.locals[i];
        let v = self.frame_register(object, i);
        if (local.cell || local.free) && v.is(ids::CELL) {
            return self.heap.slot(v, 0);
        }
        if !(local.free && v.is_unbound()) {
            return v;
        }
        let func = self.heap.slot(object, slot::FUNC);
        self.closure_cell(func, self.frame_code(object), i).map_or(v, |cell| self.heap.slot(cell, 0))
    }

    /// The cell of a free variable whose frame has not copied it yet: until then it is only in the function.
    pub(crate) fn closure_cell(&self, func: Value, code: &CodeRt, i: usize) -> Option<Value> {
        let closure = if func.is(ids::FUNCTION) { self.heap.slot(func, function::CLOSURE) } else { Value::NONE };
        let cells = if closure.is(ids::TUPLE) { self.heap.tuple(closure) } else { &[] };
        let first = (code.nlocals as usize).checked_sub(cells.len())?;
        cells.get(i.checked_sub(first)?).copied()
    }

    /// Sets a variable of the frame.
    pub(crate) fn set_frame_value(&mut self, object: Value, i: usize, v: Value) {
        let held = self.frame_register(object, i);
        let local = &self.frame_code(object).code.locals[i];
        if (local.cell || local.free) && held.is(ids::CELL) {
            self.heap.set_slot(held, 0, v);
        } else {
            self.set_frame_register(object, i, v);
        }
    }
}
