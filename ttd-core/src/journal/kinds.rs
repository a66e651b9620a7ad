//! The kinds of journal entries, and the limits that their encoding sets.

/// All slots and the shape of an object.
pub(crate) const SLOTS: u8 = 1;
/// One slot.
pub(crate) const SLOT: u8 = 2;
/// The shape alone.
pub(crate) const SHAPE: u8 = 3;
/// Some elements of a list.
pub(crate) const EDIT: u8 = 4;
/// Some elements and the counters of another container.
pub(crate) const EDIT_META: u8 = 5;
/// The buffer of a container.
pub(crate) const BUFFER_SWAP: u8 = 6;
/// One element of a list.
pub(crate) const ITEM: u8 = 7;
/// The value of one entry of a dict.
pub(crate) const VALUE: u8 = 8;
/// A few elements of a list: see `few`.
pub(crate) const SMALL_EDIT: u8 = 9;
/// A slot, and an element, whose value stands in the header: see `told`.
pub(crate) const SLOT_INLINE: u8 = 10;
pub(crate) const ITEM_INLINE: u8 = 11;
/// The shape, and a slot that was unbound: see `told`.
pub(crate) const SLOT_ADDED: u8 = 12;
/// "Up to the end" as the count of an `EDIT`.
pub(crate) const ALL: u32 = u32::MAX;
/// At most so many words of elements are put into one `EDIT`; a multiple of every width.
pub(crate) const EDIT_WORDS_MAX: usize = 3072;

/// Positions below it have room in the header of an entry.
pub(crate) const INLINE_INDEX_MAX: usize = 1 << 24;
