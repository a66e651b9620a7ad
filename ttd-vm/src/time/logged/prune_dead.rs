//! Pruning dead objects: a full log gives up what it knows of objects that the program can no longer reach
//! (`--when-full unreachable`).
//!
//! When a log is full in spite of packing, most of its memory goes to dead objects and to the writes to them. Pruning
//! drops those, and keeps all events, the history of living objects and variables, and the output; only if that is not
//! enough are the oldest blocks dropped. In packed blocks (`old` below) a tombstone stands for each dead object that is
//! referred to: an object with the same allocation id that knows its class only (`ids::FORGOTTEN`).
//!
//! In the heap's part the references are rewritten to tombstones (`ttd_core::DeadPruner`). Registers are logged as
//! differences, so their words stay, and tombstones are put in when the machine goes to a moment of the block
//! ([`Replacements`]).
//!
//! **What stays.** Whatever the program, the blocks that are not packed or the last checkpoint can reach; strings and
//! numbers; and what the interpreter relies on in frames: their functions, namespaces, generators and cells (not the
//! contents of a cell that only the past can reach).

use rustc_hash::FxHashMap;
use ttd_core::value::Value;
use ttd_core::{DeadPruner, Heap, Marker, NodeId};

use crate::log::{Block, Log};
use crate::time::driver::{Driver, RunMode};
use crate::vm::objects::weak_references;
use crate::{Vm, ids};

/// Pairs of cells, sorted: of a pruned object and of its tombstone. They hold for one block and its checkpoint; by now
/// another object may have taken the pruned one's cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replacements(Vec<(u32, u32)>);

impl Replacements {
    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(u32, u32)>()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the tombstone's cell for an object.
    pub(crate) fn cell_for(&self, v: Value) -> Option<u32> {
        if !v.is_obj() || self.0.is_empty() {
            return None;
        }
        let at = self.0.binary_search_by_key(&v.index(), |(cell, _)| *cell).ok()?;
        Some(self.0[at].1)
    }

    /// Calls `f` with the values that are not pruned.
    pub(crate) fn each_live(&self, values: &[Value], f: &mut dyn FnMut(&[Value])) {
        if self.is_empty() {
            return f(values);
        }
        values.split(|v| self.cell_for(*v).is_some()).for_each(f);
    }

    /// The cells of all tombstones.
    pub(crate) fn tombstones(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|(_, cell)| *cell)
    }

    /// Replaces pruned objects by their tombstones.
    pub(crate) fn put_tombstones(&self, heap: &Heap, values: &mut [Value]) {
        if self.is_empty() {
            return;
        }
        for v in values {
            if let Some(cell) = self.cell_for(*v) {
                *v = heap.object_at(cell);
            }
        }
    }

    fn add(&mut self, mut more: Vec<(u32, u32)>) {
        self.0.append(&mut more);
        self.0.sort_unstable();
        self.0.dedup_by_key(|(cell, _)| *cell);
        self.0.shrink_to_fit();
    }
}

/// The prunable objects and their tombstones.
struct Dead {
    /// Pairs of the dead object's cell and its tombstone, sorted.
    all: Vec<(u32, Value)>,
}

impl Dead {
    fn tombstone(&self, v: Value) -> Option<Value> {
        if !v.is_obj() {
            return None;
        }
        let at = self.all.binary_search_by_key(&v.index(), |(cell, _)| *cell).ok()?;
        Some(self.all[at].1)
    }
}

impl DeadPruner for Dead {
    fn drops(&self, object: Value) -> bool {
        self.tombstone(object).is_some()
    }

    fn replacement(&self, owner: Value, word: u64) -> u64 {
        let v = Value::from_raw(word);
        if owner.is(ids::WEAKREF) && v.is_int() {
            let is_dead = weak_references::referred_to(v).is_some_and(|target| self.drops(target));
            return if is_dead { weak_references::NOBODY.raw() } else { word };
        }
        self.tombstone(v).unwrap_or(v).raw()
    }
}

impl Vm {
    /// Prunes what only packed blocks know, if that was chosen. No native code may be waiting, and the machine must be
    /// live.
    pub(crate) fn prune_unreachable(&mut self) {
        self.finish_packing();
        let Some(mut log) = self.log.take() else { return };
        if log.prunes_dead && log.packed > 0 && self.limits.native_depth == 0 && !log.detached {
            match std::mem::replace(&mut self.control, RunMode::Plain) {
                RunMode::Plain => {}
                RunMode::Driven(mut driver) => {
                    self.prune_log(&mut log, &mut driver);
                    self.control = RunMode::Driven(driver);
                }
            }
        }
        self.log = Some(log);
    }

    fn prune_log(&mut self, log: &mut Log, driver: &mut Driver) {
        let old: Vec<NodeId> = log.packed_blocks().map(|block| block.end).collect();
        let mut state: Vec<Value> = Vec::new();
        self.each_root(&mut |v| state.push(v));
        let of_frames = unprunable_roots(log, driver);
        self.heap.begin_prune(
            &old,
            &mut |marker| {
                marker.values(&state);
                mark_kept(log, driver, marker);
            },
            (ids::CELL, &mut |marker| marker.values(&of_frames)),
        );
        let past = self.heap.prunable_objects();
        let dead = self.tombstones_for(&past);
        // Cells that only the past can reach stay, but their contents do not.
        for cell in past.into_iter().filter(|v| v.is(ids::CELL)) {
            if let Some(tombstone) = dead.tombstone(self.heap.slot(cell, 0)) {
                self.heap.overwrite_slot_unlogged(cell, 0, tombstone);
            }
        }
        for node in &old {
            self.heap.prune_segment(*node, &dead);
        }
        self.heap.end_prune();
        log.prune_references(driver, &dead);
        self.pruned_before = driver.checkpoints.get(old.len()).map(|checkpoint| checkpoint.time as u64);
    }

    /// Makes tombstones for the prunable objects.
    fn tombstones_for(&mut self, past: &[Value]) -> Dead {
        let mut names: FxHashMap<Value, Value> = FxHashMap::default();
        let mut all = Vec::new();
        let allocations = self.heap.allocation_count();
        for &v in past {
            if matches!(v.tid(), ids::CELL | ids::FORGOTTEN) {
                continue;
            }
            let class = self.type_of(v);
            let name = match names.get(&class) {
                Some(name) => *name,
                None => {
                    let text = self.class_name(class);
                    self.intern(&text)
                }
            };
            names.insert(class, name);
            self.heap.set_allocation_count(self.heap.alloc_id(v));
            let tombstone = self.heap.new_slots_from(ids::FORGOTTEN, 0, &[name]);
            all.push((v.index(), tombstone));
        }
        self.heap.set_allocation_count(allocations);
        Dead { all }
    }
}

/// References of packed blocks and their checkpoints that must not be rewritten.
fn unprunable_roots(log: &Log, driver: &Driver) -> Vec<Value> {
    let mut roots = Vec::new();
    let mut note = |values: &[Value]| roots.extend_from_slice(values);
    log.each_unprunable_root(&mut note);
    let old = driver.checkpoints.iter().take(log.packed);
    old.for_each(|checkpoint| checkpoint.each_frame_root(&mut note));
    roots
}

/// Marks what all other blocks and checkpoints refer to.
fn mark_kept(log: &Log, driver: &Driver, marker: &mut Marker<'_>) {
    log.each_root_from(log.packed, &mut |values| marker.values(values));
    let others = driver.checkpoints.iter().skip(log.packed);
    others.for_each(|checkpoint| checkpoint.each_root(&mut |values| marker.values(values)));
    driver.armed.data.each_root(&mut |values| marker.values(values));
}

impl Log {
    /// Removes references to dead objects from the packed blocks.
    fn prune_references(&mut self, driver: &mut Driver, dead: &Dead) {
        let bytes = |log: &Log| log.packed_blocks().map(Block::bytes).sum::<u64>();
        let (before, count) = (bytes(self), self.packed);
        for (block, checkpoint) in self.blocks.range_mut(..count).zip(&mut driver.checkpoints) {
            driver.stack_bytes -= checkpoint.stack_bytes();
            let mut found = Vec::new();
            let mut is_gone = |v: Value| {
                let tombstone = dead.tombstone(v);
                found.extend(tombstone.map(|tombstone| (v.index(), tombstone.index())));
                tombstone.is_some()
            };
            // What was pruned before is no reference any more, whatever its cell holds now.
            let known = std::mem::take(&mut checkpoint.replacements);
            let still = checkpoint.stack.iter().filter(|v| known.cell_for(**v).is_none());
            still.for_each(|v| {
                is_gone(*v);
            });
            block.prune_references(&mut is_gone);
            checkpoint.replacements = known;
            checkpoint.replacements.add(found);
            driver.stack_bytes += checkpoint.stack_bytes();
        }
        self.bytes = self.bytes + bytes(self) - before;
    }
}
