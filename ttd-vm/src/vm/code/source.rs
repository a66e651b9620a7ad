//! Source texts by path: what tracebacks and the debugger show.

use std::rc::Rc;

use crate::Vm;

/// The lines of a file.
pub(crate) type Lines = Rc<Vec<String>>;

/// The text that a file has from a time on.
#[derive(Clone, Debug)]
pub(crate) struct SourceVersion {
    pub(crate) path: String,
    /// The last event before it.
    pub(crate) since: i64,
    pub(crate) lines: Lines,
}

impl Vm {
    /// Keeps the text of a file as it was run.
    pub fn add_source(&mut self, path: &str, text: &str) {
        // A branch on which the file has another text does not change what the run as it was shows.
        if self.loaded.source_versions.iter().all(|version| version.path != path) {
            let lines = text.lines().map(str::to_string).collect();
            self.loaded.sources.insert(path.to_string(), Rc::new(lines));
        }
    }

    /// The lines of a file as it was run.
    pub fn source_lines(&self, path: &str) -> Option<Lines> {
        if let Some(version) = self.source_version(path).and_then(|at| self.loaded.source_versions.get(at)) {
            return Some(version.lines.clone());
        }
        let known = self.loaded.sources.get(path).cloned();
        known.or_else(|| {
            let text = ttd_lib::library_module_at(path)?.source();
            Some(Rc::new(text.lines().map(str::to_string).collect()))
        })
    }

    /// Which of the other texts of a file it has now.
    pub(crate) fn source_version(&self, path: &str) -> Option<usize> {
        let now = self.now();
        self.loaded.source_versions.iter().rposition(|version| version.path == path && version.since <= now)
    }
}
