//! Random operations, applied to the heap and to the model.

use super::World;
use super::model::Model;
use super::naive::Naive;
use ttd_core::{TypeId, Value};

/// Hashes collide on purpose, and some paths repeat a slot.
fn hash(key: i64) -> i64 {
    let h = key % 97;
    if h % 4 == 0 { h * 1_000_003 } else { h }
}

/// Returns all hashes that keys have.
pub(crate) fn hashes() -> impl Iterator<Item = i64> {
    (0..97).map(hash)
}

impl World {
    /// Makes an integer, a constant, an existing object, or a new one that nothing else refers to.
    fn value(&mut self) -> Value {
        match self.random.below(8) {
            0 => Value::NONE,
            1..=2 => self.pick().unwrap_or(Value::TRUE),
            3 => self.heap.new_tuple(TypeId(9), &[Value::FALSE]),
            _ => Value::int(self.random.below(1000) as i64),
        }
    }

    fn values(&mut self) -> Vec<Value> {
        let n = self.random.below(self.bulk);
        (0..n).map(|_| self.value()).collect()
    }

    fn bytes(&mut self) -> Vec<u8> {
        let n = self.random.below(self.bulk * 8);
        (0..n).map(|_| self.random.next() as u8).collect()
    }

    pub(crate) fn create_object(&mut self) -> Value {
        let (items, bytes) = (self.values(), self.bytes());
        let t = TypeId(self.random.below(200) as u8);
        let h = &mut self.heap;
        match self.random.below(9) {
            0 => h.new_slots(t, 0, 4 + items.len() % 40),
            1 => h.new_slots_from(t, 1, &[items.as_slice(), &[Value::NONE; 4]].concat()),
            2 => h.new_list(t, &items),
            3 => h.new_dict(t),
            4 => h.new_set(t),
            5 => h.new_buffer(t, &bytes),
            6 => h.new_deque(t),
            7 => h.new_tuple(t, &items),
            _ => h.new_bytes(t, &bytes, 5),
        }
    }

    pub(crate) fn change_object(&mut self, v: Value, model: &mut Model) {
        match model {
            Model::Slots(shape, slots) => self.change_slots(v, shape, slots),
            Model::List(items) => self.change_list(v, items),
            Model::Dict(entries) => self.change_dict(v, entries),
            Model::Set(_) => {
                self.change_set(v);
                *model = super::read(&self.heap, v);
            }
            Model::Buffer(bytes) => self.change_buffer(v, bytes),
            Model::Deque(limit, items) => self.change_deque(v, limit, items),
            Model::Fixed(..) => {}
        }
    }

    fn change_slots(&mut self, v: Value, shape: &mut u32, slots: &mut [Value]) {
        let (i, x) = (self.random.below(slots.len()), self.value());
        if self.random.chance(30) {
            *shape = self.random.below(100) as u32;
            if self.random.chance(50) {
                slots[i] = x;
                let s = self.heap.base().wrapping_add(v.index() as usize * 16);
                // SAFETY: `v` has slots, as many as the model.
                unsafe { self.heap.set_slot_and_shape_unchecked(s.cast(), i, x, *shape) };
                return;
            }
            self.heap.set_shape(v, *shape);
        }
        slots[i] = x;
        self.heap.set_slot(v, i, x);
    }

    fn change_list(&mut self, v: Value, m: &mut Vec<Value>) {
        let (x, xs) = (self.value(), self.values());
        let (a, b) = (self.random.below(m.len() + 1), self.random.below(m.len() + 1));
        let (a, b) = (a.min(b), a.max(b));
        let h = &mut self.heap;
        match self.random.below(17) {
            0..=1 if a < m.len() => {
                h.list_set(v, a, x);
                m[a] = x;
            }
            2..=3 if a < m.len() => {
                let l = h.base().wrapping_add(v.index() as usize * 16).cast();
                for i in a..m.len().min(a + 60) {
                    // SAFETY: `v` is a list with as many items as the model.
                    unsafe { h.list_set_unchecked(l, i, x) };
                    m[i] = x;
                }
            }
            4 => {
                h.list_push(v, x);
                m.push(x);
            }
            5 => {
                let l = h.base().wrapping_add(v.index() as usize * 16).cast();
                // SAFETY: `v` is a list.
                unsafe { h.list_push_unchecked(l, x) };
                m.push(x);
            }
            6 => assert_eq!(h.list_pop(v), m.pop()),
            7 => {
                h.list_insert(v, a, x);
                m.insert(a, x);
            }
            8 if a < m.len() => assert_eq!(h.list_remove(v, a), m.remove(a)),
            9 => {
                h.list_truncate(v, b);
                m.truncate(b);
            }
            10..=11 => {
                h.list_extend(v, &xs);
                m.extend(xs);
            }
            12 => {
                h.list_splice(v, a..b, &xs);
                m.splice(a..b, xs);
            }
            13 => {
                h.list_reverse(v);
                m.reverse();
            }
            14 if m.len() < 10_000 => {
                h.list_extend_from_list(v, v);
                m.extend_from_within(..);
            }
            15 if self.random.chance(20) => {
                h.list_replace(v, xs.clone());
                *m = xs;
            }
            16 if a < b => {
                let reversed = h.new_list_from(TypeId(1), v, b - 1, -1, b - a);
                h.list_splice_from_list(v, a..b, reversed);
                h.discard_list(reversed, true);
                m[a..b].reverse();
            }
            _ => {}
        }
    }

    fn change_dict(&mut self, v: Value, m: &mut Naive) {
        let version = self.heap.dict_keys_version(v);
        let before: Vec<_> = m.entries.iter().map(|e| e.map(|e| e.1)).collect();
        let n = if self.random.chance(20) { self.random.below(self.bulk) } else { 1 };
        // Some dicts have strings as keys for a long time.
        let texts = self.heap.alloc_id(v) % 2 == 1 && self.random.chance(98);
        let favour = self.random.below(10);
        for _ in 0..n {
            let k = self.random.below(self.bulk * 3 + 10) as i64;
            let key = if texts { self.texts[k as usize % 30] } else { Value::int(k) };
            self.change_entry(v, key, if texts { k % 30 } else { k }, favour, m);
        }
        match self.random.below(30) {
            0 => {
                self.heap.dict_clear(v);
                *m = Naive::new();
            }
            1 if m.slots() == 0 => {
                self.heap.dict_presize(v, n, false);
                m.presize(n);
            }
            2..=3 => self.merge_dict(v, m),
            _ => {}
        }
        let after = m.entries.iter().map(|e| e.map(|e| e.1));
        let same = self.heap.dict_keys_version(v) == version;
        assert!(!same || before.into_iter().eq(after), "other keys with the same version");
    }

    fn merge_dict(&mut self, v: Value, m: &mut Naive) {
        let Some((from, naive)) = self.other_dict() else {
            return;
        };
        let done = self.heap.dict_begin_merge(v, from);
        assert_eq!(done, m.merge_begins(&naive));
        for (hash, key, value) in naive.entries.into_iter().flatten().filter(|_| !done) {
            if m.find(key).is_none() {
                let i = self.heap.dict_insert_new(v, hash, key, value);
                m.insert((hash, key, value));
                assert_eq!(i + 1, m.entries.len());
            }
        }
    }

    /// Changes an entry; `favour` makes some runs of changes mostly remove.
    fn change_entry(&mut self, v: Value, key: Value, k: i64, favour: usize, m: &mut Naive) {
        let value = self.value();
        let h = &mut self.heap;
        if favour.is_multiple_of(3) {
            h.dict_prepare_insert(v, key);
            m.expect(key);
        }
        let found = h.dict_find(v, hash(k), |x| x == key);
        assert_eq!(found, m.find(key));
        match (self.random.below(10), found) {
            (n, Some(i)) if n < 4 || favour == 1 => {
                h.dict_remove_at(v, i);
                m.remove(i);
            }
            (n, _) if n == 4 || favour == 2 => {
                let expected = m.pop_last().map(|e| (e.1, e.2));
                assert_eq!(h.dict_pop_last(v), expected);
            }
            (_, Some(i)) => {
                h.dict_set_value(v, i, value);
                m.entries[i] = Some((hash(k), key, value));
            }
            (_, None) => {
                m.insert((hash(k), key, value));
                let i = h.dict_insert_new(v, hash(k), key, value);
                assert_eq!(i + 1, m.entries.len());
            }
        }
    }

    fn change_set(&mut self, v: Value) {
        let n = if self.random.chance(30) { self.random.below(self.bulk) } else { 1 };
        for _ in 0..n {
            let k = self.random.below(self.bulk * 2 + 10) as i64;
            let key = Value::int(k);
            match (self.heap.set_find(v, hash(k), |x| x == key), self.random.below(8)) {
                (None, _) => self.heap.set_add_new(v, hash(k), key),
                (Some(slot), 0..=2) => assert_eq!(self.heap.set_remove_at(v, slot), key),
                (_, 3) => assert!(self.heap.set_pop(v).is_some()),
                _ => {}
            }
        }
        match self.random.below(30) {
            0 => self.heap.set_clear(v),
            1 => self.heap.set_make_room(v, n),
            2 => self.heap.set_shrink(v),
            _ => {}
        }
    }

    fn change_buffer(&mut self, v: Value, m: &mut Vec<u8>) {
        let xs = self.bytes();
        let (a, b) = (self.random.below(m.len() + 1), self.random.below(m.len() + 1));
        let (a, b) = (a.min(b), a.max(b));
        let h = &mut self.heap;
        match self.random.below(7) {
            0..=1 if a < m.len() => {
                h.buffer_set(v, a, 7);
                m[a] = 7;
            }
            2 => {
                h.buffer_push(v, 9);
                m.push(9);
            }
            3 => {
                h.buffer_extend(v, &xs);
                m.extend(xs);
            }
            4 => {
                h.buffer_splice(v, a..b, &xs);
                m.splice(a..b, xs);
            }
            5 => {
                h.buffer_truncate(v, b);
                m.truncate(b);
            }
            6 if a + xs.len() <= m.len() => {
                h.buffer_splice(v, a..a + xs.len(), &xs);
                m[a..a + xs.len()].copy_from_slice(&xs);
            }
            _ => {}
        }
    }

    fn change_deque(&mut self, v: Value, limit: &mut Option<usize>, m: &mut Vec<Value>) {
        let (x, xs) = (self.value(), self.values());
        let i = self.random.below(m.len() + 1);
        let h = &mut self.heap;
        match self.random.below(10) {
            0 => {
                xs.iter().for_each(|&x| h.deque_push_back(v, x));
                m.extend(xs);
            }
            1 => {
                xs.iter().for_each(|&x| h.deque_push_front(v, x));
                m.splice(0..0, xs.into_iter().rev());
            }
            2..=3 => assert_eq!(h.deque_pop_back(v), m.pop()),
            4..=5 => {
                let first = (!m.is_empty()).then(|| m.remove(0));
                assert_eq!(h.deque_pop_front(v), first);
            }
            6 if i < m.len() => {
                h.deque_set(v, i, x);
                m[i] = x;
            }
            7 if !m.is_empty() => {
                h.deque_rotate(v, i as i64);
                let n = m.len();
                m.rotate_right(i % n);
            }
            8 => {
                h.deque_insert(v, i, x);
                m.insert(i, x);
            }
            9 if i < m.len() => assert_eq!(h.deque_remove(v, i), m.remove(i)),
            _ => {}
        }
        if self.random.chance(2) {
            self.heap.deque_clear(v);
            m.clear();
        }
        if self.random.chance(2) {
            *limit = (i > 0).then_some(i);
            self.heap.deque_restart(v, *limit);
            m.clear();
        } else if self.random.chance(4) {
            self.heap.deque_reverse(v);
            m.reverse();
        }
    }
}
