//! What branches have that the present one has not: their checkpoints, blocks of the log, outside, and end.

use std::collections::VecDeque;

use ttd_core::NodeId;
use ttd_core::value::Value;

use crate::Vm;
use crate::log::Block;
use crate::time::checkpoint::Checkpoint;
use crate::vm::event::{End, ProgramStop};
use crate::vm::host::{HostState, OutsideAway};

/// Where a branch leaves the run that it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork {
    /// The event after which the change is made.
    pub(super) time: i64,
    /// The program's position at the host.
    pub(super) host: HostState,
    /// In a log: it is inside of a block, which each of the two has for itself.
    pub(super) splits_block: bool,
}

/// Everything of a branch from a fork on.
pub(crate) struct Segment {
    pub(super) checkpoints: Vec<Checkpoint>,
    pub(super) blocks: VecDeque<Block>,
    pub(super) stops: Vec<ProgramStop>,
    /// The last time in the log.
    pub(super) log_end: i64,
    pub(super) end: Option<End>,
    pub(super) outside: Option<OutsideAway>,
    /// How many of the blocks, the first ones, were packed since it was put away.
    packed: usize,
}

impl Segment {
    /// Bytes that it has besides the heap's history.
    fn bytes(&self) -> u64 {
        self.checkpoints.iter().map(Checkpoint::stack_bytes).sum::<u64>()
            + self.blocks.iter().map(Block::bytes).sum::<u64>()
            + self.outside.as_ref().map_or(0, OutsideAway::bytes)
    }
}

/// The segments of the branches that are not the present one, by their numbers.
#[derive(Default)]
pub(crate) struct Away {
    segments: Vec<Option<Segment>>,
    /// Bytes of all segments, without the heap's history.
    pub(crate) bytes: u64,
    /// The earliest time at which a branch begins: the log keeps what leads there.
    pub(crate) first_left: Option<i64>,
}

impl Away {
    /// Calls `f` with all references.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.checkpoints().for_each(|checkpoint| checkpoint.each_root(f));
        for segment in self.segments.iter().flatten() {
            for block in &segment.blocks {
                block.each_root(f);
                block.transitions.each_root(f);
            }
        }
    }

    /// Keeps a segment for the branch with this number.
    pub(super) fn put(&mut self, branch: usize, segment: Segment) {
        if self.segments.len() <= branch {
            self.segments.resize_with(branch + 1, || None);
        }
        self.bytes += segment.bytes();
        self.segments[branch] = Some(segment);
    }

    /// The first branch with blocks that are not packed. The last block of a branch never is.
    fn unpacked(&self) -> Option<usize> {
        let has_some = |segment: &Segment| segment.packed + 1 < segment.blocks.len();
        self.segments.iter().position(|segment| segment.as_ref().is_some_and(has_some))
    }

    /// The segment of a branch that is not the present one.
    pub(super) fn get(&self, branch: usize) -> Option<&Segment> {
        self.segments.get(branch)?.as_ref()
    }

    /// Takes the segment of a branch.
    pub(super) fn take(&mut self, branch: usize) -> Option<Segment> {
        let segment = self.segments.get_mut(branch)?.take()?;
        self.bytes -= segment.bytes();
        Some(segment)
    }

    /// The last checkpoint of a branch that can be done without, of the branch with the most of them: its number, the
    /// checkpoint's place and node.
    pub(crate) fn spare_checkpoint(&self, may_go: impl Fn(NodeId) -> bool) -> Option<(usize, usize, NodeId)> {
        let spare = |segment: &Segment| {
            let of = |(at, c): (usize, &Checkpoint)| (!c.begins_branch && may_go(c.node)).then_some((at, c.node));
            segment.checkpoints.iter().enumerate().rev().find_map(of)
        };
        let found = self.segments.iter().enumerate().filter_map(|(branch, segment)| {
            let segment = segment.as_ref()?;
            let (at, node) = spare(segment)?;
            Some((segment.checkpoints.len(), (branch, at, node)))
        });
        found.max_by_key(|(count, _)| *count).map(|(_, spare)| spare)
    }

    /// Forgets a checkpoint of a branch.
    pub(crate) fn remove_checkpoint(&mut self, branch: usize, at: usize) {
        if let Some(Some(segment)) = self.segments.get_mut(branch) {
            self.bytes -= segment.checkpoints.remove(at).stack_bytes();
        }
    }

    /// The checkpoints of all segments.
    pub(crate) fn checkpoints(&self) -> impl Iterator<Item = &Checkpoint> {
        self.segments.iter().flatten().flat_map(|segment| &segment.checkpoints)
    }
}

impl Vm {
    /// Takes everything from a fork on out of the present run, but not the outside. The state of the program is as it
    /// was, and belongs to nothing that is kept until the caller makes or restores a checkpoint.
    pub(super) fn put_away(&mut self, fork: Fork) -> Segment {
        self.heap.collect_fully_next();
        self.finish_packing();
        let mut segment = Segment {
            checkpoints: Vec::new(),
            blocks: VecDeque::new(),
            stops: Vec::new(),
            log_end: -1,
            end: None,
            outside: None,
            packed: 0,
        };
        let Some(d) = self.driver() else { return segment };
        let at = d.checkpoints.partition_point(|c| c.time < fork.time);
        segment.checkpoints = d.checkpoints.split_off(at);
        d.note_branch_points();
        d.stack_bytes -= segment.checkpoints.iter().map(Checkpoint::stack_bytes).sum::<u64>();
        let stops = d.program_stops.partition_point(|stop| (stop.time as i64) < fork.time);
        segment.stops = d.program_stops.split_off(stops);
        let Some(log) = self.log.as_deref_mut() else { return segment };
        let first = at - usize::from(fork.splits_block);
        segment.blocks = log.blocks.split_off(first.min(log.blocks.len()));
        log.bytes -= segment.blocks.iter().map(Block::bytes).sum::<u64>();
        segment.log_end = log.last_time;
        log.packed = log.packed.min(log.blocks.len());
        (log.replay, log.unpacked, log.detached) = (None, None, true);
        segment
    }

    /// Puts back what `put_away` took out, behind what the present run has. The machine must be moved to one of its
    /// events.
    pub(super) fn take_back(&mut self, mut segment: Segment) {
        self.heap.collect_fully_next();
        if let Some(outside) = segment.outside.take() {
            self.host.take_back(outside);
        }
        if let Some(d) = self.driver() {
            d.stack_bytes += segment.checkpoints.iter().map(Checkpoint::stack_bytes).sum::<u64>();
            d.checkpoints.append(&mut segment.checkpoints);
            d.note_branch_points();
            d.program_stops.append(&mut segment.stops);
            d.armed.data.reset();
            let last = d.checkpoints.last().map_or(-1, |c| c.time);
            (d.next_checkpoint, d.deferrals) = (d.policy.next_after(last), 0);
        }
        if let Some(log) = self.log.as_deref_mut() {
            log.bytes += segment.blocks.iter().map(Block::bytes).sum::<u64>();
            log.blocks.append(&mut segment.blocks);
            log.last_time = segment.log_end;
            (log.replay, log.unpacked, log.detached) = (None, None, true);
        }
    }

    /// Packs a part of the blocks of a branch that is not the present one; returns whether there were any.
    pub(in crate::time) fn pack_away(&mut self, fraction: usize) -> bool {
        let Some(d) = self.driver() else { return false };
        let Some(branch) = d.away.unpacked() else { return false };
        let Some(mut segment) = d.away.take(branch) else { return false };
        let plain = segment.blocks.len() - 1 - segment.packed;
        for block in segment.blocks.iter_mut().skip(segment.packed).take(plain.div_ceil(fraction)) {
            block.pack(&mut self.heap);
            segment.packed += 1;
        }
        if let Some(d) = self.driver() {
            d.away.put(branch, segment);
        }
        true
    }

    /// Frees a segment that nobody will go to any more. The state must not derive from it.
    pub(super) fn free_segment(&mut self, segment: Segment) {
        segment.outside.iter().for_each(|outside| self.host.forget_branch(outside));
        let mut nodes: Vec<_> = segment.checkpoints.iter().map(|c| c.node).collect();
        nodes.extend(segment.blocks.iter().map(|block| block.end));
        nodes.sort_unstable();
        nodes.dedup();
        // Leaves first: a node's number exceeds its parent's.
        for node in nodes.into_iter().rev() {
            if self.heap.is_node(node) {
                self.heap.drop_node(node);
            }
        }
        for block in segment.blocks {
            block.free(&mut self.heap);
        }
        self.heap.collect_fully_next();
    }
}
