//! Benchmarks of the heap: the write barrier, the journal, checkpoints, undoing and redoing, moments of a log.
//!
//! ```text
//! cargo bench -p ttd-core --locked --ignore-rust-version
//! ```

#![expect(missing_docs, reason = "the macros of criterion make public functions without documentation")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ttd_core::value::{TypeId, Value};
use ttd_core::{Heap, HeapConfig, NodeId};

const T: TypeId = TypeId(1);
/// Writes per measured iteration.
const WRITES: usize = 10_000;
/// Objects written to, four slots each.
const OBJECTS: usize = 1000;

/// Makes a heap with objects of four slots.
fn with_objects(count: usize) -> (Heap, Vec<Value>) {
    let mut heap = Heap::new(HeapConfig::default());
    let objects = (0..count).map(|_| heap.new_slots(T, 1, 4)).collect();
    (heap, objects)
}

/// Writes to the objects in turn.
fn write(heap: &mut Heap, objects: &[Value], from: usize, writes: usize) {
    for i in from..from + writes {
        heap.set_slot(objects[i % objects.len()], i & 3, Value::int(i as i64));
    }
}

/// Makes a heap with a chain of checkpoints, and `writes` writes before each.
fn with_checkpoints(checkpoints: usize, writes: usize) -> (Heap, Vec<NodeId>) {
    let (mut heap, objects) = with_objects(OBJECTS);
    let mut nodes = vec![heap.checkpoint()];
    for at in 0..checkpoints {
        write(&mut heap, &objects, at * writes, writes);
        nodes.push(heap.checkpoint());
    }
    (heap, nodes)
}

/// Makes a heap that logs every write, with a moment after every second one, closed by a checkpoint and opened.
fn with_moments(moments: usize) -> (Heap, NodeId, Vec<Value>) {
    let (mut heap, objects) = with_objects(OBJECTS);
    heap.checkpoint();
    heap.set_log_every_write(true);
    for at in 0..moments {
        write(&mut heap, &objects, at * 2, 2);
        heap.mark_moment();
    }
    let node = heap.checkpoint();
    heap.open_segment(node);
    (heap, node, objects)
}

/// Measures a write before any checkpoint, and to an object that was saved already.
fn barrier(c: &mut Criterion) {
    let mut group = c.benchmark_group("barrier");
    group.throughput(Throughput::Elements(WRITES as u64));
    let (mut heap, objects) = with_objects(OBJECTS);
    group.bench_function("no checkpoint", |b| {
        b.iter(|| write(&mut heap, &objects, 0, WRITES));
    });
    heap.checkpoint();
    write(&mut heap, &objects, 0, OBJECTS);
    group.bench_function("saved already", |b| {
        b.iter(|| write(&mut heap, &objects, 0, WRITES));
    });
    group.finish();
}

/// Measures recording: every write is the first to its object since a checkpoint, or is logged.
fn journal(c: &mut Criterion) {
    let mut group = c.benchmark_group("journal append");
    group.throughput(Throughput::Elements(WRITES as u64));
    group.bench_function("first write to an object", |b| {
        let make = || {
            let (mut heap, objects) = with_objects(WRITES);
            heap.checkpoint();
            (heap, objects)
        };
        let work = |(heap, objects): &mut (Heap, Vec<Value>)| write(heap, objects, 0, WRITES);
        b.iter_batched_ref(make, work, BatchSize::LargeInput);
    });
    let logging = || {
        let (mut heap, objects) = with_objects(OBJECTS);
        heap.checkpoint();
        heap.set_log_every_write(true);
        (heap, objects)
    };
    group.bench_function("every write logged", |b| {
        let work = |(heap, objects): &mut (Heap, Vec<Value>)| write(heap, objects, 0, WRITES);
        b.iter_batched_ref(logging, work, BatchSize::LargeInput);
    });
    group.bench_function("every write logged, a moment for each", |b| {
        let work = |(heap, objects): &mut (Heap, Vec<Value>)| {
            for at in 0..WRITES {
                write(heap, objects, at, 1);
                heap.mark_moment();
            }
        };
        b.iter_batched_ref(logging, work, BatchSize::LargeInput);
    });
    group.finish();
}

/// Measures a checkpoint on small and large heaps, after 0 and 1000 writes.
fn checkpoint(c: &mut Criterion) {
    let mut group = c.benchmark_group("checkpoint");
    for (objects, writes) in [(1000, 0), (1000, 1000), (1_000_000, 0), (1_000_000, 1000)] {
        let name = format!("{writes} writes, {objects} objects");
        let (mut heap, all) = with_objects(objects);
        let mut before = heap.checkpoint();
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter_custom(|rounds| {
                let mut total = Duration::ZERO;
                for _ in 0..rounds {
                    write(&mut heap, &all, 0, writes);
                    let start = std::time::Instant::now();
                    let node = black_box(heap.checkpoint());
                    total += start.elapsed();
                    // Keeping them all would measure memory, so the previous one is dropped.
                    heap.drop_node(before);
                    before = node;
                }
                total
            });
        });
    }
    group.finish();
}

/// Measures `goto`: to the parent and back, and over many checkpoints.
fn travel(c: &mut Criterion) {
    let mut group = c.benchmark_group("goto");
    for (name, checkpoints, writes) in [
        ("one checkpoint, 1000 objects written", 1, 1000),
        ("100 checkpoints, 1000 objects written in each", 100, 1000),
        ("1000 checkpoints, 10 objects written in each", 1000, 10),
    ] {
        let (mut heap, nodes) = with_checkpoints(checkpoints, writes);
        let (first, last) = (nodes[0], nodes[checkpoints]);
        group.throughput(Throughput::Elements((checkpoints * writes) as u64));
        group.bench_function(format!("undo: {name}"), |b| {
            b.iter_custom(|rounds| timed(rounds, &mut heap, last, first));
        });
        group.bench_function(format!("redo: {name}"), |b| {
            b.iter_custom(|rounds| timed(rounds, &mut heap, first, last));
        });
    }
    group.finish();
}

/// Returns the time of going from one checkpoint to another, without that of going back to the first.
fn timed(rounds: u64, heap: &mut Heap, from: NodeId, to: NodeId) -> Duration {
    let mut total = Duration::ZERO;
    for _ in 0..rounds {
        heap.goto(from);
        let start = std::time::Instant::now();
        heap.goto(to);
        total += start.elapsed();
    }
    total
}

/// Measures moments: opening a segment, stepping in it, going far, and scanning for the writes to an object.
fn moments(c: &mut Criterion) {
    const MOMENTS: usize = 4096;
    let mut group = c.benchmark_group("moments");
    let (mut heap, node, objects) = with_moments(MOMENTS);
    let parent = heap.parent(node).unwrap_or(node);
    group.bench_function("enter a segment of 4096", |b| {
        b.iter_custom(|rounds| {
            let mut total = Duration::ZERO;
            for _ in 0..rounds {
                heap.goto(parent);
                heap.goto(node);
                let start = std::time::Instant::now();
                heap.open_segment(node);
                total += start.elapsed();
            }
            total
        });
    });
    heap.open_segment(node);
    group.bench_function("one back and one ahead", |b| {
        b.iter(|| {
            heap.seek_moment(MOMENTS / 2 - 1);
            heap.seek_moment(MOMENTS / 2);
        });
    });
    group.throughput(Throughput::Elements(2 * MOMENTS as u64));
    group.bench_function("all the way back and ahead", |b| {
        b.iter(|| {
            heap.seek_moment(0);
            heap.seek_moment(MOMENTS);
        });
    });
    group.throughput(Throughput::Elements(MOMENTS as u64));
    group.bench_function("scan for the writes to an object", |b| {
        b.iter(|| black_box(heap.positions_touching(node, &objects[7..8], |_| true)));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(30);
    targets = barrier, journal, checkpoint, travel, moments
}
criterion_main!(benches);
