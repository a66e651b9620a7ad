//! Caches of sites that meet several shapes: one table behind all inline caches.
//!
//! A site's own cache holds what it found last. When another shape replaces it, the old contents move here, under the
//! site and their key; so a site of two classes has one in its cache and the other in the table, and neither is looked
//! up again. A site with one shape never comes here. As with inline caches, a wrong entry costs time and is never
//! believed: site and key are compared. Pointers to sites are compared and never followed.

use super::Cache;

/// Number of entries; a power of two.
const ENTRIES: usize = 4096;

/// The bits of [`Cache::shape`] that tell one key from another for the table's order.
const KEY_BITS: u32 = u32::MAX >> 1;

/// What one site knows about one key.
#[derive(Clone, Copy)]
struct Entry {
    /// The site's address and the generation, see [`PolyCache::tag`].
    tag: u64,
    cache: Cache,
}

/// The table.
pub(crate) struct PolyCache {
    entries: Box<[Entry]>,
    /// Entries of other generations hold for nothing.
    generation: u16,
}

static NOTHING: Cache = Cache::EMPTY;

impl PolyCache {
    /// An empty table.
    pub(crate) fn new() -> PolyCache {
        let entries = vec![Entry { tag: 0, cache: Cache::EMPTY }; ENTRIES].into_boxed_slice();
        PolyCache { entries, generation: 1 }
    }

    /// Addresses of a process have 47 bits.
    #[inline(always)]
    fn tag(&self, site: *const Cache) -> u64 {
        (site as u64) << 16 | u64::from(self.generation)
    }

    #[inline(always)]
    fn index(site: *const Cache, key: u32) -> usize {
        ((site as usize) >> 3).wrapping_add((key & KEY_BITS).wrapping_mul(0x9E37_79B1) as usize) % ENTRIES
    }

    /// What the site knows about a key: a shape, with or without the mark that it is in no slot. Otherwise an empty
    /// cache.
    #[inline(never)]
    pub(crate) fn find(&self, site: *const Cache, key: u32) -> &Cache {
        let entry = &self.entries[Self::index(site, key)];
        let same = entry.tag == self.tag(site) && (entry.cache.shape ^ key) & KEY_BITS == 0;
        if same { &entry.cache } else { &NOTHING }
    }

    /// Keeps what a site's own cache gives up.
    pub(crate) fn keep(&mut self, site: *const Cache, cache: Cache) {
        let tag = self.tag(site);
        self.entries[Self::index(site, cache.shape)] = Entry { tag, cache };
    }

    /// Notes at which entry of a dict an attribute was found last.
    pub(crate) fn set_slot(&mut self, site: *const Cache, key: u32, slot: u32) {
        let tag = self.tag(site);
        let entry = &mut self.entries[Self::index(site, key)];
        if entry.tag == tag && entry.cache.shape == key {
            entry.cache.slot = slot;
        }
    }

    /// Empties the table.
    pub(crate) fn flush(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.fill(Entry { tag: 0, cache: Cache::EMPTY });
            self.generation = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use ttd_core::value::Value;

    use super::*;

    #[test]
    fn a_site_keeps_several_shapes_until_the_flush() {
        let sites = [Cache::EMPTY; 2];
        let (first, second) = (&raw const sites[0], &raw const sites[1]);
        let of = |shape: u32| Cache { shape, slot: shape + 1, version: 0, extra: 0, value: Value::UNBOUND };
        let mut table = PolyCache::new();
        for shape in 5..9 {
            table.keep(first, of(shape));
        }
        for shape in 5..9 {
            assert_eq!(table.find(first, shape).slot, shape + 1);
            assert_eq!(table.find(second, shape).shape, u32::MAX);
        }
        table.set_slot(first, 6, 40);
        assert_eq!(table.find(first, 6).slot, 40);
        for _ in 0..=u16::MAX {
            table.flush();
            assert_eq!(table.find(first, 6).shape, u32::MAX);
        }
    }
}
