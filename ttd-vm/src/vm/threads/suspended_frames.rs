//! Frame objects of threads that do not run.

use ttd_core::value::Value;

use super::suspend::{HEAD, Suspended};
use super::{shared, slot};
use crate::vm::errors::traceback::HIDDEN;
use crate::vm::slots;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// The place of the owner among the words of a frame.
const OWNER: usize = 6;

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

    /// The value of a variable in a user frame of a thread that does not run; `None` if there is no such frame.
    pub(crate) fn suspended_variable(&self, born: u64, name: &str) -> Option<Option<Value>> {
        self.other_threads().into_iter().find_map(|(record, _)| {
            let words = self.stack_words(record);
            let frames = self.suspended_frames(words);
            let (at, found) = frames.iter().find(|(_, f)| f.born == born && f.code.counted)?;
            let frame = Frame { code: found.code, func: found.values[1], ..Frame::NONE };
            let value = self.variable_number(&frame, name).map(|number| {
                let held = self.heap.list(words)[at + HEAD + number];
                self.value_of_local(&frame, number, held)
            });
            Some(value.filter(|v| !v.is_unbound()))
        })
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
