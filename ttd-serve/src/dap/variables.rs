//! Variables and the parts of values, each read when the client expands it.

use serde_json::{Value, json};
use ttd_debug::views::{Child, Parts, Which};
use ttd_debug::{Answer, Session};

use super::adapter::Adapter;
use super::requests::{Reply, Request};

/// Parts that a request gets at most.
const MOST: usize = 1000;
/// Containers with more items than this are read in pages.
const PAGED: usize = 100;

/// What the client can expand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    Locals {
        thread: u64,
        frame: usize,
    },
    Globals {
        thread: u64,
        frame: usize,
    },
    /// What the innermost frame is returning.
    Returned {
        thread: u64,
        frame: usize,
    },
    /// What the function returned that was stepped out of.
    Left,
    /// The value of an expression.
    Value {
        thread: u64,
        frame: usize,
        expression: String,
    },
}

impl Reference {
    pub(super) fn frame(&self) -> (u64, usize) {
        match self {
            Reference::Left => (1, 0),
            Reference::Locals { thread, frame }
            | Reference::Globals { thread, frame }
            | Reference::Returned { thread, frame }
            | Reference::Value { thread, frame, .. } => (*thread, *frame),
        }
    }
}

impl Adapter<'_> {
    /// The number by which the client can expand something.
    pub(super) fn refer(&mut self, reference: Reference) -> usize {
        let known = self.references.iter().position(|known| *known == reference);
        1 + known.unwrap_or_else(|| {
            self.references.push(reference);
            self.references.len() - 1
        })
    }

    /// What a request is about that the client can expand.
    pub(super) fn reference(&self, request: &Request) -> Result<Reference, String> {
        let number = request.needed_number("variablesReference")?;
        let at = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
        let found = at.and_then(|at| self.references.get(at)).cloned();
        found.ok_or_else(|| format!("There is nothing with the reference {number} at this stop"))
    }

    pub(super) fn variables(&mut self, request: &Request) -> Reply {
        let reference = self.reference(request)?;
        let which = match request.text("filter") {
            Some("indexed") => Which::Items,
            Some("named") => Which::Attributes,
            _ => Which::All,
        };
        let count = request.size("count").filter(|count| *count > 0).unwrap_or(MOST).min(MOST);
        let parts = self.parts(&reference, which, request.size("start").unwrap_or(0), count)?;
        let (thread, frame) = reference.frame();
        let list: Vec<Value> = parts.list.iter().map(|child| self.variable(child, thread, frame)).collect();
        Ok(json!({ "variables": list }))
    }

    fn parts(&mut self, reference: &Reference, which: Which, start: usize, count: usize) -> Result<Parts, String> {
        let (thread, frame) = reference.frame();
        let left = self.left.clone();
        let session = self.session()?;
        let start = start.min(1 << 40);
        let read = session.with_frame(thread, frame, |session| match reference {
            Reference::Locals { .. } => session.parts("locals()", Which::Names, start, count),
            Reference::Globals { .. } => session.parts("globals()", Which::Names, start, count),
            Reference::Returned { .. } => {
                let described = session.describe("$_retval");
                described.map(|child| Parts { list: vec![Child { name: "returned".into(), ..child }], total: 1 })
            }
            Reference::Left => Ok(left_value(left)),
            Reference::Value { expression, .. } => session.parts(expression, which, start, count),
        });
        read.map_err(|error| error.to_string())
    }

    /// A value as the protocol shows variables.
    pub(super) fn variable(&mut self, child: &Child, thread: u64, frame: usize) -> Value {
        let mut shown = self.shown_variable(child, thread, frame);
        shown["name"] = child.name.clone().into();
        if !child.expression.is_empty() {
            shown["evaluateName"] = child.expression.clone().into();
        }
        shown
    }

    /// A value as the protocol shows that of a variable.
    fn shown_variable(&mut self, child: &Child, thread: u64, frame: usize) -> Value {
        let mut shown = self.shown_value(child, thread, frame);
        shown["value"] = shown["result"].take();
        shown.as_object_mut().map(|object| object.remove("result"));
        shown
    }

    /// A value as the protocol shows results.
    pub(super) fn shown_value(&mut self, child: &Child, thread: u64, frame: usize) -> Value {
        let expands = child.items + child.attributes > 0;
        let reference = match expands {
            true => self.refer(Reference::Value { thread, frame, expression: child.expression.clone() }),
            false => 0,
        };
        let mut shown = json!({ "result": child.value, "type": child.class, "variablesReference": reference });
        if child.items > PAGED {
            shown["indexedVariables"] = child.items.into();
            shown["namedVariables"] = child.attributes.into();
        }
        shown
    }

    pub(super) fn set_variable(&mut self, request: &Request) -> Reply {
        let reference = self.reference(request)?;
        let (name, value) = (request.needed_text("name")?, request.needed_text("value")?);
        let (thread, frame) = reference.frame();
        let expression = match &reference {
            Reference::Locals { .. } => name.to_string(),
            Reference::Globals { .. } => format!("globals()[{}]", ttd_debug::syntax::text::quote(name)),
            Reference::Returned { .. } | Reference::Left => return Err("What is returned cannot be changed".into()),
            Reference::Value { .. } => {
                self.part_named(&reference, name)?.ok_or_else(|| format!("It has no part {name}"))?
            }
        };
        self.assign(&expression, value, thread, frame)
    }

    /// The expression of a part of a value.
    pub(super) fn part_named(&mut self, reference: &Reference, name: &str) -> Result<Option<String>, String> {
        let mut start = 0;
        loop {
            let parts = self.parts(reference, Which::All, start, MOST)?;
            if let Some(found) = parts.list.iter().find(|child| child.name == name) {
                return Ok(Some(found.expression.clone()));
            }
            start += MOST;
            if parts.list.is_empty() || start >= parts.total {
                return Ok(None);
            }
        }
    }

    pub(super) fn set_expression(&mut self, request: &Request) -> Reply {
        let (thread, frame) = self.frame_or_newest(request)?;
        let (expression, value) = (request.needed_text("expression")?, request.needed_text("value")?);
        self.assign(expression, value, thread, frame)
    }

    /// Changes the program, on a branch, and shows the new value.
    fn assign(&mut self, expression: &str, value: &str, thread: u64, frame: usize) -> Reply {
        let line = format!("!{} = {}", expression.trim(), value.trim());
        if line.contains('\n') {
            return Err("A value of several lines cannot be set here: type the statement in the console".into());
        }
        let session = self.session()?;
        let set = |session: &mut Session| (session.execute_own(&line), session.prompt());
        let (answers, prompt) = session.with_frame(thread, frame, |session| session.beside_input(set));
        if !matches!(prompt, ttd_debug::Prompt::Command(_)) {
            return Err(format!("This is not complete: {value}"));
        }
        if let Some(Answer::Error(why)) = answers.iter().find(|answer| matches!(answer, Answer::Error(_))) {
            return Err(why.clone());
        }
        let described = session.with_frame(thread, frame, |session| session.describe(expression));
        self.show_notes(&answers);
        let child = described.map_err(|error| error.to_string())?;
        Ok(self.shown_variable(&child, thread, frame))
    }
}

/// What a function returned that was stepped out of. Its parts can be seen at the return.
fn left_value(left: Option<(String, String)>) -> Parts {
    let list = left.into_iter().map(|(function, value)| Child {
        name: format!("(return) {function}"),
        expression: String::new(),
        value,
        class: String::new(),
        items: 0,
        attributes: 0,
        object: None,
    });
    let list: Vec<Child> = list.collect();
    Parts { total: list.len(), list }
}
