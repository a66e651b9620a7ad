//! What an object answers when it is asked: a property, its length, whether it contains a key. The answer is computed
//! in a diversion, and followed for this object over all its life, whatever frame was asked in.

use ttd_code::Mode;
use ttd_core::value::Value;

use crate::native::Res;
use crate::time::inspect::compile;
use crate::time::inspect::saved_values::SavedValue;
use crate::{Vm, ids};

/// What an object is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The attribute that its class computes.
    Attribute(String),
    /// Its length.
    Length,
    /// Whether it contains this.
    Contains(SavedValue),
    /// What it has under this key.
    Item(SavedValue),
}

impl Question {
    /// The special method that answers, where a class may define its own.
    fn method(&self) -> Option<&'static str> {
        match self {
            Question::Attribute(_) => None,
            Question::Length => Some("__len__"),
            Question::Contains(_) => Some("__contains__"),
            Question::Item(_) => Some("__getitem__"),
        }
    }
}

impl Vm {
    /// Asks an object; only in a diversion.
    pub(super) fn answer_of(&mut self, object: Value, question: &Question) -> Res {
        match question {
            Question::Attribute(name) => {
                let name = self.intern(name);
                self.getattr(object, name)
            }
            Question::Length => self.len(object).map(|n| Value::int(n as i64)),
            Question::Contains(key) => {
                let key = self.saved_value(key)?;
                self.contains(object, key).map(Value::bool)
            }
            Question::Item(key) => {
                let key = self.saved_value(key)?;
                self.get_item(object, key)
            }
        }
    }

    /// A saved value that is plain data or an object of the program.
    fn saved_value(&mut self, saved: &SavedValue) -> Res {
        match saved {
            SavedValue::Text(source) => match compile(source, Mode::Eval) {
                Ok(code) => {
                    let scope = self.new_dict();
                    self.run_in_scope(&code, (scope, scope))
                }
                Err(_) => Err(self.system_error(format!("{source} is no expression"))),
            },
            SavedValue::Object(birth) => match self.find_object(*birth) {
                Some(object) => Ok(object),
                None => Err(self.lookup_error("the object is not there at this time")),
            },
            _ => Err(self.system_error("a value that no key can be")),
        }
    }

    /// Whether the answer changes only when the object is written to: a container whose class does not answer itself.
    pub(super) fn answers_from_contents(&mut self, object: Value, question: &Question) -> bool {
        let Some(method) = question.method() else { return false };
        if self.container_in(object).is_none() {
            return object.is_obj() && matches!(object.tid(), ids::TUPLE | ids::FROZENSET);
        }
        if !object.is(ids::INST) {
            return true;
        }
        let (class, name) = (self.type_of(object), self.intern(method));
        self.lookup(class, name).is_some_and(|f| !f.is(ids::FUNCTION))
    }
}
