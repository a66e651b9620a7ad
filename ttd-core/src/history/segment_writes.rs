//! Which writes a segment holds: questions about the past that read entries without going there.

use crate::heap::Heap;
use crate::history::NodeId;
use crate::history::moment_stack::touching;
use crate::history::recent_writes::WriteTarget;
use crate::journal::entry::{Entry, entries, may_begin_at};
use crate::value::Value;

/// How many words are compared without a branch between them, so that the compiler compares several at once.
const COMPARED_TOGETHER: usize = 32;

impl Heap {
    /// Returns the positions of a node's segment, in order, before which a write to one of these objects is accepted by
    /// `wanted`.
    pub fn positions_touching(
        &self,
        node: NodeId,
        objects: &[Value],
        wanted: impl Fn(&WriteTarget) -> bool,
    ) -> Vec<usize> {
        self.positions(node, |e| objects.iter().any(|v| v.index() == e.index) && wanted(&self.write_target(e)))
    }

    /// Returns the positions of a node's segment, in order, before which a write is accepted by `wanted`.
    pub fn positions_writing(&self, node: NodeId, wanted: impl Fn(&WriteTarget) -> bool) -> Vec<usize> {
        self.positions(node, |e| wanted(&self.write_target(e)))
    }

    /// Whether a node's segment has a write to one of these objects that `wanted` accepts.
    pub fn has_write(&self, node: NodeId, objects: &[Value], wanted: impl Fn(&WriteTarget) -> bool) -> bool {
        if self.cursor.as_ref().is_some_and(|cursor| cursor.node == node.0) {
            return !self.positions_touching(node, objects, wanted).is_empty();
        }
        let cells: Vec<u32> = objects.iter().map(|v| v.index()).collect();
        let compressed = self.tree.nodes[node.0 as usize].compressed.as_ref();
        if compressed.is_some_and(|c| !c.references().any(|cell| cells.contains(&cell))) {
            return false;
        }
        let is_wanted = |e: Entry<'_>| cells.contains(&e.index) && wanted(&self.write_target(e));
        let segment = self.read_segment(node.0);
        segment.chunks().into_iter().any(|chunk| {
            let mut candidates = words_naming(chunk, &cells);
            candidates.any(|at| may_begin_at(chunk, at).is_some_and(is_wanted)) && entries(chunk).any(is_wanted)
        })
    }

    fn positions(&self, node: NodeId, touches: impl Fn(Entry<'_>) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        if let Some(cursor) = self.cursor.as_ref().filter(|cursor| cursor.node == node.0) {
            let undone = cursor.undo.touching(&touches);
            let last = cursor.undo.counts.len() + cursor.redo.counts.len();
            let redone = cursor.redo.touching(&touches);
            found.extend(undone.into_iter().map(|moment| moment + 1));
            found.extend(redone.into_iter().rev().map(|moment| last - moment));
            return found;
        }
        let segment = self.read_segment(node.0);
        let counts = segment.counts();
        let last = counts.len().max(1);
        let steps = touching(segment.chunks().into_iter(), &counts, &touches);
        if self.tree.nodes[node.0 as usize].backwards {
            found.extend(steps.into_iter().map(|moment| moment + 1));
        } else {
            found.extend(steps.into_iter().rev().map(|moment| last - moment));
        }
        found
    }
}

/// Iterates over the offsets of the words whose lower half is one of these cells: headers of their entries, and other
/// words that look like them.
fn words_naming(chunk: &[u64], cells: &[u32]) -> impl Iterator<Item = usize> {
    let together = chunk.chunks(COMPARED_TOGETHER).enumerate();
    let near = together.filter(|(_, words)| {
        cells.iter().any(|cell| words.iter().fold(false, |found, word| found | (*word as u32 == *cell)))
    });
    near.flat_map(|(at, words)| {
        let each = words.iter().enumerate().filter(|(_, word)| cells.contains(&(**word as u32)));
        each.map(move |(i, _)| at * COMPARED_TOGETHER + i)
    })
}
