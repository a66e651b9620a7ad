//! Text that was read and belongs to no element yet.

use std::borrow::Cow;
use std::ops::Range;

use ttd_core::value::Value;

use crate::Vm;

/// Pieces of text: a part of the document as long as they stand side by side, else a copy.
pub(super) struct Pending<'a> {
    document: &'a str,
    part: Range<usize>,
    copy: String,
    /// Whether the builder holds earlier text.
    pub(super) has_earlier: bool,
}

impl<'a> Pending<'a> {
    pub(super) fn new(document: &'a str, has_earlier: bool) -> Pending<'a> {
        Pending { document, part: 0..0, copy: String::new(), has_earlier }
    }

    /// Adds a text that stands somewhere in the document, there perhaps in other characters.
    #[inline]
    pub(super) fn add(&mut self, text: Cow<'_, str>, start: usize, end: usize) {
        let same = self.document.as_bytes().get(start) == text.as_bytes().first() && text.len() == end - start;
        if same && self.copy.is_empty() {
            if self.part.is_empty() {
                self.part = start..end;
                return;
            }
            if self.part.end == start {
                self.part.end = end;
                return;
            }
        }
        if !self.part.is_empty() {
            self.copy.push_str(&self.document[self.part.clone()]);
            self.part = 0..0;
        }
        self.copy.push_str(&text);
    }

    /// Takes what there is as a string.
    #[inline]
    pub(super) fn take(&mut self, vm: &mut Vm) -> Option<Value> {
        if !self.part.is_empty() {
            let part = std::mem::take(&mut self.part);
            return Some(vm.new_str(&self.document[part]));
        }
        if self.copy.is_empty() {
            return None;
        }
        let made = vm.new_str(&self.copy);
        self.copy.clear();
        Some(made)
    }
}
