//! The Python modules inside the binary: the standard library, and what ttd-py itself implements in Python.
//!
//! The build script compiles and packs every module. Each is unpacked on its own when it is first requested, so that a
//! program pays only for what it imports.
//!
//! Modules of the standard library name [`ROOT`] as their folder. The system does not have it: `sys.path` ends in it,
//! tracebacks name its files, the loader returns their text from here, and the host gives it to programs that ask.

#![forbid(unsafe_code)]

use std::sync::{Arc, OnceLock};

use ttd_code::bytecode::code::Code;

#[cfg(debug_assertions)]
mod live;

mod table {
    use super::{Module, OnceLock};
    include!(concat!(env!("OUT_DIR"), "/modules.rs"));
}

/// The folder that modules of the standard library name as theirs.
pub const ROOT: &str = "/ttd-py/lib/python3.14";

/// The wheel of pip, which `ensurepip` installs.
pub static PIP_WHEEL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pip.whl"));

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/modules.bin"));

/// A module in the binary.
pub struct Module {
    /// The full name.
    pub name: &'static str,
    /// The file that its code names.
    pub path: &'static str,
    /// Whether it is a package.
    pub package: bool,
    code: (usize, usize),
    source: (usize, usize),
    /// The text of a module read from disk; see `live`.
    live_source: Option<String>,
    /// Unpacked once per process, shared by all machines in it.
    unpacked: OnceLock<Arc<Code>>,
}

impl Module {
    /// Returns its code, always the same object.
    ///
    /// # Panics
    /// If the binary is damaged.
    pub fn code(&self) -> &Arc<Code> {
        self.unpacked.get_or_init(|| match ttd_code::unpack(&decompress(self.code)) {
            Ok(code) => code,
            Err(_) => panic!("the packed code of {} is damaged", self.name),
        })
    }

    /// Returns its source text, decompressed on every call.
    ///
    /// # Panics
    /// If the binary is damaged.
    pub fn source(&self) -> String {
        if let Some(text) = &self.live_source {
            return text.clone();
        }
        String::from_utf8(decompress(self.source)).unwrap_or_else(|_| panic!("the text of {} is damaged", self.name))
    }
}

fn decompress((from, to): (usize, usize)) -> Vec<u8> {
    lz4_flex::block::decompress_size_prepended(&PACKED[from..to]).expect("the packed modules are whole")
}

fn find(table: &'static [Module], name: &str) -> Option<&'static Module> {
    table.binary_search_by(|m| m.name.cmp(name)).ok().map(|at| &table[at])
}

/// Finds a module of the standard library.
pub fn library_module(name: &str) -> Option<&'static Module> {
    #[cfg(debug_assertions)]
    if let Some(module) = live::library_module(name) {
        return Some(module);
    }
    find(&table::LIBRARY, name)
}

/// Returns all modules of the standard library, sorted by name.
pub fn library_modules() -> &'static [Module] {
    &table::LIBRARY
}

/// Finds the module of the standard library that has this file.
pub fn library_module_at(path: &str) -> Option<&'static Module> {
    let inside = path.strip_prefix(ROOT)?.strip_prefix('/')?.strip_suffix(".py")?;
    let name = inside.strip_suffix("/__init__").unwrap_or(inside).replace('/', ".");
    library_module(&name).filter(|m| m.path == path)
}

/// Finds a module that is native in CPython and written in Python here.
pub fn native_module(name: &str) -> Option<&'static Module> {
    #[cfg(debug_assertions)]
    if let Some(module) = live::native_module(name) {
        return Some(module);
    }
    find(&table::NATIVE, name)
}

/// Returns all modules that are native in CPython and written in Python here, sorted by name.
pub fn native_modules() -> &'static [Module] {
    &table::NATIVE
}

/// Returns the hidden modules, sorted by name: the interpreter calls them, and programs cannot import them.
pub fn hidden_modules() -> &'static [Module] {
    #[cfg(debug_assertions)]
    if let Some(modules) = live::hidden_modules() {
        return modules;
    }
    &table::HIDDEN
}
