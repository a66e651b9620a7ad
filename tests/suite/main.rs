//! The verification suite: every program of `tests/lang`, compared with CPython and, in every mode, with itself.
//! `ttd_tests` lists the environment variables that it reads.

mod branches;
mod compression;
mod data_watches;
mod events;
mod filters;
mod imports;
mod inspection;
mod lang;
mod library;
mod library_again;
mod modes;
mod motions;
mod names;
mod oracle;
mod outside;
mod partial_recording;
mod pruning;
mod schedules;
mod searches;
mod work;
mod writes;

/// The checks make and drop machines on all processors at once: a tenth of their time would be spent in the system's
/// allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
