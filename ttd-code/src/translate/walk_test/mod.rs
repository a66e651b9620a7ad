//! Random walks: stack code and the register code translated from it perform equal effects in equal order with equal
//! events, and at every event the locals hold equal values.
//!
//! Both run on symbolic values, and a seed decides branches and exceptions. This needs no interpreter, and finds wrong
//! edges, lost copies and misplaced events alike.

mod reg_ops;
mod reg_sim;
mod reg_table;
mod stack_names;
mod stack_ops;
mod stack_sim;
mod world;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rustpython_compiler::{CompileOpts, Mode};
use rustpython_compiler_core::bytecode::{CodeObject, ConstantData};

use crate::bytecode::code::{Code, Const};
use crate::translate::{decode, translate};
use reg_sim::RegSim;
use stack_sim::StackSim;
use world::World;

/// Walks through a code object and all inside it; the first difference is the error.
fn check(object: &CodeObject, code: &Code, walks: u64, limit: usize) -> Result<(), String> {
    let stack = decode::decode(object)?;
    for seed in 0..walks {
        let mut a = StackSim::new(object, &stack, code.counted, World::new(seed, limit));
        a.run();
        let mut b = RegSim::new(code, World::new(seed, limit));
        b.run();
        let (a, b) = (a.world.log, b.world.log);
        let n = a.len().max(b.len()).min(limit);
        if let Some(i) = (0..n).find(|i| a.get(*i) != b.get(*i)) {
            return Err(format!(
                "{} (line {}), walk {seed}, row {i} of {}:\nstack    {:?}\nregister {:?}\nbefore   {:?}\n{}",
                object.qualname,
                code.first_line,
                if code.counted { "user code" } else { "library code" },
                a.get(i),
                b.get(i),
                &a[i.saturating_sub(3)..i.min(a.len())],
                crate::disassemble(code).split("\n\n").next().unwrap_or_default(),
            ));
        }
    }
    let inner = object.constants.iter().zip(&code.consts);
    for (data, constant) in inner {
        if let (ConstantData::Code { code: object }, Const::Code(code)) = (data, constant) {
            check(object, code, walks, limit)?;
        }
    }
    Ok(())
}

fn check_source(source: &str, walks: u64, limit: usize) -> Result<(), String> {
    // Programs that do not compile are covered by other tests.
    let compiled = rustpython_compiler::compile(source, Mode::Exec, "walk.py", CompileOpts::default());
    let Ok(object) = compiled else { return Ok(()) };
    for counted in [true, false] {
        let code = translate(&object, counted, counted)?;
        check(&object, &code, walks, limit)?;
    }
    Ok(())
}

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()) {
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "py") {
            out.push(path);
        }
    }
}

/// Walks through all programs below a directory, on deep stacks, one for each processor.
fn check_all(dir: &'static str, walks: u64) {
    let mut list = Vec::new();
    files(Path::new(dir), &mut list);
    assert!(!list.is_empty(), "no programs in {dir}");
    let next = AtomicUsize::new(0);
    let walk = || {
        while let Some(path) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
            let source = std::fs::read_to_string(path).expect("readable");
            if let Err(problem) = check_source(&source, walks, 300) {
                panic!("{}: {problem}", path.display());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, walk).expect("a thread");
        }
    });
}

#[test]
fn walks_through_the_library_agree() {
    check_all(rustpython_pylib::LIB_PATH, 12);
}

#[test]
fn walks_through_the_listed_programs_agree() {
    check_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/disas"), 400);
}

#[test]
fn walks_through_the_language_tests_agree() {
    check_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/lang"), 100);
}

/// Every jump in this is too far for 16 bits.
#[test]
fn walks_over_far_jumps_agree() {
    let body = "            x = i\n".repeat(33_000);
    let source = format!(
        "def f(n):\n    for i in n:\n        if i < 1:\n{body}        else:\n{body}        while i:\n{body}    return x\n"
    );
    check_source(&source, 5, 300_000).expect("agreement");
}
