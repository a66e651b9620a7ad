//! Code with instructions added behind its last one, for a frame that a debugger sends on another way.
//!
//! What was there keeps its place, so that a frame can change to such code at any instruction and go on: only a frame
//! that is sent there comes to what was added.

use crate::bytecode::code::{Code, Event, Handler};
use crate::bytecode::disassemble::jump_target;
use crate::bytecode::op::{Ins, Op};

/// Code, and the instruction at which a frame begins its way.
#[derive(Clone, Debug)]
pub struct Spliced {
    /// The code.
    pub code: Code,
    /// The instruction.
    pub at: u32,
    /// The register that the way uses.
    pub register: u16,
}

fn jump(from: usize, to: usize) -> Ins {
    let distance = to as i64 - (from as i64 + 1);
    let op = if to <= from { Op::JumpBack } else { Op::Jump };
    let wide = distance as i32 as u32;
    Ins { op, events: 0, a: 0, b: wide as u16, c: (wide >> 16) as u16 }
}

impl Code {
    /// Adds an instruction at the end, in the line of instruction `like`.
    fn append(&mut self, ins: Ins, like: u32) -> usize {
        self.ins.push(ins);
        self.positions.push(self.positions[like as usize]);
        self.ins.len() - 1
    }

    /// A temporary register; a new one if there is none, which must not be asked of a generator's code: a generator
    /// has room for the registers of its own.
    fn temporary(&mut self, is_free: impl Fn(u16) -> bool) -> u16 {
        let first = self.locals.len() as u32;
        if let Some(free) = (first..self.nregs).map(|register| register as u16).find(|register| is_free(*register)) {
            return free;
        }
        self.nregs += 1;
        (self.nregs - 1) as u16
    }
}

/// Adds `return R[register]` on a line, with its event. No register but that one holds anything then.
pub fn with_return(code: &Code, line: u32) -> Spliced {
    let mut code = code.clone();
    let register = code.temporary(|_| true);
    let ins = Ins { op: Op::Return, events: u8::from(code.counted), a: register, b: 0, c: 0 };
    let like = code.positions.iter().position(|pos| pos.line == line).unwrap_or(0) as u32;
    let at = code.append(ins, like) as u32;
    if code.counted {
        code.events.push((at, Event::Return(line)));
    }
    Spliced { code, at, register }
}

/// Adds a way around on which a frame waits at `at` for another one above it, and then goes on with instruction
/// `target`, of which its first `delivered` events are not delivered again. An exception that comes from above ends
/// there. `is_free` says which registers hold nothing at `target`. `None` if such a way cannot be made of this
/// instruction.
pub fn with_detour(code: &Code, target: u32, delivered: usize, is_free: impl Fn(u16) -> bool) -> Option<Spliced> {
    let mut code = code.clone();
    let (original, events) = (code.ins[target as usize], code.events_at(target).to_vec());
    let register = code.temporary(is_free);
    // The instruction that waits: it is never run.
    let waits = code.ins.len();
    code.append(jump(waits, waits + 1), target);
    let at = code.ins.len();
    if delivered == 0 || events.is_empty() {
        code.append(jump(at, target as usize), target);
    } else {
        let movable = jump_target(target as usize, original).is_none() && !matches!(original.op, Op::Yield | Op::Send);
        if !movable {
            return None;
        }
        let left = &events[delivered.min(events.len())..];
        code.append(Ins { events: left.len() as u8, ..original }, target);
        code.events.extend(left.iter().map(|(_, event)| (at as u32, *event)));
        let behind = code.ins.len();
        code.append(jump(behind, target as usize + 1), target);
    }
    let handler = Handler {
        start: waits as u32,
        end: at as u32,
        target: code.ins.len() as u32,
        reg: register,
        lasti: false,
        line: 0,
    };
    let end = code.ins.len();
    code.append(jump(end, at), target);
    code.handlers.insert(0, handler);
    Some(Spliced { code, at: at as u32, register })
}
