//! The whole run once more with other source files and the same inputs: does a fix repair this very run?
//!
//! It is a branch that begins before the first event. The main module's frame gets the new code, and when the program
//! reads the source of a module that has changed, it gets the new text instead of the recorded one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use ttd_code::bytecode::code::Code;
use ttd_core::value::Value;

use crate::Vm;
use crate::time::inspect::eval_error::EvalError;
use crate::time::launch::Ready;
use crate::time::machine::{Machine, on_big_stack};
use crate::time::program::compile;
use crate::vm::code::source::{Lines, SourceVersion};
use crate::vm::slots;
use crate::vm::stack::frame::Cont;

/// A source file with another text than the one that was run.
pub(super) struct ChangedText {
    pub(super) path: String,
    pub(super) text: String,
    /// What its module runs.
    pub(super) code: Arc<Code>,
}

impl ChangedText {
    /// The texts as modules are to read them.
    pub(super) fn texts(changed: &[ChangedText]) -> BTreeMap<PathBuf, Rc<[u8]>> {
        changed.iter().map(|one| (PathBuf::from(&one.path), Rc::from(one.text.as_bytes()))).collect()
    }

    /// The versions of their files that begin at a time.
    pub(super) fn versions(changed: &[ChangedText], since: i64) -> Vec<SourceVersion> {
        let lines = |text: &str| Rc::new(text.lines().map(str::to_string).collect());
        let version = |one: &ChangedText| SourceVersion { path: one.path.clone(), since, lines: lines(&one.text) };
        changed.iter().map(version).collect()
    }
}

fn refused(why: impl Into<String>) -> EvalError {
    EvalError::Raised(why.into())
}

impl Machine {
    /// Begins a branch before the first event, with these source files by their paths, or without them with those of
    /// the program as they are on the disk now. Nothing of it has run afterwards. Returns the paths of the changed
    /// files.
    ///
    /// # Errors
    /// Why that is impossible; nothing has changed then.
    pub fn reload(&mut self, texts: Option<&BTreeMap<String, String>>) -> Result<Vec<String>, EvalError> {
        if self.recorded().is_some() {
            return Err(refused("No branch can begin in a run of which only a part is recorded"));
        }
        let changed = self.changed_sources(|vm, path| vm.loaded.sources.get(path).cloned(), None, texts)?;
        let main = self.launch.ready.code.path.clone();
        let mut ready = self.launch.ready.clone();
        if let Some(own) = changed.iter().find(|one| *one.path == *main) {
            (ready.source, ready.code) = (own.text.clone(), own.code.clone());
        }
        self.release();
        self.exchange(0);
        if self.checkpoint_time(0) != -1 {
            return Err(refused("The beginning of the run is not recorded any more"));
        }
        self.seal_log();
        self.restore(0);
        let fork = self.begin(-1)?;
        self.vm_mut().begin_main_again(&ready);
        self.settle(0, fork, &changed, -1);
        Ok(changed.into_iter().map(|own| own.path).collect())
    }

    /// The source files of the program that were run, library code not included, by their paths.
    pub fn sources_run(&self) -> BTreeMap<String, String> {
        let own = self.vm().loaded.sources.iter().filter(|(path, _)| !path.starts_with(ttd_lib::ROOT));
        own.map(|(path, lines)| (path.clone(), lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect())).collect()
    }

    /// The source files of the program that have another text than `text_of` gives: one of these, or without them that
    /// on the disk. Only one if a file is named, by the end of its path.
    pub(super) fn changed_sources(
        &self,
        text_of: impl Fn(&Vm, &str) -> Option<Lines>,
        file: Option<&str>,
        texts: Option<&BTreeMap<String, String>>,
    ) -> Result<Vec<ChangedText>, EvalError> {
        let vm = self.vm();
        let is_meant = |path: &str| file.is_none_or(|file| Path::new(path).ends_with(file));
        let mut all: Vec<&String> = vm.loaded.sources.keys().filter(|path| is_meant(path)).collect();
        all.sort();
        if let (Some(file), []) = (file, &all[..]) {
            return Err(refused(format!("No source file {file} was run")));
        }
        let mut changed = Vec::new();
        for path in all {
            let text = match texts {
                Some(texts) => texts.get(path).cloned(),
                None => text_on_disk(path)?,
            };
            let Some(text) = text else { continue };
            if text_of(vm, path).is_some_and(|old| old.iter().map(String::as_str).eq(text.lines())) {
                continue;
            }
            let code = on_big_stack(|| compile(&text, path, &self.launch.ready.settings));
            let code = code.map_err(|e| refused(e.message))?;
            changed.push(ChangedText { path: path.clone(), text, code });
        }
        match changed.is_empty() {
            true => Err(refused(match file {
                None => "No source file of the program has changed since it was run".to_string(),
                Some(file) => format!("{file} has not changed since it was run"),
            })),
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
    /// Has a branch show its own sources, or not any more.
    pub(super) fn show_sources(&mut self, sources: &[SourceVersion], own: bool) {
        let all = &mut self.loaded.source_versions;
        match own {
            true => all.extend_from_slice(sources),
            false => all.truncate(all.len() - sources.len()),
        }
    }

    /// Replaces what is about to run by the main module with this code. Nothing of the program has run.
    fn begin_main_again(&mut self, ready: &Ready) {
        self.fp = self.frame_stack.start();
        let rt = self.load_code(&ready.code);
        self.loaded.dynamic_codes.hold(ready.code.clone());
        let dict = self.global(slots::MAIN);
        if self.push_code(rt, dict, dict, Cont::Exit, 0).is_err() {
            panic!("an empty stack has no room for the main module");
        }
        let name = ready.module.as_ref().map_or(Value::NONE, |name| self.new_name(name));
        self.prepare_main(ready, name);
    }
}
