//! The modules written in Rust: one folder each, which ends in a `ModuleDef`.

use crate::native::ModuleDef;

pub mod builtins;
pub mod collections;
pub mod core;
pub mod gc;
pub mod math;
pub mod posix;
pub mod random;
pub mod sys;
pub mod time;
pub mod weakref;

/// All of them.
const ALL: &[&ModuleDef] = &[
    &builtins::MODULE,
    &builtins::HIDDEN,
    &collections::MODULE,
    &core::MODULE,
    &gc::MODULE,
    &math::MODULE,
    &posix::MODULE,
    &random::MODULE,
    &sys::MODULE,
    &time::MODULE,
    &weakref::MODULE,
];

/// The module of this name.
pub(crate) fn find(name: &str) -> Option<&'static ModuleDef> {
    ALL.iter().find(|m| m.name == name).copied()
}
