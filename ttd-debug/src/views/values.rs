//! Values and their parts, by expressions.

use crate::commands::{complete, print};
use crate::session::{Session, convenience};
use crate::syntax::text;
use crate::target::{EvalError, EventKind, How, object_at};

/// The Python that lists the parts of a value: it defines `parts`.
const PARTS: &str = concat!(include_str!("../attributes.py"), include_str!("parts.py"));

/// Which parts of a value are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The items of a container.
    Items,
    /// The attributes of an object.
    Attributes,
    /// First the attributes, then the items.
    All,
    /// The names of a namespace, without those that Python itself needs.
    Names,
}

/// A value, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The name, index or key.
    pub name: String,
    /// The expression that gives it.
    pub expression: String,
    /// Its repr, shortened when it is very long.
    pub value: String,
    /// The name of its class.
    pub class: String,
    /// The number of its items.
    pub items: usize,
    /// The number of its attributes.
    pub attributes: usize,
    /// The number under which the object is shown, as in `#5`.
    pub object: Option<u64>,
}

/// The parts of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Those that were asked for.
    pub list: Vec<Child>,
    /// How many there are in all.
    pub total: usize,
}

/// Makes sure that a text is one expression: it becomes a part of a call.
fn check(expression: &str) -> Result<(), EvalError> {
    convenience::check(&convenience::with_prefixes(expression)).map_err(EvalError::NotCompilable)
}

impl Session {
    /// Evaluates an expression in the selected frame, in a diversion, and returns its repr after what it printed.
    ///
    /// # Errors
    /// As Python says.
    pub fn value_of(&mut self, expression: &str) -> Result<String, EvalError> {
        Ok(print::evaluate(self, expression)?.text)
    }

    /// Describes the value of an expression.
    ///
    /// # Errors
    /// As Python says.
    pub fn describe(&mut self, expression: &str) -> Result<Child, EvalError> {
        check(expression)?;
        let parts = self.ask_parts(&format!("((\n{expression}\n),), 'items', 0, 1"), expression)?;
        let found = parts.list.into_iter().next();
        let found = found.ok_or_else(|| EvalError::Raised(format!("{expression}: its value cannot be described")))?;
        Ok(Child { name: expression.to_string(), expression: expression.to_string(), ..found })
    }

    /// The parts of an expression's value, at most `count` from `start` on.
    ///
    /// # Errors
    /// As Python says.
    pub fn parts(&mut self, expression: &str, which: Which, start: usize, count: usize) -> Result<Parts, EvalError> {
        check(expression)?;
        let which = match which {
            Which::Items => "items",
            Which::Attributes => "attributes",
            Which::All => "all",
            Which::Names => "names",
        };
        self.ask_parts(&format!("(\n{expression}\n), '{which}', {start}, {count}"), expression)
    }

    fn ask_parts(&mut self, arguments: &str, parent: &str) -> Result<Parts, EvalError> {
        let source = text::quote(PARTS);
        let ask = format!("(lambda names: (exec({source}, names), names['parts'])[1])({{}})({arguments})");
        let answer = print::evaluate(self, &ask)?.text;
        let last = answer.lines().last().and_then(text::unquote).unwrap_or_default();
        let mut rows = last.split('\x1e');
        let total = rows.next().and_then(|total| total.parse().ok()).unwrap_or(0);
        let parent = match parent.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c)) {
            true => parent.to_string(),
            false if parent.ends_with([')', ']']) && parent.starts_with(|c: char| c.is_alphabetic()) => parent.into(),
            false => format!("({parent})"),
        };
        let list = rows.filter_map(|row| self.child(row, &parent)).collect();
        Ok(Parts { list, total })
    }

    /// The value that the innermost frame is returning, as an expression, where it is.
    pub fn returned_value(&mut self) -> Option<&'static str> {
        let (_, event) = self.present();
        (event.kind == EventKind::Return && event.how != How::Unwind).then_some("$_retval")
    }

    /// Reads a row of the answer of `parts`.
    fn child(&self, row: &str, parent: &str) -> Option<Child> {
        let mut fields = row.split('\x1f').map(str::to_string);
        let mut next = || fields.next();
        let (name, template, value, class) = (next()?, next()?, next()?, next()?);
        let (items, attributes, address) = (next()?.parse().ok()?, next()?.parse().ok()?, next()?.parse().ok()?);
        let object = object_at(address).and_then(|object| self.target.object_number(object));
        Some(Child { name, expression: template.replacen('\x1d', parent, 1), value, class, items, attributes, object })
    }

    /// Returns where the word that ends at byte `at` of a line begins, and the candidates for it.
    pub fn completions(&mut self, line: &str, at: usize) -> (usize, Vec<String>) {
        complete::complete(self, line, at)
    }
}
