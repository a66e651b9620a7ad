//! Watch targets: what `history`, `last` and `watch` are about.

use ttd_code::{Mode, Target, target};
use ttd_core::value::Value;

use crate::time::inspect::compile;
use crate::time::inspect::eval_error::EvalError;
use crate::time::inspect::saved_values::SavedValue;
use crate::time::machine::Machine;
use crate::vm::code::intern::is_allocated;
use crate::vm::objects::get_attr::Attr;
use crate::vm::slots;
use crate::{Vm, ids};

/// Something that holds a value, named so that it means the same at all times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchTarget {
    /// A variable of a frame.
    Variable {
        /// The frame: the time of its first call.
        frame: u64,
        /// It is that of a generator, which leaves the stack and comes back.
        generator: bool,
        /// The variable.
        name: String,
    },
    /// An attribute that an object itself holds.
    Attribute {
        /// The object, by its allocation id.
        object: u64,
        /// The attribute.
        name: String,
    },
    /// An item of a list, tuple, deque or dict.
    Item {
        /// The container, by its allocation id.
        object: u64,
        /// Where in it.
        key: Key,
    },
    /// The value of an expression in a frame, while that frame is on the stack.
    Expression {
        /// The frame: the time of its first call.
        frame: u64,
        /// It is that of a generator, which leaves the stack and comes back.
        generator: bool,
        /// The expression.
        source: String,
    },
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
        let here = self.vm().user_frame(frame).map(|f| (f.born, f.is_generator()));
        let Some((born, generator)) = here else { return Err(EvalError::Raised("no frame".into())) };
        let found = match target(source.trim()) {
            Some(Target::Name(name)) => return self.locate_name(name, frame),
            Some(Target::Attribute(object, name)) => self.locate_attribute(object, name, frame, names)?,
            Some(Target::Item(object, key)) => self.locate_item(object, key, frame, names)?,
            None => None,
        };
        let expression = WatchTarget::Expression { frame: born, generator, source: source.trim().to_string() };
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
        let (born, generator) = (frame.born, frame.is_generator());
        let variable = WatchTarget::Variable { frame: born, generator, name: name.to_string() };
        let has = |hidden: bool| code.locals.iter().any(|local| local.hidden == hidden && &*local.name == name);
        if has(false) || self.vm().is_in_comprehension(&frame, name) {
            return Ok(variable);
        }
        let vm = self.vm_mut();
        let key = vm.intern(name);
        let holds = |dict: Value| dict.is(ids::DICT) && vm.dict_get_name(dict, key).is_some();
        let namespace = if holds(frame.locals) { frame.locals } else { frame.globals };
        if !holds(namespace) {
            // It may have been one of a comprehension that has run.
            if has(true) {
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
            if vm.holds_attributes(object) && !vm.is_computed(object, key) {
                found = vm.number_of(object, before);
            }
            Ok(Value::NONE)
        })?;
        Ok(found.map(|object| WatchTarget::Attribute { object, name: name.to_string() }))
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
            let key = if key.is_int() {
                Some(Key::Number(key.as_int()))
            } else {
                key.is(ids::STR).then(|| Key::Text(vm.text_lossy(key).into_owned()))
            };
            let place = match object.is_obj().then(|| object.tid()) {
                Some(ids::DICT) => true,
                Some(ids::LIST | ids::TUPLE | ids::DEQUE) => matches!(key, Some(Key::Number(_))),
                _ => false,
            };
            if let Some(key) = key.filter(|_| place)
                && let Some(object) = vm.number_of(object, before)
            {
                found = Some(WatchTarget::Item { object, key });
            }
            Ok(Value::NONE)
        })?;
        Ok(found)
    }

    /// The repr of a target's value at this time; `None` if it holds nothing, or does not exist.
    pub fn held(&mut self, location: &WatchTarget) -> Option<String> {
        if let WatchTarget::Expression { frame, source, .. } = location {
            let n = self.vm().frame_number(*frame)?;
            return self.eval(source, n).ok();
        }
        let v = self.vm_mut().read_target(location)?;
        Some(self.divert(|vm| vm.repr(v)).unwrap_or_else(|error| format!("*** repr failed: {error} ***")))
    }
}

impl Vm {
    /// Which of the user frames, counted from the innermost, this one is.
    pub(crate) fn frame_number(&self, born: u64) -> Option<usize> {
        self.frames().filter(|f| f.code().counted).position(|f| f.born == born)
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
        match self.lookup(class, name) {
            Some(found) => {
                // The descriptor of a slot stands for a place in the object.
                let own_slot = object.is(ids::INST) && self.own_place(object, name).is_some();
                self.is_data_descriptor(found) && !own_slot
            }
            None => false,
        }
    }

    /// The allocation id of an object that existed before an evaluation. Objects of the library have ids in a range of
    /// their own, above all others.
    pub(crate) fn number_of(&self, object: Value, before: u64) -> Option<u64> {
        let birth = self.heap.alloc_id(object);
        is_allocated(birth, before).then_some(birth)
    }

    /// An attribute that the object itself holds, its class aside.
    pub(crate) fn own_place(&mut self, object: Value, name: Value) -> Option<Value> {
        match object.tid() {
            ids::CLASS => self.dict_get_name(self.class_dict(object), name),
            ids::INST | ids::MODULE | ids::FUNCTION => match self.own_attr(object, name).ok().flatten()? {
                Attr::Slot(_, v) | Attr::Value(v) => Some(v).filter(|v| !v.is_unbound()),
                _ => None,
            },
            _ => None,
        }
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
