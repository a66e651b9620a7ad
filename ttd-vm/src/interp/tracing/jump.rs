//! Assigning to `f_lineno`: the frame goes on at another line.
//!
//! CPython allows it where the values that the frame holds on its stack are of the kinds that the target expects. Here
//! the temporaries that are read at the target must hold, at the present instruction, values of the same making: the
//! iterator of a loop, the exit function of a `with` statement, an exception.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::Op;
use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::code::CodeRt;
use crate::vm::code::trace_sites::wants;
use crate::vm::event::EventKind;
use crate::vm::stack::frame_objects::frame_slots as slot;
use crate::{Vm, ids};

const FROM_CALL: &str = "can't jump from the 'call' trace event of a new frame";
const NOT_FROM_LINE: &str = "can only jump from a 'line' trace event";
const NO_EXCEPTION: &str = "can't jump into an 'except' block as there's no exception";

/// What made a temporary that outlives a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    /// `iter()` or `aiter()`.
    Iterator,
    /// A handler: an exception, or what the handler keeps of it.
    Exception,
    /// Anything else.
    Object,
}

impl Vm {
    /// Lets the top frame go on at the instruction that an assignment to `f_lineno` chose: `(line, instruction)`.
    pub(super) fn go_on_at(&mut self, chosen: Value) {
        let place = self.heap.tuple(chosen).to_vec();
        let at = place[1].as_int() as usize;
        if place[3].is_int() {
            // The handler that is left had put away the exception that was handled before.
            self.handle_again(place[3].as_int() as u16);
        }
        self.state.phase = 0;
        let code = self.top_ref().code();
        self.pc = code.start().wrapping_add(at);
        if code.traced.get() & self.loaded.tracing.wanted & wants::EVENTS != 0 {
            // The line may begin in an instruction by which the frame was entered.
            let line = CodeEvent::Line(place[0].as_int() as u32);
            let events = code.trace_events_at(at as u32);
            self.pending.first_event = events.iter().position(|(_, event)| *event == line).unwrap_or(0);
        }
    }

    /// Makes the exception that a handler has put away in a register the one that is handled.
    fn handle_again(&mut self, register: u16) {
        let put_away = self.reg(register);
        if put_away.is_none() || self.is_exception(put_away) {
            self.state.exc = put_away;
        }
    }

    /// Assigns to `f_lineno`.
    pub(crate) fn jump_frame(&mut self, frame: Value, v: Value) -> Res<()> {
        if v.is_unbound() {
            return Err(self.attribute_error("cannot delete attribute"));
        }
        if !v.is_int() {
            return Err(self.value_error("lineno must be an integer"));
        }
        let at = self.heap.slot(frame, slot::TRACED_AT);
        let event = if at.is(ids::TUPLE) { self.heap.tuple(at)[2] } else { self.heap.slot(frame, slot::TRACED_EVENT) };
        let event = if at.is_unbound() || at.is_none() { Value::NONE } else { event };
        let event = if event.is(ids::STR) {
            String::from_utf8_lossy(self.heap.bytes(event)).into_owned()
        } else {
            String::new()
        };
        match event.as_str() {
            "line" | "opcode" => {}
            "" => return Err(self.value_error("f_lineno can only be set in a trace function")),
            "call" => return Err(self.value_error(FROM_CALL)),
            _ => return Err(self.value_error(NOT_FROM_LINE)),
        }
        let code = self.frame_code(frame);
        let line = v.as_int();
        let from = self.frame_at(frame);
        let target = jump_target(code, from, line).map_err(|why| self.value_error(why))?;
        self.bind_unbound(frame)?;
        let restored = left_exception(code, from, target.0).map_or(Value::NONE, Value::int);
        let event = self.intern(&event);
        let place = [Value::int(i64::from(target.1)), Value::int(i64::from(target.0)), event, restored];
        let chosen = self.new_tuple(&place);
        self.heap.set_slot(frame, slot::TRACED_AT, chosen);
        Ok(())
    }

    /// Binds unbound variables to None, as CPython does before a jump, because code may rely on what it passed.
    fn bind_unbound(&mut self, frame: Value) -> Res<()> {
        let missing = unbound_locals(self.frame_code(frame), |i| self.frame_value(frame, i));
        if missing.is_empty() {
            return Ok(());
        }
        self.warn("RuntimeWarning", &warning_about(missing.len()))?;
        for i in missing {
            self.set_frame_value(frame, i, Value::NONE);
        }
        Ok(())
    }

    /// Lets the top frame go on at another line after the present event, and returns CPython's warning about it.
    ///
    /// # Errors
    /// CPython's reason why that is impossible.
    pub(crate) fn jump_from_event(&mut self, line: i64) -> Result<Option<String>, String> {
        let event = self.state.last;
        match (event.kind, self.state.unwinding) {
            (EventKind::Line, None) => {}
            (EventKind::Call, None) => return Err(FROM_CALL.into()),
            _ => return Err(NOT_FROM_LINE.into()),
        }
        let frame = *self.top_ref();
        let code = frame.code();
        let from = code.index_of(self.pc);
        let (at, line) = jump_target(code, from, line)?;
        let missing = unbound_locals(code, |i| self.local_at(&frame, i));
        missing.iter().for_each(|i| self.set_register_of(0, *i, Value::NONE));
        if let Some(register) = left_exception(code, from, at) {
            self.handle_again(register as u16);
        }
        self.pc = code.start().wrapping_add(at as usize);
        // The events of the instruction before its line were those of entering the frame.
        let events = code.trace_events_at(at);
        self.state.phase = events.iter().position(|(_, event)| *event == CodeEvent::Line(line)).unwrap_or(0) as u8;
        Ok((!missing.is_empty()).then(|| format!("RuntimeWarning: {}", warning_about(missing.len()))))
    }

    /// Leaves the handlers around an instruction of the top frame, if it is in any: what was handled before them is
    /// handled again.
    pub(crate) fn leave_handlers(&mut self, at: u32) {
        let code = self.top_ref().code();
        if !code.code.is_handling_at(at) {
            return;
        }
        let outermost = exceptions_at(code, at).map(|(register, _)| register as u16).min();
        outermost.into_iter().for_each(|register| self.handle_again(register));
    }
}

/// The variables of a function's own that have no value.
fn unbound_locals(code: &CodeRt, value_of: impl Fn(usize) -> Value) -> Vec<usize> {
    let is_own = |i: &usize| {
        let local = &code.code.locals[*i];
        !local.cell && !local.free && !local.hidden
    };
    (0..code.nlocals as usize).filter(is_own).filter(|i| value_of(*i).is_unbound()).collect()
}

fn warning_about(unbound: usize) -> String {
    format!("assigning None to {unbound} unbound local{}", if unbound == 1 { "" } else { "s" })
}

/// The instruction, and the line, at which the frame goes on.
fn jump_target(code: &CodeRt, from: u32, line: i64) -> Result<(u32, u32), String> {
    if line < i64::from(code.code.first_line) {
        return Err(format!("line {line} comes before the current code block"));
    }
    let starts = code.trace_events().iter().filter_map(|(_, event)| match event {
        CodeEvent::Line(at) if i64::from(*at) >= line => Some(*at),
        _ => None,
    });
    let handlers = code.code.handlers.iter().map(|h| h.line).filter(|at| i64::from(*at) >= line && *at != 0);
    let Some(line) = starts.chain(handlers).min() else {
        return Err(format!("line {line} comes after the current code block"));
    };
    let (held, cells) = (held_at(code, from), ttd_code::Cells::of(&code.code));
    // Of several places the one that keeps most is meant, as in CPython, but not the way back to the head of a loop; of
    // several reasons, the first place's.
    let mut best: Option<(u32, usize)> = None;
    let mut wrong = None;
    for (at, _) in code.trace_events().iter().filter(|(_, event)| *event == CodeEvent::Line(line)) {
        let wanted = held_at(code, *at);
        if !wanted.iter().all(|held_there| held.contains(held_there)) || !cells.covers(*at as usize, from as usize) {
            wrong.get_or_insert(explain(&wanted));
            continue;
        }
        let goes_back = matches!(code.code.ins[*at as usize].op, Op::ForNext | Op::JumpBack);
        let kept = if goes_back { 0 } else { wanted.len() + 1 };
        if best.is_none_or(|(_, most)| most < kept) {
            best = Some((*at, kept));
        }
    }
    match best {
        Some((at, _)) => Ok((at, line)),
        None => Err(wrong.unwrap_or(NO_EXCEPTION).into()),
    }
}

/// The register of the exception that was handled before, if a jump leaves handlers.
fn left_exception(code: &CodeRt, from: u32, to: u32) -> Option<i64> {
    let wanted = held_at(code, to);
    exceptions_at(code, from).filter(|one| !wanted.contains(one)).map(|(register, _)| i64::from(register)).min()
}

fn exceptions_at(code: &CodeRt, at: u32) -> impl Iterator<Item = (u32, Made)> {
    held_at(code, at).into_iter().filter(|one| one.1 == Made::Exception)
}

/// The temporaries that are read at an instruction or later, with what made them.
fn held_at(code: &CodeRt, at: u32) -> Vec<(u32, Made)> {
    let live = (code.nlocals..code.nregs).filter(|register| code.is_live(at, *register as usize, false));
    live.map(|register| (register, made(code, at, register))).collect()
}

/// What made the value of a register that outlives a line: the last instruction before `at`, in the order of the code,
/// that makes such values and writes it, or the handler that begins there.
fn made(code: &CodeRt, at: u32, register: u32) -> Made {
    let begins_handler = |place: u32| {
        code.code.handlers.iter().any(|h| {
            let last = u32::from(h.reg) + u32::from(h.lasti);
            h.target == place && (u32::from(h.reg)..=last).contains(&register)
        })
    };
    if begins_handler(at) {
        return Made::Exception;
    }
    for place in (0..at).rev() {
        let ins = &code.code.ins[place as usize];
        let (first, second) = (u32::from(ins.a) == register, u32::from(ins.a) + 1 == register);
        match ins.op {
            Op::GetIter | Op::GetAIter if first => return Made::Iterator,
            Op::LoadSpecial if first || second => return Made::Object,
            Op::PushExc if first || second => return Made::Exception,
            _ => {}
        }
        if begins_handler(place) {
            return Made::Exception;
        }
    }
    Made::Object
}

/// CPython's reason why a jump to where these are held is impossible: it goes by the last of them.
fn explain(wanted: &[(u32, Made)]) -> &'static str {
    match wanted.last().map(|(_, made)| *made) {
        Some(Made::Iterator) => "can't jump into the body of a for loop",
        Some(Made::Exception) => NO_EXCEPTION,
        _ => "incompatible stacks",
    }
}
