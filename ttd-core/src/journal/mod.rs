//! The journal: what undoing takes.
//!
//! A segment is a sequence of entries. Each is an exact exchange: applied to the state after a change, it restores the
//! state before and yields the entry that does the opposite. A segment is always applied from its end to its beginning;
//! the entries yielded, in that order, form the segment for the other direction, which again is applied from its end.
//!
//! ```text
//! header      kind (8 bits), number (24 bits), cell index (32 bits)
//!
//! The number is how many words follow:
//! SLOTS       shape, all slots
//! EDIT        position | count << 32, elements               replace `count` elements (ALL: up to the end) by these
//! EDIT_META   position | count << 32, meta, meta, elements   as EDIT, for containers with counters
//! BUFFER_SWAP buffer, len | capacity << 32, meta, meta       exchange the whole buffer
//!
//! The number is a position:
//! SLOT        value                                          one slot (only when every write is logged)
//! ITEM        element                                        one element of a list
//! VALUE       key, value                                     a dict entry's value (only when every write is logged)
//! WORD        word                                           a word of bytes (only when every write is logged)
//!
//! The number encodes several fields:
//! SMALL_EDIT  elements                                       an EDIT of a few elements of a list; see `small_edit`
//! SLOT_INLINE, ITEM_INLINE                                   a SLOT or an ITEM with its value, in 30 bits; see
//!                                                            `inline_entry`
//! SHAPE                                                      the shape (only when every write is logged)
//! SLOT_ADDED                                                 shape and a slot that was unbound; see `inline_entry`
//! ```
//!
//! Entries are recorded by the write barriers (`write_barrier` for containers, `item_barrier` for slots and single
//! items), appended by `writer`, and decoded by `entry`. `watched` informs an observer of writes to single objects.

pub(crate) mod archive;
pub(crate) mod compressed;
pub(crate) mod entry;
pub(crate) mod inline_entry;
pub(crate) mod item_barrier;
pub(crate) mod kinds;
pub(crate) mod merge;
pub(crate) mod moment_marks;
pub(crate) mod notes;
pub(crate) mod recent_write;
pub(crate) mod record_edit;
pub(crate) mod record_small_edit;
pub(crate) mod references;
pub(crate) mod segment;
pub(crate) mod small_edit;
pub(crate) mod swapped_buffer;
pub(crate) mod watched;
pub(crate) mod write_barrier;
pub(crate) mod writer;
