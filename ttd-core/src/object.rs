//! The layout of heap objects: a header of 16 bytes, then the fields of the storage.
//!
//! Every object lives in a cell of the arena, at `arena base + 16 * index`, and never moves. The storage determines how
//! the cell is read, traced, journalled and digested; the type (`TypeId`) is the language's business. Immutable objects
//! (`Tuple`, `Bytes`, `Boxed`) and `Slots` lie wholly inside their cell; growing containers keep a buffer outside.

use crate::value::Value;

/// How a cell is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Storage {
    /// A free cell.
    Free,
    /// A fixed number of mutable values and a shape.
    Slots,
    /// Immutable values.
    Tuple,
    /// Immutable bytes and one word.
    Bytes,
    /// Immutable host data.
    Boxed,
    /// A growing vector of values.
    List,
    /// An insertion-ordered hash map.
    Dict,
    /// A hash set with CPython's probing.
    Set,
    /// A growing vector of bytes.
    Buffer,
    /// A double-ended queue of values.
    Deque,
}

/// The common beginning of all objects.
#[derive(Debug)]
#[repr(C)]
pub struct Header {
    /// The heap's epoch when the object was last saved to the journal or allocated.
    pub epoch: u32,
    /// The type, as in the reference's tag.
    pub tid: u8,
    /// How to read the rest of the cell.
    pub storage: Storage,
    /// The collector's mark.
    pub mark: u8,
    /// How often the cell was reused; debug builds compare it with the reference's.
    pub generation: u8,
    /// The ordinal of the allocation, shown by `id()` and `#5`; equal in every mode.
    pub alloc_id: u64,
}

/// Mutable values: instances, functions, cells, iterators, generators, classes, modules ...
#[derive(Debug)]
#[repr(C)]
pub struct Slots {
    /// The header.
    pub header: Header,
    /// What the slots mean, as the language numbers it. Journalled with the slots.
    pub shape: u32,
    /// The number of slots.
    pub cap: u32,
    /// The slots: `cap` of them.
    pub slots: [Value; 0],
}

/// Immutable values.
#[derive(Debug)]
#[repr(C)]
pub struct Tuple {
    /// The header.
    pub header: Header,
    /// The number of items.
    pub len: u64,
    /// The items: `len` of them.
    pub items: [Value; 0],
}

/// Immutable bytes: strings, bytes, big integers.
#[derive(Debug)]
#[repr(C)]
pub struct Bytes {
    /// The header.
    pub header: Header,
    /// The number of bytes. The highest bit says that they are elsewhere: see `storage::shared_bytes`.
    pub len: u64,
    /// A word for the language: a length in characters, a sign.
    pub aux: u64,
    /// A cached hash, -1 when not computed; invisible to programs.
    pub hash: std::cell::Cell<i64>,
    /// The bytes: `len` of them.
    pub bytes: [u8; 0],
}

/// In the length of immutable bytes: they are in a buffer that other objects share.
pub(crate) const SHARED: u64 = 1 << 63;

/// What is then in the place of the bytes; see `storage::shared_bytes`.
#[repr(C)]
pub(crate) struct Shared {
    /// The bytes in the buffer.
    pub(crate) at: *const u8,
    /// The cell of the buffer: immutable bytes with the capacity as length and the used part in the place of the hash.
    pub(crate) buffer: u64,
}

/// A growing vector of values. Only `ttd-core` writes its fields; the interpreter reads them.
#[derive(Debug)]
#[repr(C)]
pub struct List {
    /// The header.
    pub header: Header,
    /// The buffer: `cap` values, `len` of them alive.
    pub ptr: *mut Value,
    /// Length.
    pub len: u32,
    /// Capacity.
    pub cap: u32,
    /// The notes of a large list that is saved in parts (see `journal::notes`), or null.
    pub saved: *mut u8,
}

/// The fields of dicts, sets, byte buffers and deques after those of a `List`. Only `ttd-core` writes them.
///
/// ```text
/// storage  elements (words)       meta[0]   meta[1]  meta[2]  extra
/// Dict     hash, key, value (3)   live      see `storage::dict::table`  version of the keys, 0 until asked for
/// Set      hash, key (2)          used      fill     finger   -
/// Buffer   eight bytes (1)        bytes     exports  gap      -
/// Deque    ring of values (1)     count     head     state    maximum length
/// ```
///
/// `meta` is journalled, and so is the `extra` of a deque; the `extra` of others is not.
#[derive(Debug)]
#[repr(C)]
pub struct Table {
    /// The buffer and its lengths; sets and deques have `len` slots, used or not.
    pub list: List,
    /// Counters that are journalled with the contents.
    pub meta: [u32; 3],
    /// One more word; see the table above.
    pub extra: u32,
}

/// A hash set.
#[derive(Debug)]
#[repr(C)]
pub struct Set {
    /// The slots.
    pub table: Table,
    /// The hash of a frozenset, 0 when not computed; invisible to programs.
    pub hash: std::cell::Cell<i64>,
}

/// An insertion-ordered hash map.
#[derive(Debug)]
#[repr(C)]
pub struct Dict {
    /// The entries in order of insertion, removed ones with an unbound key; then ghosts.
    pub table: Table,
    /// Maps hashes to entries; null while the table fits into the counters.
    pub index: *mut u32,
}

/// Immutable host data.
#[repr(C)]
pub struct Boxed {
    /// The header.
    pub header: Header,
    /// The data, dropped when the cell is freed.
    pub data: std::mem::ManuallyDrop<std::rc::Rc<dyn std::any::Any>>,
}
