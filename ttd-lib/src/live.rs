//! For development, in builds with debug assertions only: if the environment variable `TTD_LIVE_LIB` names the folder
//! `ttd-vm/src/lib`, our own modules are read and compiled from there at startup, so that editing them needs no build.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use ttd_code::{Mode, Options};

use super::Module;

/// Returns the folder that `TTD_LIVE_LIB` names.
fn folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::var_os("TTD_LIVE_LIB").map(PathBuf::from)).as_deref()
}

/// Reads the hidden modules.
pub(super) fn hidden_modules() -> Option<&'static [Module]> {
    static HIDDEN: OnceLock<Option<Vec<Module>>> = OnceLock::new();
    let read = || {
        let mut files = Vec::new();
        walk(&folder()?.join("hidden"), &mut files);
        // They are packed, and run, in this order.
        files.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
        let module = |f: &PathBuf| {
            let name = f.file_stem()?.to_str()?;
            compiled(f, name.to_string(), format!("<ttd {name}>"), false)
        };
        Some(files.iter().filter_map(module).collect())
    };
    HIDDEN.get_or_init(read).as_deref()
}

/// Reads a module that is native in CPython.
pub(super) fn native_module(name: &str) -> Option<&'static Module> {
    let mut files = Vec::new();
    walk(&folder()?.join("native"), &mut files);
    let file = files.into_iter().find(|f| f.file_stem().is_some_and(|stem| stem == name))?;
    cached(file, name, format!("<ttd {name}>"), false)
}

/// Adds the Python files below a folder. Folders whose names begin with `_` hold the parts of one module and are
/// skipped.
fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            if !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"_")) {
                walk(&path, out);
            }
        } else if path.extension().is_some_and(|e| e == "py") {
            out.push(path);
        }
    }
}

/// Reads one of our own modules of the standard library.
pub(super) fn library_module(name: &str) -> Option<&'static Module> {
    let inside = name.replace('.', "/");
    for (tail, package) in [("/__init__.py", true), (".py", false)] {
        let path = format!("{}/{inside}{tail}", super::ROOT);
        let file = folder()?.join("library").join(format!("{inside}{tail}"));
        if let Some(found) = cached(file, name, path, package) {
            return Some(found);
        }
    }
    None
}

fn cached(file: PathBuf, name: &str, path: String, package: bool) -> Option<&'static Module> {
    static CACHE: Mutex<BTreeMap<PathBuf, &'static Module>> = Mutex::new(BTreeMap::new());
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(module) = cache.get(&file) {
        return Some(*module);
    }
    let module: &'static Module = Box::leak(Box::new(compiled(&file, name.to_string(), path, package)?));
    cache.insert(file, module);
    Some(module)
}

fn compiled(file: &Path, name: String, path: String, package: bool) -> Option<Module> {
    let text = std::fs::read_to_string(file).ok()?;
    let code = match ttd_code::compile(&text, &path, Mode::Exec, Options::default()) {
        Ok(code) => code,
        Err(e) => panic!("{e}"),
    };
    let unpacked = OnceLock::new();
    let _ = unpacked.set(code);
    let (name, path) = (Box::leak(name.into_boxed_str()), Box::leak(path.into_boxed_str()));
    Some(Module { name, path, package, code: (0, 0), source: (0, 0), live_source: Some(text), unpacked })
}
