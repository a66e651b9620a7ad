//! Compiled texts of modules that are kept: in the process, if it runs the same programs in many machines, and in a
//! folder for later runs.
//!
//! What is compiled depends on its origin alone, so that a run does not notice whether it was kept.

mod folder;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Options, compile};
use crate::bytecode::code::Code;
use crate::diagnostics::warnings::{Phase, warnings};
use crate::source::{Mode, SyntaxError};

pub use folder::keep_compiled_in;

/// The bytes of source text that are kept in the process at most.
const MOST_TEXT: usize = 64 << 20;

/// What a code object is compiled from.
#[derive(PartialEq, Eq, Hash)]
struct Origin {
    source: Box<str>,
    path: Box<str>,
    options: Options,
    is_main: bool,
}

/// A module's code, and what the compiler warns of in it.
#[derive(Clone)]
pub struct CompiledModule {
    /// The code.
    pub code: Arc<Code>,
    /// The warnings, none for modules that do not belong to the program: CPython warns of these when it installs them.
    pub warnings: Arc<[SyntaxError]>,
}

/// The code objects, and the bytes of their texts.
#[derive(Default)]
struct Kept {
    modules: HashMap<Origin, CompiledModule>,
    bytes: usize,
}

/// `None` until somebody asks for it: a process with one machine would only hold texts.
static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// From now on, a module that is compiled again from the same text gives the same code object.
pub fn keep_compiled() {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default();
}

/// Compiles the text of a module, `is_main` if the program begins with it: one machine may have it as an imported
/// module as well, with code objects of its own. Who begins with it asks for its warnings itself.
///
/// # Errors
/// As [`compile`].
pub fn compile_module(
    source: &str,
    path: &str,
    options: Options,
    is_main: bool,
) -> Result<CompiledModule, SyntaxError> {
    let lock = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if lock().is_none() {
        return compile_or_load(source, path, options, is_main);
    }
    let origin = Origin { source: source.into(), path: path.into(), options, is_main };
    let known = lock().as_ref().and_then(|kept| kept.modules.get(&origin).cloned());
    if let Some(module) = known {
        return Ok(module);
    }
    let module = compile_or_load(source, path, options, is_main)?;
    let mut kept = lock();
    let kept = kept.get_or_insert_default();
    if kept.bytes + source.len() > MOST_TEXT {
        *kept = Kept::default();
    }
    kept.bytes += source.len();
    Ok(kept.modules.entry(origin).or_insert(module).clone())
}

fn compile_or_load(source: &str, path: &str, options: Options, is_main: bool) -> Result<CompiledModule, SyntaxError> {
    let entry = folder::Entry::of(source, path, options, is_main);
    if let Some(code) = entry.as_ref().and_then(folder::Entry::load) {
        return Ok(CompiledModule { code, warnings: Arc::default() });
    }
    let code = compile(source, path, Mode::Exec, options)?;
    let found = if options.program && !is_main { warnings(source, path, Mode::Exec, Phase::Compiler) } else { vec![] };
    if let Some(entry) = entry.filter(|_| found.is_empty()) {
        entry.store(&code);
    }
    Ok(CompiledModule { code, warnings: found.into() })
}
