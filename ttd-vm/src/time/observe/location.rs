//! Watch targets: what `history`, `last` and `watch` are about.

use ttd_code::{Mode, Target, target};
use ttd_core::value::Value;

use crate::time::inspect::compile;
use crate::time::inspect::eval_error::EvalError;
use crate::time::inspect::saved_values::SavedValue;
use crate::time::machine::Machine;
use crate::time::observe::computed::Question;
use crate::vm::code::intern::is_allocated;
use crate::vm::host::REFUSAL;
use crate::vm::slots;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// Something that holds a value, named so that it means the same at all times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchTarget {
    /// A variable of a frame.
    Variable {
        /// The frame: the time of its first call.
        frame: u64,
        /// The generator whose frame it is, which leaves the stack and comes back, by its allocation id.
        generator: Option<u64>,
        /// The variable.
        name: String,
    },
    /// A variable of a function around the frame's own, which lives on in a cell that they share.
    Shared {
        /// The cell, by its allocation id.
        object: u64,
        /// The variable.
        name: String,
    },
    /// An attribute that an object or its class holds.
    Attribute {
        /// The object, by its allocation id.
        object: u64,
        /// The attribute.
        name: String,
    },
    /// An item of a list, tuple, deque, bytearray or dict.
    Item {
        /// The container, by its allocation id.
        object: u64,
        /// Where in it.
        key: Key,
    },
    /// What an object answers when it is asked.
    Computed {
        /// The object, by its allocation id.
        object: u64,
        /// What it is asked.
        question: Question,
    },
    /// The value of an expression in a frame, until that frame is over.
    Expression {
        /// The frame: the time of its first call.
        frame: u64,
        /// The generator whose frame it is, which leaves the stack and comes back, by its allocation id.
        generator: Option<u64>,
        /// The expression.
        source: String,
    },
    /// The number of the thread that runs.
    RunningThread,
}

/// Where in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// Under this text.
    Text(String),
    /// At this position, or under this number.
    Number(i64),
}

impl WatchTarget {
    /// The time before which the target cannot exist.
    pub fn begins(&self) -> u64 {
        match self {
            WatchTarget::Variable { frame, .. } | WatchTarget::Expression { frame, .. } => *frame,
            _ => 0,
        }
    }
}

impl Machine {
    /// Finds the target that an expression names in a user frame, at this time. What has no storage of its own (a
    /// property, a sum) becomes an expression of that frame.
    ///
    /// # Errors
    /// Why the expression means nothing here.
    pub fn locate(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<WatchTarget, EvalError> {
        self.compile_cached(source)?;
        let here = self.vm().user_frame(frame).map(|f| (f.born, self.vm().generator_number(f)));
        let Some((born, generator)) = here else { return Err(EvalError::Raised("no frame".into())) };
        let source = source.trim();
        let found = match target(source) {
            Some(Target::Name(name)) => return self.locate_name(name, frame),
            Some(Target::Attribute(object, name)) => self.locate_attribute(object, name, frame, names)?,
            Some(Target::Item(object, key)) => self.locate_item(object, key, frame, names)?,
            Some(Target::Length(object)) if self.is_builtin(source, frame, names)? => {
                self.locate_computed(object, None, frame, names)?
            }
            Some(Target::Member(object, key)) => self.locate_computed(object, Some(key), frame, names)?,
            _ => None,
        };
        let expression = WatchTarget::Expression { frame: born, generator, source: source.to_string() };
        if found.is_none() && !names.is_empty() {
            let why = "ValueError: only a place can be followed with $names in it";
            return Err(EvalError::Raised(why.into()));
        }
        Ok(found.unwrap_or(expression))
    }

    fn locate_name(&mut self, name: &str, n: usize) -> Result<WatchTarget, EvalError> {
        let unknown = |vm: &Vm| match nearest_name(vm, name, n) {
            Some(near) => format!("NameError: name '{name}' is not defined. Did you mean: '{near}'?"),
            None => format!("NameError: name '{name}' is not defined"),
        };
        let Some(frame) = self.vm().user_frame(n).copied() else { return Err(EvalError::Raised("no frame".into())) };
        let code = &frame.code().code;
        let (born, generator) = (frame.born, self.vm().generator_number(&frame));
        let variable = WatchTarget::Variable { frame: born, generator, name: name.to_string() };
        if let Some(cell) = self.vm().cell_from_around(&frame, name) {
            return Ok(WatchTarget::Shared { object: self.vm().heap.alloc_id(cell), name: name.to_string() });
        }
        let has = |hidden: bool| code.locals.iter().any(|local| local.hidden == hidden && &*local.name == name);
        // The variables of a module or class are in a dict, but for those of a comprehension.
        let locals = self.vm().namespace_dict(&frame);
        let in_register = has(false) && locals.is_none();
        if in_register || self.vm().is_in_comprehension(&frame, name) {
            return Ok(variable);
        }
        let vm = self.vm_mut();
        let key = vm.intern(name);
        let holds = |dict: Value| dict.is(ids::DICT) && vm.dict_get_name(dict, key).is_some();
        // A class body's own names are in its namespace, also before they are bound.
        let own = locals.filter(|locals| holds(*locals) || frame.code().stores_name(name));
        let namespace = own.unwrap_or(frame.globals);
        if !holds(namespace) {
            // It may have been one of a comprehension that has run.
            if has(true) && own.is_none() {
                return Ok(variable);
            }
            let builtins = vm.global(slots::BUILTINS);
            if vm.dict_get_name(builtins, key).is_some() {
                let why = format!("NameError: '{name}' is a builtin, and no variable of the program");
                return Err(EvalError::Raised(why));
            }
            if !code.names.iter().any(|known| &**known == name) {
                return Err(EvalError::Raised(unknown(self.vm())));
            }
        }
        let object = self.vm().heap.alloc_id(namespace);
        Ok(WatchTarget::Item { object, key: Key::Text(name.to_string()) })
    }

    fn locate_attribute(
        &mut self,
        object: &str,
        name: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<Option<WatchTarget>, EvalError> {
        let code = compile(object, Mode::Eval)?;
        let mut found = None;
        self.divert_in(frame, names, |vm, scope, before| {
            let object = vm.run_in_scope(&code, scope)?;
            let key = vm.intern(name);
            let name = name.to_string();
            found = vm.number_of_asked(object, before).map(|number| {
                match vm.holds_attributes(object) && !vm.is_computed(object, key) {
                    true => WatchTarget::Attribute { object: number, name },
                    false => WatchTarget::Computed { object: number, question: Question::Attribute(name) },
                }
            });
            Ok(Value::NONE)
        })?;
        Ok(found)
    }

    fn locate_item(
        &mut self,
        object: &str,
        key: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<Option<WatchTarget>, EvalError> {
        let codes = [compile(object, Mode::Eval)?, compile(&format!("({key})"), Mode::Eval)?];
        let mut found = None;
        self.divert_in(frame, names, |vm, scope, before| {
            let object = vm.run_in_scope(&codes[0], scope)?;
            let key = vm.run_in_scope(&codes[1], scope)?;
            let Some(number) = vm.number_of_asked(object, before) else { return Ok(Value::NONE) };
            let place = match key {
                _ if key.is_int() => Some(Key::Number(key.as_int())),
                _ => key.is(ids::STR).then(|| Key::Text(vm.text_lossy(key).into_owned())),
            };
            let has_place = match vm.container_in(object).unwrap_or(object).tid() {
                ids::DICT => true,
                ids::LIST | ids::TUPLE | ids::DEQUE | ids::BYTEARRAY => matches!(place, Some(Key::Number(_))),
                _ => false,
            };
            let asked = Question::Item(SavedValue::Number(0));
            let has_place = has_place && (vm.answers_from_contents(object, &asked) || object.is(ids::TUPLE));
            found = match place.filter(|_| has_place) {
                Some(key) => Some(WatchTarget::Item { object: number, key }),
                None => vm.keep(key, before)?.map(|key| {
                    let question = Question::Item(key);
                    WatchTarget::Computed { object: number, question }
                }),
            };
            Ok(Value::NONE)
        })?;
        Ok(found)
    }

    /// The length of the object that an expression means now, or whether it contains the key.
    fn locate_computed(
        &mut self,
        object: &str,
        key: Option<&str>,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<Option<WatchTarget>, EvalError> {
        let code = compile(&format!("({object})"), Mode::Eval)?;
        let key = key.map(|key| compile(&format!("({key})"), Mode::Eval)).transpose()?;
        let mut found = None;
        self.divert_in(frame, names, |vm, scope, before| {
            let object = vm.run_in_scope(&code, scope)?;
            let question = match &key {
                None => Some(Question::Length),
                Some(code) => {
                    let key = vm.run_in_scope(code, scope)?;
                    vm.keep(key, before)?.map(Question::Contains)
                }
            };
            let number = vm.number_of_asked(object, before);
            found = number.zip(question).map(|(object, question)| WatchTarget::Computed { object, question });
            Ok(Value::NONE)
        })?;
        Ok(found)
    }

    /// Whether the function that a call names is the builtin one.
    fn is_builtin(&mut self, call: &str, frame: usize, names: &[(String, SavedValue)]) -> Result<bool, EvalError> {
        let code = compile(call.split('(').next().unwrap_or(call), Mode::Eval)?;
        let mut builtin = false;
        self.divert_in(frame, names, |vm, scope, _| {
            builtin = vm.run_in_scope(&code, scope)?.is(ids::BUILTIN);
            Ok(Value::NONE)
        })?;
        Ok(builtin)
    }

    /// The repr of a target's value at this time; `None` if it holds nothing, or does not exist.
    pub fn held(&mut self, location: &WatchTarget) -> Option<String> {
        if let WatchTarget::Expression { .. } = location {
            return self.value_of_expression(location)?.ok();
        }
        if let WatchTarget::Computed { object, question } = location {
            let object = self.vm().find_allocated(*object)?;
            let answer = self.divert(|vm| {
                let answer = vm.answer_of(object, question)?;
                vm.repr(answer)
            });
            return answer.ok();
        }
        let v = self.vm_mut().read_target(location)?;
        Some(self.divert(|vm| vm.repr(v)).unwrap_or_else(|error| format!("*** repr failed: {error} ***")))
    }

    /// The repr of an expression's value in its frame, which runs or waits; `None` if the frame is not there.
    fn value_of_expression(&mut self, location: &WatchTarget) -> Option<Result<String, EvalError>> {
        let WatchTarget::Expression { frame, generator, source } = location else { return None };
        if let Some(n) = self.vm().frame_number(*frame) {
            return Some(self.eval(source, n));
        }
        let generator = generator.and_then(|number| self.vm().find_allocated(number));
        let suspended = self.vm().suspended_frame(*frame, generator)?;
        let code = self.compile_cached(source);
        Some(code.and_then(|code| {
            self.divert(|vm| {
                let scope = vm.suspended_scope(&suspended);
                let value = vm.run_in_scope(&code, scope)?;
                vm.repr(value)
            })
        }))
    }

    /// Whether a target is the entry of a dict under a key that is neither text nor a number.
    pub fn is_entry(&mut self, location: &WatchTarget) -> bool {
        let WatchTarget::Computed { object, question: question @ Question::Item(_) } = location else { return false };
        let Some(object) = self.vm().find_allocated(*object) else { return false };
        let vm = self.vm_mut();
        let container = vm.container_in(object).unwrap_or(object);
        container.is(ids::DICT) && vm.answers_from_contents(object, question)
    }

    /// Why an expression cannot be evaluated now, whatever it would be: it would use what the program has open.
    pub fn refusal(&mut self, location: &WatchTarget) -> Option<String> {
        match self.value_of_expression(location)? {
            Err(EvalError::Raised(text)) if text.contains(REFUSAL) => Some(text),
            _ => None,
        }
    }
}

impl Vm {
    /// Which of the user frames, counted from the innermost, this one is.
    pub(crate) fn frame_number(&self, born: u64) -> Option<usize> {
        self.frames().filter(|f| f.code().counted).position(|f| f.born == born)
    }

    /// The generator whose frame this is, by its allocation id.
    fn generator_number(&self, frame: &Frame) -> Option<u64> {
        frame.is_generator().then(|| self.heap.alloc_id(frame.owner))
    }

    fn holds_attributes(&self, v: Value) -> bool {
        v.is_obj() && matches!(v.tid(), ids::INST | ids::MODULE | ids::FUNCTION | ids::CLASS)
    }

    /// Whether the object's class computes this attribute.
    fn is_computed(&mut self, object: Value, name: Value) -> bool {
        let class = self.type_of(object);
        if self.lookup(class, self.names.getattribute).is_some_and(|f| !f.is(ids::METHOD_DESC)) {
            return true;
        }
        let Some(found) = self.lookup(class, name) else {
            // What nobody holds may be computed by `__getattr__`.
            let computes = self.lookup(class, self.names.getattr).is_some();
            return computes && self.own_place(object, name).is_none();
        };
        self.is_data_descriptor(found) && !(object.is(ids::INST) && found.is(ids::MEMBER))
    }

    /// As `number_of`, for an object that can change: of a number or a text there is nothing to follow.
    fn number_of_asked(&self, object: Value, before: u64) -> Option<u64> {
        let plain = !object.is_obj() || matches!(object.tid(), ids::STR | ids::BYTES | ids::BIGINT);
        if plain { None } else { self.number_of(object, before) }
    }

    /// The object with this allocation id, if it exists now.
    pub(crate) fn find_allocated(&self, birth: u64) -> Option<Value> {
        is_allocated(birth, self.heap.allocation_count()).then(|| self.find_object(birth)).flatten()
    }

    /// The allocation id of an object that existed before an evaluation. Objects of the library have ids in a range of
    /// their own, above all others.
    pub(crate) fn number_of(&self, object: Value, before: u64) -> Option<u64> {
        let birth = self.heap.alloc_id(object);
        is_allocated(birth, before).then_some(birth)
    }
}

/// A variable of the frame or its module whose name resembles this one.
fn nearest_name(vm: &Vm, name: &str, n: usize) -> Option<String> {
    let frame = vm.user_frame(n)?;
    let mut known: Vec<String> = frame.code().code.locals.iter().map(|local| local.name.to_string()).collect();
    known.extend(vm.locals_of_frame(frame).into_iter().map(|(name, _)| name));
    let globals = vm.dict_pairs(frame.globals).into_iter().map(|(key, _)| key).filter(|key| key.is(ids::STR));
    known.extend(globals.map(|key| vm.text_lossy(key).into_owned()));
    crate::vm::errors::suggest::closest(name, known.iter().map(String::as_str))
}
