//! The functions of a program's tracing. Each thread has its own: those of the running one are in `Vm::globals`, the
//! others in their threads' records. Code is patched for all of them.

use ttd_core::value::Value;

use crate::Vm;
use crate::vm::{slots, threads};

impl Vm {
    /// Sets a function that is called at events: `slot` is `slots::TRACE` or `slots::PROFILE`.
    pub(crate) fn set_tracer(&mut self, slot: usize, func: Value) {
        let func = if func.is_none() { Value::UNBOUND } else { func };
        self.heap.set_slot(self.globals, slot, func);
        self.refresh_tracing();
    }

    /// Sets such a function for all threads.
    pub(crate) fn set_tracer_of_all(&mut self, slot: usize, func: Value) {
        let item = if slot == slots::TRACE { threads::slot::TRACE } else { threads::slot::PROFILE };
        for (record, _) in self.other_threads() {
            self.set_of_thread(record, item, func);
        }
        self.set_tracer(slot, func);
    }

    /// The running thread ends, and with it its tracing.
    pub(crate) fn end_tracing_of_thread(&mut self) {
        let mut ended = false;
        for slot in [slots::TRACE, slots::PROFILE, slots::TRACING, slots::OUTCOMES] {
            if !self.global(slot).is_unbound() {
                self.heap.set_slot(self.globals, slot, Value::UNBOUND);
                ended = true;
            }
        }
        if ended {
            self.refresh_tracing();
        }
    }

    /// Whether a thread has a function for traces, and whether one has a function for profiles.
    pub(super) fn is_traced_anywhere(&self) -> (bool, bool) {
        let mut found = (self.global(slots::TRACE).is_obj(), self.global(slots::PROFILE).is_obj());
        for (record, _) in self.other_threads() {
            let has = |item: usize| {
                let func = self.of_thread(record, item);
                func.is_obj() && !func.is_none()
            };
            found.0 |= has(threads::slot::TRACE);
            found.1 |= has(threads::slot::PROFILE);
        }
        found
    }
}
