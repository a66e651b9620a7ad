//! The modules written in Rust: one folder each, which ends in a `ModuleDef`.

use crate::native::ModuleDef;

pub mod atexit;
pub mod builtins;
pub mod collections;
pub mod core;
pub mod functools;
pub mod heapq;
pub mod itertools;
pub mod math;
pub mod operator;
pub mod posix;
pub mod random;
pub mod sys;
pub mod time;

/// All of them.
const ALL: &[&ModuleDef] = &[
    &builtins::MODULE,
    &builtins::HIDDEN,
    &collections::MODULE,
    &core::MODULE,
    &math::MODULE,
    &posix::MODULE,
    &random::MODULE,
    &sys::MODULE,
    &time::MODULE,
    &itertools::MODULE,
    &itertools::HIDDEN,
    &operator::MODULE,
    &functools::MODULE,
    &functools::HIDDEN,
    &heapq::MODULE,
    &atexit::MODULE,
    &heapq::BISECT,
];

/// The module of this name.
pub(crate) fn find(name: &str) -> Option<&'static ModuleDef> {
    ALL.iter().find(|m| m.name == name).copied()
}

/// The names of all of them.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|m| m.name)
}
