//! Source texts by path: what tracebacks and the debugger show.

use std::rc::Rc;

use crate::Vm;

impl Vm {
    /// Keeps the text of a file as it was run.
    pub fn add_source(&mut self, path: &str, text: &str) {
        let lines = text.lines().map(str::to_string).collect();
        self.loaded.sources.insert(path.to_string(), Rc::new(lines));
    }

    /// The lines of a file as it was run.
    pub fn source_lines(&self, path: &str) -> Option<Rc<Vec<String>>> {
        let known = self.loaded.sources.get(path).cloned();
        known.or_else(|| {
            let text = ttd_lib::library_module_at(path)?.source();
            Some(Rc::new(text.lines().map(str::to_string).collect()))
        })
    }
}
