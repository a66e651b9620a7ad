//! The whole run once more with other source files and the same inputs: does a fix repair this very run?
//!
//! It is a branch that begins before the first event. The main module's frame gets the new code, and when the program
//! reads the source of a module that has changed, it gets the new text instead of the recorded one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ttd_core::value::Value;

use super::Branch;
use crate::Vm;
use crate::time::inspect::eval_error::EvalError;
use crate::time::launch::Ready;
use crate::time::machine::{Machine, on_big_stack};
use crate::time::program::compile;
use crate::vm::slots;
use crate::vm::stack::frame::Cont;

/// The lines of a file.
type Lines = Rc<Vec<String>>;

/// A source file that has changed since it was run.
#[derive(Clone)]
pub(super) struct ChangedSource {
    path: String,
    old: Lines,
    new: Lines,
}

fn refused(why: impl Into<String>) -> EvalError {
    EvalError::Raised(why.into())
}

impl Machine {
    /// Begins a branch before the first event, with the source files of the program as they are on the disk now.
    /// Nothing of it has run afterwards. Returns the paths of the changed files.
    ///
    /// # Errors
    /// Why that is impossible; nothing has changed then.
    pub fn reload(&mut self) -> Result<Vec<String>, EvalError> {
        self.run_again_with(None)
    }

    /// As `reload`, with these texts by their paths, whatever is on the disk.
    ///
    /// # Errors
    /// As for `reload`.
    pub fn reload_with(&mut self, texts: &BTreeMap<String, String>) -> Result<Vec<String>, EvalError> {
        self.run_again_with(Some(texts))
    }

    /// The source files of the program that were run, library code not included, by their paths.
    pub fn sources_run(&self) -> BTreeMap<String, String> {
        let own = self.vm().loaded.sources.iter().filter(|(path, _)| !path.starts_with(ttd_lib::ROOT));
        own.map(|(path, lines)| (path.clone(), lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect())).collect()
    }

    fn run_again_with(&mut self, texts: Option<&BTreeMap<String, String>>) -> Result<Vec<String>, EvalError> {
        if self.recorded().is_some() {
            return Err(refused("No branch can begin in a run of which only a part is recorded"));
        }
        let changed = self.changed_sources(texts)?;
        let main = self.launch.ready.code.path.clone();
        let mut ready = self.launch.ready.clone();
        if let Some((own, text)) = changed.iter().find(|(own, _)| *own.path == *main) {
            ready.source = text.clone();
            ready.code = on_big_stack(|| compile(text, &own.path, &ready.settings)).map_err(|e| refused(e.message))?;
        }
        self.release();
        self.exchange(0);
        if self.checkpoint_time(0) != -1 {
            return Err(refused("The beginning of the run is not recorded any more"));
        }
        self.seal_log();
        self.restore(0);
        let fork = self.begin(-1)?;
        let vm = self.vm_mut();
        vm.begin_main_again(&ready);
        let texts = changed.iter().map(|(own, text)| (PathBuf::from(&own.path), Rc::from(text.as_bytes()))).collect();
        let sources: Vec<ChangedSource> = changed.into_iter().map(|(own, _)| own).collect();
        vm.show_sources(&sources, true);
        let paths = sources.iter().map(|own| own.path.clone()).collect();
        self.branches.all.push(Some(Branch { parent: 0, fork, sources }));
        self.branches.current = self.branches.all.len();
        self.leave_outside(0);
        self.vm_mut().host.change_sources(texts);
        self.begin_here();
        Ok(paths)
    }

    /// The source files of the program that have another text now, with that: one of these, or without them that on the
    /// disk.
    fn changed_sources(
        &self,
        texts: Option<&BTreeMap<String, String>>,
    ) -> Result<Vec<(ChangedSource, String)>, EvalError> {
        let vm = self.vm();
        let mut all: Vec<(&String, &Lines)> = vm.loaded.sources.iter().collect();
        all.sort();
        let mut changed = Vec::new();
        for (path, old) in all {
            let text = match texts {
                Some(texts) => texts.get(path).cloned(),
                None => text_on_disk(path)?,
            };
            let Some(text) = text else { continue };
            let new: Lines = Rc::new(text.lines().map(str::to_string).collect());
            if new == *old {
                continue;
            }
            on_big_stack(|| compile(&text, path, &self.launch.ready.settings)).map_err(|e| refused(e.message))?;
            changed.push((ChangedSource { path: path.clone(), old: old.clone(), new }, text));
        }
        match changed.is_empty() {
            true => Err(refused("No source file of the program has changed since it was run")),
            false => Ok(changed),
        }
    }
}

/// The text of a source file that is there and not of the library.
fn text_on_disk(path: &str) -> Result<Option<String>, EvalError> {
    let is_file = !path.starts_with(ttd_lib::ROOT) && Path::new(path).is_file();
    let Some(bytes) = is_file.then(|| std::fs::read(path).ok()).flatten() else { return Ok(None) };
    let text = ttd_code::decode_file(&bytes, path);
    text.map(Some).map_err(|e| refused(format!("{}: {} ({path}, line {})", e.class, e.message, e.line)))
}

impl Vm {
    /// Has a branch show its own sources, or the others theirs again.
    pub(super) fn show_sources(&mut self, sources: &[ChangedSource], own: bool) {
        for source in sources {
            let lines = if own { &source.new } else { &source.old };
            self.loaded.sources.insert(source.path.clone(), lines.clone());
        }
    }

    /// Replaces what is about to run by the main module with this code. Nothing of the program has run.
    fn begin_main_again(&mut self, ready: &Ready) {
        self.fp = self.frame_stack.start();
        let rt = self.load_code(&ready.code);
        self.loaded.dynamic_codes.push(ready.code.clone());
        let dict = self.global(slots::MAIN);
        if self.push_code(rt, dict, dict, Cont::Exit, 0).is_err() {
            panic!("an empty stack has no room for the main module");
        }
        let name = ready.module.as_ref().map_or(Value::NONE, |name| self.new_name(name));
        self.prepare_main(ready, name);
    }
}
