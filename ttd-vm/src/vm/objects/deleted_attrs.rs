//! Shapes of instances from which attributes were deleted.
//!
//! The other attributes keep their slots, and the next new attribute takes the first free one, so the order of setting
//! is no longer the order of slots. A program that sets and deletes at random could make a great many such shapes: what
//! would be far from compact becomes a dict instead. That depends on the shape alone, so every run decides alike.

use std::collections::HashMap;

use ttd_core::value::Value;

use super::shapes::{ShapeId, Shapes};

/// Shapes with as many attributes as this, or more, become dicts when one is deleted.
const MAX_ATTRS: usize = 16;
/// How much disorder a shape may have: a free slot between others counts 1, an attribute behind a later slot 2.
const MAX_DISORDER: usize = 4;

/// Shapes that are not compact, by the empty shape of their class and their attributes.
pub(super) type Scattered = HashMap<(ShapeId, Vec<(Value, u32)>), ShapeId>;

/// Whether the slots follow each other from `first` on.
pub(super) fn is_compact(attrs: &[(Value, u32)], first: u32) -> bool {
    attrs.iter().zip(first..).all(|((_, slot), expected)| *slot == expected)
}

/// How far attributes are from being compact.
fn disorder(attrs: &[(Value, u32)], first: u32) -> usize {
    let (mut end, mut moved) = (first, 0);
    for (_, slot) in attrs {
        moved += usize::from(*slot < end);
        end = end.max(slot + 1);
    }
    (end - first) as usize - attrs.len() + 2 * moved
}

impl Shapes {
    /// The shape after an attribute is deleted; `None` if the attributes had better go into a dict first.
    pub fn without(&mut self, id: ShapeId, name: Value) -> Option<ShapeId> {
        if let Some(&known) = self.get(id).without.get(&name) {
            return known;
        }
        let from = self.get(id);
        let (empty, first) = (from.empty, from.first());
        let attrs: Vec<(Value, u32)> = from.attrs.iter().copied().filter(|(other, _)| *other != name).collect();
        let fits = from.attrs.len() < MAX_ATTRS && disorder(&attrs, first) <= MAX_DISORDER;
        let new = fits.then(|| self.with_attrs(empty, attrs));
        self.all[id as usize].without.insert(name, new);
        new
    }

    /// The shape of a class with these attributes in these slots.
    pub(super) fn with_attrs(&mut self, empty: ShapeId, attrs: Vec<(Value, u32)>) -> ShapeId {
        if is_compact(&attrs, self.get(empty).first()) {
            return attrs.iter().fold(empty, |shape, (name, _)| self.with(shape, *name));
        }
        if let Some(&known) = self.scattered.get(&(empty, attrs.clone())) {
            return known;
        }
        let new = self.add(empty, attrs.clone());
        self.scattered.insert((empty, attrs), new);
        new
    }
}
