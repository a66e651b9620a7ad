//! Short texts that were compiled at run time: `eval` in a loop compiles the same text again and again.
//!
//! What a text is compiled to depends on it, its path, its mode and its options alone, so the cache has no meaning and
//! is not flushed. Texts that the compiler warns about are not kept.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use ttd_code::bytecode::code::Code;
use ttd_code::{Mode, Options};

/// Longer texts are compiled each time, bytes.
const LONGEST: usize = 2048;
/// The texts that are kept.
const MOST: usize = 256;

/// What code depends on.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Text {
    text: Box<str>,
    path: Box<str>,
    mode: Mode,
    options: Options,
}

impl Text {
    /// Names a text; `None` for one that is not kept.
    pub(crate) fn of(text: &str, path: &str, mode: Mode, options: Options) -> Option<Text> {
        (text.len() <= LONGEST).then(|| Text { text: text.into(), path: path.into(), mode, options })
    }
}

/// The texts that were compiled last.
#[derive(Default)]
pub(crate) struct CompileCache {
    known: FxHashMap<Text, Arc<Code>>,
}

impl CompileCache {
    /// The code of a text, if it was kept.
    pub(crate) fn find(&self, text: &Text) -> Option<Arc<Code>> {
        self.known.get(text).cloned()
    }

    /// Keeps the code of a text.
    pub(crate) fn keep(&mut self, text: Text, code: &Arc<Code>) {
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert(text, code.clone());
    }
}
