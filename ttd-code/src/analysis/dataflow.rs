//! Where the values of registers come from between two instructions: what the log's writer needs to compare or write.
//!
//! A forward data-flow analysis of copies and constants over the paths from one instruction to another on which no
//! other event lies, with one value per register. It proves which registers are unchanged, and finds the origin of many
//! others.

use crate::bytecode::code::Code;
use crate::bytecode::disassemble::jump_target;
use crate::bytecode::op::{Ins, Op};
use crate::bytecode::operands::{reads, writes};
use crate::bytecode::verify::falls_through;

/// Where the value of a register comes from, relative to an earlier instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// The register itself: it is unchanged.
    Unchanged,
    /// This register, as it was then.
    Copy(u16),
    /// This register, most likely.
    LikelyCopy(u16),
    /// The constant that the instruction at this index loads.
    Loaded(u32),
    /// The result of the call in which the frame was waiting, most likely.
    CallResult,
    /// Anything else.
    Unknown,
}

/// The position of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameSite {
    /// About to run the instruction at this index, whose events have been delivered.
    Before(usize),
    /// Waiting for another frame, to resume at this index: either in the instruction before it, or by running it again.
    Waiting(usize),
}

/// Largest number of registers of code that is analyzed.
pub const MAX_REGS: usize = 64;

/// The origins of all registers before each instruction; `None` where it is not reached.
type States = Vec<Option<[ValueOrigin; MAX_REGS]>>;

/// Returns the origins of the registers when the instruction at `to` is about to run, over all paths without another
/// event, exception handlers included; `None` if there is no such path. The code has at most [`MAX_REGS`] registers.
pub fn between(code: &Code, from: FrameSite, to: usize) -> Option<[ValueOrigin; MAX_REGS]> {
    let mut states: States = vec![None; code.ins.len() + 1];
    let mut work = Vec::new();
    let unchanged = [ValueOrigin::Unchanged; MAX_REGS];
    match from {
        FrameSite::Before(at) => transfer(code, at, unchanged, false, &mut states, &mut work),
        FrameSite::Waiting(at) => {
            if at > 0 {
                transfer(code, at - 1, unchanged, true, &mut states, &mut work);
            }
            if at < code.ins.len() {
                join(&mut states, &mut work, at, unchanged);
                transfer(code, at, unchanged, false, &mut states, &mut work);
            }
        }
    }
    while let Some(at) = work.pop() {
        if let (Some(state), Some(0)) = (states[at], code.ins.get(at).map(|ins| ins.events)) {
            transfer(code, at, state, false, &mut states, &mut work);
        }
    }
    *states.get(to)?
}

/// Returns the origins of the registers of a frame that waits in the instruction before `at`, or to run the one at `at`
/// again. `stores`: the result it waits for is only stored. A call overwrites its arguments unless it only stores.
pub fn waiting(code: &Code, from: FrameSite, at: usize, stores: bool) -> Option<[ValueOrigin; MAX_REGS]> {
    let call = at.checked_sub(1).filter(|before| matches!(code.ins[*before].op, Op::Call | Op::CallKw | Op::CallEx));
    let begun = at.checked_sub(1).and_then(|before| between(code, from, before));
    match (call, stores) {
        (Some(_), true) => begun,
        (Some(call), false) => {
            // A native that waits in its call waits there for one result after the other.
            let again = (from == FrameSite::Waiting(at)).then_some([ValueOrigin::Unchanged; MAX_REGS]);
            either(begun, again).map(|mut state| {
                for (start, n) in reads(code.ins[call]) {
                    (start..start + n as u16).for_each(|i| set(&mut state, usize::from(i), ValueOrigin::Unknown));
                }
                state
            })
        }
        (None, _) => either(begun, between(code, from, at)),
    }
}

/// The origins of registers where one of two ways was taken.
fn either(
    one: Option<[ValueOrigin; MAX_REGS]>,
    other: Option<[ValueOrigin; MAX_REGS]>,
) -> Option<[ValueOrigin; MAX_REGS]> {
    match (one, other) {
        (Some(one), Some(other)) => Some(merge(one, other)),
        (one, other) => one.or(other),
    }
}

/// Propagates the state before an instruction to its successors. `waits`: its result comes from the frame above.
fn transfer(
    code: &Code,
    at: usize,
    before: [ValueOrigin; MAX_REGS],
    waits: bool,
    states: &mut States,
    work: &mut Vec<usize>,
) {
    let ins = code.ins[at];
    let after = state_after(ins, at, before, waits);
    let next = falls_through(ins.op).then_some(at + 1);
    for to in [jump_target(at, ins), next].into_iter().flatten() {
        join(states, work, to, after);
    }
    if let Some(handler) = code.handler_of(at as u32) {
        let mut caught = merge(before, after);
        let first = usize::from(handler.reg);
        (first..first + 1 + usize::from(handler.lasti)).for_each(|i| set(&mut caught, i, ValueOrigin::Unknown));
        join(states, work, handler.target as usize, caught);
    }
}

/// Merges the state of one more path into an instruction's, which is visited again if that changes it.
fn join(states: &mut States, work: &mut Vec<usize>, at: usize, state: [ValueOrigin; MAX_REGS]) {
    let joined = states[at].map_or(state, |old| merge(old, state));
    if states[at] != Some(joined) {
        states[at] = Some(joined);
        work.push(at);
    }
}

fn merge(mut one: [ValueOrigin; MAX_REGS], other: [ValueOrigin; MAX_REGS]) -> [ValueOrigin; MAX_REGS] {
    for (a, b) in one.iter_mut().zip(other) {
        if *a != b {
            *a = ValueOrigin::Unknown;
        }
    }
    one
}

fn set(state: &mut [ValueOrigin; MAX_REGS], register: usize, origin: ValueOrigin) {
    if let Some(slot) = state.get_mut(register) {
        *slot = origin;
    }
}

/// Returns the origins of the registers behind an instruction, whether it jumps or not.
fn state_after(ins: Ins, at: usize, before: [ValueOrigin; MAX_REGS], waits: bool) -> [ValueOrigin; MAX_REGS] {
    let mut state = before;
    let written = [true, false].into_iter().flat_map(|jumps| writes(ins, jumps));
    for register in written.flat_map(|(start, n)| usize::from(start)..usize::from(start) + n as usize) {
        set(&mut state, register, if waits { ValueOrigin::CallResult } else { ValueOrigin::Unknown });
    }
    let copy = |from: u16, to: u16| match before.get(usize::from(from)) {
        Some(ValueOrigin::Unchanged) => ValueOrigin::Copy(from),
        Some(origin) if ![ValueOrigin::Copy(to), ValueOrigin::LikelyCopy(to)].contains(origin) => *origin,
        _ => ValueOrigin::Unknown,
    };
    match ins.op {
        _ if waits => {}
        Op::Move => set(&mut state, usize::from(ins.a), copy(ins.b, ins.a)),
        Op::LoadConst | Op::LoadInt | Op::LoadImm | Op::ClearLocal => {
            set(&mut state, usize::from(ins.a), ValueOrigin::Loaded(at as u32));
        }
        // For anything but a method of the class the second register gets NULL.
        Op::LoadMethod => {
            let origin = match copy(ins.b, ins.a + 1) {
                ValueOrigin::Copy(from) => ValueOrigin::LikelyCopy(from),
                ValueOrigin::LikelyCopy(from) => ValueOrigin::LikelyCopy(from),
                _ => ValueOrigin::Unknown,
            };
            set(&mut state, usize::from(ins.a) + 1, origin);
        }
        _ => {}
    }
    match ins.op {
        Op::DeleteLocal | Op::MakeCell => set(&mut state, usize::from(ins.a), ValueOrigin::Unknown),
        Op::CopyFreeVars => state = [ValueOrigin::Unknown; MAX_REGS],
        _ => {}
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::code::Const;
    use crate::{Mode, Options, compile};

    /// Returns the function in a program.
    fn function(source: &str) -> Code {
        let options = Options { counted: true, ..Options::default() };
        let module = compile(source, "f", Mode::Exec, options).unwrap_or_else(|_| panic!("does not compile: {source}"));
        let inner = module.consts.iter().find_map(|c| match c {
            Const::Code(code) => Some((**code).clone()),
            _ => None,
        });
        inner.unwrap_or_else(|| panic!("no function: {source}"))
    }

    /// Returns the origins of the locals at every event that is reached from the one before it.
    fn at_events(source: &str) -> Vec<Vec<ValueOrigin>> {
        let code = function(source);
        let events: Vec<usize> = (0..code.ins.len()).filter(|at| code.ins[*at].events > 0).collect();
        let pairs = events.windows(2).filter_map(|pair| between(&code, FrameSite::Before(pair[0]), pair[1]));
        pairs.map(|held| held[..code.locals.len()].to_vec()).collect()
    }

    #[test]
    fn a_line_writes_its_targets() {
        use ValueOrigin::{Copy, Unchanged, Unknown};
        let source = "def f(a, b):\n    c = a\n    a = b\n    del c\n    return a\n";
        let held = at_events(source);
        assert_eq!(
            held,
            [[Unchanged, Unchanged, Copy(0)], [Copy(1), Unchanged, Unchanged], [Unchanged, Unchanged, Unknown]]
        );
    }

    #[test]
    fn swapped_locals_are_copies() {
        let held = at_events("def f(a, b):\n    a, b = b, a\n    return a\n");
        assert_eq!(held, [[ValueOrigin::Copy(1), ValueOrigin::Copy(0)]]);
    }

    #[test]
    fn all_paths_to_an_instruction_count() {
        let code = function("def f(a, b):\n    a = g(1 if a else 2, b)\n    return a\n");
        let call = (0..code.ins.len()).find(|at| code.ins[*at].op == Op::Call);
        let call = call.unwrap_or_else(|| panic!("no call"));
        let held = between(&code, FrameSite::Before(0), call);
        let first = usize::from(code.ins[call].a) + 2;
        assert_eq!(
            held.map(|held| [held[0], held[first], held[first + 1]]),
            Some([ValueOrigin::Unchanged, ValueOrigin::Unknown, ValueOrigin::Copy(1)])
        );
    }

    #[test]
    fn an_instruction_behind_another_event_is_not_reached() {
        let code = function("def f(a):\n    a = 1\n    a = 2\n    return a\n");
        let events: Vec<usize> = (0..code.ins.len()).filter(|at| code.ins[*at].events > 0).collect();
        assert!(between(&code, FrameSite::Before(events[0]), events[1]).is_some());
        assert_eq!(between(&code, FrameSite::Before(events[0]), events[2]), None);
    }

    #[test]
    fn a_call_gives_its_result() {
        let code = function("def f(a):\n    a = g(a)\n    return a\n");
        let call = (0..code.ins.len()).find(|at| code.ins[*at].op == Op::Call).unwrap_or_else(|| panic!("no call"));
        let next = (call + 1..code.ins.len()).find(|at| code.ins[*at].events > 0);
        let held = between(&code, FrameSite::Waiting(call + 1), next.unwrap_or_default());
        assert!(matches!(held, Some(held) if held[0] == ValueOrigin::Unknown || held[0] == ValueOrigin::CallResult));
    }
}
