//! The links between checkpoints; what they mean is in `history`.
//!
//! **Invariant.** A node is younger than its parent: its number is larger.

use crate::journal::compressed::CompressedSegment;
use crate::journal::segment::Segment;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
/// The end of a group that there was and that must not be another.
pub(crate) const INVALID_GROUP: u32 = u32::MAX - 1;

/// One checkpoint.
pub(crate) struct Node {
    /// The parent, `NONE` for the root.
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    pub(crate) next_sibling: u32,
    pub(crate) alive: bool,
    /// What leads to the parent, or from it; nothing where it is packed.
    pub(crate) segment: Segment,
    pub(crate) compressed: Option<Box<CompressedSegment>>,
    /// Whether the segment leads from the node to its parent, and not the other way.
    pub(crate) backwards: bool,
    /// The births at the checkpoint.
    pub(crate) allocation_count: u64,
    /// How many checkpoints were made since the last one at which a group may end.
    pub(crate) rank: u32,
    /// The end of the group that begins here, `NONE` or `BROKEN`; and the beginning of the one that ends here, or
    /// `NONE`. See `far`.
    pub(crate) group_end: u32,
    pub(crate) group_start: u32,
    /// The step across the group that ends here, or `NONE`.
    pub(crate) shortcut: u32,
    /// The node is such a step: its segment leads from it to its parent, as if it were the end of the group.
    pub(crate) is_shortcut: bool,
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
        }
    }

    /// Bytes of the segment.
    pub(crate) fn bytes(&self) -> u64 {
        self.segment.bytes() + self.compressed.as_ref().map_or(0, |packed| packed.bytes())
    }
}

/// All checkpoints.
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: u32,
    pub(crate) current: u32,
    /// The end of the group that the state is in, having been walked into from there; or `NONE`. See `far`.
    pub(crate) entered_group: u32,
    /// How many steps across groups there are.
    pub(crate) shortcuts: usize,
    /// Bytes of all segments.
    pub(crate) bytes: u64,
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
        }
    }

    /// The segments of nodes from this one on that are not packed.
    pub(crate) fn segments(&self, from: usize) -> impl Iterator<Item = &Segment> {
        let nodes = self.nodes.iter().skip(from);
        nodes.filter(|n| n.alive).map(|n| &n.segment)
    }

    /// The cells that packed segments of nodes from this one on refer to.
    pub(crate) fn compressed_references(&self, from: usize) -> impl Iterator<Item = u32> {
        let packed = self.nodes.iter().skip(from).filter_map(|n| n.compressed.as_deref());
        packed.flat_map(|packed| packed.refers_to.iter().copied())
    }

    /// Takes all segments out: the end of the heap.
    pub(crate) fn take_segments(&mut self) -> Vec<Segment> {
        self.nodes.iter_mut().map(|n| std::mem::take(&mut n.segment)).collect()
    }

    /// A new leaf.
    pub(crate) fn add(&mut self, parent: u32, segment: Segment) -> u32 {
        let id = self.nodes.len() as u32;
        assert!(id < INVALID_GROUP, "checkpoints are used up");
        self.bytes += segment.bytes();
        let next_sibling = std::mem::replace(&mut self.nodes[parent as usize].first_child, id);
        let rank = self.nodes[parent as usize].rank + 1;
        self.nodes.push(Node { next_sibling, rank, ..Node::new(parent, segment) });
        id
    }

    /// A new step across the group between two nodes, in the state of the lower one.
    pub(crate) fn add_shortcut(&mut self, lower: u32, upper: u32, segment: Segment) {
        let id = self.nodes.len() as u32;
        assert!(id < INVALID_GROUP, "checkpoints are used up");
        self.bytes += segment.bytes();
        self.nodes.push(Node { is_shortcut: true, backwards: false, ..Node::new(lower, segment) });
        self.nodes[upper as usize].shortcut = id;
        self.shortcuts += 1;
    }

    /// Takes a node out of its parent's children.
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
