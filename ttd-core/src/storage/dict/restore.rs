//! Dicts and going back: what becomes of the index, and versions, which never come back.

use crate::heap::Heap;
use crate::raw_vector::RawVector;
use crate::storage::dict::ENTRY;
use crate::storage::dict::table::Counters;
use crate::value::Value;

/// What going back has to do for the index of a dict.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repair {
    /// Nothing: the table stays as it is.
    None,
    /// Entries at the end come or go, and nothing is dead.
    End,
    /// To replay it.
    Replay,
}

impl Heap {
    /// A number that changes whenever keys are added or removed, and whenever the dict is restored: never the same
    /// for two different sets of keys of this dict.
    #[inline]
    pub fn dict_keys_version(&self, v: Value) -> u32 {
        let s = self.dict_vector(v);
        match s.extra() {
            0 => self.fresh_version(s),
            version => version,
        }
    }

    /// The number is drawn when it is asked for, so that changes cost nothing and it does not run out.
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

    /// Going back is about to replace `removed` elements at `pos` by these, and the counters by those.
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

    /// The index of this dict must be replayed when going back is done.
    pub(crate) fn dict_restored(&mut self, s: RawVector) {
        self.keys_changed(s);
        self.index_drop(s);
        self.unindexed.push(self.value_of(s.0.cast()).index());
    }

    /// Makes the indexes again that going back has dropped.
    pub(crate) fn restore_indexes(&mut self) {
        for index in std::mem::take(&mut self.unindexed) {
            self.index_restore(RawVector(self.cell_at(index).cast()));
        }
    }
}
