//! Moments inside segments, compared with the model.

use super::{State, World};
use ttd_core::NodeId;

/// A segment, and the states at all its positions.
struct Block {
    node: NodeId,
    states: Vec<State>,
}

impl World {
    /// Records segments with moments, then visits random moments, writes in diversions there, collects, and goes to
    /// checkpoints in between.
    pub(crate) fn record_and_travel(&mut self, blocks: usize, visits: usize) {
        self.heap.set_log_every_write(true);
        self.checkpoint();
        let blocks: Vec<Block> = (0..blocks).map(|_| self.block()).collect();
        for _ in 0..visits {
            let block = &blocks[self.random.below(blocks.len())];
            if self.compresses && self.random.chance(30) {
                self.compressed += usize::from(self.heap.compress_segment(block.node));
            }
            self.heap.open_segment(block.node);
            for _ in 0..self.random.below(6) {
                let position = self.random.below(block.states.len());
                self.heap.seek_moment(position);
                assert_eq!(self.heap.cursor_position(), Some((block.node, position)));
                self.arrive(block.states[position].clone());
                if self.random.chance(40) {
                    self.divert();
                }
            }
            match self.random.below(10) {
                0..=1 => self.go_somewhere(),
                2 => self.collect(),
                _ => {}
            }
            if self.random.chance(20) {
                self.heap.verify().expect("the heap is sound");
            }
        }
        self.visit_all();
    }

    fn block(&mut self) -> Block {
        let mut states = vec![self.now.clone()];
        for _ in 0..self.random.below(30) {
            self.some_changes();
            if self.random.chance(20) {
                let before = self.now.clone();
                let savepoint = self.heap.begin_savepoint();
                self.some_changes();
                self.heap.end_savepoint(savepoint);
                self.heap.set_allocation_count(before.allocation_count);
                self.now = before;
                self.heap.verify().expect("the heap is sound");
                self.some_changes();
            }
            if self.random.chance(10) {
                self.forget();
            }
            self.heap.mark_moment();
            self.finish_state();
            states.push(self.now.clone());
        }
        if self.random.chance(50) {
            self.change();
        }
        self.checkpoint();
        let (node, state) = self.nodes[self.nodes.len() - 1].clone();
        states.push(state);
        Block { node, states }
    }

    fn some_changes(&mut self) {
        for _ in 0..self.random.below(5) {
            if self.random.chance(20) {
                self.create();
            } else {
                self.change();
            }
        }
        self.finish_state();
    }

    /// Writes and undoes the writes, as an evaluation in a diversion does.
    fn divert(&mut self) {
        let before = self.now.clone();
        let by_node = self.random.chance(50);
        if by_node {
            self.heap.checkpoint();
            self.some_changes();
            self.heap.rollback();
        } else {
            let savepoint = self.heap.begin_savepoint();
            self.some_changes();
            self.heap.end_savepoint(savepoint);
        }
        self.arrive(before);
    }
}
