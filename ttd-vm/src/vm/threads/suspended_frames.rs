//! Frames of threads that do not run and of generators that wait.

use ttd_core::value::Value;

use super::suspend::{HEAD, Suspended};
use super::{shared, slot};
use crate::vm::errors::traceback::HIDDEN;
use crate::vm::objects::generator_layout;
use crate::vm::slots;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// The place of the owner among the words of a frame.
const OWNER: usize = 6;

/// A user frame that waits: of a thread that does not run, or of a generator.
#[derive(Clone, Copy)]
pub(crate) struct SuspendedFrame {
    /// Without a window: its registers are elsewhere.
    pub(crate) frame: Frame,
    registers: Registers,
}

/// Where the registers of a frame that waits are.
#[derive(Clone, Copy)]
enum Registers {
    /// Among the words of a thread's stack, from here on.
    Stack(Value, usize),
    /// In the generator.
    Generator(Value),
}

impl SuspendedFrame {
    fn register(&self, vm: &Vm, number: usize) -> Value {
        match self.registers {
            Registers::Stack(words, first) => vm.heap.list(words)[first + number],
            Registers::Generator(generator) => vm.heap.slot(generator, generator_layout::REGS + number),
        }
    }

    pub(crate) fn variable(&self, vm: &Vm, number: usize) -> Value {
        vm.value_of_local(&self.frame, number, self.register(vm, number))
    }
}

impl Vm {
    /// The records and numbers of the threads that are alive but do not run.
    pub(crate) fn other_threads(&self) -> Vec<(Value, Value)> {
        let (all, current) = (self.threads(shared::ALL), self.threads(shared::CURRENT));
        let records = if all.is(ids::LIST) { self.heap.list(all).to_vec() } else { Vec::new() };
        records.into_iter().filter(|r| *r != current).map(|r| (r, self.of_thread(r, slot::IDENT))).collect()
    }

    /// Whether a list is one of those with which threads are managed, and no object of the program.
    pub(crate) fn is_thread_data(&self, list: Value) -> bool {
        let shared = self.global(slots::THREADS);
        if shared.is_unbound() {
            return false;
        }
        let items = self.heap.list(shared);
        let records = self.heap.list(items[shared::ALL]);
        let own = [slot::STACK, slot::AWAITING, slot::CONTEXTS, slot::LOCALS, slot::OUTCOMES];
        let is_of = |record: &Value| *record == list || own.iter().any(|at| self.of_thread(*record, *at) == list);
        list == shared || items.contains(&list) || records.iter().any(is_of)
    }

    /// The words of a thread's stack, from the bottom; empty while it runs.
    pub(crate) fn stack_words(&self, record: Value) -> Value {
        self.of_thread(record, slot::STACK)
    }

    /// The frames of a thread that does not run, from the bottom, and where their words begin.
    pub(crate) fn suspended_frames(&self, words: Value) -> Vec<(usize, Suspended)> {
        let (words, mut at, mut frames) = (self.heap.list(words), 0, Vec::new());
        while let Some(frame) = self.suspended_at(words, at) {
            let next = frame.registers + frame.code.nregs as usize;
            frames.push((std::mem::replace(&mut at, next), frame));
        }
        frames
    }

    /// Where the frame with this owner is among those of the threads that do not run.
    pub(crate) fn find_suspended(&self, owner: Value) -> Option<(Value, usize)> {
        let all = self.threads(shared::ALL);
        if !all.is(ids::LIST) {
            return None;
        }
        self.heap.list(all).iter().find_map(|record| {
            let words = self.stack_words(*record);
            let found = self.suspended_frames(words).into_iter().find(|(_, frame)| frame.values[3] == owner);
            found.map(|(at, _)| (words, at))
        })
    }

    /// A user frame that waits: of a thread that does not run, or of this generator.
    pub(crate) fn suspended_frame(&self, born: u64, generator: Option<Value>) -> Option<SuspendedFrame> {
        let of_threads = self.other_threads().into_iter().find_map(|(record, _)| {
            let words = self.stack_words(record);
            let frames = self.suspended_frames(words);
            let (at, found) = frames.iter().find(|(_, f)| f.born == born && f.code.counted)?;
            let [globals, func, locals, ..] = found.values;
            let frame = Frame { code: found.code, globals, func, locals, ..Frame::NONE };
            Some(SuspendedFrame { frame, registers: Registers::Stack(words, at + HEAD) })
        });
        of_threads.or_else(|| self.suspended_in(generator?))
    }

    /// The frame of a generator that waits.
    fn suspended_in(&self, generator: Value) -> Option<SuspendedFrame> {
        if !matches!(self.generator_state(generator), generator_layout::SUSPENDED | generator_layout::DELEGATING) {
            return None;
        }
        let code = self.loaded.codes[self.heap.shape(generator) as usize];
        let slot = |at| self.heap.slot(generator, at);
        let (globals, func) = (slot(generator_layout::GLOBALS), slot(generator_layout::FUNC));
        let frame = Frame { code, globals, func, ..Frame::NONE };
        Some(SuspendedFrame { frame, registers: Registers::Generator(generator) })
    }

    /// The value of a variable in a user frame that waits; `None` if there is no such frame.
    pub(crate) fn suspended_variable(&self, born: u64, generator: Option<Value>, name: &str) -> Option<Option<Value>> {
        let found = self.suspended_frame(born, generator)?;
        let number = self.variable_number(&found.frame, name);
        Some(number.map(|at| found.variable(self, at)).filter(|v| !v.is_unbound()))
    }

    /// The objects that hold a variable of a user frame that waits: what keeps its registers, which a frame object can
    /// be asked to write to, and its cell if others share it.
    pub(crate) fn suspended_owners(
        &self,
        born: u64,
        generator: Option<Value>,
        name: &str,
    ) -> Vec<(Value, Option<usize>)> {
        let Some(found) = self.suspended_frame(born, generator) else { return Vec::new() };
        let Some(number) = self.variable_number(&found.frame, name) else { return Vec::new() };
        let kept = match found.registers {
            Registers::Stack(words, _) => (words, None),
            Registers::Generator(generator) => (generator, Some(generator_layout::REGS + number)),
        };
        let held = found.register(self, number);
        let cell = held.is(ids::CELL).then_some((held, None));
        std::iter::once(kept).chain(cell).collect()
    }

    /// The globals and locals of a user frame that waits. Only in a diversion.
    pub(crate) fn suspended_scope(&mut self, found: &SuspendedFrame) -> (Value, Value) {
        let SuspendedFrame { frame, .. } = found;
        if let Some(namespace) = self.namespace_dict(frame) {
            return (frame.globals, namespace);
        }
        let locals = frame.code().code.locals.iter().enumerate().filter(|(_, local)| !local.hidden);
        let held = locals.map(|(at, local)| (local.name.to_string(), found.variable(self, at)));
        let held = held.filter(|(_, v)| !v.is_unbound()).collect();
        (frame.globals, self.namespace_with(held))
    }

    /// The frame object of the innermost visible frame of a thread that does not run, or of the one that called that
    /// at `below`; None if there is none.
    pub(crate) fn suspended_frame_object(&mut self, words: Value, below: Option<usize>) -> Value {
        let frames = self.suspended_frames(words);
        let visible = |(at, frame): &&(usize, Suspended)| {
            below.is_none_or(|below| *at < below) && !frame.code.code.path.starts_with(HIDDEN)
        };
        let Some((at, frame)) = frames.iter().rfind(visible) else { return Value::NONE };
        let [globals, func, locals, owner, _] = frame.values;
        if owner.is(ids::FRAME) {
            return owner;
        }
        if !owner.is_unbound() {
            return self.generator_frame(owner, locals);
        }
        let object = self.new_frame_object(frame.code, globals, locals, func, Value::UNBOUND);
        self.heap.list_set(words, at + OWNER, object);
        object
    }
}
