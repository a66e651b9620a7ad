//! Questions that go on: values with names of the debugger's own, the exceptions of a chain, a conversation in Python.

use std::sync::Arc;

use ttd_code::Mode;
use ttd_code::bytecode::code::Code;
use ttd_core::value::Value;

use super::compile;
use crate::native::{Res, Trap};
use crate::time::inspect::eval_error::EvalError;
use crate::time::machine::Machine;
use crate::vm::errors::raise::fields;
use crate::vm::slots;
use crate::{Vm, ids};

/// How many values a display may hold that is kept as text.
const MOST: usize = 10_000;

/// A value that outlives the question that gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedValue {
    /// Plain data, as Python text that gives it again.
    Text(String),
    /// An object of the program, by the number of its allocation: the same object at every time.
    Object(u64),
    /// A text, as it is.
    Word(String),
    /// A number.
    Number(u32),
    /// What the innermost frame is returning.
    Returned,
    /// The arguments of the frame that an evaluation is for, in a tuple.
    Arguments,
    /// The exception on its way to a handler.
    Raised,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalResult {
    /// The repr, after what was printed.
    pub text: String,
    /// The value; `None` for an object that the question made itself and that is more than plain data.
    pub kept: Option<SavedValue>,
}

/// An exception of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raised {
    /// Its repr.
    pub text: String,
    /// The time of its first `exception` event; `None` when user code never saw it.
    pub at: Option<u64>,
}

impl Machine {
    /// `Machine::eval` with further names in scope, and with the value kept.
    ///
    /// # Errors
    /// What the expression raised, why it does not compile, or which name stands for nothing at this time.
    pub fn eval_in_diversion(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<EvalResult, EvalError> {
        if self.prompt_names_in(source).is_empty()
            && let Some(text) = self.vm_mut().eval_at_once(source, frame, names)
        {
            return Ok(EvalResult { kept: Some(SavedValue::Text(text.clone())), text });
        }
        self.answer(source, frame, names, |vm, code, scope, _| vm.run_in_scope(code, scope), Vm::repr)
    }

    /// The value of an expression, to be had again later. Its repr is not asked for, unless it is all there is of it.
    ///
    /// # Errors
    /// As for `ask`, and why the value cannot be kept.
    pub fn save_value(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<SavedValue, EvalError> {
        let run = |vm: &mut Vm, code: &Arc<Code>, scope, _| vm.run_in_scope(code, scope);
        let result = self.answer(source, frame, names, run, |_, _| Ok(Value::NONE))?;
        result.kept.ok_or_else(|| {
            EvalError::Raised(
                "ValueError: the evaluation created this object, which is gone with it; \
                 plain data and objects of the program can be kept"
                    .into(),
            )
        })
    }

    /// Evaluates with `run`, which is given the code, the scope and the allocation count before, and shows the value.
    pub(super) fn answer(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, SavedValue)],
        run: impl FnOnce(&mut Vm, &Arc<Code>, (Value, Value), u64) -> Res,
        show: fn(&mut Vm, Value) -> Res,
    ) -> Result<EvalResult, EvalError> {
        let code = self.compile_cached(source)?;
        let mut kept = None;
        let prompt = self.prompt_names_in(source);
        let text = self.divert_in(frame, names, |vm, scope, before| {
            vm.bind_prompt_names(&prompt, frame)?;
            let value = run(vm, &code, scope, before)?;
            kept = vm.keep(value, before)?;
            show(vm, value)
        })?;
        Ok(EvalResult { text, kept })
    }

    /// An evaluation in the scope of a user frame, with further names; it is also given the allocation count before it.
    pub(crate) fn divert_in(
        &mut self,
        frame: usize,
        names: &[(String, SavedValue)],
        ask: impl FnOnce(&mut Vm, (Value, Value), u64) -> Res,
    ) -> Result<String, EvalError> {
        let raised = self.vm().state.unwinding.map(|u| u.exc);
        self.divert(|vm| {
            let before = vm.heap.allocation_count();
            vm.bind_names(names, frame, raised)?;
            let scope = vm.scope_of(frame)?;
            vm.put_first(names, scope);
            ask(vm, scope, before)
        })
    }

    /// Runs statements one after the other, as a single diversion: what the last one printed. What the earlier ones
    /// print or raise was reported when they were the last. With `earlier` they run in one namespace that has the names
    /// of the frame and of its module, so that a function made by one of them sees what another one made.
    ///
    /// # Errors
    /// What the last one raised, or why it does not compile.
    pub fn run_statements(
        &mut self,
        earlier: Option<&[String]>,
        last: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<String, EvalError> {
        // A statement of one line ends with its line break; a block needs an empty line as well.
        let single = |source: &str| compile(&format!("{source}\n"), Mode::Single);
        let code = single(last)?;
        let before: Vec<_> = earlier.unwrap_or_default().iter().filter_map(|source| single(source).ok()).collect();
        let raised = self.vm().state.unwinding.map(|u| u.exc);
        let prompt = self.prompt_names_in(&format!("{}\n{last}", earlier.unwrap_or_default().join("\n")));
        self.divert(|vm| {
            vm.bind_prompt_names(&prompt, frame)?;
            vm.bind_names(names, frame, raised)?;
            let mut scope = vm.scope_of(frame)?;
            if earlier.is_some() {
                let one = vm.merged(scope);
                scope = (one, one);
            }
            for code in &before {
                match vm.run_in_scope(code, scope) {
                    Ok(_) | Err(Trap::Raise(_)) => {}
                    Err(other) => return Err(other),
                }
            }
            vm.host.end_diversion();
            vm.host.begin_diversion();
            vm.run_in_scope(&code, scope)?;
            Ok(Value::NONE)
        })
    }

    /// The exception that is on its way or being handled, after those that it came from: the oldest first.
    pub fn exceptions(&mut self) -> Vec<Raised> {
        let state = self.vm().state;
        let mut exc = state.unwinding.map_or(state.exc, |u| u.exc);
        let mut chain: Vec<Value> = Vec::new();
        while self.vm().is_exception(exc) && !chain.contains(&exc) {
            chain.push(exc);
            exc = self.vm().origin_of(exc);
        }
        chain.reverse();
        let describe = |exc: Value| {
            let first = self.vm().exc_field(exc, fields::FIRST);
            let at = first.is_int().then(|| first.as_int() as u64);
            let text = self.divert(|vm| vm.repr(exc)).unwrap_or_else(|error| format!("<{error}>"));
            Raised { text, at }
        };
        chain.into_iter().map(describe).collect()
    }
}

impl Vm {
    /// Puts the debugger's names into the builtins, where code of every frame finds them. Only in a diversion.
    pub(in crate::time) fn bind_names(
        &mut self,
        names: &[(String, SavedValue)],
        frame: usize,
        raised: Option<Value>,
    ) -> Res<()> {
        if names.is_empty() {
            return Ok(());
        }
        let returned = names.iter().any(|(_, kept)| *kept == SavedValue::Returned).then(|| self.value_of_return());
        for (name, kept) in names {
            let value = match kept {
                SavedValue::Text(source) => {
                    let Ok(code) = self.compile_cached(source) else {
                        return Err(self.system_error(format!("{source} is no expression")));
                    };
                    let scope = self.scope_of(frame)?;
                    Some(self.run_in_scope(&code, scope)?)
                }
                SavedValue::Word(word) => Some(self.new_str(word)),
                SavedValue::Number(n) => Some(Value::int(i64::from(*n))),
                SavedValue::Object(birth) => self.find_object(*birth),
                SavedValue::Returned => returned,
                SavedValue::Raised => raised,
                SavedValue::Arguments => {
                    let all: Vec<Value> = self.arguments_of(frame).into_iter().map(|(_, v)| v).collect();
                    Some(self.new_tuple(&all))
                }
            };
            let Some(value) = value else {
                return Err(self.lookup_error(format!("{name} is not there at this time")));
            };
            let builtins = self.global(slots::BUILTINS);
            let key = self.intern(name);
            self.dict_set_name(builtins, key, value);
        }
        Ok(())
    }

    /// Where the program has variables with the names that `bind_names` has bound, those go before them in this scope.
    fn put_first(&mut self, names: &[(String, SavedValue)], (globals, locals): (Value, Value)) {
        let builtins = self.global(slots::BUILTINS);
        for (name, _) in names {
            let key = self.intern(name);
            let hidden = [globals, locals].iter().any(|dict| self.dict_get_name(*dict, key).is_some());
            if let Some(value) = self.dict_get_name(builtins, key).filter(|_| hidden) {
                self.dict_set_name(locals, key, value);
            }
        }
    }

    /// One namespace with the names of both.
    fn merged(&mut self, (globals, locals): (Value, Value)) -> Value {
        let dict = self.new_dict();
        for from in [globals, locals] {
            for (key, value) in self.dict_pairs(from).into_iter().filter(|pair| pair.0.is(ids::STR)) {
                self.dict_set_name(dict, key, value);
            }
        }
        dict
    }

    /// How a value can be had again after the evaluation; `before` is the allocation count before it.
    pub(crate) fn keep(&mut self, value: Value, before: u64) -> Res<Option<SavedValue>> {
        let mut left = MOST;
        let immutable = self.is_plain(value, false, &mut left);
        if !immutable
            && value.is_obj()
            && let Some(birth) = self.number_of(value, before)
        {
            return Ok(Some(SavedValue::Object(birth)));
        }
        if !immutable && !self.is_plain(value, true, &mut left) {
            return Ok(None);
        }
        let text = self.repr(value)?;
        Ok(Some(SavedValue::Text(self.text_lossy(text).into_owned())))
    }

    /// Whether a value's repr gives the value again; with `containers` also lists, dicts and sets.
    fn is_plain(&self, v: Value, containers: bool, left: &mut usize) -> bool {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        if v.is_float() {
            return v.as_float().is_finite();
        }
        if !v.is_obj() || v.is(ids::STR) || v.is(ids::BYTES) || v.is(ids::BIGINT) {
            return !v.is_unbound();
        }
        if v.is(ids::TUPLE) {
            return self.heap.tuple(v).iter().all(|item| self.is_plain(*item, containers, left));
        }
        if !containers {
            return false;
        }
        if v.is(ids::LIST) {
            return self.heap.list(v).iter().all(|item| self.is_plain(*item, true, left));
        }
        if v.is(ids::DICT) {
            let pairs = self.dict_pairs(v);
            return pairs.iter().all(|(key, item)| self.is_plain(*key, true, left) && self.is_plain(*item, true, left));
        }
        false
    }

    /// The exception that another one is shown to come from; None when there is none.
    fn origin_of(&self, exc: Value) -> Value {
        let cause = self.exc_field(exc, fields::CAUSE);
        if self.is_exception(cause) {
            return cause;
        }
        let suppressed = self.exc_field(exc, fields::SUPPRESS) == Value::TRUE;
        if suppressed { Value::NONE } else { self.exc_field(exc, fields::CONTEXT) }
    }
}
