//! The search for unreachable objects finds what a search without hints finds, while the paths to the candidates stay,
//! break and change, and other objects reuse the cells of dead ones.

use std::cell::Cell;
use std::collections::HashSet;

use ttd_core::Scope;
use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig, Unreachable};

#[path = "world/random.rs"]
mod random;

use random::Random;

const LIST: TypeId = TypeId(1);
const SLOTS: TypeId = TypeId(3);

/// Lists that refer to one another, some of which are watched.
struct World {
    heap: Heap,
    random: Random,
    root: Value,
    watched: Vec<Value>,
    /// How many of the dead were found by looking at young objects alone.
    found_young: usize,
}

impl World {
    fn new(seed: u64) -> World {
        let mut heap = Heap::new(HeapConfig::default());
        let root = heap.new_list(LIST, &[]);
        World { heap, random: Random(seed), root, watched: Vec::new(), found_young: 0 }
    }

    /// Returns everything reachable from the root, found without the heap's help.
    fn reached(&self) -> Vec<Value> {
        let (mut found, mut order) = (HashSet::new(), vec![self.root]);
        let mut at = 0;
        while let Some(&v) = order.get(at) {
            at += 1;
            let items = self.heap.list(v).iter().copied().filter(|v| v.is_obj());
            order.extend(items.filter(|v| *v != self.root && found.insert(*v)));
        }
        order
    }

    fn change(&mut self) {
        let all = self.reached();
        let holder = all[self.random.below(all.len())];
        match self.random.below(10) {
            0..4 => {
                let new = self.heap.new_list(LIST, &[Value::int(5)]);
                self.heap.list_push(holder, new);
                if self.random.below(6) == 0 {
                    self.watched.push(new);
                }
            }
            4 | 5 => {
                let other = all[self.random.below(all.len())];
                self.heap.list_push(holder, other);
            }
            6 => {
                let root = self.root;
                let found = self.heap.find_unreachable(
                    &mut |m| m.value(root),
                    &|_, _| None,
                    &[],
                    Scope { whole: true, cycles: true },
                );
                assert_eq!(found.live, Some(all.len() as u64));
            }
            _ => {
                let len = self.heap.list(holder).len();
                if len > 0 {
                    let at = self.random.below(len);
                    self.heap.list_remove(holder, at);
                }
            }
        }
    }

    /// Searches for dead watched objects, and stops watching them.
    fn search(&mut self, whole: bool) {
        let all: HashSet<Value> = self.reached().into_iter().collect();
        let (root, watched) = (self.root, self.watched.clone());
        let young = self.heap.find_young_dead(&mut |m| m.value(root), &|_, _| None, &watched, &[]).unwrap_or_default();
        let Unreachable { dead, live, cyclic } =
            self.heap.find_unreachable(&mut |m| m.value(root), &|_, _| None, &watched, Scope { whole, cycles: true });
        assert!(cyclic.iter().all(|v| dead.contains(v)));
        let (found, expected): (HashSet<Value>, HashSet<Value>) =
            (dead.iter().copied().collect(), watched.iter().copied().filter(|v| !all.contains(v)).collect());
        assert_eq!(found, expected);
        let again: Vec<Value> = dead.iter().copied().filter(|v| young.contains(v)).collect();
        assert_eq!(young, again, "the young ones are dead, and in the same order");
        self.found_young += young.len();
        assert_eq!(dead.len(), found.len(), "nothing is dead twice");
        let counted = whole || !dead.is_empty();
        assert_eq!(live, counted.then_some(all.len() as u64));
        self.watched.retain(|v| all.contains(v));
    }

    fn collect(&mut self) {
        let root = self.root;
        self.heap.collect(&mut |m| m.value(root));
    }
}

#[test]
fn what_is_dead_does_not_depend_on_earlier_searches() {
    let mut found_young = 0;
    for seed in 0..60 {
        let mut world = World::new(seed);
        // Sometimes several searches follow one change, so that hints are used again.
        let searches = 1 + world.random.below(4);
        for step in 0..600 {
            world.change();
            (0..world.random.below(searches + 1)).for_each(|_| world.search(false));
            if step % 50 == 49 {
                world.search(true);
                world.collect();
            }
        }
        world.heap.verify().unwrap();
        found_young += world.found_young;
    }
    assert!(found_young > 100, "{found_young} were young");
}

/// A watched object is found in few steps as long as its path stays, however large the heap is.
#[test]
fn hints_shorten_the_search() {
    let mut heap = Heap::new(HeapConfig::default());
    let root = heap.new_list(LIST, &[]);
    for _ in 0..20_000 {
        let other = heap.new_slots(SLOTS, 0, 1);
        heap.list_push(root, other);
    }
    let deep = heap.new_list(LIST, &[]);
    let hold = |heap: &mut Heap| {
        let holder = heap.new_slots(SLOTS, 0, 1);
        heap.set_slot(holder, 0, deep);
        heap.list_push(root, holder);
        holder
    };
    let first = hold(&mut heap);
    let steps = |heap: &mut Heap| {
        // A search calls the owner function once for every object with slots that it traces.
        let asked = Cell::new(0);
        let owner = |_: TypeId, _: u32| {
            asked.set(asked.get() + 1);
            None
        };
        let found =
            heap.find_unreachable(&mut |m| m.value(root), &owner, &[deep], Scope { whole: false, cycles: true });
        assert!(found.dead.is_empty());
        asked.get()
    };
    assert!(!heap.were_found_alive(&[deep]), "nobody has looked for it");
    assert!(steps(&mut heap) >= 20_000);
    assert!(heap.were_found_alive(&[deep]) && !heap.were_found_alive(&[deep, first]));
    assert_eq!([steps(&mut heap), steps(&mut heap)], [1, 1]);
    hold(&mut heap);
    heap.set_slot(first, 0, Value::NONE);
    assert!(steps(&mut heap) >= 20_000, "the path is another one");
    assert_eq!(steps(&mut heap), 1);
}
