//! Evaluating plain expressions without a diversion: conditions and watched expressions are asked at every event.
//!
//! What it cannot tell, or what raises anything but a NameError, is left to a diversion, which gives the same answers.

use ttd_code::{CmpOp, PlainExpr};
use ttd_core::value::Value;

use super::plain_value::Plain;
use super::saved_values::SavedValue;
use crate::vm::slots;
use crate::vm::stack::frame::Frame;
use crate::vm::threads::suspended_frames::SuspendedFrame;
use crate::{Vm, ids};

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoValue {
    /// Only a diversion can tell.
    Unknown,
    /// A name means nothing here.
    NameError,
}

/// Where names are looked up.
pub(crate) enum PlainScope<'e> {
    /// In a frame of the stack, after these names.
    Running(Frame, &'e [(String, SavedValue)]),
    /// In a frame that waits.
    Suspended(&'e SuspendedFrame),
    /// In the top frame of a moment of the log, whose registers these are. The heap is there, but no cache is.
    Logged(Frame, &'e [Value]),
}

type Found<'e> = Result<Plain<'e>, NoValue>;

impl Vm {
    /// The value of a plain expression.
    pub(crate) fn eval_plain<'e>(&mut self, expr: &'e PlainExpr, scope: &PlainScope<'e>) -> Found<'e> {
        match expr {
            PlainExpr::Literal(literal) => Ok(literal.into()),
            PlainExpr::Name(name) => self.plain_name(name, scope),
            PlainExpr::Attribute(object, name) => {
                let Plain::Object(object) = self.eval_plain(object, scope)? else { return Err(NoValue::Unknown) };
                let (name, live) = (self.intern(name), !matches!(scope, PlainScope::Logged(..)));
                self.plain_attribute(object, name, live).map(Plain::from).ok_or(NoValue::Unknown)
            }
            PlainExpr::Item(container, key) => {
                let Plain::Object(container) = self.eval_plain(container, scope)? else {
                    return Err(NoValue::Unknown);
                };
                let key = self.eval_plain(key, scope)?;
                self.plain_item(container, key).flatten().map(Plain::from).ok_or(NoValue::Unknown)
            }
            PlainExpr::Length(object) => {
                self.check_builtin("len", scope)?;
                let object = self.eval_plain(object, scope)?;
                self.plain_length(object).map(|n| Plain::Int(n as i64)).ok_or(NoValue::Unknown)
            }
            PlainExpr::IsInstance(..) if matches!(scope, PlainScope::Logged(..)) => Err(NoValue::Unknown),
            PlainExpr::IsInstance(object, class) => {
                self.check_builtin("isinstance", scope)?;
                let (object, class) = (self.eval_plain(object, scope)?, self.eval_plain(class, scope)?);
                self.plain_isinstance(object, class).map(Plain::Bool).ok_or(NoValue::Unknown)
            }
            PlainExpr::Compare(left, rest) => self.plain_comparisons(left, rest, scope),
            PlainExpr::And(operands) => self.plain_operands(operands, scope, false),
            PlainExpr::Or(operands) => self.plain_operands(operands, scope, true),
            PlainExpr::Not(operand) => {
                let operand = self.eval_plain(operand, scope)?;
                self.truth_of_plain(operand).map(|truth| Plain::Bool(!truth)).ok_or(NoValue::Unknown)
            }
            PlainExpr::Binary(left, op, right) => {
                let (left, right) = (self.eval_plain(left, scope)?, self.eval_plain(right, scope)?);
                left.calculate(*op, right).ok_or(NoValue::Unknown)
            }
        }
    }

    /// Whether a plain expression is true.
    pub(crate) fn plain_truth_of(&mut self, expr: &PlainExpr, scope: &PlainScope<'_>) -> Result<bool, NoValue> {
        let value = self.eval_plain(expr, scope)?;
        self.truth_of_plain(value).ok_or(NoValue::Unknown)
    }

    /// Interns the names of the attributes that an expression reads.
    pub(crate) fn intern_attributes(&mut self, expr: &PlainExpr) {
        expr.each_attribute(&mut |name| {
            self.intern(name);
        });
    }

    /// The repr of a plain expression's value.
    pub(crate) fn repr_of_plain_expr(&mut self, expr: &PlainExpr, scope: &PlainScope<'_>) -> Result<String, NoValue> {
        let value = self.eval_plain(expr, scope)?;
        self.repr_of_plain(value).ok_or(NoValue::Unknown)
    }

    /// The first operand that decides an `and` or `or`, or else the last.
    fn plain_operands<'e>(&mut self, operands: &'e [PlainExpr], scope: &PlainScope<'e>, ends_at: bool) -> Found<'e> {
        let mut last = Plain::None;
        for operand in operands {
            last = self.eval_plain(operand, scope)?;
            if self.truth_of_plain(last).ok_or(NoValue::Unknown)? == ends_at {
                break;
            }
        }
        Ok(last)
    }

    fn plain_comparisons<'e>(
        &mut self,
        left: &'e PlainExpr,
        rest: &'e [(CmpOp, PlainExpr)],
        scope: &PlainScope<'e>,
    ) -> Found<'e> {
        let mut left = self.eval_plain(left, scope)?;
        for (op, right) in rest {
            let right = self.eval_plain(right, scope)?;
            let holds = match (op, right) {
                (CmpOp::In | CmpOp::NotIn, Plain::Object(dict)) if dict.is(ids::DICT) => {
                    self.plain_item(dict, left).map(|found| found.is_some() == (*op == CmpOp::In))
                }
                _ => left.compare(*op, &right, |v| self.heap.bytes(v)),
            };
            if !holds.ok_or(NoValue::Unknown)? {
                return Ok(Plain::Bool(false));
            }
            left = right;
        }
        Ok(Plain::Bool(true))
    }

    /// What a name means: one of the debugger's, a variable, a global or a builtin.
    fn plain_name<'e>(&mut self, name: &str, scope: &PlainScope<'e>) -> Found<'e> {
        if let PlainScope::Running(_, names) = scope
            && let Some((_, meaning)) = names.iter().find(|(known, _)| known == name)
        {
            return match meaning {
                SavedValue::Word(text) => Ok(Plain::Text(text)),
                SavedValue::Number(n) => Ok(Plain::Int(i64::from(*n))),
                _ => Err(NoValue::Unknown),
            };
        }
        let frame = match scope {
            PlainScope::Running(frame, _) | PlainScope::Logged(frame, _) => *frame,
            PlainScope::Suspended(suspended) => suspended.frame,
        };
        let namespace = self.namespace_dict(&frame);
        if namespace.is_some() {
            // A comprehension's variables would go first.
            let is_unsure = match scope {
                PlainScope::Running(..) => !self.comprehension_of(&frame).is_empty(),
                PlainScope::Suspended(_) => false,
                PlainScope::Logged(frame, _) => frame.code().code.locals.iter().any(|local| local.hidden),
            };
            if is_unsure {
                return Err(NoValue::Unknown);
            }
        } else if let Some(value) = self.plain_variable(name, &frame, scope)? {
            return Ok(value.into());
        }
        let builtins = self.global(slots::BUILTINS);
        let mut found = None;
        for namespace in namespace.into_iter().chain([frame.globals, builtins]) {
            found = found.or_else(|| self.dict_get_str(namespace, name));
        }
        found.map(Plain::from).ok_or(NoValue::NameError)
    }

    /// A variable of a function's frame, if it has one of this name that is bound.
    fn plain_variable(&self, name: &str, frame: &Frame, scope: &PlainScope<'_>) -> Result<Option<Value>, NoValue> {
        // A namespace of another kind, or names that the program has added.
        if !frame.locals.is_unbound() || self.extra_locals(frame).is_some() {
            return Err(NoValue::Unknown);
        }
        let locals = &frame.code().code.locals;
        let Some(at) = locals.iter().position(|local| &*local.name == name) else { return Ok(None) };
        if locals[at].hidden {
            return Err(NoValue::Unknown);
        }
        let value = match scope {
            PlainScope::Running(..) => self.local_at(frame, at),
            PlainScope::Suspended(suspended) => suspended.variable(self, at),
            PlainScope::Logged(frame, registers) => {
                let register = registers.get(at).ok_or(NoValue::Unknown)?;
                self.value_of_local(frame, at, *register)
            }
        };
        Ok(Some(value).filter(|v| !v.is_unbound()))
    }

    /// Makes sure that a name means the builtin function.
    fn check_builtin(&mut self, name: &str, scope: &PlainScope<'_>) -> Result<(), NoValue> {
        match self.plain_name(name, scope)? {
            Plain::Object(v) if v.is(ids::BUILTIN) => Ok(()),
            _ => Err(NoValue::Unknown),
        }
    }

    /// What a builtin container has under a key: outer `None` if only a diversion can tell.
    fn plain_item(&mut self, container: Value, key: Plain<'_>) -> Option<Option<Value>> {
        if container.is(ids::DICT) {
            return match key {
                Plain::Text(text) => Some(self.dict_get_str(container, text)),
                Plain::Str(key) => self.plain_entry(container, key),
                Plain::Int(n) => self.plain_entry(container, Value::try_int(n)?),
                _ => None,
            };
        }
        let Plain::Int(n) = key else { return None };
        let at = |len: usize| if n < 0 { len.checked_sub(n.unsigned_abs() as usize) } else { Some(n as usize) };
        let items = match container.tid() {
            ids::LIST => self.heap.list(container),
            ids::TUPLE => self.heap.tuple(container),
            _ => return None,
        };
        Some(at(items.len()).and_then(|at| items.get(at)).copied())
    }

    fn plain_entry(&mut self, dict: Value, key: Value) -> Option<Option<Value>> {
        let hash = crate::ops::hashing::hash_scalar(self, key)?;
        let found = self.dict_find_plain(dict, key, hash)?;
        Some(found.map(|at| self.dict_value_at(dict, at)))
    }

    fn plain_length(&mut self, object: Plain<'_>) -> Option<usize> {
        match object {
            Plain::Text(text) => Some(text.chars().count()),
            Plain::Str(v) => self.len(v).ok(),
            Plain::Object(v) => match v.tid() {
                ids::LIST | ids::TUPLE | ids::DICT | ids::SET | ids::FROZENSET | ids::DEQUE | ids::BYTES => {
                    self.len(v).ok()
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn plain_isinstance(&mut self, object: Plain<'_>, class: Plain<'_>) -> Option<bool> {
        let (Plain::Object(object), Plain::Object(class)) = (object, class) else { return None };
        if !object.is(ids::INST) || !class.is(ids::CLASS) || self.type_of(class) != self.types.type_ {
            return None;
        }
        let own = self.type_of(object);
        if self.mro(own).contains(&class) {
            return Some(true);
        }
        // A `__class__` of its own may pretend to be another.
        let name = self.intern("__class__");
        let computed = self.lookup(own, name).is_some_and(|found| found.is(ids::PROPERTY));
        let getattribute = self.lookup(own, self.names.getattribute);
        (!computed && getattribute.is_none_or(|f| f.is(ids::METHOD_DESC))).then_some(false)
    }
}
