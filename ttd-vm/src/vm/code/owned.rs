//! The loaded code objects of a machine, which end with it.
//!
//! # Why the unsafe code is sound
//!
//! References to code objects are `'static` for the interpreter's sake, but never leave the machine: frames, caches and
//! checkpoints that have them belong to it. The machine drops these boxes as one of its own fields, when no code of it
//! runs any more; nothing that is dropped later reads a code object.

use std::ops::Deref;

use super::CodeRt;

/// All loaded code objects, by id.
#[derive(Default)]
pub(crate) struct OwnedCodes {
    all: Vec<&'static CodeRt>,
    boxes: Vec<*mut CodeRt>,
}

impl OwnedCodes {
    /// Adds a code object.
    pub(crate) fn add(&mut self, code: CodeRt) -> &'static CodeRt {
        let owned = Box::into_raw(Box::new(code));
        self.boxes.push(owned);
        // SAFETY: it was boxed just now; see the module for how long it lives.
        let code: &'static CodeRt = unsafe { &*owned };
        self.all.push(code);
        code
    }
}

impl Deref for OwnedCodes {
    type Target = [&'static CodeRt];

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

impl Drop for OwnedCodes {
    fn drop(&mut self) {
        self.all.clear();
        for owned in self.boxes.drain(..) {
            // SAFETY: `add` boxed it; see the module for why nothing refers to it any more.
            drop(unsafe { Box::from_raw(owned) });
        }
    }
}
