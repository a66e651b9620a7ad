//! The collector's roots.

use ttd_core::value::Value;

use crate::Vm;
use crate::vm::stack::frame::Frame;

impl Vm {
    /// Collects garbage, only young objects if that suffices. Does nothing while native code waits for Python code,
    /// because it may hold values that are not roots.
    #[cold]
    #[inline(never)]
    pub(crate) fn collect_if_safe(&mut self) {
        if self.limits.native_depth > 0 {
            return;
        }
        self.note_memory_in_use();
        // A plain run raises MemoryError at its next back edge; a debugger's must not depend on garbage.
        if !self.counting() && self.heap.bytes_used() > self.heap.limit() {
            self.counting.budget = 0;
        }
        if !self.heap.can_collect_young() {
            return self.collect_garbage();
        }
        let mut roots: Vec<Value> = Vec::with_capacity(256);
        self.each_young_root(&mut |v| roots.push(v));
        let (control, log) = (&self.control, &self.log);
        let collected = self.heap.nodes_collected();
        self.heap.collect_young(&mut |marker| {
            marker.values(&roots);
            control.each_root_since(collected, &mut |values| marker.values(values));
            control.tombstones().for_each(|cell| marker.cell(cell));
            log.iter().for_each(|log| log.each_new_root(&mut |values| marker.values(values)));
        });
        self.note_collection();
    }

    /// Notes how much memory is in use, if that is more than before: a measurement, which programs ask the host for.
    pub(crate) fn note_memory_in_use(&mut self) {
        let world = &mut self.host.world;
        world.memory_peak = world.memory_peak.max(self.heap.bytes_used());
    }

    /// Collects all garbage. Must not be called while native code holds values.
    pub fn collect_garbage(&mut self) {
        let roots = self.all_roots();
        let (control, log) = (&self.control, &self.log);
        self.heap.collect(&mut |marker| {
            marker.values(&roots);
            control.each_root(&mut |values| marker.values(values));
            control.tombstones().for_each(|cell| marker.cell(cell));
            log.iter().for_each(|log| log.each_root(&mut |values| marker.values(values)));
        });
        self.note_collection();
    }

    /// Notes that what is a root now and stays one was marked.
    pub(crate) fn note_collection(&mut self) {
        self.loaded.collected = self.loaded.immortals.len();
        let beside = self.control.driver_mut().and_then(|d| d.log_beside.as_mut());
        self.log.iter_mut().chain(beside).for_each(|log| log.note_collection());
    }

    fn all_roots(&self) -> Vec<Value> {
        let mut roots: Vec<Value> = Vec::with_capacity(4096);
        self.each_root(&mut |v| roots.push(v));
        roots
    }

    /// Visits everything that the program's state or the machine refers to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(Value)) {
        self.each_young_root(f);
        self.loaded.immortals.iter().copied().for_each(&mut *f);
        self.types.all().into_iter().for_each(&mut *f);
    }

    /// Visits the roots that may have come or changed since the last collection.
    fn each_young_root(&self, f: &mut dyn FnMut(Value)) {
        self.each_state_root(f);
        f(self.finalizer_state);
        self.loaded.immortals[self.loaded.collected..].iter().copied().for_each(&mut *f);
        self.loaded.shapes.classes().for_each(&mut *f);
        self.pending.repr_guard.iter().copied().for_each(&mut *f);
        self.heap.each_watched_value(&mut |values| values.iter().copied().for_each(&mut *f));
    }

    /// Visits everything that the program's state refers to.
    pub(crate) fn each_state_root(&self, f: &mut dyn FnMut(Value)) {
        self.each_register_root(|_, _, _| true, f);
    }

    /// Visits the same roots in the same order, with `UNBOUND` for dead registers, which are no part of the program's
    /// state.
    pub(crate) fn each_live_root(&self, f: &mut dyn FnMut(Value)) {
        // At an event no instruction is half done.
        let resumed = self.state.phase == 0 || self.state.unwinding.is_some();
        let needed = |above: Option<&Frame>, frame: &Frame, register: usize| {
            let code = frame.code();
            match above {
                None => code.is_live(code.index_of(self.pc), register, resumed),
                Some(above) => code.is_live_while_waiting(code.index_of(frame.pc), above.cont, register),
            }
        };
        self.each_register_root(needed, f);
    }

    /// `needed` gets the frame above, the frame and the register's number.
    fn each_register_root(&self, needed: impl Fn(Option<&Frame>, &Frame, usize) -> bool, f: &mut dyn FnMut(Value)) {
        f(self.globals);
        f(self.state.exc);
        f(self.state.unwinding.map_or(Value::UNBOUND, |u| u.exc));
        f(self.pending.exit_value);
        let mut above = None;
        for frame in self.frames() {
            frame.values().into_iter().for_each(&mut *f);
            for i in 0..frame.code().nregs as usize {
                f(if needed(above, frame, i) { self.register_in(frame, i) } else { Value::UNBOUND });
            }
            above = Some(frame);
        }
    }
}
