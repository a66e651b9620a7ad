//! Plans: which registers a moment must write, given the one before.
//!
//! Where each frame was at its last moment, and where it is now, bounds which registers its code can have written since
//! (`ttd_code::analysis::dataflow`); all others are as logged. The analysis also knows where many of the written ones
//! come from: a constant, another register, an argument, a result. Nothing is written for those. If the source is
//! likely but not certain, the writer compares the register with it, and writes the moment in full if they differ.
//!
//! # Why the unsafe code is sound
//!
//! As in `recorder`.

use ttd_code::analysis::dataflow;
use ttd_code::analysis::dataflow::{FrameSite, MAX_REGS, ValueOrigin};
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use super::cached_transition::TransitionKey;
use super::recorder::Log;
use crate::Vm;
use crate::vm::code::CodeRt;
use crate::vm::code::live_registers::LiveRegisters;
use crate::vm::stack::frame::{Cont, Frame, PLAIN_CALL, PLAIN_INIT};

/// Which registers follow a transition's id. Registers are distances from the base of the lowest frame that can have
/// changed.
#[derive(Default)]
pub(crate) struct Plan {
    /// The index of the top frame's instruction.
    pub(crate) pc: u32,
    /// The lowest frame's point now (`waiting_point`); meaningless if it is the top one.
    pub(crate) low: u32,
    /// Registers that hold what another one held at the moment before.
    pub(crate) copies: Box<[[u16; 2]]>,
    /// The first of the copies, this many, must be compared: they are guesses.
    pub(crate) speculative_copies: usize,
    pub(crate) constants: Box<[(u16, Value)]>,
    /// Registers that are written.
    pub(crate) logged: Box<[u16]>,
}

/// The point of a frame that waits in the instruction before this one.
pub(crate) fn waiting_point(at: usize) -> u32 {
    (at as u32) << 2 | 2
}

/// The point of the top frame: where it was follows from the last moment.
pub(crate) const TOP: u32 = 60 << 2 | 3;

/// Where a frame with this point waited.
fn waiting_site(point: u32) -> Option<FrameSite> {
    (point & 3 == 2).then_some(FrameSite::Waiting((point >> 2) as usize))
}

/// A plan under construction.
struct PlanBuilder {
    /// The registers, and their shadow, from the base of the lowest frame on.
    now: *const Value,
    shadow: *const Value,
    /// The register that held the result of the call that ended since the moment before.
    result: Option<u16>,
    /// Makes no guesses.
    in_full: bool,
    guesses: Vec<[u16; 2]>,
    copies: Vec<[u16; 2]>,
    constants: Vec<(u16, Value)>,
    logged: Vec<u16>,
}

/// Where a register's value comes from.
#[derive(Clone, Copy)]
enum Source {
    Register(u16),
    /// This register, most likely.
    Likely(u16),
    Constant(Value),
}

impl Source {
    /// Weakens a certain source to a likely one.
    fn likely(self) -> Option<Source> {
        match self {
            Source::Register(from) | Source::Likely(from) => Some(Source::Likely(from)),
            Source::Constant(_) => None,
        }
    }
}

impl PlanBuilder {
    /// Adds a register that can have changed. A guess that is wrong at the present moment is dropped.
    ///
    /// # Safety
    /// It must lie in a window, and those that it can come from in the stack.
    unsafe fn add(&mut self, register: usize, source: Option<Source>) {
        // SAFETY: the caller's promise; the shadow is as large as the stack.
        let (now, then) = unsafe { (*self.now.add(register), |i: u16| *self.shadow.add(usize::from(i))) };
        let register = register as u16;
        match source {
            Some(Source::Register(from)) => self.copies.push([register, from]),
            Some(Source::Likely(from)) if !self.in_full && then(from) == now => self.guesses.push([register, from]),
            Some(Source::Constant(v)) => self.constants.push((register, v)),
            _ => self.logged.push(register),
        }
    }

    fn source(&self, code: &CodeRt, held: ValueOrigin) -> Option<Source> {
        match held {
            ValueOrigin::Copy(from) => Some(Source::Register(from)),
            ValueOrigin::LikelyCopy(from) => Some(Source::Likely(from)),
            ValueOrigin::Loaded(at) => code.loaded_constant(at).map(Source::Constant),
            ValueOrigin::CallResult => self.result.map(Source::Likely),
            ValueOrigin::Unchanged | ValueOrigin::Unknown => None,
        }
    }
}

/// The registers that have a bit.
fn bit_indices(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let i = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (i < MAX_REGS).then_some(i)
    })
}

impl Vm {
    /// Plans the present moment and all others with its key; `None` if the analysis cannot tell. `in_full`: make no
    /// guesses.
    ///
    /// # Safety
    /// `low` must be the lowest frame that can have changed, and pushed; the key must be that of the moment.
    pub(crate) unsafe fn plan(&self, log: &Log, key: &TransitionKey, low: *const Frame, in_full: bool) -> Option<Plan> {
        // Slot 0 is no frame: nothing is known of it.
        let waited = if key.popped_bytes == 0 { None } else { Some(waiting_site(key.point)?) };
        // SAFETY: the caller's promise; frames between a pushed one and the top are pushed.
        unsafe {
            let (fp, code) = ((*self.fp).code(), (*low).code());
            let from = waited.unwrap_or_else(|| FrameSite::Before(code.index_of(key.prev) as usize));
            if !LiveRegisters::have_bits_for(code) || !LiveRegisters::have_bits_for(fp) {
                return None;
            }
            let now = (*low).base.cast_const();
            let mut builder = PlanBuilder {
                now,
                shadow: log.shadow_of(now),
                result: None,
                in_full,
                guesses: Vec::new(),
                copies: Vec::new(),
                constants: Vec::new(),
                logged: Vec::new(),
            };
            builder.result = self.result_register(log, key.prev, now);
            let pc = fp.index_of(key.pc);
            let waits = if low == self.fp.cast_const() {
                let held = dataflow::between(&code.code, from, pc as usize)?;
                let live = code.live_registers(pc);
                for i in bit_indices(live.running).filter(|i| held[*i] != ValueOrigin::Unchanged) {
                    builder.add(i, builder.source(code, held[i]));
                }
                0
            } else {
                let at = code.index_of((*low).pc);
                self.plan_call(&mut builder, low, (from, at), pc)?;
                waiting_point(at as usize)
            };
            let guesses = builder.guesses.len();
            builder.guesses.append(&mut builder.copies);
            Some(Plan {
                pc,
                low: waits,
                copies: builder.guesses.into(),
                speculative_copies: guesses,
                constants: builder.constants.into(),
                logged: builder.logged.into(),
            })
        }
    }

    /// The part of a plan for a frame that was pushed above `low`, which was at `from` and goes on at `at`, and is
    /// about to run its instruction `pc`.
    unsafe fn plan_call(
        &self,
        builder: &mut PlanBuilder,
        low: *const Frame,
        (from, at): (FrameSite, u32),
        pc: u32,
    ) -> Option<()> {
        // SAFETY: as in `plan`.
        unsafe {
            let (top, code) = (&*self.fp, (*low).code());
            let held = dataflow::waiting(&code.code, from, at as usize, top.cont == Cont::Store)?;
            let live = code.live_registers(at);
            let again = if from == FrameSite::Waiting(at as usize) { live.inputs() } else { 0 };
            let above = top.base.cast_const().offset_from(builder.now) as usize;
            let (callee, size) = (top.code(), code.nregs as usize);
            let seen = callee.live_registers(pc).running;
            let is_seen = |i: usize| i >= above && i - above < MAX_REGS && seen >> (i - above) & 1 == 1;
            for i in bit_indices(live.waiting(top.cont))
                .filter(|i| (held[*i] != ValueOrigin::Unchanged || again >> i & 1 == 1) && !is_seen(*i))
            {
                builder.add(i, builder.source(code, held[i]).filter(|_| again >> i & 1 == 0));
            }
            let kept = if pc == 0 {
                Some([ValueOrigin::Unchanged; MAX_REGS])
            } else {
                dataflow::between(&callee.code, FrameSite::Before(0), pc as usize)
            };
            let plain = matches!(top.point, PLAIN_CALL | PLAIN_INIT);
            // The receiver of a method may have been put there just now.
            let call = at.checked_sub(1).map(|before| code.original(before)).filter(|call| call.op == Op::Call);
            let certain = if call.is_some_and(|call| usize::from(call.a) + 2 == above) { 0 } else { 1 };
            let args = callee.code.args as usize;
            for i in bit_indices(seen) {
                let register = above + i;
                let passed = kept.is_some_and(|kept| kept[i] == ValueOrigin::Unchanged) && i < args && register < size;
                let source = match held.get(register).filter(|_| passed) {
                    Some(ValueOrigin::Unchanged) => Some(Source::Register(register as u16)),
                    Some(held) => builder.source(code, *held),
                    None if plain && i >= args && pc == 0 => Some(Source::Constant(Value::UNBOUND)),
                    None => None,
                };
                let is_certain = plain && call.is_some() && (i >= args || i >= certain);
                builder.add(register, if is_certain { source } else { source.and_then(Source::likely) });
            }
        }
        Some(())
    }

    /// The register that held what the instruction at `prev`, where the last moment was, returned or yielded.
    unsafe fn result_register(&self, log: &Log, prev: *const Ins, base: *const Value) -> Option<u16> {
        // SAFETY: a frame was pushed there, at the last moment or since. A frame with events would have had a moment,
        // so if the code is that of the last moment, the frame is too.
        let (frame, code) = unsafe { (&*log.fp, (*log.fp).code()) };
        if !code.owns(prev) {
            return None;
        }
        let at = code.index_of(prev);
        if !matches!(code.original(at).op, Op::Return | Op::Yield) {
            return None;
        }
        // SAFETY: both are bases of windows.
        let above = unsafe { frame.base.cast_const().offset_from(base) };
        u16::try_from(above).ok()?.checked_add(code.returned_register(at)?)
    }
}
