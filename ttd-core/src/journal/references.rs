//! The cells that journal entries and container elements refer to.
//!
//! # Why the unsafe code is sound
//!
//! Entries name cells with an initialised header, and a `BUFFER_SWAP` entry owns a buffer with as many initialised
//! elements as it says.

use crate::heap::Heap;
use crate::journal::entry::Entry;
use crate::journal::kinds;
use crate::object::Storage;
use crate::raw_vector::width;
use crate::value::Value;

/// Calls `f` with the cells that an entry names and refers to.
pub(crate) fn each_reference(heap: &Heap, e: Entry<'_>, f: &mut impl FnMut(u32)) {
    f(e.index);
    match (e.kind, e.edit()) {
        (kinds::SLOTS, _) => return each_object(&e.words[1..], f),
        (kinds::SLOT | kinds::VALUE | kinds::ITEM, _) => return each_object(e.words, f),
        (kinds::SLOT_INLINE | kinds::ITEM_INLINE | kinds::SHAPE | kinds::SLOT_ADDED | kinds::WORD, _) => return,
        (kinds::SMALL_EDIT, Some(edit)) => return each_object(edit.elements.values(), f),
        _ => {}
    }
    // SAFETY: see the module.
    let storage = unsafe { (*heap.cell_at(e.index)).storage };
    if let Some(edit) = e.edit() {
        each_element(storage, edit.elements.values(), f);
    }
    if let Some(buffer) = e.swapped_buffer().filter(|buffer| buffer.len > 0) {
        // SAFETY: the entry owns a buffer with that many initialised elements.
        let elements = unsafe { std::slice::from_raw_parts(buffer.ptr, buffer.len as usize * width(storage)) };
        each_element(storage, elements, f);
    }
}

/// Calls `f` with the objects that words refer to.
#[inline]
pub(crate) fn each_object(words: &[u64], f: &mut impl FnMut(u32)) {
    let objects = words.iter().map(|w| Value::from_raw(*w)).filter(|v| v.is_obj());
    objects.for_each(|v| f(v.index()));
}

/// Calls `f` with the objects that elements of a container of this storage refer to.
pub(crate) fn each_element(storage: Storage, words: &[u64], f: &mut impl FnMut(u32)) {
    match storage {
        Storage::List | Storage::Deque => each_object(words, f),
        Storage::Dict => words.chunks_exact(3).for_each(|e| each_object(&e[1..3], f)),
        Storage::Set => words.chunks_exact(2).for_each(|e| each_object(&e[1..2], f)),
        _ => {}
    }
}
