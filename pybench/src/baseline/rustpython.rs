//! RustPython as it is published, with the allocator that its own binary has: something to compare with.

use rustpython::{InterpreterBuilder, InterpreterBuilderExt};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    rustpython::run(InterpreterBuilder::new().init_stdlib())
}
