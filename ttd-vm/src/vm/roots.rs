//! Collection: what keeps objects alive.

use ttd_core::value::Value;

use crate::Vm;
use crate::vm::frame::Frame;

impl Vm {
    /// Collects garbage, unless native code is waiting for Python code: it may hold values that nobody knows of.
    #[cold]
    #[inline(never)]
    pub(crate) fn collect_soon(&mut self) {
        if self.native_depth == 0 {
            self.collect_garbage();
        }
    }

    /// Collects garbage. Must not be called while native code holds values.
    pub fn collect_garbage(&mut self) {
        let mut roots: Vec<Value> = Vec::with_capacity(4096);
        self.each_root(&mut |v| roots.push(v));
        let (control, log) = (&self.control, &self.log);
        self.heap.collect(&mut |marker| {
            marker.values(&roots);
            control.each_root(&mut |values| marker.values(values));
            log.iter().for_each(|log| log.each_root(&mut |values| marker.values(values)));
        });
    }

    /// Everything that the program's state, or the machine itself, refers to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(Value)) {
        self.each_state_root(f);
        f(self.hidden);
        self.immortals.iter().copied().for_each(&mut *f);
        self.shapes.classes().for_each(&mut *f);
        self.types.all().into_iter().for_each(&mut *f);
        self.repr_guard.iter().copied().for_each(&mut *f);
    }

    /// Whether a register of the frame with so many frames above it may still be read. Variables always may.
    pub(crate) fn is_needed(&self, place: usize, frame: &Frame, register: usize) -> bool {
        let code = frame.code();
        let next = code.index_of(if place == 0 { self.pc } else { frame.pc }) as usize;
        // A frame waits in the instruction before `pc`; one that was just entered has none before it.
        let live = code.liveness();
        live.is_live(next.saturating_sub(1), register) || place == 0 && live.is_live(next, register)
    }

    /// Everything that the program's state refers to.
    pub(crate) fn each_state_root(&self, f: &mut dyn FnMut(Value)) {
        f(self.globals);
        f(self.state.exc);
        if let Some(u) = self.state.unwinding {
            f(u.exc);
        }
        f(self.exit_value);
        for frame in self.frames() {
            frame.values().into_iter().for_each(&mut *f);
            for i in 0..frame.code().nregs as usize {
                // SAFETY: a pushed frame's window holds `nregs` registers.
                f(unsafe { *frame.base.add(i) });
            }
        }
    }
}
