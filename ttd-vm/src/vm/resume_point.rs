//! A moment without heap and stack, and moving the machine there.
//!
//! # Why the unsafe code is sound
//!
//! The windows of the pushed frames lie without gaps from the start of the stack. What is copied back was copied from
//! the same reservations, so it fits.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::State;
use super::host::HostState;
use super::stack::frame::Frame;
use crate::Vm;

/// A moment without its stack.
pub(crate) struct ResumePoint {
    pub(crate) state: State,
    pub(crate) pc: *const Ins,
    pub(crate) allocation_count: u64,
    pub(crate) host: HostState,
    pub(crate) time: i64,
}

impl Vm {
    /// The registers from `start`, an address in the stack, to the end of the highest window. That window need not be
    /// the top frame's: a callee's window overlaps the caller's temporaries and may be smaller.
    pub(crate) fn registers_above(&self, start: *mut Value) -> Vec<Value> {
        // SAFETY: the windows of the pushed frames lie without gaps from the start of the stack.
        unsafe { std::slice::from_raw_parts(start, self.count_registers_above(start)) }.to_vec()
    }

    /// Number of registers from `start` to the end of the highest window.
    pub(crate) fn count_registers_above(&self, start: *mut Value) -> usize {
        let end_of = |frame: &Frame| frame.base as usize + frame.code().nregs as usize * size_of::<Value>();
        let end = self.frames().map(end_of).max().unwrap_or(0);
        end.saturating_sub(start as usize) / size_of::<Value>()
    }

    /// Puts back registers and frames that were copied from the bottom of the stack.
    pub(crate) fn put_stack(&mut self, stack: &[Value], frames: &[Frame]) {
        // SAFETY: the copies have the sizes that the reservations held when they were taken.
        unsafe {
            std::ptr::copy_nonoverlapping(stack.as_ptr(), self.stack.start(), stack.len());
            std::ptr::copy_nonoverlapping(frames.as_ptr(), self.frame_stack.start().add(1), frames.len());
            self.fp = self.frame_stack.start().add(frames.len());
        }
    }

    /// Sets everything but the heap to this moment.
    pub(crate) fn put_at(&mut self, moment: ResumePoint, stack: &[Value], frames: &[Frame]) {
        self.heap.set_allocation_count(moment.allocation_count);
        self.put_stack(stack, frames);
        self.state = moment.state;
        self.pc = moment.pc;
        self.host.state = moment.host;
        (self.limits.native_depth, self.limits.direct_depth) = (0, 0);
        (self.limits.native_base, self.limits.native_level) = (0, 0);
        self.pending.tail = None;
        self.pending.exit_pending = false;
        self.pending.reraising = false;
        self.pending.events_delivered = false;
        self.pending.patch_handled = false;
        self.pending.first_event = 0;
        self.pending.waits_until = None;
        self.pending.exit_value = Value::UNBOUND;
        self.diversion.scratch_owners.clear();
        self.pending.repr_guard.clear();
        self.set_now(moment.time);
        self.counting.depth_known_at = moment.time;
        self.refresh_limits();
        self.flush_caches();
        self.refresh_tracing();
    }
}
