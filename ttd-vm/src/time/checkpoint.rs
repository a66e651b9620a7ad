//! Checkpoints: everything outside the heap that makes up a moment, and the node of the heap's history that goes
//! with it. Plain data.

use ttd_core::NodeId;
use ttd_core::value::Value;

use super::event::Event;
use crate::Vm;
use crate::vm::State;
use crate::vm::frame::Frame;
use crate::vm::host::HostState;

/// A moment to which the machine can go back.
pub struct Checkpoint {
    /// The heap's part.
    pub(crate) node: NodeId,
    /// The time of the last delivered event.
    pub(crate) time: i64,
    state: State,
    pc: *const ttd_code::op::Ins,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    births: u64,
    host: HostState,
}

impl Checkpoint {
    /// The event that had been delivered last.
    pub(crate) fn event(&self) -> &Event {
        &self.state.last
    }

    /// When a frame waits in it for another: a time since which the frame had no event. It is the birth of the lowest
    /// frame above it that has been there ever since it was born, which a generator's has not.
    pub(crate) fn waits_since(&self, frame: u64) -> Option<u64> {
        let at = self.frames.iter().rposition(|f| f.born == frame && f.code().counted)?;
        let child = self.frames[at + 1..].iter().find(|f| f.generator.is_unbound())?;
        Some(child.born)
    }

    /// The values that it refers to outside the heap.
    pub(crate) fn roots(&self) -> Vec<Value> {
        let mut roots = self.stack.clone();
        roots.push(self.state.exc);
        roots.extend(self.state.unwinding.map(|u| u.exc));
        for f in &self.frames {
            roots.extend([f.globals, f.func, f.locals, f.generator, f.outer_exc]);
        }
        roots
    }
}

impl Vm {
    /// Remembers this moment. Only where no native code waits for Python code.
    pub(crate) fn take_checkpoint(&mut self) {
        debug_assert_eq!(self.native_depth, 0, "a checkpoint cannot hold native frames");
        let time = self.now();
        let Some(d) = self.driver() else { return };
        if d.checkpoints.last().is_some_and(|c| c.time >= time) {
            return;
        }
        let checkpoint = self.make_checkpoint();
        let Some(d) = self.driver() else { return };
        d.checkpoints.push(checkpoint);
        d.next_checkpoint = time + d.interval.max(1);
        if d.interval == 0 {
            d.next_checkpoint = i64::MAX / 4;
        }
        if d.checkpoints.len() > d.keep {
            self.thin_checkpoints();
        }
    }

    fn make_checkpoint(&mut self) -> Checkpoint {
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
            births: self.heap.births(),
            host: self.host.state,
        }
    }

    /// The registers from `start`, a place in the stack, to the end of the highest window. That need not be the top
    /// frame's: a call lays the new window over the caller's registers for temporaries, and may be the smaller one.
    pub(crate) fn registers_above(&self, start: *mut Value) -> Vec<Value> {
        let end_of = |frame: &Frame| frame.base as usize + frame.code().nregs as usize * size_of::<Value>();
        let end = self.frames().map(end_of).max().unwrap_or(0);
        let count = end.saturating_sub(start as usize) / size_of::<Value>();
        // SAFETY: the windows of the pushed frames lie without gaps from the start of the stack.
        unsafe { std::slice::from_raw_parts(start, count) }.to_vec()
    }

    /// Puts the machine where checkpoint number `at` says. No native code may be waiting.
    pub(crate) fn restore_checkpoint(&mut self, at: usize) {
        let Some(d) = self.driver() else { return };
        let checkpoint = &d.checkpoints[at];
        let (node, time, births) = (checkpoint.node, checkpoint.time, checkpoint.births);
        let (state, pc, host) = (checkpoint.state, checkpoint.pc, checkpoint.host);
        let (stack, frames) = (checkpoint.stack.clone(), checkpoint.frames.clone());
        self.heap.rollback();
        self.heap.goto(node);
        for scratch in std::mem::take(&mut self.scratch_nodes) {
            if !self.heap.drop_node(scratch) {
                self.scratch_nodes.push(scratch);
            }
        }
        self.heap.set_births(births);
        // SAFETY: the copies have the sizes that the reservations held when the checkpoint was taken.
        unsafe {
            std::ptr::copy_nonoverlapping(stack.as_ptr(), self.stack.start(), stack.len());
            std::ptr::copy_nonoverlapping(frames.as_ptr(), self.frame_stack.start().add(1), frames.len());
            self.fp = self.frame_stack.start().add(frames.len());
        }
        self.state = state;
        self.pc = pc;
        self.host.state = host;
        self.native_depth = 0;
        self.tail = None;
        self.left_by_exit = false;
        self.raising_again = false;
        self.counted = false;
        self.break_done = false;
        self.exit_value = Value::UNBOUND;
        self.repr_guard.clear();
        self.set_now(time);
        self.depth_known_at = time;
        self.refresh_limits();
        self.flush_caches();
    }

    /// Drops checkpoints so that they lie the denser the nearer the present is: of every two neighbours far back one
    /// goes. Checkpoint 0, the start, stays.
    fn thin_checkpoints(&mut self) {
        let Some(d) = self.driver() else { return };
        let n = d.checkpoints.len();
        let mut drop: Vec<usize> = (1..n.saturating_sub(n / 4)).step_by(2).collect();
        if drop.is_empty() {
            drop.push(1);
        }
        for at in drop.into_iter().rev() {
            let Some(d) = self.driver() else { return };
            let node = d.checkpoints[at].node;
            if self.heap.drop_node(node)
                && let Some(d) = self.driver()
            {
                d.checkpoints.remove(at);
            }
        }
    }
}
