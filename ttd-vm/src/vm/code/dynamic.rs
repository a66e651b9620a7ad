//! Code that was compiled at run time, kept so that no address is used twice.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use ttd_code::bytecode::code::Code;

/// The code objects, by content.
#[derive(Default)]
pub(crate) struct DynamicCodes {
    by_fingerprint: FxHashMap<u64, Vec<Arc<Code>>>,
}

impl DynamicCodes {
    /// Keeps code and returns it, or equal code from before.
    pub(crate) fn keep(&mut self, code: Arc<Code>) -> Arc<Code> {
        let equal = self.by_fingerprint.entry(code.fingerprint()).or_default();
        if let Some(known) = equal.iter().find(|known| Arc::ptr_eq(known, &code) || ***known == *code) {
            return known.clone();
        }
        equal.push(code.clone());
        code
    }

    /// Keeps this very code object, which was loaded already.
    pub(crate) fn hold(&mut self, code: Arc<Code>) {
        self.by_fingerprint.entry(code.fingerprint()).or_default().push(code);
    }
}
