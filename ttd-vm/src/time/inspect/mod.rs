//! Looking at a program that stands still: frames, values, and questions as diversions.

pub(crate) mod object_ids;
pub mod saved_values;

use std::sync::Arc;

use ttd_code::bytecode::code::Code;
use ttd_code::{Mode, Options};
use ttd_core::value::Value;

use super::machine::{Machine, new_stack, on_big_stack};
use crate::native::{Res, Trap};
use crate::vm::code::CodeRt;
use crate::vm::event::{CodeInfo, EventKind, FrameInfo, How};
use crate::vm::stack::frame::{Cont, Frame};
use crate::{Vm, ids};

/// How many compiled questions are kept.
const QUESTIONS: usize = 16;

impl Machine {
    /// What a code object is.
    pub fn code(&self, id: u32) -> CodeInfo {
        let rt = self.vm().loaded.codes[id as usize];
        CodeInfo {
            name: rt.code.name.to_string(),
            qualname: rt.code.qualname.to_string(),
            path: rt.code.path.to_string(),
            first_line: rt.code.first_line,
            lines: rt.event_lines(),
            generator: rt.is_generator(),
        }
    }

    /// The user frames, innermost first.
    pub fn stack(&self) -> Vec<FrameInfo> {
        let vm = self.vm();
        let mut out = Vec::new();
        for (i, frame) in vm.frames().enumerate() {
            if !frame.code().counted {
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
    pub fn eval(&mut self, source: &str, frame: usize) -> Result<String, String> {
        let code = self.question(source)?;
        self.divert(|vm| {
            let scope = vm.scope_of(frame)?;
            let v = vm.run_in_scope(&code, scope)?;
            vm.repr(v)
        })
    }

    /// Runs statements in a user frame, as a diversion: what they printed.
    ///
    /// # Errors
    /// What they raised, or why they do not compile.
    pub fn exec(&mut self, source: &str, frame: usize) -> Result<String, String> {
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

    /// The digest of the state at this time.
    pub fn digest(&self) -> u128 {
        self.vm().digest()
    }

    /// Asks a question: whatever it does is undone, what it prints is part of the answer.
    pub(super) fn divert(&mut self, ask: impl FnOnce(&mut Vm) -> Res) -> Result<String, String> {
        self.on_question_stack(|vm| vm.divert(ask))
    }

    /// Does something that may ask questions.
    pub(super) fn on_question_stack<T>(&mut self, f: impl FnOnce(&mut Vm) -> T) -> T {
        let stack = self.question_stack.take().or_else(new_stack);
        let Some(mut stack) = stack else { return f(self.vm_mut()) };
        let told = corosensei::on_stack(&mut stack, || f(self.vm_mut()));
        self.question_stack = Some(stack);
        told
    }

    /// Notes what the places that are followed hold now: expressions among them are questions.
    pub(super) fn begin_following(&mut self) {
        if self.vm_mut().driver().is_some_and(|d| d.armed.follow.is_on()) {
            self.on_question_stack(Vm::begin_following);
        }
    }

    /// A compiled expression: the same conditions are asked again and again.
    pub(super) fn question(&mut self, source: &str) -> Result<Arc<Code>, String> {
        if let Some(known) = self.questions.iter().find(|(text, _)| text == source) {
            return Ok(known.1.clone());
        }
        let code = compile(source, Mode::Eval)?;
        if self.questions.len() >= QUESTIONS {
            self.questions.remove(0);
        }
        self.questions.push((source.to_string(), code.clone()));
        Ok(code)
    }
}

pub(crate) fn compile(source: &str, mode: Mode) -> Result<std::sync::Arc<ttd_code::bytecode::code::Code>, String> {
    let opts = Options { counted: false, ..Options::default() };
    on_big_stack(|| ttd_code::compile(source, "<stdin>", mode, opts)).map_err(|e| format!("{}: {}", e.class, e.message))
}

impl Vm {
    pub(crate) fn divert(&mut self, ask: impl FnOnce(&mut Vm) -> Res) -> Result<String, String> {
        let saved = self.save_for_diversion();
        self.host.begin_diversion();
        if let Some(d) = self.driver() {
            d.suspend_time = true;
        }
        self.limits.native_depth += 1;
        let result = ask(self);
        let mut text = match result {
            Ok(v) if v.is(ids::STR) => Ok(self.text_lossy(v).into_owned()),
            Ok(_) => Ok(String::new()),
            Err(Trap::Raise(e)) => Err(self.format_summary(e)),
            // Ctrl-C. The flag stays: what was to follow the question must not.
            Err(_) => Err("KeyboardInterrupt".to_string()),
        };
        let printed = String::from_utf8_lossy(&self.host.end_diversion()).into_owned();
        self.restore_after_diversion(saved);
        if let Ok(answer) = &mut text
            && !printed.is_empty()
        {
            let sep = if printed.ends_with('\n') { "" } else { "\n" };
            *answer = if answer.is_empty() { printed } else { format!("{printed}{sep}{answer}") };
        }
        text
    }

    /// The user frame with this number, innermost first.
    pub(crate) fn user_frame(&self, n: usize) -> Option<&Frame> {
        self.frames().filter(|f| f.code().counted).nth(n)
    }

    /// The line that a waiting frame is at.
    pub(crate) fn line_of_frame(&self, frame: &Frame) -> u32 {
        let code = frame.code();
        let line = code.line_of(code.index_of(frame.pc).saturating_sub(1));
        if line == 0 { code.code.first_line } else { line }
    }

    /// The arguments of a user frame, in the order of the signature.
    pub(crate) fn arguments_of(&self, frame: usize) -> Vec<(String, Value)> {
        let Some(f) = self.user_frame(frame) else { return Vec::new() };
        let code = &f.code().code;
        let n = (code.args + code.kwonly) as usize
            + usize::from(f.code().has(ttd_code::bytecode::code::flags::VARARGS))
            + usize::from(f.code().has(ttd_code::bytecode::code::flags::VARKEYWORDS));
        let order: Vec<&str> = code.locals[..n].iter().map(|l| &*l.name).collect();
        let mut pairs = self.locals_of(frame);
        pairs.retain(|p| order.contains(&p.0.as_str()));
        pairs.sort_by_key(|p| order.iter().position(|o| *o == p.0));
        pairs
    }

    /// The variables of a user frame.
    pub(crate) fn locals_of(&self, n: usize) -> Vec<(String, Value)> {
        match self.user_frame(n) {
            Some(frame) => self.locals_of_frame(frame),
            None => Vec::new(),
        }
    }

    /// The variables of a frame.
    pub(crate) fn locals_of_frame(&self, frame: &Frame) -> Vec<(String, Value)> {
        if frame.locals.is(ids::DICT) {
            let pairs = self.dict_pairs(frame.locals);
            return pairs
                .into_iter()
                .filter(|p| p.0.is(ids::STR))
                .map(|(k, v)| (self.text_lossy(k).into_owned(), v))
                .collect();
        }
        let code = frame.code();
        let mut out = Vec::new();
        for (i, local) in code.code.locals.iter().enumerate() {
            if local.hidden {
                continue;
            }
            let v = self.local_at(frame, i);
            if !v.is_unbound() {
                out.push((local.name.to_string(), v));
            }
        }
        out
    }

    /// The value of a frame's variable with this number; NULL when it has none.
    pub(crate) fn local_at(&self, frame: &Frame, i: usize) -> Value {
        let local = &frame.code().code.locals[i];
        // SAFETY: the locals are the first registers of the frame's window.
        let v = unsafe { *frame.base.add(i) };
        if (local.cell || local.free) && v.is(ids::CELL) {
            self.heap.slot(v, 0)
        } else if local.free && v.is_unbound() && frame.func.is(ids::FUNCTION) {
            self.free_variable(frame, i)
        } else {
            v
        }
    }

    /// A free variable before `copy_free_vars` has run.
    fn free_variable(&self, frame: &Frame, register: usize) -> Value {
        let closure = self.heap.slot(frame.func, crate::vm::call::function::CLOSURE);
        if !closure.is(ids::TUPLE) {
            return Value::UNBOUND;
        }
        let cells = self.heap.tuple(closure);
        let first = frame.code().nlocals as usize - cells.len();
        match register.checked_sub(first).and_then(|i| cells.get(i)) {
            Some(cell) => self.heap.slot(*cell, 0),
            None => Value::UNBOUND,
        }
    }

    /// The value that the instruction at which we stand returns or yields.
    pub(crate) fn value_of_return(&self) -> Value {
        let code: &CodeRt = self.top_ref().code();
        code.returned(code.index_of(self.pc)).map_or(Value::NONE, |register| self.reg(register))
    }

    /// Runs code with these globals and locals.
    pub(crate) fn run_in_scope(
        &mut self,
        code: &std::sync::Arc<ttd_code::bytecode::code::Code>,
        (globals, locals): (Value, Value),
    ) -> Res {
        self.keep_code(code.clone());
        let rt = self.load_code(code);
        self.nest(|vm| vm.push_code(rt, globals, locals, Cont::Exit, 0))
    }
}

/// What a question must leave as it was, besides the heap.
struct Saved {
    /// Where its writes begin in the heap's log, when every write is logged; else they have an epoch of their own.
    scratch: Option<ttd_core::Savepoint>,
    /// Registers of waiting frames that lie above the top frame's window: temporaries that nobody needs any more, but
    /// the collector looks at them.
    above: Vec<Value>,
    fp: *mut Frame,
    pc: *const ttd_code::bytecode::op::Ins,
    state: crate::vm::State,
    budget: i64,
    stop_at: i64,
    births: u64,
    /// A native that waits may be searching a dict.
    tables: u64,
    host: crate::vm::host::HostState,
    native_depth: u32,
    counted: bool,
    break_done: bool,
}

impl Vm {
    /// Opens a scratch epoch.
    fn save_for_diversion(&mut self) -> Saved {
        let scratch = self.heap.logs_every_write().then(|| self.heap.begin_savepoint());
        if scratch.is_none() {
            let node = self.heap.checkpoint();
            self.diversion.scratch_nodes.push(node);
        }
        let saved = Saved {
            scratch,
            above: self.registers_above(self.free_window()),
            fp: self.fp,
            pc: self.pc,
            state: self.state,
            budget: self.counting.budget,
            stop_at: self.counting.stop_at,
            births: self.heap.births(),
            tables: self.heap.tables_made(),
            host: self.host.state,
            native_depth: self.limits.native_depth,
            counted: self.pending.events_delivered,
            break_done: self.pending.patch_handled,
        };
        self.state.phase = 0;
        self.state.unwinding = None;
        self.counting.depth_known_at = i64::MIN;
        saved
    }

    /// Rolls the scratch epoch back.
    fn restore_after_diversion(&mut self, saved: Saved) {
        self.forget_scratch_frames();
        match saved.scratch {
            Some(scratch) => self.heap.end_savepoint(scratch),
            None => self.heap.rollback(),
        }
        self.heap.set_births(saved.births);
        self.heap.set_tables_made(saved.tables);
        self.fp = saved.fp;
        // SAFETY: the copy goes back to where it was taken from.
        unsafe { std::ptr::copy_nonoverlapping(saved.above.as_ptr(), self.free_window(), saved.above.len()) };
        self.pc = saved.pc;
        self.state = saved.state;
        self.counting.budget = saved.budget;
        self.counting.stop_at = saved.stop_at;
        self.host.state = saved.host;
        self.limits.native_depth = saved.native_depth;
        self.pending.events_delivered = saved.counted;
        self.pending.patch_handled = saved.break_done;
        self.counting.depth_known_at = i64::MIN;
        self.pending.tail = None;
        self.pending.exit_pending = false;
        self.pending.exit_value = Value::UNBOUND;
        self.pending.raising_again = false;
        self.pending.repr_guard.clear();
        if let Some(d) = self.driver() {
            d.suspend_time = false;
        }
        self.refresh_limits();
        self.flush_caches();
    }
}
