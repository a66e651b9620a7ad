//! The digest: one number for everything that a program can see.
//!
//! **Definition.** Every object that the roots reach has a hash of its words (see `check::words`), in which a
//! reference is the *name* of the object behind it: for a permanent object, which never changes, a hash of its own
//! words; for any other its allocation id. The digest is the sum of the hashes of all objects that are not permanent,
//! and of a hash of the roots. It depends on no order, so the hashes of objects that have not changed need not be
//! computed again: see `check::digest_memo`.
//!
//! The cost is that of reading every object once, mostly cache misses; the walk is compiled for each language.

use crate::check::digest_memo::{DigestMemo, Settled, SettledWalk};
use crate::check::numbered_walk::AHEAD;
use crate::check::numbering::Numbering;
use crate::check::words::{Describe, WordSink, object_words};
use crate::heap::Heap;
use crate::memory::pool::prefetch;
use crate::value::{T_OBJ, Value};

/// A hash of two lanes of multiply and fold.
pub(crate) struct Mixer(u64, u64);

impl Mixer {
    pub(crate) const NEW: Mixer = Mixer(1, 2);

    #[inline]
    pub(crate) fn word(&mut self, x: u64) {
        let fold = |a: u64, k: u64| {
            let m = (a as u128).wrapping_mul(k as u128);
            m as u64 ^ (m >> 64) as u64
        };
        self.0 = fold(self.0 ^ x, 0x9E37_79B9_7F4A_7C15).rotate_left(23) ^ x;
        self.1 = fold(self.1.wrapping_add(x), 0xD6E8_FEB8_6659_FD93).rotate_left(41) ^ self.0;
    }
}

/// A sum of hashes.
#[derive(Clone, Copy, Default)]
pub(crate) struct HashSum(u64, u64);

impl HashSum {
    #[inline]
    pub(crate) fn add(&mut self, hash: &Mixer) {
        *self = HashSum(self.0.wrapping_add(hash.0), self.1.wrapping_add(hash.1));
    }

    #[inline]
    pub(crate) fn subtract(&mut self, hash: &Mixer) {
        *self = HashSum(self.0.wrapping_sub(hash.0), self.1.wrapping_sub(hash.1));
    }
}

/// The names of objects.
pub(crate) struct Names<'a, D: ?Sized> {
    pub(crate) heap: &'a Heap,
    pub(crate) describe: &'a D,
    /// Those of permanent objects, by cell; 0 where not computed, and as long as the last of them needs.
    known: &'a mut Vec<u64>,
    first_permanent: u64,
}

impl<'a, D: Describe + ?Sized> Names<'a, D> {
    pub(crate) fn new(heap: &'a Heap, describe: &'a D, known: &'a mut Vec<u64>) -> Names<'a, D> {
        Names { heap, describe, known, first_permanent: describe.first_permanent_alloc_id() }
    }

    /// Returns the name of an object, and whether it is permanent.
    #[inline]
    pub(crate) fn of(&mut self, v: Value) -> (u64, bool) {
        if let Some(&known) = self.known.get(v.index() as usize).filter(|&&known| known != 0) {
            return (known, true);
        }
        let id = self.heap.alloc_id(v);
        if id < self.first_permanent { (T_OBJ ^ id, false) } else { (self.of_permanent(v), true) }
    }

    #[cold]
    fn of_permanent(&mut self, v: Value) -> u64 {
        let (heap, describe) = (self.heap, self.describe);
        let mut naming = Naming { names: self, mixer: Mixer::NEW };
        object_words(heap, describe, v, &mut naming);
        let name = naming.mixer.0 | 1;
        let cell = v.index() as usize;
        if cell >= self.known.len() {
            self.known.resize(cell + 1, 0);
        }
        self.known[cell] = name;
        name
    }

    /// Returns the hash of an object.
    pub(crate) fn hash_of(&mut self, v: Value) -> Mixer {
        let (heap, describe) = (self.heap, self.describe);
        let mut naming = Naming { names: self, mixer: Mixer::NEW };
        object_words(heap, describe, v, &mut naming);
        naming.mixer
    }
}

/// Hashes the words of one object.
struct Naming<'n, 'a, D: ?Sized> {
    names: &'n mut Names<'a, D>,
    mixer: Mixer,
}

impl<D: Describe + ?Sized> WordSink for Naming<'_, '_, D> {
    fn word(&mut self, x: u64) {
        self.mixer.word(x);
    }

    fn value(&mut self, v: Value) {
        let word = if v.is_obj() { self.names.of(v).0 } else { v.raw() };
        self.mixer.word(word);
    }
}

/// Hashes the words of one object after the other, and keeps those that are to be hashed still.
pub(crate) struct Digesting<'a, D: ?Sized> {
    pub(crate) names: Names<'a, D>,
    mixer: Mixer,
    seen: Numbering,
    queue: Vec<Value>,
    pub(crate) settled: Option<SettledWalk<'a>>,
}

impl<D: Describe + ?Sized> WordSink for Digesting<'_, D> {
    #[inline]
    fn word(&mut self, x: u64) {
        self.mixer.word(x);
    }

    #[inline]
    fn value(&mut self, v: Value) {
        if !v.is_obj() {
            return self.mixer.word(v.raw());
        }
        let (name, is_permanent) = self.names.of(v);
        self.mixer.word(name);
        let is_settled = is_permanent || self.settled.as_mut().is_some_and(|settled| settled.meet(v));
        if !is_settled && self.seen.of(v.index()).1 {
            self.queue.push(v);
        }
    }
}

impl<D: Describe + ?Sized> Digesting<'_, D> {
    /// Returns the hash of an object, having queued what it refers to.
    pub(crate) fn object(&mut self, v: Value) -> Mixer {
        let (heap, describe) = (self.names.heap, self.names.describe);
        self.mixer = Mixer::NEW;
        object_words(heap, describe, v, self);
        std::mem::replace(&mut self.mixer, Mixer::NEW)
    }

    /// Adds the hashes of the roots and of all objects that they reach.
    fn roots(&mut self, roots: &[Value], sum: &mut HashSum) {
        self.mixer = Mixer::NEW;
        self.word(roots.len() as u64);
        self.values(roots);
        sum.add(&self.mixer);
        let mut next = 0;
        while next < self.queue.len() {
            let v = self.queue[next];
            if let Some(later) = self.queue.get(next + AHEAD) {
                prefetch(self.names.heap.cell_at(later.index()));
            }
            let hash = self.object(v);
            sum.add(&hash);
            next += 1;
        }
    }
}

impl Heap {
    /// Returns the digest of everything that these roots reach; see the module for the definition.
    ///
    /// `memo` must be of this heap, and the first root the one from which it begins; it makes no difference to the
    /// answer.
    pub fn digest(&self, roots: &[Value], describe: &impl Describe, memo: &mut DigestMemo) -> u128 {
        let settled = memo.settled.take();
        if let Some(settled) = settled.filter(|settled| roots.first() == Some(&settled.beginning())) {
            let sum = self.sum_of_hashes(roots, describe, &mut memo.names, Some(&settled));
            memo.settled = Some(settled);
            if let Some(sum) = sum {
                memo.was_right();
                return sum;
            }
        }
        if memo.was_wrong() {
            let names = Names::new(self, describe, &mut memo.names);
            memo.settled = roots.first().filter(|v| v.is_obj()).map(|&v| Settled::new(names, v));
        }
        self.sum_of_hashes(roots, describe, &mut memo.names, None).expect("nothing was taken for granted")
    }

    /// Returns the digest; `None` if what is settled is not what it was.
    fn sum_of_hashes(
        &self,
        roots: &[Value],
        describe: &impl Describe,
        names: &mut Vec<u64>,
        settled: Option<&Settled>,
    ) -> Option<u128> {
        let names = Names::new(self, describe, names);
        let (seen, settled) = (Numbering::begin(self.cell_limit()), settled.map(SettledWalk::new));
        let mut digesting = Digesting { names, mixer: Mixer::NEW, seen, queue: Vec::new(), settled };
        let sum = digesting.settled_sum().map(|mut sum| {
            digesting.roots(roots, &mut sum);
            u128::from(sum.0) << 64 | u128::from(sum.1)
        });
        digesting.seen.end();
        sum
    }
}
