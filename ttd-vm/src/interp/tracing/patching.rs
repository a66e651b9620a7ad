//! Patching code for a program's own tracing.
//!
//! Programs trace single calls, and the code of a large program is long. So what tracing has patched stays when it
//! ends, until it is met, and what was met or loaded since then is all that must be patched when it begins again.

use crate::Vm;
use crate::vm::code::CodeRt;
use crate::vm::code::trace_sites::wants;
use crate::vm::slots;
use ttd_core::value::Value;

impl Vm {
    /// Patches code for what the program's state says is traced.
    pub(crate) fn refresh_tracing(&mut self) {
        let (traces, profiles) = self.is_traced_anywhere();
        let mut wanted = self.monitoring_wants();
        if traces || profiles || self.traces_memory() {
            wanted |= wants::EVENTS;
        }
        if profiles {
            wanted |= wants::CALLS;
        }
        if traces && self.global(slots::TRACE_OPCODES) == Value::TRUE {
            wanted |= wants::EVERY;
        }
        if wanted == self.loaded.tracing.wanted {
            return;
        }
        self.loaded.tracing.wanted = wanted;
        if wanted == 0 {
            return;
        }
        let behind = std::mem::take(&mut self.loaded.tracing.repatched);
        let is_known = self.loaded.tracing.patched_for == wanted;
        self.loaded.tracing.patched_for = wanted;
        let codes = if is_known { behind } else { self.loaded.codes.to_vec() };
        codes.into_iter().for_each(|code| self.patch_for_tracing(code));
    }

    /// Patches a code object that was loaded.
    pub(crate) fn trace_new_code(&mut self, code: &'static CodeRt) {
        match self.loaded.tracing.wanted {
            0 if self.loaded.tracing.patched_for != 0 => self.loaded.tracing.repatched.push(code),
            _ => self.patch_for_tracing(code),
        }
    }

    /// Removes the patches of the top frame's code if nothing is traced any more.
    #[inline]
    pub(crate) fn leave_tracing(&mut self) {
        let code = self.top_ref().code();
        if self.loaded.tracing.wanted == 0 && code.traced.get() != 0 {
            self.patch_for_tracing(code);
            self.loaded.tracing.repatched.push(code);
        }
    }

    /// Patches a code object for what is traced now.
    fn patch_for_tracing(&mut self, code: &'static CodeRt) {
        let wanted = self.loaded.tracing.wanted;
        if code.traced.get() == wanted || !code.is_traceable() {
            return;
        }
        let before = code.traced.replace(wanted);
        for (at, marks) in code.marks().iter().enumerate() {
            if marks & (before | wanted) != 0 {
                code.patch(at as u32, self.patch_of_search(code.id, at as u32));
            }
        }
    }
}
