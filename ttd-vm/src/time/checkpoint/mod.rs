//! Checkpoints as plain data: a node of the heap's history, and everything outside the heap.
//!
//! # Why the unsafe code is sound
//!
//! Slots 1 to `Vm::depth` of the frame stack's reservation hold the pushed frames.

pub(crate) mod fork_baseline;
pub mod policy;
pub(crate) mod work_clock;

use std::time::Instant;

use ttd_core::NodeId;
use ttd_core::value::Value;

use super::logged::prune_dead::Replacements;
use crate::Vm;
use crate::log::Replay;
use crate::time::driver::{Driver, RunMode};
use crate::vm::State;
use crate::vm::event::Event;
use crate::vm::host::HostState;
use crate::vm::resume_point::ResumePoint;
use crate::vm::stack::frame::Frame;

/// A restorable moment.
pub struct Checkpoint {
    /// The heap's part.
    pub(crate) node: NodeId,
    /// The time of the last delivered event.
    pub(crate) time: i64,
    pub(crate) state: State,
    pc: *const ttd_code::bytecode::op::Ins,
    pub(crate) stack: Vec<Value>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) allocation_count: u64,
    pub(crate) host: HostState,
    /// The tombstones for references of registers, here and in the block of the log that begins here.
    pub(crate) replacements: Replacements,
    /// How long it took to make, in nanoseconds.
    nanos: u32,
    /// A branch begins here, after a change that is not made again: it stays.
    pub(crate) begins_branch: bool,
}

/// What the debugger shows of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckpointInfo {
    /// The time of the event it was made at; `None` for the one before the first event.
    pub time: Option<u64>,
    /// Bytes that it keeps: registers, frames, and the old contents of objects changed since the checkpoint before.
    pub bytes: u64,
    /// How long it took to make, in nanoseconds.
    pub nanos: u32,
}

impl Checkpoint {
    /// The last delivered event.
    pub(crate) fn event(&self) -> &Event {
        &self.state.last
    }

    /// Returns a time since which a frame had no event, if that is known. A frame that waits for calls is idle since
    /// the birth of the lowest frame above it that is no generator's. A suspended generator's is idle since `paused`,
    /// if that is before the checkpoint.
    pub(crate) fn idle_since(&self, frame: u64, paused: Option<u64>) -> Option<u64> {
        match self.frames.iter().rposition(|f| f.born == frame && f.code().counted) {
            Some(at) => self.frames[at + 1..].iter().find(|f| !f.is_generator()).map(|child| child.born),
            None => paused.filter(|t| (*t as i64) < self.time).map(|t| t + 1),
        }
    }

    /// Everything but heap, stack and frames.
    fn resume_point(&self) -> ResumePoint {
        ResumePoint {
            state: self.state,
            pc: self.pc,
            allocation_count: self.allocation_count,
            host: self.host,
            time: self.time,
        }
    }

    /// Returns a reader at the start of the block that begins here; `registers`: whether to read them.
    pub(crate) fn replay(&self, block: usize, registers: bool) -> Replay {
        Replay::new(block, self.resume_point(), registers.then(|| self.stack.clone()), self.frames.clone())
    }

    /// Bytes of registers and frames.
    pub(crate) fn stack_bytes(&self) -> u64 {
        (size_of_val(&*self.stack) + size_of_val(&*self.frames) + self.replacements.bytes()) as u64
    }

    /// Calls `f` with the references outside the heap, in place: there may be thousands of checkpoints.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.replacements.each_live(&self.stack, f);
        self.each_frame_root(f);
    }

    /// Calls `f` with the references outside the heap and the registers.
    pub(crate) fn each_frame_root(&self, f: &mut dyn FnMut(&[Value])) {
        f(&[self.state.exc]);
        if let Some(u) = self.state.unwinding {
            f(&[u.exc]);
        }
        self.frames.iter().for_each(|frame| f(&frame.values()));
    }
}

impl Driver {
    /// The number of the last checkpoint at or before `t`; of the first if there is none.
    pub(crate) fn nearest(&self, t: i64) -> usize {
        self.checkpoints.partition_point(|c| c.time <= t).saturating_sub(1)
    }

    /// The number of the checkpoint at `t`.
    pub(crate) fn checkpoint_at(&self, t: i64) -> Option<usize> {
        self.checkpoints.binary_search_by_key(&t, |c| c.time).ok()
    }

    /// Inserts a checkpoint, by its time.
    pub(crate) fn insert_checkpoint(&mut self, checkpoint: Checkpoint) {
        self.stack_bytes += checkpoint.stack_bytes();
        let at = self.checkpoints.partition_point(|c| c.time < checkpoint.time);
        self.checkpoints.insert(at, checkpoint);
    }

    /// Records how long a checkpoint took.
    fn record_cost(&mut self, nanos: u128) {
        if let Some(costs) = &mut self.checkpoint_nanos {
            costs.push(u32::try_from(nanos).unwrap_or(u32::MAX));
        }
    }

    /// Removes a checkpoint. Its node stays.
    pub(crate) fn remove_checkpoint(&mut self, at: usize) -> Checkpoint {
        let gone = self.checkpoints.remove(at);
        self.stack_bytes -= gone.stack_bytes();
        gone
    }
}

impl Vm {
    /// Makes a checkpoint if one is due here. No native code may be waiting.
    pub(crate) fn take_checkpoint(&mut self) {
        debug_assert_eq!(self.limits.native_depth, 0, "a checkpoint cannot hold native frames");
        let time = self.now();
        let Some(d) = self.driver() else { return };
        if d.checkpoints.last().is_some_and(|c| c.time >= time) {
            return;
        }
        if self.log.is_some() {
            if self.defers_block() {
                return;
            }
            self.end_block();
            // Only while the program runs: a machine that stands in the log needs its block.
            return self.make_room_in_log();
        }
        let Some(d) = self.driver() else { return };
        if let Some(forks) = &mut d.forks {
            let started = Instant::now();
            forks.take();
            d.record_cost(started.elapsed().as_nanos());
            d.next_checkpoint = d.policy.next_after(time);
            return;
        }
        let checkpoint = self.make_checkpoint();
        let Some(d) = self.driver() else { return };
        d.record_cost(u128::from(checkpoint.nanos));
        d.insert_checkpoint(checkpoint);
        d.ticks = 0;
        let (since, began) = std::mem::replace(&mut d.running_since, (time, Instant::now()));
        d.policy.adapt_interval(time - since, began.elapsed());
        d.next_checkpoint = d.policy.next_after(time);
        self.thin_checkpoints();
    }

    /// Makes a checkpoint, whatever the policy says. Returns whether there is one now.
    pub(crate) fn force_checkpoint(&mut self) -> bool {
        let now = self.now();
        let Some(d) = self.driver() else { return false };
        if d.checkpoint_at(now).is_some() {
            return true;
        }
        if !self.is_at_event() {
            return false;
        }
        if let Some(log) = &self.log {
            if log.detached {
                return false;
            }
            self.end_block();
            return true;
        }
        let checkpoint = self.make_checkpoint();
        if let Some(d) = self.driver() {
            d.insert_checkpoint(checkpoint);
        }
        true
    }

    /// Drops the checkpoint at this time. If the machine has left from it, the next one is dropped with it later.
    pub(crate) fn drop_checkpoint_at(&mut self, time: i64) {
        let Some(at) = self.control.driver().and_then(|d| d.checkpoint_at(time)) else { return };
        let Some(d) = self.driver() else { return };
        let gone = d.remove_checkpoint(at);
        if !self.heap.drop_node(gone.node) {
            // The state derives from it; the next restored checkpoint lets it go.
            self.diversion.scratch_nodes.push(gone.node);
        }
    }

    /// All checkpoints, by time.
    pub(crate) fn checkpoint_infos(&self) -> Vec<CheckpointInfo> {
        let RunMode::Driven(d) = &self.control else { return Vec::new() };
        let info = |c: &Checkpoint| CheckpointInfo {
            time: u64::try_from(c.time).ok(),
            bytes: c.stack_bytes() + self.heap.segment_bytes(c.node),
            nanos: c.nanos,
        };
        d.checkpoints.iter().map(info).collect()
    }

    /// Whether the machine stands at an event where a checkpoint can be made: not inside native code.
    pub(crate) fn is_at_event(&self) -> bool {
        self.limits.native_depth == 0 && (self.state.phase > 0 || self.state.unwinding.is_some() || self.now() < 0)
    }

    pub(crate) fn make_checkpoint(&mut self) -> Checkpoint {
        let started = Instant::now();
        let depth = self.depth();
        let node = self.heap.checkpoint();
        let start = self.frame_stack.start();
        // SAFETY: slots 1 to depth of the reservation are the pushed frames.
        let frames = unsafe { std::slice::from_raw_parts(start.add(1), depth) }.to_vec();
        let stack = self.registers_above(self.stack.start());
        Checkpoint {
            node,
            time: self.now(),
            state: self.state,
            pc: self.pc,
            stack,
            frames,
            allocation_count: self.heap.allocation_count(),
            host: self.host.state,
            replacements: Replacements::default(),
            nanos: u32::try_from(started.elapsed().as_nanos()).unwrap_or(u32::MAX),
            begins_branch: false,
        }
    }

    /// Restores checkpoint number `at`. No native code may be waiting.
    pub(crate) fn restore_checkpoint(&mut self, at: usize) {
        let Some(d) = self.control.driver() else { return };
        let checkpoint = &d.checkpoints[at];
        let node = checkpoint.node;
        let moment = checkpoint.resume_point();
        let (mut stack, frames) = (checkpoint.stack.clone(), checkpoint.frames.clone());
        checkpoint.replacements.put_tombstones(&self.heap, &mut stack);
        self.heap.rollback();
        self.heap.goto(node);
        for scratch in std::mem::take(&mut self.diversion.scratch_nodes) {
            if !self.heap.drop_node(scratch) {
                self.diversion.scratch_nodes.push(scratch);
            }
        }
        self.put_at(moment, &stack, &frames);
    }
}
