//! Call-target prediction, per call site.
//!
//! The callee's function object, its code, the code's first instruction and its operands are a chain of dependent
//! loads: the processor would wait for each in turn. So a call enters the code that the same instruction entered last,
//! and only compares the prediction with the callee, which no later load depends on.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::Vm;
use crate::vm::code::CodeRt;

/// Number of entries; call sites share them by address.
const ENTRIES: usize = 128;

/// The target of the last call at a site.
#[derive(Clone, Copy)]
pub(crate) struct CallCacheEntry {
    /// The code; null before the first call.
    pub(crate) code: *const CodeRt,
    /// The function's globals. Compared before use, so it need not keep them alive.
    pub(crate) globals: Value,
    /// The id of the code, which never changes.
    id: u32,
    /// Whether there was no receiver.
    pub(crate) no_self: u32,
}

/// The table of them.
pub(crate) struct CallCache([CallCacheEntry; ENTRIES]);

impl CallCache {
    /// An empty cache.
    pub(crate) const fn new() -> CallCache {
        let nothing = CallCacheEntry { code: std::ptr::null(), globals: Value::UNBOUND, id: u32::MAX, no_self: 0 };
        CallCache([nothing; ENTRIES])
    }

    /// The entry for the call instruction before `next`, which may be another site's.
    #[inline(always)]
    pub(crate) fn entry_before(&mut self, next: *const Ins) -> &mut CallCacheEntry {
        &mut self.0[next as usize / size_of::<Ins>() % ENTRIES]
    }
}

impl CallCacheEntry {
    /// Whether the prediction is right. Combined by xor and or: if the compiler saw equalities, it could replace the
    /// predicted values by the loaded ones and bring the dependent loads back.
    #[inline(always)]
    pub(crate) fn matches(&self, id: u32, globals: Value, no_self: bool) -> bool {
        let differs = (self.id ^ id) | (self.no_self ^ u32::from(no_self));
        u64::from(differs) | (self.globals.raw() ^ globals.raw()) == 0
    }
}

impl Vm {
    /// Records the target of the call before `next`.
    #[cold]
    #[inline(never)]
    pub(crate) fn fill_call_cache(&mut self, next: *const Ins, id: u32, globals: Value, no_self: bool) {
        let code = self.loaded.codes[id as usize];
        *self.caches.call_cache.entry_before(next) = CallCacheEntry { code, globals, id, no_self: u32::from(no_self) };
    }
}
