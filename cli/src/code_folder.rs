//! The folder in which compiled modules are kept for later runs.

use std::env;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use crate::user_folders;

/// Names the folder, or says `off`.
const VARIABLE: &str = "TTD_PY_CACHE";

/// Has the modules that are compiled kept in the folder, and loaded from there: see [`ttd_vm::keep_compiled_in`].
pub(crate) fn keep(writes: bool) {
    if let (Some(folder), Some(build)) = (folder(), build()) {
        ttd_vm::keep_compiled_in(&folder, &build, writes);
    }
}

fn folder() -> Option<PathBuf> {
    match env::var_os(VARIABLE) {
        Some(value) if !value.is_empty() => user_folders::named(VARIABLE),
        _ => user_folders::ours("XDG_CACHE_HOME", ".cache"),
    }
}

/// Tells this program from any other build of it.
fn build() -> Option<String> {
    let file = std::fs::metadata(env::current_exe().ok()?).ok()?;
    let written = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{}-{:x}-{:x}", env!("CARGO_PKG_VERSION"), file.len(), written.as_nanos()))
}
