//! Replaying a block: from its checkpoint, moment by moment.

use std::rc::Rc;

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_core::NodeId;
use ttd_core::value::Value;

use super::decode::{Change, Cursor, Moment};
use super::name_index::NameSites;
use crate::ids;
use crate::log::{Moments, RareState};
use crate::vm::State;
use crate::vm::code::CodeRt;
use crate::vm::event::describe_event;
use crate::vm::event::{Event, EventKind};
use crate::vm::resume_point::ResumePoint;
use crate::vm::stack::frame::Frame;

/// Register writes that a scan looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ScanTarget {
    /// Any.
    Any,
    /// Those of variables of a name.
    Named(Rc<NameSites>),
    /// Those that refer to this object or to a container, which may hold it. Returns and calls count as well.
    Object(Value),
}

/// Whether a value is a container that can be built with contents.
pub(crate) fn is_container(v: Value) -> bool {
    v.is_obj() && matches!(v.tid(), ids::LIST | ids::TUPLE | ids::DICT | ids::SET | ids::FROZENSET)
}

/// Applies a moment to the stack. `base`: the index of its first register; `taken`: scratch space.
fn write(stack: &mut Vec<Value>, taken: &mut Vec<Value>, moment: &Moment<'_>, base: usize) {
    let get = |stack: &[Value], i: usize| stack.get(i).copied().unwrap_or(Value::from_raw(0));
    let set = |stack: &mut Vec<Value>, i: usize, v: Value| {
        if i >= stack.len() {
            stack.resize(i + 1, Value::from_raw(0));
        }
        stack[i] = v;
    };
    if let Some(plan) = moment.plan {
        // All copies read the values before the moment.
        taken.clear();
        taken.extend(plan.copies.iter().map(|[_, from]| get(stack, base + usize::from(*from))));
        let copies = plan.copies.iter().zip(taken);
        copies.for_each(|([register, _], v)| set(stack, base + usize::from(*register), *v));
        plan.constants.iter().for_each(|(register, v)| set(stack, base + usize::from(*register), *v));
    }
    moment.each_register(|i, change| {
        let v = match change {
            Change::Object(object) => object,
            Change::Bits(bits) => Value::from_raw(get(stack, base + i).raw() ^ bits),
        };
        set(stack, base + i, v);
    });
}

/// Frames and registers, carried through a block moment by moment.
#[derive(Clone)]
pub(crate) struct Replay {
    /// The number of the block.
    pub(crate) block: usize,
    cursor: Cursor,
    /// The time of the last event of the moment.
    pub(crate) time: i64,
    /// How many events the moment stands for; 0 at the beginning of the block.
    pub(crate) events: u32,
    /// Registers from the bottom of the stack on; none when only events are asked for.
    pub(crate) stack: Option<Vec<Value>>,
    /// Scratch space for copies.
    copied: Vec<Value>,
    pub(crate) frames: Vec<Frame>,
    /// The index of the instruction.
    pub(crate) pc: u32,
    /// The state, when it was logged as a whole.
    state: Option<State>,
    pub(crate) allocation_count: u64,
    pub(crate) rare: RareState,
    /// The last event of the moment before.
    before: Event,
    /// Addresses of registers that a scan watches.
    pub(crate) watched_registers: Vec<usize>,
    /// Other register writes that a scan looks for.
    pub(crate) scan_target: Option<ScanTarget>,
    pub(crate) matched: bool,
    /// Whether events are read; otherwise their depths are not computed.
    pub(crate) tracks_depth: bool,
    /// The heap's node at the end of the block, while it is scanned and closed.
    pub(crate) end: Option<NodeId>,
    /// It stands at the beginning of a branch, whose event need not be one of the present instruction.
    pub(crate) begins_branch: bool,
}

impl Replay {
    /// Starts at the beginning of a block. `start`, `stack` and `frames` are its checkpoint's; the stack only if
    /// registers are wanted.
    pub(crate) fn new(block: usize, start: ResumePoint, stack: Option<Vec<Value>>, frames: Vec<Frame>) -> Replay {
        let state = start.state;
        let pc = frames.last().map_or(0, |top| top.code().index_of(start.pc));
        Replay {
            block,
            cursor: Cursor::default(),
            time: start.time,
            events: 0,
            stack,
            copied: Vec::new(),
            frames,
            pc,
            state: None,
            allocation_count: start.allocation_count,
            rare: RareState { exc: state.exc, host: start.host, finalizer_urgency: state.finalizer_urgency },
            before: state.last,
            watched_registers: Vec::new(),
            scan_target: None,
            matched: false,
            tracks_depth: true,
            end: None,
            begins_branch: false,
        }
    }

    /// One that goes on from here by itself, with its registers if they are wanted.
    pub(crate) fn fork(&self, registers: bool) -> Replay {
        Replay {
            stack: self.stack.clone().filter(|_| registers),
            frames: self.frames.clone(),
            copied: Vec::new(),
            watched_registers: Vec::new(),
            scan_target: None,
            matched: false,
            ..*self
        }
    }

    /// How many moments of the block are behind it.
    pub(crate) fn moments(&self) -> usize {
        self.cursor.moments as usize
    }

    /// The time of the first event of the moment.
    pub(crate) fn first(&self) -> i64 {
        self.time + 1 - i64::from(self.events)
    }

    /// Applies the next moment; false at the end of the block. `bottom`: the address of the lowest register.
    pub(crate) fn step(&mut self, block: Moments<'_>, bottom: *mut Value) -> bool {
        if self.events > 0 && self.tracks_depth {
            self.before = self.event(self.time);
        }
        let Some(moment) = block.read(&mut self.cursor) else { return false };
        if let Some(gap) = moment.gap {
            self.time += gap.events;
            self.before.depth = gap.depth;
        }
        let first = (self.time + 1) as u64;
        let low = self.frames.len() - moment.frames.popped;
        self.frames.truncate(low);
        for pushed in moment.frames.each(first) {
            let call = pushed.template;
            if let Some(below) = self.frames.last_mut() {
                below.pc = below.code().start().wrapping_add(call.below as usize);
            }
            let base = self.frames.last().map_or(bottom, |below| below.base).wrapping_add(call.above as usize);
            self.frames.push(Frame { pc: call.frame.code().start(), base, born: pushed.born, ..call.frame });
        }
        let base = low.checked_sub(1).map_or(bottom, |top| self.frames[top].base);
        self.match_moment(&moment, base);
        // Another thread's frames: what the one before wrote to its own is only in the heap.
        self.matched |= low == 0 && (self.scan_target.is_some() || !self.watched_registers.is_empty());
        if let Some(stack) = &mut self.stack {
            write(stack, &mut self.copied, &moment, (base as usize - bottom as usize) / size_of::<Value>());
        }
        self.pc = moment.pc;
        self.allocation_count = self.allocation_count.wrapping_add(moment.allocations);
        if let Some(rare) = moment.rare {
            self.rare = *rare;
        }
        if moment.state.is_some() || self.state.is_some() {
            self.state = moment.state.copied();
        }
        self.events = match self.state {
            Some(_) => 1,
            None => self.frames.last().map_or(0, |top| u32::from(top.code().original(self.pc).events)),
        };
        if low == 0 && self.tracks_depth {
            // The stack of another thread.
            self.before.depth = self.depth_before();
        }
        self.time += i64::from(self.events);
        self.matched |= matches!(self.scan_target, Some(ScanTarget::Object(_))) && self.returns();
        true
    }

    /// Extends the stack to all registers of the top frame. A register that the log never mentioned holds 0, the value
    /// that the writer assumed (the float zero). `bottom`: as in `step`.
    pub(crate) fn complete(&mut self, bottom: *const Value) {
        let (Some(stack), Some(top)) = (&mut self.stack, self.frames.last()) else { return };
        let base = (top.base as usize - bottom as usize) / size_of::<Value>();
        let end = base + top.code().nregs as usize;
        if stack.len() < end {
            stack.resize(end, Value::from_raw(0));
        }
    }

    /// Sets `matched` if a moment writes to a watched register. `base`: of the lowest frame that can have changed.
    fn match_moment(&mut self, moment: &Moment<'_>, base: *mut Value) {
        let pushed = moment.frames.pushed > 0;
        self.matched = match &self.scan_target {
            None => false,
            Some(ScanTarget::Named(sites)) => self.is_written(sites, moment, base),
            Some(ScanTarget::Any) => pushed || !moment.is_without_registers(),
            // The arguments of two calls in turn can be the same values in the same registers. What is copied is known
            // only where registers are read.
            Some(ScanTarget::Object(object)) => {
                pushed || moment.copies() || moment.objects().any(|v| v == *object || is_container(v))
            }
        };
        if !self.watched_registers.is_empty() {
            let (scanner, matched) = (&self.watched_registers, &mut self.matched);
            let mut check = |i: usize| *matched |= scanner.contains(&(base.wrapping_add(i) as usize));
            moment.each_predicted(&mut check);
            moment.each_register(|i, _| check(i));
        }
    }

    /// Whether a moment writes a variable of this name, or begins a frame that has one.
    fn is_written(&self, sites: &NameSites, moment: &Moment<'_>, base: *mut Value) -> bool {
        let changed = self.frames.len().saturating_sub(moment.frames.pushed + 1);
        self.frames.iter().enumerate().skip(changed).any(|(at, frame)| {
            let registers = sites.registers_of(frame.code());
            if registers.is_empty() {
                return false;
            }
            let begins = at + moment.frames.pushed >= self.frames.len();
            let above = (frame.base as usize).wrapping_sub(base as usize) / size_of::<Value>();
            let mut written = begins;
            let mut check = |i: usize| written |= registers.iter().any(|at| above + usize::from(*at) == i);
            moment.each_predicted(&mut check);
            moment.each_register(|i, _| check(i));
            written
        })
    }

    /// The instruction whose events the moment stands for; `None` for an event that was delivered alone.
    pub(crate) fn site(&self) -> Option<(&'static CodeRt, u32)> {
        let top = self.frames.last().filter(|_| self.state.is_none() && !self.begins_branch)?;
        Some((top.code(), self.pc))
    }

    /// Number of user frames before the moment's first event, which is a call of the top frame or in it.
    fn depth_before(&self) -> u32 {
        let Some(top) = self.frames.last() else { return 0 };
        let begins = match self.state {
            Some(state) => state.last.kind == EventKind::Call,
            None => {
                let first = top.code().code.events_at(self.pc).first();
                first.is_some_and(|event| matches!(event.1, CodeEvent::Call(_)))
            }
        };
        let count = self.frames.iter().filter(|frame| frame.code().counted).count() as u32;
        count - u32::from(begins && top.code().counted)
    }

    /// Whether one of the moment's events is a return.
    fn returns(&self) -> bool {
        let is_return = |event: &(u32, CodeEvent)| matches!(event.1, CodeEvent::Return(_));
        match (self.state, self.frames.last()) {
            (Some(state), _) => state.last.kind == EventKind::Return,
            (None, Some(top)) => top.code().code.events_at(self.pc).iter().any(is_return),
            (None, None) => false,
        }
    }

    /// The moment's event at this time.
    pub(crate) fn event(&self, time: i64) -> Event {
        let Some(top) = self.frames.last() else { return self.before };
        let mut depth = self.before.depth;
        let mut last = self.before;
        for t in self.first()..=time {
            last = match self.state {
                Some(state) => state.last,
                None => {
                    let events = top.code().code.events_at(self.pc);
                    describe_event(top, events[(t - self.first()) as usize].1, self.pc, t)
                }
            };
            depth = match last.kind {
                EventKind::Call => depth + 1,
                EventKind::Return => depth.wrapping_sub(1),
                _ => depth,
            };
        }
        Event { depth, ..last }
    }

    /// The state at this time, which is one of the moment's.
    pub(crate) fn state(&self, time: i64) -> State {
        let state = self.state.unwrap_or(State {
            exc: self.rare.exc,
            phase: (time - self.first() + 1) as u8,
            unwinding: None,
            time,
            finalizer_urgency: self.rare.finalizer_urgency,
            last: self.before,
        });
        State { last: self.event(time), ..state }
    }
}
