//! Names that statements at the prompt have bound. They stay for later evaluations, at every time; the names of the
//! program go before them.
//!
//! Plain data and objects of the program are kept as values. Functions, classes, modules and other objects that the
//! statement made are gone with it, so an evaluation that mentions such a name runs the statement again.

use std::collections::HashSet;
use std::sync::Arc;

use ttd_code::Mode;
use ttd_code::bytecode::code::Code;
use ttd_core::value::Value;

use super::compile;
use super::saved_values::{EvalResult, SavedValue};
use crate::native::Res;
use crate::time::inspect::eval_error::EvalError;
use crate::time::machine::Machine;
use crate::vm::slots;
use crate::{Vm, ids};

/// What a statement at the prompt has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromptRun {
    /// What it printed.
    pub printed: String,
    /// The new names that it has bound.
    pub new: Vec<String>,
    /// Whether it has changed variables or objects of the program.
    pub changes: bool,
}

/// A name with what it stands for.
#[derive(Clone, Debug)]
pub(crate) struct PromptName {
    name: String,
    meaning: Meaning,
}

impl PromptName {
    /// The name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// What a name stands for.
#[derive(Clone, Debug)]
enum Meaning {
    Value(SavedValue),
    /// What a statement binds it to.
    Statement(Arc<Statement>),
}

/// A statement that is run again.
#[derive(Debug)]
struct Statement {
    source: String,
    code: Arc<Code>,
    /// The debugger's own names in it.
    names: Vec<(String, SavedValue)>,
}

/// A name that a statement has bound, with its value if that can be kept.
type Bound = (String, Option<SavedValue>);

/// What code at the prompt has done besides its value.
#[derive(Default)]
struct Effects {
    bound: Vec<Bound>,
    changes: bool,
}

/// The names in a source text, and other words.
fn words(source: &str) -> HashSet<&str> {
    source.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

impl Machine {
    /// The names that statements at the prompt have bound.
    pub fn prompt_names(&self) -> Vec<String> {
        self.prompt.iter().map(|known| known.name.clone()).collect()
    }

    /// Runs a statement in a user frame, in a diversion. The new names that it binds stay; other changes are undone.
    /// With `is_action` a call counts as a change if it changes an object.
    ///
    /// # Errors
    /// What it raised, or why it does not compile.
    pub fn run_at_prompt(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, SavedValue)],
        is_action: bool,
    ) -> Result<PromptRun, EvalError> {
        if self.forget_deleted(source) {
            return Ok(PromptRun::default());
        }
        // A statement of one line ends with its line break; a block needs an empty line as well.
        let code = compile(&format!("{source}\n"), Mode::Single)?;
        let mut effects = Effects::default();
        let prompt = self.prompt_names_in(source);
        let printed = self.divert_in(frame, names, |vm, scope, allocations| {
            vm.bind_prompt_names(&prompt, frame)?;
            (_, effects) = vm.run_watched(&code, scope, is_action, allocations)?;
            vm.refuse_deletion(frame, scope.1)?;
            Ok(Value::NONE)
        })?;
        let Effects { bound, changes } = effects;
        // A variable of the function is one of the program, also before it holds something.
        let (own, bound): (Vec<Bound>, Vec<Bound>) =
            bound.into_iter().partition(|(name, _)| self.is_local(frame, name));
        let changes = changes || !own.is_empty();
        let new = bound.iter().map(|(name, _)| name.clone()).collect();
        self.keep_names(bound, Statement { source: source.to_string(), code, names: names.to_vec() });
        Ok(PromptRun { printed, new, changes })
    }

    /// Whether a name is a variable of the function that a user frame runs.
    fn is_local(&self, frame: usize, name: &str) -> bool {
        let vm = self.vm();
        let of_function = vm.user_frame(frame).filter(|found| vm.namespace_dict(found).is_none());
        of_function.is_some_and(|found| {
            found.code().code.locals.iter().any(|local| !local.hidden && !local.free && &*local.name == name)
        })
    }

    /// `Machine::eval_in_diversion`; the new names that the expression binds stay. Also returns whether it has changed
    /// the program, itself or by a call.
    ///
    /// # Errors
    /// As for `eval_in_diversion`.
    pub fn eval_at_prompt(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<(EvalResult, bool), EvalError> {
        let mut effects = Effects::default();
        let run = |vm: &mut Vm, code: &Arc<Code>, scope, allocations| {
            let value;
            (value, effects) = vm.run_watched(code, scope, true, allocations)?;
            Ok(value)
        };
        let result = self.answer(source, frame, names, run, Vm::repr)?;
        let code = self.compile_cached(source)?;
        self.keep_names(effects.bound, Statement { source: source.to_string(), code, names: names.to_vec() });
        Ok((result, effects.changes))
    }

    /// Keeps names that a statement has bound.
    fn keep_names(&mut self, bound: Vec<Bound>, statement: Statement) {
        let statement = Arc::new(statement);
        for (name, value) in bound {
            let meaning = value.map_or_else(|| Meaning::Statement(statement.clone()), Meaning::Value);
            self.prompt.retain(|known| known.name != name);
            self.prompt.push(PromptName { name, meaning });
        }
    }

    /// Carries out `del` of names that the prompt has; false for any other statement.
    fn forget_deleted(&mut self, source: &str) -> bool {
        let Some(names) = source.trim().strip_prefix("del ") else { return false };
        let names: Vec<&str> = names.split(',').map(str::trim).collect();
        let known = names.iter().all(|name| self.prompt.iter().any(|known| known.name == *name));
        self.prompt.retain(|own| !known || !names.contains(&&*own.name));
        known
    }

    /// The names of the prompt that a source text needs, in the order of their definitions.
    pub(in crate::time) fn prompt_names_in(&self, source: &str) -> Vec<PromptName> {
        if self.prompt.is_empty() {
            return Vec::new();
        }
        let mut needed: HashSet<&str> = words(source);
        // A statement may need earlier ones.
        for known in self.prompt.iter().rev() {
            if let Meaning::Statement(statement) = &known.meaning
                && needed.contains(&*known.name)
            {
                needed.extend(words(&statement.source));
            }
        }
        self.prompt.iter().filter(|known| needed.contains(&*known.name)).cloned().collect()
    }
}

impl Vm {
    /// Puts names of the prompt into the builtins, where code of every frame finds them after the program's names.
    /// Only in a diversion.
    pub(in crate::time) fn bind_prompt_names(&mut self, names: &[PromptName], frame: usize) -> Res<()> {
        for known in names {
            let key = self.intern(&known.name);
            match &known.meaning {
                Meaning::Value(kept) => self.bind_names(&[(known.name.clone(), kept.clone())], frame, None)?,
                Meaning::Statement(statement) => {
                    if let Some(value) = self.run_again(statement, key, frame)? {
                        let builtins = self.global(slots::BUILTINS);
                        self.dict_set_name(builtins, key, value);
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs a statement in a scope of its own and returns what it binds a name to.
    fn run_again(&mut self, statement: &Statement, name: Value, frame: usize) -> Res<Option<Value>> {
        self.bind_names(&statement.names, frame, None)?;
        let (globals, locals) = self.scope_of(frame)?;
        let own = if locals == globals { self.new_dict() } else { self.heap.dict_copy(ids::DICT, locals) };
        let result = self.run_in_scope(&statement.code, (globals, own));
        // What it prints was shown when it ran first.
        self.host.end_diversion();
        self.host.begin_diversion();
        result?;
        Ok(self.dict_get_name(own, name))
    }

    /// Runs code in a scope, and finds out what it does to the program. `allocations` is the allocation count before.
    fn run_watched(
        &mut self,
        code: &Arc<Code>,
        scope: (Value, Value),
        is_action: bool,
        allocations: u64,
    ) -> Res<(Value, Effects)> {
        let known = self.known_names(scope);
        let before = self.before_statement(scope);
        let value = self.run_in_scope(code, scope)?;
        let changes = self.changed_program(&before, scope, code, is_action);
        Ok((value, Effects { bound: self.new_names(scope, &known, allocations), changes }))
    }

    /// The names of a scope.
    fn known_names(&self, (globals, locals): (Value, Value)) -> HashSet<String> {
        let pairs = [globals, locals].map(|dict| self.dict_pairs(dict));
        let names = pairs.into_iter().flatten().filter(|(key, _)| key.is(ids::STR));
        names.map(|(key, _)| self.text_lossy(key).into_owned()).collect()
    }

    /// The names that a scope has besides those from before, with their values; `allocations` is the allocation count
    /// before the statement.
    fn new_names(&mut self, scope: (Value, Value), before: &HashSet<String>, allocations: u64) -> Vec<Bound> {
        let (globals, locals) = scope;
        let mut pairs = self.dict_pairs(locals);
        if globals != locals {
            pairs.extend(self.dict_pairs(globals));
        }
        let mut bound = Vec::new();
        for (key, value) in pairs.into_iter().filter(|(key, _)| key.is(ids::STR)) {
            let name = self.text_lossy(key).into_owned();
            if before.contains(&name) || name == "__builtins__" {
                continue;
            }
            // A module is imported again: the program may not have imported it yet at another time.
            let kept = if value.is(ids::MODULE) { None } else { self.keep(value, allocations).ok().flatten() };
            bound.push((name, kept));
        }
        bound
    }
}
