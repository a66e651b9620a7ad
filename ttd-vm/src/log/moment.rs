//! Writing one moment.
//!
//! # Why the unsafe code is sound
//!
//! As in `record`. What is written has room: that was made for what a moment counts at most. What `Log::top` says of a
//! frame is true as long as that frame is on top and has not been left since, which `low_fp` tells.

use ttd_code::op::Ins;

use super::block::{BIRTHS, FRAMES, MISC};
use super::out::Out;
use super::record::{Log, Top};
use super::registers::{Changes, Window};
use crate::Vm;
use crate::vm::frame::Frame;
use crate::vm::looks::Looks;

impl Vm {
    /// The events of the instruction at `pc` come all at once, the last at `time`.
    ///
    /// # Safety
    /// `pc` must point into the top frame's code.
    #[inline(never)]
    pub(crate) unsafe fn log_moment(&mut self, pc: *const Ins, time: i64) {
        let Some(log) = self.log.as_deref_mut() else { return };
        if time <= log.last || log.selection.is_some() || !log.has_room() {
            return self.log_other(pc, time);
        }
        log.last = time;
        let (fast, is_still) = (log.fast, log.top.fp == self.fp && self.low_fp >= self.fp);
        let log: *mut Log = log;
        // SAFETY: the caller's promise, and `Log::fast`; the log is in a box of its own, which nothing here replaces.
        unsafe {
            match (is_still, fast) {
                (true, true) => self.write_still_fast(&mut *log, pc),
                (false, true) => self.write_moved_fast(&mut *log, pc, time),
                _ => self.write_slowly(&mut *log, pc, time, is_still),
            }
        }
    }

    /// `write_still` for processors that can count bits.
    ///
    /// # Safety
    /// As `write_still`; the processor must have the instructions.
    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "bmi1,bmi2,lzcnt,popcnt"))]
    unsafe fn write_still_fast(&mut self, log: &mut Log, pc: *const Ins) {
        // SAFETY: the caller's promise.
        unsafe { self.write_still(log, pc) }
    }

    /// Both for all others. It stands apart so that whoever calls these has nothing to save.
    ///
    /// # Safety
    /// As `write_still`, if it is one of those, or `write_moved`.
    #[cold]
    #[inline(never)]
    unsafe fn write_slowly(&mut self, log: &mut Log, pc: *const Ins, time: i64, is_still: bool) {
        // SAFETY: the caller's promise.
        unsafe {
            match is_still {
                true => self.write_still(log, pc),
                false => self.write_moved(log, pc, time),
            }
        }
    }

    /// `write_moved` for processors that can count bits.
    ///
    /// # Safety
    /// As `write_moved`; the processor must have the instructions.
    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "bmi1,bmi2,lzcnt,popcnt"))]
    unsafe fn write_moved_fast(&mut self, log: &mut Log, pc: *const Ins, time: i64) {
        // SAFETY: the caller's promise.
        unsafe { self.write_moved(log, pc, time) }
    }

    /// Writes a moment in the frame in which the last one was, as nearly all are.
    ///
    /// # Safety
    /// As `log_moment`; `Log::top` must be about the top frame, there must be room, and the frame's own code alone can
    /// have changed something in it.
    #[inline(always)]
    unsafe fn write_still(&mut self, log: &mut Log, pc: *const Ins) {
        self.low_fp = self.fp;
        let top = log.top;
        // SAFETY: see the module.
        unsafe {
            let index = pc.offset_from(top.start) as usize;
            let at = log.open.bytes.end();
            let mut out = Out(at.add(1));
            out.put(index as u64);
            let flags = self.write_rest(log, &mut out);
            let looks = &*top.looks.add(index);
            top.window.end_with_all(log, out, (at, flags), looks.written);
            self.check_logged(top.window, looks.top);
        }
        self.heap.mark();
    }

    /// Writes a moment in the caller of the frame in which the last one was, or in a frame that was pushed since.
    ///
    /// # Safety
    /// As `log_moment`; there must be room.
    #[inline(always)]
    unsafe fn write_moved(&mut self, log: &mut Log, pc: *const Ins, time: i64) {
        // SAFETY: see the module.
        unsafe {
            let first = time + 1 - i64::from((*pc).events);
            let (fp, low) = (self.fp, self.low_fp.min(self.fp));
            let few = Looks::have_bits_for;
            if low == self.frame_stack.start() || low.add(1) < fp || !few((*fp).code()) || !few((*low).code()) {
                return self.write_moment(log, pc, first, 0);
            }
            self.low_fp = fp;
            let at = log.open.bytes.end();
            let top = self.top_of(log);
            let index = pc.offset_from(top.start) as usize;
            let looks = &*top.looks.add(index);
            let mut out = Out(at.add(1));
            out.put(index as u64);
            out.pair(log.fp.offset_from(low) as usize, usize::from(low != fp));
            let changes = if low == fp {
                let flags = FRAMES | self.write_rest(log, &mut out);
                let mut changes = Changes::new(log, out, flags);
                changes.look_at(top.window, 0, looks.written);
                changes
            } else {
                let base = (*low).base.cast_const();
                out = self.write_frames(&mut log.open.calls, out, (low, base), first);
                let flags = FRAMES | self.write_rest(log, &mut out);
                let mut changes = Changes::new(log, out, flags);
                let code = (*low).code();
                let (window, waits) = (self.logged_window(log, low), code.looks(code.index_of((*low).pc)));
                changes.look_at(window, 0, waits.written_waiting((*fp).cont));
                changes.look_at(top.window, top.window.base.offset_from(base) as usize, looks.top);
                // Both windows may have the arguments, and who was called may have made cells of them.
                self.check_logged(window, waits.waiting((*fp).cont));
                changes
            };
            (log.fp, log.top) = (fp, top);
            log.high = log.high.max(top.window.shadow.add(top.window.count));
            changes.end(log, at);
            self.check_logged(top.window, looks.top);
        }
        self.heap.mark();
    }

    /// A frame's own code has written what was taken to be written, and nothing else.
    ///
    /// # Safety
    /// It must be the window of a pushed frame.
    #[inline(always)]
    unsafe fn check_logged(&self, window: Window, which: u64) {
        debug_assert!(
            // SAFETY: the caller's promise.
            unsafe { window.is_as_logged(which) },
            "a register was written that its code does not write, in {}",
            self.top_ref().code().code.name,
        );
    }

    /// Writes a moment for which there is no room, or not everything is recorded, unless it is in the log already.
    #[inline(never)]
    fn log_other(&mut self, pc: *const Ins, time: i64) {
        let Some(mut log) = self.log.take() else { return };
        if time > log.last {
            // SAFETY: `log_moment` was promised that there is an instruction.
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

    /// Writes any moment: whatever may have been written before it. Its first event is at `time`; `slow`: `SLOW`, or 0.
    #[inline(never)]
    pub(super) fn write_moment(&mut self, log: &mut Log, pc: *const Ins, time: i64, slow: u8) {
        let fp = self.fp;
        // The lowest frame that can have changed.
        let low = std::mem::replace(&mut self.low_fp, fp).min(fp);
        // SAFETY: see the module.
        unsafe {
            let start = self.frame_stack.start();
            let bottom = if low == start { self.stack.start() } else { (*low).base }.cast_const();
            let index = (*fp).code().index_of(pc);
            log.make_room(self.size_from(low));
            let at = log.open.bytes.end();
            let mut out = Out(at.add(1));
            out.put(u64::from(index));
            let mut flags = slow;
            // With neither of the flags it would be one of those that `write_still` writes.
            if low != fp || low != log.fp || slow == 0 {
                flags |= FRAMES;
                out.pair(log.fp.offset_from(low) as usize, fp.offset_from(low) as usize);
                if low != fp {
                    out = self.write_frames(&mut log.open.calls, out, (low, bottom), time);
                }
                log.fp = fp;
            }
            flags |= self.write_rest(log, &mut out);
            let mut changes = Changes::new(log, out, flags);
            let mut frame = if low == start { low.add(1) } else { low };
            while frame <= fp {
                let (window, code) = (self.logged_window(log, frame), (*frame).code());
                let looks = match frame == fp {
                    true => code.looks(index).top,
                    false => code.looks(code.index_of((*frame).pc)).waiting((*frame.add(1)).cont),
                };
                changes.look_at(window, window.base.offset_from(bottom) as usize, looks);
                log.high = log.high.max(window.shadow.add(window.count));
                frame = frame.add(1);
            }
            changes.end(log, at);
            log.top = if Looks::have_bits_for((*fp).code()) { self.top_of(log) } else { Top::NONE };
        }
        self.heap.mark();
    }

    /// Writes what seldom changes besides registers and frames; the flags that say what there is.
    ///
    /// # Safety
    /// There must be room.
    #[inline(always)]
    unsafe fn write_rest(&mut self, log: &mut Log, out: &mut Out) -> u8 {
        let mut flags = 0;
        let births = self.heap.births();
        if births != log.births {
            flags |= BIRTHS;
            // SAFETY: the caller's promise.
            unsafe { out.put(births.wrapping_sub(log.births)) };
            log.births = births;
        }
        let misc = self.misc();
        if misc != log.misc {
            flags |= MISC;
            log.misc = misc;
            log.open.add_misc(misc);
        }
        flags
    }

    /// The registers of a frame.
    ///
    /// # Safety
    /// It must be pushed.
    #[inline(always)]
    unsafe fn logged_window(&self, log: &Log, frame: *const Frame) -> Window {
        // SAFETY: the caller's promise; the shadow has as many registers as the stack.
        unsafe {
            let base = (*frame).base.cast_const();
            let up = base.offset_from(self.stack.start()) as usize;
            Window { base, shadow: log.shadow.start().add(up), count: (*frame).code().nregs as usize }
        }
    }

    /// What is asked of the top frame.
    ///
    /// # Safety
    /// There must be one.
    #[inline(always)]
    unsafe fn top_of(&self, log: &Log) -> Top {
        // SAFETY: the caller's promise.
        unsafe {
            let (fp, code) = (self.fp, (*self.fp).code());
            Top { fp, start: code.start(), looks: code.all_looks().as_ptr(), window: self.logged_window(log, fp) }
        }
    }

    /// What a moment with the frames from `low` on counts; see `SMALL`.
    fn size_from(&self, low: *const Frame) -> usize {
        let count = (self.fp as usize - low as usize) / size_of::<Frame>() + 1;
        self.frames().take(count).map(|frame| frame.code().nregs as usize + 2).sum()
    }
}
