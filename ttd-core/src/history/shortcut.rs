//! Going from checkpoint to checkpoint, far away without touching all that lies between.
//!
//! Where every write is logged, what leads over a million events is a million exchanges, most of which the next one
//! undoes. So of the checkpoints of such a run, every so many (`HeapConfig::group`) end a *group*, and a group is
//! crossed in one step: its *shortcut* exchanges what differs between its ends, each object once.
//!
//! ```text
//!            +------ shortcut ------+------ shortcut ------+
//!  root ---- lower -- . -- . -- . -- upper -- . -- . -- . -- upper -- . -- . (current)
//! ```
//!
//! **Invariants.** The segments inside a group that has a shortcut always fit its upper end: what is inside is walked
//! into from there, also when one comes from below, and left again to there. While that is so `Tree::opened` is the
//! upper end, and the shortcut waits for the state to be back. So at any time, with a shortcut:
//!
//! * above the group, and inside of it, the shortcut leads backwards, and the segments are like all others;
//! * below it the shortcut leads forwards, and the segments lead backwards nevertheless: they fit no state but the
//!   upper end's.
//!
//! What was born inside a group is not touched by its shortcut: below nothing refers to it, and above it is as it was
//! left. So a shortcut is as large as what was changed of that which is older than the group.
//!
//! **Cost.** The first time that a group is crossed all its entries about older objects are undone (`consolidate`);
//! afterwards as many exchanges are made as objects, or parts of large containers, differ. What is inside a group
//! is as many segments away from its upper end as the group has at most.

use crate::heap::Heap;
use crate::history::NodeId;
use crate::history::tree::{INVALID_GROUP, NONE, Tree};

impl Heap {
    /// Goes to a checkpoint. What was written since the current one is undone and forgotten.
    ///
    /// # Panics
    /// When the checkpoint was dropped.
    pub fn goto(&mut self, target: NodeId) {
        assert!(self.is_node(target), "{target:?} was dropped");
        self.rollback();
        self.close_segment();
        let around = self.tree.group_containing(target.0);
        if self.tree.entered_group != NONE && around != self.tree.entered_group {
            self.step_through(self.tree.entered_group);
            self.tree.entered_group = NONE;
        }
        if around != NONE && self.tree.entered_group == NONE {
            self.jump_groups(around);
            self.tree.entered_group = around;
        }
        if self.tree.entered_group == NONE {
            self.jump_groups(target.0);
        } else {
            self.step_through(target.0);
        }
        self.restore_indexes();
        self.bump_epoch();
    }

    /// Goes to a node by every segment on the way.
    fn step_through(&mut self, target: u32) {
        for node in self.path_down(target) {
            while self.tree.current != self.tree.nodes[node as usize].parent {
                self.step_up();
            }
            self.step_down(node);
        }
        while self.tree.current != target {
            self.step_up();
        }
    }

    /// Goes to a node in long steps where there are some. Neither the state nor the node is inside a group.
    fn jump_groups(&mut self, target: u32) {
        let down = self.path_down(target);
        let highest = down.first().map_or(target, |&node| self.tree.nodes[node as usize].parent);
        while self.tree.current != highest {
            let lower = self.tree.nodes[self.tree.current as usize].group_start;
            if lower != NONE && lower >= highest {
                self.step_across(lower, self.tree.current);
            } else {
                self.step_up();
            }
        }
        let mut way = down.iter().copied().peekable();
        while let Some(node) = way.next() {
            let upper = self.tree.nodes[self.tree.current as usize].group_end;
            let has_shortcut = upper < INVALID_GROUP && self.tree.nodes[upper as usize].shortcut != NONE;
            if has_shortcut && upper <= target && down.binary_search(&upper).is_ok() {
                self.step_across(self.tree.current, upper);
                while way.next_if(|&node| node <= upper).is_some() {}
            } else {
                self.step_down(node);
            }
        }
    }

    /// From one end of a group to the other.
    fn step_across(&mut self, lower: u32, upper: u32) {
        let shortcut = self.tree.nodes[upper as usize].shortcut;
        if shortcut == NONE {
            return self.build_shortcut(lower, upper);
        }
        self.exchange(shortcut);
        self.tree.current ^= lower ^ upper;
    }

    pub(crate) fn step_up(&mut self) {
        let node = self.tree.current;
        self.exchange(node);
        self.tree.current = self.tree.nodes[node as usize].parent;
    }

    fn step_down(&mut self, node: u32) {
        self.exchange(node);
        self.tree.current = node;
    }

    /// The nodes below which the state is not, on the way down to this one, the first one first.
    fn path_down(&self, target: u32) -> Vec<u32> {
        let mut down = Vec::new();
        let (mut from, mut to) = (self.tree.current, target);
        // Nodes are younger than their parents, so of two different ones the younger is not the common ancestor.
        while to != from {
            if from > to {
                from = self.tree.nodes[from as usize].parent;
            } else {
                down.push(to);
                to = self.tree.nodes[to as usize].parent;
            }
        }
        down.reverse();
        down
    }

    /// Applies the segment between a node and its parent.
    fn exchange(&mut self, node: u32) {
        let (segment, packed) = self.take_segment(node);
        let back = self.apply(segment);
        self.put_segment(node, back, packed);
        let node = &mut self.tree.nodes[node as usize];
        node.backwards = !node.backwards;
    }

    /// A checkpoint was made, so many after the last end of a group that another may end at it.
    pub(crate) fn close_group(&mut self, id: u32) {
        let lower = self.tree.boundary_before(self.tree.nodes[id as usize].parent);
        let taken = self.tree.nodes[lower as usize].group_end;
        if taken == NONE {
            self.tree.nodes[lower as usize].group_end = id;
            self.tree.nodes[id as usize].group_start = lower;
        } else if self.tree.nodes[id as usize].rank / 2 < self.config.group {
            return;
        } else if taken != INVALID_GROUP {
            // The branch goes on for long, and groups are to begin in it.
            self.drop_group(taken);
        }
        self.tree.nodes[id as usize].rank = 0;
    }

    /// A node is about to be dropped: the groups that it is in, or an end of, are no groups any more. Whether that was
    /// possible: not when the state is below one that was crossed.
    pub(crate) fn detach_from_groups(&mut self, id: u32) -> bool {
        let node = &self.tree.nodes[id as usize];
        let lower = node.group_start;
        let around = match node.rank {
            0 if node.group_end == INVALID_GROUP => NONE,
            0 => node.group_end,
            _ => self.tree.group_containing(id),
        };
        if around != NONE && !self.drop_group(around) {
            return false;
        }
        lower == NONE || self.drop_group(id)
    }

    /// Makes a group no group any more, if the segments inside are such that it can be. No other may begin where it
    /// did: groups that go on from its end, or from a branch that begins in it, would be inside of that.
    fn drop_group(&mut self, upper: u32) -> bool {
        if !self.drop_shortcut(upper) {
            return false;
        }
        let lower = std::mem::replace(&mut self.tree.nodes[upper as usize].group_start, NONE);
        self.tree.nodes[lower as usize].group_end = INVALID_GROUP;
        if self.tree.entered_group == upper {
            self.tree.entered_group = NONE;
        }
        true
    }

    fn drop_shortcut(&mut self, upper: u32) -> bool {
        let shortcut = self.tree.nodes[upper as usize].shortcut;
        if shortcut != NONE {
            if !self.tree.nodes[shortcut as usize].backwards {
                return false;
            }
            self.drop_segment(shortcut);
            self.tree.nodes[shortcut as usize].alive = false;
            self.tree.nodes[upper as usize].shortcut = NONE;
            self.tree.shortcuts -= 1;
        }
        true
    }

    /// Forgets what makes going far fast, as far as the state is above it: it is made again when it is needed.
    pub fn drop_shortcuts(&mut self) {
        if self.tree.shortcuts > 0 {
            for upper in 0..self.tree.nodes.len() as u32 {
                self.drop_shortcut(upper);
            }
        }
    }
}

impl Tree {
    /// The last node, of this one and its ancestors, at which a group ends or may begin; the root at the latest.
    fn boundary_before(&self, mut id: u32) -> u32 {
        while self.nodes[id as usize].rank != 0 && self.nodes[id as usize].parent != NONE {
            id = self.nodes[id as usize].parent;
        }
        id
    }

    /// The upper end of the group that a node is inside of, or on a branch that begins there or at its lower end.
    fn group_containing(&self, id: u32) -> u32 {
        if self.nodes[id as usize].rank == 0 {
            return NONE;
        }
        match self.nodes[self.boundary_before(id) as usize].group_end {
            INVALID_GROUP => NONE,
            upper => upper,
        }
    }
}
