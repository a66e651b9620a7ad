//! The heap: every object of the program, and its past.
//!
//! A heap owns the arena (cells), the pool (buffers of containers), the open segment of the journal and the tree of
//! checkpoints. Objects change only through operations; each first records in the journal what undoing it needs.
//!
//! **Two rules of recording.** By default an object is saved once per epoch, before its first change: when
//! `header.epoch` equals the heap's epoch, nothing more need be saved. With `set_log_every_write(true)` no object ever
//! has the heap's epoch, and every change is logged with its inverse. Before the first checkpoint every object has the
//! current epoch, so runs without checkpoints save nothing.
//!
//! **Invariants** (checked by `verify`). Epochs are never reused, not even after going back. Nothing that the program,
//! a checkpoint or the journal can reach is freed. Allocation never collects: it only makes `wants_collection` true.
//! Nothing visible to a program depends on addresses, capacities, indexes or versions.
//!
//! **Cost.** A store costs one comparison more than without a past; a checkpoint touches no object; `goto` costs what
//! changed on the way. `examples/measure.rs` measures them.
//!
//! **Limits.** One thread. 64 GiB of cells. A heap does not recognise values of another heap. Host data must not change
//! visibly to a program, and must not hold values.
//!
//! **Values** must come from this heap and be alive. Every operation checks that the cell has the required storage, in
//! release builds too; debug builds also compare generations, which catches values whose cell was freed.
//!
//! # Why the unsafe code is sound
//!
//! Cells are written only by `new_cell` and its callers, which initialise what the storage requires before they hand
//! out the value. See also `memory::arena`.

use crate::gc::search_hints::SearchHints;
use crate::gc::young::RetainedMarks;
use crate::history::moments::SegmentCursor;
use crate::history::tree::Tree;
use crate::journal::compressed::Compressor;
use crate::journal::watched::WatchedObjects;
use crate::journal::writer::Writer;
use crate::memory::arena::Arena;
use crate::memory::pool::Pool;
use crate::memory::size_classes::UNIT;
use crate::object::{Header, Storage};
use crate::value::{TypeId, Value};

/// Configuration of a heap.
#[derive(Clone, Copy, Debug)]
pub struct HeapConfig {
    /// Bytes that the program may use; `has_room` tests against it.
    pub limit_bytes: u64,
    /// Bytes to allocate between two collections, at least.
    pub min_collect_bytes: u64,
    /// The type of strings: dicts with string keys only have narrower tables.
    pub string_type: TypeId,
    /// Segments per shortcut group (log-every-write mode only).
    pub segments_per_group: u32,
}

impl Default for HeapConfig {
    fn default() -> HeapConfig {
        HeapConfig { limit_bytes: 32 << 30, min_collect_bytes: 2 << 20, string_type: TypeId(0), segments_per_group: 32 }
    }
}

/// Owns every object and its past; see the module.
pub struct Heap {
    /// The current epoch, compared with each object's.
    pub(crate) epoch: u32,
    /// The epoch given to new objects: the current one, or 0 when every write is logged.
    pub(crate) new_object_epoch: u32,
    /// The epoch that the last checkpoint began; collections have begun the later ones.
    pub(crate) checkpoint_epoch: u32,
    /// The mark of objects that survived the last collection, alternately 1 and 2; newer objects have 0.
    pub(crate) mark: u8,
    pub(crate) every_write: bool,
    pub(crate) allocation_count: u64,
    /// Bytes of cells allocated since the last collection.
    pub(crate) fresh_bytes: i64,
    /// The value of `fresh_bytes` that asks for a collection; growing buffers lower it.
    pub(crate) trigger: i64,
    /// Bytes by which the trigger was raised since the last collection: see `spare`.
    pub(crate) spared: i64,
    pub(crate) arena: Arena,
    pub(crate) pool: Pool,
    pub(crate) journal: Writer,
    pub(crate) tree: Tree,
    /// The position of the state inside a segment, if it is in one; see `history::moments`.
    pub(crate) cursor: Option<Box<SegmentCursor>>,
    /// Words of container buffers that belong to the journal.
    pub(crate) swapped_words: usize,
    /// Words of buffers kept by callers; see `journal::archive`.
    pub(crate) archived_words: usize,
    /// See `journal::compressed`.
    pub(crate) compressor: Compressor,
    /// Bytes of cells that survived the last collection.
    pub(crate) old_bytes: u64,
    pub(crate) versions: std::cell::Cell<u32>,
    pub(crate) mark_stack: Vec<u32>,
    pub(crate) search_hints: SearchHints,
    /// Scratch memory for elements that are being restored.
    pub(crate) scratch: Vec<u64>,
    /// The marks kept since the last collection; see `gc::young`.
    pub(crate) retained_marks: Option<RetainedMarks>,
    /// Old objects that were written to since the last collection.
    pub(crate) remembered: Vec<u32>,
    /// See the method.
    pub(crate) times_aged: u64,
    /// Dicts whose index was dropped while going back.
    pub(crate) unindexed: Vec<u32>,
    /// See `journal::watched`.
    pub(crate) watched: WatchedObjects,
    /// The number of dict tables built so far.
    pub(crate) tables_made: u64,
    pub(crate) config: HeapConfig,
}

/// Allocations of this many bytes or more are probed with the system first.
const LARGE: u64 = 256 << 20;

impl Heap {
    /// Creates an empty heap.
    pub fn new(mut config: HeapConfig) -> Heap {
        let arena = Arena::new();
        // Free runs are never all of a useful length.
        config.limit_bytes = config.limit_bytes.min(arena.reserved() - arena.reserved() / 16);
        Heap {
            epoch: 1,
            new_object_epoch: 1,
            checkpoint_epoch: 1,
            mark: 1,
            every_write: false,
            allocation_count: 0,
            fresh_bytes: 0,
            trigger: config.min_collect_bytes as i64,
            spared: 0,
            arena,
            pool: Pool::new(),
            journal: Writer::default(),
            tree: Tree::new(),
            cursor: None,
            swapped_words: 0,
            archived_words: 0,
            compressor: Compressor::default(),
            old_bytes: 0,
            versions: std::cell::Cell::new(0),
            mark_stack: Vec::new(),
            search_hints: SearchHints::default(),
            scratch: Vec::new(),
            retained_marks: None,
            remembered: Vec::new(),
            times_aged: 0,
            unindexed: Vec::new(),
            watched: WatchedObjects::new(),
            tables_made: 0,
            config,
        }
    }

    /// Returns the address of the first cell, constant for the life of the heap.
    #[inline(always)]
    pub fn base(&self) -> *mut u8 {
        self.arena.base()
    }

    /// Returns the current epoch, for the interpreter's inlined barriers.
    #[inline(always)]
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Returns the number of objects allocated so far: the next allocation id.
    #[inline(always)]
    pub fn allocation_count(&self) -> u64 {
        self.allocation_count
    }

    /// Counts objects that a run need not make because nobody can see them: the ids of others do not depend on that.
    #[inline]
    pub fn skip_allocations(&mut self, count: u64) {
        self.allocation_count += count;
    }

    /// Sets the next allocation id: going back restores the checkpoint's.
    pub fn set_allocation_count(&mut self, count: u64) {
        self.allocation_count = count;
    }

    /// Returns the bytes of cells and buffers in use, garbage included, the journal excluded.
    pub fn bytes_used(&self) -> u64 {
        self.old_bytes
            + self.fresh_bytes as u64
            + ((self.pool.words_in_use() - self.pool.journal - self.swapped_words) * 8) as u64
    }

    /// Whether `bytes` more stay within the limit. Garbage counts, so the interpreter collects and asks again before it
    /// raises MemoryError. Large objects are first built outside of the heap, so the system must have memory for them.
    #[inline]
    pub fn has_room(&self, bytes: u64) -> bool {
        self.bytes_used().saturating_add(bytes) <= self.config.limit_bytes
            && (bytes < LARGE || crate::memory::system::can_be_had(bytes.saturating_mul(3)))
    }

    /// Returns the memory limit in bytes.
    pub fn limit(&self) -> u64 {
        self.config.limit_bytes
    }

    /// Allocates a cell with a header; the caller initialises the rest before it does anything else.
    #[inline(always)]
    pub(crate) fn new_cell(&mut self, tid: TypeId, storage: Storage, bytes: usize) -> (*mut Header, Value) {
        let units = bytes.div_ceil(UNIT).max(2);
        let cell = self.arena.alloc(units);
        self.fresh_bytes += Arena::cell_size(units) as i64;
        // SAFETY: the arena gave a cell of this size with an initialised header that nobody else owns.
        unsafe {
            let generation = if cfg!(debug_assertions) { (*cell).generation.wrapping_add(1) } else { 0 };
            let alloc_id = self.allocation_count;
            self.allocation_count += 1;
            cell.write(Header { epoch: self.new_object_epoch, tid: tid.0, storage, mark: 0, generation, alloc_id });
            (cell, self.value_of(cell))
        }
    }

    /// Returns the value that refers to a cell.
    #[inline(always)]
    pub(crate) fn value_of(&self, cell: *mut Header) -> Value {
        let index = (cell as usize - self.base() as usize) / UNIT;
        // SAFETY: callers pass pointers to cells of the arena, whose headers are initialised.
        unsafe { Value::obj(TypeId((*cell).tid), index as u32, (*cell).generation) }
    }

    /// Returns the cell with this index.
    #[inline(always)]
    pub(crate) fn cell_at(&self, index: u32) -> *mut Header {
        debug_assert!(self.arena.contains(index), "an index outside the arena");
        // SAFETY: the index is inside the mapping: `cell` checks those that come from outside.
        unsafe { self.base().add(index as usize * UNIT).cast() }
    }

    /// Returns the cell of a value, after the checks that do not depend on the storage.
    #[inline(always)]
    pub(crate) fn cell(&self, v: Value) -> *mut Header {
        if !v.is_obj() || !self.arena.contains(v.index()) {
            not_an_object(v);
        }
        let cell = self.cell_at(v.index());
        if cfg!(debug_assertions) {
            self.check_alive(v, cell);
        }
        cell
    }

    /// Returns the cell of a value that must have this storage.
    #[inline(always)]
    pub(crate) fn cell_of(&self, v: Value, storage: Storage) -> *mut Header {
        let cell = self.cell(v);
        // SAFETY: the cell is inside the mapping and its header initialised, or zero, which is a free cell.
        let found = unsafe { (*cell).storage };
        if found != storage {
            wrong_storage(v, found, storage);
        }
        cell
    }

    /// Returns the storage of the cell with this index.
    pub(crate) fn storage_at(&self, index: u32) -> Storage {
        // SAFETY: the index is inside the mapping, where headers are initialised or zero.
        unsafe { (*self.cell_at(index)).storage }
    }

    #[inline]
    fn check_alive(&self, v: Value, cell: *mut Header) {
        // SAFETY: as in `cell_of`.
        let header = unsafe { &*cell };
        let same = header.generation == v.generation() && header.tid == v.tid().0;
        if !same || header.storage == Storage::Free {
            not_alive(v, header);
        }
    }
}

#[cold]
#[inline(never)]
fn not_alive(v: Value, header: &Header) -> ! {
    assert!(header.storage != Storage::Free, "{v:?} was freed");
    assert!(header.generation == v.generation(), "the cell of {v:?} was freed and used again");
    panic!("the cell of {v:?} has another type");
}

#[cold]
#[inline(never)]
fn not_an_object(v: Value) -> ! {
    panic!("{v:?} is not an object of this heap");
}

#[cold]
#[inline(never)]
fn wrong_storage(v: Value, found: Storage, wanted: Storage) -> ! {
    panic!("{v:?} is {found:?}, not {wanted:?}");
}
