//! Measures the heap's operations. `cargo run --release -p ttd-core --example measure [group]`

#![expect(clippy::print_stdout, reason = "its purpose is to print a table")]

use std::hint::black_box;
use std::time::Instant;
use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig, List, NodeId, Slots};

const T: TypeId = TypeId(1);

fn heap() -> Heap {
    Heap::new(HeapConfig::default())
}

/// Runs `f` `rounds` times; prints the best time per operation.
fn time(name: &str, operations: usize, rounds: usize, mut f: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        f();
        best = best.min(start.elapsed().as_secs_f64());
    }
    let ns = best * 1e9 / operations as f64;
    println!("{name:55} {ns:9.2} ns");
    ns
}

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize
}

fn allocation() {
    const N: usize = 1_000_000;
    let mut h = heap();
    let mut keep = Value::NONE;
    time("alloc: 4 slots, collected", N, 9, || {
        for i in 0..N {
            keep = h.new_slots(T, 1, 4);
            if i % 1024 == 0 && h.wants_collection() {
                h.collect(&mut |m| m.value(keep));
            }
        }
    });
    let mut h = heap();
    time("alloc: tuple of 2, collected", N, 9, || {
        for i in 0..N {
            keep = h.new_tuple(T, &[Value::NONE, Value::TRUE]);
            if i % 1024 == 0 && h.wants_collection() {
                h.collect(&mut |m| m.value(keep));
            }
        }
    });
    let mut h = heap();
    time("alloc: list of 3, collected", N, 9, || {
        for i in 0..N {
            keep = h.new_list(T, &[Value::NONE; 3]);
            if i % 1024 == 0 && h.wants_collection() {
                h.collect(&mut |m| m.value(keep));
            }
        }
    });
    let mut h = heap();
    time("alloc: dict of 3, collected", N, 9, || {
        for i in 0..N {
            keep = h.new_dict(T);
            for k in 0..3 {
                h.dict_insert_new(keep, k, Value::int(k), Value::NONE);
            }
            if i % 1024 == 0 && h.wants_collection() {
                h.collect(&mut |m| m.value(keep));
            }
        }
    });
    time("alloc: 4 slots, fresh heap of 1M kept", N, 3, || {
        let mut h = heap();
        for _ in 0..N {
            keep = h.new_slots(T, 1, 4);
        }
    });
}

fn slots() {
    const N: usize = 1_000_000;
    let mut h = heap();
    let objects: Vec<Value> = (0..1000).map(|_| h.new_slots(T, 1, 4)).collect();
    let ptrs: Vec<*mut Slots> = objects.iter().map(|v| h.base().wrapping_add(v.index() as usize * 16).cast()).collect();
    let plain = |h: &mut Heap| {
        for i in 0..N {
            // SAFETY: the pointers are those of live objects with four slots.
            unsafe { h.set_slot_unchecked(ptrs[i % 1000], i & 3, Value::int(i as i64)) };
        }
    };
    time("set_slot_unchecked, no checkpoint", N, 9, || plain(&mut h));
    time("set_slot, no checkpoint", N, 9, || {
        for i in 0..N {
            h.set_slot(objects[i % 1000], i & 3, Value::int(i as i64));
        }
    });
    for every in [100_000, 10_000, 1000, 100] {
        let mut nodes: Vec<NodeId> = Vec::new();
        time(&format!("set_slot_unchecked, checkpoint every {every}"), N, 9, || {
            for k in 0..N / every {
                for i in k * every..(k + 1) * every {
                    // SAFETY: as above.
                    unsafe { h.set_slot_unchecked(ptrs[i % 1000], i & 3, Value::int(i as i64)) };
                }
                nodes.push(h.checkpoint());
            }
        });
    }
    h.set_log_every_write(true);
    time("set_slot_unchecked, every write logged", N, 9, || {
        plain(&mut h);
        h.rollback();
    });
}

fn checkpoints() {
    const N: usize = 1_000_000;
    let mut h = heap();
    time("checkpoint, nothing changed", N, 3, || {
        for _ in 0..N {
            h.checkpoint();
        }
    });
    let mut h = heap();
    let s = h.new_slots(T, 1, 4);
    time("checkpoint, one object changed", N, 3, || {
        for i in 0..N {
            h.set_slot(s, 0, Value::int(i as i64));
            h.checkpoint();
        }
    });
    let (first, last) = (h.root(), h.current());
    time("goto: a million checkpoints back and forth, per node", 2 * N, 1, || {
        h.goto(first);
        h.goto(last);
    });
}

fn large_list(name: &str, n: usize, mut place: impl FnMut(usize) -> usize) {
    let items: Vec<Value> = (0..1_000_000).map(Value::int).collect();
    let mut h = heap();
    let l = h.new_list(T, &items);
    let p: *mut List = h.base().wrapping_add(l.index() as usize * 16).cast();
    let mut round = |h: &mut Heap| {
        for i in 0..n {
            // SAFETY: the pointer is that of a live list, and the position is inside it.
            unsafe { h.list_set_unchecked(p, place(i), Value::int(i as i64)) };
        }
    };
    let plain = time(&format!("{name}, no checkpoint"), n * 10, 7, || (0..10).for_each(|_| round(&mut h)));
    // The history is limited, as in real use, so that its memory is reused.
    let mut nodes = 0;
    let saved = time(&format!("{name}, checkpoint every {n}"), n * 10, 7, || {
        for _ in 0..10 {
            h.checkpoint();
            round(&mut h);
            nodes += 1;
            if nodes > 10 {
                h.drop_node(h.root());
                nodes -= 1;
            }
        }
    });
    let kb = (h.history_bytes() >> 10) / nodes;
    println!("{:55} {:9.2} x, {kb} KB per interval", "", saved / plain);
}

fn large_dict() {
    const N: usize = 100_000;
    let mut h = heap();
    let d = h.new_dict(T);
    time("dict: insert a million ints", 1_000_000, 1, || {
        for i in 0..1_000_000 {
            h.dict_insert_new(d, i, Value::int(i), Value::NONE);
        }
    });
    let mut state = 1;
    time("dict: find among a million, random", N, 9, || {
        for _ in 0..N {
            let i = random(&mut state) as i64 % 1_000_000;
            black_box(h.dict_find(d, i, |k| k == Value::int(i)));
        }
    });
    time("dict: find and set among a million", N, 9, || {
        for _ in 0..N {
            let i = random(&mut state) as i64 % 1_000_000;
            let at = h.dict_find(d, i, |k| k == Value::int(i)).unwrap_or(0);
            h.dict_set_value(d, at, Value::TRUE);
        }
    });
    time("dict: find and set, checkpoint every 100000", N, 9, || {
        h.checkpoint();
        for _ in 0..N {
            let i = random(&mut state) as i64 % 1_000_000;
            let at = h.dict_find(d, i, |k| k == Value::int(i)).unwrap_or(0);
            h.dict_set_value(d, at, Value::TRUE);
        }
    });
    let (here, there) = (h.checkpoint(), h.root());
    let before = h.parent(here).unwrap_or(there);
    h.dict_set_value(d, 5, Value::FALSE);
    let last = h.checkpoint();
    time("dict of a million: goto across one change", 2, 3, || {
        h.goto(here);
        h.goto(last);
    });
    time("dict of a million: goto across 100000 changes", 200_000, 3, || {
        h.goto(before);
        h.goto(here);
    });
    let small = h.new_dict(T);
    for i in 0..6 {
        h.dict_insert_new(small, i * 7919, Value::int(i), Value::NONE);
    }
    time("dict of 6: find", N, 9, || {
        for i in 0..N {
            let i = i as i64 % 6;
            black_box(h.dict_find(small, i * 7919, |k| k == Value::int(i)));
        }
    });
}

fn growing() {
    const N: usize = 1_000_000;
    time("list: push a million", N, 5, || {
        let mut h = heap();
        let l = h.new_list(T, &[]);
        for i in 0..N {
            h.list_push(l, Value::int(i as i64));
        }
    });
    time("list: push a million, checkpoint every 10000", N, 5, || {
        let mut h = heap();
        let l = h.new_list(T, &[]);
        for i in 0..N {
            if i % 10_000 == 0 {
                h.checkpoint();
            }
            h.list_push(l, Value::int(i as i64));
        }
    });
    let mut h = heap();
    let b = h.new_buffer(T, &[]);
    time("buffer: push a million", N, 3, || {
        for i in 0..N {
            h.buffer_push(b, i as u8);
        }
        h.buffer_clear(b);
    });
    let s = h.new_set(T);
    time("set: add a million", N, 3, || {
        for i in 0..N as i64 {
            h.set_add_new(s, i, Value::int(i));
        }
        h.set_clear(s);
    });
    let d = h.new_deque(T);
    time("deque: push and pop", N, 3, || {
        for i in 0..N as i64 {
            h.deque_push_back(d, Value::int(i));
            if i >= 100 {
                h.deque_pop_front(d);
            }
        }
        h.deque_clear(d);
    });
}

fn collection() {
    const N: usize = 1_000_000;
    let mut h = heap();
    let l = h.new_list(T, &[]);
    for i in 0..N {
        let v = h.new_slots_from(T, 1, &[Value::int(i as i64), Value::NONE]);
        h.list_push(l, v);
    }
    time("collect, per live object of a million", N, 5, || h.collect(&mut |m| m.value(l)));
    for _ in 0..200 {
        h.checkpoint();
        for i in 0..5000 {
            let v = h.list(l)[i * 7 % N];
            h.set_slot(v, 0, Value::NONE);
        }
    }
    time("collect, with a million saved objects as well", N, 5, || h.collect(&mut |m| m.value(l)));
}

fn large_lists() {
    let mut state = 1;
    large_list("random writes into a list of a million", 100_000, |_| random(&mut state) % 1_000_000);
    large_list("sequential writes into a list of a million", 100_000, |i| i);
}

fn main() {
    let groups: [(&str, fn()); 7] = [
        ("allocation", allocation),
        ("slots", slots),
        ("checkpoints", checkpoints),
        ("lists", large_lists),
        ("dicts", large_dict),
        ("growing", growing),
        ("collection", collection),
    ];
    let wanted = std::env::args().nth(1);
    for (name, group) in groups {
        if wanted.as_deref().is_none_or(|w| name == w) {
            group();
        }
    }
}
