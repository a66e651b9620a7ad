//! What calls enter, foretold from where they stand.
//!
//! Where a call goes on follows from the callee: from the function, which was stored just now, to its code, to the code's
//! first instruction, and from that to what it stores. A processor that does a dozen things at once would wait for each
//! of these in turn, and for the same again in the callee. So a call goes on in what the same instruction entered the
//! last time, and only looks whether that is right, for which nothing has to wait.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::Vm;
use crate::vm::code::CodeRt;

/// So many instructions are told apart.
const ENTRIES: usize = 128;

/// What a call entered the last time.
#[derive(Clone, Copy)]
pub(crate) struct CallCacheEntry {
    /// The code; null when there was no call.
    pub(crate) code: *const CodeRt,
    /// The function's globals: only a comparison with those of a function that is there makes it something.
    pub(crate) globals: Value,
    /// The number of the code, which stays its number.
    id: u32,
    /// Whether nothing stood where a method's `self` is put.
    pub(crate) no_self: u32,
}

/// The table of them.
pub(crate) struct CallCache([CallCacheEntry; ENTRIES]);

impl CallCache {
    /// No call was made.
    pub(crate) const fn new() -> CallCache {
        let nothing = CallCacheEntry { code: std::ptr::null(), globals: Value::UNBOUND, id: u32::MAX, no_self: 0 };
        CallCache([nothing; ENTRIES])
    }

    /// What the call before `next` entered the last time, or another one.
    #[inline(always)]
    pub(crate) fn entry_before(&mut self, next: *const Ins) -> &mut CallCacheEntry {
        &mut self.0[next as usize / size_of::<Ins>() % ENTRIES]
    }
}

impl CallCacheEntry {
    /// Whether this is what is called now. Asked so that a compiler which knows that things are equal then does not take
    /// the ones for which there is something to wait.
    #[inline(always)]
    pub(crate) fn matches(&self, id: u32, globals: Value, is_plain: bool) -> bool {
        let differs = (self.id ^ id) | (self.no_self ^ u32::from(is_plain));
        u64::from(differs) | (self.globals.raw() ^ globals.raw()) == 0
    }
}

impl Vm {
    /// The call before `next` enters something else.
    #[cold]
    #[inline(never)]
    pub(crate) fn fill_call_cache(&mut self, next: *const Ins, id: u32, globals: Value, is_plain: bool) {
        let code = self.loaded.codes[id as usize];
        *self.caches.call_cache.entry_before(next) = CallCacheEntry { code, globals, id, no_self: u32::from(is_plain) };
    }
}
