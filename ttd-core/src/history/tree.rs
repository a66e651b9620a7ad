//! The nodes of the tree of checkpoints and their links; see `history`.
//!
//! **Invariant.** A node's number exceeds its parent's.

use crate::journal::compressed::CompressedSegment;
use crate::journal::segment::Segment;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
/// As the end of a group: there was one, and no other may begin here.
pub(crate) const INVALID_GROUP: u32 = u32::MAX - 1;

/// One checkpoint.
pub(crate) struct Node {
    /// The parent, `NONE` for the root.
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    pub(crate) next_sibling: u32,
    pub(crate) alive: bool,
    /// Leads to the parent or from it; empty where it is compressed.
    pub(crate) segment: Segment,
    pub(crate) compressed: Option<Box<CompressedSegment>>,
    /// Whether the segment leads from the node to its parent.
    pub(crate) backwards: bool,
    /// The allocation count at the checkpoint.
    pub(crate) allocation_count: u64,
    /// The number of checkpoints since the last one at which a group may end.
    pub(crate) rank: u32,
    /// The end of the group that begins here, `NONE` or `INVALID_GROUP`; and the start of the group that ends here, or
    /// `NONE`. See `shortcut`.
    pub(crate) group_end: u32,
    pub(crate) group_start: u32,
    /// The shortcut of the group that ends here, or `NONE`.
    pub(crate) shortcut: u32,
    /// Whether the node is a shortcut: its segment leads from it to its parent, as if it were the end of the group.
    pub(crate) is_shortcut: bool,
    /// Whether the segment was exchanged since the last collection, so that it may refer to new objects.
    exchanged: bool,
}

impl Node {
    fn new(parent: u32, segment: Segment) -> Node {
        Node {
            parent,
            first_child: NONE,
            next_sibling: NONE,
            alive: true,
            segment,
            compressed: None,
            backwards: true,
            allocation_count: 0,
            rank: 0,
            group_end: NONE,
            group_start: NONE,
            shortcut: NONE,
            is_shortcut: false,
            exchanged: false,
        }
    }

    /// Returns the bytes of the segment.
    pub(crate) fn bytes(&self) -> u64 {
        self.segment.bytes() + self.compressed.as_ref().map_or(0, |compressed| compressed.bytes())
    }
}

/// All checkpoints.
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: u32,
    pub(crate) current: u32,
    /// The end of the group that the state has entered, or `NONE`. See `shortcut`.
    pub(crate) entered_group: u32,
    /// The number of shortcuts.
    pub(crate) shortcuts: usize,
    /// Bytes of all closed segments.
    pub(crate) bytes: u64,
    /// The nodes whose segments were exchanged since the last collection.
    exchanged: Vec<u32>,
}

impl Tree {
    pub(crate) fn new() -> Tree {
        Tree {
            nodes: vec![Node::new(NONE, Segment::default())],
            root: 0,
            current: 0,
            entered_group: NONE,
            shortcuts: 0,
            bytes: 0,
            exchanged: Vec::new(),
        }
    }

    /// Iterates over the nodes from this one on, and those before it that were exchanged since the last collection.
    fn nodes_since(&self, from: usize) -> impl Iterator<Item = &Node> {
        let older = self.exchanged.iter().filter(move |node| (**node as usize) < from);
        older.map(|node| &self.nodes[*node as usize]).chain(self.nodes.iter().skip(from))
    }

    /// Iterates over the uncompressed segments of the same nodes.
    pub(crate) fn segments_since(&self, from: usize) -> impl Iterator<Item = &Segment> {
        self.nodes_since(from).filter(|n| n.alive).map(|n| &n.segment)
    }

    /// Iterates over the chunks of these.
    pub(crate) fn chunks_since(&self, from: usize) -> impl Iterator<Item = &[u64]> {
        self.segments_since(from).flat_map(Segment::chunks)
    }

    /// Iterates over the cells that compressed segments of the same nodes refer to.
    pub(crate) fn compressed_references(&self, from: usize) -> impl Iterator<Item = u32> {
        let compressed = self.nodes_since(from).filter_map(|n| n.compressed.as_deref());
        compressed.flat_map(CompressedSegment::references)
    }

    /// Notes that the segment of a node has become another.
    pub(crate) fn note_exchanged(&mut self, id: u32) {
        let known = std::mem::replace(&mut self.nodes[id as usize].exchanged, true);
        if !known {
            self.exchanged.push(id);
        }
    }

    /// Notes that the segment of a node has become part of its child's.
    pub(crate) fn note_merged(&mut self, id: u32, child: u32) {
        if self.nodes[id as usize].exchanged {
            self.note_exchanged(child);
        }
    }

    /// Forgets which segments were exchanged: what they refer to has been marked.
    pub(crate) fn forget_exchanged(&mut self) {
        for id in self.exchanged.drain(..) {
            self.nodes[id as usize].exchanged = false;
        }
    }

    /// Takes all segments out, to drop the heap.
    pub(crate) fn take_segments(&mut self) -> Vec<Segment> {
        self.nodes.iter_mut().map(|n| std::mem::take(&mut n.segment)).collect()
    }

    /// Adds a leaf.
    pub(crate) fn add(&mut self, parent: u32, segment: Segment) -> u32 {
        let id = self.nodes.len() as u32;
        assert!(id < INVALID_GROUP, "checkpoints are used up");
        self.bytes += segment.bytes();
        let next_sibling = std::mem::replace(&mut self.nodes[parent as usize].first_child, id);
        let rank = self.nodes[parent as usize].rank + 1;
        self.nodes.push(Node { next_sibling, rank, ..Node::new(parent, segment) });
        id
    }

    /// Adds the shortcut of the group between two nodes; the state is at its start.
    pub(crate) fn add_shortcut(&mut self, start: u32, end: u32, segment: Segment) {
        let id = self.nodes.len() as u32;
        assert!(id < INVALID_GROUP, "checkpoints are used up");
        self.bytes += segment.bytes();
        self.nodes.push(Node { is_shortcut: true, backwards: false, ..Node::new(start, segment) });
        self.nodes[end as usize].shortcut = id;
        self.shortcuts += 1;
    }

    /// Removes a node from its parent's children.
    pub(crate) fn unlink(&mut self, id: u32) {
        let (parent, next) = (self.nodes[id as usize].parent, self.nodes[id as usize].next_sibling);
        let mut at = self.nodes[parent as usize].first_child;
        if at == id {
            self.nodes[parent as usize].first_child = next;
            return;
        }
        while self.nodes[at as usize].next_sibling != id {
            at = self.nodes[at as usize].next_sibling;
        }
        self.nodes[at as usize].next_sibling = next;
    }
}
