//! The tree of checkpoints.
//!
//! A node is a state to return to. Between a node and its parent lies a segment of the journal: applied in the child's
//! state it leads to the parent's, and the segment this yields leads back.
//!
//! ```text
//!            root -- 1 -- 2 -- 3 (current) -- open segment
//!                     \
//!                      4 -- 5          segments of 4 and 5 lead forwards: the state is not below them
//! ```
//!
//! **Invariants.** The segments of the current node and its ancestors lead to their parents; all others lead from their
//! parents to themselves, except inside groups that were crossed by a shortcut (see `shortcut`). `goto` ends in a new
//! epoch. Everything that segments name is alive.
//!
//! **Cost.** A checkpoint increments the epoch and closes the open segment: no object is touched. `goto` costs what
//! changed on the way; where every write is logged, from the second time on, it costs what differs between the ends of
//! the groups on the way.
//!
//! **Limits.** Only the heap goes back. The allocation count, the stacks and the rest of a checkpoint belong to the
//! interpreter, which must also give the collector the values that its checkpoints hold.

pub(crate) mod apply;
pub(crate) mod build_shortcut;
pub(crate) mod moment_stack;
pub(crate) mod moments;
pub(crate) mod prune_dead;
pub(crate) mod recent_writes;
pub(crate) mod segment_writes;
pub(crate) mod segments;
pub(crate) mod shortcut;
pub(crate) mod tree;

use crate::heap::Heap;
use crate::history::tree::{INVALID_GROUP, NONE, Node};

/// A checkpoint. Numbers are never reused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Returns a number that identifies the node.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl Heap {
    /// Makes the present a checkpoint, a child of the current one.
    #[inline]
    pub fn checkpoint(&mut self) -> NodeId {
        let segment = self.journal.close(&mut self.pool);
        let id = self.tree.add(self.tree.current, segment);
        self.tree.nodes[id as usize].allocation_count = self.allocation_count;
        self.tree.current = id;
        if self.every_write && self.tree.nodes[id as usize].rank >= self.config.segments_per_group {
            self.close_group(id);
        }
        self.bump_epoch();
        NodeId(id)
    }

    /// Returns the checkpoint that the state derives from.
    pub fn current(&self) -> NodeId {
        NodeId(self.tree.current)
    }

    /// Returns the oldest checkpoint.
    pub fn root(&self) -> NodeId {
        NodeId(self.tree.root)
    }

    /// Returns the checkpoint before this one.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.node(node).parent;
        (parent != NONE).then_some(NodeId(parent))
    }

    /// Whether the checkpoint still exists.
    pub fn is_node(&self, node: NodeId) -> bool {
        self.tree.nodes.get(node.0 as usize).is_some_and(|n| n.alive)
    }

    fn node(&self, node: NodeId) -> &Node {
        assert!(self.is_node(node), "{node:?} was dropped");
        &self.tree.nodes[node.0 as usize]
    }

    /// Whether nothing was recorded since the current checkpoint.
    pub fn journal_is_empty(&self) -> bool {
        self.journal.is_empty()
    }

    /// Undoes and discards what was written since the current checkpoint.
    pub fn rollback(&mut self) {
        if !self.journal.is_empty() {
            let segment = self.journal.close(&mut self.pool);
            let forwards = self.apply(segment);
            self.discard(forwards);
            self.restore_indexes();
        }
        self.bump_epoch();
    }

    /// Drops a checkpoint: a leaf with the branch that leads to it, or a node with a single child, whose segment then
    /// leads further back. Returns false for those that must stay: the current checkpoint, nodes with several children,
    /// nodes of a group whose shortcut was crossed, and the node of the segment that the state is inside of.
    pub fn drop_node(&mut self, node: NodeId) -> bool {
        assert!(self.is_node(node), "{node:?} was dropped");
        let id = node.0;
        if id == self.tree.current || self.has_cursor_in(id) {
            return false;
        }
        let child = self.tree.nodes[id as usize].first_child;
        if child != NONE && self.tree.nodes[child as usize].next_sibling != NONE {
            return false;
        }
        if !self.detach_from_groups(id) {
            return false;
        }
        self.tree.nodes[id as usize].alive = false;
        if child == NONE {
            self.tree.unlink(id);
            self.drop_segment(id);
        } else if id == self.tree.root {
            self.drop_root(child);
        } else {
            self.merge_into(id, child);
        }
        true
    }

    /// Makes the only child of the root the new root, which discards everything before it.
    fn drop_root(&mut self, child: u32) {
        self.drop_segment(child);
        let node = &mut self.tree.nodes[child as usize];
        node.parent = NONE;
        if node.rank != 0 {
            node.group_end = INVALID_GROUP;
        }
        self.tree.root = child;
    }

    /// Merges the segment of a dropped node into that of its only child.
    fn merge_into(&mut self, id: u32, child: u32) {
        let (segment, compressed) = self.take_segment(id);
        let (own, own_compressed) = self.take_segment(child);
        let backwards = self.tree.nodes[child as usize].backwards;
        let merged = if backwards { self.merge(segment, own) } else { self.merge(own, segment) };
        let parent = self.tree.nodes[id as usize].parent;
        self.tree.unlink(id);
        self.tree.note_merged(id, child);
        let first = std::mem::replace(&mut self.tree.nodes[parent as usize].first_child, child);
        let node = &mut self.tree.nodes[child as usize];
        node.parent = parent;
        node.next_sibling = first;
        self.put_segment(child, merged, compressed || own_compressed);
    }

    /// Returns the bytes of the segment between a checkpoint and its parent.
    pub fn segment_bytes(&self, node: NodeId) -> u64 {
        self.node(node).bytes()
    }

    /// Returns the bytes of all segments, the open one included.
    pub fn history_bytes(&self) -> u64 {
        let cursor = self.cursor.as_ref().map_or(0, |cursor| cursor.bytes());
        self.tree.bytes + self.journal.bytes() + cursor
    }
}
