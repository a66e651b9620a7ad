//! Going from checkpoint to checkpoint, skipping long stretches by shortcuts.
//!
//! Where every write is logged, a million events lie behind a million exchanges, most of which are undone by the next
//! one. So every `HeapConfig::group` checkpoints of such a run form a *group*, and a group is crossed in one step: its
//! *shortcut* exchanges what differs between its ends, each object once.
//!
//! ```text
//!            +------ shortcut ------+------ shortcut ------+
//!  root ---- start - . -- . -- . -- end -- . -- . -- . -- end -- . -- . (current)
//! ```
//!
//! **Invariants.** The segments inside a group that has a shortcut always fit the state at the group's end: the inside
//! is entered and left through the end only, also when coming from the start. Meanwhile `Tree::entered_group` is the
//! end, and the shortcut stays unused. So at any time:
//!
//! * with the state after the group or inside it, the shortcut leads backwards, and the segments are like all others;
//! * with the state before the group, the shortcut leads forwards, and the segments nevertheless lead backwards: they
//!   fit only the state at the end.
//!
//! Objects allocated inside a group are not touched by its shortcut: before the group nothing refers to them, and after
//! it they are as they were left. So a shortcut is as large as the changes to objects older than the group.
//!
//! **Cost.** The first crossing of a group undoes all its entries about older objects (`build_shortcut`); later ones
//! make one exchange per object, or part of a large container, that differs. A node inside a group is at most a group's
//! length of segments away from its end.

use crate::heap::Heap;
use crate::history::NodeId;
use crate::history::tree::{INVALID_GROUP, NONE, Tree};

impl Heap {
    /// Goes to a checkpoint. What was written since the current one is undone and discarded.
    ///
    /// # Panics
    /// When the checkpoint was dropped.
    pub fn goto(&mut self, target: NodeId) {
        assert!(self.is_node(target), "{target:?} was dropped");
        self.rollback();
        self.close_segment();
        let group = self.tree.group_containing(target.0);
        if self.tree.entered_group != NONE && group != self.tree.entered_group {
            self.step_through(self.tree.entered_group);
            self.tree.entered_group = NONE;
        }
        if group != NONE && self.tree.entered_group == NONE {
            self.jump_groups(group);
            self.tree.entered_group = group;
        }
        if self.tree.entered_group == NONE {
            self.jump_groups(target.0);
        } else {
            self.step_through(target.0);
        }
        self.restore_indexes();
        self.bump_epoch();
    }

    /// Goes to a node through every segment on the way.
    fn step_through(&mut self, target: u32) {
        for node in self.path_from_ancestor(target) {
            while self.tree.current != self.tree.nodes[node as usize].parent {
                self.step_to_parent();
            }
            self.step_to_child(node);
        }
        while self.tree.current != target {
            self.step_to_parent();
        }
    }

    /// Goes to a node by shortcuts where possible. Neither the state nor the node is inside a group.
    fn jump_groups(&mut self, target: u32) {
        let path = self.path_from_ancestor(target);
        let ancestor = path.first().map_or(target, |&node| self.tree.nodes[node as usize].parent);
        while self.tree.current != ancestor {
            let start = self.tree.nodes[self.tree.current as usize].group_start;
            if start != NONE && start >= ancestor {
                self.step_across(start, self.tree.current);
            } else {
                self.step_to_parent();
            }
        }
        let mut nodes = path.iter().copied().peekable();
        while let Some(node) = nodes.next() {
            let end = self.tree.nodes[self.tree.current as usize].group_end;
            let has_shortcut = end < INVALID_GROUP && self.tree.nodes[end as usize].shortcut != NONE;
            if has_shortcut && end <= target && path.binary_search(&end).is_ok() {
                self.step_across(self.tree.current, end);
                while nodes.next_if(|&node| node <= end).is_some() {}
            } else {
                self.step_to_child(node);
            }
        }
    }

    /// Goes from one end of a group to the other.
    fn step_across(&mut self, start: u32, end: u32) {
        let shortcut = self.tree.nodes[end as usize].shortcut;
        if shortcut == NONE {
            return self.build_shortcut(start, end);
        }
        self.exchange(shortcut);
        self.tree.current ^= start ^ end;
    }

    pub(crate) fn step_to_parent(&mut self) {
        let node = self.tree.current;
        self.exchange(node);
        self.tree.current = self.tree.nodes[node as usize].parent;
    }

    fn step_to_child(&mut self, node: u32) {
        self.exchange(node);
        self.tree.current = node;
    }

    /// Returns the nodes from below the common ancestor with the current node to this one, in order.
    fn path_from_ancestor(&self, target: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let (mut from, mut to) = (self.tree.current, target);
        // Numbers of nodes exceed their parents', so the larger of two is not the common ancestor.
        while to != from {
            if from > to {
                from = self.tree.nodes[from as usize].parent;
            } else {
                path.push(to);
                to = self.tree.nodes[to as usize].parent;
            }
        }
        path.reverse();
        path
    }

    /// Applies the segment between a node and its parent.
    fn exchange(&mut self, node: u32) {
        let (segment, compressed) = self.take_segment(node);
        let inverse = self.apply(segment);
        self.put_segment(node, inverse, compressed);
        self.tree.note_exchanged(node);
        let node = &mut self.tree.nodes[node as usize];
        node.backwards = !node.backwards;
    }

    /// Ends a group at a new checkpoint, if one may end there.
    pub(crate) fn close_group(&mut self, id: u32) {
        let start = self.tree.boundary_before(self.tree.nodes[id as usize].parent);
        let taken = self.tree.nodes[start as usize].group_end;
        if taken == NONE {
            self.tree.nodes[start as usize].group_end = id;
            self.tree.nodes[id as usize].group_start = start;
        } else if self.tree.nodes[id as usize].rank / 2 < self.config.segments_per_group {
            return;
        } else if taken != INVALID_GROUP {
            // The branch has grown long, and groups are to begin in it.
            self.drop_group(taken);
        }
        self.tree.nodes[id as usize].rank = 0;
    }

    /// Dissolves the groups that contain, end at or begin at a node about to be dropped. Returns false if a crossed
    /// shortcut prevents it.
    pub(crate) fn detach_from_groups(&mut self, id: u32) -> bool {
        let node = &self.tree.nodes[id as usize];
        let start = node.group_start;
        let group = match node.rank {
            0 if node.group_end == INVALID_GROUP => NONE,
            0 => node.group_end,
            _ => self.tree.group_containing(id),
        };
        if group != NONE && !self.drop_group(group) {
            return false;
        }
        start == NONE || self.drop_group(id)
    }

    /// Dissolves a group, unless its shortcut was crossed. No other group may begin where it did: groups that follow
    /// it, or a branch that begins in it, would lie inside that one.
    fn drop_group(&mut self, end: u32) -> bool {
        if !self.drop_shortcut(end) {
            return false;
        }
        let start = std::mem::replace(&mut self.tree.nodes[end as usize].group_start, NONE);
        self.tree.nodes[start as usize].group_end = INVALID_GROUP;
        if self.tree.entered_group == end {
            self.tree.entered_group = NONE;
        }
        true
    }

    fn drop_shortcut(&mut self, end: u32) -> bool {
        let shortcut = self.tree.nodes[end as usize].shortcut;
        if shortcut != NONE {
            if !self.tree.nodes[shortcut as usize].backwards {
                return false;
            }
            self.drop_segment(shortcut);
            self.tree.nodes[shortcut as usize].alive = false;
            self.tree.nodes[end as usize].shortcut = NONE;
            self.tree.shortcuts -= 1;
        }
        true
    }

    /// Drops the shortcuts that are not crossed at present, to save memory; they are rebuilt when needed.
    pub fn drop_shortcuts(&mut self) {
        if self.tree.shortcuts > 0 {
            for end in 0..self.tree.nodes.len() as u32 {
                self.drop_shortcut(end);
            }
        }
    }
}

impl Tree {
    /// Returns the nearest node, of this one and its ancestors, at which a group ends or may begin; at last the root.
    fn boundary_before(&self, mut id: u32) -> u32 {
        while self.nodes[id as usize].rank != 0 && self.nodes[id as usize].parent != NONE {
            id = self.nodes[id as usize].parent;
        }
        id
    }

    /// Returns the end of the group that contains a node or the branch that the node is on, or `NONE`.
    fn group_containing(&self, id: u32) -> u32 {
        if self.nodes[id as usize].rank == 0 {
            return NONE;
        }
        match self.nodes[self.boundary_before(id) as usize].group_end {
            INVALID_GROUP => NONE,
            end => end,
        }
    }
}
