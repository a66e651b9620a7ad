//! A filter in terms of one code object: which of its instructions have events that can pass, and where the compared
//! values are.

use ttd_code::bytecode::code::Event as CodeEvent;

use super::filter::{Filter, Subject};
use crate::log::Test;
use crate::vm::code::CodeRt;
use crate::vm::event::{Event, EventKind};

/// Where a code object's frames hold a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Variable(usize),
    Argument(usize),
    Returned,
    Unknown,
}

/// A filter for one code object.
pub(super) struct FilteredCode {
    /// A variable of this code hides a word of the condition: every event passes.
    pub(super) hides_word: bool,
    /// Whether events of this code can pass at all.
    pub(super) applies: bool,
    /// For every instruction, whether one of its events can pass.
    pub(super) sites: Box<[bool]>,
    /// Where the compared values are.
    pub(super) operands: Box<[Operand]>,
}

/// Whether the code object alone decides a test.
pub(super) fn is_of_code(test: &Test) -> bool {
    matches!(test, Test::Function(_) | Test::File(_) | Test::Codes(_) | Test::OtherCodes(_))
}

impl Filter {
    /// Whether events of this code can pass.
    pub(super) fn applies_to(&self, code: &CodeRt) -> bool {
        let event = Event { code: code.id, ..Event::NONE };
        let (name, path) = (&code.code.name, &code.code.path);
        self.is_hidden_in(code)
            || self.tests.iter().filter(|test| is_of_code(test)).all(|test| test.matches(name, path, &event))
    }

    pub(super) fn compile_code(&self, code: &CodeRt) -> FilteredCode {
        let applies = self.applies_to(code);
        let mut sites = vec![false; code.code.ins.len()];
        for (at, event) in code.code.events.iter().filter(|_| applies) {
            sites[*at as usize] |= self.may_match(code, event);
        }
        let operands = self.values.iter().map(|test| operand_of(&test.subject, code)).collect();
        FilteredCode { hides_word: self.is_hidden_in(code), applies, sites: sites.into(), operands }
    }

    /// Whether a variable of this code has the name of a word of the condition.
    fn is_hidden_in(&self, code: &CodeRt) -> bool {
        let mut names = code.code.locals.iter().filter(|local| !local.hidden).map(|local| &*local.name);
        !self.words.is_empty() && names.any(|name| self.words.iter().any(|word| word == name))
    }

    /// Whether this event of an instruction can pass.
    pub(super) fn may_match(&self, code: &CodeRt, event: &CodeEvent) -> bool {
        let (kind, line) = match event {
            CodeEvent::Call(line) => (EventKind::Call, line),
            CodeEvent::Line(line) => (EventKind::Line, line),
            CodeEvent::Return(line) => (EventKind::Return, line),
        };
        let returns = self.values.iter().any(|test| test.subject == Subject::Returned);
        let event = Event { kind, line: *line, code: code.id, ..Event::NONE };
        self.is_hidden_in(code) || (kind == EventKind::Return || !returns) && self.may_be(code, &event)
    }

    /// Whether an event of this code can pass, as far as kind, line, function and file decide.
    pub(super) fn may_be(&self, code: &CodeRt, event: &Event) -> bool {
        let of_state = |test: &Test| matches!(test, Test::Depth(_) | Test::Frame(_) | Test::How(_));
        let passes = |test: &Test| of_state(test) || test.matches(&code.code.name, &code.code.path, event);
        self.is_hidden_in(code) || self.tests.iter().all(passes)
    }
}

/// The operand of a subject, if it is in a register; variables of modules and classes are not.
fn operand_of(subject: &Subject, code: &CodeRt) -> Operand {
    let locals = &code.code.locals;
    let in_register = |at: &usize| !(locals[*at].cell || locals[*at].free);
    let operand = match subject {
        Subject::Returned => Some(Operand::Returned),
        Subject::Argument(n) => {
            let at = Some(*n).filter(|n| *n < (code.code.args + code.code.kwonly) as usize);
            at.filter(in_register).map(Operand::Argument)
        }
        Subject::Variable(name) => {
            let at = locals.iter().position(|local| !local.hidden && *local.name == **name);
            at.filter(in_register).map(Operand::Variable)
        }
    };
    operand.unwrap_or(Operand::Unknown)
}
