//! The journal: what it takes to undo.
//!
//! A segment is a sequence of entries, each of which is an exact exchange: applied to the state after a change, it
//! restores what was before and yields the entry that does the opposite. A segment is always applied from its end to
//! its beginning, and what that yields, in the order in which it is yielded, is the segment for the other direction,
//! again to be applied from the end.
//!
//! ```text
//! header    kind (8 bits), words that follow (24 bits), cell index (32 bits)
//! SLOTS     shape, all slots
//! EDIT      position | count << 32, elements            replace `count` elements (ALL: up to the end) by these
//! EDIT_META position | count << 32, meta, meta, elements   the same for containers that have counters
//! MOVE      buffer, len | capacity << 32, meta, meta    exchange the whole buffer
//!
//! with a position in the header, where the others have their length:
//! SLOT      value                                       (only when every write is logged)
//! ITEM      element                                     one element of a list
//! VALUE     key, value                                  the value of a dict's entry (only when every write is logged)
//!
//! with all that it says in the header:
//! FEW       elements                                    an `EDIT` of a few elements of a list; see `few`
//! TOLD_SLOT, TOLD_ITEM                                  a `SLOT` or an `ITEM`, with its value; see `told`
//! SHAPE                                                 the shape alone (only when every write is logged)
//! GROWN                                                 the shape, and a slot that was unbound; see `told`
//! ```
//!
//! **Cost.** Entries are written into chunks of 64 KiB that are recycled; the last one of a segment is copied to its
//! exact size when it is closed, unless it is nearly full.

pub(crate) mod archive;
pub(crate) mod compressed;
pub(crate) mod entry;
pub(crate) mod inline_entry;
pub(crate) mod item_barrier;
pub(crate) mod kinds;
pub(crate) mod merge;
pub(crate) mod moment_marks;
pub(crate) mod notes;
pub(crate) mod record_edit;
pub(crate) mod record_small_edit;
pub(crate) mod references;
pub(crate) mod segment;
pub(crate) mod small_edit;
pub(crate) mod swapped_buffer;
pub(crate) mod write_barrier;
pub(crate) mod writer;
