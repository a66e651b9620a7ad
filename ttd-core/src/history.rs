//! The tree of checkpoints.
//!
//! A node is a state that can be gone back to. Between a node and its parent lies a segment of the journal: applied
//! in the child's state it leads to the parent's, and what it then yields leads back.
//!
//! ```text
//!            root -- 1 -- 2 -- 3 (current) -- open segment
//!                     \
//!                      4 -- 5          segments of 4 and 5 lead forwards: the state is not below them
//! ```
//!
//! **Invariants.** The segments of the current node and its ancestors lead to their parents; all others lead from
//! their parents to themselves. After going anywhere the epoch is a fresh one. What segments name is alive.
//!
//! **Cost.** A checkpoint increments the epoch and closes the open segment: no object is touched. Going somewhere
//! costs what was changed on the way.
//!
//! **Limits.** Only the heap goes back. The births, the stacks and whatever else belongs to a checkpoint are the
//! interpreter's, which must also give the collector the values that its checkpoints hold.

use crate::heap::Heap;
use crate::tree::{NONE, Node};

/// A checkpoint. Never used again after it was dropped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// A number that tells nodes apart.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl Heap {
    /// Makes the present a checkpoint: a child of the current one.
    #[inline]
    pub fn checkpoint(&mut self) -> NodeId {
        let segment = self.open.close(&mut self.pool);
        let id = self.tree.add(self.tree.current, segment);
        self.tree.current = id;
        self.fresh_epoch();
        NodeId(id)
    }

    /// The checkpoint that the state comes from.
    pub fn current(&self) -> NodeId {
        NodeId(self.tree.current)
    }

    /// The oldest checkpoint.
    pub fn root(&self) -> NodeId {
        NodeId(self.tree.root)
    }

    /// The checkpoint before this one.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.node(node).parent;
        (parent != NONE).then_some(NodeId(parent))
    }

    /// Whether the checkpoint still exists.
    pub fn is_node(&self, node: NodeId) -> bool {
        self.tree
            .nodes
            .get(node.0 as usize)
            .is_some_and(|n| n.alive)
    }

    fn node(&self, node: NodeId) -> &Node {
        assert!(self.is_node(node), "{node:?} was dropped");
        &self.tree.nodes[node.0 as usize]
    }

    /// Whether nothing was saved since the current checkpoint.
    pub fn open_is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Undoes what was written since the current checkpoint, and forgets it.
    pub fn rollback(&mut self) {
        if !self.open.is_empty() {
            let segment = self.open.close(&mut self.pool);
            let forwards = self.apply(segment);
            self.discard(forwards);
            self.restore_indexes();
        }
        self.fresh_epoch();
    }

    /// Goes to a checkpoint. What was written since the current one is undone and forgotten.
    pub fn goto(&mut self, target: NodeId) {
        assert!(self.is_node(target), "{target:?} was dropped");
        self.rollback();
        self.leave();
        let mut down = Vec::new();
        let mut to = target.0;
        // Nodes are younger than their parents, so of two different ones the younger is not the common ancestor.
        while to != self.tree.current {
            if self.tree.current > to {
                self.step_up();
            } else {
                down.push(to);
                to = self.tree.nodes[to as usize].parent;
            }
        }
        for &node in down.iter().rev() {
            self.exchange(node);
            self.tree.current = node;
        }
        self.restore_indexes();
        self.fresh_epoch();
    }

    pub(crate) fn step_up(&mut self) {
        let node = self.tree.current;
        self.exchange(node);
        self.tree.current = self.tree.nodes[node as usize].parent;
    }

    /// Applies the segment between a node and its parent.
    fn exchange(&mut self, node: u32) {
        let (segment, packed) = self.take_segment(node);
        let back = self.apply(segment);
        self.put_segment(node, back, packed);
    }

    /// Forgets a checkpoint: a leaf with the branch that leads to it, or one with a single child, whose segment then
    /// leads further back. Returns whether it was possible: the current checkpoint, those with several children and
    /// the root with unfinished business cannot be dropped.
    pub fn drop_node(&mut self, node: NodeId) -> bool {
        assert!(self.is_node(node), "{node:?} was dropped");
        let id = node.0;
        if id == self.tree.current || self.is_inside(id) {
            return false;
        }
        let child = self.tree.nodes[id as usize].first_child;
        if child != NONE && self.tree.nodes[child as usize].next_sibling != NONE {
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

    /// Makes the only child of the root the root: what was before cannot be reached any more.
    fn drop_root(&mut self, child: u32) {
        self.drop_segment(child);
        self.tree.nodes[child as usize].parent = NONE;
        self.tree.root = child;
    }

    /// Puts the segment between a dropped node and its parent together with that of its child.
    fn merge_into(&mut self, id: u32, child: u32) {
        let (segment, packed) = self.take_segment(id);
        let (own, own_packed) = self.take_segment(child);
        let backwards = self.tree.is_ancestor(child, self.tree.current);
        let merged = if backwards {
            self.merge(segment, own)
        } else {
            self.merge(own, segment)
        };
        let parent = self.tree.nodes[id as usize].parent;
        self.tree.unlink(id);
        let first = std::mem::replace(&mut self.tree.nodes[parent as usize].first_child, child);
        let node = &mut self.tree.nodes[child as usize];
        node.parent = parent;
        node.next_sibling = first;
        self.put_segment(child, merged, packed || own_packed);
    }

    /// Bytes of the segment between a checkpoint and its parent.
    pub fn segment_bytes(&self, node: NodeId) -> u64 {
        self.node(node).bytes()
    }

    /// Bytes of all segments, the open one included.
    pub fn history_bytes(&self) -> u64 {
        let inside = self.inside.as_ref().map_or(0, |inside| inside.bytes());
        self.tree.bytes + self.open.bytes() + inside
    }
}
