//! The kinds of journal entries and the limits of their encoding; `journal` has their layout.

/// All slots and the shape of an object.
pub(crate) const SLOTS: u8 = 1;
/// One slot.
pub(crate) const SLOT: u8 = 2;
/// The shape of an object.
pub(crate) const SHAPE: u8 = 3;
/// Some elements of a list.
pub(crate) const EDIT: u8 = 4;
/// Some elements and the counters of another container.
pub(crate) const EDIT_META: u8 = 5;
/// The whole buffer of a container.
pub(crate) const BUFFER_SWAP: u8 = 6;
/// One element of a list.
pub(crate) const ITEM: u8 = 7;
/// The value of one dict entry.
pub(crate) const VALUE: u8 = 8;
/// A few elements of a list; see `small_edit`.
pub(crate) const SMALL_EDIT: u8 = 9;
/// The shape, and a slot that was unbound; see `inline_entry`.
pub(crate) const SLOT_ADDED: u8 = 10;
/// One word of a buffer of bytes.
pub(crate) const WORD: u8 = 11;
/// A slot whose value is in the header; see `inline_entry`. The kinds from here on use the two highest bits alone: what
/// is in the header has room in the others.
pub(crate) const SLOT_INLINE: u8 = 1 << 6;
/// As `SLOT_INLINE`, for one element of a list.
pub(crate) const ITEM_INLINE: u8 = 2 << 6;
/// As the count of an edit: up to the end.
pub(crate) const ALL: u32 = u32::MAX;
/// The largest number of element words in one `EDIT`; a multiple of every width.
pub(crate) const EDIT_WORDS_MAX: usize = 3072;

/// Numbers below it fit into the header of an entry.
pub(crate) const INLINE_INDEX_MAX: usize = 1 << 24;
