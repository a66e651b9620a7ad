//! Writing one moment.
//!
//! Most moments were reached in a way that is known: they are written as a step (`steps`, `plan`), whose number stands
//! for the instruction, for what happened to the frames, and for which registers follow. All others are written in
//! full.
//!
//! # Why the unsafe code is sound
//!
//! As in `record`. What is written has room: that was made for what a moment counts at most. A frame that is pushed has
//! a window in the stack, whose registers a plan tells by how far they are above the lowest frame's.

use ttd_code::op::Ins;
use ttd_code::since::From;

use super::block::{BIRTHS, MISC};
use super::known::{EACH, EQUAL, Known};
use super::out::Out;
use super::plan::point;
use super::record::Log;
use super::registers::{Changes, Window};
use crate::Vm;
use crate::vm::frame::Frame;

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
        let log: *mut Log = log;
        // SAFETY: see the module. The log is in a box of its own, which nothing here replaces. Slot 0 of the frames, which is
        // never pushed, can be read: nothing is known of it.
        unsafe {
            let log = &mut *log;
            let fp = self.fp;
            let low = self.low_fp.min(fp);
            let down = (log.fp as usize).wrapping_sub(low as usize) as u32;
            let point = (*low).point;
            let mut known = &*log.open.steps.expected();
            if known.pc != pc || known.down != down || known.point != point {
                known = &*log.open.steps.at(pc, log.prev, point);
                if known.pc != pc || known.key.prev != log.prev || known.down != down || known.point != point {
                    return self.write_rarely(log, pc, time);
                }
                log.open.steps.expect(known);
            }
            if low == fp {
                if known.up || !self.write_known::<false>(log, known, fp, pc) {
                    self.write_rarely(log, pc, time);
                }
                return;
            }
            let above = (*fp).base.offset_from((*low).base);
            let is_it = isize::try_from(known.above) == Ok(above)
                && low.add(1) == fp
                && known.low_pc == (*low).pc
                && ((*fp).point == u32::from(known.like) && (*fp).func == known.func && known.like > EQUAL
                    || known.like <= EQUAL && self.is_pushed_as(known, time));
            if !is_it || !self.write_known::<true>(log, known, low, pc) {
                self.write_rarely(log, pc, time);
            }
        }
    }

    /// Writes a moment of a step whose key is that of the moment; false, and nothing done, when it is not like the step
    /// after all. `PUSHES`: there is a frame above `low`, which is like the step says.
    ///
    /// # Safety
    /// As `log_moment`; there must be room, and `low` must be the lowest frame that can have changed.
    #[inline(always)]
    pub(super) unsafe fn write_known<const PUSHES: bool>(
        &mut self,
        log: &mut Log,
        known: &Known,
        low: *mut Frame,
        pc: *const Ins,
    ) -> bool {
        // SAFETY: see the module.
        unsafe {
            let now = (*low).base;
            let shadow = log.shadow_of(now);
            if self.misc() != log.misc || !known.holds(now, shadow) {
                return false;
            }
            known.check(now, shadow);
            let mut out = Out(log.open.bytes.end());
            let births = self.heap.births();
            let born = births.wrapping_sub(log.births);
            out.put_short(u32::from(known.number) << 1 | u32::from(born != 0));
            if born != 0 {
                log.births = births;
                out.put(born);
            }
            let fp = if PUSHES { low.add(1) } else { low };
            if PUSHES {
                if known.like == EACH {
                    let time = log.last + 1 - i64::from((*pc).events);
                    out = self.write_frames(&mut log.open.calls, out, (low, now), time);
                }
                (*low).point = known.low;
                let high = shadow.add(usize::from(known.height));
                if high > log.high {
                    log.high = high;
                }
            }
            known.write(log, out, now, shadow);
            (*fp).point = known.top;
            (log.fp, log.prev, log.base) = (fp, pc, (*fp).base);
            log.open.steps.current = known;
            self.low_fp = fp;
            self.check_logged(log, low);
        }
        self.heap.mark();
        true
    }

    /// In the frames from `low` on, code has written what was taken to be written, and nothing else.
    ///
    /// # Safety
    /// `low` must be pushed, and at most one frame above it.
    #[inline(always)]
    unsafe fn check_logged(&self, log: &Log, low: *const Frame) {
        if !cfg!(debug_assertions) {
            return;
        }
        // SAFETY: the caller's promise.
        unsafe {
            let (fp, code) = (self.fp.cast_const(), (*low).code());
            let top = (*fp).code().looks((*fp).code().index_of(log.prev)).running;
            let told = |window: Window, which: u64, code: &crate::vm::code::CodeRt| {
                assert!(
                    window.is_as_logged(which),
                    "a register was written that its code does not write: {}",
                    code.code.name
                );
            };
            if low != fp {
                let waits = code.looks(code.index_of((*low).pc)).waiting((*fp).cont);
                told(self.logged_window(log, low), waits, code);
            }
            told(self.logged_window(log, fp), top, (*fp).code());
        }
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
            // The number of no step, and the flags.
            let mut out = Out(at.add(2));
            out.put(u64::from(index));
            out.pair(log.fp.offset_from(low) as usize, fp.offset_from(low) as usize);
            if low != fp {
                out = self.write_frames(&mut log.open.calls, out, (low, bottom), time);
            }
            let flags = slow | self.write_rest(log, &mut out);
            let mut changes = Changes::new(log, out, flags);
            let mut frame = if low == start { low.add(1) } else { low };
            while frame <= fp {
                let (window, code) = (self.logged_window(log, frame), (*frame).code());
                let (looks, place) = if frame == fp {
                    (
                        if slow == 0 { code.looks(index).running } else { code.looks(index).top },
                        (slow == 0).then_some(From::Before(index as usize)),
                    )
                } else {
                    let at = code.index_of((*frame).pc);
                    (code.looks(at).waiting((*frame.add(1)).cont), Some(From::Inside(at as usize)))
                };
                changes.look_at(window, window.base.offset_from(bottom) as usize, looks);
                (*frame).point = place.map_or(0, point);
                log.high = log.high.max(window.shadow.add(window.count));
                frame = frame.add(1);
            }
            changes.end(log, at);
            (log.fp, log.base) = (fp, (*fp).base);
            log.prev = if slow == 0 { pc } else { std::ptr::null() };
            log.open.steps.lose();
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
            Window { base, shadow: log.shadow_of(base), count: (*frame).code().nregs as usize }
        }
    }

    /// What a moment with the frames from `low` on counts; see `SMALL`.
    fn size_from(&self, low: *const Frame) -> usize {
        let count = (self.fp as usize - low as usize) / size_of::<Frame>() + 1;
        self.frames().take(count).map(|frame| frame.code().nregs as usize + 2).sum()
    }
}
