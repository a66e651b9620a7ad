//! Verification of containers: lengths, counters, indexes, tables; see `verify`.
//!
//! # Why the unsafe code is sound
//!
//! The containers are live cells with the storage of a container.

use crate::check::verify::{Census, ensure};
use crate::heap::Heap;
use crate::journal::notes::Notes;
use crate::object::Storage;
use crate::raw_vector::RawVector;
use crate::storage::dict::table::Counters;

impl Heap {
    /// Checks one container, and records the memory it owns.
    pub(crate) fn verify_container(&self, census: &mut Census, s: RawVector) -> Result<(), String> {
        ensure!(s.len() <= s.cap(), "length {} of {}", s.len(), s.cap());
        // SAFETY: `s` is a live container; see the module.
        unsafe {
            let l = s.list();
            ensure!((*l).ptr.is_null() == (s.cap() == 0), "a buffer without capacity or the reverse");
            census.owns((*l).ptr.cast(), s.cap() * s.width());
            let notes = (*l).saved.cast::<Notes>();
            if !notes.is_null() {
                census.owns(notes.cast(), (*notes).words as usize);
                ensure!((*notes).epoch <= self.epoch, "notes younger than the heap");
                let now = (*notes).epoch >= self.checkpoint_epoch && (*l).header.epoch < self.checkpoint_epoch;
                ensure!(!now || (*notes).low as usize <= s.len(), "unsaved elements that are gone");
            }
        }
        match s.storage() {
            Storage::Dict => self.verify_dict(census, s),
            Storage::Set => self.verify_set(s),
            Storage::Deque => self.verify_deque(s),
            Storage::Buffer => {
                let (bytes, gap) = (s.meta(0) as usize, s.meta(2) as usize);
                ensure!(s.len() == (gap + bytes).div_ceil(8), "{gap} and {bytes} bytes in {} words", s.len());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn verify_dict(&self, census: &mut Census, s: RawVector) -> Result<(), String> {
        let v = self.value_of(s.0.cast());
        let (memory, words) = self.index_memory(s);
        census.owns(memory, words);
        let counters = Counters::of(s);
        ensure!(s.len() <= counters.room() && counters.ghosts() <= s.len(), "{counters:?} of {} elements", s.len());
        ensure!(counters.is_small() == (words == 0), "a small dict with an index or the reverse");
        ensure!(self.index(s).is_none_or(|index| *index == self.replay(s)), "an index that is not what it should be");
        let live = (0..s.len()).filter_map(|i| Some((i, self.dict_entry(v, i)?.0)));
        let mut n = 0;
        for (i, hash) in live {
            n += 1;
            let found = self.probe(s, hash, |j| j == i);
            ensure!(found == Some(i), "entry {i} is found as {found:?}");
        }
        ensure!(n == self.dict_len(v), "{n} entries are counted as {}", self.dict_len(v));
        Ok(())
    }

    fn verify_set(&self, s: RawVector) -> Result<(), String> {
        let v = self.value_of(s.0.cast());
        ensure!(s.len().is_power_of_two() && s.len() >= 8, "a table of {} slots", s.len());
        let [used, fill, _] = self.set_counters(v);
        let (mut keys, mut removed) = (0, 0);
        for slot in 0..s.len() {
            match self.set_slot_at(v, slot) {
                None => removed += u32::from(self.set_slot_was_removed(v, slot)),
                Some((hash, key)) => {
                    keys += 1;
                    let found = self.set_find(v, hash, |k| k == key);
                    ensure!(found == Some(slot), "the key in slot {slot} is found at {found:?}");
                }
            }
        }
        ensure!(keys == used && keys + removed == fill, "{keys} keys, {removed} removed: {used}, {fill}");
        ensure!((fill as usize) < s.len(), "a full table");
        Ok(())
    }

    fn verify_deque(&self, s: RawVector) -> Result<(), String> {
        let (count, head) = (s.meta(0) as usize, s.meta(1) as usize);
        ensure!(s.len() == 0 || s.len().is_power_of_two(), "a ring of {} slots", s.len());
        ensure!(count <= s.len() && (head < s.len() || s.len() == 0), "{count} items from {head}");
        for i in count..s.len() {
            let x = self.values(s)[(head + i) & (s.len() - 1)];
            ensure!(x.is_unbound(), "{x:?} in an unused slot");
        }
        Ok(())
    }
}
