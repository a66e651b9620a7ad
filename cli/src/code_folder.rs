//! The folder in which compiled modules are kept for later runs.

use std::env;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

/// Names the folder, or says `off`.
const VARIABLE: &str = "TTD_PY_CACHE";

/// Has the modules that are compiled kept in the folder, and loaded from there: see [`ttd_vm::keep_compiled_in`].
pub(crate) fn keep(writes: bool) {
    if let (Some(folder), Some(build)) = (folder(), build()) {
        ttd_vm::keep_compiled_in(&folder, &build, writes);
    }
}

fn folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    match env::var_os(VARIABLE) {
        Some(value) if !value.is_empty() => named(VARIABLE),
        _ => {
            let caches = named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))?;
            Some(caches.join("ttd-py"))
        }
    }
}

/// Tells this program from any other build of it.
fn build() -> Option<String> {
    let file = std::fs::metadata(env::current_exe().ok()?).ok()?;
    let written = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{}-{:x}-{:x}", env!("CARGO_PKG_VERSION"), file.len(), written.as_nanos()))
}
