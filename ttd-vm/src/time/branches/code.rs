//! Other code for functions of a program that is in the middle of its run.
//!
//! Each function of a changed file gets the code that has its qualified name in the new text. A frame that is running,
//! and a generator that is suspended, can only go on in code that does the same: then only its lines are others.

use std::collections::HashMap;
use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Event as CodeEvent, flags};
use ttd_code::bytecode::versions::versions;
use ttd_core::value::Value;

use super::edit::Edit;
use super::reload::ChangedText;
use crate::time::inspect::eval_error::EvalError;
use crate::time::machine::Machine;
use crate::vm::call::function::CODE;
use crate::vm::code::CodeRt;
use crate::vm::objects::generator_layout::FINISHED;
use crate::{Vm, ids};

/// What has become of the code of files, by the numbers of the old code.
#[derive(Default)]
pub(super) struct NewCode {
    by_old: HashMap<u32, Replacement>,
}

struct Replacement {
    new: Option<Arc<Code>>,
    same: bool,
}

/// What a reload has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reloaded {
    /// The changed files.
    pub paths: Vec<String>,
    /// The modules and classes whose own lines have changed and do not run again, by qualified name and path.
    pub not_again: Vec<(String, String)>,
}

fn is_generator(v: Value) -> bool {
    v.is(ids::GENERATOR) || v.is(ids::COROUTINE) || v.is(ids::ASYNC_GEN)
}

/// The variables of enclosing functions that code uses.
fn closure_of(code: &Code) -> Vec<&str> {
    code.locals.iter().filter(|local| local.free).map(|local| &*local.name).collect()
}

fn refused(why: impl Into<String>) -> EvalError {
    EvalError::Raised(why.into())
}

impl Machine {
    /// Begins a branch here on which the functions of the program have the code of their source files as these are on
    /// the disk now; of one file only if it is named.
    ///
    /// # Errors
    /// Why that is impossible; nothing has changed then.
    pub fn reload_here(&mut self, file: Option<&str>) -> Result<Reloaded, EvalError> {
        let changed = self.changed_sources(Vm::source_lines, file, None)?;
        self.release();
        let now = self.vm().now().max(0) as u64;
        self.seek(now);
        let (new, not_again) = self.vm().new_code_of(&changed);
        self.vm().refuse_running(&new)?;
        let paths = changed.iter().map(|text| text.path.clone()).collect();
        self.begin_changed(&Edit::Code(new), false, changed)?;
        Ok(Reloaded { paths, not_again })
    }
}

impl Vm {
    /// Pairs the code of changed files with the new one.
    fn new_code_of(&self, changed: &[ChangedText]) -> (NewCode, Vec<(String, String)>) {
        let mut new = NewCode::default();
        let mut not_again = Vec::new();
        for text in changed {
            let path = &*text.path;
            let is_module = |code: &&&CodeRt| *code.code.path == *path && &*code.code.qualname == "<module>";
            for module in self.loaded.codes.iter().filter(is_module) {
                for version in versions(&module.code, &text.code) {
                    let Some(&id) = self.loaded.code_ids.get(&(Arc::as_ptr(&version.old) as usize)) else { continue };
                    let name = (version.old.qualname.to_string(), path.to_string());
                    let runs_once = version.old.flags & flags::OPTIMIZED == 0;
                    if runs_once && !version.same && !not_again.contains(&name) {
                        not_again.push(name);
                    }
                    new.by_old.insert(id, Replacement { new: version.new, same: version.same });
                }
            }
        }
        (new, not_again)
    }

    /// Refuses new code for what could not go on in it.
    fn refuse_running(&self, new: &NewCode) -> Result<(), EvalError> {
        let replaced = |code: &CodeRt| new.by_old.get(&code.id);
        let differs = |code: &CodeRt| replaced(code).is_some_and(|replacement| !replacement.same);
        if let Some(frame) = self.frames().find(|frame| differs(frame.code())) {
            return Err(refused(match (&*frame.code().code.qualname, frame.born) {
                ("<module>", _) => format!(
                    "The module {} is running, and its own lines have changed: use `reload --from-start`",
                    frame.code().code.path
                ),
                (name, born) => format!(
                    "{name} is running, called at event {born}, and its code has changed: go to before that event, or \
                     use `reload --from-start`"
                ),
            }));
        }
        for object in self.reached_objects() {
            let shape = || self.loaded.codes[self.heap.shape(object) as usize];
            if is_generator(object) && self.generator_state(object) != FINISHED && differs(shape()) {
                return Err(refused(format!(
                    "A generator or coroutine of {} is suspended, and its code has changed: go to before it was \
                     created, or use `reload --from-start`",
                    shape().code.qualname
                )));
            }
            if object.is(ids::FUNCTION)
                && let Some(Replacement { new: Some(code), .. }) = replaced(shape())
                && closure_of(code) != closure_of(&shape().code)
            {
                return Err(refused(format!(
                    "The new code of {} uses other variables of the functions around it: use `reload --from-start`",
                    code.qualname
                )));
            }
        }
        Ok(())
    }

    /// Gives functions, generators and frames their new code.
    pub(super) fn exchange_all_code(&mut self, new: &NewCode) {
        let mut loaded: HashMap<u32, &'static CodeRt> = HashMap::new();
        for (old, replacement) in &new.by_old {
            if let Some(code) = &replacement.new {
                loaded.insert(*old, self.load_dynamic(code.clone()));
            }
        }
        for object in self.reached_objects() {
            let is_function = object.is(ids::FUNCTION);
            if !is_function && !is_generator(object) {
                continue;
            }
            match loaded.get(&self.heap.shape(object)) {
                Some(code) if is_function => self.heap.set_slot_and_shape(object, CODE, code.value, code.id),
                Some(code) => self.heap.set_shape(object, code.id),
                None => {}
            }
        }
        for from_top in 0..self.depth() {
            let Some(frame) = self.frames().nth(from_top).copied() else { continue };
            let Some(code) = loaded.get(&frame.code().id) else { continue };
            let pc = if from_top == 0 { self.pc } else { frame.pc };
            let at = frame.code().index_of(pc);
            self.exchange_code(from_top, code, at);
        }
        self.show_present_line();
        self.flush_caches();
    }

    /// Gives the last event the line that it has in the new code.
    fn show_present_line(&mut self) {
        let code = self.top_ref().code();
        let at = code.index_of(self.pc);
        let delivered = usize::from(self.state.phase).checked_sub(1);
        let event = delivered.and_then(|n| code.code.events_at(at).get(n));
        match (event, self.state.unwinding) {
            (Some((_, CodeEvent::Call(line) | CodeEvent::Line(line) | CodeEvent::Return(line))), None) => {
                self.state.last.line = *line;
            }
            (_, Some(unwinding)) => self.state.last.line = code.line_of(unwinding.at),
            _ => {}
        }
    }
}
