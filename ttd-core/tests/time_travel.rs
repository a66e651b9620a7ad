//! Random operations on every storage, with checkpoints, going back and forth, branches, dropped checkpoints and
//! collections, under both rules of recording, against a model that keeps full copies of everything.
//!
//! Only one list is a root; everything else lives because that list leads to it, or because the journal names it. A
//! failure prints its seed; `TTD_SEED=<seed>` runs that one alone, `TTD_TIMES=<n>` runs n times as many.

mod world;

use world::World;

/// Returns how often a segment was compressed.
fn run(seed: u64, steps: usize, bulk: usize) -> usize {
    let mut w = World::new(seed, bulk);
    for _ in 0..steps {
        w.step();
    }
    w.visit_all();
    w.compressed
}

/// Visits moments inside segments as well as checkpoints.
fn travel(seed: u64, blocks: usize, bulk: usize) -> usize {
    let mut w = World::new(seed, bulk);
    w.record_and_travel(blocks, blocks * 5);
    w.compressed
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|s| s.parse().ok())
}

fn run_all(seeds: u64, steps: usize, bulk: usize) {
    with_all(seeds, |seed| run(seed, steps, bulk));
}

fn with_all(seeds: u64, run: impl Fn(u64) -> usize + std::panic::RefUnwindSafe) {
    let mut compressed = 0;
    let seeds = 0..seeds * number("TTD_TIMES").unwrap_or(1);
    for seed in number("TTD_SEED").map_or(seeds, |s| s..s + 1) {
        let result = std::panic::catch_unwind(|| run(seed));
        match result {
            Ok(times) => compressed += times,
            Err(e) => {
                eprintln!("failed: run again with TTD_SEED={seed}");
                std::panic::resume_unwind(e);
            }
        }
    }
    assert!(compressed > 0, "nothing was ever compressed");
}

#[test]
fn small_containers() {
    run_all(1500, 150, 5);
}

#[test]
fn containers_around_the_limit_of_whole_saving() {
    run_all(300, 100, 200);
}

#[test]
fn large_containers() {
    run_all(150, 80, 2500);
}

#[test]
fn long_histories() {
    run_all(10, 3000, 30);
}

#[test]
fn moments_of_small_containers() {
    with_all(100, |seed| travel(seed, 6, 5));
}

#[test]
fn moments_of_large_containers() {
    with_all(10, |seed| travel(seed, 6, 5000));
}

/// Long enough for many groups, each of which is crossed by a shortcut.
#[test]
fn moments_far_away() {
    with_all(30, |seed| travel(seed, 40, 30));
}
