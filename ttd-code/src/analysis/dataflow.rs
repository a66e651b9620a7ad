//! What happened to registers between two places of a code object: what a log of the events has to look at.
//!
//! A forward data-flow analysis over the ways from one place to another on which no other event lies: the usual one of
//! copies and constants, with one value for each register. It tells for certain which registers have kept what they
//! held, and for many others where what they hold now comes from.

use crate::bytecode::code::Code;
use crate::bytecode::disassemble::jump_target;
use crate::bytecode::op::{Ins, Op};
use crate::bytecode::operands::{reads, writes};
use crate::bytecode::verify::goes_on;

/// What a register holds at a place, told by what registers held at an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// What it held then, for certain.
    Kept,
    /// What this register held then, for certain.
    Copy(u16),
    /// The same, most likely.
    Likely(u16),
    /// The constant that the instruction at this index loads, for certain.
    Loaded(u32),
    /// What the call gave in which the frame waited then, most likely.
    Given,
    /// Something else.
    New,
}

/// Where a frame was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameSite {
    /// It was about to run the instruction at this index, whose events were delivered.
    Before(usize),
    /// It waited for another frame, to go on at this index: in the instruction before, or to run this one again.
    Inside(usize),
}

/// How many registers there can be.
pub const MAX_REGS: usize = 64;

/// What is known of all registers; nothing where the place was not reached.
type States = Vec<Option<[ValueOrigin; MAX_REGS]>>;

/// What the registers hold when the instruction at `to` is about to run, if it is reached without another event, by any
/// way there is, handlers of exceptions included. At most `MOST` registers are told about: the code must not have more.
pub fn between(code: &Code, from: FrameSite, to: usize) -> Option<[ValueOrigin; MAX_REGS]> {
    let mut states: States = vec![None; code.ins.len() + 1];
    let mut work = Vec::new();
    let kept = [ValueOrigin::Kept; MAX_REGS];
    match from {
        FrameSite::Before(at) => run(code, at, kept, false, &mut states, &mut work),
        FrameSite::Inside(at) => {
            if at > 0 {
                run(code, at - 1, kept, true, &mut states, &mut work);
            }
            if at < code.ins.len() {
                join(&mut states, &mut work, at, kept);
                run(code, at, kept, false, &mut states, &mut work);
            }
        }
    }
    while let Some(at) = work.pop() {
        if let (Some(state), Some(0)) = (states[at], code.ins.get(at).map(|ins| ins.events)) {
            run(code, at, state, false, &mut states, &mut work);
        }
    }
    *states.get(to)?
}

/// The same for a frame that waits in the instruction before `at`, or to run the one at `at` again; `stores`: what it waits
/// for is only stored. A call puts what it makes itself where its arguments are, unless it only stores a result.
pub fn waiting(code: &Code, from: FrameSite, at: usize, stores: bool) -> Option<[ValueOrigin; MAX_REGS]> {
    let call = at.checked_sub(1).filter(|before| matches!(code.ins[*before].op, Op::Call | Op::CallKw | Op::CallEx));
    let begun = at.checked_sub(1).and_then(|before| between(code, from, before));
    match (call, stores) {
        (Some(_), true) => begun,
        (Some(call), false) => begun.map(|mut state| {
            for (start, n) in reads(code.ins[call]) {
                (start..start + n as u16).for_each(|i| set(&mut state, usize::from(i), ValueOrigin::New));
            }
            state
        }),
        (None, _) => match (begun, between(code, from, at)) {
            (Some(begun), Some(again)) => Some(merged(begun, again)),
            (begun, again) => begun.or(again),
        },
    }
}

/// Follows one instruction to all that may come after it. `waits`: what it gives came from the frame above.
fn run(
    code: &Code,
    at: usize,
    before: [ValueOrigin; MAX_REGS],
    waits: bool,
    states: &mut States,
    work: &mut Vec<usize>,
) {
    let ins = code.ins[at];
    let after = after(ins, at, before, waits);
    let next = goes_on(ins.op).then_some(at + 1);
    for to in [jump_target(at, ins), next].into_iter().flatten() {
        join(states, work, to, after);
    }
    if let Some(handler) = code.handler_of(at as u32) {
        let mut caught = merged(before, after);
        let first = usize::from(handler.reg);
        (first..first + 1 + usize::from(handler.lasti)).for_each(|i| set(&mut caught, i, ValueOrigin::New));
        join(states, work, handler.target as usize, caught);
    }
}

/// Adds what is known on one more way to a place; it is looked at again if that is news.
fn join(states: &mut States, work: &mut Vec<usize>, at: usize, state: [ValueOrigin; MAX_REGS]) {
    let joined = states[at].map_or(state, |known| merged(known, state));
    if states[at] != Some(joined) {
        states[at] = Some(joined);
        work.push(at);
    }
}

fn merged(mut one: [ValueOrigin; MAX_REGS], other: [ValueOrigin; MAX_REGS]) -> [ValueOrigin; MAX_REGS] {
    for (a, b) in one.iter_mut().zip(other) {
        if *a != b {
            *a = ValueOrigin::New;
        }
    }
    one
}

fn set(state: &mut [ValueOrigin; MAX_REGS], register: usize, held: ValueOrigin) {
    if let Some(place) = state.get_mut(register) {
        *place = held;
    }
}

/// What the registers hold behind an instruction, whether it jumps or not.
fn after(ins: Ins, at: usize, before: [ValueOrigin; MAX_REGS], waits: bool) -> [ValueOrigin; MAX_REGS] {
    let mut state = before;
    let written = [true, false].into_iter().flat_map(|jumps| writes(ins, jumps));
    for register in written.flat_map(|(start, n)| usize::from(start)..usize::from(start) + n as usize) {
        set(&mut state, register, if waits { ValueOrigin::Given } else { ValueOrigin::New });
    }
    let copy = |from: u16, to: u16| match before.get(usize::from(from)) {
        Some(ValueOrigin::Kept) => ValueOrigin::Copy(from),
        Some(held) if ![ValueOrigin::Copy(to), ValueOrigin::Likely(to)].contains(held) => *held,
        _ => ValueOrigin::New,
    };
    match ins.op {
        _ if waits => {}
        Op::Move => set(&mut state, usize::from(ins.a), copy(ins.b, ins.a)),
        Op::LoadConst | Op::LoadInt | Op::LoadImm | Op::ClearLocal => {
            set(&mut state, usize::from(ins.a), ValueOrigin::Loaded(at as u32));
        }
        // Of what is no method of the class, NULL is put there.
        Op::LoadMethod => {
            let held = match copy(ins.b, ins.a + 1) {
                ValueOrigin::Copy(from) => ValueOrigin::Likely(from),
                ValueOrigin::Likely(from) => ValueOrigin::Likely(from),
                _ => ValueOrigin::New,
            };
            set(&mut state, usize::from(ins.a) + 1, held);
        }
        _ => {}
    }
    match ins.op {
        Op::DeleteLocal | Op::MakeCell => set(&mut state, usize::from(ins.a), ValueOrigin::New),
        Op::CopyFreeVars => state = [ValueOrigin::New; MAX_REGS],
        _ => {}
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::code::Const;
    use crate::{Mode, Options, compile};

    /// The inner function of a program.
    fn function(source: &str) -> Code {
        let options = Options { counted: true, ..Options::default() };
        let module = compile(source, "f", Mode::Exec, options).unwrap_or_else(|_| panic!("no program: {source}"));
        let inner = module.consts.iter().find_map(|c| match c {
            Const::Code(code) => Some((**code).clone()),
            _ => None,
        });
        inner.unwrap_or_else(|| panic!("no function: {source}"))
    }

    /// What the first variables hold at every event that is reached from the one before it.
    fn at_events(source: &str) -> Vec<Vec<ValueOrigin>> {
        let code = function(source);
        let events: Vec<usize> = (0..code.ins.len()).filter(|at| code.ins[*at].events > 0).collect();
        let pairs = events.windows(2).filter_map(|pair| between(&code, FrameSite::Before(pair[0]), pair[1]));
        pairs.map(|held| held[..code.locals.len()].to_vec()).collect()
    }

    #[test]
    fn a_line_writes_what_stands_in_it() {
        use ValueOrigin::{Copy, Kept, New};
        let source = "def f(a, b):\n    c = a\n    a = b\n    del c\n    return a\n";
        let held = at_events(source);
        assert_eq!(held, [[Kept, Kept, Copy(0)], [Copy(1), Kept, Kept], [Kept, Kept, New]]);
    }

    #[test]
    fn what_is_exchanged_is_told_by_what_it_was() {
        let held = at_events("def f(a, b):\n    a, b = b, a\n    return a\n");
        assert_eq!(held, [[ValueOrigin::Copy(1), ValueOrigin::Copy(0)]]);
    }

    #[test]
    fn all_ways_to_an_instruction_count() {
        let code = function("def f(a, b):\n    a = g(1 if a else 2, b)\n    return a\n");
        let call = (0..code.ins.len()).find(|at| code.ins[*at].op == Op::Call);
        let call = call.unwrap_or_else(|| panic!("no call"));
        let held = between(&code, FrameSite::Before(0), call);
        let first = usize::from(code.ins[call].a) + 2;
        assert_eq!(
            held.map(|held| [held[0], held[first], held[first + 1]]),
            Some([ValueOrigin::Kept, ValueOrigin::New, ValueOrigin::Copy(1)])
        );
    }

    #[test]
    fn a_place_behind_another_event_is_not_reached() {
        let code = function("def f(a):\n    a = 1\n    a = 2\n    return a\n");
        let events: Vec<usize> = (0..code.ins.len()).filter(|at| code.ins[*at].events > 0).collect();
        assert!(between(&code, FrameSite::Before(events[0]), events[1]).is_some());
        assert_eq!(between(&code, FrameSite::Before(events[0]), events[2]), None);
    }

    /// A frame that waits for a call goes on with what the call gives.
    #[test]
    fn a_call_gives_its_result() {
        let code = function("def f(a):\n    a = g(a)\n    return a\n");
        let call = (0..code.ins.len()).find(|at| code.ins[*at].op == Op::Call).unwrap_or_else(|| panic!("no call"));
        let next = (call + 1..code.ins.len()).find(|at| code.ins[*at].events > 0);
        let held = between(&code, FrameSite::Inside(call + 1), next.unwrap_or_default());
        assert!(matches!(held, Some(held) if held[0] == ValueOrigin::New || held[0] == ValueOrigin::Given));
    }
}
