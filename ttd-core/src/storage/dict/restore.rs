//! Dicts and going back: repairing the index, and versions, which are never reused.

use crate::heap::Heap;
use crate::raw_vector::RawVector;
use crate::storage::dict::ENTRY;
use crate::storage::dict::table::Counters;
use crate::value::Value;

/// How to restore the index of a dict after going back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repair {
    /// The table stays as it is.
    None,
    /// Add or remove entries at the end of a dict without tombstones.
    End,
    /// Replay the whole table.
    Replay,
}

impl Heap {
    /// Returns a number that changes whenever keys are added or removed, and whenever the dict is restored; it never
    /// repeats for another set of keys.
    #[inline]
    pub fn dict_keys_version(&self, v: Value) -> u32 {
        let s = self.dict_vector(v);
        match s.extra() {
            0 => self.fresh_version(s),
            version => version,
        }
    }

    /// Draws a version on demand, so that changes cost nothing and versions last.
    #[cold]
    fn fresh_version(&self, s: RawVector) -> u32 {
        let version = self.versions.get().checked_add(1).expect("versions are used up");
        self.versions.set(version);
        self.set_extra(s, version);
        version
    }

    #[inline]
    pub(crate) fn keys_changed(&mut self, s: RawVector) {
        self.set_extra(s, 0);
    }

    /// Decides how to restore the index when going back replaces `removed` elements at `pos` by `words`, and the
    /// counters by `after`.
    pub(crate) fn dict_repair(
        &self,
        s: RawVector,
        pos: usize,
        removed: usize,
        words: &[u64],
        after: Counters,
    ) -> Repair {
        let before = Counters::of(s);
        let old = &self.elements(s, ENTRY)[pos * ENTRY..(pos + removed) * ENTRY];
        let same_key = |(a, b): (&[u64], &[u64])| a[..2] == b[..2];
        let same_keys =
            || old.len() == words.len() && old.chunks_exact(ENTRY).zip(words.chunks_exact(ENTRY)).all(same_key);
        if before == after && same_keys() {
            return Repair::None;
        }
        let inserted = words.len() / ENTRY;
        let len = s.len() - removed + inserted;
        let all_live = |counters: Counters, len: usize| counters.live() == len && counters.ghosts() == 0;
        let lives = |e: &[u64]| e[1] != Value::UNBOUND.raw();
        let at_end = !before.is_small()
            && before.log2() == after.log2()
            && self.index(s).is_some()
            && pos + removed == s.len()
            && (removed + inserted) * 4 <= s.len()
            && all_live(before, s.len())
            && all_live(after, len)
            && words.chunks_exact(ENTRY).all(lives);
        if at_end { Repair::End } else { Repair::Replay }
    }

    /// Drops the index, to be replayed when going back is complete.
    pub(crate) fn dict_restored(&mut self, s: RawVector) {
        self.keys_changed(s);
        self.index_drop(s);
        self.unindexed.push(self.value_of(s.0.cast()).index());
    }

    /// Rebuilds the indexes that going back has dropped.
    pub(crate) fn restore_indexes(&mut self) {
        for index in std::mem::take(&mut self.unindexed) {
            self.index_restore(RawVector(self.cell_at(index).cast()));
        }
    }
}
