//! Inspecting a program that stands still: frames, values, and evaluations in diversions.

mod diversion;
pub mod eval_error;
mod functions;
mod left_out;
pub(crate) mod object_ids;
pub(crate) mod plain_eval;
pub(crate) mod plain_value;
pub(crate) mod prompt_names;
pub mod saved_values;
mod threads;
mod variables;

pub use left_out::{LeftOut, Unmatched};
pub use threads::ThreadInfo;

use std::rc::Rc;
use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Pos};
use ttd_code::{Mode, Options, PlainExpr};
use ttd_core::value::Value;

use super::machine::{Machine, new_stack, on_big_stack};
use crate::Vm;
use crate::native::Res;
use crate::time::inspect::eval_error::EvalError;
use crate::time::inspect::plain_eval::PlainScope;
use crate::time::inspect::saved_values::SavedValue;
use crate::vm::code::compile_cache::Text;
use crate::vm::event::{CodeInfo, EventKind, FrameInfo, How};

/// The file that code of the prompt is said to be in.
const PATH: &str = "<stdin>";

/// How many plain expressions are kept.
const MOST_PLAIN: usize = 128;

impl Machine {
    /// What a code object is.
    pub fn code(&self, id: u32) -> CodeInfo {
        let rt = self.vm().loaded.codes[id as usize];
        CodeInfo {
            name: rt.code.name.to_string(),
            qualname: rt.code.qualname.to_string(),
            path: rt.code.path.to_string(),
            first_line: rt.code.first_line,
            lines: rt.code.event_lines(),
            generator: rt.is_generator(),
            program: rt.code.program,
            variables: rt
                .code
                .locals
                .iter()
                .filter(|local| !local.hidden)
                .map(|local| local.name.to_string())
                .collect(),
        }
    }

    /// The source range of the present expression of a user frame; of one that waits, the call.
    pub fn site(&self, frame: usize) -> Option<Pos> {
        let vm = self.vm();
        let frame = vm.user_frame(frame)?;
        let pc = if std::ptr::eq(frame, vm.top_ref()) { vm.pc } else { frame.pc };
        let at = frame.code().index_of(pc).checked_sub(1)?;
        frame.code().code.positions.get(at as usize).copied()
    }

    /// The user frames, innermost first.
    pub fn stack(&self) -> Vec<FrameInfo> {
        let vm = self.vm();
        let mut out = Vec::new();
        for (i, frame) in vm.frames().enumerate() {
            let begun = i == 0 || i + 1 < vm.depth() || !vm.main_has_not_begun();
            if !frame.code().counted || !begun {
                continue;
            }
            let line = if i == 0 { vm.state.last.line } else { vm.line_of_frame(frame) };
            out.push(FrameInfo { frame: frame.born, code: frame.code().id, line });
        }
        out
    }

    /// The repr of an expression's value in a user frame, as a diversion; an error is `Type: message`.
    ///
    /// # Errors
    /// What the expression raised, or why it does not compile.
    pub fn eval(&mut self, source: &str, frame: usize) -> Result<String, EvalError> {
        let prompt = self.prompt_names_in(source);
        if prompt.is_empty()
            && let Some(text) = self.vm_mut().eval_at_once(source, frame, &[])
        {
            return Ok(text);
        }
        let code = self.compile_cached(source)?;
        self.divert(|vm| {
            vm.bind_prompt_names(&prompt, frame)?;
            let scope = vm.scope_of(frame)?;
            let v = vm.run_in_scope(&code, scope)?;
            vm.repr(v)
        })
    }

    /// Runs statements in a user frame, in a diversion; returns what they printed.
    ///
    /// # Errors
    /// What they raised, or why they do not compile.
    pub fn exec(&mut self, source: &str, frame: usize) -> Result<String, EvalError> {
        self.run_statements(None, source, frame, &[])
    }

    /// The repr of the value being returned.
    pub fn retval(&mut self) -> Option<String> {
        let event = self.event();
        if event.kind != EventKind::Return || event.how == How::Unwind {
            return None;
        }
        self.divert(|vm| {
            let v = vm.value_of_return();
            vm.repr(v)
        })
        .ok()
    }

    /// The exception of an `exception` event.
    pub fn exception(&mut self) -> Option<String> {
        let unwinding = self.vm().state.unwinding?;
        let mut text = String::new();
        let _ = self.divert(|vm| {
            text = vm.format_summary(unwinding.exc);
            Ok(Value::NONE)
        });
        Some(text)
    }

    /// The variables of a user frame with the reprs of their values, sorted as they were bound.
    pub fn locals(&mut self, frame: usize) -> Vec<(String, String)> {
        let pairs = self.vm().locals_of(frame);
        self.with_reprs(pairs)
    }

    /// The arguments of a user frame.
    pub fn args(&mut self, frame: usize) -> Vec<(String, String)> {
        let pairs = self.vm().arguments_of(frame);
        self.with_reprs(pairs)
    }

    fn with_reprs(&mut self, pairs: Vec<(String, Value)>) -> Vec<(String, String)> {
        pairs
            .into_iter()
            .map(|(name, v)| {
                let text = self.divert(|vm| vm.repr(v)).unwrap_or_else(|e| format!("*** repr failed: {e} ***"));
                (name, text)
            })
            .collect()
    }

    /// The text of a source file as it was run.
    pub fn source(&self, path: &str) -> Option<String> {
        self.vm().source_lines(path).map(|lines| lines.join("\n"))
    }

    /// Which of its texts a file has now, on a branch where it has another one from some time on.
    pub fn source_version(&self, path: &str) -> Option<usize> {
        self.vm().source_version(path)
    }

    /// The digest of the state at this time.
    pub fn digest(&self) -> u128 {
        self.vm().digest()
    }

    /// Evaluates in a diversion: all effects are undone, and output is part of the answer.
    pub(super) fn divert(&mut self, ask: impl FnOnce(&mut Vm) -> Res) -> Result<String, EvalError> {
        self.on_eval_stack(|vm| vm.divert(ask))
    }

    /// Runs `f`, which may evaluate Python, on the stack for diversions.
    pub(super) fn on_eval_stack<T>(&mut self, f: impl FnOnce(&mut Vm) -> T) -> T {
        let stack = self.eval_stack.take().or_else(new_stack);
        let Some(mut stack) = stack else { return f(self.vm_mut()) };
        let result = corosensei::on_stack(&mut stack, || f(self.vm_mut()));
        self.eval_stack = Some(stack);
        result
    }

    /// Notes what the watched targets hold now; expressions are evaluated.
    pub(super) fn begin_watching(&mut self) {
        if self.vm_mut().driver().is_some_and(|d| d.armed.data.is_active()) {
            self.on_eval_stack(Vm::begin_watching);
        }
    }

    /// As [`Vm::compile_cached`].
    pub(super) fn compile_cached(&mut self, source: &str) -> Result<Arc<Code>, EvalError> {
        self.vm_mut().compile_cached(source)
    }
}

impl Vm {
    /// The repr of a plain expression's value in a user frame, with further names; `None` if it takes a diversion.
    fn eval_at_once(&mut self, source: &str, frame: usize, names: &[(String, SavedValue)]) -> Option<String> {
        let expr = self.plain_cached(source)?;
        let scope = PlainScope::Running(*self.user_frame(frame)?, names);
        self.repr_of_plain_expr(&expr, &scope).ok()
    }

    /// Parses a plain expression, with a cache.
    pub(in crate::time) fn plain_cached(&mut self, source: &str) -> Option<Rc<PlainExpr>> {
        if let Some(known) = self.caches.plain.get(source) {
            return known.clone();
        }
        let found = on_big_stack(|| ttd_code::plain_expression(source)).map(Rc::new);
        if self.caches.plain.len() >= MOST_PLAIN {
            self.caches.plain.clear();
        }
        self.caches.plain.insert(source.into(), found.clone());
        found
    }

    /// Compiles an expression, with a cache: conditions are evaluated again and again.
    pub(super) fn compile_cached(&mut self, source: &str) -> Result<Arc<Code>, EvalError> {
        let text = Text::of(source, PATH, Mode::Eval, Options::default());
        if let Some(known) = text.as_ref().and_then(|text| self.caches.compiled.find(text)) {
            return Ok(known);
        }
        let code = compile(source, Mode::Eval)?;
        if let Some(text) = text {
            self.caches.compiled.keep(text, &code);
        }
        Ok(code)
    }
}

pub(crate) fn compile(source: &str, mode: Mode) -> Result<Arc<Code>, EvalError> {
    let opts = Options::default();
    on_big_stack(|| ttd_code::compile(source, PATH, mode, opts))
        .map_err(|e| EvalError::NotCompilable(format!("{}: {}", e.class, e.message)))
}
