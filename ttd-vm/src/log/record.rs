//! Writing the log.
//!
//! # Why the unsafe code is sound
//!
//! `fp` and `low_fp` point to pushed frames or to slot 0, and `low_fp` is not above `fp`. A pushed frame's window lies
//! in the stack's reservation, and the shadow's reservation has the same size, so that the same offset is inside both.

use std::collections::VecDeque;

use ttd_code::op::Ins;
use ttd_core::NodeId;
use ttd_core::value::Value;

use super::block::Open;
use super::block::{BIRTHS, FRAMES, LONGEST, MANY, MISC, Out, REGISTER, SLOW};
use super::registers::Changes;
use super::{Block, Misc};
use crate::Vm;
use crate::vm::frame::{Frame, Reserve};

/// The log of a run.
pub(crate) struct Log {
    /// The closed blocks; block number i begins at checkpoint number i.
    pub(crate) blocks: VecDeque<Block>,
    /// The one that is being written.
    pub(crate) open: Open,
    /// The time of the last event that is in the log.
    pub(crate) last: i64,
    /// The machine is somewhere in the log, and not at its end with a run that can simply go on.
    pub(crate) away: bool,
    /// The block, of those that were read, whose moment the machine is at.
    pub(crate) replay: Option<Box<super::Replay>>,
    /// What is recorded, where not everything is.
    pub(crate) selection: Option<Box<super::Selection>>,
    /// Bytes of the closed blocks.
    pub(crate) bytes: u64,
    /// What the log says about every register; 0 where it says nothing.
    pub(super) shadow: Reserve<Value>,
    /// From here on the shadow says nothing.
    pub(super) high: *mut Value,
    /// The top frame, and what else there was at the last moment.
    fp: *mut Frame,
    births: u64,
    misc: Misc,
    /// The numbers of calls of the open block, by a hash of what they have in common.
    recent: [u32; RECENT],
}

/// How many calls are remembered.
const RECENT: usize = 256;

impl Log {
    /// The log of a run that has not begun; it does with `Vm::begin_block`.
    pub(crate) fn new(registers: usize, misc: Misc) -> Log {
        let shadow = Reserve::new(registers);
        Log {
            blocks: VecDeque::new(),
            open: Open::default(),
            last: -1,
            away: false,
            replay: None,
            selection: None,
            bytes: 0,
            high: shadow.start(),
            shadow,
            fp: std::ptr::null_mut(),
            births: 0,
            misc,
            recent: [u32::MAX; RECENT],
        }
    }

    /// How many events are in it, counted where not all are recorded.
    pub(crate) fn recorded(&self) -> u64 {
        self.blocks.iter().map(|block| block.events).sum::<u64>() + self.open.events
    }

    /// Makes room for a moment with `frames` frames and `registers` registers; where its first byte goes.
    #[inline(always)]
    fn room(&mut self, frames: usize, registers: usize) -> *mut u8 {
        let bytes = (8 + frames * 4) * LONGEST + registers * REGISTER;
        if self.open.bytes.capacity() - self.open.bytes.len() < bytes
            || self.open.values.capacity() - self.open.values.len() < registers
        {
            self.grow(bytes, registers);
        }
        let len = self.open.bytes.len();
        self.open.bytes.as_mut_ptr().wrapping_add(len)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, bytes: usize, registers: usize) {
        self.open.bytes.reserve(bytes.max(1 << 16));
        self.open.values.reserve(registers.max(1 << 14));
    }

    /// The number of the call that made a frame.
    fn call(&mut self, frame: &Frame) -> u64 {
        let hash = (frame.code as u64 >> 4) ^ frame.func.raw() ^ u64::from(frame.dst) << 3 ^ frame.cont as u64;
        let place = (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize;
        if let Some(known) = self.open.calls.get(self.recent[place] as usize)
            && known.is_same_call(frame)
        {
            return u64::from(self.recent[place]);
        }
        let number = self.open.calls.len();
        self.open.calls.push(*frame);
        self.recent[place] = number as u32;
        number as u64
    }

    /// What it refers to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.blocks.iter().for_each(|block| block.moments().each_root(f));
        self.open.snapshot().moments().each_root(f);
    }
}

impl Vm {
    /// Whether what runs now is to be logged: not what a question runs.
    pub(crate) fn is_logging(&mut self) -> bool {
        self.log.is_some() && self.driver().is_some_and(|d| !d.frozen)
    }

    #[inline(always)]
    fn misc(&self) -> Misc {
        Misc { exc: self.state.exc, host: self.host.state, finalisable: self.state.finalisable }
    }

    /// Closes the open block, at a node of the heap.
    pub(crate) fn close_block(&mut self, end: NodeId) {
        let Some(log) = self.log.as_deref_mut() else { return };
        let block = log.open.close(&mut self.heap, end);
        log.bytes += block.bytes();
        log.blocks.push_back(block);
        log.open.clear();
        log.recent.fill(u32::MAX);
    }

    /// From now on the run is logged.
    pub(crate) fn begin_log(&mut self) {
        self.heap.set_log_every_write(true);
        self.log = Some(Box::new(Log::new(registers(self), self.misc())));
    }

    /// A checkpoint was made or restored here: a block begins.
    pub(crate) fn begin_block(&mut self) {
        let (births, misc, start) = (self.heap.births(), self.misc(), self.stack.start());
        let count = self.count_registers_above(start);
        let Some(log) = self.log.as_deref_mut() else { return };
        // SAFETY: see the module.
        unsafe {
            std::ptr::copy_nonoverlapping(start, log.shadow.start(), count);
            let end = log.shadow.start().add(count);
            if log.high > end {
                std::slice::from_raw_parts_mut(end.cast::<u64>(), log.high.offset_from(end) as usize).fill(0);
            }
            log.high = end;
        }
        (log.births, log.misc, log.fp) = (births, misc, self.fp);
        self.low_fp = self.fp;
    }

    /// The events of the instruction at `pc` come all at once, the last at `time`.
    ///
    /// # Safety
    /// `pc` must point into the top frame's code.
    #[inline(never)]
    pub(crate) unsafe fn log_moment(&mut self, pc: *const Ins, time: i64) {
        let Some(mut log) = self.log.take() else { return };
        if time > log.last {
            // SAFETY: the caller's promise.
            let first = time + 1 - i64::from(unsafe { (*pc).events });
            if log.selection.is_none() {
                log.last = time;
                self.write_moment(&mut log, pc, first, 0);
            } else {
                self.log_selected(&mut log, pc, first, time);
            }
        }
        self.log = Some(log);
    }

    /// One event was delivered by itself.
    #[cold]
    pub(crate) fn log_event(&mut self) {
        if !self.is_logging() {
            return;
        }
        let (Some(mut log), time) = (self.log.take(), self.now()) else { return };
        if time > log.last && self.takes_event(&mut log, time) {
            log.last = time;
            log.open.states.push(self.state);
            self.write_moment(&mut log, self.pc, time, SLOW);
        }
        self.log = Some(log);
    }

    #[inline(always)]
    pub(super) fn write_moment(&mut self, log: &mut Log, pc: *const Ins, time: i64, slow: u8) {
        let fp = self.fp;
        let low = std::mem::replace(&mut self.low_fp, fp).min(fp);
        let mut flags = slow;
        // SAFETY: see the module; `room` makes room for everything that is written.
        unsafe {
            let pushed = fp.offset_from(low) as usize;
            let top = (*fp).code().nregs as usize;
            // Two windows are what nearly every moment is about.
            let registers = match pushed {
                0 => top,
                1 if low != self.frame_stack.start() => top + (*low).code().nregs as usize,
                _ => self.registers_from(low),
            };
            let at = log.room(pushed, registers);
            let mut out = Out(at.add(1));
            out.put(u64::from((*fp).code().index_of(pc)));
            if low != fp || low != log.fp {
                flags |= FRAMES;
                self.write_frames(log, &mut out, low, time);
            }
            let births = self.heap.births();
            if births != log.births {
                flags |= BIRTHS;
                out.put(births.wrapping_sub(log.births));
                log.births = births;
            }
            let misc = self.misc();
            if misc != log.misc {
                flags |= MISC;
                log.misc = misc;
                log.open.misc.push(misc);
            }
            let mut changes = Changes::new(log, &mut out, self.bottom_of(low));
            self.write_registers(&mut changes, low, pc);
            let count = changes.end(log);
            if count >= usize::from(MANY) {
                out.put(0);
            }
            at.write(flags | (count.min(usize::from(MANY)) as u8) << 4);
            let end = out.0.offset_from(log.open.bytes.as_ptr()) as usize;
            log.open.bytes.set_len(end);
        }
        log.open.moments += 1;
        self.heap.mark();
    }

    /// The registers of all frames from `low` on.
    #[cold]
    fn registers_from(&self, low: *mut Frame) -> usize {
        let count = (self.fp as usize - low as usize) / size_of::<Frame>() + 1;
        self.frames().take(count).map(|frame| frame.code().nregs as usize).sum()
    }

    /// # Safety
    /// `low` must point to a pushed frame or slot 0, and there must be room.
    unsafe fn write_frames(&self, log: &mut Log, out: &mut Out, low: *mut Frame, time: i64) {
        // SAFETY: see the module.
        unsafe {
            let (popped, pushed) = (log.fp.offset_from(low), self.fp.offset_from(low) as usize);
            out.put(popped as u64);
            out.put(pushed as u64);
            if pushed > 0 {
                let empty = low == self.frame_stack.start();
                out.put(if empty { 0 } else { u64::from((*low).code().index_of((*low).pc)) });
                let (mut below, _) = self.bottom_of(low);
                for i in 1..=pushed {
                    let frame = &*low.add(i);
                    out.put(log.call(frame));
                    out.put(frame.base.offset_from(below) as u64);
                    out.put((time as u64).wrapping_sub(frame.born));
                    if i < pushed {
                        out.put(u64::from(frame.code().index_of(frame.pc)));
                    }
                    below = frame.base;
                }
            }
        }
        log.fp = self.fp;
    }
}

/// How many registers the stack has room for.
fn registers(vm: &Vm) -> usize {
    // SAFETY: both are ends of one reservation.
    unsafe { vm.stack.end().offset_from(vm.stack.start()) as usize }
}
