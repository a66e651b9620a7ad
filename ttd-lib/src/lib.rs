//! The Python inside the binary: the standard library, and what ttd-py itself has written in Python.
//!
//! The build script compiles every module; here is the table of what it packed. Nothing is unpacked before it is asked
//! for, and each module on its own, so that a program pays for what it imports.
//!
//! Modules of the standard library say that they are in [`ROOT`], a folder that does not exist: `sys.path` ends in it,
//! tracebacks name its files, and the loader gives their text.

#![forbid(unsafe_code)]

use std::sync::{Arc, OnceLock};

use ttd_code::bytecode::code::Code;

#[cfg(debug_assertions)]
mod live;

mod table {
    use super::{Module, OnceLock};
    include!(concat!(env!("OUT_DIR"), "/modules.rs"));
}

/// Where the modules of the standard library say that they are.
pub const ROOT: &str = "/ttd-py/lib/python3.14";

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/modules.bin"));

/// A module that is packed in the binary.
pub struct Module {
    /// Its full name.
    pub name: &'static str,
    /// The file that its code names.
    pub path: &'static str,
    /// Whether it is a package.
    pub package: bool,
    code: (usize, usize),
    source: (usize, usize),
    /// The text, if it is not packed; see `live`.
    live_source: Option<String>,
    /// Unpacked once in a process, for all machines in it.
    unpacked: OnceLock<Arc<Code>>,
}

impl Module {
    /// Its code: always the same object.
    ///
    /// # Panics
    /// When the binary is damaged.
    pub fn code(&self) -> &Arc<Code> {
        self.unpacked.get_or_init(|| match ttd_code::unpack(&decompress(self.code)) {
            Ok(code) => code,
            Err(_) => panic!("the packed code of {} is damaged", self.name),
        })
    }

    /// Its source text, unpacked anew.
    ///
    /// # Panics
    /// When the binary is damaged.
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

/// A module of the standard library.
pub fn library_module(name: &str) -> Option<&'static Module> {
    #[cfg(debug_assertions)]
    if let Some(module) = live::library_module(name) {
        return Some(module);
    }
    find(&table::LIBRARY, name)
}

/// All modules of the standard library, by name.
pub fn library_modules() -> &'static [Module] {
    &table::LIBRARY
}

/// The module of the standard library that has this file.
pub fn library_module_at(path: &str) -> Option<&'static Module> {
    let inside = path.strip_prefix(ROOT)?.strip_prefix('/')?.strip_suffix(".py")?;
    let name = inside.strip_suffix("/__init__").unwrap_or(inside).replace('/', ".");
    library_module(&name).filter(|m| m.path == path)
}

/// A module that is native in CPython and written in Python here.
pub fn native_module(name: &str) -> Option<&'static Module> {
    #[cfg(debug_assertions)]
    if let Some(module) = live::native_module(name) {
        return Some(module);
    }
    find(&table::NATIVE, name)
}

/// All modules that are native in CPython and written in Python here, by name.
pub fn native_modules() -> &'static [Module] {
    &table::NATIVE
}

/// The files of the hidden library, by name.
pub fn hidden_modules() -> &'static [Module] {
    #[cfg(debug_assertions)]
    if let Some(modules) = live::hidden_modules() {
        return modules;
    }
    &table::HIDDEN
}
