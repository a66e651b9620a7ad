//! What a digest remembers of objects that hardly ever change: most of a heap is the library's, and its hashes are
//! nearly always those of the digest before.
//!
//! **Settled** objects are those that were reached from the first root when the memo was made, except through one that
//! the language names because it changes all the time. The memo keeps the words of each as they lie in memory, its
//! hash, and the *parent* through which it was reached. A later digest compares the words, which costs less than
//! hashing them:
//!
//! * If the parent is as it was, the object is still reached, and the memory that its words are read from is its own.
//! * An object whose words differ is hashed again. An object that it no longer refers to is *dropped* if no settled
//!   object refers to it: it is then like any other object. If one does, which may be dead itself, this cannot be
//!   decided here, and the digest is computed without the memo.
//!
//! So the memo never decides what a digest is, only how fast it is found.

use crate::check::digest::{Digesting, HashSum, Mixer, Names};
use crate::check::numbered_walk::AHEAD;
use crate::check::words::{Describe, WordSink, object_words};
use crate::memory::pool::prefetch;
use crate::value::Value;

/// After how many digests without its help a memo is made for the first time.
const PATIENCE: u32 = 2;
/// After how many it is made again at most: what changes often is not worth it.
const MOST_PATIENCE: u32 = 64;
/// When more than one in this many settled objects have changed, the memo is of no use.
const CHANGED: usize = 4;

/// What digests of one heap remember.
pub struct DigestMemo {
    /// The names of permanent objects, by cell.
    pub(crate) names: Vec<u64>,
    pub(crate) settled: Option<Settled>,
    /// Digests without its help since the last one with it.
    misses: u32,
    patience: u32,
    /// Digests with its help.
    helped: u64,
}

impl Default for DigestMemo {
    fn default() -> DigestMemo {
        DigestMemo { names: Vec::new(), settled: None, misses: 0, patience: PATIENCE, helped: 0 }
    }
}

impl DigestMemo {
    /// Returns how many digests it has helped with.
    pub fn helped(&self) -> u64 {
        self.helped
    }

    /// Notes a digest with its help.
    pub(crate) fn was_right(&mut self) {
        self.helped += 1;
        (self.misses, self.patience) = (0, PATIENCE);
    }

    /// Notes a digest without its help. Returns whether it is to be made anew.
    pub(crate) fn was_wrong(&mut self) -> bool {
        self.misses += 1;
        let anew = self.misses >= self.patience;
        if anew {
            (self.misses, self.patience) = (0, (self.patience * 2).min(MOST_PATIENCE));
        }
        anew
    }
}

/// A settled object.
struct Entry {
    object: Value,
    /// The entry through which it is reached; its own for the first.
    parent: u32,
    hash: Mixer,
    /// Where its words and its references to settled objects begin; they end where those of the next entry do.
    words: usize,
    references: usize,
    /// Refers to the object that is never settled.
    is_open: bool,
}

/// The settled objects of a heap.
pub(crate) struct Settled {
    entries: Vec<Entry>,
    words: Vec<u64>,
    references: Vec<u32>,
    /// How many references of settled objects each entry has.
    referred: Vec<u32>,
    /// By cell, the number of the entry plus one.
    by_cell: Vec<u32>,
    sum: HashSum,
}

/// Receives the words of an object as they lie in memory.
struct RawWords<'a>(&'a mut Vec<u64>, &'a mut Vec<Value>);

impl WordSink for RawWords<'_> {
    fn word(&mut self, x: u64) {
        self.0.push(x);
    }

    fn value(&mut self, v: Value) {
        self.0.push(v.raw());
        if v.is_obj() {
            self.1.push(v);
        }
    }
}

impl Settled {
    /// Collects what is reached from an object.
    pub(crate) fn new<D: Describe + ?Sized>(mut names: Names<'_, D>, from: Value) -> Settled {
        let (heap, describe, except) = (names.heap, names.describe, names.describe.changing_part());
        let mut settled = Settled {
            entries: Vec::new(),
            words: Vec::new(),
            references: Vec::new(),
            referred: Vec::new(),
            by_cell: vec![0; heap.cell_limit()],
            sum: HashSum::default(),
        };
        settled.entry(from, 0);
        let (mut next, mut found) = (0, Vec::new());
        while next < settled.entries.len() {
            let object = settled.entries[next].object;
            let hash = names.hash_of(object);
            settled.sum.add(&hash);
            let entry = &mut settled.entries[next];
            (entry.words, entry.references, entry.hash) = (settled.words.len(), settled.references.len(), hash);
            object_words(heap, describe, object, &mut RawWords(&mut settled.words, &mut found));
            for v in found.drain(..) {
                if Some(v) == except {
                    settled.entries[next].is_open = true;
                } else if !names.of(v).1 {
                    let number = settled.entry(v, next as u32);
                    settled.references.push(number);
                    settled.referred[number as usize] += 1;
                }
            }
            next += 1;
        }
        settled
    }

    /// The number of the entry of an object, which is made if there is none.
    fn entry(&mut self, object: Value, parent: u32) -> u32 {
        let cell = &mut self.by_cell[object.index() as usize];
        if *cell == 0 {
            let (words, references, hash) = (0, 0, Mixer::NEW);
            self.entries.push(Entry { object, parent, hash, words, references, is_open: false });
            self.referred.push(0);
            *cell = self.entries.len() as u32;
        }
        *cell - 1
    }

    /// The object from which the others are reached.
    pub(crate) fn beginning(&self) -> Value {
        self.entries[0].object
    }

    fn words_of(&self, k: usize) -> &[u64] {
        let end = self.entries.get(k + 1).map_or(self.words.len(), |next| next.words);
        &self.words[self.entries[k].words..end]
    }

    fn references_of(&self, k: usize) -> &[u32] {
        let end = self.entries.get(k + 1).map_or(self.references.len(), |next| next.references);
        &self.references[self.entries[k].references..end]
    }
}

/// Compares the words of an object with those that it had.
struct Compare<'a> {
    rest: &'a [u64],
    is_same: bool,
}

impl WordSink for Compare<'_> {
    #[inline]
    fn word(&mut self, x: u64) {
        match self.rest.split_first() {
            Some((first, rest)) => {
                self.is_same &= *first == x;
                self.rest = rest;
            }
            None => self.is_same = false,
        }
    }

    #[inline]
    fn value(&mut self, v: Value) {
        self.word(v.raw());
    }

    #[inline]
    fn values(&mut self, values: &[Value]) {
        match self.rest.split_at_checked(values.len()) {
            Some((first, rest)) => {
                self.is_same &= first.iter().zip(values).all(|(word, v)| *word == v.raw());
                self.rest = rest;
            }
            None => self.is_same = false,
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Same,
    Changed,
    Dropped,
}

/// The settled objects in one digest.
pub(crate) struct SettledWalk<'a> {
    settled: &'a Settled,
    states: Vec<State>,
    /// Whether an object that has changed refers to it.
    met: Vec<bool>,
    /// How many references of settled objects are left.
    referred: Vec<u32>,
}

impl<'a> SettledWalk<'a> {
    pub(crate) fn new(settled: &'a Settled) -> SettledWalk<'a> {
        let count = settled.entries.len();
        let (states, met) = (vec![State::Same; count], vec![false; count]);
        SettledWalk { settled, states, met, referred: settled.referred.clone() }
    }

    /// Meets an object in one that is reached. Returns whether it is settled.
    #[inline]
    pub(crate) fn meet(&mut self, v: Value) -> bool {
        let Some(k) = self.settled.by_cell.get(v.index() as usize).and_then(|k| k.checked_sub(1)) else {
            return false;
        };
        let k = k as usize;
        let is_settled = self.settled.entries[k].object == v && self.states[k] != State::Dropped;
        self.met[k] |= is_settled;
        is_settled
    }

    /// Sets aside an entry that is not what it was.
    fn leave(&mut self, k: usize, state: State) {
        self.states[k] = state;
        for reference in self.settled.references_of(k) {
            self.referred[*reference as usize] -= 1;
        }
    }
}

impl<D: Describe + ?Sized> Digesting<'_, D> {
    /// Returns the sum of the hashes of settled objects as they are now; `None` if it cannot be decided which of them
    /// are reached. Objects that changed ones refer to are queued.
    pub(crate) fn settled_sum(&mut self) -> Option<HashSum> {
        let Some(walk) = &self.settled else { return Some(HashSum::default()) };
        let (settled, heap, describe) = (walk.settled, self.names.heap, self.names.describe);
        let (mut sum, mut changed) = (settled.sum, 0);
        for (k, entry) in settled.entries.iter().enumerate() {
            let walk = self.settled.as_mut()?;
            if let Some(later) = settled.entries.get(k + AHEAD) {
                prefetch(heap.cell_at(later.object.index()));
            }
            if k > 0 && walk.states[entry.parent as usize] != State::Same && !walk.met[k] {
                if walk.referred[k] > 0 {
                    return None;
                }
                walk.leave(k, State::Dropped);
                sum.subtract(&entry.hash);
                continue;
            }
            let mut compare = Compare { rest: settled.words_of(k), is_same: true };
            object_words(heap, describe, entry.object, &mut compare);
            let is_same = compare.is_same && compare.rest.is_empty();
            if !is_same {
                walk.leave(k, State::Changed);
                changed += 1;
            }
            if changed > settled.entries.len() / CHANGED {
                return None;
            }
            if !is_same || entry.is_open {
                sum.subtract(&entry.hash);
                let hash = self.object(entry.object);
                sum.add(&hash);
            }
        }
        Some(sum)
    }
}
