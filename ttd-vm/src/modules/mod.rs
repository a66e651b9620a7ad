//! The modules written in Rust: one folder each, which ends in a `ModuleDef`. See `docs/architecture/modules.md`.

use crate::native::{ModuleDef, TypeDef};

pub mod array;
pub mod asyncio;
pub mod atexit;
pub mod binascii;
pub mod bufferedio;
pub mod builtins;
pub mod bundled;
pub mod codecs;
pub mod collections;
pub mod compression;
pub mod core;
pub mod csv;
pub mod datetime;
pub mod decimal;
pub mod dis;
pub mod elementtree;
pub mod errors;
pub mod functools;
pub mod gc;
pub mod hashes;
pub mod heapq;
pub mod host;
pub mod itertools;
pub mod json;
pub mod marshal;
pub mod math;
pub mod multibyte;
pub mod operator;
pub mod pickle;
pub mod posix;
pub mod random;
pub mod sqlite;
pub mod sre;
pub mod strings;
pub mod structs;
pub mod sys;
pub mod threads;
pub mod time;
pub mod tls;
pub mod tracemalloc;
pub mod unicodedata;
pub mod weakref;
pub mod xml;
pub mod zlib;

/// All modules but those of `hashes`.
const ALL: &[&ModuleDef] = &[
    &array::MODULE,
    &asyncio::MODULE,
    &asyncio::CONTEXTS,
    &binascii::MODULE,
    &bufferedio::MODULE,
    &datetime::MODULE,
    &dis::MODULE,
    &elementtree::MODULE,
    &decimal::MODULE,
    &pickle::MODULE,
    &builtins::MODULE,
    &builtins::HIDDEN,
    &bundled::MODULE,
    &codecs::MODULE,
    &collections::MODULE,
    &core::MODULE,
    &gc::MODULE,
    &compression::MODULE,
    &csv::MODULE,
    &json::MODULE,
    &marshal::MODULE,
    &math::MODULE,
    &math::complex::MODULE,
    &math::statistics::MODULE,
    &multibyte::MODULE,
    &host::MODULE,
    &posix::MODULE,
    &posix::stat::MODULE,
    &random::MODULE,
    &sqlite::MODULE,
    &sre::MODULE,
    &strings::MODULE,
    &structs::MODULE,
    &sys::MODULE,
    &threads::MODULE,
    &time::MODULE,
    &tls::MODULE,
    &tracemalloc::MODULE,
    &weakref::MODULE,
    &itertools::MODULE,
    &itertools::HIDDEN,
    &operator::MODULE,
    &functools::MODULE,
    &functools::HIDDEN,
    &heapq::MODULE,
    &atexit::MODULE,
    &heapq::BISECT,
    &unicodedata::MODULE,
    &xml::MODULE,
    &zlib::MODULE,
];

/// The types of all modules.
pub(crate) fn types() -> impl Iterator<Item = &'static TypeDef> {
    ALL.iter().chain(&hashes::MODULES).flat_map(|m| m.types)
}

/// Finds a module by its name.
pub(crate) fn find(name: &str) -> Option<&'static ModuleDef> {
    ALL.iter().chain(&hashes::MODULES).find(|m| m.name == name).copied()
}

/// The names of all modules.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().chain(&hashes::MODULES).map(|m| m.name)
}
